// The questions of one language by their levels, with a search and a choice; above them how many there are of each level.
import { SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { found, wordsOf } from "web-shared/format/search";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { LEVELS } from "../../ui/question";
import { SchoolButton } from "../../ui/SchoolOnly";
import { SearchField } from "../../ui/SearchField";
import { Table } from "../../ui/Table";
import { useChoice, useSought } from "../../ui/usePage";
import { type Language, type TestQuestion, useExport } from "./api";
import { Coverage } from "./Coverage";
import { DeleteQuestion } from "./DeleteQuestion";
import { misleadingOf } from "./figures";
import { ImportDialog } from "./ImportDialog";
import styles from "./LevelTest.module.css";
import { AT, type At, atLevel, chosenOf, ofLevel, WHICH } from "./question";
import { useColumns } from "./useColumns";
import { useStatistics, WithStatistics } from "./WithStatistics";

interface QuestionsProps {
  language: Language;
  questions: TestQuestion[];
}

const NONE: ReadonlySet<number> = new Set();

export function Questions({ language, questions }: QuestionsProps) {
  const { t } = useTranslation();
  const [which] = useChoice("which", WHICH);
  const [at] = useChoice("level", AT);
  const { data } = useStatistics(language.code);
  const misleading = data ? misleadingOf(data) : NONE;
  const list = (
    <Levels
      language={language}
      questions={atLevel(chosenOf(questions, which, misleading), at)}
      misleading={misleading}
      none={t(`dashboard.levelTest.${questions.length === 0 ? "none" : "noneOfThese"}`)}
    />
  );
  return (
    <>
      <Tools language={language} />
      {questions.length > 0 && (
        <>
          <Coverage questions={questions} />
          <Choices />
        </>
      )}
      {which === "misleading" ? (
        <WithStatistics language={language.code}>{() => list}</WithStatistics>
      ) : (
        list
      )}
    </>
  );
}

/** Of which test and level the questions are that the list shows. */
function Choices() {
  const { t } = useTranslation();
  const [which, choose] = useChoice("which", WHICH);
  const [at, goTo] = useChoice("level", AT);
  const calledAt = (value: At) => {
    if (value === "all") return t("dashboard.levelTest.everyLevel");
    return value === "none" ? t("dashboard.content.question.noLevel") : value;
  };
  return (
    <div className={styles.choices}>
      <SegmentedControl
        aria-label={t("dashboard.levelTest.shown")}
        value={which}
        onChange={choose}
        data={WHICH.map((value) => ({ value, label: t(`dashboard.levelTest.which.${value}`) }))}
      />
      <Select
        aria-label={t("dashboard.levelTest.at")}
        value={at}
        onChange={(value) => goTo(AT.find((one) => one === value) ?? "all")}
        data={AT.map((value) => ({ value, label: calledAt(value) }))}
        allowDeselect={false}
      />
    </div>
  );
}

interface LevelsProps extends QuestionsProps {
  misleading: ReadonlySet<number>;
  /** What is said when there are no questions. */
  none: string;
}

/** Those of the questions that are searched for, level by level. */
function Levels({ language, questions, misleading, none }: LevelsProps) {
  const { t } = useTranslation();
  const words = wordsOf(useSought());
  const [leaving, setLeaving] = useState<TestQuestion | null>(null);
  const columns = useColumns(language, misleading, setLeaving);
  const shown = questions.filter((question) =>
    found(`${question.question} ${question.correctAnswer} ${question.options.join(" ")}`, words),
  );
  return (
    <>
      {shown.length === 0 && (
        <p className={styles.none}>
          {questions.length === 0 ? none : t("dashboard.levelTest.nothingFound")}
        </p>
      )}
      {[...LEVELS, null].map((level) => {
        const rows = ofLevel(shown, level);
        const called = level ?? t("dashboard.content.question.noLevel");
        return (
          rows.length > 0 && (
            <section key={called} className={styles.level} aria-label={called}>
              <h2 id={called}>{called}</h2>
              <Table
                caption={called}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                error={null}
                onRetry={() => {}}
                empty={null}
                size="medium"
              />
            </section>
          )
        );
      })}
      {leaving && <DeleteQuestion question={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function Tools({ language }: { language: Language }) {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  const { mutate, isPending } = useExport();
  const failed = (error: unknown) =>
    notifyFailure(`${t("dashboard.levelTest.exportFailed")} ${errorText(error)}`);
  return (
    <div className={styles.tools}>
      <SearchField className={styles.search} label={t("dashboard.levelTest.search")} />
      <SchoolButton
        variant="outline"
        leftSection={<Icon name="download-simple" />}
        loading={isPending}
        onClick={() => mutate(language, { onError: failed })}
      >
        {t("dashboard.levelTest.export")}
      </SchoolButton>
      <SchoolButton
        variant="outline"
        leftSection={<Icon name="arrow-up-bold" size={16} />}
        onClick={() => setImporting(true)}
      >
        {t("dashboard.import.import")}
      </SchoolButton>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
