// A teacher's day, with the roll calls that have not reached the school.
import { UnsentCalls } from "../features/roll/UnsentCalls";
import { TodayPage } from "../features/teaching/TodayPage";

export function Today() {
  return <TodayPage unsent={<UnsentCalls />} />;
}
