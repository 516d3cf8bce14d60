// What the pages expect of their surroundings and the painter's engine has not: language data, addresses, and calls of
// the API, which go straight into the server. Imported before everything else.
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
  /** Given by the server: asks the API for `GET address`; answers `[status, body]` as JSON. */
  var ask: (address: string) => string;
}

class Call {
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

async function answer(call: Call) {
  if (call.method !== "GET") throw new Error("the painter only reads");
  const [status, body]: [number, string] = JSON.parse(globalThis.ask(call.url));
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: new Map<string, string>(),
    text: async () => body,
    json: async () => JSON.parse(body),
  };
}

/** React sets up its way of painting into streams when it loads; painting into a string uses neither of these. */
class Encoder {
  encode(text: string) {
    return text;
  }
}

class Channel {
  readonly port1 = {};
  readonly port2 = {};
}

class Abort {
  readonly signal = { aborted: false, addEventListener() {}, removeEventListener() {} };

  abort() {}
}

Object.assign(globalThis, {
  Request: Call,
  Headers: Map,
  FormData: class {},
  TextEncoder: Encoder,
  MessageChannel: Channel,
  AbortController: Abort,
  fetch: answer,
  location: { origin: "" },
  // Nothing is waited for in here: what is due at once follows as a microtask, what is due later never comes.
  setTimeout: (run: () => void, delay = 0) => {
    if (delay === 0) queueMicrotask(run);
  },
  clearTimeout() {},
});
