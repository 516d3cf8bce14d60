// The wordmark, on light or on night.
export function Logo({ onNight = false, height = 40 }: { onNight?: boolean; height?: number }) {
  return (
    <img
      src={onNight ? "/logo-clair.svg" : "/logo.svg"}
      alt="Préau"
      height={height}
      width={Math.round((height * 198) / 48)}
    />
  );
}
