// The way back to a seat that is held: with this tab's token straight to its payment, else through the details
// again. Sent by its own payer, the new hold takes the place of the old one.
import type { components } from "web-shared/api/schema";
import { readCheckout } from "./checkout";
import { nobody, readDraft, saveDraft, startDraft } from "./draft";

type Held = components["schemas"]["Reservation"];

/** Makes the draft ready and answers where to go on. */
export function resumeHold(held: Held, originRoute: string): string {
  const draft = readDraft();
  if (readCheckout()?.reservationId === held.id && draft?.courseId === held.courseId) {
    return "/reservation/confirmation";
  }
  startDraft({
    courseId: held.courseId,
    reservedModuleIds: held.reservedModuleIds,
    requestedStartDate: held.requestedStartDate,
    originRoute,
  });
  const started = readDraft();
  if (!started || !held.purchase) return originRoute;
  const { forAnother: other, learnerEmail } = held.purchase;
  // Children without an e-mail cannot be told apart by it.
  const known = learnerEmail !== "" && started.beneficiaryData.email === learnerEmail;
  saveDraft({
    ...started,
    reservationTarget: other ? "other" : "self",
    beneficiaryId: other ? (held.userId ?? null) : null,
    beneficiaryData: other && !known ? { ...nobody, email: learnerEmail } : started.beneficiaryData,
  });
  return "/reservation/details";
}
