// The modules of a course: for whoever subscribed to it, with how far each has come; without a subscription in the
// address, its public outline. An address that names neither is explained.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useSession } from "web-shared/api/session";
import { EmptyState } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { CourseModules } from "./CourseModules";
import { CourseModulesOutline } from "./CourseModulesOutline";
import { CourseModulesPlain } from "./CourseModulesPlain";
import { readAddress } from "./courseModules";

interface CourseModulesPageProps {
  /** The address of the sign-in. */
  signIn: string;
  /** Whether the public outline stands here too. */
  outline?: boolean;
}

export function CourseModulesPage({ signIn, outline = false }: CourseModulesPageProps) {
  const session = useSession();
  const [query] = useSearchParams();
  const { courseId, subscriptionId, listed } = readAddress(query);

  if (!courseId) return <Missing />;
  if (outline && !query.has("subscriptionId")) return <CourseModulesOutline courseId={courseId} />;
  if (!subscriptionId) return <Missing />;
  if (!session) return <ToSignIn at={signIn} />;
  const asked = { courseId, subscriptionId, listed };
  return <CourseModules key={subscriptionId} asked={asked} userId={session.user.id} />;
}

function Missing() {
  const { t } = useTranslation();
  return (
    <CourseModulesPlain>
      <EmptyState
        scene="table-livres"
        action={
          <Button component={Link} to="/profile/subscriptions">
            {t("booking.seeSubscriptions")}
          </Button>
        }
      >
        {t("learning.course.missing")}
      </EmptyState>
    </CourseModulesPlain>
  );
}
