// Draws the icons from the school's mark: `node desktop/icons/make.ts`, once for each new mark.
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const here = fileURLToPath(new URL(".", import.meta.url));

for (const size of SIZES) {
  await sharp(`${here}../../web-admin/public/mark.svg`, { density: (72 * size) / 48 })
    .resize(size, size, { fit: "contain", background: "#0000" })
    .png({ compressionLevel: 9 })
    .toFile(`${here}${size}.png`);
}
