// Signing out in a browser. Marks of roll calls that have not reached the school stay behind: that is said first.
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { countUnsent } from "../features/roll/outbox";
import { leave } from "./leave";

const load = () => import("./LeavingQuestion").then((part) => part.LeavingQuestion);
const LeavingQuestion = lazyDialog(load);

/** Where marks are made. */
export const CALLING = /\/appel$/;

/** `press` leaves, or asks first; the question is shown where `question` stands. */
export function useLeaving(): { press: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const calling = CALLING.test(useLocation().pathname);
  useEffect(() => {
    // Without a network it could no longer be fetched.
    if (calling || countUnsent() > 0) load().catch(() => undefined);
  }, [calling]);
  return {
    press: () => (countUnsent() > 0 ? setAsking(true) : void leave()),
    question: <LeavingQuestion opened={asking} onClose={() => setAsking(false)} />,
  };
}
