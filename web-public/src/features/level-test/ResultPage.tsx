// What the last test found: score and level, where to go on from there, and how each question went.
import { Button } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course, CourseType } from "web-shared/api/courses";
import { useLanguages } from "web-shared/taughtLanguages";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";
import { CHOOSER } from "./address";
import { Crumbs } from "./Crumbs";
import { lastTest } from "./lastTest";
import { Outcomes } from "./Outcomes";
import { Reached } from "./Reached";
import { Recommended } from "./Recommended";

/** What the catalogue shows of its courses. */
export interface Catalogue {
  tile: (course: Course) => ReactNode;
  /** The address of the courses of a language, or of one level of it. */
  address: (of: { type: CourseType; language: string }, level?: string) => string;
}

export function ResultPage({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const taken = useMemo(() => lastTest(languages), [languages]);
  return (
    <Page title={t("levelTest.resultTitle")}>
      {taken ? (
        <>
          <Reached taken={taken} catalogue={catalogue} />
          <Recommended taken={taken} catalogue={catalogue} />
          <Outcomes taken={taken} />
        </>
      ) : (
        <NoResult />
      )}
    </Page>
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
