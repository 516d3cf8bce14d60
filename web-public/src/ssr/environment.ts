// What the pages expect of a browser and the engine lacks: Intl, URL, and fetch, which calls the API within the server.
// Imported before everything else.
import "core-js/web/structured-clone";
import "core-js/web/url";
import "core-js/web/url-search-params";
import "@formatjs/intl-getcanonicallocales/polyfill.js";
import "@formatjs/intl-locale/polyfill.js";
import "@formatjs/intl-pluralrules/polyfill-force.js";
import "@formatjs/intl-pluralrules/locale-data/fr.js";
import "@formatjs/intl-pluralrules/locale-data/en.js";
import "@formatjs/intl-pluralrules/locale-data/it.js";
import "@formatjs/intl-pluralrules/locale-data/zh.js";
import "@formatjs/intl-numberformat/polyfill-force.js";
import "@formatjs/intl-numberformat/locale-data/fr.js";
import "@formatjs/intl-numberformat/locale-data/en-GB.js";
import "@formatjs/intl-numberformat/locale-data/it.js";
import "@formatjs/intl-numberformat/locale-data/zh.js";
import "@formatjs/intl-datetimeformat/polyfill-force.js";
import "@formatjs/intl-datetimeformat/locale-data/fr.js";
import "@formatjs/intl-datetimeformat/locale-data/en-GB.js";
import "@formatjs/intl-datetimeformat/locale-data/it.js";
import "@formatjs/intl-datetimeformat/locale-data/zh.js";

declare global {
  /** Defined by the server: requests `GET address` of the API and returns `[status, body]` as JSON. */
  var fetchApi: (address: string) => string;
}

class ApiRequest {
  readonly method: string;
  readonly headers = new Map<string, string>();
  readonly signal = { aborted: false };
  readonly url: string;

  constructor(url: string, { method }: { method: string }) {
    this.url = url;
    this.method = method;
  }

  clone() {
    return this;
  }
}

async function fetchFromServer(request: ApiRequest) {
  if (request.method !== "GET") throw new Error("rendering only reads");
  const [status, body]: [number, string] = JSON.parse(globalThis.fetchApi(request.url));
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new Map<string, string>(),
    text: async () => body,
    json: async () => JSON.parse(body),
  };
}

/** React needs these at load time for rendering to streams; rendering to a string does not use them. */
class TextEncoderStub {
  encode(text: string) {
    return text;
  }
}

class MessageChannelStub {
  readonly port1 = {};
  readonly port2 = {};
}

class AbortControllerStub {
  readonly signal = { aborted: false, addEventListener() {}, removeEventListener() {} };

  abort() {}
}

Object.assign(globalThis, {
  Request: ApiRequest,
  Headers: Map,
  FormData: class {},
  TextEncoder: TextEncoderStub,
  MessageChannel: MessageChannelStub,
  AbortController: AbortControllerStub,
  fetch: fetchFromServer,
  location: { origin: "" },
  // The engine has no timers: without a delay the callback runs as a microtask, with a delay never.
  setTimeout: (run: () => void, delay = 0) => {
    if (delay === 0) queueMicrotask(run);
  },
  clearTimeout() {},
});
