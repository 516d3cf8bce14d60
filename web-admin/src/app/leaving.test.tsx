// Signing out while marks of a roll call wait.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { note, outboxOf, send } from "../features/roll/outbox";
import { useLeaving } from "./Leaving";

const SESSION = 5;
let network: boolean;

beforeEach(() => {
  network = false;
  const user = { ...student, role: "TEACHER" as const };
  startSession({ accessToken: "a", refreshToken: crypto.randomUUID(), user }, false);
  window.dispatchEvent(new StorageEvent("storage", { key: null })); // it was emptied after the last test
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!request.url.endsWith("/attendance")) return new Response(null, { status: 204 });
    if (!network) throw new TypeError("Failed to fetch");
    const results = (await request.json()).map(({ clientId }: { clientId: string }) => ({
      clientId,
      status: "STORED",
    }));
    return Response.json({ results, roster: { session: {}, rows: [], sheet: null } });
  });
});

afterEach(endSession);

function Button() {
  const { press, question } = useLeaving();
  return (
    <>
      <button type="button" onClick={press}>
        Sortir
      </button>
      {question}
    </>
  );
}

async function press() {
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>
        <Button />
      </MemoryRouter>
    </Provider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Sortir" }));
  return user;
}

test("with nothing unsent one leaves at once", async () => {
  await press();
  await waitFor(() => expect(currentSession()).toBeNull());
});

test("unsent marks are said first, and stay for this account", async () => {
  note(SESSION, [{ subscriptionId: 1, status: "PRESENT" }]);
  const user = await press();
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1 geste d’appel n’a pas atteint l’école.");
  expect(currentSession()).not.toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Se déconnecter quand même" }));
  await waitFor(() => expect(currentSession()).toBeNull());
  expect(JSON.parse(localStorage.getItem(`roll:${student.id}:${SESSION}`) ?? "[]")).toHaveLength(1);
});

test("what can be sent is sent while one is asked", async () => {
  network = true;
  note(SESSION, [{ subscriptionId: 1, status: "PRESENT" }]);
  await press();
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.textContent).toContain("ont atteint l’école"));
  expect(outboxOf(SESSION).waiting).toEqual([]);
});

test("what the school has refused is not said to leave later", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: "session_cancelled", message: "" }, { status: 409 }),
  );
  note(SESSION, [{ subscriptionId: 1, status: "PRESENT" }]);
  await send(SESSION);
  await press();
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("L’école n’a pas pris 1 geste.");
  expect(dialog.textContent).not.toContain("connecte de nouveau");
});
