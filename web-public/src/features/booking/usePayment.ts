// Paying a hold, from the button to the enrolment: one thing at a time, and nothing is charged twice.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { hasCode } from "web-shared/api/problem";
import type { FieldFault } from "web-shared/i18n/errors";
import { answerBank, type CardAnswer, confirmCard, type Hold, StillProcessing } from "./api";
import { type CardText, readCard } from "./card";
import type { Checkout } from "./checkout";
import { type Bought, finish } from "./finish";
import type { OverReason } from "./Over";

export type PaymentFlow = ReturnType<typeof usePayment>;

/** What the provider answered instead of money: faults of fields, or one reason. */
export class CardRefused extends Error {
  readonly fields: FieldFault[];
  readonly reason: { code: string; message: string };

  constructor({ error, fields = [] }: CardAnswer) {
    super(error?.code ?? "payment_failed");
    this.reason = error ?? { code: "payment_failed", message: "" };
    this.fields = fields.length === 0 && error?.field ? [{ ...error, name: error.field }] : fields;
  }
}

/** `onDone`: the learner is enrolled; null: the bank takes its time, and is asked again elsewhere. */
export function usePayment(
  checkout: Checkout,
  held: Hold,
  onDone: (bought: Bought | null) => void,
) {
  const [asksBank, setAsksBank] = useState(false);
  const enrolment = useEnrolment(checkout, onDone);
  const secret = held.clientSecret ?? "";

  async function settle(answer: CardAnswer) {
    setAsksBank(answer.status === "requires_action");
    if (answer.status === "failed") {
      throw new CardRefused(answer);
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
  const paid = held.paid || held.status === "CONFIRMED";
  const start = enrolment.start;
  useEffect(() => {
    if (paid) start();
  }, [paid, start]);

  return {
    secret,
    asksBank,
    busy: card.isPending || bank.isPending || asksBank || enrolment.pending,
    /** Money moved, the enrolment is not known yet. */
    paid: enrolment.started && !hasCode(enrolment.error, "unpaid"),
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

function useEnrolment(checkout: Checkout, onDone: (bought: Bought | null) => void) {
  const running = useRef(false);
  const { mutate, ...enrolment } = useMutation({
    mutationFn: () => finish(checkout),
    onSuccess: (bought) => {
      onDone(bought);
    },
    onError: (error) => {
      if (error instanceof StillProcessing) onDone(null);
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
    started: !enrolment.isIdle,
    pending: enrolment.isPending,
    error: enrolment.error,
    refused: overReason(enrolment.error),
  };
}

function overReason(error: unknown): OverReason | null {
  if (hasCode(error, "refunded")) return "refunded";
  return hasCode(error, "expired", "gone") ? "expired" : null;
}
