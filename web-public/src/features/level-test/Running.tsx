// An adaptive test under way: one question at a time, a note on what happened to it, and a question before it is left.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "web-shared/api/schema";
import type { Taught } from "web-shared/taughtLanguages";
import { Confirm } from "web-shared/ui/Confirm";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { PageBody } from "web-shared/ui/Page";
import { Note } from "web-shared/ui/Scene";
import { AskedQuestion } from "./AskedQuestion";
import styles from "./Attempt.module.css";
import { questionOf } from "./api";
import type { Attempt, AttemptState, Taking } from "./useAttempt";

interface RunningProps {
  language: Taught;
  attempt: Attempt;
  question: components["schemas"]["AttemptQuestion"];
  taking: Taking;
  /** Told of each answer that was taken. */
  onAnswer: (state: AttemptState) => void;
}

export function Running({ language, attempt, question, taking, onAnswer }: RunningProps) {
  const { t } = useTranslation();
  const asked = questionOf(question);
  return (
    <PageBody narrow>
      <div className={styles.running}>
        <LeaveGuard
          unsaved
          visitors={attempt.token !== null}
          words={{
            title: t("adaptiveTest.leave.title"),
            text: t(attempt.token ? "adaptiveTest.leave.lost" : "adaptiveTest.leave.kept"),
            leave: t("adaptiveTest.leave.action"),
          }}
        />
        <div role="status">
          {attempt.replaced && <Note>{t("adaptiveTest.replaced")}</Note>}
          {attempt.resumed && <Resumed attempt={attempt} taking={taking} />}
        </div>
        <AskedQuestion
          key={`${attempt.id} ${asked.id} ${asked.version}`}
          language={language}
          attempt={attempt}
          question={asked}
          taking={taking}
          onAnswer={onAnswer}
        />
      </div>
    </PageBody>
  );
}

/** How far one had come; and the way back to the beginning, which gives that up. */
function Resumed({ attempt, taking }: { attempt: Attempt; taking: Taking }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { begin } = taking;
  return (
    <Note>
      <p>{t("adaptiveTest.resumed", { count: attempt.answered })}</p>
      <Button
        className={styles.again}
        variant="outline"
        size="sm"
        onClick={() => {
          begin.reset();
          setAsking(true);
        }}
      >
        {t("adaptiveTest.restart.action")}
      </Button>
      <Confirm
        opened={asking}
        title={t("adaptiveTest.restart.title")}
        action={t("adaptiveTest.restart.action")}
        busy={begin.isPending}
        error={begin.error}
        onConfirm={() => begin.mutate({ restart: true }, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{t("adaptiveTest.restart.text", { count: attempt.answered })}</p>
      </Confirm>
    </Note>
  );
}
