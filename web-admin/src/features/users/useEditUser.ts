// The form of a user being changed. Another role is asked about before it is saved.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { updateUser } from "web-shared/api/session";
import { notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type User, useUpdateUser } from "./api";
import { changesOf, type Person, personOf, refusalOf } from "./person";

export function useEditUser(user: User, own: boolean, onDone: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutateAsync } = useUpdateUser(user.id);
  const [asking, setAsking] = useState(false);
  const form = useVersionedForm<User, Person>({
    row: user,
    draftOf: personOf,
    refusalOf,
    // What is typed of other people is not kept on this computer.
    keptAs: () => null,
    save: (person, over) =>
      mutateAsync({ ...changesOf(personOf(over), person), version: (over ?? user).version }),
    onSaved: (saved, more) => {
      notifySuccess(t("dashboard.users.saved"));
      if (own) updateUser(saved);
      if (own && saved.role !== "ADMIN") void navigate("/accueil");
      if (!more) onDone();
    },
  });
  return {
    ...form,
    asking,
    submit: () => {
      if (!form.unsaved) onDone();
      else if (form.draft.role !== form.base.draft.role) setAsking(true);
      else form.submit();
    },
    send: () => {
      setAsking(false);
      form.submit();
    },
    giveUp: () => setAsking(false),
  };
}
