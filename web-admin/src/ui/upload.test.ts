// A file arrives whole whatever the network does meanwhile; what is given up is deleted.
import { beforeEach, expect, test, vi } from "vitest";
import { endSession, startSession } from "web-shared/api/session";
import type { Upload } from "../platform/local";
import type { App } from "../platform/types";
import { follow, LEFT } from "./appUpload";
import { type Progress, upload } from "./upload";

const MEGABYTE = 1024 * 1024;
const URL_OF_FILE = "/api/files/x.mp4";

/** A school that keeps one upload; what happens on the way to it is said beforehand. */
class School {
  arrived = new Uint8Array();
  readonly sizes: number[] = [];
  readonly asked: string[] = [];
  /** Of the next chunks: cut before the school has them, cut after, refused with this status. */
  readonly chunks: ("lost" | "unheard" | number)[] = [];
  /** Of the next other calls. */
  readonly calls: ("away" | number)[] = [];

  private json(body: unknown, status = 200) {
    return new Response(JSON.stringify(body), { status });
  }

  private standing() {
    const [chunkSize, minChunkSize] = [8 * MEGABYTE, MEGABYTE / 4];
    return {
      id: "u",
      name: "film.mp4",
      size: 0,
      offset: this.arrived.length,
      chunkSize,
      minChunkSize,
    };
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    this.asked.push(call);
    if (call === "DELETE /api/uploads/u") return new Response(null, { status: 204 });
    const trouble = this.calls.shift();
    if (trouble === "away") throw new TypeError("no network");
    if (trouble) return this.json({ code: "unavailable", message: "" }, trouble);
    if (call === "POST /api/uploads/u/finish") {
      const file = { url: URL_OF_FILE, link: `${URL_OF_FILE}?seal`, name: "film.mp4" };
      return this.json(file, 201);
    }
    return this.json(this.standing(), request.method === "POST" ? 201 : 200);
  };

  /** What a chunk is answered; nothing when the line is cut. */
  async take(offset: number, chunk: Blob): Promise<{ status: number; body: unknown } | null> {
    const trouble = this.chunks.shift();
    if (typeof trouble === "number")
      return { status: trouble, body: { code: "refused", message: "" } };
    if (trouble === "lost") return null;
    if (offset !== this.arrived.length) {
      const params = { offset: this.arrived.length };
      return { status: 409, body: { code: "upload_offset", message: "", params } };
    }
    this.sizes.push(chunk.size);
    const whole = new Uint8Array(this.arrived.length + chunk.size);
    whole.set(this.arrived);
    whole.set(new Uint8Array(await bytesOf(chunk)), this.arrived.length);
    this.arrived = whole;
    return trouble === "unheard" ? null : { status: 200, body: this.standing() };
  }
}

function bytesOf(blob: Blob): Promise<ArrayBuffer> {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result as ArrayBuffer);
  reader.readAsArrayBuffer(blob);
  return promise;
}

let school: School;

/** As much of it as chunks need. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  response: unknown = null;
  responseType = "";
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  private url = "";
  private ended = false;

  open(_: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  send(chunk: Blob) {
    this.upload.onprogress?.({ loaded: chunk.size });
    const offset = Number(new URL(this.url, location.origin).searchParams.get("offset"));
    void school.take(offset, chunk).then((answer) => {
      if (this.ended) return;
      if (answer) [this.status, this.response] = [answer.status, answer.body];
      this.end(answer ? this.onload : this.onerror);
    });
  }
  abort() {
    if (!this.ended) this.end(this.onabort);
  }
  private end(how?: () => void) {
    this.ended = true;
    how?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  school = new School();
  vi.stubGlobal("fetch", (request: Request) => school.fetch(request));
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const user = { id: 1, email: "e@preau.test", role: "EDITOR" };
  startSession({ accessToken: "a", refreshToken: "r", user } as never, false);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    endSession();
  };
});

function film(size: number): { file: File; bytes: Uint8Array } {
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 256);
  return { file: new File([bytes], "film.mp4", { type: "video/mp4" }), bytes };
}

const comesBack = () => dispatchEvent(new Event("online"));

/** `away`: the network does not say that it is back. */
function bring(file: File, { away = false } = {}) {
  const control = new AbortController();
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => {
    told.push(progress);
    if (progress.waiting && !away) setTimeout(comesBack);
  };
  return { told, control, sent: upload(file, { signal: control.signal, onProgress }) };
}

test("a film arrives whole though chunks and answers are lost on the way", async () => {
  const { file, bytes } = film(4 * MEGABYTE + 3);
  school.chunks.push("lost", "unheard", 503, 429);
  school.calls.push(0, "away", 502);
  const { sent, told } = bring(file);
  expect((await sent).url).toBe(URL_OF_FILE);
  expect(Buffer.compare(school.arrived, bytes)).toBe(0);
  expect(told.some(({ waiting }) => waiting)).toBe(true);
  expect(told.at(-1)).toEqual({ percent: 100, waiting: false });
  // Smaller after trouble, larger while it goes well.
  expect(school.sizes[0]).toBeLessThan(MEGABYTE);
  expect(Math.max(...school.sizes)).toBeGreaterThan(school.sizes[0] ?? 0);
});

test("what is refused is told and deleted", async () => {
  school.chunks.push(422);
  const { sent } = bring(film(MEGABYTE).file);
  await expect(sent).rejects.toMatchObject({ status: 422, code: "refused" });
  await vi.waitFor(() => expect(school.asked).toContain("DELETE /api/uploads/u"));
});

test("a school that keeps failing is not asked for ever", async () => {
  school.chunks.push(...Array.from({ length: 20 }, () => 500));
  await expect(bring(film(MEGABYTE).file).sent).rejects.toMatchObject({ status: 500 });
});

test("who gives up while the network is away waits no longer", async () => {
  school.chunks.push("lost");
  school.calls.push(0, ...Array.from({ length: 50 }, () => "away" as const));
  const { sent, told, control } = bring(film(MEGABYTE).file, { away: true });
  await vi.waitFor(() => expect(told.at(-1)?.waiting).toBe(true));
  control.abort();
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  await vi.waitFor(() => expect(school.asked).toContain("DELETE /api/uploads/u"));
});

test("the network that comes back ends the pause", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  school.chunks.push("lost");
  const { sent, told } = bring(film(MEGABYTE).file, { away: true });
  await vi.waitFor(() => expect(told.at(-1)?.waiting).toBe(true));
  comesBack();
  expect((await sent).url).toBe(URL_OF_FILE);
});

const CHOSEN: Upload = {
  id: "l",
  name: "film.mp4",
  size: 200,
  sent: 0,
  state: "sending",
  file: null,
  problem: null,
};

/** The app, which tells what it is made to. */
function desk() {
  const done: string[] = [];
  let hear: ((upload: Upload) => void) | undefined;
  const app = {
    on: (_: string, tell: (upload: Upload) => void) => {
      hear = tell;
      return () => done.push("not heard any more");
    },
    upload: async () => CHOSEN,
    pauseUpload: async () => done.push("paused"),
    cancelUpload: async () => done.push("given up"),
  } as unknown as App;
  return { app, done, tell: (is: Partial<Upload>) => hear?.({ ...CHOSEN, ...is }) };
}

test("what the app sends is followed until it has arrived or failed", async () => {
  const { app, done, tell } = desk();
  const told: Progress[] = [];
  const options = {
    signal: new AbortController().signal,
    onProgress: (is: Progress) => told.push(is),
  };
  const sent = follow(app, CHOSEN, options);
  tell({ sent: 100, state: "waiting" });
  tell({ id: "another", state: "failed" });
  const file = { url: URL_OF_FILE, link: URL_OF_FILE, name: "film.mp4" } as Upload["file"];
  tell({ sent: 200, state: "arrived", file });
  expect(await sent).toMatchObject({ file: { url: URL_OF_FILE }, kept: false });
  expect(told).toContainEqual({ percent: 50, waiting: true });
  expect(done).toEqual(["not heard any more"]);

  const keeping = follow(app, CHOSEN, options);
  tell({ sent: 200, state: "kept", file });
  expect((await keeping).kept).toBe(true);

  const failing = follow(app, CHOSEN, options);
  tell({ state: "failed", problem: { code: "file_unreadable" } });
  await expect(failing).rejects.toMatchObject({ code: "file_unreadable" });
});

test.each([
  [LEFT, "paused"],
  [undefined, "given up"],
])(
  "who leaves the page lets it be taken up again, who cancels does not: %s",
  async (reason, how) => {
    const { app, done } = desk();
    const control = new AbortController();
    const sent = follow(app, CHOSEN, { signal: control.signal, onProgress: () => undefined });
    control.abort(reason);
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
    expect(done).toContain(how);
  },
);
