// A file that the desktop app sends by itself: this page only hears how far it is.
import { ApiError } from "web-shared/api/problem";
import type { Upload } from "../platform/local";
import type { App } from "../platform/types";
import { remember, type UploadedFile } from "./files";
import type { UploadOptions } from "./upload";

/** Why a page stops to follow a file that is on its way: nobody waits for it any more. The app can take it up again. */
export const LEFT = new DOMException("left", "AbortError");

/** What became of a file. */
export interface Followed {
  file: UploadedFile;
  /** It is on this computer until the school is there. */
  kept: boolean;
}

/** Hears of a file until it has arrived or is kept; giving up gives the file up too. */
export function follow(app: App, chosen: Upload, options: UploadOptions): Promise<Followed> {
  const { signal, onProgress } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Followed>();
  const hear = (upload: Upload) => {
    if (upload.id !== chosen.id) return;
    const { state, sent, size, file, problem } = upload;
    if ((state === "arrived" || state === "kept") && file) {
      remember(file.url, file.link, file.name);
      resolve({ file, kept: state === "kept" });
    } else if (state === "failed") {
      const { code = "internal", message = "", ...more } = problem ?? {};
      reject(new ApiError({ ...more, status: 422, code, message } as ApiError["problem"]));
    } else {
      const percent = size > 0 ? Math.floor((100 * sent) / size) : 0;
      onProgress({ percent, waiting: state === "waiting" });
    }
  };
  const end = app.on("upload", hear);
  // What was told before anybody heard it.
  void app.upload(chosen.id).then(hear, reject);
  const give = () => {
    const left = signal.reason === LEFT;
    void (left ? app.pauseUpload(chosen.id) : app.cancelUpload(chosen.id)).catch(() => undefined);
    reject(signal.reason);
  };
  signal.addEventListener("abort", give, { once: true });
  return promise.finally(() => {
    end();
    signal.removeEventListener("abort", give);
  });
}
