// The languages, levels and teachers that courses are made of, and the categories of the FAQ: each kind is read and written by calls of its own, in the
// same way.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

type Schemas = components["schemas"];
export type Language = Schemas["LanguageDetails"];
export type Level = Schemas["Level"];
export type Teacher = Schemas["Teacher"];
export type LanguageInput = Schemas["LanguageInput"];
export type LevelInput = Schemas["LevelInput"];
export type TeacherInput = Schemas["TeacherInput"];
/** A category of the FAQ goes by its code. */
export type Category = Schemas["FaqCategory"] & { id: string };
export type CategoryInput = Schemas["FaqCategoryInput"];

export type Closure = Schemas["Closure"];
export type ClosureInput = Schemas["ClosureInput"];
export type Room = Schemas["Room"];
export type RoomInput = Schemas["RoomInput"];

/** Those with a page in common. */
export const SECTIONS = ["languages", "levels", "teachers", "categories"] as const;
export type Tab = (typeof SECTIONS)[number];
/** What a timetable needs has pages of its own. */
export type SectionName = Tab | "rooms" | "closures";

export const languagesQuery = queryOptions({
  queryKey: ["languages", "details"],
  queryFn: () => unwrap(api.GET("/languages/details")),
});

export const levelsQuery = queryOptions({
  queryKey: ["levels"],
  queryFn: () => unwrap(api.GET("/levels")),
});

export const teachersQuery = queryOptions({
  queryKey: ["teachers"],
  queryFn: () => unwrap(api.GET("/teachers")),
});

export const categoriesQuery = queryOptions({
  queryKey: ["faq", "categories"],
  queryFn: () => unwrap(api.GET("/faq/categories", {})),
});

export const roomsQuery = queryOptions({
  queryKey: ["rooms"],
  queryFn: () => unwrap(api.GET("/rooms", {})),
});

export const closuresQuery = queryOptions({
  queryKey: ["closures"],
  queryFn: () => unwrap(api.GET("/closures", {})),
});

/** A row as it was seen: what is written replaces that, and nothing newer. */
export interface Seen<Id = number> {
  id: Id;
  version: number;
}

/** The calls that write one kind. */
interface Calls<Input, Id = number> {
  add: (body: Input, key: string) => Promise<unknown>;
  change: (seen: Seen<Id>, body: Input) => Promise<unknown>;
  remove: (seen: Seen<Id>) => Promise<unknown>;
}

const at = ({ id, version }: Seen) => ({
  params: { path: { id } },
  headers: { "If-Match": `"${version}"` },
});
const once = (key: string) => ({ headers: { "Idempotency-Key": key } });

export const languageCalls: Calls<LanguageInput> = {
  add: (body, key) => unwrap(api.POST("/languages", { body, ...once(key) })),
  change: (seen, body) => unwrap(api.PUT("/languages/{id}", { body, ...at(seen) })),
  remove: (seen) => unwrap(api.DELETE("/languages/id/{id}", at(seen))),
};

export const levelCalls: Calls<LevelInput> = {
  add: (body, key) => unwrap(api.POST("/levels", { body, ...once(key) })),
  change: (seen, body) => unwrap(api.PUT("/levels/{id}", { body, ...at(seen) })),
  remove: (seen) => unwrap(api.DELETE("/levels/{id}", at(seen))),
};

export const teacherCalls: Calls<TeacherInput> = {
  add: (body, key) => unwrap(api.POST("/teachers", { body, ...once(key) })),
  change: (seen, body) => unwrap(api.PUT("/teachers/{id}", { body, ...at(seen) })),
  remove: (seen) => unwrap(api.DELETE("/teachers/{id}", at(seen))),
};

/** A teacher gets a mail with a link, by which they sign in; the one before stops working. */
export function useInvite(id: number) {
  const queries = useQueryClient();
  return useSendOnce(async (body: { email: string }, key: string) => {
    const call = api.POST("/teachers/{id}/invite", {
      params: { path: { id } },
      body,
      ...once(key),
    });
    await unwrap(call);
    void queries.invalidateQueries({ queryKey: teachersQuery.queryKey });
  });
}

/** The teacher's account is no longer a teacher's; an invitation is taken back. */
export function useUnlink(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/teachers/{id}/account", { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: teachersQuery.queryKey }),
  });
}

export const roomCalls: Calls<RoomInput> = {
  add: (body, key) => unwrap(api.POST("/rooms", { body, ...once(key) })),
  change: (seen, body) => unwrap(api.PUT("/rooms/{id}", { body, ...at(seen) })),
  remove: (seen) => unwrap(api.DELETE("/rooms/{id}", at(seen))),
};

export const closureCalls: Calls<ClosureInput> = {
  add: (body, key) => unwrap(api.POST("/closures", { body, ...once(key) })),
  change: (seen, body) => unwrap(api.PUT("/closures/{id}", { body, ...at(seen) })),
  remove: (seen) => unwrap(api.DELETE("/closures/{id}", at(seen))),
};

const withCode = ({ id, version }: Seen<string>) => ({
  params: { path: { code: id } },
  headers: { "If-Match": `"${version}"` },
});

export const categoryCalls: Calls<CategoryInput, string> = {
  add: (body, key) => unwrap(api.POST("/faq/categories", { body, ...once(key) })),
  change: (seen, body) =>
    unwrap(api.PUT("/faq/categories/{code}", { body, ...withCode(seen) })).then(asCategory),
  remove: (seen) => unwrap(api.DELETE("/faq/categories/{code}", withCode(seen))),
};

export const asCategory = (row: Schemas["FaqCategory"]): Category => ({ ...row, id: row.code });

/** Writes rows of one kind. What is shown elsewhere bears their names, so all of it is asked for again. */
export function useWriting<Input, Id = number>(calls: Calls<Input, Id>) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const add = useSendOnce(calls.add);
  const change = useMutation({
    mutationFn: ({ seen, body }: { seen: Seen<Id>; body: Input }) => calls.change(seen, body),
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: calls.remove, onSettled: refresh });
  return { add, change, remove, refresh };
}

/** Whether the two public holidays of Alsace and Moselle count: a setting of the school, which the holidays follow. */
export function useAlsaceMoselle() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, alsaceMoselle }: { version: number; alsaceMoselle: boolean }) =>
      unwrap(
        api.PUT("/settings/school", {
          // Fields that are not sent stay.
          body: { alsaceMoselle } as Schemas["SchoolInput"],
          headers: { "If-Match": `"${version}"` },
        }),
      ),
    onSettled: () => queries.invalidateQueries(),
  });
}
