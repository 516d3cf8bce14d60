// The sessions of whoever is signed in, as a teacher; and those of them whose sheets are still open.
import { useQuery } from "@tanstack/react-query";
import { useSession } from "web-shared/api/session";
import {
  isHeld,
  isReachable,
  ownFilter,
  ownSpan,
  pastSpan,
  type Span,
  sessionsQuery,
} from "../../ui/classSessions";

/** Those that one gives, and those of one's courses that colleagues give. */
export function useOwnSessions() {
  return useSessions(ownSpan());
}

/** Held, and their sheets can be closed by this reader; the earliest first. Undefined until it is known. */
export function useOpenSheets(now: number) {
  const user = useSession()?.user;
  const { data, error, refetch } = useSessions(pastSpan());
  const open =
    user &&
    data?.filter(
      (session) => isHeld(session, now) && !session.sheetClosedAt && isReachable(session, user),
    );
  return { data: open, error, refetch };
}

function useSessions(span: Span) {
  const user = useSession()?.user;
  return useQuery({
    ...sessionsQuery(span, user ? ownFilter(user) : {}),
    enabled: user !== undefined,
  });
}

/** The teacher who is signed in. */
export function useTeacherId(): number | null {
  return useSession()?.user.teacherId ?? null;
}
