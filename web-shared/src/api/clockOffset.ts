// The server’s clock, as its answers tell it.

/** Milliseconds the server's clock is ahead of this one, by the `Date` of its answer. */
export function clockOffset(response: Response): number {
  const date = response.headers.get("Date");
  // The header counts whole seconds: half of one is its middle.
  const server = date ? Date.parse(date) + 500 : Number.NaN;
  return Number.isNaN(server) ? 0 : server - Date.now();
}
