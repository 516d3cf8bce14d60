// The message while it is written, in this tab's storage: a reload or a detour loses nothing.
import { useEffect, useState } from "react";

export interface Message {
  /** Null until it is typed: who is signed in stands there already. */
  name: string | null;
  email: string | null;
  message: string;
  /** `yyyy-mm-dd`, or what was typed so far. */
  wishedDate: string;
  wishedTime: string;
}

const STORED = "contactMessage";
const EMPTY: Message = { name: null, email: null, message: "", wishedDate: "", wishedTime: "" };

/** The message, how to change parts of it, and how to begin anew. */
export function useMessage(): [Message, (part: Partial<Message>) => void, () => void] {
  const [message, setMessage] = useState(EMPTY);
  useEffect(() => setMessage(read()), []); // after the first view, which knows no storage

  function change(part: Partial<Message>) {
    const after = { ...message, ...part };
    sessionStorage.setItem(STORED, JSON.stringify(after));
    setMessage(after);
  }
  function clear() {
    sessionStorage.removeItem(STORED);
    setMessage(EMPTY);
  }
  return [message, change, clear];
}

function read(): Message {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return typeof stored === "object" ? { ...EMPTY, ...stored } : EMPTY;
  } catch {
    return EMPTY;
  }
}
