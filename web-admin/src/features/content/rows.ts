// Reading and writing what stands inside modules, the same for every kind: the list in memory becomes what the server
// answers, and its parents are read again, for their versions and counts follow.
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSendOnce } from "web-shared/api/sendOnce";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import {
  CONTENT,
  COURSES,
  type Kind,
  MODULES,
  newest,
  type OrderedKind,
  type Row,
  readCourse,
} from "./kinds";

/** A course with its modules; the form of the course asks for the same one. */
export function courseQuery(id: number) {
  return queryOptions({ queryKey: [COURSES, "editable", id], queryFn: () => readCourse(id) });
}

/** Everything that a write may have changed: lists, counts and the versions of what stands above. */
function renew(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [CONTENT, COURSES].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
}

export function rowsQuery<R extends Row, Input>(kind: Kind<R, Input>, parentId: number) {
  return queryOptions({
    queryKey: [CONTENT, kind.name, parentId],
    queryFn: () => kind.list(parentId),
  });
}

export function useRows<R extends Row, Input>(kind: Kind<R, Input>, parentId: number) {
  return useQuery(rowsQuery(kind, parentId));
}

/** The calls that change the rows under one parent. `onGone` comes before the row leaves the screen. */
export function useWrites<R extends Row, Input>(
  kind: Kind<R, Input>,
  parentId: number,
  onGone?: () => void,
) {
  const queries = useQueryClient();
  const { queryKey } = rowsQuery(kind, parentId);
  const put = (rows: (before: R[]) => R[]) =>
    queries.setQueryData<R[]>(queryKey, (before) => before && rows(before));
  const create = useSendOnce(async (body: Input, key) => {
    const made = await kind.create(body, key);
    put((rows) => [...rows.filter(({ id }) => id !== made.id), made]);
    void renew(queries);
    return made;
  });
  const change = useMutation({
    mutationFn: ({ row, body }: { row: Row; body: Input }) => kind.change(row, body),
    onSuccess: (changed) => {
      put((rows) => rows.map((one) => (one.id === changed.id ? changed : one)));
      void renew(queries);
    },
  });
  const remove = useMutation({
    mutationFn: (row: Row) => kind.remove(newest(queries, kind.name, row)),
    onSuccess: (_, gone) => {
      put((rows) => rows.filter(({ id }) => id !== gone.id));
      onGone?.();
    },
    // What stood inside is gone with it: it is not asked for again.
    onSettled: () => renewAbove(queries, kind.name, ABOVE[kind.name]),
  });
  return { create, change, remove };
}

/** Puts the rows under a parent into another order: at once on the screen, back as they were when it fails. */
export function useArrange<R extends Row, Input>(
  kind: OrderedKind<R, Input>,
  parent: Row,
  /** The kind of the parent. */
  under: string,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { queryKey } = rowsQuery(kind, parent.id);
  const mutationKey = [CONTENT, "order", kind.name, parent.id];
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // One after the other: each move raises the version that the next one names.
    scope: { id: mutationKey.join("-") },
    mutationFn: (ids: number[]) => kind.arrange(newest(queries, under, parent), ids),
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<R[]>(queryKey, (rows = []) =>
        rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
    },
    onError: (error) => notifyFailure(`${t("dashboard.content.orderFailed")} ${errorText(error)}`),
    // While more moves wait, the list stays as the last of them has left it.
    onSettled: () => (isLast() ? renew(queries) : renewAbove(queries, under)),
  });
}

/** What each kind stands under. */
const ABOVE: Record<string, string> = {
  chapters: MODULES,
  lessons: "chapters",
  resources: "lessons",
  quizzes: "lessons",
  questions: "quizzes",
};

/** Lists of these kinds, for their counts and versions. */
function renewAbove(queries: QueryClient, ...kinds: (string | undefined)[]): Promise<unknown> {
  const keys = kinds.map((kind) => (kind === MODULES ? [COURSES] : [CONTENT, kind]));
  return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
