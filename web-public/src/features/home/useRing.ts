// Which slide is in the middle. Only the reader moves it.
import { useState } from "react";
import { around } from "./ring";

export interface Ring {
  count: number;
  middle: number;
  /** Whether the reader moved it: then what comes into the middle is read out. */
  moved: boolean;
  show: (slide: number) => void;
}

export function useRing(count: number): Ring {
  const [asked, setAsked] = useState(1); // the first stands at its left, as one reads
  const [moved, setMoved] = useState(false);
  return {
    count,
    middle: asked % count, // there may be fewer than before
    moved,
    show: (slide) => {
      setMoved(true);
      setAsked(around(slide, count));
    },
  };
}
