// The right answer of a question, written in the way its type asks for.
import {
  ActionIcon,
  Button,
  Input,
  Radio,
  SegmentedControl,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { countGaps } from "web-shared/ui/sheet/question";
import { insert } from "web-shared/ui/sheet/writing";
import { FileField } from "./FileField";
import type { PartProps } from "./QuestionForm";
import styles from "./QuestionForm.module.css";
import { MAX_OPTIONS, MIN_OPTIONS, nextGap, withoutOption } from "./question";

/** Options to choose from; the dot before one says that it is right. */
export function Options({ draft, onChange, errors, language }: PartProps) {
  const { t } = useTranslation();
  const name = useId();
  const { options, right } = draft;
  return (
    <fieldset className={styles.group}>
      <legend>{t("dashboard.content.question.options")}</legend>
      <p className={styles.hint}>{t("dashboard.content.question.optionsHint")}</p>
      {options.map((option, at) => (
        <div className={styles.option} key={at}>
          <Radio
            name={name}
            aria-label={t("dashboard.content.question.isRight", { number: at + 1 })}
            checked={right === at}
            onChange={() => onChange({ right: at })}
            aria-invalid={Boolean(errors.correctAnswer) || undefined}
          />
          <TextInput
            aria-label={t("dashboard.content.question.option", { number: at + 1 })}
            lang={language}
            value={option}
            onChange={(event) => onChange({ options: options.with(at, event.currentTarget.value) })}
            error={errors[`options[${at}]`]}
          />
          <ActionIcon
            aria-label={t("dashboard.content.question.removeOption", { number: at + 1 })}
            disabled={options.length <= MIN_OPTIONS}
            onClick={() => onChange(withoutOption(draft, at))}
          >
            <Icon name="x-bold" />
          </ActionIcon>
        </div>
      ))}
      <Wrong>{errors.options ?? errors.correctAnswer}</Wrong>
      <Button
        variant="light"
        size="sm"
        disabled={options.length >= MAX_OPTIONS}
        onClick={() => onChange({ options: [...options, ""] })}
      >
        {t("dashboard.content.question.addOption")}
      </Button>
    </fieldset>
  );
}

export function Truth({ draft, onChange, errors }: PartProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t("dashboard.content.question.right")}
      value={draft.truth}
      onChange={(truth) => onChange({ truth: truth as PartProps["draft"]["truth"] })}
      error={errors.correctAnswer}
    >
      <div className={styles.choices}>
        <Radio value="TRUE" label={t("sheet.true")} />
        <Radio value="FALSE" label={t("sheet.false")} />
      </div>
    </Radio.Group>
  );
}

export function Words({ draft, onChange, errors, language }: PartProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t("dashboard.content.question.words")}
      description={t("dashboard.content.question.wordsHint")}
      lang={language}
      minRows={2}
      value={draft.words}
      onChange={(event) => onChange({ words: event.currentTarget.value })}
      error={errors.correctAnswer}
    />
  );
}

/** One field for each gap of the text. */
export function Gaps({ draft, onChange, errors, language }: PartProps) {
  const { t } = useTranslation();
  const gaps = Array.from({ length: countGaps(draft.text) }, (_, at) => draft.gaps[at] ?? "");
  if (gaps.length === 0) {
    return <p className={styles.hint}>{t("dashboard.content.question.noGaps")}</p>;
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t("dashboard.content.question.gaps")}</legend>
      <p className={styles.hint}>{t("dashboard.content.question.gapWordsHint")}</p>
      {gaps.map((gap, at) => (
        <TextInput
          key={at}
          label={t("dashboard.content.question.gap", { number: at + 1 })}
          lang={language}
          value={gap}
          onChange={(event) => onChange({ gaps: gaps.with(at, event.currentTarget.value) })}
          aria-invalid={(Boolean(errors.correctAnswer) && !gap.trim()) || undefined}
        />
      ))}
      <Wrong>{errors.correctAnswer}</Wrong>
    </fieldset>
  );
}

interface InsertGapProps {
  text: string;
  into: RefObject<HTMLTextAreaElement | null>;
}

export function InsertGap({ text, into }: InsertGapProps) {
  const { t } = useTranslation();
  return (
    <Button
      className={styles.insert}
      variant="light"
      size="sm"
      onClick={() => into.current && insert(nextGap(text), into.current)}
    >
      {t("dashboard.content.question.insertGap")}
    </Button>
  );
}

/** What is heard, and how it is answered. */
export function Recording({ draft, onChange, errors, language }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <FileField
        label={t("dashboard.content.question.media")}
        description={t("dashboard.content.question.mediaHint")}
        value={draft.mediaUrl}
        onChange={(mediaUrl) => onChange({ mediaUrl })}
        kinds={["AUDIO"]}
        error={errors.mediaUrl}
      />
      <Textarea
        label={t("dashboard.content.question.transcript")}
        description={t("dashboard.content.question.transcriptHint")}
        lang={language}
        minRows={2}
        value={draft.transcript}
        onChange={(event) => onChange({ transcript: event.currentTarget.value })}
        error={errors.transcript}
      />
      <SegmentedControl
        className={styles.ways}
        aria-label={t("dashboard.content.question.way")}
        value={draft.chosen ? "options" : "words"}
        onChange={(way) => onChange({ chosen: way === "options" })}
        data={(["options", "words"] as const).map((value) => ({
          value,
          label: t(`dashboard.content.question.ways.${value}`),
        }))}
      />
    </>
  );
}

function Wrong({ children }: { children: string | undefined }) {
  return children ? (
    <Input.Error role="alert" size="md">
      {children}
    </Input.Error>
  ) : null;
}
