// Which held reservation this tab is paying for. The token opens it again after a reload; it never stands in an address.
import { freshKey } from "web-shared/api/key";

export interface Checkout {
  reservationId: number;
  checkoutToken: string;
}

const STORED = "checkout";
const TAB_KEY = "checkoutKey";

export function readCheckout(): Checkout | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return isCheckout(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function saveCheckout({ reservationId, checkoutToken }: Checkout): void {
  sessionStorage.setItem(STORED, JSON.stringify({ reservationId, checkoutToken }));
}

export function clearCheckout(): void {
  sessionStorage.removeItem(STORED);
}

/** Names this tab to the server: who lost an answer and asks again takes the place of their own hold. */
export function tabKey(): string {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known) return known;
  const fresh = freshKey();
  sessionStorage.setItem(TAB_KEY, fresh);
  return fresh;
}

export function forgetTabKey(): void {
  sessionStorage.removeItem(TAB_KEY);
}

export function isCheckout(value: unknown): value is Checkout {
  return (
    typeof value === "object" &&
    value !== null &&
    "reservationId" in value &&
    "checkoutToken" in value
  );
}
