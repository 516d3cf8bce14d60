// Which held reservation this tab is paying for. The token opens it again after a reload; it never stands in an address.

export interface Checkout {
  reservationId: number;
  checkoutToken: string;
}

const STORED = "checkout";

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

function isCheckout(value: unknown): value is Checkout {
  return (
    typeof value === "object" &&
    value !== null &&
    "reservationId" in value &&
    "checkoutToken" in value
  );
}
