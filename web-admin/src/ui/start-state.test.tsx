// Whether a course starts: its state in words, what was decided last, and who may decide.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { CourseDecision, Decision, ProposalRow } from "./decisionTypes";
import { StartState, StartTag } from "./StartState";

const standing: CourseDecision = {
  ...{ courseId: 7, minimumLearners: 6, decisionDay: "2026-11-26", enrolled: 4 },
  ...{ startConfirmed: false, needsDecision: true, last: null },
  decidable: ["CONFIRM", "NEW_DATES", "OTHER_COURSE", "CANCEL"],
};

const proposal = (id: number, name: string, more: Partial<ProposalRow>): ProposalRow => ({
  ...{ id, reservationId: id + 30, status: "OPEN", answeredAt: null, refund: 240, byHand: false },
  ...{ learner: { name, email: null }, payer: { name: "Mireille Dumas", email: null } },
  ...more,
});

const last: Decision = {
  ...{
    id: 3,
    choice: "NEW_DATES",
    decidedAt: "2026-11-20T10:00:00Z",
    decidedBy: "Hélène Castagne",
  },
  ...{ reason: "Trop peu d’inscrits", answerBy: "2026-12-01", targetCourseId: null },
  ...{ oldStartDate: "2026-12-02", oldEndDate: "2027-02-10", targetCourseName: null },
  ...{ newStartDate: "2026-12-16", newEndDate: "2027-02-24" },
  proposals: [
    proposal(1, "Hugo Bernat", {}),
    proposal(2, "Océane Blanc", {
      status: "ACCEPTED",
      refund: 0,
      answeredAt: "2026-11-21T09:00:00Z",
    }),
    proposal(3, "Véra Escoffier", { status: "LAPSED", byHand: true }),
  ],
};

let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T16:55:00Z"), shouldAdvanceTime: true });
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
});

function open(more: Partial<CourseDecision> = {}, role: Role = "ADMIN", first?: () => Response) {
  answer = first ?? (() => Response.json({ ...standing, ...more }));
  vi.stubGlobal("fetch", async () => answer());
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
  const element = (
    <>
      <h2>
        <StartTag id={7} />
      </h2>
      <StartState course={{ id: 7, name: "Écrire en chinois" }} />
    </>
  );
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <Provider queries={queries}>
      <RouterProvider router={createMemoryRouter([{ path: "*", element }])} />
    </Provider>,
  );
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const plain = (text: string | null | undefined) => text?.replace(/\s+/g, " ").trim() ?? "";
const tag = async () => plain((await screen.findByRole("heading", { level: 2 })).textContent);

test.each<[string, Partial<CourseDecision>, string, RegExp]>([
  ["on the day", {}, "À décider aujourd’hui", /^Rien ne se fait tout seul/],
  ["after it", { decisionDay: "2026-11-24" }, "À décider depuis le 24 nov.", /^Rien ne se fait/],
  [
    "before it",
    { decisionDay: "2026-12-01", needsDecision: false },
    "À décider le 1er déc.",
    /^Encore 2 inscriptions pour démarrer ; sinon/,
  ],
  [
    "with enough learners",
    { enrolled: 6, needsDecision: false },
    "Confirmé, minimum 6 atteint",
    /^Le cours démarre comme prévu\./,
  ],
  [
    "confirmed with fewer",
    { startConfirmed: true, needsDecision: false },
    "Confirmé",
    /^Le cours démarre comme prévu\./,
  ],
  [
    "while people answer",
    { startConfirmed: true, needsDecision: false, last, decidable: ["CANCEL"] },
    "Réponses attendues",
    /^Les réponses sont attendues jusqu’au 1er décembre 2026/,
  ],
])("%s", async (_, more, word, sentence) => {
  open(more);
  expect(await screen.findByText((text) => sentence.test(plain(text)))).toBeTruthy();
  expect(await tag()).toBe(word);
  const enrolled = `${more.enrolled ?? 4} inscriptions, minimum 6`;
  expect(screen.getByText(enrolled)).toBeTruthy();
});

test("an administrator decides, an editor only reads", async () => {
  open();
  const way = await screen.findByRole("link", { name: /^Décider du démarrage/ });
  expect(way.getAttribute("href")).toBe("/course/7/decision");
});

test("an editor reads names and answers", async () => {
  open({ last }, "EDITOR");
  expect(await screen.findByText("Hugo Bernat")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Décider/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "Mireille Dumas" })).toBeNull();
  expect(screen.queryByText(/€/)).toBeNull();
});

test("the latest decision is told with each answer and its money", async () => {
  open({ last });
  const region = await screen.findByRole("region", { name: "Nouvelles dates proposées" });
  const text = plain(region.textContent);
  expect(text).toContain("Hélène Castagne");
  expect(text).toContain("Avant2 déc. – 10 févr.");
  expect(text).toContain("Maintenant16 déc. – 24 févr.");
  expect(text).toContain("MotifTrop peu d’inscrits");
  expect(text).toContain("Attendue");
  expect(text).toContain("240,00 € en cas de refus");
  expect(text).toMatch(/Acceptée.*0,00 €/);
  expect(text).toMatch(/Sans réponse.*240,00 € ?à la main/);
  const payer = within(region).getAllByRole("link", { name: "Mireille Dumas" })[0];
  expect(payer?.getAttribute("href")).toBe("/sales/reservations/31");
});

test("a course that has ended with its decision asks for nothing", async () => {
  open({ decidable: [], needsDecision: false, last: { ...last, choice: "CANCEL", proposals: [] } });
  expect(await screen.findByRole("region", { name: "Cours annulé" })).toBeTruthy();
  expect(await tag()).toBe("Cours annulé");
  expect(screen.queryByText(/inscriptions, minimum/)).toBeNull();
  expect(screen.queryByRole("link", { name: /^Décider/ })).toBeNull();
});

test("what does not come is asked for again", async () => {
  const failed = () => Response.json({ code: "internal", message: "" }, { status: 500 });
  const user = open({}, "ADMIN", failed);
  const retry = await screen.findByRole("button", { name: "Réessayer" });
  answer = () => Response.json(standing);
  await user.click(retry);
  expect(await tag()).toBe("À décider aujourd’hui");
});
