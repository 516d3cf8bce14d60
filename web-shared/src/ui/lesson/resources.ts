// What a lesson shows in the page, and what it only leads to.
import { mediaOf } from "../../media";
import type { Source } from "../useRenewed";
import type { Resource } from "./types";

/** A video that plays in the page: of YouTube, or a file. */
export interface Video {
  resource: Resource;
  youtubeId: string | null;
}

/** A picture or a recording of the school's own. */
export interface Media {
  resource: Resource;
  kind: "picture" | "audio";
}

export interface Shelf {
  videos: Video[];
  media: Media[];
  links: Resource[];
}

const FILE = /\.(mp4|webm)$/i;

export function shelve(resources: Resource[]): Shelf {
  const shelf: Shelf = { videos: [], media: [], links: [] };
  for (const resource of resources) {
    const kind = mediaOf(resource.url);
    const youtubeId = resource.youtubeId ?? null;
    if (resource.type === "VIDEO" && (youtubeId || isFile(resource.url)))
      shelf.videos.push({ resource, youtubeId });
    else if (resource.type === "LINK" && (kind === "picture" || kind === "audio"))
      shelf.media.push({ resource, kind });
    else shelf.links.push(resource);
  }
  return shelf;
}

function isFile(url: string): boolean {
  return FILE.test(url.replace(/[?#].*$/, ""));
}

/** Where this reader finds it now. */
export function sourceOf({ url, link, captionsUrl, captionsLink }: Resource): Source {
  return { link: link ?? url, captions: captionsLink ?? captionsUrl ?? undefined };
}
