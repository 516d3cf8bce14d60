// The languages taught.
import { NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { defaultLanguage, type InterfaceLanguage, interfaceLanguages } from "web-shared/i18n/i18n";
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
import { type FieldsProps, Section } from "./Section";

const BLANK = {
  name: "",
  nameEn: "",
  nameIt: "",
  nameZh: "",
  code: "",
  slug: "",
  orderIndex: "" as number | string,
  flag: "",
};
type Draft = typeof BLANK;

/** The names that the browser knows of a code, by the language of the interface they are in. */
const NAMES = { fr: "name", en: "nameEn", it: "nameIt", zh: "nameZh" } as const;

/** Beside the school's own language. */
const OTHERS = interfaceLanguages.filter((language) => language !== defaultLanguage);

/** With the usual names of a code where none is typed: staff corrects them rather than looking them up. */
function named(draft: Draft, code: string): Partial<Draft> {
  if (!/^[a-z]{2}$/i.test(code)) return { code };
  const filled = interfaceLanguages.flatMap((language) => {
    const field = NAMES[language];
    const known = new Intl.DisplayNames(language, { type: "language", fallback: "none" }).of(code);
    return draft[field].trim() || !known ? [] : [[field, capital(known, language)]];
  });
  return { code, ...Object.fromEntries(filled) };
}

const capital = (name: string, language: string) =>
  name.charAt(0).toLocaleUpperCase(language) + name.slice(1);

export function Languages() {
  const { t } = useTranslation();
  return (
    <Section<Language, Draft, LanguageInput>
      name="languages"
      found={useQuery(languagesQuery)}
      nameOf={({ name }) => name}
      writing={useWriting(languageCalls)}
      blank={BLANK}
      draftOf={({ name, nameEn, nameIt, nameZh, code, slug, orderIndex, flag }) => ({
        name,
        nameEn: nameEn ?? "",
        nameIt: nameIt ?? "",
        nameZh: nameZh ?? "",
        code,
        slug,
        orderIndex,
        flag: flag ?? "",
      })}
      inputOf={({ slug, orderIndex, nameEn, nameIt, nameZh, flag, ...draft }) => ({
        ...draft,
        nameEn: nameEn.trim() || null,
        nameIt: nameIt.trim() || null,
        nameZh: nameZh.trim() || null,
        ...(slug.trim() && { slug }),
        ...(orderIndex !== "" && { orderIndex: Number(orderIndex) }),
        flag: flag.trim() || null,
      })}
      faultsOf={({ name, nameEn, nameIt, nameZh, code, orderIndex }) => ({
        name: !name.trim() && t("errors.required"),
        nameEn: !nameEn.trim() && t("errors.required"),
        nameIt: !nameIt.trim() && t("errors.required"),
        nameZh: !nameZh.trim() && t("errors.required"),
        code: !code.trim() && t("errors.required"),
        orderIndex:
          orderIndex !== "" && Number(orderIndex) < 1 && t("errors.too_small", { min: 1 }),
      })}
      labels={{
        name: t("dashboard.reference.names.fr"),
        nameEn: t("dashboard.reference.names.en"),
        nameIt: t("dashboard.reference.names.it"),
        nameZh: t("dashboard.reference.names.zh"),
        code: t("dashboard.reference.code"),
        slug: t("dashboard.reference.slug"),
        orderIndex: t("dashboard.reference.place"),
        flag: t("dashboard.reference.flag"),
      }}
      columns={[
        {
          id: "place",
          only: "table",
          header: t("dashboard.reference.place"),
          numeric: true,
          cell: ({ row: { original } }) => original.orderIndex,
        },
        {
          id: "name",
          place: "title",
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
          labelled: true,
          header: t("dashboard.reference.courses"),
          numeric: true,
          cell: ({ row: { original } }) => original.onlineCourses + original.inPersonCourses,
        },
      ]}
      fields={(props) => (
        <>
          <Name {...props} language={defaultLanguage} />
          <TextInput
            label={t("dashboard.reference.code")}
            description={t("dashboard.reference.codeHint")}
            value={props.draft.code}
            maxLength={10}
            autoCapitalize="none"
            onChange={(event) => props.edit({ code: event.currentTarget.value })}
            onBlur={() => props.edit(named(props.draft, props.draft.code.trim()))}
            error={props.errorOf("code")}
          />
          {OTHERS.map((language) => (
            <Name key={language} {...props} language={language} />
          ))}
          <TextInput
            label={t("fields.optional", { field: t("dashboard.reference.slug") })}
            description={t("dashboard.reference.slugHint")}
            value={props.draft.slug}
            maxLength={100}
            autoCapitalize="none"
            onChange={(event) => props.edit({ slug: event.currentTarget.value })}
            error={props.errorOf("slug")}
          />
          <NumberInput
            label={t("fields.optional", { field: t("dashboard.reference.place") })}
            description={t("dashboard.reference.placeHint")}
            value={props.draft.orderIndex}
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            onChange={(orderIndex) => props.edit({ orderIndex })}
            error={props.errorOf("orderIndex")}
          />
          <FileField
            label={t("fields.optional", { field: t("dashboard.reference.flag") })}
            description={t("dashboard.reference.flagHint")}
            value={props.draft.flag}
            onChange={(flag) => props.edit({ flag })}
            kinds={["IMAGE"]}
            error={props.errorOf("flag")}
          />
        </>
      )}
    />
  );
}

/** The field of its name in one language of the interface. */
function Name({
  language,
  draft,
  edit,
  errorOf,
}: FieldsProps<Draft> & { language: InterfaceLanguage }) {
  const { t } = useTranslation();
  const field = NAMES[language];
  return (
    <TextInput
      label={t(`dashboard.reference.names.${language}`)}
      lang={language}
      value={draft[field]}
      maxLength={100}
      onChange={(event) => edit({ [field]: event.currentTarget.value })}
      error={errorOf(field)}
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
