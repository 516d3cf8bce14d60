//! Questions of quizzes and of level tests: what may be asked, and the correct answers.
//!
//! Staff fills in six fields; a [`Question`] is built from them, and its form contains exactly what its type allows.
//! Grading is in `grading`; language, level and position are not part of it.

use crate::answer::{Alternatives, Choice, count_gaps, parse_gaps, parse_options, true_or_false};
use crate::code::Code;
use crate::file::FileKind;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use crate::url::address_of;

/// Maximum lengths of a question's text, of all its correct answers, and of a transcript, in characters.
pub const MAX_TEXT: usize = 2000;
pub const MAX_CORRECT: usize = 2000;
pub const MAX_TRANSCRIPT: usize = 5000;

keywords! {
    /// Type of a question.
    QuestionType {
        /// One of several options.
        Choice = "QCM",
        /// `TRUE` or `FALSE`.
        TrueFalse = "TRUE_FALSE",
        /// Words.
        Text = "TEXT",
        /// Words for the gaps `{{1}}`, `{{2}}` of a text.
        Cloze = "CLOZE",
        /// After listening: one of several options, or words if there are none.
        Audio = "AUDIO",
    }
}

/// The type of a question with its correct answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    Choice(Choice),
    TrueFalse(bool),
    Text(Alternatives),
    /// The correct answers of each gap, in order.
    Cloze(Vec<Alternatives>),
    /// `media` is a web address or a path of this site.
    Audio {
        media: String,
        transcript: Option<String>,
        audio_answer: AudioAnswer,
    },
}

/// How a listening question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AudioAnswer {
    Choice(Choice),
    Text(Alternatives),
}

/// A question that can be asked and graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    pub form: Form,
}

impl Question {
    pub const fn type_code(&self) -> QuestionType {
        match &self.form {
            Form::Choice(_) => QuestionType::Choice,
            Form::TrueFalse(_) => QuestionType::TrueFalse,
            Form::Text(_) => QuestionType::Text,
            Form::Cloze(_) => QuestionType::Cloze,
            Form::Audio { .. } => QuestionType::Audio,
        }
    }

    pub fn options(&self) -> &[String] {
        match &self.form {
            Form::Choice(choice) | Form::Audio { audio_answer: AudioAnswer::Choice(choice), .. } => {
                choice.options()
            }
            Form::TrueFalse(_) | Form::Text(_) | Form::Cloze(_) | Form::Audio { .. } => &[],
        }
    }

    pub fn media_url(&self) -> Option<&str> {
        if let Form::Audio { media, .. } = &self.form { Some(media) } else { None }
    }

    pub fn transcript(&self) -> Option<&str> {
        if let Form::Audio { transcript, .. } = &self.form { transcript.as_deref() } else { None }
    }

    /// The correct answer in the staff's notation.
    pub fn correct_answer(&self) -> String {
        match &self.form {
            Form::Cloze(gaps) => {
                let gaps: Vec<String> = gaps.iter().map(Alternatives::written).collect();
                serde_json::Value::from(gaps).to_string()
            }
            Form::Text(words) | Form::Audio { audio_answer: AudioAnswer::Text(words), .. } => words.written(),
            Form::Choice(_) | Form::TrueFalse(_) | Form::Audio { .. } => self.solution(),
        }
    }

    /// The correct answer for display: the first alternative, gaps in sequence, `TRUE` or `FALSE`.
    pub fn solution(&self) -> String {
        match &self.form {
            Form::Choice(choice) | Form::Audio { audio_answer: AudioAnswer::Choice(choice), .. } => {
                choice.right().to_owned()
            }
            Form::TrueFalse(right) => if *right { "TRUE" } else { "FALSE" }.to_owned(),
            Form::Text(words) | Form::Audio { audio_answer: AudioAnswer::Text(words), .. } => {
                words.first().to_owned()
            }
            Form::Cloze(gaps) => gaps.iter().map(Alternatives::first).collect::<Vec<_>>().join(" / "),
        }
    }
}

/// The fields of a question, from a row or from a form, where absent fields stay and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuestionFields {
    pub text: Option<String>,
    pub type_code: Option<String>,
    pub options: Option<Vec<String>>,
    /// An option; `TRUE` or `FALSE`; words, `a|b`; a JSON array with words for each gap.
    pub correct_answer: Option<String>,
    pub media_url: Option<Option<String>>,
    pub transcript: Option<Option<String>>,
}

impl QuestionFields {
    /// Validates a new question.
    ///
    /// # Errors
    /// One fault per field; that of the text under `text_name`.
    pub fn parse(&self, text_name: &str) -> Result<Question, Problem> {
        let mut fields = Fields::default();
        match self.over(None, text_name, &mut fields) {
            Some(question) if fields.is_empty() => Ok(question),
            Some(_) | None => Err(fields.into_problem()),
        }
    }

    /// The question merged over its earlier version; faults are added to `fields`, that of the text under `text_name`.
    /// Fields that its type does not use are refused when sent, and dropped when they only come from the earlier
    /// version.
    pub fn over(&self, before: Option<&Question>, text_name: &str, fields: &mut Fields) -> Option<Question> {
        let text = self.text.clone().or_else(|| before.map(|old| old.text.clone()));
        let text = fields.require(text_name, text.map(|text| text::required_lines(&text, MAX_TEXT)));
        let sent = self.type_code.as_deref().filter(|code| !code.is_empty()).map(str::parse);
        let type_code = fields.require("typeCode", sent.or(before.map(|old| Ok(old.type_code()))));
        let correct = self.correct_answer.clone().or_else(|| before.map(Question::correct_answer));
        let correct = fields.require("correctAnswer", correct.map(|c| text::required_line(&c, MAX_CORRECT)));
        let type_code = type_code?;
        let options = self.options(type_code, before, fields);
        let media = self.media(type_code, before, fields);
        let form = match type_code {
            QuestionType::Choice => Choice::new(options?, &correct?).map(Form::Choice),
            QuestionType::TrueFalse => true_or_false(&correct?).map(Form::TrueFalse),
            QuestionType::Text => Alternatives::parse(&correct?).map(Form::Text),
            QuestionType::Cloze => {
                let gaps = fields.check(text_name, count_gaps(text.as_deref()?))?;
                parse_gaps(&correct?, gaps).map(Form::Cloze)
            }
            QuestionType::Audio => {
                let audio_answer = fields.check("correctAnswer", AudioAnswer::new(options?, &correct?))?;
                let (media, transcript) = media?;
                Ok(Form::Audio { media, transcript, audio_answer })
            }
        };
        let form = fields.check("correctAnswer", form)?;
        Some(Question { text: text?, form })
    }

    fn options(
        &self,
        type_code: QuestionType,
        before: Option<&Question>,
        fields: &mut Fields,
    ) -> Option<Vec<String>> {
        let options = match (&self.options, type_code) {
            (Some(sent), QuestionType::Choice | QuestionType::Audio) => sent.clone(),
            (None, QuestionType::Choice | QuestionType::Audio) => {
                before.map(|old| old.options().to_vec()).unwrap_or_default()
            }
            (Some(sent), _) if !sent.is_empty() => {
                fields.refuse("options", Code::InvalidValue);
                return None;
            }
            (Some(_) | None, _) => return None,
        };
        if options.is_empty() && type_code == QuestionType::Audio {
            return Some(options);
        }
        fields.nest("options", parse_options(&options))
    }

    fn media(
        &self,
        type_code: QuestionType,
        before: Option<&Question>,
        fields: &mut Fields,
    ) -> Option<(String, Option<String>)> {
        let media = or_cleared(self.media_url.as_ref());
        let transcript = or_cleared(self.transcript.as_ref());
        if type_code != QuestionType::Audio {
            for (name, sent) in [("mediaUrl", media), ("transcript", transcript)] {
                if sent.flatten().is_some() {
                    fields.refuse(name, Code::InvalidValue);
                }
            }
            return None;
        }
        let media = media.unwrap_or_else(|| before.and_then(Question::media_url));
        let transcript = transcript.unwrap_or_else(|| before.and_then(Question::transcript));
        let media = fields.require("mediaUrl", media.map(|url| address_of(url, &[FileKind::Audio])));
        let transcript = transcript.map(|text| text::lines(text, MAX_TRANSCRIPT)).transpose();
        let transcript = fields.check("transcript", transcript);
        media.zip(transcript)
    }
}

impl AudioAnswer {
    fn new(options: Vec<String>, correct: &str) -> Result<Self, Fault> {
        if options.is_empty() {
            Alternatives::parse(correct).map(Self::Text)
        } else {
            Choice::new(options, correct).map(Self::Choice)
        }
    }
}

/// The value of an optional text field; an empty text clears it like null.
#[allow(clippy::option_option, reason = "absent, null and a value are three different things")]
fn or_cleared(text: Option<&Option<String>>) -> Option<Option<&str>> {
    text.map(|text| text.as_deref().filter(|text| !text.trim().is_empty()))
}

#[cfg(test)]
#[path = "question_tests.rs"]
mod tests;
