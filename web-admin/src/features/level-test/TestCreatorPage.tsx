// The level tests: the questions of one language, how they do, and the forms in which they are written. The address says
// which language, and what is open: the list, the statistics (`tab=statistics`), new questions (`tab=add`) or one question
// (`tab=12`).
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { languagesOf } from "web-shared/taughtLanguages";
import { TAB } from "web-shared/ui/PageTabs";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { SectionTabs } from "../../ui/SectionTabs";
import { Taught } from "../../ui/Taught";
import { type Language, languagesQuery, questionsQuery } from "./api";
import { Composer } from "./Composer";
import styles from "./LevelTest.module.css";
import { QuestionEditor } from "./QuestionEditor";
import { Questions } from "./Questions";
import { Statistics } from "./Statistics";

const STATISTICS = "statistics";
const SECTIONS = ["questions", STATISTICS] as const;

export function TestCreatorPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { data, error, refetch } = useQuery(languagesQuery);
  const language = data && meant(data, query.get("language") ?? "");
  const open = query.get(TAB);
  const listed = !open || open === STATISTICS;
  return (
    <DashboardPage
      title={t("dashboard.levelTest.title")}
      lead={t("dashboard.levelTest.lead")}
      action={
        language && listed ? (
          <Button component={Link} to={`?language=${language.code}&${TAB}=add`}>
            {t("dashboard.levelTest.add")}
          </Button>
        ) : null
      }
    >
      {data ? (
        <>
          {listed && <Languages languages={data} chosen={language} open={open} />}
          {language ? <Opened language={language} open={open} /> : <Nothing />}
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

/** The language that a word means: its code or one of its names. */
function meant(languages: Language[], word: string): Language | undefined {
  const code = languagesOf(languages).of(word)?.code;
  return languages.find((language) => language.code === code);
}

interface LanguagesProps {
  languages: Language[];
  chosen?: Language | undefined;
  /** What stays open in another language. */
  open: string | null;
}

function Languages({ languages, chosen, open }: LanguagesProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.languages} aria-label={t("dashboard.levelTest.languages")}>
      {languages.map(({ id, code, name }) => (
        <Link
          key={id}
          to={`?${new URLSearchParams({ language: code, ...(open && { [TAB]: open }) })}`}
          aria-current={id === chosen?.id ? "page" : undefined}
        >
          <Taught code={code} name={name} />
        </Link>
      ))}
    </nav>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return <p className={styles.none}>{t("dashboard.levelTest.choose")}</p>;
}

function Opened({ language, open }: { language: Language; open: string | null }) {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery(questionsQuery(language.code));
  const close = () => setQuery({ language: language.code });
  if (open === "add") return <Composer language={language} onDone={close} />;
  if (!data) {
    return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  const question = data.find(({ id }) => String(id) === open);
  if (question) {
    return <QuestionEditor key={question.id} question={question} onDone={close} />;
  }
  return (
    <SectionTabs
      label={t("dashboard.levelTest.sections")}
      names={SECTIONS}
      labelOf={(name) => t(`dashboard.levelTest.tabs.${name}`)}
      panelOf={(name) =>
        name === STATISTICS ? (
          <Statistics language={language} questions={data} />
        ) : (
          <Questions language={language} questions={data} />
        )
      }
    />
  );
}
