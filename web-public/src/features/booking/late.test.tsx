// What the panel of a course says to whoever comes after some of its sessions.
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { addDays, day, today } from "web-shared/format/format";
import { type Answer, course, json, open, problem, quote } from "./bookingTesting";
import { clearDraft } from "./draft";

beforeEach(clearDraft);

const begun = {
  ...course,
  lateEntry: "PRO_RATA",
  sessionsSummary: { count: 6, hours: 9, next: [] },
} as unknown as Course;

/** The first module is over; of the second there are 2 sessions of 3. */
const late = (body: Record<string, unknown>) => ({
  ...quote,
  amount: 33.33,
  lines: [
    {
      moduleId: null,
      title: "Primi passi",
      amount: 33.33,
      reason: "LATE_ENTRY",
      facts: {
        full: 90,
        from: body.requestedStartDate,
        sessions: 6,
        sessionsLeft: 2,
        modules: [
          { moduleId: 1, title: "Ciao", full: 40, amount: 0, sessions: 3, sessionsLeft: 0 },
          { moduleId: 2, title: "Al bar", full: 50, amount: 33.33, sessions: 3, sessionsLeft: 2 },
        ],
      },
    },
  ],
});

const show = (answer: Answer, shown = begun) =>
  open("/course", { "POST /checkout/quote": answer }, undefined, shown);

/** What the open explanation says line by line, with plain spaces. */
const linesOf = (within: { getAllByRole: typeof screen.getAllByRole }) =>
  within
    .getAllByRole("term")
    .map((term) => term.parentElement?.textContent?.replace(/[\u00a0\u202f]/g, " "));

const panel = () => within(screen.getByRole("complementary", { name: "Réserver" }));

test("the price of what is left stands beside the former one, and says how it was computed", async () => {
  show((body) => Response.json(late(body)));
  expect(panel().getByText("Vous ne payez que les séances restantes.")).toBeTruthy();
  const former = await panel().findByText("90 €", { selector: "s" });
  expect(former.textContent).toMatch(/^au lieu de 90.€$/);
  expect(panel().queryByText("Vous ne payez que les séances restantes.")).toBeNull();
  expect(panel().getByText("2 séances à venir sur 6")).toBeTruthy();
  expect(panel().getByText("2 modules, dont 1 terminé")).toBeTruthy();

  const why = within(await panel().findByRole("group"));
  expect(why.getByText("Pourquoi ce prix ?")).toBeTruthy();
  expect(
    why.getByText(`À partir du ${day(today())}, seules les séances qui restent sont payées.`),
  ).toBeTruthy();
  expect(linesOf(why)).toEqual([
    "Ciao0 €Ses 3 séances sont passées à cette date, ses leçons sont comprises",
    "Al bar33,33 €2 séances à venir sur 3 : 50 € × 2 ÷ 3",
    "Total33,33 €au lieu de 90 €",
  ]);
});

test("a module that is over is not sold by itself; the explanation follows what is chosen", async () => {
  const { user } = show((body) => Response.json(late(body)));
  await panel().findByText("2 modules, dont 1 terminé");
  await user.click(screen.getByRole("button", { name: "S’inscrire au cours" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("checkbox", { name: /Ciao.*Terminé/ })).toHaveProperty(
    "disabled",
    true,
  );
  await user.click(dialog.getByRole("checkbox", { name: /Al bar.*33,33/ }));
  expect(linesOf(dialog)).toEqual([
    "Al bar33,33 €2 séances à venir sur 3 : 50 € × 2 ÷ 3",
    "Total33,33 €au lieu de 50 €",
  ]);
});

test("a course at its full price has no former one, and asks for none when it is FULL", async () => {
  const { times } = show(json(quote), { ...begun, lateEntry: "FULL" });
  expect(panel().getByText("90 €", { selector: "p" })).toBeTruthy();
  expect(panel().queryByText("Pourquoi ce prix ?")).toBeNull();
  expect(times("POST /checkout/quote")).toBe(0);
});

test("without a session left today nothing is sold; a later day alone is only refused", async () => {
  const over = problem(409, "sessions_over");
  show(over);
  expect(await panel().findByText("Toutes les séances de ce cours ont eu lieu.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "S’inscrire au cours" })).toBeNull();
});

test("a day after the last session is refused where it is written", async () => {
  const start = addDays(today(), 3);
  const { user } = show(
    (body) =>
      body.requestedStartDate === start
        ? problem(409, "sessions_over")()
        : Response.json(late(body)),
    { ...begun, startDate: start },
  );
  const field = await panel().findByLabelText("Date de démarrage souhaitée");
  expect(await panel().findByText("Toutes les séances de ce cours ont eu lieu.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, day(today(), "short"));
  expect(await panel().findByText("2 séances à venir sur 6")).toBeTruthy();
  expect(panel().queryByText("Toutes les séances de ce cours ont eu lieu.")).toBeNull();
});
