// The page of a module: chapters at the left, the open lesson, its quiz and the way on. The address says which lesson.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { ApiError, isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { modulesAddress, subscriptionQuery } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { OpeningDay } from "web-shared/ui/ClassFacts";
import { Explanation } from "web-shared/ui/Explanation";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState, FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { AccessEnded } from "./AccessEnded";
import { idOf } from "./courseModules";
import type { Revision } from "./LessonView";
import { ModuleLessons } from "./ModuleLessons";
import { ModuleSkeleton } from "./ModuleSkeleton";
import { moduleQuery } from "./moduleApi";

interface ModulePageProps {
  /** The address of the sign-in. */
  signIn: string;
  revision?: Revision;
}

export function ModulePage({ signIn, revision }: ModulePageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const [query] = useSearchParams();
  const moduleId = idOf(query.get("moduleId"));
  const subscriptionId = idOf(query.get("subscriptionId"));

  if (!moduleId || !subscriptionId) {
    return (
      <Untitled>
        <EmptyState
          scene="table-livres"
          action={
            <Button component={Link} to="/profile/subscriptions">
              {t("booking.seeSubscriptions")}
            </Button>
          }
        >
          {t(subscriptionId ? "learning.module.moduleMissing" : "learning.course.missing")}
        </EmptyState>
      </Untitled>
    );
  }
  if (!session) return <ToSignIn at={signIn} />;
  const asked = { moduleId, subscriptionId, revision };
  return <AskedModule key={`${subscriptionId}/${moduleId}`} {...asked} />;
}

interface Asked {
  moduleId: number;
  subscriptionId: number;
  revision: Revision | undefined;
}

function AskedModule(asked: Asked) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...moduleQuery(asked.subscriptionId, asked.moduleId),
    throwOnError: isMissing,
  });
  const ended = dayOf(error, "access_ended");
  if (ended) return <Ended subscriptionId={asked.subscriptionId} on={ended.on} />;
  const opens = dayOf(error, "access_not_open");
  if (opens) return <NotOpen subscriptionId={asked.subscriptionId} on={opens.on} />;
  if (data) return <ModuleLessons module={data} revision={asked.revision} />;
  if (error) {
    return (
      <Untitled>
        <FailedState
          what={t("learning.module.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      </Untitled>
    );
  }
  return (
    <Waiting>
      <ModuleSkeleton />
    </Waiting>
  );
}

function Ended({ subscriptionId, on }: { subscriptionId: number; on: string | null }) {
  const { data } = useQuery(subscriptionQuery(subscriptionId));
  return (
    <Untitled>
      <AccessEnded on={on} subscription={data} />
    </Untitled>
  );
}

/** The module opens on another day than the course's first one, when it was bought by itself. */
function NotOpen({ subscriptionId, on }: { subscriptionId: number; on: string | null }) {
  const { t } = useTranslation();
  const { data } = useQuery(subscriptionQuery(subscriptionId));
  return (
    <Untitled>
      {data?.opensOn === on && data?.opensOn ? (
        <OpeningDay subscription={data} />
      ) : (
        <>
          <Note>
            {on ? t("learning.course.opensOn", { day: day(on) }) : t("errors.access_not_open")}
          </Note>
          <Explanation question={t("why.day")}>{t("why.ownDay")}</Explanation>
        </>
      )}
      <Button component={Link} to={data ? modulesAddress(data) : "/profile/subscriptions"} mt={20}>
        {t(data ? "learning.module.toCourse" : "booking.seeSubscriptions")}
      </Button>
    </Untitled>
  );
}

/** The page while there is no module to name it by. */
function Untitled({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const title = t("learning.module.title");
  return (
    <Page title={title}>
      <PageHeader
        title={title}
        crumbs={<Link to="/profile/subscriptions">{t("learning.module.mine")}</Link>}
      />
      <PageBody>{children}</PageBody>
    </Page>
  );
}

/** The day that a refusal names. */
function dayOf(failure: unknown, code: string): { on: string | null } | null {
  if (!(failure instanceof ApiError) || failure.code !== code) return null;
  const on = failure.problem.params?.on;
  return { on: typeof on === "string" ? on : null };
}
