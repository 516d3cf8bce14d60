// What a lesson shows and plays has links that run out and are given anew.
import { focusManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { here, MODULE, open, setUp } from "./moduleTesting";

let seal = 0;

const of = (id: number, type: string, title: string, url: string) => ({
  id,
  chapterLessonId: 11,
  type,
  title,
  url,
  link: `${url}?seal=${seal}`,
});

beforeEach(() => {
  setUp();
  seal = 1;
  here.answers["/resources/lesson/11"] = () =>
    Response.json([
      of(1, "VIDEO", "Saluti", "/api/files/a.mp4"),
      of(2, "LINK", "Le dialogue", "/api/files/b.mp3"),
      of(3, "LINK", "Le plan", "/api/files/c.png"),
      of(4, "PDF", "La fiche", "/api/files/d.pdf"),
    ]);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(() => Promise.resolve());
});

const asked = () => here.calls.filter((call) => call.includes("/resources/lesson/11")).length;
const player = () => screen.findByLabelText<HTMLVideoElement>("Saluti");

/** The browser could not read it, while it played at `at` or stood there. */
function fail(media: HTMLMediaElement, at: number, playing: boolean) {
  const failing = { error: { code: 2 }, paused: !playing };
  for (const [name, value] of Object.entries(failing))
    Object.defineProperty(media, name, { value, configurable: true });
  media.currentTime = at;
  fireEvent.error(media);
}

/** As a browser begins with another link: from the start, without a fault. */
function load(media: HTMLMediaElement) {
  Object.defineProperty(media, "error", { value: null, configurable: true });
  media.currentTime = 0;
  fireEvent.loadedMetadata(media);
}

async function recording() {
  await screen.findByText("Le dialogue");
  return document.querySelector("audio") as HTMLAudioElement;
}

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
  seal = 2;
  fail(film, 42, true);
  await waitFor(() => expect(film.getAttribute("src")).toBe("/api/files/a.mp4?seal=2"));
  load(film);
  expect(film.currentTime).toBe(42);
  expect(film.play).toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a film that fails with a good link says so", async () => {
  open(MODULE);
  fireEvent.error(await player());
  expect((await screen.findByRole("alert")).textContent).toContain("vidéo");
});

test("a recording whose link ran out is renewed and goes on where it was", async () => {
  open(MODULE);
  const audio = await recording();
  expect(audio.getAttribute("src")).toBe("/api/files/b.mp3?seal=1");
  seal = 2;
  fail(audio, 12, true);
  await waitFor(() => expect(audio.getAttribute("src")).toBe("/api/files/b.mp3?seal=2"));
  load(audio);
  expect(audio.currentTime).toBe(12);
  expect(audio.play).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a recording that is begun with a link of yesterday plays all the same", async () => {
  open(MODULE);
  const audio = await recording();
  seal = 2;
  fail(audio, 0, true);
  await waitFor(() => expect(audio.getAttribute("src")).toBe("/api/files/b.mp3?seal=2"));
  load(audio);
  expect(audio.play).toHaveBeenCalledTimes(1);
});

test("a recording that fails with a good link says so, and tries with another one when asked", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
  const { user } = open(MODULE);
  const audio = await recording();
  fail(audio, 12, false);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("L’enregistrement ne peut pas être lu.");
  await user.click(within(alert).getByRole("button", { name: "Réessayer" }));
  expect(audio.load).toHaveBeenCalledTimes(1);
  seal = 2;
  fail(audio, 12, false);
  await waitFor(() => expect(audio.getAttribute("src")).toBe("/api/files/b.mp3?seal=2"));
  load(audio);
  expect(audio.currentTime).toBe(12);
  expect(audio.play).not.toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a picture asks for a fresh link once", async () => {
  open(MODULE);
  await screen.findByText("Le plan");
  const picture = document.querySelector("figure img[src*='c.png']") as HTMLImageElement;
  const before = asked();
  seal = 2;
  fireEvent.error(picture);
  await waitFor(() => expect(picture.getAttribute("src")).toBe("/api/files/c.png?seal=2"));
  expect(asked()).toBe(before + 1);
  fireEvent.error(picture);
  await waitFor(() => expect(asked()).toBe(before + 2));
  await act(async () => {});
  expect(picture.getAttribute("src")).toBe("/api/files/c.png?seal=2");
});

test("pictures in the text of a lesson are renewed with it, once", async () => {
  let read = 0;
  here.answers["/chapter-lessons/11"] = () => {
    read += 1;
    const pictures = [1, 2].map((at) => `<img src="/api/files/${at}.png?seal=${seal}" alt="">`);
    const content = `<p>Texte</p>${pictures.join("")}`;
    return Response.json({ id: 11, content, linkedContent: content });
  };
  open(MODULE);
  await screen.findByText("Texte");
  const pictures = () => [...document.querySelectorAll("img[src*='/api/files/']")].slice(0, 2);
  const before = read;
  seal = 2;
  for (const picture of pictures()) fireEvent.error(picture);
  await waitFor(() =>
    expect(pictures().map((picture) => picture.getAttribute("src"))).toEqual([
      "/api/files/1.png?seal=2",
      "/api/files/2.png?seal=2",
    ]),
  );
  expect(read).toBe(before + 1);
});

test("a document is opened by a link of now, however long the page stood", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  open(MODULE);
  const link = await screen.findByRole("link", { name: /^La fiche/ });
  seal = 2;
  expect(fireEvent.click(link)).toBe(true); // the browser follows it
  vi.setSystemTime(Date.now() + 6 * 3_600_000);
  expect(fireEvent.click(link)).toBe(false);
  await waitFor(() =>
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      "/api/files/d.pdf?seal=2",
      "_blank",
      "noopener,noreferrer",
    ),
  );
  vi.useRealTimers();
});

test("the recording of a question is renewed too, and its answers stay", async () => {
  here.answers["/resources/lesson/11"] = () => Response.json([]);
  here.answers["/quizzes/lesson/11"] = () => {
    const url = "/api/files/e.mp3";
    const question = { id: 1, quizId: 5, questionText: "Qui parle ?", typeCode: "AUDIO" };
    const heard = { mediaUrl: url, mediaLink: `${url}?seal=${seal}`, options: ["Lui", "Lei"] };
    const questions = [{ ...question, ...heard }];
    return Response.json([{ id: 5, version: 1, lessonId: 11, instructions: "", questions }]);
  };
  const { user } = open(MODULE);
  await user.click(await screen.findByRole("radio", { name: "Lei" }));
  const audio = document.querySelector("audio") as HTMLAudioElement;
  seal = 2;
  fail(audio, 3, true);
  await waitFor(() => expect(audio.getAttribute("src")).toBe("/api/files/e.mp3?seal=2"));
  load(audio);
  expect(audio.currentTime).toBe(3);
  expect(screen.getByRole("radio", { name: "Lei" })).toHaveProperty("checked", true);
});
