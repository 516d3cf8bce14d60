//! A question of the level test as staff writes it: of a language, and mostly of a level.

use crate::code::Code;
use crate::editing::{Form, place, said};
use crate::grading::{Given, MAX_GIVEN, Outcome, grade};
use crate::language::SchoolLanguage;
use crate::placement::LevelCode;
use crate::problem::{Fault, Fields, Problem};
use crate::question::{Question, QuestionType, Written};
use crate::text;
use serde::Deserialize;

/// A question as a form sends it. In a change absent means as it was, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestQuestionInput {
    /// Code, French or English name, in any case.
    pub language: Option<String>,
    /// What is asked; with `{{1}}`, `{{2}}` where words are missing.
    pub question: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::question::QuestionType>))]
    pub type_code: Option<String>,
    /// Two to ten, no two alike.
    #[serde(default, deserialize_with = "said")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    pub options: Option<Option<Vec<String>>>,
    /// One of the options; `TRUE` or `FALSE`; words, or `a|b`; for gaps a JSON array of words.
    pub correct_answer: Option<String>,
    /// What is heard: an address of the web or of this site.
    #[serde(default, deserialize_with = "said")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub media_url: Option<Option<String>>,
    /// What is heard, for those who read it.
    #[serde(default, deserialize_with = "said")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub transcript: Option<Option<String>>,
    /// Nothing: right answers say nothing about a level.
    #[serde(default, deserialize_with = "said")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<LevelCode>))]
    pub level: Option<Option<String>>,
    /// Its place in the test of its language; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new question (UUID of version 7): a repeat makes no second one.
    pub client_id: Option<String>,
}

/// An answer that is tried out on a question while it is being written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestAnswerTrial {
    /// What is asked; says how many gaps there are.
    pub question: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::question::QuestionType>))]
    pub type_code: Option<String>,
    pub options: Option<Vec<String>>,
    pub correct_answer: Option<String>,
    /// A text; for gaps an array of texts, or such an array as text.
    pub given_answer: Given,
}

impl TestAnswerTrial {
    /// What the answer is worth.
    ///
    /// # Errors
    /// One fault per field of a question that cannot be graded yet; `too_long` for the answer.
    pub fn grade(&self) -> Result<Outcome, Problem> {
        let heard = self.type_code.as_deref() == Some(QuestionType::Audio.as_str());
        let written = Written {
            text: self.question.clone().filter(|text| !text.trim().is_empty()).or(Some("…".to_owned())),
            type_code: self.type_code.clone(),
            options: self.options.clone(),
            correct_answer: self.correct_answer.clone(),
            // What is heard grades nothing.
            media_url: heard.then(|| Some("/".to_owned())),
            transcript: None,
        };
        if self.given_answer.is_too_long() {
            return Err(Problem::field("givenAnswer", Fault::new(Code::TooLong).with("max", MAX_GIVEN)));
        }
        Ok(grade(&written.parse("question")?, &self.given_answer))
    }
}

/// A question of the level test, checked. Whether the language is taught is for the server to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestQuestion {
    /// Its code, or the word that was sent.
    pub language: String,
    pub question: Question,
    pub level: Option<LevelCode>,
    /// Nothing: the last place.
    pub order_index: Option<i64>,
}

impl Form for TestQuestionInput {
    type Content = TestQuestion;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// One that moves to another language goes to the end of its test.
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
        let stayed = before.filter(|old| language.as_ref() == Some(&old.language));
        let order_index = place(self.order_index, stayed.and_then(|old| old.order_index), fields);
        Some(TestQuestion { language: language?, question: question?, level: level?, order_index })
    }
}

impl TestQuestionInput {
    fn written(&self) -> Written {
        Written {
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
mod tests {
    use super::*;

    fn input(json: &str) -> TestQuestionInput {
        serde_json::from_str(json).unwrap()
    }

    fn made() -> TestQuestion {
        let whole = r#"{"language": "Italien", "question": "Io ___", "typeCode": "QCM", "options": ["sono", "ho"],
            "correctAnswer": "sono", "level": "A1", "orderIndex": 3}"#;
        input(whole).create().unwrap().content
    }

    #[test]
    fn a_question_has_a_language_and_may_have_a_level() {
        let question = made();
        assert_eq!((question.language.as_str(), question.level), ("it", Some(LevelCode::A1)));
        let names = |json: &str| {
            let problem = input(json).create().unwrap_err();
            problem.fields.iter().map(|field| (field.name.clone(), field.code)).collect::<Vec<_>>()
        };
        let required = |name: &str| (name.to_owned(), Code::Required);
        assert_eq!(names("{}"), ["language", "question", "typeCode", "correctAnswer"].map(required));
        let wrong =
            r#"{"language": "it", "question": "?", "typeCode": "TEXT", "correctAnswer": "a", "level": "D1"}"#;
        assert_eq!(names(wrong), [("level".to_owned(), Code::InvalidValue)]);
    }

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let before = made();
        assert_eq!(input("{}").change(&before).unwrap(), before);
        assert_eq!(input(r#"{"language": "ITALIAN"}"#).change(&before).unwrap(), before);
        assert_eq!(input(r#"{"level": null}"#).change(&before).unwrap().level, None);
        let moved = input(r#"{"language": "fr"}"#).change(&before).unwrap();
        assert_eq!((moved.language.as_str(), moved.order_index), ("fr", None), "the last of its new test");
        let words = input(r#"{"typeCode": "TEXT", "options": null}"#).change(&before).unwrap();
        assert_eq!((words.question.type_code(), words.question.options().len()), (QuestionType::Text, 0));
    }

    #[test]
    fn an_answer_is_tried_out_before_the_question_is_whole() {
        let outcome = |json: &str| serde_json::from_str::<TestAnswerTrial>(json).unwrap().grade();
        for (json, expected) in [
            (
                r#"{"typeCode": "TEXT", "correctAnswer": "un caffè|il caffè", "givenAnswer": "Il caffè."}"#,
                Outcome::Right,
            ),
            (
                r#"{"typeCode": "TEXT", "correctAnswer": "un caffè", "givenAnswer": "un caffe"}"#,
                Outcome::Nearly,
            ),
            (r#"{"typeCode": "AUDIO", "correctAnswer": "sette", "givenAnswer": "otto"}"#, Outcome::Wrong),
            (
                r#"{"typeCode": "CLOZE", "question": "{{1}} {{2}}", "correctAnswer": "[\"a\",\"b\"]",
                "givenAnswer": ["a", "B"]}"#,
                Outcome::Right,
            ),
            (
                r#"{"typeCode": "QCM", "options": ["a", "b"], "correctAnswer": "a", "givenAnswer": "b"}"#,
                Outcome::Wrong,
            ),
        ] {
            assert_eq!(outcome(json), Ok(expected), "{json}");
        }
        let names =
            |json: &str| outcome(json).unwrap_err().fields.into_iter().map(|f| f.name).collect::<Vec<_>>();
        assert_eq!(names(r#"{"givenAnswer": "a"}"#), ["typeCode", "correctAnswer"]);
        assert_eq!(names(r#"{"typeCode": "CLOZE", "correctAnswer": "a", "givenAnswer": "a"}"#), ["question"]);
        let long =
            format!(r#"{{"typeCode": "TEXT", "correctAnswer": "a", "givenAnswer": "{}"}}"#, "a".repeat(1001));
        assert_eq!(names(&long), ["givenAnswer"]);
    }
}
