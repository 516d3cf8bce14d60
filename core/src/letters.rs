//! The letters available in the fonts of invoices and certificates. A new name with other letters is refused when it is
//! typed. A name stored earlier is accepted: documents transliterate it to Latin letters.
//!
//! `server/fonts/make.py` writes the table; a test of the server compares it with the fonts.

use crate::code::Code;
use crate::problem::Fault;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use unicode_normalization::char::is_combining_mark;

/// Code points in hexadecimal, ascending.
static WRITABLE: LazyLock<Vec<RangeInclusive<u32>>> = LazyLock::new(|| {
    let number = |text| u32::from_str_radix(text, 16).unwrap_or_default();
    include_str!("letters.txt")
        .split_whitespace()
        .map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            number(first)..=number(last)
        })
        .collect()
});

/// Whether documents can render this letter.
pub fn is_renderable(letter: char) -> bool {
    let letter = u32::from(letter);
    let after = WRITABLE.partition_point(|range| *range.start() <= letter);
    after.checked_sub(1).and_then(|at| WRITABLE.get(at)).is_some_and(|range| range.contains(&letter))
}

/// Validates a line for documents, in NFC: refuses letters that cannot be rendered, and more combining marks than fit.
/// An unchanged line is accepted.
///
/// # Errors
/// `unwritable_letter` with the first such letter.
pub fn check(line: String, before: Option<&str>) -> Result<String, Fault> {
    if before == Some(line.as_str()) {
        return Ok(line);
    }
    let unwritable = line.chars().find(|letter| !is_renderable(*letter)).map(String::from);
    match unwritable.or_else(|| overloaded(&line)) {
        Some(letter) => Err(Fault::new(Code::UnwritableLetter).with("letter", letter)),
        None => Ok(line),
    }
}

/// Vietnamese and transcriptions need three; more marks would overlap the neighbouring lines.
const MOST_MARKS: usize = 4;

/// The first letter with too many combining marks, with the marks up to the first in excess.
fn overloaded(line: &str) -> Option<String> {
    let mut letter = String::new();
    let mut marks = 0;
    for c in line.chars() {
        if is_combining_mark(c) {
            marks += 1;
        } else {
            letter.clear();
            marks = 0;
        }
        letter.push(c);
        if marks > MOST_MARKS {
            return Some(letter);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_bear_the_scripts_of_their_faces() {
        for name in [
            "Zoé",
            "Nguyễn Thị Ngọc Ánh",
            "Łukasz Țepeș",
            "O’Neill-d'Arc",
            "Ἀλέξανδρος Παπαδόπουλος",
            "Ґалаґан Їжакевич",
            "Ђорђевић",
            "王小明",
            "陳建國 黃雅婷",
            "王喆",
            "田中さくら タナカ",
            "Çelik Ğ ı",
        ] {
            assert_eq!(check(name.to_owned(), None).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_letter_bears_few_marks() {
        assert!(check("a\u{328}\u{301}\u{308}\u{302}".to_owned(), None).is_ok());
        let stacked = format!("Z{}oé", "\u{316}".repeat(5));
        let fault = Fault::new(Code::UnwritableLetter).with("letter", "Z\u{316}\u{316}\u{316}\u{316}\u{316}");
        assert_eq!(check(stacked.clone(), None), Err(fault));
        assert_eq!(check(stacked.clone(), Some(&stacked)), Ok(stacked));
    }

    #[test]
    fn names_in_other_scripts_are_refused_unless_they_stood_there() {
        for (name, letter) in [("علي", "ع"), ("김민수", "김"), ("Zoé 🙂", "🙂"), ("דוד", "ד")]
        {
            let fault = check(name.to_owned(), Some("Zoé")).unwrap_err();
            assert_eq!(fault, Fault::new(Code::UnwritableLetter).with("letter", letter), "{name}");
            assert_eq!(check(name.to_owned(), Some(name)).as_deref(), Ok(name));
        }
    }
}
