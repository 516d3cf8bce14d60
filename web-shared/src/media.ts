// What a file of the school is by its address: whether it is seen or heard where it stands.
export type MediaKind = "picture" | "audio" | "video";

/** As the server takes them (core's file.rs). */
const ENDINGS: Record<MediaKind, RegExp> = {
  picture: /\.(gif|jpe?g|png|webp)$/i,
  audio: /\.(m4a|mp3|oga|ogg|wav)$/i,
  video: /\.(mp4|webm)$/i,
};

/** Of other sites nothing is fetched before it is asked for. */
export function mediaOf(url: string): MediaKind | null {
  if (!/^\/(?!\/)/.test(url)) return null;
  const path = url.replace(/[?#].*$/, "");
  const known = Object.entries(ENDINGS) as [MediaKind, RegExp][];
  return known.find(([, ending]) => ending.test(path))?.[0] ?? null;
}
