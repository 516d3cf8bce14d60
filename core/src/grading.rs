//! Grades answers. Typed text is normalised: spaces, quotes, dashes, full-width forms, case and final punctuation are
//! ignored; words, their order, hyphens and accents count.
//!
//! Where only accents are wrong the outcome is [`Outcome::Nearly`], which scores nothing. A hyphen is a letter like any
//! other: `peut être` is not `peut-être`. `oe` and `ss` are accepted for `œ` and `ß`, which a keyboard may lack.

use crate::answer::{Alternatives, gap_texts, same_option, true_or_false};
use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields, Problem};
use crate::question::{AudioAnswer, Form, Question};
use crate::text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// Maximum length of an answer, or of one gap's answer, in characters.
pub const MAX_GIVEN: usize = 1000;
/// Maximum number of answers in one request.
pub const MAX_ANSWERS: usize = 500;

keywords! {
    /// Result of an answer.
    Outcome {
        Right = "right",
        /// Only accents are wrong; scores nothing.
        Nearly = "nearly",
        Wrong = "wrong",
    }
}

/// A given answer: one text, or one for each gap.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Given {
    One(String),
    Each(Vec<String>),
}

impl Given {
    /// The typed texts, one per field; none when their number is wrong.
    fn texts(&self, question: &Question) -> Option<Vec<String>> {
        match (self, &question.form) {
            (Self::One(text), Form::Cloze(gaps)) => gap_texts(text, gaps.len()),
            (Self::Each(texts), Form::Cloze(gaps)) => (texts.len() == gaps.len()).then(|| texts.clone()),
            (Self::One(text), _) => Some(vec![text.clone()]),
            (Self::Each(texts), _) => (texts.len() == 1).then(|| texts.clone()),
        }
    }

    /// Whether it exceeds the maximum length.
    pub(crate) fn is_too_long(&self) -> bool {
        let too_long = |text: &String| text.chars().count() > MAX_GIVEN;
        match self {
            Self::One(text) => too_long(text),
            Self::Each(texts) => texts.iter().any(too_long),
        }
    }
}

/// An answer to one question of many.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub question_id: i64,
    /// A text; for gaps an array of texts, or such an array as text.
    pub given_answer: Given,
}

/// Grades an answer to a question.
pub fn grade(question: &Question, given: &Given) -> Outcome {
    let Some(texts) = given.texts(question) else { return Outcome::Wrong };
    let text = texts.first().map_or("", String::as_str);
    match &question.form {
        Form::Choice(choice) | Form::Audio { audio_answer: AudioAnswer::Choice(choice), .. } => {
            right_or_wrong(same_option(choice.right(), text))
        }
        Form::TrueFalse(right) => right_or_wrong(true_or_false(text).as_ref() == Ok(right)),
        Form::Text(words) | Form::Audio { audio_answer: AudioAnswer::Text(words), .. } => {
            compare(words, text)
        }
        // The worst of them: the last in the order of the enum.
        Form::Cloze(gaps) => {
            gaps.iter().zip(&texts).map(|(words, text)| compare(words, text)).max().unwrap_or(Outcome::Wrong)
        }
    }
}

/// The outcome for every question, in order.
///
/// # Errors
/// Under `[n]`: `unknown_reference` and `duplicate` for a question, `too_long` for an answer. Else `answers_incomplete`
/// with the ids of the questions whose answers are `missing` or empty.
pub fn mark(questions: &[(i64, Question)], answers: &[Answer]) -> Result<Vec<(i64, Outcome)>, Problem> {
    if answers.len() > MAX_ANSWERS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_ANSWERS).into());
    }
    let mut fields = Fields::default();
    let mut given = BTreeMap::new();
    for (place, answer) in answers.iter().enumerate() {
        let name = format!("[{place}].questionId");
        if questions.iter().all(|(id, _)| *id != answer.question_id) {
            fields.refuse(name, Code::UnknownReference);
        } else if given.insert(answer.question_id, &answer.given_answer).is_some() {
            fields.refuse(name, Code::Duplicate);
        }
        if answer.given_answer.is_too_long() {
            fields.refuse(format!("[{place}].givenAnswer"), Fault::new(Code::TooLong).with("max", MAX_GIVEN));
        }
    }
    fields.finish()?;
    let missing: Vec<i64> = questions
        .iter()
        .filter(|(id, question)| !given.get(id).is_some_and(|given| is_answered(question, given)))
        .map(|(id, _)| *id)
        .collect();
    if !missing.is_empty() {
        return Err(Problem::new(Code::AnswersIncomplete).with("missing", missing));
    }
    Ok(questions.iter().filter_map(|(id, question)| Some((*id, grade(question, given.get(id)?)))).collect())
}

/// Number of correct answers, and their percentage, floored; 0 without questions.
pub fn score(outcomes: impl IntoIterator<Item = Outcome>) -> (usize, usize) {
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect();
    let right = outcomes.iter().filter(|outcome| **outcome == Outcome::Right).count();
    (right, (right * 100).checked_div(outcomes.len()).unwrap_or(0))
}

/// Whether every field of the question was filled in.
pub fn is_answered(question: &Question, given: &Given) -> bool {
    given.texts(question).is_some_and(|texts| texts.iter().all(|text| !text.trim().is_empty()))
}

fn right_or_wrong(right: bool) -> Outcome {
    if right { Outcome::Right } else { Outcome::Wrong }
}

fn compare(words: &Alternatives, given: &str) -> Outcome {
    let given = essence(given);
    let right: Vec<String> = words.iter().map(essence).collect();
    if right.contains(&given) {
        return Outcome::Right;
    }
    let bare = text::fold(&given);
    if right.iter().any(|right| text::fold(right) == bare) { Outcome::Nearly } else { Outcome::Wrong }
}

/// The normalised text.
fn essence(text: &str) -> String {
    // Before the compatibility forms, which decompose a free-standing accent into a space and an accent.
    let text: String = text.chars().map(plain).nfkc().map(plain).filter(|c| !is_nothing(*c)).collect();
    let text = lower(&text);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let tight: String = without_idle_spaces(&words).nfc().collect();
    let end = tight.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    match tight.chars().next() {
        Some(first) if end.is_empty() => first.to_string(),
        Some(_) | None => end.to_owned(),
    }
}

/// One character for all that look alike or are used for each other.
const fn plain(c: char) -> char {
    match c {
        '’' | '‘' | '‛' | 'ʼ' | 'ʹ' | '′' | '´' | '`' | '＇' => '\'',
        '«' | '»' | '“' | '”' | '„' | '‟' | '″' | '「' | '」' | '『' | '』' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '。' | '．' => '.',
        '、' | '，' => ',',
        _ => c,
    }
}

/// Invisible characters: soft hyphens, joiners, marks of direction.
fn is_nothing(c: char) -> bool {
    !c.is_whitespace()
        && (text::is_invisible(c) || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'))
}

/// Lower case, with one spelling where a keyboard may lack the letter. Removes the combining dot that lower-casing `İ`
/// leaves.
fn lower(text: &str) -> String {
    let lower: String = text.chars().flat_map(char::to_lowercase).collect();
    lower.replace("i\u{307}", "i").replace('ß', "ss").replace('œ', "oe").replace('æ', "ae")
}

/// Removes spaces next to punctuation and between Chinese characters, which are not significant.
fn without_idle_spaces(words: &str) -> String {
    let mut tight = String::with_capacity(words.len());
    let mut chars = words.chars().peekable();
    while let Some(c) = chars.next() {
        let beside = [tight.chars().next_back(), chars.peek().copied()];
        let idle = c == ' ' && beside.into_iter().flatten().any(|c| !c.is_alphanumeric() || is_chinese(c));
        if !idle {
            tight.push(c);
        }
    }
    tight
}

const fn is_chinese(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
#[path = "grading_tests.rs"]
mod tests;
