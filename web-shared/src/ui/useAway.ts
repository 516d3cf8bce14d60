// Whether the network is there, and whether what waits for it is worth saying.
import { useEffect, useState, useSyncExternalStore } from "react";

const PATIENCE = 8000; // milliseconds after which what waits is worth saying

export function useOnline(): boolean {
  return useSyncExternalStore(
    hearNetwork,
    () => navigator.onLine,
    () => true,
  );
}

/** Without a network at once, else when something waits longer than a call does. */
export function useAway(waits: boolean): boolean {
  const online = useOnline();
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!waits) return;
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [waits]);
  return waits && (!online || long);
}

function hearNetwork(listener: () => void): () => void {
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
