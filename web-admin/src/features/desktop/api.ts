// What the desktop app says of itself and of what waits in it, and what it can be told to do.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { theApp } from "../../platform/platform";
import { DESKTOP } from "../../platform/state";
import type { Choices } from "../../platform/types";

export const profilesQuery = queryOptions({
  queryKey: [DESKTOP, "profiles"],
  queryFn: () => theApp().profiles(),
});

export const operationsQuery = queryOptions({
  queryKey: [DESKTOP, "operations"],
  queryFn: () => theApp().operations(),
});

export const offlineQuery = queryOptions({
  queryKey: [DESKTOP, "offline"],
  queryFn: () => theApp().offline(),
});

export const historyQuery = queryOptions({
  queryKey: [DESKTOP, "history"],
  queryFn: () => theApp().history(),
});

/** Always as it is now: it is about to be decided. */
export function conflictQuery(operation: string) {
  return queryOptions({
    queryKey: [DESKTOP, "conflict", operation],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => theApp().conflict(operation),
  });
}

/** By what content names rows of other kinds. */
export const namesQuery = queryOptions({
  queryKey: ["references", "names"],
  queryFn: async () => {
    const [languages, levels, teachers, rooms, categories] = await Promise.all([
      unwrap(api.GET("/languages/details", {})),
      unwrap(api.GET("/levels", {})),
      unwrap(api.GET("/teachers", {})),
      unwrap(api.GET("/rooms", {})),
      unwrap(api.GET("/faq/categories", {})),
    ]);
    return { languages, levels, teachers, rooms, categories };
  },
});

/** Something the app is told to do; what it says of itself is asked for again. */
function useTold<Wanted, Answer>(tell: (wanted: Wanted) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: tell,
    onSettled: () => queries.invalidateQueries({ queryKey: [DESKTOP] }),
  });
}

export const useSync = () => useTold(() => theApp().sync());
export const useRetry = () => useTold((operation: string) => theApp().retry(operation));
export const useRetryAll = () => useTold(() => theApp().retryAll());
export const useUndo = () => useTold((operation: string) => theApp().undo(operation));
export const useSignOut = () => useTold((force: boolean) => theApp().signOut(force));
export const useDismissDamage = () => useTold(() => theApp().dismissDamage());
export const useOpenProfile = () => useTold((id: string) => theApp().openProfile(id));

export const useRemoveProfile = () =>
  useTold(({ id, force }: { id: string; force: boolean }) => theApp().removeProfile(id, force));

export const useResolve = () =>
  useTold(({ id, choices }: { id: string; choices: Choices }) => theApp().resolve(id, choices));

/** An operation that is given up: what it would have changed is shown as it was. */
export function useDiscard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, force }: { id: string; force: boolean }) => theApp().discard(id, force),
    onSettled: () => queries.invalidateQueries(),
  });
}
