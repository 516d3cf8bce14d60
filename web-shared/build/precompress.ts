// Writes a .br beside each text file of a built site: the server embeds that one instead of the file itself.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|xml|webmanifest|html)$/; // as in server/src/site/files.rs
const BUILD_NOTES = /(^|\/)\.vite\//;
const RENDERER = /^\.ssr\//; // sent to nobody, and large: the best compression takes ten seconds

const folder = process.argv[2] ?? "dist";
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!TEXT.test(name) || BUILD_NOTES.test(name)) continue;
  const path = join(folder, name);
  const quality = RENDERER.test(name) ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }));
}
