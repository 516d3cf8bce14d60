// The teachers, by name.
import { Checkbox, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { FileField } from "../../ui/FileField";
import {
  languagesQuery,
  type Teacher,
  type TeacherInput,
  teacherCalls,
  teachersQuery,
  useWriting,
} from "./api";
import styles from "./Reference.module.css";
import { type FieldsProps, Section } from "./Section";
import {
  type AccountAct,
  type AccountDialog,
  AccountState,
  ADDRESS,
  accountActions,
  Invite,
  Unlink,
  Withdraw,
} from "./TeacherAccount";

const BLANK = {
  firstName: "",
  lastName: "",
  email: "",
  experienceYears: 0 as number | string,
  bio: "",
  photoUrl: "",
  languagesTaught: [] as string[],
};
type Draft = typeof BLANK;

function draftOf(teacher: Teacher): Draft {
  const { firstName, lastName, email, experienceYears, bio, photoUrl, languagesTaught } = teacher;
  return {
    firstName,
    lastName,
    email: email ?? "",
    experienceYears,
    bio: bio ?? "",
    photoUrl: photoUrl ?? "",
    languagesTaught,
  };
}

const DIALOGS = { invite: Invite, withdraw: Withdraw, unlink: Unlink };

export function Teachers() {
  const { t } = useTranslation();
  const admin = useSession()?.user.role === "ADMIN";
  const [open, setOpen] = useState<AccountDialog | null>(null);
  const languages = useQuery(languagesQuery).data ?? [];
  const called = (code: string) => languages.find((one) => one.code === code)?.name ?? code;
  const required = (text: string) => !text.trim() && t("errors.required");
  const words = (name: string) => (of: AccountAct | "again") => ({
    label: t(`dashboard.reference.account.${of}One`, { name }),
    text: t(`dashboard.reference.account.${of}`),
  });
  const rows = (
    <Section<Teacher, Draft, TeacherInput>
      name="teachers"
      found={useQuery(teachersQuery)}
      nameOf={({ fullName }) => fullName}
      writing={useWriting(teacherCalls)}
      blank={BLANK}
      draftOf={draftOf}
      inputOf={({ bio, photoUrl, experienceYears, ...draft }) => ({
        ...draft,
        bio: bio.trim() || null,
        photoUrl: photoUrl.trim() || null,
        experienceYears: Number(experienceYears),
      })}
      faultsOf={({ firstName, lastName, email, experienceYears }) => ({
        firstName: required(firstName),
        lastName: required(lastName),
        email: required(email) || (!ADDRESS.test(email.trim()) && t("errors.invalid_email")),
        experienceYears: Number(experienceYears) < 0 && t("errors.too_small", { min: 0 }),
      })}
      labels={{
        firstName: t("fields.firstName"),
        lastName: t("fields.lastName"),
        email: t("fields.email"),
        experienceYears: t("dashboard.reference.years"),
        bio: t("dashboard.reference.bio"),
        photoUrl: t("dashboard.reference.photo"),
        languagesTaught: t("dashboard.reference.taught"),
      }}
      shown={(value) => (Array.isArray(value) ? value.map(called).join(", ") : String(value))}
      columns={[
        {
          id: "name",
          place: "title",
          header: t("dashboard.reference.name"),
          cell: ({ row: { original } }) => (
            <>
              <b lang="fr">{original.fullName}</b>
              <small className={styles.address}>
                <a href={`mailto:${original.email}`}>{original.email}</a>
              </small>
            </>
          ),
        },
        {
          id: "languages",
          long: true,
          header: t("dashboard.reference.taught"),
          cell: ({ row: { original } }) => (
            <span lang="fr">{original.languagesTaught.map(called).join(", ") || "—"}</span>
          ),
        },
        {
          id: "account",
          place: "tag",
          header: t("dashboard.reference.account.title"),
          cell: ({ row: { original } }) => <AccountState teacher={original} />,
        },
        {
          id: "years",
          header: t("dashboard.reference.years"),
          numeric: true,
          cell: ({ row: { original } }) =>
            t("dashboard.reference.yearCount", { count: original.experienceYears }),
        },
      ]}
      fields={(props) => <Fields {...props} languages={languages} />}
      {...(admin && { more: (row) => accountActions(row, setOpen, words(row.fullName)) })}
    />
  );
  const Dialog = open && DIALOGS[open.dialog];
  return (
    <>
      {rows}
      {open && Dialog && <Dialog teacher={open.teacher} onClose={() => setOpen(null)} />}
    </>
  );
}

interface TeacherFieldsProps extends FieldsProps<Draft> {
  languages: { code: string; name: string }[];
}

function Fields({ draft, edit, errorOf, languages }: TeacherFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("fields.firstName")}
        value={draft.firstName}
        maxLength={100}
        onChange={(event) => edit({ firstName: event.currentTarget.value })}
        error={errorOf("firstName")}
      />
      <TextInput
        label={t("fields.lastName")}
        value={draft.lastName}
        maxLength={100}
        onChange={(event) => edit({ lastName: event.currentTarget.value })}
        error={errorOf("lastName")}
      />
      <TextInput
        label={t("fields.email")}
        description={t("dashboard.reference.emailHint")}
        type="email"
        value={draft.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={errorOf("email")}
      />
      <FileField
        label={t("fields.optional", { field: t("dashboard.reference.photo") })}
        description={t("dashboard.reference.flagHint")}
        value={draft.photoUrl}
        onChange={(photoUrl) => edit({ photoUrl })}
        kinds={["IMAGE"]}
        error={errorOf("photoUrl")}
      />
      <NumberInput
        label={t("dashboard.reference.years")}
        value={draft.experienceYears}
        min={0}
        allowDecimal={false}
        clampBehavior="none"
        onChange={(experienceYears) => edit({ experienceYears })}
        error={errorOf("experienceYears")}
      />
      <Checkbox.Group
        label={t("dashboard.reference.taught")}
        value={draft.languagesTaught}
        onChange={(languagesTaught) => edit({ languagesTaught })}
        error={errorOf("languagesTaught")}
      >
        <div className={styles.checks}>
          {languages.map(({ code, name }) => (
            <Checkbox key={code} value={code} label={<span lang="fr">{name}</span>} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={t("fields.optional", { field: t("dashboard.reference.bio") })}
        value={draft.bio}
        minRows={3}
        maxRows={6}
        onChange={(event) => edit({ bio: event.currentTarget.value })}
        error={errorOf("bio")}
      />
    </>
  );
}
