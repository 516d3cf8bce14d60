//! Words of texts and of search terms, folded as in the school's own search.
//!
//! A search term matches the beginning of a word. Chinese and Japanese are written without spaces, so each of
//! their characters is a word, and adjacent characters of the search term have to be adjacent in the text.

use preau_core::text::fold;

/// The folded words of a text, separated by one space.
#[must_use]
pub fn index_text(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for piece in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        // Most words are ASCII, and full folding costs more than all the rest.
        if piece.is_ascii() {
            words.extend(piece.chars().map(|letter| letter.to_ascii_lowercase()));
        } else {
            separate(&fold(piece), &mut words);
        }
    }
    words
}

fn separate(folded: &str, into: &mut String) {
    for letter in folded.chars() {
        if is_word_alone(letter) {
            into.extend([' ', letter, ' ']);
        } else {
            into.push(letter);
        }
    }
}

/// Chinese characters and Japanese syllables.
const fn is_word_alone(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The words of an indexed text, as the database tokenises it.
fn tokens(index_text: &str) -> impl Iterator<Item = &str> {
    index_text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A search term: every phrase has to match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTerm(Vec<Vec<String>>);

impl SearchTerm {
    /// Parses a search term; nothing when it contains no word.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let phrase = |word: &str| tokens(&index_text(word)).map(ToOwned::to_owned).collect::<Vec<_>>();
        let phrases: Vec<_> =
            typed.split_whitespace().map(phrase).filter(|words| !words.is_empty()).collect();
        (!phrases.is_empty()).then_some(Self(phrases))
    }

    /// For `MATCH` of FTS5.
    #[must_use]
    pub fn expression(&self) -> String {
        // No escaping: a word contains no quotation mark.
        let phrases = self.0.iter().map(|words| format!("\"{}\"*", words.join(" ")));
        phrases.collect::<Vec<_>>().join(" AND ")
    }

    /// Whether every phrase occurs in one of these texts.
    #[must_use]
    pub fn matches(&self, texts: &[&str]) -> bool {
        let texts: Vec<String> = texts.iter().map(|text| index_text(text)).collect();
        let texts: Vec<Vec<&str>> = texts.iter().map(|text| tokens(text).collect()).collect();
        self.0.iter().all(|phrase| {
            let begins = |at: &[&str]| begins_with(at, phrase);
            texts.iter().any(|text| text.windows(phrase.len()).any(begins))
        })
    }

    /// An excerpt of about this many characters around the first matching phrase; the beginning when none
    /// matches.
    #[must_use]
    pub fn excerpt(&self, text: &str, length: usize) -> String {
        let letters: Vec<char> = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let (from, to) = excerpt_range(self.position_in(&letters).unwrap_or(0), &letters, length);
        let part: String = letters.get(from..to).unwrap_or_default().iter().collect();
        let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
        let sign = |cut: bool| if cut { "…" } else { "" };
        format!("{}{part}{}", sign(from > 0), sign(to < letters.len()))
    }

    /// The index of the character at which the first phrase begins.
    fn position_in(&self, letters: &[char]) -> Option<usize> {
        // Folding may change the number of characters.
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (position, letter) in letters.iter().enumerate() {
            for plain in folded(*letter).chars() {
                let alone = is_word_alone(plain);
                match words.last_mut().filter(|_| inside && !alone) {
                    _ if !plain.is_alphanumeric() => inside = false,
                    Some((_, word)) => word.push(plain),
                    None => {
                        words.push((position, plain.to_string()));
                        inside = !alone;
                    }
                }
            }
            inside &= *letter != ' ';
        }
        let texts: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
        let at = (0..texts.len()).find(|at| {
            let here = texts.get(*at..).unwrap_or_default();
            self.0.iter().any(|phrase| begins_with(here, phrase))
        })?;
        words.get(at).map(|(position, _)| *position)
    }
}

fn folded(letter: char) -> String {
    if letter.is_ascii() {
        letter.to_ascii_lowercase().to_string()
    } else {
        fold(letter.encode_utf8(&mut [0; 4]))
    }
}

/// Whether words begin with a phrase, whose last word may be a prefix.
fn begins_with(words: &[&str], phrase: &[String]) -> bool {
    let Some((last, before)) = phrase.split_last() else { return true };
    words.len() >= phrase.len()
        && words.iter().zip(before).all(|(word, wanted)| word == wanted)
        && words.get(before.len()).is_some_and(|word| word.starts_with(last.as_str()))
}

/// Beginning and end of an excerpt: a third of it before the match, at word boundaries if there are any near.
fn excerpt_range(position: usize, letters: &[char], length: usize) -> (usize, usize) {
    let from = position.saturating_sub(length / 3);
    let to = from.saturating_add(length).min(letters.len());
    let space = |range: std::ops::Range<usize>| {
        let inside = letters.get(range.clone()).unwrap_or_default();
        inside.iter().position(|letter| *letter == ' ').map(|at| range.start + at + 1)
    };
    let from = if from == 0 { 0 } else { space(from..position).unwrap_or(from) };
    let to = if to == letters.len() {
        to
    } else {
        space(to..(to + 20).min(letters.len())).map_or(to, |at| at - 1)
    };
    (from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(typed: &str) -> SearchTerm {
        SearchTerm::parse(typed).unwrap()
    }

    #[test]
    fn search_matches_word_prefixes_without_case_and_accents() {
        let text = "L’été, on mange une crème brûlée à Œuvry.";
        for typed in ["ete", "ÉTÉ", "l'été", "brul creme", "oeuvry", "œuvry", "creme brul", "creme, brulée"]
        {
            assert!(term(typed).matches(&[text]), "{typed}");
        }
        for typed in ["rule", "ete hiver", "cremebrulee"] {
            assert!(!term(typed).matches(&[text]), "{typed}");
        }
        assert!(term("creme titre").matches(&["Titre", text]), "in both together");
    }

    #[test]
    fn chinese_characters_match_only_when_adjacent() {
        let text = "我们在学习中文。";
        for typed in ["学习", "中", "我们 中文"] {
            assert!(term(typed).matches(&[text]), "{typed}");
        }
        assert!(!term("学中").matches(&[text]));
        assert_eq!(term("学习").expression(), "\"学 习\"*");
    }

    #[test]
    fn punctuation_is_ignored_in_search_terms() {
        for typed in ["", "  ", "?", "\"'()*-"] {
            assert_eq!(SearchTerm::parse(typed), None, "{typed}");
        }
        assert_eq!(term("a\" OR b").expression(), "\"a\"* AND \"or\"* AND \"b\"*");
    }

    #[test]
    fn an_excerpt_has_the_original_spelling() {
        let long = format!("{} La crème brûlée. {}", "avant ".repeat(50), "après ".repeat(50));
        let excerpt = term("brulee").excerpt(&long, 60);
        assert_eq!(excerpt, "…avant La crème brûlée. après après après après après après…");
        assert_eq!(term("dinde").excerpt("Rien ici.", 60), "Rien ici.");
        assert_eq!(
            term("学习").excerpt(&format!("{}学习{}", "我".repeat(90), "我".repeat(90)), 30),
            format!("…{}学习{}…", "我".repeat(10), "我".repeat(18))
        );
        assert_eq!(term("deux").excerpt("Un\ndeux\n\ntrois", 60), "Un deux trois");
    }
}
