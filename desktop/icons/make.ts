// Draws the icons from the school's mark: `node desktop/icons/make.ts`, once for each new mark.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
/** Pixels in the icon of Windows; 256 is the most it can hold. */
const WINDOWS = [16, 24, 32, 48, 64, 256];
/** What macOS calls each size, those for dense screens included. */
const MACOS = [
  ["icp4", 16],
  ["icp5", 32],
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic08", 256],
  ["ic13", 256],
  ["ic09", 512],
  ["ic14", 512],
  ["ic10", 1024],
] as const;

const here = fileURLToPath(new URL(".", import.meta.url));

const draw = (size: number) =>
  sharp(`${here}../../web-admin/public/mark.svg`, { density: (72 * size) / 48 })
    .resize(size, size, { fit: "contain", background: "#0000" })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** A directory of pictures, then the pictures: all numbers little-endian. */
async function ico(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map(draw));
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length + 16 * sizes.length;
  const entries = pictures.map((picture, at) => {
    const entry = Buffer.alloc(16);
    const size = (sizes[at] ?? 0) % 256; // 0 stands for 256
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4); // planes
    entry.writeUInt16LE(32, 6); // bits a pixel
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures]);
}

/** Each picture behind its name and length: all numbers big-endian. */
async function icns(): Promise<Buffer> {
  const part = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length + 8);
    return Buffer.concat([Buffer.from(name), length, content]);
  };
  const parts = await Promise.all(MACOS.map(async ([name, size]) => part(name, await draw(size))));
  return part("icns", Buffer.concat(parts));
}

for (const size of SIZES) writeFileSync(`${here}${size}.png`, await draw(size));
writeFileSync(`${here}icon.ico`, await ico(WINDOWS));
writeFileSync(`${here}icon.icns`, await icns());
