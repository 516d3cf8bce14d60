// What stands around a level test, of either form: its title, where one is, and what leads in.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, listOf, type Taught, useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Page, PageHeader } from "web-shared/ui/Page";
import { Crumbs } from "./Crumbs";

interface TestFrameProps {
  language: Taught;
  lead?: string | undefined;
  children: ReactNode;
}

export function TestFrame({ language, lead, children }: TestFrameProps) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const name = labelOf(language);
  return (
    <Page
      title={t("levelTest.heading", { language: name })}
      description={t("levelTest.description", { languages: listOf(languages) })}
      canonical={testAddress(language)}
    >
      <PageHeader
        crumbs={<Crumbs />}
        title={t("levelTest.heading", { language: name.toUpperCase() })}
        lead={lead}
      />
      {children}
    </Page>
  );
}
