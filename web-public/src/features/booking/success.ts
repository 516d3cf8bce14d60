// The booking this tab completed last: its page shows it again after a reload, as long as its token opens it.
import { type Checkout, isCheckout } from "./checkout";
import type { Bought } from "./finish";

const STORED = "finishedCheckout";

export function readFinished(): Checkout | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return isCheckout(stored) ? stored : null;
  } catch {
    return null;
  }
}

// As it was answered when it was completed: queries are forgotten as soon as the account it made is signed in.
let answered: Bought | null = null;

/** The purchase, when it was completed since the page was loaded. */
export function answeredPurchase({ reservationId }: Checkout): Bought | null {
  return answered?.reservation.id === reservationId ? answered : null;
}

export function saveFinished(
  { reservationId, checkoutToken }: Checkout,
  bought: Bought | null = null,
): void {
  answered = bought;
  sessionStorage.setItem(STORED, JSON.stringify({ reservationId, checkoutToken }));
}
