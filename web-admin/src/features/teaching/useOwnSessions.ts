// The sessions of whoever is signed in, as a teacher.
import { useQuery } from "@tanstack/react-query";
import { useSession } from "web-shared/api/session";
import { ownFilter, ownSpan, sessionsQuery } from "../../ui/classSessions";

export function useOwnSessions() {
  const user = useSession()?.user;
  return useQuery({
    ...sessionsQuery(ownSpan(), user ? ownFilter(user) : {}),
    enabled: user !== undefined,
  });
}
