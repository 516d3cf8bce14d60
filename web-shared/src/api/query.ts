// One query client per site: what is fresh, what is tried again, and that nothing survives a change of user.
import { QueryClient } from "@tanstack/react-query";
import { ApiError, needsNetwork } from "./problem";
import { currentSession, subscribe } from "./session";

const FRESH = 30_000; // milliseconds
const ATTEMPTS = 3;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (failures, error) => failures + 1 < ATTEMPTS && passing(error),
      },
      mutations: { retry: false },
    },
  });

  let user = currentSession()?.user.id;
  subscribe(() => {
    const now = currentSession()?.user.id;
    if (now === user) return;
    user = now;
    // The pages of whoever has left go first: nothing of theirs is asked for again.
    setTimeout(() => void client.resetQueries());
  });
  return client;
}

/** Whether the failure may be over in a moment: no answer, or a server in trouble. */
function passing(error: unknown): boolean {
  if (needsNetwork(error)) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
