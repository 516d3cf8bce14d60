// Lets a finger or the mouse drag the slides sideways; up and down stays with the page.
import { type PointerEvent, useRef } from "react";
import { stepOfDrag } from "./ring";

const MEANT = 6; // pixels before a press is a drag

export function useDrag(onStep: (step: -1 | 1) => void) {
  const start = useRef<number | null>(null);

  function move(event: PointerEvent<HTMLElement>) {
    if (start.current === null) return;
    const slides = event.currentTarget;
    const pixels = event.clientX - start.current;
    if (!slides.dataset.dragged && Math.abs(pixels) > MEANT) {
      slides.setPointerCapture(event.pointerId);
      slides.dataset.dragged = "true";
    }
    if (slides.dataset.dragged) slides.style.setProperty("--drag", `${pixels}px`);
  }

  function end(event: PointerEvent<HTMLElement>) {
    const slides = event.currentTarget;
    const pixels = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    slides.style.removeProperty("--drag");
    if (!slides.dataset.dragged) return;
    delete slides.dataset.dragged;
    const step = event.type === "pointerup" ? stepOfDrag(pixels) : 0;
    if (step) onStep(step);
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) start.current = event.clientX;
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  };
}
