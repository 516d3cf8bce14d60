// Paying a hold, from the button to the enrolment: one thing at a time, and nothing is charged twice.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { currentSession, startSession } from "web-shared/api/session";
import {
  answerBank,
  type CardAnswer,
  type Completed,
  complete,
  confirmCard,
  type Hold,
  hasCode,
} from "./api";
import { type CardText, readCard } from "./card";
import { type Checkout, clearCheckout } from "./checkout";
import { clearDraft } from "./draft";
import type { OverReason } from "./Over";

export type PaymentFlow = ReturnType<typeof usePayment>;

/** What the provider answered instead of money. */
export class CardRefused extends Error {
  readonly answer: NonNullable<CardAnswer["error"]>;

  constructor(answer: NonNullable<CardAnswer["error"]>) {
    super(answer.code);
    this.answer = answer;
  }
}

export function usePayment(checkout: Checkout, held: Hold) {
  const [asksBank, setAsksBank] = useState(false);
  const enrolment = useEnrolment(checkout);
  const secret = held.clientSecret ?? "";

  async function settle(answer: CardAnswer) {
    setAsksBank(answer.status === "requires_action");
    if (answer.status === "failed") {
      throw new CardRefused(answer.error ?? { code: "payment_failed", message: "" });
    }
    if (answer.status === "succeeded") enrolment.start();
  }

  const card = useMutation({
    mutationFn: async (text: CardText) => settle(await confirmCard(secret, readCard(text))),
  });
  const bank = useMutation({
    mutationFn: async (action: "approve" | "reject") => {
      setAsksBank(false);
      await settle(await answerBank(secret, action));
    },
  });

  // Paid already, in another tab or before a reload: what is left is to be told so.
  const paid = held.status === "CONFIRMED";
  const start = enrolment.start;
  useEffect(() => {
    if (paid) start();
  }, [paid, start]);

  return {
    secret,
    asksBank,
    busy: card.isPending || bank.isPending || asksBank || enrolment.pending,
    /** Money moved, the enrolment is not known yet. */
    paid: enrolment.started,
    done: enrolment.done,
    refused: enrolment.refused,
    /** Of the card, or of the enrolment when the card went through. */
    error: enrolment.error ?? bank.error ?? card.error,
    pay: (text: CardText) => {
      bank.reset();
      card.mutate(text);
    },
    answer: bank.mutate,
    /** The provider's own form says that the card went through. */
    succeeded: enrolment.start,
    retry: enrolment.start,
  };
}

function useEnrolment(checkout: Checkout) {
  const running = useRef(false);
  const [done, setDone] = useState<{ signedIn: boolean } | null>(null);
  const { mutate, ...enrolment } = useMutation({
    mutationFn: () => complete(checkout),
    onSuccess: (completed) => {
      clearDraft();
      clearCheckout();
      enter(completed);
      setDone({ signedIn: currentSession() !== null });
    },
    onSettled: () => {
      running.current = false;
    },
  });
  const [start] = useState(() => () => {
    if (running.current) return;
    running.current = true;
    mutate();
  });
  return {
    start,
    done,
    started: !enrolment.isIdle,
    pending: enrolment.isPending,
    error: enrolment.error,
    refused: overReason(enrolment.error),
  };
}

/** The account that this booking made is signed in. */
function enter({ accessToken, refreshToken, user }: Completed): void {
  if (accessToken && refreshToken) startSession({ accessToken, refreshToken, user }, false);
}

function overReason(error: unknown): OverReason | null {
  if (hasCode(error, "refunded")) return "refunded";
  return hasCode(error, "expired") ? "expired" : null;
}
