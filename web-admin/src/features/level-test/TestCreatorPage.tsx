// The level tests: the questions of one language, and the forms in which they are written. The address says which
// language, and what is open: the list, new questions (`tab=add`) or one question (`tab=12`).
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { languagesOf } from "web-shared/taughtLanguages";
import { TAB } from "web-shared/ui/PageTabs";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { Taught } from "../../ui/Taught";
import { type Language, languagesQuery, questionsQuery } from "./api";
import { Composer } from "./Composer";
import styles from "./LevelTest.module.css";
import { QuestionEditor } from "./QuestionEditor";
import { Questions } from "./Questions";

export function TestCreatorPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { data, error, refetch } = useQuery(languagesQuery);
  const language = data && meant(data, query.get("language") ?? "");
  const open = query.get(TAB);
  return (
    <DashboardPage
      title={t("dashboard.levelTest.title")}
      lead={t("dashboard.levelTest.lead")}
      action={
        language && !open ? (
          <Button component={Link} to={`?language=${language.code}&${TAB}=add`}>
            {t("dashboard.levelTest.add")}
          </Button>
        ) : null
      }
    >
      {data ? (
        <>
          {!open && <Languages languages={data} chosen={language} />}
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

function Languages({
  languages,
  chosen,
}: {
  languages: Language[];
  chosen?: Language | undefined;
}) {
  const { t } = useTranslation();
  return (
    <nav className={styles.languages} aria-label={t("dashboard.levelTest.languages")}>
      {languages.map(({ id, code, name }) => (
        <Link
          key={id}
          to={`?language=${code}`}
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
  return <Questions language={language} questions={data} />;
}
