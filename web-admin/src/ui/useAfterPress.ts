// What appears when a field is left must not move a button away from under the pointer that is pressing it.
import { useEffect, useRef } from "react";

/** Does something at once, or as soon as the press that is under way is over. */
export function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false);
  useEffect(() => {
    const press = () => {
      pressed.current = true;
    };
    const release = () => {
      pressed.current = false;
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return (work) => {
    if (pressed.current)
      window.addEventListener("pointerup", () => setTimeout(work), { once: true });
    else work();
  };
}
