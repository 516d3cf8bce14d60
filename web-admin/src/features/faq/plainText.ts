// Rich text without its marks, for searches and excerpts.

const BLOCK = /<(p|h[1-6]|ul|ol|li|blockquote|br|hr|tr|td)\b/gi; // words on either side of them are two

export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replace(BLOCK, " $&"), "text/html");
  return (parsed.body.textContent ?? "").replace(/\s+/g, " ").trim();
}
