// Answers while they are typed, in this tab's storage: a failed call, a page that is turned or a reload loses nothing.
import { useState } from "react";
import { currentSession } from "web-shared/api/session";
import type { Message } from "./api";

/** An answer whose form is open. */
export interface Draft {
  /** The message as it was when the form was opened. */
  message: Message;
  text: string;
  /** As it stands now, when somebody was faster: the list may show it no longer. */
  latest?: Message;
}

export interface Drafts {
  open: readonly Draft[];
  of: (id: number) => Draft | undefined;
  begin: (message: Message) => void;
  type: (id: number, text: string) => void;
  /** Somebody was faster. */
  learn: (latest: Message) => void;
  close: (id: number) => void;
  closeAll: () => void;
}

const STORED = "contactReplies";

export function useDrafts(): Drafts {
  const [open, setOpen] = useState(read);
  const change = (to: (before: Draft[]) => Draft[]) =>
    setOpen((before) => {
      const after = to(before);
      write(after);
      return after;
    });
  const edit = (id: number, part: Partial<Draft>) =>
    change((before) =>
      before.map((draft) => (draft.message.id === id ? { ...draft, ...part } : draft)),
    );
  return {
    open,
    of: (id) => open.find(({ message }) => message.id === id),
    begin: (message) => change((before) => [...before, { message, text: "" }]),
    type: (id, text) => edit(id, { text }),
    learn: (latest) => edit(latest.id, { latest }),
    close: (id) => change((before) => before.filter(({ message }) => message.id !== id)),
    closeAll: () => change(() => []),
  };
}

/** The messages of the list, and those being answered that are no longer among them, as they stand now, the newest first. */
export function withAnswered(items: readonly Message[], { open }: Drafts): Message[] {
  const byId = new Map(items.map((message) => [message.id, message]));
  for (const { latest, message: begun } of open) {
    const known = latest ?? begun;
    if (known.version > (byId.get(known.id)?.version ?? 0)) byId.set(known.id, known);
  }
  return [...byId.values()].sort((one, other) => other.id - one.id);
}

/** What the same person typed in this tab; nothing of anybody else. */
function read(): Draft[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return stored?.by === author() && Array.isArray(stored.drafts) ? stored.drafts : [];
  } catch {
    return [];
  }
}

function write(drafts: Draft[]): void {
  if (drafts.length === 0) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, JSON.stringify({ by: author(), drafts }));
}

function author(): number | undefined {
  return currentSession()?.user.id;
}
