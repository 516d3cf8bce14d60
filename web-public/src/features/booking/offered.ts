// A seat that was offered to whoever waited, once it is accepted: its booking begins with the details, and what was typed
// on the waiting list is there already.
import type { components } from "web-shared/api/schema";
import { readCheckout, saveCheckout } from "./checkout";
import { readDraft, saveDraft, startDraft } from "./draft";

type Entry = components["schemas"]["WaitlistEntry"];
type Accepted = components["schemas"]["AcceptedOffer"];

/** Makes the draft ready and answers where to go on. `origin`: the way back to the offer. */
export function takeOffered(entry: Entry, accepted: Accepted, origin: string): string {
  startDraft({
    courseId: accepted.courseId,
    reservedModuleIds: accepted.reservedModuleIds,
    requestedStartDate: accepted.requestedStartDate,
    originRoute: origin,
    reservationTarget: entry.forAnother ? "other" : "self",
    offered: true,
  });
  saveCheckout(accepted);
  const started = readDraft();
  if (started) {
    const { bookerData } = started;
    saveDraft({
      ...started,
      bookerData: {
        ...bookerData,
        firstName: bookerData.firstName || entry.firstName,
        email: entry.email ?? bookerData.email,
      },
      beneficiaryId: entry.forAnother ? (entry.beneficiaryId ?? null) : null,
      reservationId: accepted.reservationId,
    });
  }
  return "/reservation/details";
}

/** Where the booking of an accepted seat goes on that this tab has begun; null: it has begun none. */
export function resumeOffered(courseId: number): string | null {
  const draft = readDraft();
  const begun = readCheckout() !== null && draft?.offered && draft.courseId === courseId;
  return begun ? "/reservation/details" : null;
}
