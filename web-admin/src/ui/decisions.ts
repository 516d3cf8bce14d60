// What is decided about courses below their minimum: how one stands, and what is said of it.
import { queryOptions } from "@tanstack/react-query";
import i18next from "i18next";
import { unwrap } from "web-shared/api/client";
import { day, today } from "web-shared/format/format";
import type { Tone } from "web-shared/ui/Tag";
import { type CourseDecision, decisionsApi, type Person } from "./decisionTypes";

const t = i18next.t;
const REFRESH = 60_000; // milliseconds

/** How the start of a course stands, with the answers to its latest decision. */
export function decisionQuery(id: number) {
  return queryOptions({
    queryKey: ["courses", id, "decision"],
    refetchInterval: REFRESH,
    queryFn: () =>
      unwrap(decisionsApi.GET("/courses/admin/{id}/decision", { params: { path: { id } } })),
  });
}

export const personName = ({ name, email }: Person): string =>
  name ?? email ?? t("dashboard.decisions.unnamed");

/** Whether somebody has still to answer a proposal. */
export const isAwaited = ({ last }: CourseDecision): boolean =>
  last?.proposals.some(({ status }) => status === "OPEN") ?? false;

/** Whether the course ended with its latest decision; one that was published again goes on. */
export const isOver = ({ last, decidable }: CourseDecision): boolean =>
  decidable.length === 0 && (last?.choice === "CANCEL" || last?.choice === "OTHER_COURSE");

interface State {
  tone: Tone;
  icon?: string;
  text: string;
}

/** How it stands, in few words. */
export function stateOf(decision: CourseDecision): State {
  const { minimumLearners, decisionDay, enrolled, startConfirmed, needsDecision, last } = decision;
  const minimum = minimumLearners ?? 0;
  if (last && isOver(decision)) {
    return { tone: "neutral", text: t(`dashboard.decisions.decided.${last.choice}`) };
  }
  if (isAwaited(decision))
    return { tone: "warning", icon: "hourglass-medium", text: t("dashboard.decisions.awaited") };
  if (enrolled >= minimum)
    return {
      tone: "success",
      icon: "check-bold",
      text: t("dashboard.decisions.reached", { minimum }),
    };
  if (startConfirmed)
    return { tone: "success", icon: "check-bold", text: t("dashboard.decisions.confirmed") };
  return { tone: "warning", icon: "warning", text: dueText(needsDecision, decisionDay) };
}

function dueText(needed: boolean, decisionDay: CourseDecision["decisionDay"]): string {
  if (!decisionDay || decisionDay === today()) return t("dashboard.decisions.dueToday");
  return t(`dashboard.decisions.${needed ? "overdue" : "dueOn"}`, {
    day: day(decisionDay, "medium"),
  });
}

/** What follows from that. */
export function sentenceOf(decision: CourseDecision): string | null {
  const { minimumLearners, decisionDay, enrolled, startConfirmed, needsDecision, last } = decision;
  const count = (minimumLearners ?? 0) - enrolled;
  if (isAwaited(decision)) {
    const by = last?.answerBy;
    return by ? t("dashboard.decisions.answersBy", { day: day(by) }) : null;
  }
  if (count <= 0 || startConfirmed) return t("dashboard.decisions.starts");
  if (needsDecision || !decisionDay) return t("dashboard.decisions.nothingAlone");
  return t("dashboard.decisions.missing", { count });
}
