// A question being written, of a quiz or of the level test, with the question as it will be read beside it. It keeps
// nothing but the answer that is tried out; faults come by the name of their field and the first takes the focus.
import { Select, Switch, Textarea } from "@mantine/core";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { defaultLanguage, type InterfaceLanguage } from "web-shared/i18n/i18n";
import { LanguageTabs } from "./LanguageTabs";
import styles from "./QuestionForm.module.css";
import { QuestionPreview } from "./QuestionPreview";
import {
  askedIn,
  isChoice,
  LEVELS,
  QUESTION_TYPES,
  type QuestionDraft,
  type QuestionErrors,
  questionErrors,
  withoutTranslation,
} from "./question";
import { Gaps, InsertGap, Options, Recording, Truth, Words } from "./questionParts";

interface QuestionFormProps {
  value: QuestionDraft;
  onChange: (value: QuestionDraft) => void;
  /** Why it could not be saved; of several sent together only what is `under` this one: `[2].`. */
  error?: unknown;
  under?: string;
  /** The code of the language taught. */
  language: string;
  /** A question of the level test shows a level and in which test it is, explains nothing and may be translated. */
  withLevel?: boolean;
}

/** What the part of each type is given. */
export interface PartProps {
  draft: QuestionDraft;
  onChange: (change: Partial<QuestionDraft>) => void;
  errors: QuestionErrors;
  language: string;
}

export function QuestionForm(props: QuestionFormProps) {
  const { value, onChange, error = null, under = "", language, withLevel = false } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLDivElement>(null);
  // The same as long as the refusal is: whoever mends one field keeps the focus there.
  const errors = useMemo(() => questionErrors(error, under), [error, under]);
  useFocusOnError(form, errors);
  const [shown, setShown] = useState<InterfaceLanguage>(defaultLanguage);
  const text = textIn(value, shown);
  const part: PartProps = {
    draft: value,
    onChange: (change) => onChange({ ...value, ...change }),
    errors,
    language,
  };
  return (
    <div className={styles.frame} ref={form}>
      <div className={styles.question}>
        <div className={styles.fields}>
          <Select
            label={t("dashboard.content.question.type")}
            value={value.typeCode}
            data={QUESTION_TYPES.map((type) => ({
              value: type,
              label: t(`dashboard.content.question.types.${type}`),
            }))}
            allowDeselect={false}
            onChange={(type) => type && part.onChange({ typeCode: type })}
            error={errors.typeCode}
          />
          {withLevel && <Level {...part} />}
          {value.typeCode === "AUDIO" && <Recording {...part} />}
          {withLevel ? (
            <AskedInLanguages {...part} shown={shown} onShow={setShown} />
          ) : (
            <Asked {...part} />
          )}
          <Answer {...part} />
          {withLevel ? (
            <InFixedTest {...part} />
          ) : (
            <Textarea
              label={t("dashboard.content.question.explanation")}
              description={t("dashboard.content.question.explanationHint")}
              minRows={2}
              value={value.explanation}
              onChange={(event) => part.onChange({ explanation: event.currentTarget.value })}
              error={errors.explanation}
            />
          )}
        </div>
        <QuestionPreview draft={{ ...value, text }} language={language} lang={shown} />
      </div>
    </div>
  );
}

function Level({ draft, onChange, errors }: PartProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("dashboard.content.question.level")}
      placeholder={t("dashboard.content.question.noLevel")}
      value={draft.level}
      data={LEVELS}
      clearable
      onChange={(level) => onChange({ level })}
      error={errors.level}
    />
  );
}

function InFixedTest({ draft, onChange, errors }: PartProps) {
  const { t } = useTranslation();
  return (
    <Switch
      label={t("dashboard.content.question.inFixedTest")}
      description={t("dashboard.content.question.inFixedTestHint")}
      checked={draft.inFixedTest}
      onChange={(event) => onChange({ inFixedTest: event.currentTarget.checked })}
      error={errors.inFixedTest}
    />
  );
}

interface AskedInLanguagesProps extends PartProps {
  shown: InterfaceLanguage;
  onShow: (language: InterfaceLanguage) => void;
}

/** A translation starts with the question itself: of most only the instruction is another. */
function AskedInLanguages({ shown, onShow, ...part }: AskedInLanguagesProps) {
  const { draft, onChange, errors } = part;
  const error = (language: InterfaceLanguage) => {
    const at = draft.translations.findIndex(({ key }) => key === language);
    return language === defaultLanguage ? errors.text : errors[`translations[${at}].question`];
  };
  const translated = draft.translations.map(({ key }) => key);
  return (
    <LanguageTabs
      own={defaultLanguage}
      translated={translated}
      faulty={[defaultLanguage, ...translated].filter(error)}
      refusal={Object.keys(errors).length > 0 && errors}
      shown={shown}
      onShow={onShow}
      onAdd={(language) => onChange(askedIn(draft, language, draft.text))}
      onRemove={(language) => onChange(withoutTranslation(draft, language))}
    >
      <Asked
        {...part}
        draft={{ ...draft, text: textIn(draft, shown) }}
        onChange={({ text }) => text !== undefined && onChange(askedIn(draft, shown, text))}
        errors={{ text: error(shown) }}
        lang={shown}
      />
    </LanguageTabs>
  );
}

/** What is asked in a language; where nobody has translated it, what readers of it get. */
function textIn({ text, translations }: QuestionDraft, language: InterfaceLanguage): string {
  return translations.find(({ key }) => key === language)?.text ?? text;
}

function Asked({ draft, onChange, errors, lang }: PartProps & { lang?: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const cloze = draft.typeCode === "CLOZE";
  const translated = lang !== undefined && lang !== defaultLanguage;
  const hint = translated
    ? t("dashboard.translations.only")
    : cloze && t("dashboard.content.question.gapsHint");
  return (
    <div>
      <Textarea
        ref={field}
        label={t("dashboard.content.question.text")}
        lang={lang}
        description={hint || undefined}
        minRows={2}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        error={errors.text}
      />
      {cloze && <InsertGap text={draft.text} into={field} />}
    </div>
  );
}

function Answer(props: PartProps) {
  if (isChoice(props.draft)) return <Options {...props} />;
  if (props.draft.typeCode === "TRUE_FALSE") return <Truth {...props} />;
  if (props.draft.typeCode === "CLOZE") return <Gaps {...props} />;
  return <Words {...props} />;
}

/** Where something is wrong, the first of it is shown; several questions may be written in one form. */
function useFocusOnError(own: RefObject<HTMLDivElement | null>, errors: QuestionErrors) {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const form = own.current?.closest("form") ?? own.current;
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first && own.current?.contains(first)) first.focus();
  }, [own, errors]);
}
