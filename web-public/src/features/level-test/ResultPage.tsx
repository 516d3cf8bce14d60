// What the last test found: its level, where to go on from there, and of a fixed one how each question went.
import { Button } from "@mantine/core";
import { type ComponentType, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course, CourseType } from "web-shared/api/courses";
import { useLanguages } from "web-shared/taughtLanguages";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import { AttemptFound } from "./AttemptFound";
import { CHOOSER } from "./address";
import { Crumbs } from "./Crumbs";
import { lastTest, type TakenTest } from "./lastTest";
import { Outcomes } from "./Outcomes";
import { Reached } from "./Reached";
import { NoCourse, Recommended } from "./Recommended";

/** What the catalogue shows of its courses. */
export interface Catalogue {
  /** A course in short; it leads to its page, or straight into its booking. */
  Tile: ComponentType<{ course: Course; booking?: boolean }>;
  /** The address of the courses of a language, or of one level of it. */
  address: (of: { type: CourseType; language: string }, level?: string) => string;
}

export function ResultPage({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const taken = useMemo(() => lastTest(languages), [languages]);
  return (
    <Page title={t("levelTest.resultTitle")}>
      {taken?.form === "adaptive" && <AttemptFound taken={taken} catalogue={catalogue} />}
      {taken?.form === "fixed" && <TestFound taken={taken} catalogue={catalogue} />}
      {!taken && <NoResult />}
    </Page>
  );
}

function TestFound({ taken, catalogue }: { taken: TakenTest; catalogue: Catalogue }) {
  const { t } = useTranslation();
  const { level, recommendations, nextLevel } = taken.result;
  const others = catalogue.address({ type: "ONLINE", language: taken.language.name });
  return (
    <>
      <Reached taken={taken} catalogue={catalogue} />
      <Recommended
        courses={recommendations}
        nextLevel={nextLevel}
        catalogue={catalogue}
        empty={
          level && (
            <NoCourse to={others} action={t("levelTest.courses")}>
              {t("levelTest.noCourse", { level })}
            </NoCourse>
          )
        }
      />
      <Outcomes taken={taken} />
    </>
  );
}

function NoResult() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader crumbs={<Crumbs />} title={t("levelTest.resultTitle")} />
      <PageBody>
        <EmptyState
          scene="tableau"
          action={
            <Button component={Link} to={CHOOSER}>
              {t("catalogue.takeTest")}
            </Button>
          }
        >
          {t("levelTest.noResult")}
        </EmptyState>
      </PageBody>
    </>
  );
}
