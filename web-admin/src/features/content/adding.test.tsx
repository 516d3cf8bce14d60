// Forms that open in place of the button that asked for them, and what is missing in them.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { ChapterForm } from "./ChapterForm";
import type { Lesson } from "./kinds";
import { Quizzes } from "./Quizzes";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

function show(part: ReactNode) {
  vi.stubGlobal("fetch", async () => Response.json([]));
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </Provider>,
  );
}

test("a form that is closed leaves the focus at its button", async () => {
  show(<Quizzes lesson={{ id: 1, title: "Le timbre" } as Lesson} />);
  await userEvent.click(await screen.findByRole("button", { name: "Ajouter un quiz" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await userEvent.click(screen.getByRole("button", { name: "Annuler" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ajouter un quiz" }));
});

test("a chapter that lacks something leads to the first field that is missing", async () => {
  show(<ChapterForm moduleId={1} />);
  const [title, description] = await screen.findAllByRole("textbox");
  const add = screen.getByRole("button", { name: "Ajouter le chapitre" });
  await userEvent.click(add);
  expect(document.activeElement).toBe(title);
  await userEvent.keyboard("Le timbre");
  await userEvent.click(add);
  expect(document.activeElement).toBe(description);
});
