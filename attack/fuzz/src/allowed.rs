//! What rich text may hold, written down a second time: a tag that joins the list of the cleaning has to be thought about
//! twice.

pub const TAGS: [&str; 27] = [
    "a",
    "blockquote",
    "br",
    "em",
    "h2",
    "h3",
    "h4",
    "hr",
    "img",
    "li",
    "ol",
    "p",
    "rp",
    "rt",
    "ruby",
    "s",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];

pub const ATTRIBUTES: [&str; 10] =
    ["alt", "colspan", "height", "href", "lang", "rel", "rowspan", "scope", "src", "width"];
