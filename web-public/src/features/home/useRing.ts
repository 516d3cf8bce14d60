// Which slide is in the middle, and who moves it: the clock, until the reader does.
import { useState } from "react";
import { around } from "./ring";
import { type Autoplay, useAutoplay } from "./useAutoplay";

export interface Ring {
  count: number;
  middle: number;
  /** Whether the reader moved it: then what comes into the middle is read out. */
  moved: boolean;
  autoplay: Autoplay;
  /** The reader's own move: from now on nothing moves by itself. */
  show: (slide: number) => void;
}

export function useRing(count: number): Ring {
  const [asked, setAsked] = useState(1); // the first stands at its left, as one reads
  const [moved, setMoved] = useState(false);
  const autoplay = useAutoplay(() => setAsked((now) => around(now + 1, count)));
  return {
    count,
    middle: asked % count, // there may be fewer than before
    moved,
    autoplay,
    show: (slide) => {
      autoplay.stop();
      setMoved(true);
      setAsked(around(slide, count));
    },
  };
}
