/** A fresh `Idempotency-Key`: 128 random bits. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A fresh `clientId`: a UUID of version 7 (RFC 9562), which begins with the time. */
export function freshId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  const random = freshKey();
  const variant = ((Number.parseInt(random.charAt(3), 16) & 3) | 8).toString(16);
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(4, 7)}`,
    random.slice(7, 19),
  ];
  return parts.join("-");
}
