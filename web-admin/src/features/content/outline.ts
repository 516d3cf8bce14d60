// Small rules of the content editor, without a screen.

interface Placed {
  orderIndex?: number | null;
}

/** The place after the last one; a row without a place counts as the 0th. */
export function nextPlace(rows: readonly Placed[]): number {
  return Math.max(0, ...rows.map(({ orderIndex }) => orderIndex ?? 0)) + 1;
}

/** The same rows with one of them elsewhere, as ids. */
export function movedIds(rows: readonly { id: number }[], from: number, to: number): number[] {
  const ids = rows.map(({ id }) => id);
  const [moved] = ids.splice(from, 1);
  return moved === undefined ? ids : ids.toSpliced(to, 0, moved);
}

const PREVIEW = 100; // characters
const END_OF_BLOCK = /<\/(p|h\d|li|t[dhr]|blockquote|div)>|<br\s*\/?>/gi;

/** Rich text as words. */
export function wordsOfHtml(html: string): string {
  const page = new DOMParser().parseFromString(html.replace(END_OF_BLOCK, "$& "), "text/html");
  return (page.body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** The first 100 characters of a lesson, without markup, and "..." if there is more. */
export function previewOf(html: string): string {
  const letters = [...wordsOfHtml(html)];
  if (letters.length <= PREVIEW) return letters.join("");
  return `${letters.slice(0, PREVIEW).join("").trimEnd()}...`;
}

/** Whether rich text says or shows anything. */
export function isBlank(html: string): boolean {
  return wordsOfHtml(html) === "" && !html.includes("<img");
}

const SCHEMES = ["https://", "http://"];

/** Whether an address is one of the web or a path of this site; also while it is being typed. */
export function isAddress(text: string): boolean {
  const url = text.trim();
  if (SCHEMES.some((scheme) => scheme.startsWith(url.toLowerCase()))) return url !== "";
  if (/[\s\\]/.test(url)) return false;
  if (url.startsWith("/")) return !url.startsWith("//");
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Whether it can be followed as it stands. */
export function canOpen(text: string): boolean {
  const url = text.trim();
  return isAddress(url) && !SCHEMES.some((scheme) => scheme.startsWith(url.toLowerCase()));
}

const YOUTUBE = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;

/** The video of YouTube that an address names, however it was copied: as the server sees it (core's url.rs). */
export function youtubeId(text: string): string | null {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text.trim())) return null;
  const { hostname, pathname, searchParams } = new URL(text.trim());
  const [first = "", second = ""] = pathname.slice(1).split("/");
  const host = hostname.replace(/^www\.(?=youtu\.be$)/, "");
  const named = first === "watch" ? searchParams.get("v") : second;
  const id = host === "youtu.be" ? first : named;
  const known = host === "youtu.be" || YOUTUBE.test(host);
  const shown = host === "youtu.be" || ["watch", "embed", "shorts", "live", "v"].includes(first);
  return known && shown && /^[\w-]{11}$/.test(id ?? "") && id !== "videoseries" ? id : null;
}
