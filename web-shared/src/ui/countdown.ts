// How long a held seat is still held, by the server's clock.
import { useEffect, useState } from "react";

/** Seconds left, not below 0. `offset`: milliseconds the server's clock is ahead of this one. */
export function secondsLeft(expiresAt: string, now: number, offset: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now - offset) / 1000));
}

/** "12:48" */
export function clock(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(seconds / 60))}:${part(seconds % 60)}`;
}

/** The minutes that are said aloud, once each: five, then one. */
export function announced(seconds: number): 5 | 1 | null {
  if (seconds > 300 || seconds === 0) return null;
  return seconds > 60 ? 5 : 1;
}

export function useSecondsLeft(expiresAt: string, offset: number): number {
  const [left, setLeft] = useState(() => secondsLeft(expiresAt, Date.now(), offset));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(expiresAt, Date.now(), offset));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [expiresAt, offset]);
  return left;
}
