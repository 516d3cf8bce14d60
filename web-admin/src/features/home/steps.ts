// The guide of the first hour: the checklist by steps, and how far the school is in each.
import type { Check } from "../../ui/checklist";

export type StepName = Check["step"];

/** In their order, with about how many minutes each takes. */
const MINUTES: Record<StepName, number> = {
  SCHOOL: 15,
  TEACHERS: 5,
  COURSE: 20,
  MAIL: 5,
  PAYMENT: 10,
  OPENING: 5,
};

/** `again`: the public is let in already, and something that it needs is missing. `waits`: for the steps before. */
export type StepState = "done" | "again" | "current" | "next" | "waits";

export interface Step {
  name: StepName;
  checks: Check[];
  done: number;
  state: StepState;
  minutes: number;
}

/** Whether the public finds something: a published course. */
export const isOpen = (checks: readonly Check[]): boolean =>
  checks.some(({ item, done }) => item === "COURSE" && done);

export function stepsOf(checks: readonly Check[]): Step[] {
  const open = isOpen(checks);
  const steps = (Object.keys(MINUTES) as StepName[]).map((name) => {
    const own = checks.filter(({ step }) => step === name);
    const done = own.filter((check) => check.done).length;
    return { name, checks: own, done, whole: done === own.length };
  });
  const current = steps.find(({ whole }) => !whole)?.name;
  return steps.map(({ whole, ...step }) => ({
    ...step,
    minutes: MINUTES[step.name],
    state: whole
      ? "done"
      : open && step.name !== "OPENING"
        ? "again"
        : step.name === current
          ? "current"
          : step.name === "OPENING"
            ? "waits"
            : "next",
  }));
}

/** Minutes that are left, about. */
export const minutesLeft = (steps: readonly Step[]): number =>
  steps.reduce((sum, { state, minutes }) => sum + (state === "done" ? 0 : minutes), 0);

/** The numbers of the steps that the last one waits for. */
export const awaited = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ name, state }, at) => (name === "OPENING" || state === "done" ? [] : [at + 1]));
