// What waits for the school in this browser, a box for each name: the same in all tabs, and remembered by the page where the
// browser keeps nothing more.

export interface Keeping<Box> {
  /** Whether a name of the storage belongs to a box. */
  isKept: (storageKey: string) => boolean;
  /** As another tab may have written it; `known` is what this tab had. */
  read: (key: string, known: Box | undefined) => Box;
  /** Fails where the browser keeps nothing more. */
  write: (key: string, box: Box) => void;
}

export function keptBoxes<Box>({ isKept, read, write }: Keeping<Box>) {
  const listeners = new Set<() => void>();
  const boxes = new Map<string, Box>();
  /** What this browser does not keep: the page remembers it as long as it is open, and sends it all the same. */
  const unkept = new Set<string>();

  function current(key: string): Box {
    const known = boxes.get(key);
    return known !== undefined && unkept.has(key) ? known : read(key, known);
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  // Another tab wrote or sent something, or the storage was emptied.
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key !== null && !isKept(key)) return;
    for (const name of boxes.keys()) boxes.set(name, current(name));
    tell();
  });

  return {
    unkept: unkept as ReadonlySet<string>,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The box as it stands; the same object until something changes. */
    of(key: string): Box {
      const box = boxes.get(key) ?? current(key);
      boxes.set(key, box);
      return box;
    },
    change(key: string, to: (before: Box) => Box): void {
      const after = to(current(key));
      boxes.set(key, after);
      try {
        write(key, after);
        unkept.delete(key);
      } catch {
        unkept.add(key);
      }
      tell();
    },
    /** Nothing is remembered; the storage stays as it is. */
    forget(): void {
      boxes.clear();
      unkept.clear();
      tell();
    },
  };
}

/** Does it now, when the network is back, and before the page is put away; answers how to end that. */
export function whenPossible(send: () => void): () => void {
  const put = () => document.visibilityState === "hidden" && send();
  send();
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", put);
  return () => {
    window.removeEventListener("online", send);
    document.removeEventListener("visibilitychange", put);
  };
}
