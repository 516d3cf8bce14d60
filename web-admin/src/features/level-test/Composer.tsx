// Several new questions of one language, saved together: all of them or none.
import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { QuestionForm } from "../../ui/QuestionForm";
import { BLANK_QUESTION, type QuestionDraft } from "../../ui/question";
import { Taught } from "../../ui/Taught";
import { useLocalDraft } from "../../ui/useLocalDraft";
import { type Language, useAdd } from "./api";
import styles from "./LevelTest.module.css";

interface Written {
  key: number;
  draft: QuestionDraft;
}

interface ComposerProps {
  language: Language;
  onDone: () => void;
}

export function Composer({ language, onDone }: ComposerProps) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<Written[]>([{ key: 0, draft: BLANK_QUESTION }]);
  const { mutate, isPending, isSuccess, error, reset } = useAdd(language.code);
  const unsaved = rows.length > 1 || rows.some(({ draft }) => !isBlank(draft));
  const local = useLocalDraft({
    of: `test-question/new/${language.code}`,
    title: rows[0]?.draft.text ?? "",
    typed: rows,
    base: null,
    unsaved: unsaved && !isSuccess,
    onResume: (found) =>
      setRows(found.map((row) => ({ ...row, draft: { ...BLANK_QUESTION, ...row.draft } }))),
  });
  useEffect(() => {
    if (isSuccess) onDone();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    mutate(
      rows.map(({ draft }) => draft),
      {
        onSuccess: () => {
          local.forget();
          notifySuccess(t("dashboard.levelTest.saved"));
        },
      },
    );
  }

  /** Another question has the level of the one before: that is mostly what is meant. */
  function add() {
    const last = rows.at(-1);
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    const draft = { ...BLANK_QUESTION, level: last?.draft.level ?? null };
    setRows([...rows, { key, draft }]);
  }

  // Faults are named by places: they mean nothing once those have moved.
  function remove(key: number) {
    setRows(rows.filter((row) => row.key !== key));
    reset();
  }

  return (
    <form onSubmit={submit} noValidate className={styles.composer}>
      <LeaveGuard unsaved={unsaved && !isSuccess} onLeave={local.forget} />
      <h2>
        {t("dashboard.levelTest.newQuestions")} <Taught code={language.code} name={language.name} />
      </h2>
      <DraftFound draft={local} />
      {rows.map(({ key, draft }, at) => (
        <Row
          key={key}
          at={at}
          draft={draft}
          error={error}
          language={language.code}
          onChange={(draft) => setRows(rows.with(at, { key, draft }))}
          onRemove={rows.length > 1 ? () => remove(key) : undefined}
        />
      ))}
      <Button variant="light" leftSection={<Icon name="plus-bold" size={16} />} onClick={add}>
        {t("dashboard.levelTest.another")}
      </Button>
      <div role="alert">
        {error && (
          <Note tone="danger">
            {t("dashboard.levelTest.saveFailed")}{" "}
            {error instanceof ApiError && error.problem.fields
              ? t("errors.invalid")
              : errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onDone}>
          {t("dashboard.reference.cancel")}
        </Button>
        <Button type="submit" loading={isPending}>
          {t("dashboard.levelTest.save", { count: rows.length })}
        </Button>
      </div>
      <DraftKept draft={local} />
    </form>
  );
}

function isBlank(draft: QuestionDraft): boolean {
  const { level: _, typeCode: __, ...words } = draft;
  const { level: ___, typeCode: ____, ...blank } = BLANK_QUESTION;
  return JSON.stringify(words) === JSON.stringify(blank);
}

interface RowProps {
  at: number;
  draft: QuestionDraft;
  error: unknown;
  language: string;
  onChange: (draft: QuestionDraft) => void;
  onRemove: (() => void) | undefined;
}

function Row({ at, draft, error, language, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const title = t("dashboard.levelTest.number", { number: at + 1 });
  return (
    <fieldset className={styles.row} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {onRemove && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={t("dashboard.levelTest.removeOne", { number: at + 1 })}
            onClick={onRemove}
          >
            {t("dashboard.levelTest.remove")}
          </Button>
        )}
      </header>
      <QuestionForm
        value={draft}
        onChange={onChange}
        error={error}
        under={`[${at}].`}
        language={language}
        withLevel
      />
    </fieldset>
  );
}
