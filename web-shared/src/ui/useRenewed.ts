// Links to files of lessons run out after some hours, and each answer may bear others. What is seen or heard keeps the link
// it began with, because another one would begin it again, and asks for a fresh one when that fails.
import { type RefObject, useEffect, useRef, useState } from "react";

/** Where something is read. */
export interface Source {
  link: string;
  captions?: string | undefined;
}

/** Asks where it is read now. */
export type Renew = () => Promise<Source | undefined>;

export function useRenewed(given: Source, ask?: Renew) {
  const [source, setSource] = useState(given);
  const [failed, setFailed] = useState(false);

  /** Another link, when there is one; else it has failed. */
  async function renew() {
    if (!ask) return setFailed(true);
    const fresh = await ask();
    if (fresh && fresh.link !== source.link) setSource(fresh);
    else setFailed(true);
  }

  return { source, failed, renew: () => void renew(), retry: () => setFailed(false) };
}

/** The same for what plays: it goes on from where it was. */
export function useRenewedMedia(
  media: RefObject<HTMLMediaElement | null>,
  given: Source,
  ask?: Renew,
) {
  const { renew, ...state } = useRenewed(given, ask);
  const stopped = useRef<{ at: number; playing: boolean } | null>(null);

  function onError() {
    const { current } = media;
    stopped.current ??= current && { at: current.currentTime, playing: !current.paused };
    renew();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once: what failed before this page was taken over
  useEffect(() => {
    if (media.current?.error) onError();
  }, []);

  function onLoadedMetadata() {
    const { at, playing } = stopped.current ?? { at: 0, playing: false };
    stopped.current = null;
    if (!media.current) return;
    if (at > 0) media.current.currentTime = at;
    if (playing) void media.current.play().catch(() => undefined); // its reader presses it again
  }

  return { ...state, onError, onLoadedMetadata };
}
