// A roll call: the class, what was marked here and what of it waits, and the last press that can be taken back.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { rosterQuery } from "../../ui/classSessions";
import { rollQuery } from "./api";
import type { Gesture, Marking } from "./marks";
import { hear, note, outboxOf, send, subscribe, takeBack } from "./outbox";

export type Roll = ReturnType<typeof useRoll>;

export function useRoll(session: number) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(rollQuery(session));
  const box = useOutbox(session);
  const [last, setLast] = useState<Gesture[]>([]);
  /** What is marked now stands on the signed sheet. */
  const [paper, setPaper] = useState(false);

  useEffect(
    () =>
      hear(session, async ({ roster }) => {
        const { queryKey } = rosterQuery(session);
        await queries.cancelQueries({ queryKey }); // it may have been asked before the marks were stored
        queries.setQueryData(queryKey, roster);
      }),
    [session, queries],
  );

  function mark(markings: Marking[]) {
    if (markings.length === 0) return;
    setLast(note(session, markings, paper ? "PAPER" : "TEACHER"));
  }

  /** Only what has not left is taken back: the school keeps every mark. */
  function undo(): boolean {
    const done = takeBack(session, last);
    setLast([]);
    return done;
  }

  const waiting = new Set(box.waiting.map(({ clientId }) => clientId));
  return {
    session,
    roster: data,
    error,
    refetch: () => void refetch(),
    ...box,
    mark,
    /** The last press, while it can be taken back. */
    undo: last.length > 0 && last.every(({ clientId }) => waiting.has(clientId)) ? undo : null,
    send: () => send(session),
    paper,
    setPaper,
  };
}

export function useOutbox(session: number) {
  return useSyncExternalStore(subscribe, () => outboxOf(session));
}
