// The clock of a page that shows what is next.
import { useEffect, useState } from "react";

const TICK = 15_000; // milliseconds

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
