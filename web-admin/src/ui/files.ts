// Files that are uploaded: which kinds there are, and where one that was just brought can be looked at. The server is the
// judge of both (core's file.rs); this says beforehand what it will say.
import type { components } from "web-shared/api/schema";

export type FileKind = components["schemas"]["FileKind"];
export type UploadedFile = components["schemas"]["UploadedFile"];

export interface FileRule {
  /** As their names end. */
  extensions: readonly string[];
  formats: string;
  megabytes: number;
}

export const KINDS: Record<FileKind, FileRule> = {
  IMAGE: {
    extensions: ["jpg", "jpeg", "png", "webp", "gif"],
    formats: "JPEG, PNG, WebP, GIF",
    megabytes: 10,
  },
  PDF: { extensions: ["pdf"], formats: "PDF", megabytes: 50 },
  AUDIO: {
    extensions: ["mp3", "m4a", "ogg", "oga", "wav"],
    formats: "MP3, M4A, OGG, WAV",
    megabytes: 100,
  },
  VIDEO: { extensions: ["mp4", "webm"], formats: "MP4, WebM", megabytes: 1024 },
  CAPTIONS: { extensions: ["vtt"], formats: "WebVTT", megabytes: 1 },
};
/** The school's logo: every page, mail and paper brings it. */
export const LOGO: FileRule = {
  extensions: ["jpg", "jpeg", "png", "webp"],
  formats: "JPEG, PNG, WebP",
  megabytes: 1,
};
export const FILE_KINDS = Object.keys(KINDS) as FileKind[];

const MEGABYTE = 1024 * 1024;

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The kind of a file by its name. */
export function kindOf(name: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => KINDS[kind].extensions.includes(extensionOf(name)));
}

/** What the server would say of this file before it is sent: the code of the error and what it names. */
export function faultOf({ name, size }: { name: string; size: number }, rules: FileRule[]) {
  const rule = rules.find(({ extensions }) => extensions.includes(extensionOf(name)));
  if (!rule) return { code: "file_type_refused" as const };
  const max = rule.megabytes;
  return size > max * MEGABYTE ? { code: "file_too_large" as const, max } : undefined;
}

/** For the browser's own dialog. */
export function acceptOf(rules: FileRule[]): string {
  return rules.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(",");
}

const FOLDER = "/api/files/";

export const isUploaded = (url: string) => url.startsWith(FOLDER);

interface Known {
  link: string;
  name?: string;
}

// What this tab was told of files: players send no token, and an address bears no name.
const known = new Map<string, Known>();

export function remember(
  url: string | null | undefined,
  link: string | null | undefined,
  name?: string,
) {
  if (url && link) known.set(url, { link, name: name ?? known.get(url)?.name });
}

/** The address under which this reader's pictures and players find a file. */
export const readable = (url: string) => known.get(url)?.link ?? url;

/** How a file was called when it was brought, if that was here. */
export const nameOf = (url: string) => known.get(url)?.name;
