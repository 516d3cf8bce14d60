// Whether help in choosing is still to be offered: once it was put off, it stays away for the visit.
import { useState } from "react";

const STORED = "courseHelp";

export interface Help {
  dismissed: boolean;
  dismiss: () => void;
}

export function useHelp(): Help {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(STORED) !== null);
  return {
    dismissed,
    dismiss: () => {
      sessionStorage.setItem(STORED, "later");
      setDismissed(true);
    },
  };
}
