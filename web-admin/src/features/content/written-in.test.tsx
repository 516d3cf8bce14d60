// The school's texts are written in French, whatever the window speaks: fields say so, to spelling and screen readers.
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { ChapterForm } from "./ChapterForm";

test("the fields of a chapter are in French", async () => {
  // jsdom has no fonts, after which fields that grow look.
  Object.assign(document, { fonts: new EventTarget() });
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([]));
  const element = <ChapterForm moduleId={51} onDone={() => {}} />;
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
    </Provider>,
  );
  const fields = await screen.findAllByRole("textbox");
  expect(fields.map((field) => field.lang)).toEqual(["fr", "fr"]);
});
