// The columns of the list of questions.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { TAB } from "web-shared/ui/PageTabs";
import { Tag } from "web-shared/ui/Tag";
import { solutionOf } from "../../ui/question";
import { RowAction, RowActions } from "../../ui/RowActions";
import type { Column } from "../../ui/Table";
import type { Language, TestQuestion } from "./api";
import styles from "./LevelTest.module.css";
import { isNowhere } from "./question";

export function useColumns(
  { code }: Language,
  misleading: ReadonlySet<number>,
  onDelete: (question: TestQuestion) => void,
): Column<TestQuestion>[] {
  const { t } = useTranslation();
  const [typeColumn, kindColumn] = useTypeColumns(misleading);
  const truth = { TRUE: t("sheet.true"), FALSE: t("sheet.false") };
  return [
    typeColumn,
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
    kindColumn,
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
        <Actions question={original} code={code} onDelete={() => onDelete(original)} />
      ),
    },
  ];
}

/** In a table the type stands with the signs of the question, on a card among its facts. */
function useTypeColumns(
  misleading: ReadonlySet<number>,
): [Column<TestQuestion>, Column<TestQuestion>] {
  const { t } = useTranslation();
  const signsOf = useSigns(misleading);
  return [
    {
      id: "type",
      place: "tag",
      header: t("dashboard.content.question.type"),
      card: (question) => {
        const signs = signsOf(question);
        return signs.length > 0 && <span className={styles.tags}>{signs}</span>;
      },
      cell: ({ row: { original } }) => (
        <span className={styles.tags}>
          <Tag>{t(`dashboard.content.question.types.${original.typeCode}`)}</Tag>
          {signsOf(original)}
        </span>
      ),
    },
    {
      id: "kind",
      only: "card",
      header: t("dashboard.content.question.type"),
      cell: ({ row: { original } }) => t(`dashboard.content.question.types.${original.typeCode}`),
    },
  ];
}

interface ActionsProps {
  question: TestQuestion;
  /** The code of the language taught. */
  code: string;
  onDelete: () => void;
}

function Actions({ question, code, onDelete }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <RowActions
      name={question.question}
      main={
        <Button
          component={Link}
          to={`?language=${code}&${TAB}=${question.id}`}
          variant="subtle"
          size="sm"
          aria-label={t("dashboard.reference.editOne", { name: question.question })}
        >
          {t("dashboard.reference.edit")}
        </Button>
      }
    >
      <RowAction
        icon="trash"
        danger
        label={t("dashboard.reference.deleteOne", { name: question.question })}
        text={t("dashboard.reference.delete")}
        onClick={onDelete}
      />
    </RowActions>
  );
}

/** Which tests ask a question, where that is not the adaptive one alone, and whether it misleads. */
function useSigns(misleading: ReadonlySet<number>) {
  const { t } = useTranslation();
  return (question: TestQuestion) => {
    const signs = [
      question.inFixedTest === true && ({ tone: "accent", name: "fixed" } as const),
      isNowhere(question) && ({ tone: "warning", name: "nowhere" } as const),
      misleading.has(question.id) && ({ tone: "danger", name: "misleading" } as const),
    ];
    return signs
      .filter((sign) => sign !== false)
      .map(({ tone, name }) => (
        <Tag key={name} tone={tone}>
          {t(`dashboard.levelTest.${name}`)}
        </Tag>
      ));
  };
}
