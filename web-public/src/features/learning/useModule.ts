// The lesson that the address names, noted as viewed as soon as it opens, and the end of a chapter.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { ApiError } from "web-shared/api/problem";
import { isStaff, useSession } from "web-shared/api/session";
import { SUBSCRIPTIONS } from "web-shared/api/subscriptions";
import { idOf } from "./courseModules";
import { beginning, type Place, placeOf, withEnd, withSeen, withView } from "./module";
import { endChapter, type Module, moduleQuery, viewLesson } from "./moduleApi";

const LESSON = "lesson";

interface OpenLesson {
  place: Place | null;
  /** The address named a lesson that is not of this module. */
  unknown: boolean;
}

/** The lesson that is open; null when the module has none. */
export function useOpenLesson(module: Module): OpenLesson {
  const [query, setQuery] = useSearchParams();
  const named = query.has(LESSON);
  const asked = placeOf(module, idOf(query.get(LESSON)));
  // Once: what is opened meanwhile moves the lesson to go on with.
  const [first] = useState(() => beginning(module)?.lesson.id ?? null);
  const place = asked ?? placeOf(module, first) ?? beginning(module);
  const start = asked ? null : (place?.lesson.id ?? null);
  const [unknown, setUnknown] = useState(false);
  if (named && !asked && place && !unknown) setUnknown(true);

  // The address keeps where the reader is, whatever another window opens meanwhile.
  useEffect(() => {
    if (start === null) return;
    const pin = (query: URLSearchParams) => {
      query.set(LESSON, String(start));
      return query;
    };
    setQuery(pin, { replace: true, preventScrollReset: true });
  }, [start, setQuery]);

  return { place, unknown };
}

export interface Views {
  /** The module as the reader sees it: the lesson on its way to the server counts already. */
  shown: Module;
  /** Staff reads a learner's module: nothing of it is noted. */
  guest: boolean;
  /** The open lesson could not be noted as viewed. */
  failed: boolean;
  retry: () => void;
  /** Ends a chapter: what was left out of it is marked as viewed. */
  end: (chapterId: number) => Promise<void>;
}

export function useViews(module: Module, lessonId: number): Views {
  const queries = useQueryClient();
  const { subscriptionId, moduleId, learnerId } = module;
  const session = useSession();
  // Staff looks in; a guardian learns beside the child.
  const guest = isStaff(session) && session?.user.id !== learnerId;

  async function keep<T>(answer: Promise<T>, change: (known: Module, answer: T) => Module) {
    const { queryKey } = moduleQuery(subscriptionId, moduleId);
    try {
      const told = await answer;
      await queries.cancelQueries({ queryKey }); // an older answer on its way must not undo this one
      queries.setQueryData(queryKey, (known) => known && change(known, told));
      void queries.invalidateQueries({ queryKey: [SUBSCRIPTIONS], refetchType: "none" });
    } catch (error) {
      // An answer that says no: the module says why.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey });
      throw error;
    }
  }

  const note = (id: number) => keep(viewLesson(subscriptionId, id), withView);
  const end = (id: number) => keep(endChapter(subscriptionId, id), withEnd);
  const { mutate, ...opened } = useMutation({ mutationFn: note });
  useEffect(() => {
    if (!guest) mutate(lessonId);
  }, [guest, lessonId, mutate]);

  const failed = opened.variables === lessonId && (opened.isError || opened.isPaused);
  const pending = opened.variables === lessonId && opened.isPending && !failed;
  return {
    shown: pending ? withSeen(module, lessonId) : module,
    guest,
    failed,
    retry: () => mutate(lessonId),
    end,
  };
}
