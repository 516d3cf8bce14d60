// Put before the page's own scripts.

// F5 does what the menu's Ctrl+R does: an entry of the menu has room for one key.
addEventListener("keydown", (event) => {
  if (event.key !== "F5") return;
  event.preventDefault();
  void fetch("/api/desktop/sync", { method: "POST" });
});

// WebKitGTK ends the whole program when a blob is sent to a scheme of one's own: only its bytes may be.
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) {
  if (body instanceof FormData) throw new TypeError("forms with files cannot be sent from here");
  if (!(body instanceof Blob)) return send.call(this, body);
  body.arrayBuffer().then(
    (bytes) => this.readyState === XMLHttpRequest.OPENED && send.call(this, bytes),
    () => this.dispatchEvent(new ProgressEvent("error")),
  );
};
const ask = window.fetch;
window.fetch = async (input, options) => {
  const body = options?.body;
  if (body instanceof FormData) throw new TypeError("forms with files cannot be sent from here");
  if (!(body instanceof Blob)) return ask(input, options);
  const headers = new Headers(options.headers);
  if (body.type && !headers.has("content-type")) headers.set("content-type", body.type);
  return ask(input, { ...options, headers, body: await body.arrayBuffer() });
};
