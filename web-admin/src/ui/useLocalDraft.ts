// What is typed in a form, kept on this computer until it is saved or given up, and offered again when the form opens after
// the program has ended in between. Only the desktop app keeps anything; in a browser nothing happens here.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { same } from "web-shared/merge";
import { platform } from "../platform/platform";
import { Latest } from "./latest";
import { beginWriting } from "./writing";

interface FormOf<Typed, Base> {
  /** The form and what it writes: `lessons/12`; of a new one also what it stands under: `lessons/new/7`. Null:
   *  nothing is kept of it. */
  of: string | null;
  /** What it is called in lists. */
  title: string;
  /** The same object while nothing else is typed. */
  typed: Typed;
  /** Fields that drafts of an older version of the program lack: they are found as they are in the form. */
  added?: readonly string[] | undefined;
  /** What it is typed over: by it, somebody else's change in between is found out when it is saved. */
  base: Base;
  unsaved: boolean;
  /** Puts what was found into the form. */
  onResume: (typed: Typed, base: Base) => void;
}

/** What was typed in one sitting. */
interface Sitting<Typed, Base> {
  typed: Typed;
  base: Base;
  at: string;
}

/** Where the last that was typed is: on this computer since then, or nowhere. */
export type Kept = { at: Date } | "failed" | null;

/** A draft that was found, and what may become of it. */
export interface LocalDraft {
  /** Nothing: nothing was typed, or this is a browser. */
  kept: Kept;
  /** When it was typed; nothing: there is none. */
  found: string | null;
  resume: () => void;
  discard: () => void;
  /** What is typed was saved, or is given up knowingly. A form that just disappears keeps its draft. */
  forget: () => void;
}

const MOST = 5; // sittings that are kept of one form

export function useLocalDraft<Typed, Base>(form: FormOf<Typed, Base>): LocalDraft {
  const { title, typed, base, unsaved, onResume, added = [] } = form;
  const key = form.of ?? "";
  const { drafts } = platform; // never changes while the page is open
  // Of sittings before this one, the latest first, about which nothing was decided yet.
  const [found, setFound] = useState<Sitting<Typed, Base>[]>([]);
  const undecided = useRef(found);
  const [kept, setKept] = useState<Kept>(null);
  const stored = useRef(false);
  const writes = useRef<Latest | null>(null);

  function decide(rest: Sitting<Typed, Base>[]) {
    undecided.current = rest;
    setFound(rest);
  }

  /** Writes this sitting, if there is one, before those that are still undecided. */
  function written(sitting: Omit<Sitting<Typed, Base>, "at"> | null) {
    const place = location.pathname.replace(/^\/dashboard/, "") + location.search;
    const own = writes.current;
    // Another row may be in the form by then.
    const tell = (kept: Kept) => {
      if (own === writes.current) setKept(kept);
    };
    return async () => {
      const now = sitting ? [{ ...sitting, at: new Date().toISOString() }] : [];
      const value = [...now, ...undecided.current].slice(0, MOST);
      stored.current = value.length > 0;
      try {
        if (value.length > 0) await drafts?.keep({ key, place, title, value });
        else await drafts?.forget(key);
        tell(sitting && { at: new Date() });
      } catch (error) {
        tell(sitting && "failed");
        throw error;
      }
    };
  }

  const begin = useEffectEvent((value: unknown) => {
    const kept = (Array.isArray(value) ? value : []) as Sitting<Typed, Base>[];
    const sittings = kept.map((one) => ({ ...one, typed: completed(one.typed, typed, added) }));
    stored.current = sittings.length > 0;
    const open = sittings.filter(
      (sitting) => fits(sitting.typed, typed) && !same(sitting.typed, typed),
    );
    decide(open);
    if (open.length === 0 && sittings.length > 0) writes.current?.now(written(null));
  });

  useEffect(() => {
    if (!drafts || !key) return;
    let here = true;
    undecided.current = [];
    setFound([]);
    setKept(null);
    stored.current = false;
    // What cannot be read is offered another time.
    const finding = drafts.find(key).catch(() => null);
    const own = new Latest(finding.then((draft) => here && begin(draft?.value)));
    writes.current = own;
    const flush = () => own.flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      here = false;
      own.end();
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed
  useEffect(() => {
    if (unsaved) writes.current?.soon(written({ typed, base }));
    else if (stored.current) writes.current?.now(written(null));
  }, [typed, unsaved, key]);

  useEffect(() => (drafts && unsaved ? beginWriting() : undefined), [unsaved]);

  const [first, ...rest] = found;
  return {
    kept,
    found: first?.at ?? null,
    resume: () => {
      if (!first) return;
      decide(rest);
      onResume(first.typed, first.base);
    },
    discard: () => {
      decide(rest);
      writes.current?.now(written(unsaved ? { typed, base } : null));
    },
    forget: () => {
      if (unsaved || stored.current) writes.current?.now(written(null));
    },
  };
}

/** Whether it was typed in this form, and not in one that an older version of the program had. */
function fits(found: unknown, typed: unknown): boolean {
  if (typeof found !== typeof typed || Array.isArray(found) !== Array.isArray(typed)) return false;
  if (!isFields(found) || !isFields(typed)) return true;
  return same(Object.keys(found).sort(), Object.keys(typed).sort());
}

function completed<Typed>(found: Typed, typed: Typed, added: readonly string[]): Typed {
  if (!isFields(found) || !isFields(typed)) return found;
  const now = Object.entries(typed).filter(([name]) => added.includes(name));
  return { ...Object.fromEntries(now), ...found };
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
