// How the questions of one language do in the adaptive test: its figures, then each question, what is to be reviewed first.
import { useTranslation } from "react-i18next";
import { moment, number } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { Pages } from "../../ui/Pages";
import { type Sort, sorted, Table } from "../../ui/Table";
import { usePage, useSort } from "../../ui/usePage";
import type { Statistics as Found, Language, TestQuestion } from "./api";
import { figuresOf, misleadingOf } from "./figures";
import styles from "./LevelTest.module.css";
import { useFigureColumns } from "./useFigureColumns";
import { WithStatistics } from "./WithStatistics";

const SIZE = 20;
const REVIEW: Sort = { by: "review", descending: false };

interface StatisticsProps {
  language: Language;
  questions: TestQuestion[];
}

export function Statistics({ language, questions }: StatisticsProps) {
  return (
    <div className={styles.statistics}>
      <WithStatistics language={language.code}>
        {(found) => (
          <>
            <Summary found={found} />
            <Figures language={language} questions={questions} found={found} />
          </>
        )}
      </WithStatistics>
    </div>
  );
}

function Summary({ found }: { found: Found }) {
  const { t } = useTranslation();
  const { attempts, finished, meanQuestions, fittedAt } = found;
  const facts = {
    begun: number(attempts),
    finished: number(finished),
    mean: typeof meanQuestions === "number" ? number(meanQuestions, 1) : "—",
    fitted: fittedAt ? moment(fittedAt, "medium") : t("dashboard.levelTest.statistics.notFitted"),
  };
  return (
    <dl className={styles.summary}>
      {(["begun", "finished", "mean", "fitted"] as const).map((fact) => (
        <div key={fact}>
          <dt>{t(`dashboard.levelTest.statistics.${fact}`)}</dt>
          <dd>{facts[fact]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Figures({ language, questions, found }: StatisticsProps & { found: Found }) {
  const { t } = useTranslation();
  const columns = useFigureColumns(language, found.tooFew);
  const [sort, setSort] = useSort(REVIEW);
  const [page, turn] = usePage();
  const rows = sorted(figuresOf(questions, found), columns, sort);
  const misleading = misleadingOf(found).size;
  return (
    <>
      {found.attempts === 0 && <Note>{t("dashboard.levelTest.statistics.none")}</Note>}
      {misleading > 0 && (
        <Note tone="danger">
          <b>{t("dashboard.levelTest.statistics.misleadingCount", { count: misleading })}</b>{" "}
          {t("dashboard.levelTest.misleadingWhy")}
        </Note>
      )}
      <Table
        caption={t("dashboard.levelTest.statistics.caption")}
        columns={columns}
        rows={rows.slice((page - 1) * SIZE, page * SIZE)}
        keyOf={({ question }) => question.id}
        error={null}
        onRetry={() => {}}
        empty={t("dashboard.levelTest.none")}
        sort={sort}
        onSort={setSort}
      />
      <Pages page={page} size={SIZE} total={rows.length} onPage={turn} />
      <p className={styles.hint}>
        {t("dashboard.levelTest.statistics.hint", { tooFew: number(found.tooFew) })}
      </p>
    </>
  );
}
