// A film and its link, which runs out and is given anew.

import { focusManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { here, MODULE, open, setUp } from "./moduleTesting";

let seal = 0;

beforeEach(() => {
  setUp();
  seal = 1;
  here.answers["/resources/lesson/11"] = () => {
    const url = "/api/files/a.mp4";
    const film = { id: 1, chapterLessonId: 11, type: "VIDEO", title: "Saluti", url };
    return Response.json([{ ...film, link: `${url}?seal=${seal}` }]);
  };
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(() => Promise.resolve());
});

const asked = () => here.calls.filter((call) => call.includes("/resources/lesson/11")).length;
const player = () => screen.findByLabelText<HTMLVideoElement>("Saluti");

test("another link does not begin the film again", async () => {
  open(MODULE);
  const film = await player();
  expect(film.getAttribute("src")).toBe("/api/files/a.mp4?seal=1");
  seal = 2;
  const before = asked();
  vi.setSystemTime(Date.now() + 3_600_000);
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  await act(async () => {});
  expect((await player()).getAttribute("src")).toBe("/api/files/a.mp4?seal=1");
  vi.useRealTimers();
});

test("a link that ran out is renewed and the film goes on where it was", async () => {
  open(MODULE);
  const film = await player();
  film.currentTime = 42;
  Object.defineProperty(film, "paused", { value: false, configurable: true });
  seal = 2;
  fireEvent.error(film);
  await waitFor(() => expect(film.getAttribute("src")).toBe("/api/files/a.mp4?seal=2"));
  film.currentTime = 0;
  fireEvent.loadedMetadata(film);
  expect(film.currentTime).toBe(42);
  expect(film.play).toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a film that fails with a good link says so", async () => {
  open(MODULE);
  fireEvent.error(await player());
  expect((await screen.findByRole("alert")).textContent).toContain("vidéo");
});
