// What the address says about the letter: `?to=` names a teacher, `?subject=meeting` asks for a call.
import { useSearchParams } from "react-router";

/** The subject as the school reads it. */
export const MEETING_SUBJECT = "Rendez-vous de 15 minutes";

export function useAddress() {
  const [query, setQuery] = useSearchParams();
  const drop = (name: "to" | "subject") =>
    setQuery(
      (before) => {
        before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { to: query.get("to"), meeting: query.get("subject") === "meeting", drop };
}
