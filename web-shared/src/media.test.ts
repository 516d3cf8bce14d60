import { expect, test } from "vitest";
import { mediaOf } from "./media";

test.each([
  ["/files/0190/plan.PNG", "picture"],
  ["/files/0190/dialogue.mp3?signature=a.b", "audio"],
  ["/assets/video/treno.mp4", "video"],
  ["/files/0190/fiche.pdf", null],
  ["https://elsewhere.example/plan.png", null],
  ["//elsewhere.example/plan.png", null],
])("%s is %s", (url, kind) => {
  expect(mediaOf(url)).toBe(kind);
});
