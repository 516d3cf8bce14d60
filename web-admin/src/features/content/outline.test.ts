import { expect, test } from "vitest";
import { canOpen, isAddress, isBlank, movedIds, nextPlace, previewOf, youtubeId } from "./outline";

test("the next place follows the highest, or is the first", () => {
  expect(nextPlace([])).toBe(1);
  expect(nextPlace([{ orderIndex: 2 }, { orderIndex: 7 }, { orderIndex: 3 }])).toBe(8);
  expect(nextPlace([{ orderIndex: null }, {}])).toBe(1);
});

test("a row is moved, the others keep their order", () => {
  const rows = [1, 2, 3, 4].map((id) => ({ id }));
  expect(movedIds(rows, 0, 2)).toEqual([2, 3, 1, 4]);
  expect(movedIds(rows, 3, 0)).toEqual([4, 1, 2, 3]);
});

test("a preview is the first 100 characters without markup, and three dots for the rest", () => {
  expect(previewOf("<h2>Le train</h2><p>Il <b>part</b>&nbsp;à&nbsp;7&nbsp;h.</p>")).toBe(
    "Le train Il part à 7 h.",
  );
  expect(previewOf(`<p>${"é".repeat(140)}</p>`)).toBe(`${"é".repeat(100)}...`);
  expect(previewOf(`<p>${"é".repeat(99)}. Encore</p>`)).toBe(`${"é".repeat(99)}....`);
  expect(previewOf("<script>alert(1)</script><p>𝒳</p>")).not.toContain("<");
});

test("a text of spaces is blank, a picture is not", () => {
  expect(isBlank("<p> &nbsp;<br></p>")).toBe(true);
  expect(isBlank('<p><img src="/a.png" alt=""></p>')).toBe(false);
  expect(isBlank("<p>a</p>")).toBe(false);
});

test.each([
  ["https://exemple.fr/a.pdf", true],
  ["/assets/a.mp4", true],
  ["HTTP://exemple.fr", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["javascript:alert(1)", false],
  ["ftp://exemple.fr", false],
  ["a.pdf", false],
  ["https://exemple.fr/a b", false],
  ["", false],
])("%j is an address: %s", (text, is) => {
  expect(isAddress(text)).toBe(is);
  expect(canOpen(text)).toBe(is);
});

test("the beginning of an address is no fault yet", () => {
  for (const text of ["h", "http", "https:/", "https://"]) {
    expect(isAddress(text)).toBe(true);
    expect(canOpen(text)).toBe(false);
  }
});

test("a video of YouTube is recognised however its address was copied", () => {
  for (const url of [
    "https://www.youtube.com/watch?v=t4IjJav7xbg&t=3",
    "https://m.youtube.com/watch?list=a&v=t4IjJav7xbg",
    "https://youtu.be/t4IjJav7xbg?si=x",
    "http://www.youtube.com/shorts/t4IjJav7xbg",
    "https://www.youtube-nocookie.com/embed/t4IjJav7xbg",
  ])
    expect(youtubeId(url), url).toBe("t4IjJav7xbg");
  for (const url of [
    "https://www.youtube.com/@chaine",
    "https://www.youtube.com/watch?v=court",
    "https://www.youtube.com/embed/videoseries",
    "https://evil.example/watch?v=t4IjJav7xbg",
    "https://notyoutube.com/watch?v=t4IjJav7xbg",
    "/assets/a.mp4",
    "",
  ])
    expect(youtubeId(url), url).toBeNull();
});
