// The reservation while it is being made, in this tab's storage. A password is never part of it.
import { useCallback, useState } from "react";
import { forgetUnsent, keepUnsent } from "./unsent";

export interface PersonData {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  dialCode: string;
  country: string;
  /** `yyyy-mm-dd`, or what was typed so far. */
  birthDate: string;
}

/** Where the invoice is addressed to; its country is the booker's. */
export interface PostalAddress {
  street: string;
  postalCode: string;
  city: string;
}

export type Target = "self" | "other";

export interface Draft {
  courseId: number;
  /** Empty: the whole course. */
  reservedModuleIds: number[];
  requestedStartDate: string;
  /** Where the selection was made. */
  originRoute: string;
  bookerData: PersonData;
  address: PostalAddress;
  reservationTarget: Target | null;
  updateProfile: boolean;
  beneficiaryData: PersonData;
  beneficiaryId: number | null;
  reservationId: number | null;
  /** Of an offer of the waiting list: the seat is held already, and its price stands. */
  offered: boolean;
}

const STORED = "reservationDraft";

export const nobody: PersonData = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  dialCode: "+33",
  country: "France",
  birthDate: "",
};

export const nowhere: PostalAddress = { street: "", postalCode: "", city: "" };

/** A draft for a new selection; what was typed about people before is kept. */
export function startDraft(
  selection: Pick<Draft, "courseId" | "reservedModuleIds" | "requestedStartDate" | "originRoute"> &
    Partial<Pick<Draft, "reservationTarget" | "offered">>,
): void {
  const before = readDraft();
  // What was agreed to was said of another sale.
  if (before?.courseId !== selection.courseId) keepUnsent({ given: new Set() });
  saveDraft({
    bookerData: nobody,
    address: nowhere,
    reservationTarget: "self",
    updateProfile: false,
    beneficiaryData: nobody,
    beneficiaryId: null,
    ...before,
    offered: false,
    ...selection,
    reservationId: null,
  });
}

export function readDraft(): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return isDraft(stored) ? complete(stored) : null;
  } catch {
    return null;
  }
}

export function saveDraft(draft: Draft): void {
  sessionStorage.setItem(
    STORED,
    JSON.stringify({
      ...draft,
      bookerData: person(draft.bookerData),
      beneficiaryData: person(draft.beneficiaryData),
    }),
  );
}

export function clearDraft(): void {
  sessionStorage.removeItem(STORED);
  forgetUnsent();
}

/** The draft as state of a page; every change is stored. */
export function useDraft(): [Draft | null, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(readDraft);
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((before) => {
      if (!before) return before;
      const after = { ...before, ...part };
      saveDraft(after);
      return after;
    });
  }, []);
  return [draft, change];
}

function isDraft(value: unknown): value is Partial<Draft> & Pick<Draft, "courseId"> {
  return typeof value === "object" && value !== null && "courseId" in value;
}

function complete(stored: Partial<Draft> & Pick<Draft, "courseId">): Draft {
  return {
    reservedModuleIds: [],
    requestedStartDate: "",
    originRoute: "/cours",
    reservationTarget: "self",
    updateProfile: false,
    beneficiaryId: null,
    reservationId: null,
    offered: false,
    ...stored,
    bookerData: person(stored.bookerData),
    address: { ...nowhere, ...stored.address },
    beneficiaryData: person(stored.beneficiaryData),
  };
}

/** These seven fields and nothing else. */
function person(data: Partial<PersonData> = nobody): PersonData {
  const keys = Object.keys(nobody) as (keyof PersonData)[];
  return Object.fromEntries(
    keys.map((key) => [key, data[key] ?? nobody[key]]),
  ) as unknown as PersonData;
}
