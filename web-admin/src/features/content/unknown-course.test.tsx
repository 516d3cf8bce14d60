// The address of a course that is not there.
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { LearnerPreviewPage } from "./LearnerPreviewPage";
import { ModulesPage } from "./ModulesPage";

test.each([
  ["its modules", <ModulesPage key="modules" />],
  ["its preview", <LearnerPreviewPage key="preview" />],
])("%s: the page says so, and offers nothing that cannot help", async (_, page) => {
  const problem = { status: 404, code: "not_found", message: "" };
  vi.stubGlobal("fetch", async () => Response.json(problem, { status: 404 }));
  const router = createMemoryRouter([{ path: "/course/:id", element: page }], {
    initialEntries: ["/course/99"],
  });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByText("Ce cours n’existe pas ou n’existe plus.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull();
  expect(screen.queryByText(/…/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Aperçu élève" })).toBeNull();
});
