// The list of what waits, and what its writer does with what does not go through.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import type { Operation, State } from "../../platform/local";
import { runOn } from "../../platform/platform";
import type { App } from "../../platform/types";
import { STATE } from "./fixtures";
import { Operations } from "./Operations";

const OPERATION: Operation = {
  id: "a",
  kind: "chapter",
  action: "create",
  title: "Les tons",
  under: null,
  state: "waiting",
  problem: null,
  attempts: 1,
  notBefore: null,
  file: null,
  abandonable: false,
  dependents: 0,
  writtenAt: "2026-11-20T09:00:00Z",
  payload: {},
  base: null,
  place: "",
};

function open(operations: Operation[], state: Partial<State> = {}) {
  const app = {
    state: async () => ({ ...STATE, ...state }),
    operations: async () => operations,
    discard: vi.fn(async () => undefined),
    retryAll: vi.fn(async () => undefined),
  };
  runOn({ ...browser, app: app as unknown as App });
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>
        <Operations />
      </MemoryRouter>
    </Provider>,
  );
  return app;
}

afterEach(() => runOn(browser));

test("what may have arrived is given up only after a warning that says what goes with it", async () => {
  const app = open([{ ...OPERATION, abandonable: true, dependents: 2 }]);
  await userEvent.click(await screen.findByRole("button", { name: "Abandonner quand même" }));
  const dialog = await screen.findByRole("dialog", { name: /quand même/ });
  expect(dialog.textContent).toContain("peut-être parvenu");
  expect(dialog.textContent).toContain("2 changements qui en dépendent");
  expect(app.discard).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Abandonner quand même" }));
  expect(app.discard).toHaveBeenCalledWith("a", true);
});

test("an account that may not write is told once for all that waits, which can be tried again", async () => {
  const app = open([OPERATION, { ...OPERATION, id: "b" }], { denied: { code: "forbidden" } });
  expect(await screen.findAllByText(/ne peut plus modifier/)).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Tout réessayer" }));
  expect(app.retryAll).toHaveBeenCalledOnce();
});

test("everything is tried again where something was refused", async () => {
  const app = open([OPERATION, { ...OPERATION, id: "b", state: "failed" }]);
  await userEvent.click(await screen.findByRole("button", { name: "Tout réessayer" }));
  expect(app.retryAll).toHaveBeenCalledOnce();
});
