// The small arch of a session: how a learner attended it, or that it is to come. The word beside it says the same.
import type { Attendance } from "../../api/classSessions";
import { Icon } from "../Icon";
import styles from "./Sign.module.css";

/** `unknown`: held, and its roll not closed. */
export type SignState = Attendance["status"] | "coming" | "next" | "cancelled" | "unknown";

const ICONS: Partial<Record<SignState, string>> = {
  PRESENT: "check-bold",
  LATE: "clock",
  ABSENT: "x-bold",
};

export function Sign({ state }: { state: SignState }) {
  const icon = ICONS[state];
  return (
    <span className={styles.sign} data-state={state} aria-hidden="true">
      {icon && <Icon name={icon} size={15} />}
    </span>
  );
}
