// Brings a file to the school in chunks: what breaks off goes on where the school has it. Fetch tells nothing of what it
// has sent, hence the older way for the chunks.
import { api, unwrap } from "web-shared/api/client";
import { ApiError, NetworkError, problemOf } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { currentSession } from "web-shared/api/session";
import { currentLanguage } from "web-shared/i18n/i18n";
import { remember, type UploadedFile } from "./files";

type Open = components["schemas"]["OpenUpload"];

export interface Progress {
  percent: number;
  /** The network is away: it goes on by itself. */
  waiting: boolean;
}

export interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Bytes of the first chunk: most pictures, and little enough for a slow line. */
const FIRST = 1024 * 1024;
/** Milliseconds: a chunk that took less is followed by a larger one, one that took more by a smaller one. */
const QUICK = 2_000;
const SLOW = 15_000;
/** Milliseconds in which nothing moves, until a line counts as cut. */
const SILENCE = 60_000;
/** Milliseconds between two tries: at first, and at most. */
const PAUSES = { first: 1_000, most: 15_000 };
/** How often in a row the school itself may fail. */
const FAILURES = 5;

export async function upload(file: File, options: UploadOptions): Promise<UploadedFile> {
  const { signal } = options;
  const body = { name: file.name, size: file.size, mediaType: file.type || null };
  const begun = await unwrap(api.POST("/uploads", { body, signal }));
  try {
    await sendAll(file, begun, options);
    const sent = await finish(begun, options);
    remember(sent.url, sent.link, sent.name);
    return sent;
  } catch (error) {
    // Not wanted any more, or not good enough: the school need not keep it.
    void api.DELETE("/uploads/{id}", { params: { path: { id: begun.id } } }).catch(() => undefined);
    throw error;
  }
}

async function sendAll(file: File, begun: Open, options: UploadOptions): Promise<void> {
  const { chunkSize, minChunkSize } = begun;
  const trouble = new Trouble();
  let { offset } = begun;
  let size = FIRST;
  while (offset < file.size) {
    const started = performance.now();
    try {
      const chunk = file.slice(offset, offset + size);
      offset = (await send(begun.id, offset, chunk, file.size, options)).offset;
      trouble.over();
      const took = performance.now() - started;
      if (took < QUICK) size *= 2;
      if (took > SLOW) size /= 2;
    } catch (error) {
      // Access ends in the middle of a film: asking how far it is renews it.
      if (!(error instanceof ApiError && error.status === 401)) trouble.note(error, options.signal);
      size /= 2;
      offset = await asked(begun.id, { percent: percentOf(offset, file.size), trouble }, options);
    }
    size = Math.floor(Math.min(Math.max(size, minChunkSize), chunkSize));
  }
}

const percentOf = (sent: number, size: number) => Math.floor((100 * sent) / size);

/** Waits until the school says where to go on. */
async function asked(
  id: string,
  { percent, trouble }: { percent: number; trouble: Trouble },
  options: UploadOptions,
): Promise<number> {
  for (;;) {
    options.onProgress({ percent, waiting: true });
    await trouble.pause(options.signal);
    try {
      const params = { path: { id } };
      const { offset } = await unwrap(api.GET("/uploads/{id}", { params, signal: options.signal }));
      options.onProgress({ percent, waiting: false });
      return offset;
    } catch (error) {
      trouble.note(error, options.signal);
    }
  }
}

async function finish({ id }: Open, options: UploadOptions): Promise<UploadedFile> {
  const trouble = new Trouble();
  for (;;) {
    options.onProgress({ percent: 100, waiting: false });
    try {
      const params = { path: { id } };
      return await unwrap(api.POST("/uploads/{id}/finish", { params, signal: options.signal }));
    } catch (error) {
      trouble.note(error, options.signal);
      options.onProgress({ percent: 100, waiting: true });
      await trouble.pause(options.signal);
    }
  }
}

/** What passes by itself: a line that is cut, a school that is busy. */
class Trouble {
  private pauses = PAUSES.first;
  private failures = 0;

  over(): void {
    this.pauses = PAUSES.first;
    this.failures = 0;
  }

  /** Throws what does not pass. */
  note(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || !this.passes(error)) throw error;
  }

  private passes(error: unknown): boolean {
    if (error instanceof NetworkError) return true;
    if (!(error instanceof ApiError)) return false;
    if (error.code === "upload_offset") return true;
    // What the desktop app says without a network.
    if (error.code === "network_needed") return true;
    this.failures += 1;
    const { status } = error;
    return (status === 408 || status === 429 || status >= 500) && this.failures <= FAILURES;
  }

  /** Ends early when the network is back. */
  async pause(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = new AbortController();
    const timer = setTimeout(resolve, this.pauses);
    addEventListener("online", () => resolve(), { signal: ended.signal });
    signal.addEventListener("abort", () => resolve(), { signal: ended.signal });
    if (signal.aborted) resolve();
    await promise;
    clearTimeout(timer);
    ended.abort();
    this.pauses = Math.min(this.pauses * 2, PAUSES.most);
    signal.throwIfAborted();
  }
}

function send(
  id: string,
  offset: number,
  chunk: Blob,
  whole: number,
  { signal, onProgress }: UploadOptions,
): Promise<Open> {
  const { promise, resolve, reject } = Promise.withResolvers<Open>();
  const request = new XMLHttpRequest();
  let silent = false;
  const giveUp = () => {
    silent = true;
    request.abort();
  };
  let timer = setTimeout(giveUp, SILENCE);
  const abort = () => request.abort();
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE);
  };
  request.open("PUT", `/api/uploads/${encodeURIComponent(id)}?offset=${offset}`);
  request.setRequestHeader("Authorization", `Bearer ${currentSession()?.accessToken}`);
  request.setRequestHeader("Accept-Language", currentLanguage());
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.responseType = "json";
  request.upload.onprogress = ({ loaded }) => {
    moved();
    onProgress({ percent: percentOf(offset + loaded, whole), waiting: false });
  };
  request.onload = () => {
    const { status, response } = request;
    if (status < 300) resolve(response as Open);
    else reject(problemOf(response, new Response(null, { status })));
  };
  request.onerror = () => reject(new NetworkError("upload"));
  request.onabort = () => reject(silent ? new NetworkError("silence") : signal.reason);
  request.onloadend = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  };
  signal.addEventListener("abort", abort, { once: true });
  request.send(chunk);
  return promise;
}
