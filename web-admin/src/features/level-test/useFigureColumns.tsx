// The columns of the statistics. A figure that rests on too few answers is not shown: how many there are stands there.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { number, percent } from "web-shared/format/format";
import { TAB } from "web-shared/ui/PageTabs";
import { Tag } from "web-shared/ui/Tag";
import { LEVELS } from "../../ui/question";
import type { Column } from "../../ui/Table";
import type { Language } from "./api";
import { type Figures, otherLevel, reviewRank, rightShare } from "./figures";
import styles from "./LevelTest.module.css";

export function useFigureColumns({ code }: Language, tooFew: number): Column<Figures>[] {
  const { t } = useTranslation();
  return [
    {
      id: "question",
      place: "title",
      header: t("dashboard.content.question.text"),
      cell: ({ row: { original } }) => (
        <Link to={`?language=${code}&${TAB}=${original.question.id}`} lang="fr">
          {original.question.question}
        </Link>
      ),
    },
    {
      id: "level",
      labelled: true,
      header: t("dashboard.levelTest.statistics.level"),
      sortBy: ({ question }) => levelRank(question.level),
      cell: ({ row: { original } }) => original.question.level ?? "—",
    },
    ...useCounts(),
    {
      id: "discrimination",
      place: "aside",
      labelled: true,
      numeric: true,
      long: true,
      header: t("dashboard.levelTest.statistics.discrimination"),
      sortBy: ({ asked, discrimination }) => (asked < tooFew ? 2 : (discrimination ?? 2)),
      cell: ({ row: { original } }) =>
        original.asked < tooFew
          ? t("dashboard.levelTest.statistics.few", { count: original.asked, tooFew })
          : typeof original.discrimination === "number"
            ? number(original.discrimination)
            : "—",
    },
    {
      id: "review",
      place: "tag",
      header: t("dashboard.levelTest.statistics.review"),
      sortBy: reviewRank,
      cell: ({ row: { original } }) => <Review figures={original} />,
    },
  ];
}

/** What counts from the first answer on. */
function useCounts(): Column<Figures>[] {
  const { t } = useTranslation();
  return [
    {
      id: "asked",
      labelled: true,
      numeric: true,
      header: t("dashboard.levelTest.statistics.asked"),
      sortBy: ({ asked }) => asked,
      cell: ({ row: { original } }) => number(original.asked),
    },
    {
      id: "right",
      labelled: true,
      numeric: true,
      header: t("dashboard.levelTest.statistics.right"),
      sortBy: (figures) => rightShare(figures) ?? 101, // what nobody answered comes last
      cell: ({ row: { original } }) => {
        const share = rightShare(original);
        return share === null ? "—" : percent(share);
      },
    },
    {
      id: "exposure",
      place: "aside",
      labelled: true,
      numeric: true,
      header: t("dashboard.levelTest.statistics.exposure"),
      sortBy: ({ exposure }) => exposure,
      cell: ({ row: { original } }) => percent(original.exposure),
    },
  ];
}

const levelRank = (level: Figures["question"]["level"]) =>
  level ? LEVELS.indexOf(level) : LEVELS.length;

/** Nothing where nothing is to be reviewed. */
function Review({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const level = otherLevel(figures);
  if (!figures.misleading && !level) return null;
  return (
    <span className={styles.tags}>
      {figures.misleading && <Tag tone="danger">{t("dashboard.levelTest.misleading")}</Tag>}
      {level && <Tag tone="warning">{t("dashboard.levelTest.statistics.rather", { level })}</Tag>}
    </span>
  );
}
