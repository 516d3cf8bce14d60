// Pages that open later: their address holds, with an honest sentence and a way on.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, type SceneName } from "web-shared/ui/Scene";

interface Outline {
  scene: SceneName;
  to: string;
  action: "coming.courses" | "coming.home";
}

const toCourses = { to: "/courses", action: "coming.courses" } as const;
const toHome = { to: "/", action: "coming.home" } as const;

const pages = {
  test: { scene: "tableau", ...toCourses },
  result: { scene: "tableau", ...toCourses },
  content: { scene: "table-livres", ...toHome },
  legal: { scene: "table-livres", ...toHome },
  terms: { scene: "table-livres", ...toHome },
} satisfies Record<string, Outline>;

export type ComingPage = keyof typeof pages;

/** The route module of a page that opens later. */
export function coming(page: ComingPage) {
  return { element: <Coming page={page} /> };
}

function Coming({ page }: { page: ComingPage }) {
  const { t } = useTranslation();
  const { scene, to, action } = pages[page];
  const title = t(`coming.titles.${page}`);
  return (
    <Page title={title}>
      <PageHeader title={title} />
      <PageBody>
        <EmptyState
          scene={scene}
          action={
            <Button component={Link} to={to}>
              {t(action)}
            </Button>
          }
        >
          {t("coming.text")}
        </EmptyState>
      </PageBody>
    </Page>
  );
}
