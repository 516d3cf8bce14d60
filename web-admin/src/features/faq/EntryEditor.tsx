// The form of a question. What was typed is lost neither to a failure nor to somebody else's change nor by leaving.
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "web-shared/i18n/errors";
import {
  defaultLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  ownNames,
} from "web-shared/i18n/i18n";
import { Fields } from "web-shared/ui/Fields";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { RichText } from "web-shared/ui/RichText";
import { Note } from "web-shared/ui/Scene";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { LanguageTabs } from "../../ui/LanguageTabs";
import { RichTextField } from "../../ui/RichTextField";
import type { Category, Entry } from "./api";
import styles from "./Faq.module.css";
import { type EntryForm, fieldOf, type Texts, textsIn } from "./form";
import { Meanwhile } from "./Meanwhile";
import { useEntry } from "./useEntry";

type EntryEditorProps = { categories: Category[] } & (
  | { entry: Entry; start?: never }
  | { entry?: never; start: EntryForm }
);

export function EntryEditor({ entry, start, categories }: EntryEditorProps) {
  const { t } = useTranslation();
  const editing = useEntry(entry ?? null, start ?? null);
  const { draft: typed, set, problemAt, error: failure } = editing;
  const translated = typed.translations.map(({ key }) => key);
  const [chosen, setChosen] = useState<InterfaceLanguage | null>(null);
  const shown = chosen ?? typed.lang;
  const texts = textsIn(typed, shown);
  const error = (name: keyof Texts, language = shown) => problemAt(fieldOf(typed, language, name));
  const faulty = [typed.lang, ...translated].filter(
    (language) => error("question", language) || error("answer", language),
  );
  // It can be written in none that it is translated into.
  const doubled = translated.map((_, at) => problemAt(`translations[${at}].lang`)).find(Boolean);

  return (
    <div className={styles.editor}>
      <form ref={editing.fields} onSubmit={editing.submit} noValidate>
        <DraftFound draft={editing.local} />
        <Fields>
          <Select
            label={t("dashboard.faq.category")}
            value={typed.category || null}
            onChange={(category) => set({ category: category ?? "" })}
            data={categories.map(({ code, label }) => ({ value: code, label }))}
            allowDeselect={false}
            error={problemAt("category")}
          />
          <Select
            label={t("dashboard.faq.language")}
            value={typed.lang}
            onChange={(lang) => {
              set({ lang: (lang as InterfaceLanguage) ?? defaultLanguage });
              setChosen(null);
            }}
            data={interfaceLanguages.map((value) => ({
              value,
              label: ownNames[value],
              disabled: translated.includes(value),
            }))}
            allowDeselect={false}
            error={problemAt("lang") ?? doubled}
          />
        </Fields>
        <LanguageTabs
          own={typed.lang}
          translated={translated}
          faulty={faulty}
          refusal={failure}
          shown={shown}
          onShow={setChosen}
          onAdd={editing.translate}
          onRemove={editing.removeTranslation}
        >
          <TextInput
            label={t("dashboard.faq.question")}
            lang={shown}
            value={texts?.question ?? ""}
            onChange={(event) => editing.write(shown, "question", event.currentTarget.value)}
            error={error("question")}
          />
          <RichTextField
            key={shown}
            label={t("dashboard.faq.answer")}
            lang={shown}
            value={texts?.answer ?? ""}
            onChange={(answer) => editing.write(shown, "answer", answer)}
            error={error("answer")}
            minHeight={200}
          />
        </LanguageTabs>
        <div role="alert">
          {failure && (
            <Note tone="danger">
              {t(`dashboard.faq.${entry ? "editFailed" : "addFailed"}`)} {errorText(failure)}
            </Note>
          )}
        </div>
        <div className={styles.actions}>
          <Button type="submit" loading={editing.saving}>
            {t("profile.own.save")}
          </Button>
          <Button component={Link} to={editing.back} variant="subtle">
            {t("profile.cancel")}
          </Button>
        </div>
        <DraftKept draft={editing.local} />
      </form>
      <section className={styles.preview} aria-label={t("dashboard.faq.preview")}>
        <h2>{t("dashboard.faq.preview")}</h2>
        <h3 lang={shown}>{texts?.question || t("dashboard.faq.question")}</h3>
        {texts?.answer ? (
          <RichText html={texts.answer} lang={shown} />
        ) : (
          <p>{t("dashboard.faq.previewEmpty")}</p>
        )}
      </section>
      <LeaveGuard {...editing.guard} />
      {editing.conflict && <Meanwhile conflict={editing.conflict} categories={categories} />}
    </div>
  );
}
