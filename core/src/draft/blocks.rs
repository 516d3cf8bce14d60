//! Splits rich text into blocks: paragraphs, headings, lists, tables. Nothing is sanitised; joined again, the blocks
//! are exactly the original text.

use html5gum::{DefaultEmitter, Token, Tokenizer};
use std::fmt::Write as _;

/// Elements that form a block of their own.
const BLOCKS: [&str; 11] = ["p", "h2", "h3", "h4", "ul", "ol", "blockquote", "hr", "table", "img", "div"];
/// Void elements.
const VOID: [&str; 4] = ["br", "hr", "img", "col"];
/// Attributes that editors write and the server removes, or adds itself.
const IGNORED_ATTRIBUTES: [&str; 4] = ["class", "rel", "style", "target"];
const UNSAID_TAGS: [&str; 2] = ["col", "colgroup"];

/// A block, and its contents without differences of notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub html: String,
    pub contents: String,
}

impl Block {
    fn of(html: &str) -> Self {
        Self { html: html.to_owned(), contents: contents(html) }
    }
}

/// Whether two texts have the same contents, however their tags are written.
pub(super) fn same(one: &str, other: &str) -> bool {
    one == other || contents(one) == contents(other)
}

/// The blocks of a text.
pub(super) fn split(html: &str) -> Vec<Block> {
    let cuts = cuts(html);
    let mut blocks: Vec<String> = Vec::new();
    for pair in cuts.windows(2) {
        // A tag never starts inside a character; otherwise the text is kept as one block.
        let Some(piece) = html.get(pair[0]..pair[1]) else { return vec![Block::of(html)] };
        match blocks.last_mut() {
            Some(last) if piece.trim().is_empty() => last.push_str(piece),
            Some(_) | None => blocks.push(piece.to_owned()),
        }
    }
    blocks.iter().map(|html| Block::of(html)).collect()
}

/// Offsets at which blocks start and end, including the ends of the text.
fn cuts(html: &str) -> Vec<usize> {
    let mut cuts = vec![0];
    let mut depth = 0_usize;
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                let outermost = depth == 0 && BLOCKS.contains(&&*name);
                if outermost {
                    cuts.push(tag.span.start);
                }
                if !VOID.contains(&&*name) {
                    depth += 1;
                } else if outermost {
                    cuts.push(tag.span.end);
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                if depth == 1 && BLOCKS.contains(&&*name) {
                    cuts.push(tag.span.end);
                }
                depth = depth.saturating_sub(1);
            }
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    cuts.push(html.len());
    cuts.dedup();
    cuts
}

/// Its tags and words, without differences of notation.
fn contents(html: &str) -> String {
    let mut contents = String::new();
    let escaped = |text: &[u8]| String::from_utf8_lossy(text).replace('&', "&amp;").replace('<', "&lt;");
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                if UNSAID_TAGS.contains(&&*name) {
                    continue;
                }
                let _ = write!(contents, "<{name}");
                for (attribute, value) in &tag.attributes {
                    let attribute = String::from_utf8_lossy(attribute);
                    if !IGNORED_ATTRIBUTES.contains(&&*attribute) {
                        let _ = write!(contents, " {attribute}={:?}", escaped(value));
                    }
                }
                contents.push('>');
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                if !UNSAID_TAGS.contains(&&*name) {
                    let _ = write!(contents, "</{name}>");
                }
            }
            Token::String(text) => contents.push_str(&escaped(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    contents.trim().to_owned()
}

fn tokens(html: &str) -> impl Iterator<Item = Token<usize>> + '_ {
    Tokenizer::new_with_emitter(html, DefaultEmitter::new_with_span()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(html: &str) -> Vec<String> {
        split(html).into_iter().map(|block| block.html).collect()
    }

    #[test]
    fn a_text_is_a_row_of_paragraphs_headings_lists_and_tables() {
        let cases: [(&str, &[&str]); 9] = [
            ("", &[]),
            ("Ciao", &["Ciao"]),
            ("<p>a</p><p>b</p>", &["<p>a</p>", "<p>b</p>"]),
            (
                "<h2>Titre</h2>\n<p>é <strong>b</strong></p>",
                &["<h2>Titre</h2>\n", "<p>é <strong>b</strong></p>"],
            ),
            (
                "<ul><li><p>a</p></li><li>b</li></ul><hr><p>c</p>",
                &["<ul><li><p>a</p></li><li>b</li></ul>", "<hr>", "<p>c</p>"],
            ),
            ("avant <em>tout</em><p>a<br>b</p>après", &["avant <em>tout</em>", "<p>a<br>b</p>", "après"]),
            (
                "<p><img src=\"/a.png\" alt=\"a > b\"></p><img src=\"/b.png\">",
                &["<p><img src=\"/a.png\" alt=\"a > b\"></p>", "<img src=\"/b.png\">"],
            ),
            ("</p><p>a", &["</p>", "<p>a"]),
            ("你好<p>世界</p>", &["你好", "<p>世界</p>"]),
        ];
        for (html, expected) in cases {
            assert_eq!(pieces(html), expected, "{html}");
        }
    }

    #[test]
    fn the_way_tags_are_written_says_nothing() {
        let alike = [
            ("<p>a&nbsp;b</p>", "<p>a\u{a0}b</p>"),
            ("<p>a<br/>b</p>", "<p>a<br>b</p>"),
            ("<p>1 &lt; 2 &amp; 3</p>", "<p>1 &#60; 2 &amp; 3</p>"),
            (r#"<a rel="noopener noreferrer" href="/a">b</a>"#, r#"<a href="/a" target="_blank">b</a>"#),
            (r#"<img alt="b" src="/a">"#, r#"<img src="/a" alt="b">"#),
            (
                r#"<table style="min-width: 50px"><colgroup><col></colgroup><tbody><tr><td>a</td></tr></tbody></table>"#,
                "<table><tbody><tr><td>a</td></tr></tbody></table>",
            ),
        ];
        for (one, other) in alike {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("<p>a</p>", "<p>a </p>"),
            ("<p>a</p>", "<p><em>a</em></p>"),
            ("<p>&lt;p></p>", "<p><p></p>"),
            (r#"<p lang="it">a</p>"#, "<p>a</p>"),
            (r#"<a href="/a">b</a>"#, r#"<a href="/c">b</a>"#),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn blocks_put_together_are_the_text(html in "(<|>|/|</|<p>|</p>|<ul>|</ul>|<li>|<br>|<hr>|<img src=\"a>b\">|a|é|你| |\n|\"|'|=|&|;|&lt;|<!--|-->){0,40}") {
            prop_assert_eq!(pieces(&html).concat(), html);
        }

        #[test]
        fn any_letters_put_together_are_the_text(html in ".{0,60}") {
            prop_assert_eq!(pieces(&html).concat(), html);
        }
    }
}
