import { expect, test } from "vitest";
import { fieldText } from "./errors";

test("a day that the server names is written as people read it", () => {
  const params = { min: "2026-11-27", max: "2026-12-01" };
  const fault = { name: "answerBy", code: "answer_by_out_of_range", message: "", params };
  expect(fieldText(fault)).toBe(
    "Le dernier jour de réponse va du 27 novembre 2026 au 1er décembre 2026.",
  );
});
