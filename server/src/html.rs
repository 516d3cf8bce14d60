//! Sanitises rich text with an allow-list when it is written, so that stored text is safe to display.
//!
//! The list is that of the staff's editor; `ruby` writes pinyin above Chinese, `lang` is the language of a
//! phrase. Pictures are from the web or this site. Plain texts are not handled here: they are displayed as
//! text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;
use preau_core::file;
use preau_core::url::web_or_own_address;

use crate::error::Result;

const TAGS: [&str; 27] = [
    "p",
    "br",
    "h2",
    "h3",
    "h4",
    "strong",
    "em",
    "u",
    "s",
    "sub",
    "sup",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "a",
    "img",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "ruby",
    "rt",
    "rp",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from(["script", "style"]))
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("img", ["src", "alt", "width", "height"])
        .add_tag_attributes("th", ["colspan", "rowspan", "scope"])
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .generic_attributes(HashSet::from(["lang"]))
        .attribute_filter(|tag, name, value| match (tag, name) {
            ("a", "href") | ("img", "src") if file::in_link(value).is_some() => {
                file::in_link(value).map(|address| Cow::Owned(address.to_owned()))
            }
            ("img", "src") => web_or_own_address(value).ok().map(Cow::Owned),
            ("img", "width" | "height") | (_, "colspan" | "rowspan") => {
                value.parse::<u16>().is_ok().then_some(Cow::Borrowed(value))
            }
            _ => Some(Cow::Borrowed(value)),
        })
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .link_rel(Some("noopener noreferrer"));
    builder
});

/// Maximum number of passes until a text is stable; most texts need one.
const ROUNDS: usize = 64;
/// Nesting depth that no author needs. Parsing such a text would take time proportional to its depth times
/// its length.
const MAX_DEPTH: usize = 200;
/// Elements without a mandatory end tag, which are not nested.
const OPTIONAL_END_TAG: [&str; 12] =
    ["br", "hr", "img", "p", "li", "tr", "td", "th", "thead", "tbody", "rt", "rp"];

/// Removes everything that is not on the list. Clean text is unchanged; anything that is not rich text
/// becomes text.
#[must_use]
pub fn clean(html: &str) -> String {
    if is_too_deep(html) {
        return as_text(html);
    }
    let mut clean = cleaned_once(html);
    // Removed content may have separated elements that cannot be nested: parsed again, the text is another
    // one.
    for _ in 0..ROUNDS {
        let again = cleaned_once(&clean);
        if again == clean {
            return clean;
        }
        clean = again;
    }
    as_text(&clean)
}

fn as_text(html: &str) -> String {
    cleaned_once(&ammonia::clean_text(html))
}

/// Counts open tags as written; an end tag closes only the last one, so that the count is never lower than a
/// browser's.
fn is_too_deep(html: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    html.split('<').skip(1).any(|piece| {
        let ends = piece.starts_with('/');
        let name = piece.strip_prefix('/').unwrap_or(piece);
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        if ends {
            open.pop_if(|last| last.eq_ignore_ascii_case(name));
        } else if !name.is_empty()
            && !OPTIONAL_END_TAG.iter().any(|endless| endless.eq_ignore_ascii_case(name))
        {
            open.push(name);
        }
        open.len() > MAX_DEPTH
    })
}

fn cleaned_once(html: &str) -> String {
    // The serialiser writes no-break spaces as entities; stored texts contain the characters.
    CLEANER.clean(html).to_string().replace("&nbsp;", "\u{a0}")
}

/// A clean text with the addresses of uploaded files, in links and pictures, replaced by `link`; nothing when
/// it has none.
pub(crate) fn link_files(html: &str, link: impl Fn(&str) -> Result<String>) -> Result<Option<String>> {
    let (mut linked, mut written) = (String::new(), 0);
    for place in file::named_in(html) {
        // An address that is not a whole attribute value is part of the text.
        if html[..place.start].ends_with("=\"") && html[place.end..].starts_with('"') {
            linked.push_str(&html[written..place.start]);
            linked.push_str(&link(&html[place.clone()])?.replace('&', "&amp;"));
            written = place.end;
        }
    }
    linked.push_str(&html[written..]);
    Ok((written > 0).then_some(linked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_the_editor_writes_stays() {
        let texts = [
            "<p>Bonjour, <strong>tous</strong>\u{a0}! <em>Ça va\u{a0}?</em></p>",
            "<h3>Chaque semaine</h3><ul><li>Un</li><li>Deux &amp; trois</li></ul><hr>",
            "<blockquote><p><u>a</u><s>b</s><br>c</p></blockquote><ol><li>d</li></ol>",
            "<p>你好，世界 — « ciao »</p>",
            "<p><ruby>你<rp>(</rp><rt>nǐ</rt><rp>)</rp></ruby> <em lang=\"it\">ciao</em> H<sub>2</sub>O 1<sup>er</sup></p>",
            "<table><thead><tr><th scope=\"col\">Io</th><td colspan=\"2\">sono</td></tr></thead><tbody><tr><td>a</td></tr></tbody></table>",
            "<p><img src=\"/assets/img/gare.svg\" alt=\"La gare\" width=\"300\"></p>",
            "<img src=\"https://example.org/a.png\" alt=\"\">",
            "",
        ];
        for text in texts {
            assert_eq!(clean(text), text);
        }
        let link = r#"<p><a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">ici</a></p>"#;
        assert_eq!(clean(link), link);
    }

    #[test]
    fn what_could_act_is_taken_out() {
        let cases = [
            ("<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"),
            ("<style>p{color:red}</style><p>a</p>", "<p>a</p>"),
            (r#"<p onclick="x()" style="color:red" class="c" id="i">a</p>"#, "<p>a</p>"),
            (r#"<img src=x onerror="x()">a"#, "<img>a"),
            (r#"<img src="data:image/svg+xml,x" srcset="b">"#, "<img>"),
            (r#"<img src="//evil.example/a.png">"#, "<img>"),
            (
                r#"<table onclick="x()" style="x"><tr><td width="9" colspan="x">a</td></tr></table>"#,
                "<table><tbody><tr><td>a</td></tr></tbody></table>",
            ),
            (r#"<iframe src="https://example.org"></iframe>a"#, "a"),
            (r#"<a href="javascript:x()">a</a>"#, r#"<a rel="noopener noreferrer">a</a>"#),
            (r#"<a href="data:text/html,x">a</a>"#, r#"<a rel="noopener noreferrer">a</a>"#),
            (r#"<svg><a xlink:href="javascript:x()">a</a></svg>"#, ""),
            ("<h1>a</h1>", "a"),
            ("<p>a<!-- b --></p>", "<p>a</p>"),
            ("1 < 2", "1 &lt; 2"),
            ("<p>a", "<p>a</p>"),
            ("<h2>a<b><h2>b</h2></b></h2>", "<h2>a</h2><h2>b</h2>"),
            ("<p title=\"a\">b</p>", "<p>b</p>"),
        ];
        for (text, expected) in cases {
            assert_eq!(clean(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_deeper_than_anybody_writes_is_no_rich_text() {
        let nested = |depth: usize| format!("{}a{}", "<ul><li>".repeat(depth), "</li></ul>".repeat(depth));
        assert_eq!(clean(&nested(50)), nested(50));
        let text = clean(&nested(201));
        assert!(text.starts_with("&lt;ul&gt;&lt;li&gt;") && !text.contains('<'), "{text}");
        assert_eq!(clean(&text), text);
        let flat = "<p>a<br>b</p>".repeat(1000);
        assert_eq!(clean(&flat), flat);
    }

    #[test]
    fn a_link_to_a_file_is_kept_as_its_address_and_shown_as_a_link() {
        let file = format!("/api/files/{}.pdf", "0".repeat(64));
        let kept =
            format!(r#"<p><a href="{file}" rel="noopener noreferrer">a</a> {file}<img src="{file}"></p>"#);
        let copied = format!(
            r#"<p><a href="https://ecole.fr{file}?by=1&amp;seal=2">a</a> {file}<img src="{file}?by=1&amp;seal=2"></p>"#
        );
        assert_eq!(clean(&copied), kept);
        let shown = link_files(&kept, |address| Ok(format!("{address}?by=3&seal=4"))).unwrap().unwrap();
        let link = format!("{file}?by=3&amp;seal=4");
        let expected =
            format!(r#"<p><a href="{link}" rel="noopener noreferrer">a</a> {file}<img src="{link}"></p>"#);
        assert_eq!(shown, expected);
        assert_eq!(clean(&shown), kept);
        assert_eq!(link_files("<p>a</p>", |_| Ok(String::new())).unwrap(), None);
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "(<|>|/|p|a|b|h2|li|table|td|svg|math|script|style|<b>|<h2>|<p>|</p>| |\"|'|=|&|;|nbsp|href|javascript:|é|\\u{a0}){0,40}") {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }
    }
}
