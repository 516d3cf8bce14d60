// What the pages and forms of sales say, and where they lead.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { CancelCoursePage } from "./CancelCoursePage";
import { ClassPage } from "./ClassPage";
import type { Cancellation } from "./cancellation";
import { Amount } from "./Fields";
import { Grant } from "./Grant";
import { RefundActions } from "./RefundActions";
import { WithdrawalsPage } from "./WithdrawalsPage";
import type { WithdrawalEntry } from "./withdrawals";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView ??= () => {}; // jsdom has none

type Answer = (url: URL, method: string) => Response;

function open(page: ReactNode, answer: Answer) {
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    return url.pathname.endsWith("/missed") ? Response.json([]) : answer(url, request.method);
  });
  const router = createMemoryRouter([{ path: "/course/:id", element: page }], {
    initialEntries: ["/course/7"],
  });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

beforeEach(() => endSession());

const learner = (subscriptionId: number, lastName: string) => ({
  subscriptionId,
  firstName: "Jeanne",
  lastName,
  moduleTitles: [],
  startDate: "2026-09-01",
  since: "2026-08-01",
  status: "COMPLETED",
  accessExpiresAt: "2026-12-01",
  progressionPercentage: 100,
  contact: null,
});

test("a certificate is offered to a learner who has none in force", async () => {
  const user = { ...student, role: "ADMIN" as const };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  const course = {
    id: 7,
    name: "Il caffè",
    type: "ONLINE",
    languageCode: "it",
    level: "A1",
    startDate: "2026-09-01",
    endDate: "2026-12-01",
    seatsTaken: 3,
  };
  const learners = [learner(1, "Morel"), learner(2, "Blanc"), learner(3, "Petit")];
  const certificates = [
    { id: 1, number: "ATT-1", subscriptionId: 1, revokedAt: null },
    { id: 2, number: "ATT-2", subscriptionId: 2, revokedAt: "2026-11-20T09:00:00Z" },
  ];
  open(<ClassPage />, ({ pathname }) =>
    Response.json(
      pathname.endsWith("/certificates")
        ? { items: certificates, total: 2, page: 1, size: 100 }
        : { course, learners, holds: [] },
    ),
  );
  const offered = await screen.findAllByRole("button", { name: /^Délivrer l’attestation/ });
  expect(offered.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Délivrer l’attestation : Jeanne Blanc",
    "Délivrer l’attestation : Jeanne Petit",
  ]);
});

test("staff reads and sets the level of a learner in the class list", async () => {
  const user = { ...student, role: "ADMIN" as const };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  const course = { id: 7, name: "Il caffè", type: "IN_PERSON", languageCode: "it", level: "A1" };
  const dates = { startDate: "2026-09-01", endDate: "2026-12-01", seatsTaken: 2 };
  const set: string[] = [];
  const pressed = open(<ClassPage />, ({ pathname }, method) => {
    if (method === "PATCH") set.push(pathname);
    const first = { ...learner(1, "Morel"), level: set.length > 0 ? "B2" : "B1" };
    const learners = [{ ...first, needs: "Près du tableau." }, learner(2, "Blanc")];
    return Response.json(
      method === "PATCH"
        ? { subscriptionId: 1, version: 2, level: "B2" }
        : pathname.endsWith("/certificates")
          ? { items: [], total: 0, page: 1, size: 100 }
          : { course: { ...course, ...dates }, learners, holds: [] },
    );
  });
  const level = await screen.findByRole<HTMLInputElement>("combobox", {
    name: "Niveau de Jeanne Morel",
  });
  expect(level.value).toBe("B1");
  expect(screen.getByText("Près du tableau.")).toBeTruthy();
  await pressed.click(level);
  await pressed.click(await screen.findByRole("option", { name: "B2" }));
  await waitFor(() => expect(level.value).toBe("B2"));
  expect(set).toEqual(["/api/subscriptions/1/level"]);
});

const withdrawal = (id: number, some: Partial<WithdrawalEntry>): WithdrawalEntry => ({
  id,
  reservationId: id,
  courseName: "Il caffè",
  payerEmail: `payeur${id}@exemple.test`,
  declaredAt: "2026-11-20T09:00:00Z",
  dueBy: "2026-12-04",
  outcome: "REQUESTED",
  paid: 120,
  returned: 0,
  left: 120,
  proposed: 80,
  ...some,
});

test("a withdrawal says what is proposed, or once nothing is left what went back", async () => {
  const items = [
    withdrawal(1, {}),
    withdrawal(2, { returned: 120, left: 0, proposed: 0 }),
    withdrawal(3, { outcome: "REFUNDED", returned: 119, left: 0, proposed: 0 }),
  ];
  open(<WithdrawalsPage />, () => Response.json({ items, total: 3, page: 1, size: 100 }));
  await screen.findByText(/payeur1/);
  const said = screen.getAllByText(/€/).map(({ textContent }) => textContent);
  const plain = said.map((text) => text?.replace(/\s/g, " "));
  expect(plain.filter((text) => text?.startsWith("Proposition"))).toEqual([
    "Proposition : 80,00 €",
  ]);
  expect(plain).toContain("119,00 €");
});

test("an amount shows its cents in two digits", () => {
  open(<Amount label="Montant" hint="" value={135.5} error={null} onChange={() => {}} />, () =>
    Response.json({}),
  );
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Montant" }).value).toBe("135,50");
});

const cancellation = {
  courseId: 7,
  courseName: "Il caffè",
  fingerprint: "f",
  toRefund: 0,
  byHand: 0,
  people: 0,
  reservations: [],
  holds: [],
  granted: [],
} as unknown as Cancellation;

test("a cancellation that is refused leads to the first faulty field", async () => {
  const field = { name: "reason", code: "too_long", message: "" };
  const refused = { status: 422, code: "invalid", message: "", fields: [field] };
  const user = open(<CancelCoursePage />, (_, method) =>
    method === "GET" ? Response.json(cancellation) : Response.json(refused, { status: 422 }),
  );
  const submit = await screen.findByRole("button", { name: /^Annuler le cours/ });
  const reason = screen.getByRole("textbox", { name: /^Raison/ });
  const name = screen.getByRole("textbox", { name: /Il caffè/ });
  await user.click(submit);
  expect(document.activeElement).toBe(reason);
  await user.type(reason, "Le professeur est malade");
  await user.click(submit);
  expect(document.activeElement).toBe(name);
  await user.type(name, "Il caffè");
  await user.click(submit);
  await waitFor(() => expect(document.activeElement).toBe(reason));
});

test("a gift that is refused leads to the person, whose list stays shut", async () => {
  const user = open(<Grant onClose={() => {}} />, () => Response.json([]));
  await user.click(await screen.findByRole("button", { name: "Accorder" }));
  const person = screen.getByRole("combobox", { name: "Élève" });
  await waitFor(() => expect(document.activeElement).toBe(person));
  expect(person.getAttribute("aria-expanded")).toBe("false");
});

test("a refund by hand that is refused leads to the choice of how", async () => {
  const refund = { id: 1, amount: 40, status: "PENDING", atDesk: true, providerInUse: true };
  const user = open(<RefundActions refund={refund as never} />, () => Response.json({}));
  await user.click(await screen.findByRole("button", { name: /^Noter le remboursement de 40/ }));
  const submit = await screen.findByRole("button", { name: /^Noter 40/ });
  await user.click(submit);
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]));
});
