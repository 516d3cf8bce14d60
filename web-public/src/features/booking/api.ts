// The calls of a booking: quote, hold, read again, pay with a test card, complete.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { clockOffset } from "web-shared/api/clockOffset";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { isDay } from "web-shared/format/days";
import type { readCard } from "./card";
import { type Checkout, forgetTabKey, tabKey } from "./checkout";
import type { sentConsents } from "./consents";
import type { Draft } from "./draft";
import type { Secret } from "./people";

type Schemas = components["schemas"];

export type QuoteLine = Schemas["Line"];
/** A held seat with its payment. */
export type Hold = Schemas["CheckoutState"];
export type Completed = Schemas["Completed"];
export type PaymentConfig = Schemas["PaymentConfig"];
export type CardAnswer = Schemas["Confirmation"];

export const paymentConfigQuery = queryOptions({
  queryKey: ["payment", "config"],
  queryFn: () => unwrap(api.GET("/payment/config", {})),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What this selection costs this person, who may own a part of the course already, and what it asks to be agreed to. */
export function quoteQuery(draft: Draft, signedInAs: number | undefined) {
  const { courseId, reservedModuleIds, reservationTarget, requestedStartDate } = draft;
  const forAnother = reservationTarget === "other";
  const learner = forAnother ? draft.beneficiaryData : draft.bookerData;
  const birthDate = isDay(learner.birthDate) ? learner.birthDate : undefined;
  const beneficiaryId =
    (forAnother && signedInAs !== undefined && draft.beneficiaryId) || undefined;
  const selection = {
    courseId,
    reservedModuleIds,
    reservationTarget,
    requestedStartDate,
    birthDate,
    beneficiaryId,
  };
  return queryOptions({
    queryKey: ["checkout", "quote", selection, signedInAs],
    queryFn: () => unwrap(api.POST("/checkout/quote", { body: selection })),
  });
}

/** Holds the seat; with a hold before it, takes that one's place. */
export function hold(
  draft: Draft,
  secret: Secret | null,
  consents: ReturnType<typeof sentConsents>,
  before: Checkout | null,
): Promise<Schemas["OpenCheckout"]> {
  const call = unwrap(
    api.POST("/checkout", {
      headers: { "Idempotency-Key": tabKey() },
      body: {
        courseId: draft.courseId,
        reservedModuleIds: draft.reservedModuleIds,
        requestedStartDate: draft.requestedStartDate,
        reservationTarget: draft.reservationTarget,
        bookerData: { ...draft.bookerData, address: wholeAddress(draft), ...secret },
        ...learnerOf(draft, secret === null),
        updateProfile: draft.updateProfile,
        ...consents,
        ...before,
      },
    }),
  );
  // An answer was heard: the next request is another one.
  return call.catch((error) => {
    if (error instanceof ApiError) forgetTabKey();
    throw error;
  });
}

/** Where the invoice goes; a sale without one asks for no address, and a part of one is none. */
function wholeAddress({ address }: Draft) {
  return Object.values(address).every((part) => part.trim() !== "") ? address : undefined;
}

/** Somebody else who will learn: one booked for before, or as typed. */
function learnerOf(draft: Draft, signedIn: boolean) {
  if (draft.reservationTarget !== "other") return {};
  return signedIn && draft.beneficiaryId !== null
    ? { beneficiaryId: draft.beneficiaryId }
    : { beneficiaryData: draft.beneficiaryData };
}

/** The hold of this tab, and how far the server's clock is ahead of this one. */
export function holdQuery({ reservationId, checkoutToken }: Checkout) {
  return queryOptions({
    queryKey: ["checkout", reservationId],
    queryFn: async (): Promise<Hold & { offset: number }> => {
      const call = api.GET("/checkout/{id}", {
        params: { path: { id: reservationId }, header: { "X-Checkout-Token": checkoutToken } },
      });
      const held = await unwrap(call);
      const { response } = await call;
      return { ...held, offset: clockOffset(response) };
    },
  });
}

export function confirmCard(
  clientSecret: string,
  card: ReturnType<typeof readCard>,
): Promise<CardAnswer> {
  return unwrap(api.POST("/payment/sandbox/confirm", { body: { clientSecret, ...card } }));
}

export function answerBank(
  clientSecret: string,
  action: "approve" | "reject",
): Promise<CardAnswer> {
  return unwrap(api.POST("/payment/sandbox/confirm", { body: { clientSecret, action } }));
}

const PATIENCE = 60; // attempts
const PAUSE = 1500; // milliseconds

/** The enrolment of a paid reservation. Asks again while the payment is on its way. */
export async function complete({ reservationId, checkoutToken }: Checkout): Promise<Completed> {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const call = api.POST("/checkout/{id}/complete", {
      params: { path: { id: reservationId } },
      body: { checkoutToken },
    });
    const completed = await unwrap(call);
    if ((await call).response.status !== 202) return completed;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new StillProcessing();
}

/** The provider has not decided yet. */
export class StillProcessing extends Error {}
