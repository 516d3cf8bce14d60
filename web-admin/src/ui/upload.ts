// Brings a file to the school, telling how far it is. Fetch tells nothing of what it has sent, hence the older way.
import { api, unwrap } from "web-shared/api/client";
import { NetworkError, problemOf } from "web-shared/api/problem";
import { currentSession } from "web-shared/api/session";
import { currentLanguage } from "web-shared/i18n/i18n";
import { remember, type UploadedFile } from "./files";

interface UploadOptions {
  signal: AbortSignal;
  /** Hears percents. */
  onProgress: (percent: number) => void;
}

export async function upload(file: File, options: UploadOptions): Promise<UploadedFile> {
  // Renews a token that is over: this request could not be sent twice.
  await unwrap(api.GET("/users/me", { signal: options.signal }));
  const sent = await send(file, options);
  remember(sent.url, sent.link, sent.name);
  return sent;
}

function send(file: File, { signal, onProgress }: UploadOptions): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open("POST", `/api/files?name=${encodeURIComponent(file.name)}`);
  request.setRequestHeader("Authorization", `Bearer ${currentSession()?.accessToken}`);
  request.setRequestHeader("Accept-Language", currentLanguage());
  request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / total));
  request.onload = () => {
    const { status, response } = request;
    if (status < 300) resolve(response as UploadedFile);
    else reject(problemOf(response, new Response(null, { status })));
  };
  request.onerror = () => reject(new NetworkError("upload"));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(file);
  return promise;
}
