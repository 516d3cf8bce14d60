//! Attempts at the adaptive level test, as sent by whoever takes it.

use crate::code::Code;
use crate::editing::double_option;
use crate::grading::{Given, MAX_GIVEN, Outcome, grade, is_answered};
use crate::problem::{Fault, Fields, Problem};
use crate::question::Question;
use serde::Deserialize;

/// Longer times say nothing about the question: the page stayed open.
const MAX_MILLISECONDS: i64 = 24 * 60 * 60 * 1000;

/// Begins an attempt, or goes on with an unfinished one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TestAttemptInput {
    /// Ends an unfinished attempt without a result, and begins another.
    #[serde(default)]
    pub restart: bool,
}

/// The answer to the question that is asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AttemptAnswer {
    /// Of an attempt without an account.
    pub token: Option<String>,
    pub question_id: i64,
    /// The version in which it was shown.
    pub version: i64,
    /// A text; for gaps an array of texts, or such an array as text. Null: the learner does not know.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::grading::Given>))]
    pub given_answer: Option<Option<Given>>,
    /// From showing the question to the answer.
    pub milliseconds: i64,
}

impl AttemptAnswer {
    /// Grades the answer. Whoever does not know answers wrong.
    ///
    /// # Errors
    /// Under `givenAnswer`: `required` when it or one of its gaps is empty, `too_long`. `invalid_value` for negative
    /// `milliseconds`.
    pub fn grade(&self, question: &Question) -> Result<Outcome, Problem> {
        let mut fields = Fields::default();
        if self.milliseconds < 0 {
            fields.refuse("milliseconds", Code::InvalidValue);
        }
        let outcome = match &self.given_answer {
            Some(None) => Outcome::Wrong,
            Some(Some(given)) if given.is_too_long() => {
                fields.refuse("givenAnswer", Fault::new(Code::TooLong).with("max", MAX_GIVEN));
                Outcome::Wrong
            }
            Some(Some(given)) if is_answered(question, given) => grade(question, given),
            Some(Some(_)) | None => {
                fields.refuse("givenAnswer", Code::Required);
                Outcome::Wrong
            }
        };
        fields.finish()?;
        Ok(outcome)
    }

    /// The answer as it is kept; none when the learner does not know.
    pub fn given(&self) -> Option<&Given> {
        self.given_answer.as_ref().and_then(Option::as_ref)
    }

    /// How long it took, at most a day.
    pub fn milliseconds(&self) -> i64 {
        self.milliseconds.clamp(0, MAX_MILLISECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::QuestionFields;
    use serde_json::json;

    fn question() -> Question {
        let fields = QuestionFields {
            text: Some("{{1}} et {{2}}".to_owned()),
            type_code: Some("CLOZE".to_owned()),
            correct_answer: Some(r#"["un", "deux"]"#.to_owned()),
            ..QuestionFields::default()
        };
        fields.parse("question").unwrap()
    }

    fn graded(answer: serde_json::Value) -> Result<Outcome, Vec<(String, Code)>> {
        let answer: AttemptAnswer = serde_json::from_value(answer).unwrap();
        answer
            .grade(&question())
            .map_err(|problem| problem.fields.into_iter().map(|field| (field.name, field.code)).collect())
    }

    #[test]
    fn an_answer_is_graded_and_not_to_know_is_wrong() {
        let answer = |given| json!({"questionId": 1, "version": 1, "givenAnswer": given, "milliseconds": 5});
        assert_eq!(graded(answer(json!(["un", "deux"]))), Ok(Outcome::Right));
        assert_eq!(graded(answer(json!(["un", "trois"]))), Ok(Outcome::Wrong));
        assert_eq!(graded(answer(json!(null))), Ok(Outcome::Wrong));
    }

    #[test]
    fn an_answer_that_is_none_is_named() {
        let required = Err(vec![("givenAnswer".to_owned(), Code::Required)]);
        assert_eq!(graded(json!({"questionId": 1, "version": 1, "milliseconds": 5})), required);
        let half = json!({"questionId": 1, "version": 1, "givenAnswer": ["un", " "], "milliseconds": 5});
        assert_eq!(graded(half), required);
        let long = json!({"questionId": 1, "version": 1, "givenAnswer": "a".repeat(MAX_GIVEN + 1), "milliseconds": -1});
        let both = [("milliseconds", Code::InvalidValue), ("givenAnswer", Code::TooLong)];
        assert_eq!(graded(long), Err(both.map(|(field, code)| (field.to_owned(), code)).to_vec()));
    }

    #[test]
    fn a_page_that_stayed_open_counts_a_day() {
        let answer = json!({"questionId": 1, "version": 1, "givenAnswer": null, "milliseconds": i64::MAX});
        let answer: AttemptAnswer = serde_json::from_value(answer).unwrap();
        assert_eq!(answer.milliseconds(), MAX_MILLISECONDS);
    }
}
