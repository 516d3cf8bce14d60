// The state of the form of one's own data: what was typed, what it started from, and what came of saving it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { conflicts, differences, merge } from "web-shared/merge";
import { notifySuccess } from "web-shared/ui/notify";
import { changedMeanwhile, type User, useSaveOwn } from "./api";
import { type Own, type OwnField, ownOf, pathOf, sentOf } from "./own";

/** The account as somebody else saved it, and the fields in which it cannot be had together with what was typed. */
export interface Meanwhile {
  account: User;
  fields: OwnField[];
}

export function useOwnData(user: User) {
  const { t } = useTranslation();
  const [base, setBase] = useState(user);
  const [typed, setTyped] = useState<Own>(() => ownOf(user));
  const [corrected, setCorrected] = useState<ReadonlySet<OwnField>>(new Set());
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const saving = useSaveOwn(user.id);
  const unsaved = differences(typed, ownOf(base)).length > 0;

  function startFrom(account: User) {
    setBase(account);
    setTyped(ownOf(account));
  }
  // A newer account came while nothing was typed.
  if (user.version > base.version && !unsaved) startFrom(user);

  function send(own: Own, from: User) {
    setCorrected(new Set());
    saving.mutate(
      { ...sentOf(own), version: from.version },
      {
        onSuccess: (saved) => {
          startFrom(saved);
          notifySuccess(t("profile.own.saved"));
        },
        onError: (error) => {
          const account = changedMeanwhile(error);
          if (account) meet(own, from, account);
        },
      },
    );
  }

  /** Both changes at once when they do not touch; else the person chooses. */
  function meet(own: Own, from: User, account: User) {
    const fields = conflicts(ownOf(from), own, ownOf(account));
    if (fields.length > 0) return setMeanwhile({ account, fields });
    keep(own, from, account, new Set());
  }

  function keep(own: Own, from: User, account: User, givenUp: ReadonlySet<OwnField>) {
    const merged = merge(ownOf(from), own, ownOf(account), givenUp);
    setMeanwhile(null);
    setBase(account);
    setTyped(merged);
    if (differences(merged, ownOf(account)).length > 0) send(merged, account);
    else saving.reset();
  }

  const stale = changedMeanwhile(saving.error) !== null;
  return {
    typed,
    unsaved,
    saving: saving.isPending,
    failure: stale ? null : saving.error,
    meanwhile,
    errorOf: (name: OwnField) =>
      corrected.has(name) ? undefined : fieldError(saving.error, pathOf(name)),
    edit: (name: OwnField, value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setCorrected((before) => new Set(before).add(name));
    },
    save: () => send(typed, base),
    undo: () => {
      saving.reset();
      startFrom(base);
    },
    /** Of a conflict: which fields take what was saved meanwhile; null to think again. */
    choose: (givenUp: ReadonlySet<OwnField> | null) => {
      if (meanwhile && givenUp) keep(typed, base, meanwhile.account, givenUp);
      else setMeanwhile(null);
    },
  };
}
