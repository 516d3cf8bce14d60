//! A question of a language's level test as staff writes it, usually with a level.

use crate::answer::count_gaps;
use crate::code::Code;
use crate::editing::{Form, double_option, place};
use crate::grading::{Given, MAX_GIVEN, Outcome, grade};
use crate::language::{SchoolLanguage, UiLanguage};
use crate::placement::LevelCode;
use crate::problem::{Fault, Fields, Problem};
use crate::question::{MAX_TEXT, Question, QuestionFields, QuestionType};
use crate::text;
use crate::translation::{self, Sent, Translation};
use serde::{Deserialize, Serialize};

/// A question as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestQuestionInput {
    /// Code, French or English name, in any case.
    pub language: Option<String>,
    /// The question; with `{{1}}`, `{{2}}` for gaps.
    pub question: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::question::QuestionType>))]
    pub type_code: Option<String>,
    /// Two to ten, all different.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    pub options: Option<Option<Vec<String>>>,
    /// One of the options; `TRUE` or `FALSE`; words, or `a|b`; for gaps a JSON array of words.
    pub correct_answer: Option<String>,
    /// Recording: a web address or a path of this site.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub media_url: Option<Option<String>>,
    /// Transcript of the recording.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub transcript: Option<Option<String>>,
    /// None: the question does not count towards a level.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<LevelCode>))]
    pub level: Option<Option<String>>,
    /// Translations of the question into other languages of the interface. Absent: unchanged; empty: none.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<TestQuestionTranslationInput>>))]
    pub translations: Option<Option<Vec<TestQuestionTranslationInput>>>,
    /// Whether the short test, which asks the same questions of everybody, has it. Absent in a new one: no.
    pub in_fixed_test: Option<bool>,
    /// Its position in the test of its language; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new question (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A translation of the question, as sent by a form. Options and answers are never translated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TestQuestionTranslationInput {
    /// `en`, `it`, `zh`: questions themselves are in the school's language.
    pub lang: Option<String>,
    /// With the same gaps as the question.
    pub question: Option<String>,
}

/// A translation of the question into another language of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TestQuestionTranslation {
    pub lang: UiLanguage,
    /// With the same gaps as the question.
    pub question: String,
}

impl TestQuestionTranslation {
    /// Whether it has the same gaps as the question. A translation may be older than its question.
    pub fn fits(&self, question: &Question) -> bool {
        question.type_code() != QuestionType::Cloze
            || count_gaps(&self.question).ok() == count_gaps(&question.text).ok()
    }
}

impl Translation for TestQuestionTranslation {
    fn lang(&self) -> UiLanguage {
        self.lang
    }
}

impl Sent for TestQuestionTranslationInput {
    type Checked = TestQuestionTranslation;

    fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    fn texts(&self, lang: Option<UiLanguage>, fields: &mut Fields) -> Option<TestQuestionTranslation> {
        let question = self.question.as_deref().map(|text| text::required_lines(text, MAX_TEXT));
        let question = fields.require("question", question);
        Some(TestQuestionTranslation { lang: lang?, question: question? })
    }
}

/// A trial answer to a question that is being edited.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestAnswerTrial {
    /// The question; determines the number of gaps.
    pub question: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::question::QuestionType>))]
    pub type_code: Option<String>,
    pub options: Option<Vec<String>>,
    pub correct_answer: Option<String>,
    /// A text; for gaps an array of texts, or such an array as text.
    pub given_answer: Given,
}

impl TestAnswerTrial {
    /// Grades the answer.
    ///
    /// # Errors
    /// One fault per field of a question that cannot be graded yet; `too_long` for the answer.
    pub fn grade(&self) -> Result<Outcome, Problem> {
        let audio_answer = self.type_code.as_deref() == Some(QuestionType::Audio.as_str());
        let written = QuestionFields {
            text: self.question.clone().filter(|text| !text.trim().is_empty()).or(Some("…".to_owned())),
            type_code: self.type_code.clone(),
            options: self.options.clone(),
            correct_answer: self.correct_answer.clone(),
            // The recording does not affect grading.
            media_url: audio_answer.then(|| Some("/".to_owned())),
            transcript: None,
        };
        if self.given_answer.is_too_long() {
            return Err(Problem::field("givenAnswer", Fault::new(Code::TooLong).with("max", MAX_GIVEN)));
        }
        Ok(grade(&written.parse("question")?, &self.given_answer))
    }
}

/// A validated question of the level test. The server checks that the language is taught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestQuestion {
    /// Its code, or the word that was sent.
    pub language: String,
    pub question: Question,
    pub level: Option<LevelCode>,
    pub translations: Vec<TestQuestionTranslation>,
    /// Whether the short test has it. The adaptive test may ask every question with a level.
    pub in_fixed_test: bool,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for TestQuestionInput {
    type Content = TestQuestion;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// A question moved to another language goes to the end of its test.
    fn over(&self, before: Option<&TestQuestion>, fields: &mut Fields) -> Option<TestQuestion> {
        let language = self.language.as_ref().or(before.map(|old| &old.language));
        let language = fields.require("language", language.map(|name| text::required_line(name, 100)));
        let language = language
            .map(|name| SchoolLanguage::recognise(&name).map_or(name, |known| known.code().to_owned()));
        let question = self.written().over(before.map(|old| &old.question), "question", fields);
        let level = match &self.level {
            Some(sent) => {
                let sent = sent.as_deref().filter(|level| !level.is_empty());
                fields.check("level", sent.map(str::parse).transpose())
            }
            None => Some(before.and_then(|old| old.level)),
        };
        let translations = self.translated(before, question.as_ref(), fields);
        let stayed = before.filter(|old| language.as_ref() == Some(&old.language));
        let order_index = place(self.order_index, stayed.and_then(|old| old.order_index), fields);
        let in_fixed_test = self.in_fixed_test.or(before.map(|old| old.in_fixed_test)).unwrap_or_default();
        let (language, question, level) = (language?, question?, level?);
        Some(TestQuestion {
            language,
            question,
            level,
            translations: translations?,
            in_fixed_test,
            order_index,
        })
    }
}

impl TestQuestionInput {
    /// Unchanged translations are not validated again: a client unaware of translations may change the question's gaps.
    fn translated(
        &self,
        before: Option<&TestQuestion>,
        question: Option<&Question>,
        fields: &mut Fields,
    ) -> Option<Vec<TestQuestionTranslation>> {
        let Some(sent) = &self.translations else {
            return Some(before.map(|old| old.translations.clone()).unwrap_or_default());
        };
        let sent = sent.as_deref().unwrap_or_default();
        let translations = translation::all(sent, UiLanguage::default(), fields)?;
        let Some(question) = question else { return Some(translations) };
        for (n, _) in translations.iter().enumerate().filter(|(_, one)| !one.fits(question)) {
            fields.refuse(format!("translations[{n}].question"), Code::GapsDiffer);
        }
        Some(translations)
    }

    fn written(&self) -> QuestionFields {
        QuestionFields {
            text: self.question.clone(),
            type_code: self.type_code.clone(),
            options: self.options.clone().map(Option::unwrap_or_default),
            correct_answer: self.correct_answer.clone(),
            media_url: self.media_url.clone(),
            transcript: self.transcript.clone(),
        }
    }
}

#[cfg(test)]
#[path = "level_test_tests.rs"]
mod tests;
