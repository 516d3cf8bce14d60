// A form that is refused leads to the first of its faulty fields.
import { type RefObject, useEffect, useRef, useState } from "react";

interface FirstFault {
  form: RefObject<HTMLFormElement | null>;
  /** Sending was asked for: what is missing may be found without the server. */
  attempt: () => void;
}

/** `error`: what the server answered. */
export function useFirstFault(error: unknown): FirstFault {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) lead(form.current);
  }, [attempts]);
  useEffect(() => {
    if (error) lead(form.current);
  }, [error]);
  return { form, attempt: () => setAttempts((before) => before + 1) };
}

// A group of choices knows no `aria-invalid`, but is described by its fault.
const FAULTY = '[aria-invalid=true], [role$=group][aria-describedby*="-error"]';

function lead(form: HTMLFormElement | null) {
  const faulty = form?.querySelector<HTMLElement>(FAULTY);
  const choice = faulty?.querySelector<HTMLElement>("input:not(:disabled)");
  (choice ?? faulty)?.focus();
}
