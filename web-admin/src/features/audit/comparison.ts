// What a change changed: the fields that differ, with their values in plain words.
import i18next from "i18next";
import { isDay } from "web-shared/format/days";
import { day, moment, money, number } from "web-shared/format/format";
import type { Entry } from "./api";
import { text } from "./sentences";

export interface Difference {
  field: string;
  label: string;
  before: Value;
  after: Value;
}

/** Nothing, a sentence, or rich text. */
export type Value = null | { text: string } | { html: string };

type Values = Record<string, unknown>;

/** What the server keeps for itself says nothing to a reader. */
const INWARD =
  /^(id|version|clientId|slug|createdAt|updatedAt|searchText|youtubeId|seatsTaken|fullName)$/;
const MONEY = /(price|amount|cents)$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const HTML = /^\s*<(p|h\d|ul|ol|blockquote|strong|em|a|br)\b/i;

export function differencesOf({ before, after }: Entry): Difference[] {
  const [was, is]: [Values, Values] = [before ?? {}, after ?? {}];
  const fields = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  return fields
    .filter((field) => !INWARD.test(field) && !same(was[field], is[field]))
    .map((field) => ({
      field,
      label: text(`fields.${field}`) ?? field,
      before: before ? shownOf(field, was[field]) : null,
      after: after ? shownOf(field, is[field]) : null,
    }));
}

function same(one: unknown, other: unknown): boolean {
  return isNothing(one) ? isNothing(other) : JSON.stringify(one) === JSON.stringify(other);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function shownOf(field: string, value: unknown): Value {
  if (isNothing(value) || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === "string" && HTML.test(value)) return { html: value };
  return { text: inWords(field, value) };
}

function inWords(field: string, value: unknown): string {
  if (typeof value === "boolean") return i18next.t(`dashboard.audit.truth.${value}`);
  if (typeof value === "number") return MONEY.test(field) ? money(value) : number(value);
  if (typeof value === "string") {
    if (isDay(value)) return day(value);
    return INSTANT.test(value) ? moment(value) : (text(`values.${value}`) ?? value);
  }
  if (Array.isArray(value)) return value.map((item) => inWords(field, item)).join("\n");
  return nameIn((value ?? {}) as Values);
}

/** A thing inside the thing, by what it is called. */
function nameIn(values: Values): string {
  const { name, title, question, questionText, description } = values;
  const called = [name, title, question, questionText, description].find(
    (one) => typeof one === "string" && one !== "",
  );
  return called === undefined ? JSON.stringify(values) : String(called);
}
