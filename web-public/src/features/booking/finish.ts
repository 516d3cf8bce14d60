// The end of a booking: the enrolment, the account it made signed in, and what was typed forgotten.
import { queryOptions } from "@tanstack/react-query";
import { currentSession, startSession, updateUser } from "web-shared/api/session";
import { type Completed, complete } from "./api";
import { type Checkout, clearCheckout } from "./checkout";
import { clearDraft } from "./draft";

/** A completed purchase, without the keys to its account. */
export type Bought = Omit<Completed, "accessToken" | "refreshToken">;

export async function finish(checkout: Checkout): Promise<Bought> {
  const { accessToken, refreshToken, ...bought } = await complete(checkout);
  if (accessToken && refreshToken) {
    startSession({ accessToken, refreshToken, user: bought.user }, false);
  } else if (currentSession()?.user.id === bought.user.id) {
    // What this booking wrote into the profile is there at the next one.
    updateUser(bought.user);
  }
  clearDraft();
  clearCheckout();
  return bought;
}

/** The completed purchase, as long as its token opens it. */
export function completedQuery(checkout: Checkout) {
  return queryOptions({
    queryKey: ["checkout", checkout.reservationId, "completed"],
    queryFn: () => finish(checkout),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
