// The account with which a teacher signs in: whether there is one, an invitation to make it, and the end of the link.
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day, dayOf } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { Tag } from "web-shared/ui/Tag";
import { FormDialog } from "../../ui/FormDialog";
import { MailAddress } from "../../ui/MailAddress";
import { SchoolRowAction } from "../../ui/RowActions";
import { type Teacher, useInvite, useUnlink } from "./api";
import styles from "./Reference.module.css";

export const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function AccountState({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation();
  const { accountEmail, invitedAt } = teacher;
  if (accountEmail) {
    return (
      <>
        <Tag tone="success">{t("dashboard.reference.account.linked")}</Tag>
        <small className={styles.address}>
          <MailAddress>{accountEmail}</MailAddress>
        </small>
      </>
    );
  }
  if (invitedAt) {
    return (
      <Tag tone="warning">
        {t("dashboard.reference.account.invited", { day: day(dayOf(invitedAt), "medium") })}
      </Tag>
    );
  }
  return <>{t("dashboard.reference.account.none")}</>;
}

export type AccountAct = "invite" | "withdraw" | "unlink";

export interface AccountDialog {
  dialog: AccountAct;
  teacher: Teacher;
}

/** What an administrator can do with it, in the menu of the row. */
export function accountActions(
  teacher: Teacher,
  onOpen: (open: AccountDialog) => void,
  words: (of: AccountAct | "again") => { label: string; text: string },
) {
  if (teacher.accountEmail) {
    return [
      <SchoolRowAction
        key="unlink"
        icon="link-simple"
        {...words("unlink")}
        onClick={() => onOpen({ dialog: "unlink", teacher })}
      />,
    ];
  }
  return [
    <SchoolRowAction
      key="invite"
      icon="envelope-simple"
      {...words(teacher.invitedAt ? "again" : "invite")}
      onClick={() => onOpen({ dialog: "invite", teacher })}
    />,
    teacher.invitedAt && (
      <SchoolRowAction
        key="withdraw"
        icon="x-bold"
        {...words("withdraw")}
        onClick={() => onOpen({ dialog: "withdraw", teacher })}
      />
    ),
  ];
}

interface DialogProps {
  teacher: Teacher;
  onClose: () => void;
}

export function Invite({ teacher, onClose }: DialogProps) {
  const { t } = useTranslation();
  const known = teacher.email ?? "";
  const [email, setEmail] = useState(known);
  const [asked, setAsked] = useState(false);
  const invite = useInvite(teacher.id);
  const address = email.trim();
  const fault = !address ? "required" : !ADDRESS.test(address) ? "invalid_email" : null;

  function submit() {
    setAsked(true);
    if (fault) return;
    invite.mutate(
      { email: address },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.reference.account.sent", { email: address }));
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={t("dashboard.reference.account.inviteOne", { name: teacher.fullName })}
      action={t("dashboard.reference.account.send")}
      unsaved={email !== known}
      busy={invite.isPending}
      failed={t("dashboard.reference.account.failed")}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.lead}>{t("dashboard.reference.account.what")}</p>
      <TextInput
        label={t("fields.email")}
        description={t("dashboard.reference.account.emailHint")}
        type="email"
        value={email}
        data-autofocus
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={(asked && fault && t(`errors.${fault}`)) || fieldError(invite.error, "email")}
      />
    </FormDialog>
  );
}

/** Its link does not work any more. */
export function Withdraw({ teacher, onClose }: DialogProps) {
  const { t } = useTranslation();
  const withdraw = useUnlink(teacher.id);
  const name = teacher.fullName;
  return (
    <Confirm
      title={t("dashboard.reference.account.withdrawOne", { name })}
      action={t("dashboard.reference.account.withdraw")}
      busy={withdraw.isPending}
      failed={t("dashboard.reference.account.withdrawFailed")}
      error={withdraw.error}
      onConfirm={() =>
        withdraw.mutate(undefined, {
          onSuccess: () => {
            notifySuccess(t("dashboard.reference.account.withdrawn", { name }));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("dashboard.reference.account.withdrawWhat")}</p>
    </Confirm>
  );
}

export function Unlink({ teacher, onClose }: DialogProps) {
  const { t } = useTranslation();
  const unlink = useUnlink(teacher.id);
  const { fullName: name, accountEmail: email } = teacher;
  return (
    <Confirm
      title={t("dashboard.reference.account.unlinkOne", { name })}
      action={t("dashboard.reference.account.unlink")}
      busy={unlink.isPending}
      failed={t("dashboard.reference.account.unlinkFailed")}
      error={unlink.error}
      onConfirm={() =>
        unlink.mutate(undefined, {
          onSuccess: () => {
            notifySuccess(t("dashboard.reference.account.unlinked", { name }));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("dashboard.reference.account.unlinkWhat", { email: email ?? "" })}</p>
    </Confirm>
  );
}
