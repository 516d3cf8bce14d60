// What is said of a preview: the seats that are left, and what the last button does.
import i18next from "i18next";
import { money } from "web-shared/format/format";
import type { DecidedReservation, DecisionPreview, Person } from "../../ui/decisionTypes";

const t = i18next.t;

/** Without a number: as many as want to. */
export function seatsText(left: number | null | undefined): string {
  if (typeof left !== "number") return t("dashboard.decisions.noLimit");
  return t("dashboard.decisions.seats", { count: left });
}

/** How many people are asked: who pays for several answers for each, but is one. */
export function askedCount({ reservations }: Pick<DecisionPreview, "reservations">): number {
  const asked = reservations.filter(({ outcome }) => outcome === "ASKED");
  return new Set(asked.map(keyOf)).size;
}

function keyOf({ id, payer }: DecidedReservation): string {
  return identityOf(payer) ?? String(id);
}

const identityOf = ({ email, name }: Person) => email ?? name;

/** "Proposer les nouvelles dates à 3 personnes" */
export function actionText(preview: DecisionPreview): string {
  const { choice, people, refundNow, byHandNow } = preview;
  const asked = askedCount(preview);
  const back = refundNow + byHandNow;
  if (choice === "CONFIRM") {
    return people > 0
      ? t("dashboard.decisions.submit.confirmTelling", { count: people })
      : t("dashboard.decisions.submit.confirm");
  }
  if (choice === "CANCEL") {
    return back > 0
      ? t("dashboard.decisions.submit.cancelRefunding", { amount: money(back) })
      : t("dashboard.decisions.submit.cancel");
  }
  if (choice === "NEW_DATES") {
    return asked > 0
      ? t("dashboard.decisions.submit.newDatesTo", { count: asked })
      : t("dashboard.decisions.submit.newDates");
  }
  return asked > 0
    ? t("dashboard.decisions.submit.otherCourseTo", { count: asked })
    : t("dashboard.decisions.submit.otherCourse");
}
