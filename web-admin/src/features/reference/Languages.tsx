// The languages taught.
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Picture } from "web-shared/ui/Picture";
import { FileField } from "../../ui/FileField";
import {
  type Language,
  type LanguageInput,
  languageCalls,
  languagesQuery,
  useWriting,
} from "./api";
import styles from "./Reference.module.css";
import { Section } from "./Section";

const BLANK = { name: "", code: "", flag: "" };

export function Languages() {
  const { t } = useTranslation();
  return (
    <Section<Language, typeof BLANK, LanguageInput>
      name="languages"
      found={useQuery(languagesQuery)}
      nameOf={({ name }) => name}
      writing={useWriting(languageCalls)}
      blank={BLANK}
      draftOf={({ name, code, flag }) => ({ name, code, flag: flag ?? "" })}
      inputOf={({ name, code, flag }) => ({ name, code, flag: flag.trim() || null })}
      faultsOf={({ name, code }) => ({
        name: !name.trim() && t("errors.required"),
        code: !code.trim() && t("errors.required"),
      })}
      columns={[
        {
          id: "name",
          header: t("dashboard.reference.name"),
          cell: ({ row: { original } }) => <Named language={original} />,
        },
        {
          id: "code",
          header: t("dashboard.reference.code"),
          cell: ({ row: { original } }) => <code>{original.code}</code>,
        },
        {
          id: "courses",
          header: t("dashboard.reference.courses"),
          numeric: true,
          cell: ({ row: { original } }) => original.onlineCourses + original.inPersonCourses,
        },
      ]}
      fields={({ draft, edit, errorOf }) => (
        <>
          <TextInput
            label={t("dashboard.reference.name")}
            description={t("dashboard.reference.languageNameHint")}
            value={draft.name}
            maxLength={100}
            onChange={(event) => edit({ name: event.currentTarget.value })}
            error={errorOf("name")}
          />
          <TextInput
            label={t("dashboard.reference.code")}
            description={t("dashboard.reference.codeHint")}
            value={draft.code}
            maxLength={10}
            autoCapitalize="none"
            onChange={(event) => edit({ code: event.currentTarget.value })}
            error={errorOf("code")}
          />
          <FileField
            label={t("fields.optional", { field: t("dashboard.reference.flag") })}
            description={t("dashboard.reference.flagHint")}
            value={draft.flag}
            onChange={(flag) => edit({ flag })}
            kinds={["IMAGE"]}
            error={errorOf("flag")}
          />
        </>
      )}
    />
  );
}

function Named({ language: { name, flag } }: { language: Language }) {
  // What is not encrypted the browser does not fetch.
  const shown = flag && !flag.startsWith("http:");
  return (
    <span className={styles.named}>
      {shown && <Picture src={flag} alt="" width={28} height={20} loading="lazy" />}
      <b lang="fr">{name}</b>
    </span>
  );
}
