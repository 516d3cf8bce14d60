// A roll call: the class, what was marked here and what of it waits, and the last press that can be taken back.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { rosterQuery } from "../../ui/classSessions";
import { rollQuery } from "./api";
import type { Gesture, Marking } from "./marks";
import { forgetRefusals, hear, note, outboxOf, send, subscribe, takeBack } from "./outbox";

export type Roll = ReturnType<typeof useRoll>;

export function useRoll(session: number) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(rollQuery(session));
  const box = useSyncExternalStore(subscribe, () => outboxOf(session));
  const [last, setLast] = useState<Gesture[]>([]);

  useEffect(
    () =>
      hear(session, ({ roster }) => queries.setQueryData(rosterQuery(session).queryKey, roster)),
    [session, queries],
  );

  function mark(markings: Marking[]) {
    if (markings.length > 0) setLast(note(session, markings));
  }

  /** Only what has not left is taken back: the school keeps every mark. */
  function undo(): boolean {
    const done = takeBack(session, last);
    setLast([]);
    return done;
  }

  const waiting = new Set(box.waiting.map(({ clientId }) => clientId));
  return {
    roster: data,
    error,
    refetch: () => void refetch(),
    ...box,
    mark,
    /** The last press, while it can be taken back. */
    undo: last.length > 0 && last.every(({ clientId }) => waiting.has(clientId)) ? undo : null,
    send: () => send(session),
    forget: () => forgetRefusals(session),
  };
}
