// A sale at the desk while it is written: its draft, what it costs, what is missing, and its sending.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { money, today } from "web-shared/format/format";
import { currentLanguage, type InterfaceLanguage } from "web-shared/i18n/i18n";
import type { Method } from "./api";
import { type DeskPerson, NOBODY, sentPerson, withoutPerson } from "./DeskPerson";
import { priceQuery, useDeskSale } from "./deskSales";

export interface DeskSaleDraft {
  learner: DeskPerson;
  /** null: the learner pays. */
  payer: DeskPerson | null;
  /** Of the mails and the invoice. */
  language: InterfaceLanguage;
  courseId: number | null;
  whole: boolean;
  moduleIds: number[];
  start: string;
  /** The money is here; else the seat is held. */
  paid: boolean;
  method: Method | null;
  note: string;
}

const begun = (): DeskSaleDraft => ({
  learner: NOBODY,
  payer: null,
  language: currentLanguage(),
  courseId: null,
  whole: true,
  moduleIds: [],
  start: today(),
  paid: true,
  method: null,
  note: "",
});

export type DeskSaleForm = ReturnType<typeof useDeskSaleForm>;

/** `onSold`: the reservation, and whether it is paid. */
export function useDeskSaleForm(onSold: (id: number, paid: boolean, price: string) => void) {
  const [draft, setDraft] = useState(begun);
  const [asked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useDeskSale();
  const { courseId, whole, method } = draft;
  const modules = whole ? [] : draft.moduleIds;
  const withoutModules = !whole && modules.length === 0;
  const price = useQuery(priceQuery(courseId, withoutModules ? null : modules, draft.start));
  const amount = price.data?.amount;
  const written = amount === undefined ? "" : money(amount);
  const pays = draft.paid && amount !== 0;
  const people = draft.payer ? [draft.learner, draft.payer] : [draft.learner];
  const complete =
    !people.some(withoutPerson) && courseId && !withoutModules && (!pays || method !== null);

  function submit() {
    setAsked(true);
    if (!complete || amount === undefined) return;
    const sale = {
      courseId,
      reservedModuleIds: modules,
      requestedStartDate: draft.start,
      amount,
      learner: sentPerson(draft.learner),
      ...(draft.payer && { payer: sentPerson(draft.payer) }),
      language: draft.language,
      ...(pays && { payment: { method, note: draft.note.trim() } }),
    };
    void mutateAsync(sale).then(
      ({ id }) => onSold(id, pays, written),
      () => null,
    );
  }

  return {
    draft,
    set: (change: Partial<DeskSaleDraft>) => setDraft((before) => ({ ...before, ...change })),
    asked,
    withoutModules,
    price,
    amount,
    written,
    pays,
    busy: isPending,
    error,
    submit,
  };
}
