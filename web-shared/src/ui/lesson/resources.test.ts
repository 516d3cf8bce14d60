import { expect, test } from "vitest";
import { shelve } from "./resources";

test("videos of YouTube and files play in the page, everything else is a link", () => {
  const resource = (
    id: number,
    type: "PDF" | "VIDEO" | "LINK",
    url: string,
    youtubeId?: string,
  ) => ({
    id,
    version: 1,
    chapterLessonId: 1,
    title: `n° ${id}`,
    url,
    type,
    captionsUrl: null,
    youtubeId: youtubeId ?? null,
    orderIndex: id,
  });
  const { videos, links } = shelve([
    resource(1, "VIDEO", "https://youtu.be/abcdefghijk", "abcdefghijk"),
    resource(2, "VIDEO", "/assets/video/ciao.webm"),
    resource(3, "VIDEO", "https://films.test/un.MP4?t=3#x"),
    resource(4, "VIDEO", "https://vimeo.com/1"),
    resource(5, "PDF", "https://school.test/fiche.pdf"),
    resource(6, "LINK", "https://school.test/film.mp4"),
    resource(7, "VIDEO", "https://exa^mple.test/film"), // the server takes it, new URL() does not
  ]);
  expect(videos.map(({ resource, youtubeId }) => [resource.id, youtubeId])).toEqual([
    [1, "abcdefghijk"],
    [2, null],
    [3, null],
  ]);
  expect(links.map(({ id }) => id)).toEqual([4, 5, 6, 7]);
});
