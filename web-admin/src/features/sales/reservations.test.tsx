// The list of reservations: what its rows say of money that goes back, and the filter of refunds to make by hand.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Reservation } from "./api";
import { ReservationsPage } from "./ReservationsPage";
import { useSettleRefund } from "./refunds";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView ??= () => {}; // jsdom has none

type Purchase = NonNullable<Reservation["purchase"]>;
type Refund = Purchase["refunds"][number];

const refund = (id: number, some: Partial<Refund>): Refund => ({
  ...{ id, amount: 80, status: "PENDING", reason: "GOODWILL", byHand: true },
  createdAt: "2026-11-20T09:00:00Z",
  ...some,
});

const reservation = (id: number, refunded: number, refunds: Refund[]) => ({
  ...{ id, status: "CONFIRMED", courseId: 7, courseName: "Il caffè", moduleTitles: [] },
  purchase: {
    ...{ amount: 240, refunded, refunds, learnerName: `Élève ${id}`, forAnother: false },
    ...{ createdAt: "2026-11-01T09:00:00Z", confirmedBy: "CHEQUE" },
  },
});

function open(rows: (url: URL) => object[], search = "") {
  const user = { ...student, role: "ADMIN" as const };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    if (request.method === "POST") return Response.json({ id: 1, amount: 80 });
    if (!url.pathname.endsWith("/reservations")) return Response.json([]);
    asked.push(url.search);
    const items = rows(url);
    return Response.json({ items, total: items.length });
  });
  const element = (
    <>
      <ReservationsPage />
      <Settling />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }], {
    initialEntries: [`/sales/reservations${search}`],
  });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { asked, router };
}

/** Notes a refund as made, as the page of its reservation does. */
function Settling() {
  const { mutateAsync } = useSettleRefund();
  const settle = () => void mutateAsync({ id: 1, method: "CASH", note: "" });
  return (
    <button type="button" onClick={settle}>
      Noter
    </button>
  );
}

/** What the row of a reservation says of its money. */
async function moneyOf(id: number) {
  const link = await screen.findByRole("link", { name: `Élève ${id}` });
  const row = link.closest("tr");
  if (!row) throw new Error("no row");
  return within(row)
    .getAllByText(/€/)
    .map(({ textContent }) => textContent?.replace(/\s/g, " "));
}

test("money that is still to be given back by hand is not called refunded", async () => {
  open(() => [
    reservation(1, 80, [refund(1, {})]),
    reservation(2, 200.3, [
      refund(2, { amount: 40.1 }),
      refund(3, { amount: 40.2 }),
      refund(4, { amount: 120, status: "DONE" }),
    ]),
    reservation(3, 80, [refund(5, { byHand: false })]),
    reservation(4, 80, [refund(6, { status: "DONE" })]),
    reservation(5, 0, []),
  ]);
  expect(await moneyOf(1)).toEqual(["240,00 €", "à rembourser : 80,00 €"]);
  expect(await moneyOf(2)).toEqual(["240,00 €", "à rembourser : 80,30 €", "120,00 € remboursés"]);
  expect(await moneyOf(3)).toEqual(["240,00 €", "80,00 € remboursés"]);
  expect(await moneyOf(4)).toEqual(["240,00 €", "80,00 € remboursés"]);
  expect(await moneyOf(5)).toEqual(["240,00 €"]);
});

test("the filter of refunds to make stands in the address and is asked of the server", async () => {
  const { asked, router } = open(() => [reservation(1, 80, [refund(1, {})])], "?page=2");
  const person = userEvent.setup();
  await screen.findByRole("link", { name: "Élève 1" });
  expect(asked.at(-1)).not.toContain("refundByHand");
  await person.click(screen.getByRole("combobox", { name: "Remboursement" }));
  await person.click(await screen.findByRole("option", { name: "À rembourser" }));
  await waitFor(() => expect(asked.at(-1)).toContain("refundByHand=true"));
  expect(router.state.location.search).toBe("?refundByHand=true");
  await person.click(screen.getByRole("button", { name: "Réinitialiser" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("once a refund is noted as made, its reservation leaves the filtered list", async () => {
  let made = false;
  open(() => (made ? [] : [reservation(1, 80, [refund(1, {})])]), "?refundByHand=true");
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Remboursement" });
  expect(field.value).toBe("À rembourser");
  await screen.findByRole("link", { name: "Élève 1" });
  made = true;
  await userEvent.setup().click(screen.getByRole("button", { name: "Noter" }));
  expect(await screen.findByText("Rien ne correspond à cette recherche.")).toBeTruthy();
});
