// One question that exists, being changed. When somebody else has saved it meanwhile, the writer chooses field by field.
import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { at, conflicts, differences, merge, same } from "web-shared/merge";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { QuestionForm } from "../../ui/QuestionForm";
import { draftOf, type QuestionTranslation } from "../../ui/question";
import { useLocalDraft } from "../../ui/useLocalDraft";
import { useQuestionLabels } from "../../ui/useQuestionLabels";
import { type TestQuestion, useChange } from "./api";
import styles from "./LevelTest.module.css";

interface QuestionEditorProps {
  question: TestQuestion;
  onDone: () => void;
}

const read = (question: TestQuestion) => draftOf(question, question.question);

export function QuestionEditor({ question, onDone }: QuestionEditorProps) {
  const { t } = useTranslation();
  const [base, setBase] = useState(question);
  const [draft, setDraft] = useState(() => read(question));
  const [theirs, setTheirs] = useState<TestQuestion | null>(null);
  const { mutate, isPending, isSuccess, error } = useChange();
  const local = useLocalDraft({
    of: `test-question/${question.id}`,
    title: draft.text,
    typed: draft,
    base,
    unsaved: !isSuccess && !same(draft, read(base)),
    onResume: (typed, over) => {
      if (over) setBase(over);
      setDraft(typed);
    },
  });
  const shownError = error instanceof ApiError && error.status === 412 ? null : error;
  useEffect(() => {
    if (isSuccess) onDone();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    mutate(
      { question: base, draft },
      {
        onSuccess: () => {
          local.forget();
          notifySuccess(t("dashboard.levelTest.updated"));
        },
        onError: (failure) => {
          if (failure instanceof ApiError && failure.status === 412)
            setTheirs(failure.problem.current as TestQuestion);
        },
      },
    );
  }

  function choose(givenUp: ReadonlySet<string>) {
    if (!theirs) return;
    setDraft(merge(read(base), draft, read(theirs), givenUp));
    setBase(theirs);
    setTheirs(null);
  }

  return (
    <form onSubmit={submit} noValidate className={styles.composer}>
      <LeaveGuard unsaved={!isSuccess && !same(draft, read(base))} onLeave={local.forget} />
      <h2>{t("dashboard.levelTest.change")}</h2>
      <DraftFound draft={local} />
      <QuestionForm
        value={draft}
        onChange={setDraft}
        error={shownError}
        language={question.language}
        withLevel
      />
      <div role="alert">
        {shownError && (
          <Note tone="danger">
            {t("dashboard.levelTest.updateFailed")} {errorText(shownError)}
          </Note>
        )}
      </div>
      <DraftKept draft={local} />
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onDone}>
          {t("dashboard.reference.cancel")}
        </Button>
        <Button type="submit" loading={isPending}>
          {t("dashboard.reference.save")}
        </Button>
      </div>
      {theirs && (
        <Meeting
          base={base}
          draft={draft}
          theirs={theirs}
          onChoose={choose}
          onClose={() => setTheirs(null)}
        />
      )}
    </form>
  );
}

interface MeetingProps {
  base: TestQuestion;
  draft: ReturnType<typeof read>;
  theirs: TestQuestion;
  onChoose: (givenUp: ReadonlySet<string>) => void;
  onClose: () => void;
}

function Meeting({ base, draft, theirs, onChoose, onClose }: MeetingProps) {
  const labels = useQuestionLabels();
  const [before, now] = [read(base), read(theirs)];
  const paths: string[] = conflicts(before, draft, now);
  return (
    <Conflict
      fields={paths.map((path) => ({
        path,
        label: labels[path] ?? path,
        mine: inWords(at(draft, path)),
        theirs: inWords(at(now, path)),
      }))}
      taken={differences(before, now)
        .filter((name) => !paths.some((path) => path.split("/")[0] === name))
        .map((name) => labels[name] ?? name)}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(" / ");
  return isTranslation(value) ? value.text : String(value ?? "");
}

function isTranslation(value: unknown): value is QuestionTranslation {
  return typeof value === "object" && value !== null && "text" in value;
}
