// `/home/features` and its like: the page, at one of its sections. Asked for again, it goes there again.
import { useEffect } from "react";
import { useLocation, useNavigationType, useParams } from "react-router";

const FIRST = "default"; // the key of the page a visit begins with

export function useSection(): void {
  const { section } = useParams();
  const { key } = useLocation();
  const moving = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has its own key, the same section twice as well
  useEffect(() => {
    const place = section && document.getElementById(section);
    if (!place) return;
    const back = key === FIRST ? returned() : moving === "POP";
    if (back) return; // the reader's own place counts
    const heading = place.querySelector<HTMLElement>("h1, h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    place.scrollIntoView();
  }, [key]);
}

/** Whether the browser loaded the page again or came back to it, and so finds the reader's place by itself. */
function returned(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return load instanceof PerformanceNavigationTiming && load.type !== "navigate";
}
