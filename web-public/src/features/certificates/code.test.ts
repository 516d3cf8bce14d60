// Codes are read here as core reads them, and their signatures checked as the server does.
import { expect, test } from "vitest";
import { cases, key } from "./certificatesTesting";
import { readCode, summaryOf } from "./code";
import { signatureOf } from "./signature";

const codes = cases.flatMap((one) => {
  const code = readCode(one.text);
  return code ? [{ ...one, read: code }] : [];
});

test.each(cases)("$text bears the code that core finds in it", ({ text, code }) => {
  expect(readCode(text)?.text ?? null).toBe(code);
});

test.each(codes)("$text is signed by the school, or not", async ({ read, signed }) => {
  const known = read.key === key.id;
  expect(await signatureOf(read, [key])).toBe(signed ? "true" : known ? "false" : "undecided");
});

test.each(codes.filter(({ signed }) => signed))("$text says what was signed", (one) => {
  expect(summaryOf(one.read)).toEqual(one.summary);
});

test("without the key, or without a browser that knows Ed25519, nothing is decided", async () => {
  const [first] = codes;
  if (!first) throw new Error("no case has a code");
  expect(await signatureOf(first.read, [])).toBe("undecided");
  expect(await signatureOf(first.read, [{ ...key, publicKey: "AA" }])).toBe("undecided");
});
