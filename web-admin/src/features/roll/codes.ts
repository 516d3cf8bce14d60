// The reason of one refused mark in words; those of whole calls are said by errorText.
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";

export function codeText(code: string): string {
  return errorText(new ApiError({ status: 409, code: code as "unexpected", message: "" }));
}
