// The tags of a page's head, as text. The script and the style come apart: the server allows them by their hashes.
import { interfaceLanguages } from "web-shared/i18n/i18n";
import { type NamedHead, titleOf } from "web-shared/ui/head";
import { bootstrapScript } from "./bootstrap";
import { type Chunks, styleText } from "./chunks";
import type { RenderRequest } from "./render";

const LOCALES = { fr: "fr_FR", en: "en_GB", it: "it_IT", zh: "zh_CN" } as const;
const PICTURE = "/illustrations/partage.png";

export interface HeadTags {
  head: string;
  /** The text of the one inline script. */
  script: string;
  /** The text of the one style element. */
  style: string;
}

export function headTags(
  request: RenderRequest,
  head: NamedHead,
  chunks: Chunks,
  atOnce: boolean,
): HeadTags {
  return {
    head: tags(request, head, chunks),
    script: bootstrapScript(chunks, atOnce),
    style: styleText(chunks),
  };
}

function tags(request: RenderRequest, head: NamedHead, chunks: Chunks): string {
  const { language, origin, path } = request;
  const base = head.canonical ?? path;
  const canonical = origin + inLanguage(base, language);
  const image = new URL(head.image ?? PICTURE, origin).href;
  const title = titleOf(head);
  return [
    `<title>${escaped(title)}</title>`,
    tag("meta", { name: "description", content: head.description ?? "" }),
    tag("link", { rel: "canonical", href: canonical }),
    ...interfaceLanguages.map((one) =>
      tag("link", { rel: "alternate", hreflang: one, href: origin + inLanguage(base, one) }),
    ),
    tag("link", { rel: "alternate", hreflang: "x-default", href: origin + base }),
    ...Object.entries({
      "og:type": "website",
      "og:site_name": head.school,
      "og:locale": LOCALES[language],
      "og:title": head.title ?? head.school,
      "og:description": head.description ?? "",
      "og:url": canonical,
      "og:image": image,
    }).map(([property, content]) => tag("meta", { property, content })),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
    // Vite's preload helper finds these links and does not load the inlined sheets again.
    ...chunks.styles.map((href) => tag("link", { rel: "stylesheet", href, disabled: "" })),
    ...[head.structured ?? []].flat().map((about) => dataBlock(about, origin)),
  ].join("\n    ");
}

/** Paths become absolute URLs: the block is read without its page. */
function dataBlock(about: object, origin: string): string {
  const whole = (_key: string, value: unknown) =>
    typeof value === "string" && /^\/(?!\/)/.test(value) ? origin + value : value;
  const json = JSON.stringify({ "@context": "https://schema.org", ...about }, whole);
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

/** An address without `lang` is in French. */
function inLanguage(address: string, language: string): string {
  if (language === "fr") return address;
  return `${address}${address.includes("?") ? "&" : "?"}lang=${language}`;
}

function tag(name: string, attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
  return `<${name} ${list.join(" ")} />`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
