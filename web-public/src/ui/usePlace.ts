// Where an element is: in the window, above it or below it. Unknown until the browser has looked.
import { useEffect, useRef, useState } from "react";

export type Place = "seen" | "above" | "below";

export function usePlace() {
  const element = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const above = entry.boundingClientRect.top < 0;
        setPlace(entry.isIntersecting ? "seen" : above ? "above" : "below");
      },
      { threshold: 1 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, place] as const;
}
