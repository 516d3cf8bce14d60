// An error as a sentence in the interface's language: by its code, else the server's French message.
import i18next from "i18next";
import { ApiError, type FieldProblem, NetworkError } from "../api/problem";

/** What to tell the reader about a failed call. */
export function errorText(error: unknown): string {
  if (error instanceof NetworkError) return i18next.t("errors.network");
  if (!(error instanceof ApiError)) return i18next.t("errors.unexpected");
  const { code, message, params } = error.problem;
  return byCode(code, params) ?? (message || i18next.t("errors.unexpected"));
}

/** A field's problem; the card form knows codes of its provider as well. */
export type FieldFault = Omit<FieldProblem, "code"> & { code: string };

/** What to write under one field. */
export function fieldText(field: FieldFault): string {
  return byCode(field.code, field.params) ?? field.message;
}

/** The problem of one field as text, for `error={…}` of an input; undefined when the field is fine. */
export function fieldError(error: unknown, name: string): string | undefined {
  const field = error instanceof ApiError ? error.field(name) : undefined;
  return field && fieldText(field);
}

function byCode(code: string, params: Record<string, unknown> = {}): string | undefined {
  const key = `errors.${code}`;
  return i18next.exists(key) ? String(i18next.t(key as "errors.network", params)) : undefined;
}
