// A film of the school as it plays. Its link runs out and is given anew now and then; another one would begin the film again,
// so the player keeps the one it has until that fails, and then goes on from where it was.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Resource, resourcesQuery } from "./moduleApi";

const linkOf = ({ link, url }: Resource) => link ?? url;

export function useFilm(resource: Resource) {
  const queries = useQueryClient();
  const player = useRef<HTMLVideoElement>(null);
  const [source, setSource] = useState(resource);
  const [failed, setFailed] = useState(false);
  const stopped = useRef<{ at: number; playing: boolean } | null>(null);

  /** Another link, when there is one; else it has failed. */
  async function renew() {
    const video = player.current;
    stopped.current ??= video && { at: video.currentTime, playing: !video.paused };
    const query = { ...resourcesQuery(resource.chapterLessonId), staleTime: 0 };
    const all = await queries.fetchQuery(query).catch(() => []);
    const fresh = all.find(({ id }) => id === resource.id);
    if (fresh && linkOf(fresh) !== linkOf(source)) setSource(fresh);
    else setFailed(true);
  }

  function goOn() {
    const video = player.current;
    const { at, playing } = stopped.current ?? { at: 0, playing: false };
    stopped.current = null;
    if (!video || at === 0) return;
    video.currentTime = at;
    if (playing) void video.play().catch(() => undefined); // the reader presses it again
  }

  return {
    player,
    film: linkOf(source),
    captions: source.captionsLink ?? source.captionsUrl ?? undefined,
    failed,
    renew: () => void renew(),
    goOn,
  };
}
