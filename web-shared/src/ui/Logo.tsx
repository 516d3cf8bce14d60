// The wordmark, on light or on night.
import { school } from "../school";

export function Logo({ onNight = false, height = 40 }: { onNight?: boolean; height?: number }) {
  return (
    <img
      src={onNight ? "/logo-clair.svg" : "/logo.svg"}
      alt={school.name}
      height={height}
      width={Math.round((height * 198) / 48)}
    />
  );
}
