import { expect, test } from "vitest";
import { srcSetOf, withWidths } from "./pictures";

const FILE = `/api/files/${"0".repeat(64)}.jpg`;

test("an uploaded picture is offered at the widths below its own", () => {
  expect(srcSetOf(FILE)).toBe(
    `${FILE}?width=480 480w, ${FILE}?width=960 960w, ${FILE}?width=1600 1600w, ${FILE} 2400w`,
  );
  expect(srcSetOf(`${FILE}?by=1&seal=2`, 700)).toBe(
    `${FILE}?by=1&seal=2&width=480 480w, ${FILE}?by=1&seal=2 700w`,
  );
  expect(srcSetOf(FILE, 480)).toBeUndefined();
  expect(srcSetOf("https://example.org/a.jpg")).toBeUndefined();
});

test("pictures in a text are offered where their width is known, all else stays", () => {
  const image = `<img src="${FILE}?by=1&amp;seal=2" alt="a > b" width="600" height="300">`;
  const srcSet = `${FILE}?by=1&amp;seal=2&amp;width=480 480w, ${FILE}?by=1&amp;seal=2 600w`;
  const sizes = "(max-width: 48em) 100vw, 46rem";
  expect(withWidths(`<p>a${image}b</p>`)).toBe(
    `<p>a<img srcset="${srcSet}" sizes="${sizes}"${image.slice(4)}b</p>`,
  );
  for (const text of [
    `<p><img src="${FILE}" alt=""></p>`,
    `<p><img src="https://example.org/a.jpg" width="600"></p>`,
    `<p>width="600" &lt;img src="${FILE}"&gt;</p>`,
    "",
  ]) {
    expect(withWidths(text)).toBe(text);
  }
});
