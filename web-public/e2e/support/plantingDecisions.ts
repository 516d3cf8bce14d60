// Plants injections in courses that have too few learners: in what is told of them, of a closed day and of who pays.
import type { Caller } from "./api.ts";
import {
  answer,
  buy,
  closeOnly,
  decide,
  inDays,
  newDates,
  type SmallCourse,
  START,
  smallCourse,
} from "./decisions.ts";
import { Filling } from "./injections.ts";
import type { Planting } from "./planting.ts";

/** Decisions until each of the injections was a reason. */
const MOST_DECISIONS = 40;

export interface PlantedDecisions {
  /** New dates were proposed for this course. */
  askedId: number;
  /** This one waits for a decision, and one of its sessions moves to a day on which the school is closed. */
  undecidedId: number;
  payer: Caller;
  proposalId: number;
}

export async function plantDecisions(planting: Planting): Promise<PlantedDecisions> {
  const asked = await plantCourse(planting, "decided course");
  const undecided = await plantCourse(planting, "undecided course");
  await closeTheSchool(planting, undecided);
  const buyer = await buy(planting.school.url, asked, ["Jeanne", "Planta"]);
  const payer = buyer.caller;
  const { id } = await payer.ok("GET", "/users/me");
  await planting.until(payer, "PUT", `/users/${id}`, "payer", ({ line }) => ({
    firstName: line("firstName", 100),
    lastName: line("lastName", 100),
  }));
  // The last of them waits for its answer.
  for (let made = 0; made < MOST_DECISIONS; made += 1) {
    if (made > 0) await answer(buyer, "accept");
    const filling = new Filling(planting.texts, "decision");
    const reason = filling.lines("reason", 1000);
    await decide(planting.admin, asked, { ...newDates, decisionDay: newDates.startDate, reason });
    if (filling.isDone) break;
  }
  const [proposal] = await payer.ok("GET", "/proposals/me");
  return { askedId: asked.id, undecidedId: undecided.id, payer, proposalId: proposal.id };
}

function plantCourse(planting: Planting, name: string): Promise<SmallCourse> {
  const { line, lines } = new Filling(planting.texts, name);
  return smallCourse(planting.admin, line("name", 200), {
    location: line("location", 200),
    schedule: lines("schedule", 500),
  });
}

/** Two weeks after a session of the course. */
async function closeTheSchool(planting: Planting, { id: courseId }: SmallCourse): Promise<void> {
  const { admin, texts } = planting;
  const session = { courseId, date: inDays(START + 1), startTime: "06:00", minutes: 60 };
  await planting.send(admin, "POST", "/class-sessions", session);
  const label = new Filling(texts, "closed day").line("label", 100);
  await closeOnly(admin, START + 15, label);
}
