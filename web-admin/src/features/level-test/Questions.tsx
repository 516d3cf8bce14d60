// The questions of one language by their levels, with a search; above them how many there are of each level and type.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { found, wordsOf } from "web-shared/format/search";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { TAB } from "web-shared/ui/PageTabs";
import { Tag } from "web-shared/ui/Tag";
import { LEVELS, solutionOf } from "../../ui/question";
import { RowAction, RowActions } from "../../ui/RowActions";
import { SchoolButton } from "../../ui/SchoolOnly";
import { SearchField } from "../../ui/SearchField";
import { type Column, Table } from "../../ui/Table";
import { useSought } from "../../ui/usePage";
import { type Language, type TestQuestion, useExport, useRemove } from "./api";
import { Coverage } from "./Coverage";
import { ImportDialog } from "./ImportDialog";
import styles from "./LevelTest.module.css";
import { ofLevel } from "./question";

interface QuestionsProps {
  language: Language;
  questions: TestQuestion[];
}

export function Questions({ language, questions }: QuestionsProps) {
  const { t } = useTranslation();
  const words = wordsOf(useSought());
  const [leaving, setLeaving] = useState<TestQuestion | null>(null);
  const columns = useColumns(language, setLeaving);
  const shown = questions.filter((question) =>
    found(`${question.question} ${question.correctAnswer} ${question.options.join(" ")}`, words),
  );
  return (
    <>
      <Tools language={language} />
      {questions.length > 0 && <Coverage questions={questions} />}
      {shown.length === 0 && (
        <p className={styles.none}>
          {t(`dashboard.levelTest.${questions.length === 0 ? "none" : "nothingFound"}`)}
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
      {leaving && <Deletion question={leaving} onClose={() => setLeaving(null)} />}
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

function useColumns(
  { code }: Language,
  onDelete: (question: TestQuestion) => void,
): Column<TestQuestion>[] {
  const { t } = useTranslation();
  const truth = { TRUE: t("sheet.true"), FALSE: t("sheet.false") };
  return [
    {
      id: "type",
      place: "tag",
      header: t("dashboard.content.question.type"),
      cell: ({ row: { original } }) => (
        <Tag>{t(`dashboard.content.question.types.${original.typeCode}`)}</Tag>
      ),
    },
    {
      id: "question",
      place: "title",
      header: t("dashboard.content.question.text"),
      cell: ({ row: { original } }) => (
        <span className={styles.words} lang="fr">
          {original.question}
        </span>
      ),
    },
    {
      id: "right",
      long: true,
      header: t("dashboard.content.question.right"),
      cell: ({ row: { original } }) => (
        <span className={styles.words} lang={code}>
          {solutionOf(original, truth)}
        </span>
      ),
    },
    {
      id: "actions",
      place: "actions",
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) => (
        <RowActions
          name={original.question}
          main={
            <Button
              component={Link}
              to={`?language=${code}&${TAB}=${original.id}`}
              variant="subtle"
              size="sm"
              aria-label={t("dashboard.reference.editOne", { name: original.question })}
            >
              {t("dashboard.reference.edit")}
            </Button>
          }
        >
          <RowAction
            icon="trash"
            danger
            label={t("dashboard.reference.deleteOne", { name: original.question })}
            text={t("dashboard.reference.delete")}
            onClick={() => onDelete(original)}
          />
        </RowActions>
      ),
    },
  ];
}

function Deletion({ question, onClose }: { question: TestQuestion; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemove();
  function remove() {
    mutate(question, {
      onSuccess: () => {
        notifySuccess(t("dashboard.levelTest.deleted"));
        onClose();
      },
    });
  }
  return (
    <Confirm
      title={t("dashboard.levelTest.deleteAsk")}
      action={t("dashboard.reference.delete")}
      busy={isPending}
      failed={t("dashboard.levelTest.deleteFailed")}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p lang="fr">{question.question}</p>
    </Confirm>
  );
}
