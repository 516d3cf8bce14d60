// Which section of a long page is being read, for a table of contents that follows the scroll.
import { useEffect, useState } from "react";

/** Where the eye is: this share of the window from its top. */
const EYE = 0.25;

/** The id of the section; the first one above all. `ids` must stay the same list while the sections do. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight * EYE;
      const begun = sections.filter((section) => section.getBoundingClientRect().top <= line);
      setCurrent(begun.at(-1)?.id);
    };
    // Wakes when a section comes under the eye or leaves it, not at each pixel.
    const observer = new IntersectionObserver(look, {
      rootMargin: `${-100 * EYE}% 0px ${-99 + 100 * EYE}% 0px`,
    });
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current && ids.includes(current) ? current : ids[0];
}
