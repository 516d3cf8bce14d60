// What a lesson shows in the page, and what it only leads to.
import type { Resource } from "./moduleApi";

/** A video that plays in the page: of YouTube, or a file. */
export interface Video {
  resource: Resource;
  youtubeId: string | null;
}

export interface Shelf {
  videos: Video[];
  links: Resource[];
}

const FILE = /\.(mp4|webm)$/i;

export function shelve(resources: Resource[]): Shelf {
  const shelf: Shelf = { videos: [], links: [] };
  for (const resource of resources) {
    const youtubeId = resource.youtubeId ?? null;
    if (resource.type === "VIDEO" && (youtubeId || isFile(resource.url)))
      shelf.videos.push({ resource, youtubeId });
    else shelf.links.push(resource);
  }
  return shelf;
}

function isFile(url: string): boolean {
  return FILE.test(url.replace(/[?#].*$/, ""));
}
