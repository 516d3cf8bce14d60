// Moves on by itself every few seconds, until the reader takes over; never for those who want no motion.
import { useEffect, useEffectEvent, useState } from "react";

const PACE = 7_000; // milliseconds

export interface Autoplay {
  playing: boolean;
  play: () => void;
  stop: () => void;
  /** Waits while the reader points at the slides or has the focus among them. */
  hold: (by: "pointer" | "focus", held: boolean) => void;
}

export function useAutoplay(onTurn: () => void): Autoplay {
  const [playing, setPlaying] = useState(false);
  const [holds, setHolds] = useState({ pointer: false, focus: false });
  const held = holds.pointer || holds.focus;
  const turn = useEffectEvent(() => {
    if (!document.hidden) onTurn();
  });

  useEffect(() => {
    setPlaying(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  }, []);

  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(turn, PACE);
    return () => clearInterval(timer);
  }, [playing, held]);

  return {
    playing,
    play: () => setPlaying(true),
    stop: () => setPlaying(false),
    hold: (by, held) => setHolds((now) => ({ ...now, [by]: held })),
  };
}
