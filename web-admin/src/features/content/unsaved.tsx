// What was typed and not saved, in whichever of the many forms of a page: leaving the page asks first.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";

/** `forget`: what is typed there is given up. */
type Note = (form: string, dirty: boolean, forget: () => void) => void;

const Unsaved = createContext<Note>(() => {});

export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlyMap<string, () => void>>(new Map());
  const [note] = useState(
    (): Note => (form, isDirty, forget) =>
      setDirty((before) => {
        if (before.has(form) === isDirty) return before;
        const after = new Map(before);
        if (isDirty) after.set(form, forget);
        else after.delete(form);
        return after;
      }),
  );
  return (
    <Unsaved value={note}>
      <LeaveGuard
        unsaved={dirty.size > 0}
        onLeave={() => {
          for (const forget of dirty.values()) forget();
        }}
      />
      {children}
    </Unsaved>
  );
}

/** Hears of what is unsaved in its own forms as well: a dialog that asks before it closes. */
export function UnsavedInside({
  onChange,
  children,
}: {
  /** Stays the same one. */
  onChange: (dirty: boolean, forget: () => void) => void;
  children: ReactNode;
}) {
  const outside = useContext(Unsaved);
  const note = useCallback(
    (form: string, dirty: boolean, forget: () => void) => {
      onChange(dirty, forget);
      outside(form, dirty, forget);
    },
    [onChange, outside],
  );
  return <Unsaved value={note}>{children}</Unsaved>;
}

/** Says of one form whether it holds something unsaved. */
export function useUnsaved(dirty: boolean, forget: () => void): void {
  const note = useContext(Unsaved);
  const form = useId();
  const latest = useRef(forget);
  useLayoutEffect(() => {
    latest.current = forget;
  });
  useEffect(() => {
    const giveUp = () => latest.current();
    note(form, dirty, giveUp);
    return () => note(form, false, giveUp);
  }, [note, form, dirty]);
}
