// A button of the bars with a short list under it. A press elsewhere, Escape, or moving on by keyboard closes it.
// The list is always in the page, so that its links are there before any script.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import styles from "./BarMenu.module.css";

interface BarMenuProps {
  button: ReactNode;
  /** The button's name, where its content does not say enough. */
  label?: string;
  className?: string;
  /** Whether the page shown belongs to this menu. */
  here?: boolean;
  /** The list ends under the button's end, not under its beginning. */
  end?: boolean;
  /** The entries as `<li>`; each closes the list when it is chosen. */
  children: (close: () => void) => ReactNode;
}

export function BarMenu({ button, label, className, here, end, children }: BarMenuProps) {
  const list = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    const giveUp = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener("pointerdown", leave, { signal });
    document.addEventListener("focusin", leave, { signal });
    document.addEventListener("keydown", giveUp, { signal });
    return () => listening.abort();
  }, [open]);

  return (
    <div ref={frame} className={styles.frame}>
      <button
        ref={opener}
        type="button"
        className={`${styles.button} ${className ?? ""}`}
        aria-label={label}
        aria-expanded={open}
        aria-controls={list}
        aria-current={here || undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <ul id={list} className={styles.list} data-end={end || undefined} hidden={!open}>
        {children(close)}
      </ul>
    </div>
  );
}
