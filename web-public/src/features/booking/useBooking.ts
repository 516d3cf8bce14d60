// The state of the form of step 2: what is wrong, what may be shown of it, and sending it. What is wrong is said once a
// field was left, or of all fields once sending was tried.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, hasCode } from "web-shared/api/problem";
import { type SessionUser, useSession } from "web-shared/api/session";
import { fieldError } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { hold } from "./api";
import { readCheckout, saveCheckout } from "./checkout";
import { type Asked, CONSENTS, type ConsentKind, consentProblems, sentConsents } from "./consents";
import type { Draft, PersonData, PostalAddress } from "./draft";
import { bookingProblems, type Secret } from "./people";
import { keepUnsent, readUnsent } from "./unsent";
import { useAgreed } from "./useAgreed";

export type Booking = ReturnType<typeof useBooking>;

/** What a sale wants of its payer. */
interface Wanted {
  /** To be agreed to. */
  asked: Asked;
  /** It has an invoice, which is addressed to somebody. */
  invoiced: boolean;
}

export function useBooking(
  draft: Draft,
  onChange: (change: Partial<Draft>) => void,
  { asked, invoiced }: Wanted,
) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const session = useSession();
  const [secret, setSecret] = useSecret();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [given, agreeTo] = useAgreed(asked);
  const [tries, setTries] = useState(0);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  useProfile(draft, onChange);

  const known = session ? draft : { ...draft, beneficiaryId: null };
  const problems = bookingProblems(known, session ? null : secret, invoiced);
  for (const [field, problem] of consentProblems(asked, given)) problems.set(field, problem);
  const sending = useMutation({
    mutationFn: () =>
      hold(draft, session ? null : secret, sentConsents(asked, given), readCheckout()),
    onSuccess: async (held) => {
      saveCheckout(held);
      onChange({ reservationId: held.reservationId });
      queries.removeQueries({ queryKey: ["checkout", held.reservationId] });
      await navigate("/reservation/confirmation");
    },
    onError: (error) => {
      setEdited(new Set());
      if (hasCode(error, "terms_changed")) readAnew();
      if (error instanceof ApiError && error.status === 401) {
        notifyFailure(t("errors.session_expired"));
        void navigate("/login?next=/reservation/details");
      }
    },
  });

  /** Other terms are in force: what was accepted is not accepted any more. */
  function readAnew() {
    agreeTo((before) => new Set([...before].filter((kind) => kind !== "TERMS")));
    setLeft((before) => new Set([...before].filter((path) => path !== CONSENTS.TERMS.field)));
    setTries(0);
    void queries.invalidateQueries({ queryKey: ["checkout", "quote"] });
  }

  function agree(kind: ConsentKind, agreed: boolean) {
    const { field } = CONSENTS[kind];
    agreeTo((before) => {
      const others = [...before].filter((other) => other !== kind);
      return new Set(agreed ? [...others, kind] : others);
    });
    setLeft((before) => new Set(before).add(field));
    setEdited((before) => new Set(before).add(field));
  }

  /** What to write under a field: what the server said until it is edited, what is wrong once it was left. */
  function errorOf(path: string): string | undefined {
    const problem = problems.get(path);
    if (problem && (tries > 0 || left.has(path))) return t(problem);
    return edited.has(path) ? undefined : fieldError(sending.error, path);
  }

  return {
    problems,
    asked,
    given,
    agree,
    secret: session ? null : secret,
    setSecret,
    errorOf,
    left: (path: string) => setLeft((before) => new Set(before).add(path)),
    edited: (path: string) => setEdited((before) => new Set(before).add(path)),
    /** How often sending was tried with something wrong. */
    tries,
    send: () => {
      if (problems.size > 0) setTries((before) => before + 1);
      else if (!sending.isPending) sending.mutate();
    },
    sending: sending.isPending,
    failure: sending.error,
    emailTaken: hasCode(sending.error, "email_taken"),
    dismiss: sending.reset,
  };
}

/** The password of the account to be made. */
function useSecret() {
  const [secret, setSecret] = useState<Secret>(() => readUnsent().secret);
  const change = useCallback((part: Partial<Secret>) => {
    setSecret((before) => {
      const after = { ...before, ...part };
      keepUnsent({ secret: after });
      return after;
    });
  }, []);
  return [secret, change] as const;
}

/** The fields of a signed-in booker start as their profile has them; what it lacks stays as it was typed. */
function useProfile(draft: Draft, onChange: (change: Partial<Draft>) => void): void {
  const user = useSession()?.user;
  const id = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user, not for each keystroke
  useEffect(() => {
    if (user && draft.bookerData.email !== (user.email ?? "")) {
      const bookerData = profileOf(user, draft.bookerData);
      const address = addressOf(user) ?? draft.address;
      // What the profile lacks would be asked again at the next booking.
      const updateProfile = draft.updateProfile || isLacking(user);
      onChange({ bookerData, address, updateProfile });
    }
  }, [id]);
}

function profileOf(user: SessionUser, typed: PersonData): PersonData {
  const known = (name: keyof PersonData) => {
    const value = user[name];
    return typeof value === "string" && value !== "" ? value : typed[name];
  };
  return {
    firstName: known("firstName"),
    lastName: known("lastName"),
    email: user.email ?? "",
    phoneNumber: known("phoneNumber"),
    dialCode: known("dialCode"),
    country: known("country"),
    birthDate: known("birthDate"),
  };
}

function addressOf({ address }: SessionUser): PostalAddress | null {
  return address ? { ...address } : null;
}

function isLacking(user: SessionUser): boolean {
  const { phoneNumber, dialCode, country, birthDate, address } = user;
  return ![phoneNumber, dialCode, country, birthDate, address].every(Boolean);
}
