// Accepting an offered seat: it is held from then on, and its booking goes on with the details.
import { useLocation, useNavigate } from "react-router";
import { type AcceptedOffer, type Entry, type Token, useAccept } from "./api";

/** Makes ready to book an accepted seat, and answers where. `origin`: the way back. */
type ToBooking = (entry: Entry, accepted: AcceptedOffer, origin: string) => string;

/** The way to the booking, handed in by the app. */
export interface Booking {
  take: ToBooking;
  /** Where it goes on, if this tab has begun it. */
  resume: (courseId: number) => string | null;
}

interface Accepting {
  entry: Entry;
  token: Token;
  booking: Booking;
}

export function useAccepting({ entry, token, booking }: Accepting) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { mutate, isPending, error } = useAccept(entry, token);
  return {
    isPending,
    error,
    accept: () =>
      mutate(undefined, {
        onSuccess: (accepted) =>
          void navigate(booking.take(entry, accepted, pathname + search + hash)),
      }),
  };
}
