// A ring of slides: which one is in the middle, which stand beside it, and what a key or a finger means.

export type Place = "on" | "before" | "after" | "away";

/** Where slide `index` of `count` stands when `middle` is in the middle; the last is the neighbour of the first. */
export function placeOf(index: number, middle: number, count: number): Place {
  if (index === middle) return "on";
  if (index === around(middle + 1, count)) return "after";
  if (index === around(middle - 1, count)) return "before";
  return "away";
}

export function around(index: number, count: number): number {
  return (index + count) % count;
}

const MOST_DOTS = 5;

/** The slides that have a dot: all of a few, else those around the middle one. */
export function dotsAround(middle: number, count: number): number[] {
  const shown = Math.min(count, MOST_DOTS);
  const first = Math.max(0, Math.min(middle - Math.floor(shown / 2), count - shown));
  return Array.from({ length: shown }, (_, at) => first + at);
}

/** The slide a key leads to, or null when the key says nothing to the ring. */
export function slideOfKey(key: string, middle: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return around(middle - 1, count);
    case "ArrowRight":
      return around(middle + 1, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

const FAR_ENOUGH = 48; // pixels

/** What a drag over so many pixels asks for: the next one (1), the one before (-1), or nothing. */
export function stepOfDrag(pixels: number): -1 | 0 | 1 {
  if (Math.abs(pixels) < FAR_ENOUGH) return 0;
  return pixels < 0 ? 1 : -1;
}
