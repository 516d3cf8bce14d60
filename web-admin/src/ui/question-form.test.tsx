// What a refused question does with the focus of whoever mends it.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "web-shared/api/problem";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { QuestionForm } from "./QuestionForm";
import { BLANK_QUESTION } from "./question";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 500 }));
  // Fields that grow with their text listen to it; jsdom has none.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
});

const refused = new ApiError({
  status: 422,
  code: "required",
  message: "",
  fields: [{ name: "questionText", code: "required", message: "" }],
});

function Written() {
  const [value, setValue] = useState(BLANK_QUESTION);
  return <QuestionForm value={value} onChange={setValue} error={refused} language="it" />;
}

test("a refusal shows its first field once, and lets the others be mended", async () => {
  render(
    <Provider queries={createQueryClient()}>
      <Written />
    </Provider>,
  );
  const user = userEvent.setup();
  const text = screen.getByRole("textbox", { name: /^Question|^Énoncé|^Texte/ });
  expect(document.activeElement).toBe(text);
  const explanation = screen.getByRole("textbox", { name: /^Explication/ });
  await user.type(explanation, "Un salut");
  expect((explanation as HTMLTextAreaElement).value).toBe("Un salut");
  expect(document.activeElement).toBe(explanation);
});
