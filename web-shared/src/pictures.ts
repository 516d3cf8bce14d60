// The widths at which the server answers an uploaded picture (core's file.rs).
const FOLDER = "/api/files/";
const WIDTHS = [480, 960, 1600];
/** The longest side of any. */
const LONGEST = 2400;

/** What to offer of a picture beside its own size; nothing for one that was not uploaded, or has no other width. */
export function srcSetOf(src: string, ownWidth = LONGEST): string | undefined {
  const narrower = WIDTHS.filter((width) => width < ownWidth);
  if (!src.startsWith(FOLDER) || narrower.length === 0) return undefined;
  const mark = src.includes("?") ? "&" : "?";
  const offers = narrower.map((width) => `${src}${mark}width=${width} ${width}w`);
  return [...offers, `${src} ${ownWidth}w`].join(", ");
}

const IMAGE = /<img(?:[^>"]|"[^"]*")*>/g;
/** The column of a text. */
const SIZES = "(max-width: 48em) 100vw, 46rem";

/** A rich text whose uploaded pictures are offered at other widths, where the text says how wide they are. */
export function withWidths(html: string): string {
  return html.replace(IMAGE, (image) => {
    const src = attribute(image, "src")?.replaceAll("&amp;", "&");
    const width = Number(attribute(image, "width"));
    const srcSet = src && width > 0 ? srcSetOf(src, width) : undefined;
    if (!srcSet) return image;
    return `<img srcset="${srcSet.replaceAll("&", "&amp;")}" sizes="${SIZES}"${image.slice("<img".length)}`;
  });
}

const attribute = (tag: string, name: "src" | "width") =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
