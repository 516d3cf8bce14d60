// How figures are compared with those of the period before, seen and heard.
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import type { Sales, Stats } from "./api";
import { Following } from "./Following";
import { Funnel } from "./Funnel";
import { Headline } from "./Headline";

const NO_SALES: Sales = { bookings: 0, free: 0, granted: 0, revenue: 0, refunded: 0 };
const EMPTY = { opened: 0, paid: 0, expired: 0, cancelled: 0, waiting: 0, medianMinutes: null };
const FUNNEL = { opened: 10, paid: 6, expired: 2, cancelled: 1, waiting: 1, medianMinutes: 4 };

function show(part: React.ReactNode) {
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </Provider>,
  );
}

/** What stands under a name, with the spaces of the keyboard. */
const textOf = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replace(/\s+/gu, " ").trim();
const under = (name: string) => textOf(screen.getByText(name).parentElement);

test("each step is compared with the period before, in count and share", () => {
  show(
    <Funnel funnel={FUNNEL} before={{ ...EMPTY, opened: 5, paid: 4, expired: 2, cancelled: 0 }} />,
  );
  expect(under("Payées")).toContain("6 60 %+50 %En hausse de 50 % · 4 (80 %) sur la période");
  expect(under("Expirées sans paiement")).toContain("=Sans changement · 2 (40 %) sur la période");
  expect(under("Abandonnées")).toContain("—Sans comparaison · 0 (0 %) sur la période précédente");
});

test("nothing is compared with an empty period", () => {
  show(
    <>
      <Funnel funnel={FUNNEL} before={EMPTY} />
      <Headline sales={{ ...NO_SALES, revenue: 120 }} before={NO_SALES} />
    </>,
  );
  expect(screen.getAllByText("—")).toHaveLength(5 + 4);
  expect(textOf(document.body)).not.toMatch(/NaN|Infinity|null|undefined/);
});

test("where figures stand close the words are for those who hear them", () => {
  const before = { opened: 1, medianPercent: 25, completed: 0, stopped: 4 };
  const module = { id: 1, title: "Salutations", courseId: 7, courseName: "Italien A1", before };
  const modules: Stats["modules"] = [
    { ...module, opened: 40, medianPercent: 75, completed: 1, stopped: 1 },
  ];
  show(<Following modules={modules} />);
  const shown = within(screen.getByText("Salutations").closest("tr, li") as HTMLElement);
  const trend = (sign: string | RegExp) => textOf(shown.getByText(sign).parentElement);
  expect(trend("> +300 %")).toContain("En hausse de plus de 300 % · 1 sur");
  expect(trend("+50 pt")).toBe("+50 ptEn hausse de 50 pt · 25 % sur la période précédente");
  expect(trend("—")).toContain("Sans comparaison · 0 sur la période précédente");
  expect(trend(/^−75/)).toContain("En baisse de 75 % · 4 sur");
  const words = shown.getAllByText(/sur la période/);
  expect(words.map(({ className }) => className)).toEqual(Array(4).fill("hidden"));
});
