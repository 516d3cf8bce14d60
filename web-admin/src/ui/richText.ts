// What the editor of rich text can hold: all that the server's list lets through (server/src/html.rs), so that opening a
// text and saving it takes nothing away.
import { Link } from "@mantine/tiptap";
import { Image } from "@tiptap/extension-image";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Extension, Node } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";

/** The language of a phrase, wherever it stands. */
const Lang = Extension.create({
  name: "lang",
  addGlobalAttributes: () => [
    {
      types: [
        ...["paragraph", "heading", "blockquote", "bulletList", "orderedList", "listItem"],
        ...["tableCell", "tableHeader", "bold", "italic", "underline", "strike", "link"],
      ],
      attributes: { lang: { default: null } },
    },
  ],
});

const IN_RUBY = new Set(["RT", "RP", "STRONG", "EM", "U", "S", "SUB", "SUP", "BR"]);

/** What stands in a ruby, with nothing in it that acts or is fetched: it may come from another site's clipboard. */
export function plainRuby(ruby: Element): string {
  const plain = ruby.cloneNode(true) as Element; // of a document that shows nothing and runs nothing
  for (const element of [...plain.querySelectorAll("*")]) {
    if (!IN_RUBY.has(element.tagName)) element.replaceWith(...element.childNodes);
    for (const { name } of [...element.attributes])
      if (name !== "lang") element.removeAttribute(name);
  }
  return plain.innerHTML;
}

/** Pinyin above Chinese: one piece, kept as it was written. */
const Ruby = Node.create({
  name: "ruby",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    content: { default: "", parseHTML: (element: HTMLElement) => plainRuby(element) },
  }),
  parseHTML: () => [{ tag: "ruby" }],
  renderHTML: ({ node }) => {
    const ruby = document.createElement("ruby");
    ruby.innerHTML = node.attrs.content;
    return ruby;
  },
});

/** Without the widths of columns, which the school's texts do not have. */
const PlainTable = Table.extend({ renderHTML: () => ["table", ["tbody", 0]] });

const HeadCell = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: false, // Mantine's knows its own little window
    trailingNode: false,
  }),
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null } }),
  Subscript,
  Superscript,
  Image.configure({ inline: true }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  HeadCell,
  TableCell,
  Ruby,
  Lang,
];

/** A list's point or a table's cell of one paragraph, which the editor writes with a <p> of its own. */
const ALONE = /<(li|td|th)([^>]*)><p>((?:(?!<\/?p[ >]|<[uo]l[ >]).)*)<\/p><\/\1>/g;

/** As the school's texts are kept: no-break spaces as they are, points without paragraphs, nothing for an empty text. */
export function asKept(html: string, isEmpty: boolean): string {
  return isEmpty ? "" : html.replaceAll("&nbsp;", "\u00a0").replace(ALONE, "<$1$2>$3</$1>");
}
