// What a file is by its address: whether it is seen or heard where it stands.
export type Media = "picture" | "audio" | "video";

const ENDINGS: Record<Media, RegExp> = {
  picture: /\.(avif|gif|jpe?g|png|svg|webp)$/i,
  audio: /\.(m4a|mp3|oga|ogg|opus|wav)$/i,
  video: /\.(mp4|webm)$/i,
};

export function mediaOf(url: string): Media | null {
  const path = url.replace(/[?#].*$/, "");
  const known = Object.entries(ENDINGS) as [Media, RegExp][];
  return known.find(([, ending]) => ending.test(path))?.[0] ?? null;
}
