// Which section of a long page is being read, for a table of contents that follows the scroll.
import { useEffect, useState } from "react";

/** Below the head of the window and above its lower half: what stands there is being read. */
const READING = "-15% 0px -55% 0px";

/** The id of the section; the first one before any scroll. `ids` must stay the same list while the sections do. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        const first = ids.find((id) => inView.has(id));
        if (first) setCurrent(first); // between two sections the last one read stays
      },
      { rootMargin: READING },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current && ids.includes(current) ? current : ids[0];
}
