// The tests of one learner of a class, read when they are asked for.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Attempts, useSeesQuizzes } from "../../ui/Attempts";
import styles from "./Teaching.module.css";

interface LearnerTestsProps {
  learnerId: number;
  name: string;
}

export function LearnerTests({ learnerId, name }: LearnerTestsProps) {
  const { t } = useTranslation();
  const [open, { toggle }] = useDisclosure(false);
  const quizzes = useSeesQuizzes();
  const panel = useId();
  return (
    <div className={styles.tests}>
      <Button
        variant="subtle"
        size="sm"
        rightSection={<Icon name={open ? "caret-up-bold" : "caret-down-bold"} size={14} />}
        aria-expanded={open}
        aria-controls={panel}
        aria-label={t(quizzes ? "dashboard.attempts.titleOf" : "dashboard.attempts.testsOf", {
          name,
        })}
        onClick={toggle}
      >
        {t(quizzes ? "dashboard.attempts.title" : "dashboard.attempts.tests")}
      </Button>
      <div id={panel}>{open && <Attempts userId={learnerId} />}</div>
    </div>
  );
}
