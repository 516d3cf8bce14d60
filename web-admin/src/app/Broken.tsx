// In place of everything, when a part of the page has failed. What was typed in it was not given up by that.
import { FailedState } from "web-shared/ui/Scene";

export function Broken() {
  return <FailedState error={null} onRetry={() => window.location.reload()} />;
}
