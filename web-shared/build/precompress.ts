// Writes a .br and a .gz beside each text file of a built site: the server sends them as they are.
// index.html stays plain, because the server puts a fresh nonce into each copy.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|xml|webmanifest)$/;
const SMALLEST = 512; // bytes; below, the headers cost more than is won

const folder = process.argv[2] ?? "dist";
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!TEXT.test(name) || name.startsWith(".")) continue;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  if (bytes.length < SMALLEST) continue;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, best));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
