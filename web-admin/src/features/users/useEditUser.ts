// The state of a user being changed: what was typed, what it started from, and what came of saving it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { updateUser } from "web-shared/api/session";
import { conflicts, differences, merge } from "web-shared/merge";
import { notifySuccess } from "web-shared/ui/notify";
import { changedMeanwhile, type User, useUpdateUser } from "./api";
import { changesOf, type Person, personOf } from "./person";
import { usePerson } from "./usePerson";

export function useEditUser(user: User, own: boolean, onDone: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const saving = useUpdateUser(user.id);
  const [base, setBase] = useState(user);
  const [asking, setAsking] = useState(false);
  const [meanwhile, setMeanwhile] = useState<User | null>(null);
  const form = usePerson(personOf(user), saving.error);
  const before = personOf(base);
  const unsaved = differences(before, form.person).length > 0;

  function save(typed: Person, from: User) {
    setAsking(false);
    form.sending();
    saving.mutate(
      { ...changesOf(personOf(from), typed), version: from.version },
      {
        onSuccess: (saved) => done(saved),
        onError: (error) => {
          const account = changedMeanwhile(error);
          if (account) meet(typed, from, account);
        },
      },
    );
  }

  /** Both changes at once when they do not touch; else one of them is chosen. */
  function meet(typed: Person, from: User, account: User) {
    if (conflicts(personOf(from), typed, personOf(account)).length > 0) {
      return setMeanwhile(account);
    }
    save(start(account, merge(personOf(from), typed, personOf(account))), account);
  }

  function start(account: User, typed: Person): Person {
    setBase(account);
    form.setPerson(typed);
    return typed;
  }

  function done(saved: User) {
    notifySuccess(t("dashboard.users.saved"));
    if (own) updateUser(saved);
    if (own && saved.role !== "ADMIN") void navigate("/accueil");
    onDone();
  }

  return {
    form,
    unsaved,
    asking,
    base: before,
    /** As somebody else saved it, where it cannot be had together with what was typed. */
    meanwhile: meanwhile && personOf(meanwhile),
    saving: saving.isPending,
    failure: changedMeanwhile(saving.error) ? null : saving.error,
    submit: () => {
      if (!unsaved) onDone();
      else if (form.person.role !== before.role) setAsking(true);
      else save(form.person, base);
    },
    send: () => save(form.person, base),
    giveUp: () => setAsking(false),
    /** The fields that take what was saved meanwhile; null to think again. */
    choose: (givenUp: ReadonlySet<string> | null) => {
      setMeanwhile(null);
      if (!meanwhile || !givenUp) return;
      saving.reset();
      start(meanwhile, merge(before, form.person, personOf(meanwhile), givenUp));
    },
  };
}
