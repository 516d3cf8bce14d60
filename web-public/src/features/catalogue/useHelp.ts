// When help in choosing is offered: once a visit, to who has looked at the list for a while, when nothing else is going on.
import { useEffect, useState, useSyncExternalStore } from "react";

const STORED = "courseHelp";
type Answer = "offered" | "later";

const PATIENCE = 15_000; // milliseconds since the list is there
const CALM = 3_000; // milliseconds since the visitor was last busy
const TICK = 500; // milliseconds

export interface Help {
  /** Whether the card stands in the list. */
  card: boolean;
  /** Whether the dialog is open. */
  dialog: boolean;
  later: () => void;
}

export function useHelp(): Help {
  const answer = useSyncExternalStore(subscribe, stored, () => null);
  const [dialog, setDialog] = useState(false);
  const wanted = answer === null;

  useEffect(() => {
    if (!wanted) return;
    return whenCalm(() => {
      store("offered");
      setDialog(true);
    });
  }, [wanted]);

  return {
    card: answer !== "later",
    dialog,
    later: () => {
      store("later");
      setDialog(false);
    },
  };
}

/** Calls once the wait is over and the visitor is neither in a dialog nor in a text field. Answers how to give up. */
export function whenCalm(then: () => void): () => void {
  let waited = 0;
  let calm = PATIENCE;
  const timer = setInterval(() => {
    waited += TICK;
    calm = busy() ? 0 : calm + TICK;
    if (waited < PATIENCE || calm < CALM) return;
    clearInterval(timer);
    then();
  }, TICK);
  return () => clearInterval(timer);
}

const DIALOG = "[role=dialog], [role=alertdialog], dialog[open]";
const TEXT =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]";

function busy(): boolean {
  return document.querySelector(DIALOG) !== null || document.activeElement?.matches(TEXT) === true;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string | null {
  return sessionStorage.getItem(STORED);
}

function store(answer: Answer): void {
  sessionStorage.setItem(STORED, answer);
  for (const listener of listeners) listener();
}
