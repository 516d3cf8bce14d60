//! Normalisation of typed text: one Unicode form, no invisible characters, limited length.
//!
//! Also search texts and slugs. Rich text is sanitised by the server.

use crate::code::Code;
use crate::problem::Fault;
use html5gum::{Token, Tokenizer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// One line, trimmed and in NFC, of at most `max` characters; may be empty.
///
/// # Errors
/// `control_character`, `too_long`.
pub fn line(text: &str, max: usize) -> Result<String, Fault> {
    clean(text, max, |_| false)
}

/// Several lines: `\n` stays, `\r\n` becomes `\n`, a tab becomes a space. Otherwise as [`line`].
///
/// # Errors
/// `control_character`, `too_long`.
pub fn lines(text: &str, max: usize) -> Result<String, Fault> {
    clean(&text.replace("\r\n", "\n").replace('\t', " "), max, |c| c == '\n')
}

/// A line that is not empty.
///
/// # Errors
/// `required`, and those of [`line`].
pub fn required_line(text: &str, max: usize) -> Result<String, Fault> {
    required(line(text, max)?)
}

/// Several lines that are not empty.
///
/// # Errors
/// `required`, and those of [`lines`].
pub fn required_lines(text: &str, max: usize) -> Result<String, Fault> {
    required(lines(text, max)?)
}

/// Rich text with visible content, at least an image; already sanitised. Otherwise as [`lines`].
///
/// # Errors
/// `required`, and those of [`lines`].
pub fn required_rich(html: &str, max: usize) -> Result<String, Fault> {
    let html = required_lines(html, max)?;
    let mut pieces = html.split('<');
    let first = pieces.next().unwrap_or_default();
    let shows = |piece: &str| {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        !is_blank(text) || tag.starts_with("img ") && tag.contains("src=")
    };
    if is_blank(first) && !pieces.any(shows) {
        return Err(Code::Required.into());
    }
    Ok(html)
}

/// Lower case without accents, for searching: the form of `search_text` columns and of queries.
pub fn fold(text: &str) -> String {
    let bare = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).nfkd();
    let folded: String = bare.filter(|c| !is_combining_mark(*c)).collect();
    let folded = folded.replace('œ', "oe").replace('æ', "ae").replace('ß', "ss").replace('’', "'");
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Inline tags; every other tag ends a line.
const INLINE: [&str; 10] = ["a", "strong", "em", "u", "s", "sub", "sup", "ruby", "span", "img"];
/// Readings above Chinese characters (ruby), which would end up between the characters.
const ABOVE: [&str; 2] = ["rt", "rp"];

/// The words of rich text, one line per paragraph.
pub fn plain(html: &str) -> String {
    let mut plain = String::with_capacity(html.len());
    let mut above = false;
    for token in Tokenizer::new(html).flatten() {
        let (name, begins) = match &token {
            Token::String(text) if !above => {
                plain.push_str(&String::from_utf8_lossy(text));
                continue;
            }
            Token::StartTag(tag) => (&tag.name, true),
            Token::EndTag(tag) => (&tag.name, false),
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => continue,
        };
        let name = String::from_utf8_lossy(name);
        if ABOVE.contains(&&*name) {
            above = begins;
        } else if !INLINE.contains(&&*name) && !plain.ends_with('\n') {
            plain.push('\n');
        }
    }
    plain.trim().to_owned()
}

/// A slug: `Italien débutant – A1` → `italien-debutant-a1`. Letters of any script stay.
pub fn slug(text: &str) -> String {
    fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

fn required(text: String) -> Result<String, Fault> {
    if is_blank(&text) { Err(Code::Required.into()) } else { Ok(text) }
}

fn clean(text: &str, max: usize, allowed: impl Fn(char) -> bool) -> Result<String, Fault> {
    let text = text.trim();
    // A letter has at most four code points: longer text is refused before it is composed.
    if text.chars().count() > max.saturating_mul(4) {
        return Err(too_long(max));
    }
    let text: String = text.nfc().collect();
    if text.chars().any(|c| is_invisible(c) && !allowed(c)) {
        return Err(Code::ControlCharacter.into());
    }
    if text.chars().count() > max {
        return Err(too_long(max));
    }
    Ok(text)
}

fn too_long(max: usize) -> Fault {
    Fault::new(Code::TooLong).with("max", max)
}

/// Whether a text contains control characters other than line ends and tabs.
pub fn has_control_character(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Control characters, line and paragraph separators, and directional marks, with which a name can imitate another.
/// Joiners stay: some scripts and emoji need them.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether nothing of a text is visible: only spaces, marks without a letter, and characters that Unicode calls
/// ignorable.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || is_invisible(c)
            || is_combining_mark(c)
            || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
                | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_is_clean_or_refused() {
        let cases = [
            ("  Zoé  ", Ok("Zoé")),
            ("Zoe\u{301}", Ok("Zoé")),
            ("", Ok("")),
            ("12345678901", Err(Code::TooLong)),
            ("éééééééééé", Ok("éééééééééé")),
            ("a\nb", Err(Code::ControlCharacter)),
            ("a\0b", Err(Code::ControlCharacter)),
            ("a\u{202e}b", Err(Code::ControlCharacter)),
            ("王小明", Ok("王小明")),
        ];
        for (text, expected) in cases {
            assert_eq!(line(text, 10).map_err(|f| f.code), expected.map(str::to_owned), "{text:?}");
        }
    }

    #[test]
    fn lines_keep_their_breaks() {
        assert_eq!(lines("a\r\nb\tc\n", 10), Ok("a\nb c".to_owned()));
        assert_eq!(required_lines(" \n ", 10), Err(Code::Required.into()));
        assert_eq!(required_line(" ", 10), Err(Code::Required.into()));
    }

    #[test]
    fn what_shows_nothing_is_empty() {
        for blank in
            ["\u{200b}\u{200b}", "\u{ad}", "\u{34f} \u{2060}", "\u{3164}", "\u{2800}", "\u{e0041}", "\u{301}"]
        {
            assert_eq!(required_line(blank, 10), Err(Code::Required.into()), "{blank:?}");
            assert_eq!(required_lines(&format!("{blank}\n"), 10), Err(Code::Required.into()), "{blank:?}");
            let rich = format!("<p>{blank}</p>");
            assert_eq!(required_rich(&rich, 100), Err(Code::Required.into()), "{blank:?}");
        }
        for text in ["a\u{ad}b", "👩\u{200d}🏫", "…", "ก\u{e34}"] {
            assert_eq!(required_line(text, 10), Ok(text.to_owned()));
        }
    }

    #[test]
    fn rich_text_says_something() {
        for text in
            ["<p>a</p>", "a", "<p><br></p>b", "<p>1 &lt; 2</p>", "<p><img src=\"/a.png\" alt=\"\"></p>"]
        {
            assert_eq!(required_rich(text, 100), Ok(text.to_owned()));
        }
        for empty in ["", " ", "<p></p>", "<p> <strong>\u{a0}</strong></p>", "<br>", "<img>"] {
            assert_eq!(required_rich(empty, 100), Err(Code::Required.into()), "{empty}");
        }
        assert_eq!(required_rich("<p>abc</p>", 9).unwrap_err().code, Code::TooLong);
    }

    #[test]
    fn folding_forgets_case_and_accents() {
        let cases = [
            ("Élève  DÉBUTANT", "eleve debutant"),
            ("Cœur d’Œuvre", "coeur d'oeuvre"),
            ("Straße", "strasse"),
            ("İstanbul", "istanbul"),
            ("中文 课程", "中文 课程"),
            ("Ａ１", "a1"),
        ];
        for (text, expected) in cases {
            assert_eq!(fold(text), expected);
        }
    }

    #[test]
    fn rich_text_is_read_as_its_words() {
        let cases = [
            ("<h2>Le futur</h2><p>J’<strong>ir</strong>ai &lt; demain</p>", "Le futur\nJ’irai < demain"),
            ("<ul><li>un</li><li>deux<br>trois</li></ul>", "un\ndeux\ntrois"),
            ("<p><ruby>学<rp>(</rp><rt>xué</rt><rp>)</rp>习<rt>xí</rt></ruby></p>", "学习"),
            ("<table><tr><td>a</td><td>b</td></tr></table>", "a\nb"),
            ("sans balise", "sans balise"),
            ("<p><img src=\"/a.png\" alt=\"x\"></p>", ""),
        ];
        for (html, expected) in cases {
            assert_eq!(plain(html), expected, "{html}");
        }
    }

    #[test]
    fn slugs_are_words_and_dashes() {
        let cases = [
            ("Italien débutant – A1", "italien-debutant-a1"),
            ("L'été !", "l-ete"),
            ("???", ""),
            ("中文 B2", "中文-b2"),
        ];
        for (text, expected) in cases {
            assert_eq!(slug(text), expected);
        }
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in ".*") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn cleaning_twice_changes_nothing(text in ".*") {
            if let Ok(clean) = lines(&text, 1000) {
                prop_assert_eq!(lines(&clean, 1000), Ok(clean.clone()));
            }
        }

        #[test]
        fn a_slug_is_safe_in_an_address(text in ".*") {
            prop_assert!(slug(&text).chars().all(|c| c == '-' || c.is_alphanumeric()));
        }
    }
}
