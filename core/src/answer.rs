//! Correct answers: one of several options, words with alternatives, words for gaps.
//!
//! Parsed from the single text in which staff writes them, and written back to it. Comparing with a given answer is in
//! `grading`.

use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use unicode_normalization::UnicodeNormalization;

/// Maximum length of an option and of one alternative, in characters.
pub const MAX_OPTION: usize = 300;
/// Minimum number of options.
pub const MIN_OPTIONS: usize = 2;
pub const MAX_OPTIONS: usize = 10;
/// Maximum number of alternatives of an answer, and of gaps in a text.
pub const MAX_ALTERNATIVES: usize = 20;
pub const MAX_GAPS: usize = 20;

/// A correct answer in words: any of these. Written `a|b`; the first is the one to display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternatives(Vec<String>);

impl Alternatives {
    /// # Errors
    /// `required` when one of them is empty, `too_long`, `too_many`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let all: Vec<String> = text
            .split('|')
            .map(|alternative| text::required_line(alternative, MAX_OPTION))
            .collect::<Result<_, _>>()?;
        if all.len() > MAX_ALTERNATIVES {
            return Err(Fault::new(Code::TooMany).with("max", MAX_ALTERNATIVES));
        }
        Ok(Self(all))
    }

    /// The alternative to display.
    pub fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// In the staff's notation.
    pub fn written(&self) -> String {
        self.0.join("|")
    }
}

/// Options, one of which is correct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    options: Vec<String>,
    right: String,
}

impl Choice {
    /// `options` as returned by [`parse_options`].
    ///
    /// # Errors
    /// `not_an_option`.
    pub fn new(options: Vec<String>, right: &str) -> Result<Self, Fault> {
        let right = options.iter().find(|option| same_option(option, right)).cloned();
        match right {
            Some(right) => Ok(Self { options, right }),
            None => Err(Code::NotAnOption.into()),
        }
    }

    pub fn options(&self) -> &[String] {
        &self.options
    }

    pub fn right(&self) -> &str {
        &self.right
    }
}

/// Whether two texts are the same option: accents and case distinguish options, spaces do not.
pub fn same_option(one: &str, other: &str) -> bool {
    let words =
        |text: &str| text.split_whitespace().flat_map(|word| word.nfc().chain([' '])).collect::<String>();
    words(one) == words(other)
}

/// Options to choose from: at least two, all different.
///
/// # Errors
/// `too_few`, `too_many`; under `[n]`: `required`, `too_long`, `control_character`, `duplicate`.
pub fn parse_options(sent: &[String]) -> Result<Vec<String>, Problem> {
    match sent.len() {
        ..MIN_OPTIONS => return Err(Fault::new(Code::TooFew).with("min", MIN_OPTIONS).into()),
        MIN_OPTIONS..=MAX_OPTIONS => {}
        _ => return Err(Fault::new(Code::TooMany).with("max", MAX_OPTIONS).into()),
    }
    let mut fields = Fields::default();
    let mut options: Vec<String> = Vec::new();
    for (place, option) in sent.iter().enumerate() {
        let name = format!("[{place}]");
        let Some(option) = fields.check(&name, text::required_line(option, MAX_OPTION)) else { continue };
        if options.iter().any(|other| same_option(other, &option)) {
            fields.refuse(name, Code::Duplicate);
        }
        options.push(option);
    }
    fields.finish()?;
    Ok(options)
}

/// `TRUE` or `FALSE`, in any case.
///
/// # Errors
/// `invalid_value`.
pub fn true_or_false(text: &str) -> Result<bool, Fault> {
    match text.trim().to_ascii_uppercase().as_str() {
        "TRUE" => Ok(true),
        "FALSE" => Ok(false),
        _ => Err(Code::InvalidValue.into()),
    }
}

/// The number of gaps in a text: `{{1}}`, `{{2}}`… in any order, each once.
///
/// # Errors
/// `gaps_misnumbered`, also when there are none; `too_many`.
pub fn count_gaps(text: &str) -> Result<usize, Fault> {
    let mut numbers = Vec::new();
    for rest in text.split("{{").skip(1) {
        let number = rest.split_once("}}").and_then(|(number, _)| number.parse::<usize>().ok());
        numbers.push(number.ok_or(Code::GapsMisnumbered)?);
    }
    if numbers.len() > MAX_GAPS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_GAPS));
    }
    numbers.sort_unstable();
    if numbers.is_empty() || numbers.iter().copied().ne(1..=numbers.len()) {
        return Err(Code::GapsMisnumbered.into());
    }
    Ok(numbers.len())
}

/// The answers for this number of gaps: a JSON array with a text for each; for a single gap also a plain text.
pub fn gap_texts(text: &str, gaps: usize) -> Option<Vec<String>> {
    let texts = match serde_json::from_str::<Vec<String>>(text) {
        Ok(texts) => texts,
        Err(_) => vec![text.to_owned()],
    };
    (texts.len() == gaps).then_some(texts)
}

/// The correct answers of this number of gaps.
///
/// # Errors
/// `gaps_unanswered`, and those of [`Alternatives::parse`].
pub fn parse_gaps(text: &str, gaps: usize) -> Result<Vec<Alternatives>, Fault> {
    let texts = gap_texts(text, gaps).ok_or(Fault::new(Code::GapsUnanswered).with("gaps", gaps))?;
    texts.iter().map(|text| Alternatives::parse(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn alternatives_are_separated_by_a_bar_and_none_is_empty() {
        let all = Alternatives::parse(" siamo | sono").unwrap();
        assert_eq!((all.first(), all.written().as_str()), ("siamo", "siamo|sono"));
        for empty in ["", " ", "a|", "|a", "a||b"] {
            assert_eq!(Alternatives::parse(empty), Err(Code::Required.into()), "{empty:?}");
        }
        assert_eq!(
            Alternatives::parse(&"a|".repeat(21).replace("a|", "a|a|")[..41]).unwrap_err().code,
            Code::TooMany
        );
        assert_eq!(Alternatives::parse(&"a".repeat(MAX_OPTION + 1)).unwrap_err().code, Code::TooLong);
    }

    #[test]
    fn options_are_two_or_more_and_differ() {
        assert_eq!(parse_options(&texts(&["ou", " où "])).unwrap(), ["ou", "où"]);
        let cases: [(&[&str], &str, Code); 5] = [
            (&[], "", Code::TooFew),
            (&["a"], "", Code::TooFew),
            (&["a"; 11], "", Code::TooMany),
            (&["a", " "], "[1]", Code::Required),
            (&["7 h 15", "8 h", "7\u{a0}h\u{a0}15"], "[2]", Code::Duplicate),
        ];
        for (sent, name, code) in cases {
            let problem = parse_options(&texts(sent)).unwrap_err();
            let named = problem.fields.first().map_or("", |field| field.name.as_str());
            assert_eq!((named, problem.code), (name, code), "{sent:?}");
        }
    }

    #[test]
    fn the_right_option_is_one_of_them() {
        let choice = Choice::new(texts(&["ou", "où"]), " où ").unwrap();
        assert_eq!(choice.right(), "où");
        for wrong in ["oú", "OÙ", "2", ""] {
            assert_eq!(Choice::new(texts(&["ou", "où"]), wrong), Err(Code::NotAnOption.into()), "{wrong}");
        }
    }

    #[test]
    fn gaps_are_numbered_from_one_without_holes() {
        for (text, gaps) in [("{{1}}", 1), ("a {{2}} b {{1}}.", 2), ("{{1}}{{2}}{{3}}", 3), ("{ {{1}} }", 1)]
        {
            assert_eq!(count_gaps(text), Ok(gaps), "{text}");
        }
        for wrong in [
            "",
            "___",
            "{{0}}",
            "{{2}}",
            "{{1}} {{1}}",
            "{{1}} {{3}}",
            "{{a}}",
            "{{ 1 }}",
            "{{1} }",
            "{{-1}}",
        ] {
            assert_eq!(count_gaps(wrong), Err(Code::GapsMisnumbered.into()), "{wrong}");
        }
        let many: Vec<String> = (1..=21).map(|n| format!("{{{{{n}}}}}")).collect();
        assert_eq!(count_gaps(&many.concat()).unwrap_err().code, Code::TooMany);
    }

    #[test]
    fn each_gap_has_its_words() {
        let gaps = parse_gaps(r#"["suis|parle", "ai"]"#, 2).unwrap();
        assert_eq!((gaps[0].first(), gaps[1].first()), ("suis", "ai"));
        assert_eq!(parse_gaps("fosse", 1).unwrap(), parse_gaps(r#"["fosse"]"#, 1).unwrap());
        for (wrong, code) in [
            (r#"["a"]"#, Code::GapsUnanswered),
            (r#"["a", "b", "c"]"#, Code::GapsUnanswered),
            ("a", Code::GapsUnanswered),
            ("[1, 2]", Code::GapsUnanswered),
            (r#"["a", ""]"#, Code::Required),
        ] {
            assert_eq!(parse_gaps(wrong, 2).unwrap_err().code, code, "{wrong}");
        }
    }

    #[test]
    fn true_and_false_are_words() {
        assert_eq!((true_or_false("TRUE"), true_or_false(" false ")), (Ok(true), Ok(false)));
        assert_eq!(true_or_false("vrai"), Err(Code::InvalidValue.into()));
    }
}
