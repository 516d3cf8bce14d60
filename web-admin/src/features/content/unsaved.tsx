// What was typed and not saved, in whichever of the many forms of a page: leaving the page asks first.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from "react";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";

const Unsaved = createContext<(form: string, dirty: boolean) => void>(() => {});

export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const [note] = useState(
    () => (form: string, isDirty: boolean) =>
      setDirty((before) => {
        if (before.has(form) === isDirty) return before;
        const after = new Set(before);
        if (isDirty) after.add(form);
        else after.delete(form);
        return after;
      }),
  );
  return (
    <Unsaved value={note}>
      <LeaveGuard unsaved={dirty.size > 0} />
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
  onChange: (dirty: boolean) => void;
  children: ReactNode;
}) {
  const outside = useContext(Unsaved);
  const note = useCallback(
    (form: string, dirty: boolean) => {
      onChange(dirty);
      outside(form, dirty);
    },
    [onChange, outside],
  );
  return <Unsaved value={note}>{children}</Unsaved>;
}

/** Says of one form whether it holds something unsaved. */
export function useUnsaved(dirty: boolean): void {
  const note = useContext(Unsaved);
  const form = useId();
  useEffect(() => {
    note(form, dirty);
    return () => note(form, false);
  }, [note, form, dirty]);
}
