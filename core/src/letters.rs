//! Which letters the faces of invoices and certificates have: a name that papers cannot bear is refused when it is typed.
//!
//! A test of the server holds the list against the faces themselves.

use crate::code::Code;
use crate::problem::Fault;
use crate::text;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// In hexadecimal, in rising order.
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

/// Whether papers can bear this letter.
pub fn is_writable(letter: char) -> bool {
    let letter = u32::from(letter);
    let after = WRITABLE.partition_point(|range| *range.start() <= letter);
    after.checked_sub(1).and_then(|at| WRITABLE.get(at)).is_some_and(|range| range.contains(&letter))
}

/// One line of a paper that somebody types: a name, a street. It may be empty.
///
/// # Errors
/// `unwritable_letter` with the first such letter, and those of [`text::line`].
pub fn line(text: &str, max: usize) -> Result<String, Fault> {
    let line = text::line(text, max)?;
    match line.chars().find(|letter| !is_writable(*letter)) {
        Some(letter) => Err(Fault::new(Code::UnwritableLetter).with("letter", letter.to_string())),
        None => Ok(line),
    }
}

/// One line of a paper that is not empty.
///
/// # Errors
/// `required`, and those of [`line`].
pub fn required_line(text: &str, max: usize) -> Result<String, Fault> {
    match line(text, max)? {
        line if line.is_empty() => Err(Code::Required.into()),
        line => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_bear_the_scripts_of_their_faces_and_names_in_others_are_refused() {
        for name in ["Zoé", "Nguyễn Thị Ngọc", "Łukasz", "O’Neill-d'Arc", "Ирина", "ΕΛΕΝΗ", "王小明", "Çelik"]
        {
            assert_eq!(required_line(name, 100).as_deref(), Ok(name));
        }
        for (name, letter) in [("علي", "ع"), ("김민수", "김"), ("Zoé 🙂", "🙂"), ("張偉", "張")]
        {
            let fault = required_line(name, 100).unwrap_err();
            assert_eq!(fault, Fault::new(Code::UnwritableLetter).with("letter", letter), "{name}");
        }
        assert_eq!(required_line(" ", 100).unwrap_err().code, Code::Required);
    }
}
