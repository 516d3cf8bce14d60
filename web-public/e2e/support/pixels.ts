// What of a picture differs from another.
import type { Locator } from "@playwright/test";
import sharp from "sharp";

/** A difference in one channel that the eye sees, of 255. */
const SEEN = 48;

async function sizeOf(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata();
  return { width, height };
}

/** How many pixels differ to the eye, of what both have. */
export async function difference(one: Buffer, other: Buffer): Promise<number> {
  const sizes = [await sizeOf(one), await sizeOf(other)];
  const common = {
    left: 0,
    top: 0,
    width: Math.min(...sizes.map(({ width }) => width)),
    height: Math.min(...sizes.map(({ height }) => height)),
  };
  const pixelsOf = (picture: Buffer) =>
    sharp(picture).extract(common).removeAlpha().raw().toBuffer();
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  let count = 0;
  for (let at = 0; at < a.length; at += 3) {
    const differs = [at, at + 1, at + 2].some(
      (channel) => Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) > SEEN,
    );
    if (differs) count += 1;
  }
  return count;
}

/** A picture of it without the pointer and the focus on it. */
export async function pictureOf(target: Locator): Promise<Buffer> {
  const page = target.page();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return target.screenshot({ animations: "disabled" });
}
