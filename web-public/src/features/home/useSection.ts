// `/home/features` and its like: the page, at one of its sections. Asked for again, it goes there again.
import { useEffect } from "react";
import { useLocation, useNavigationType, useParams } from "react-router";

export function useSection(): void {
  const { section } = useParams();
  const { key } = useLocation();
  const back = useNavigationType() === "POP";

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has its own key, the same section twice as well
  useEffect(() => {
    const place = section && document.getElementById(section);
    if (!place || (back && window.scrollY > 0)) return; // on the way back the reader's own place counts
    const heading = place.querySelector<HTMLElement>("h1, h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    place.scrollIntoView();
  }, [key]);
}
