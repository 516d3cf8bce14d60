//! Quizzes of a lesson and their questions, as staff writes them. The rules of questions are in `question`, grading in
//! `grading`.

use crate::editing::{Form, double_option, place};
use crate::problem::{Fault, Fields};
use crate::question::{Question, QuestionFields};
use crate::text;
use serde::Deserialize;

/// Maximum lengths of the instructions and of an explanation, in characters.
pub const MAX_INSTRUCTIONS: usize = 2000;
pub const MAX_EXPLANATION: usize = 2000;

/// A quiz as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuizInput {
    /// The lesson it belongs to.
    pub lesson_id: Option<i64>,
    /// Plain text, at most 2000 characters; may be empty.
    pub instructions: Option<String>,
    /// The client's own id of a new quiz (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated quiz.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiz {
    pub lesson_id: i64,
    pub instructions: String,
}

impl Form for QuizInput {
    type Content = Quiz;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Quiz>, fields: &mut Fields) -> Option<Quiz> {
        let lesson_id = self.lesson_id.or(before.map(|quiz| quiz.lesson_id));
        let lesson_id = fields.require("lessonId", lesson_id.map(Ok::<_, Fault>));
        let instructions = self.instructions.as_deref().or(before.map(|quiz| quiz.instructions.as_str()));
        let instructions = text::lines(instructions.unwrap_or_default(), MAX_INSTRUCTIONS);
        let instructions = fields.check("instructions", instructions);
        Some(Quiz { lesson_id: lesson_id?, instructions: instructions? })
    }
}

/// A question of a quiz as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuizQuestionInput {
    /// The quiz it belongs to.
    pub quiz_id: Option<i64>,
    /// At most 2000 characters; with gaps `{{1}}`, `{{2}}` when its type is `CLOZE`.
    pub question_text: Option<String>,
    /// `QCM`, `TRUE_FALSE`, `TEXT`, `CLOZE` or `AUDIO`.
    pub type_code: Option<String>,
    /// 2 to 10 options; `AUDIO` without options is answered with words.
    pub options: Option<Vec<String>>,
    /// An option; `TRUE` or `FALSE`; words, `a|b`; for gaps a JSON array with words for each.
    pub correct_answer: Option<String>,
    /// Explanation returned after the answer.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub explanation: Option<Option<String>>,
    /// Recording: a web address or a path of this site.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub media_url: Option<Option<String>>,
    /// Transcript of the recording.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub transcript: Option<Option<String>>,
    /// Its position in the quiz; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new question (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated question of a quiz.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuizQuestion {
    pub quiz_id: i64,
    pub question: Question,
    pub explanation: Option<String>,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for QuizQuestionInput {
    type Content = QuizQuestion;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// A question moved to another quiz goes to its end.
    fn over(&self, before: Option<&QuizQuestion>, fields: &mut Fields) -> Option<QuizQuestion> {
        let quiz_id = self.quiz_id.or(before.map(|question| question.quiz_id));
        let quiz_id = fields.require("quizId", quiz_id.map(Ok::<_, Fault>));
        let question = self.written().over(before.map(|old| &old.question), "questionText", fields);
        let explanation = match &self.explanation {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|question| question.explanation.as_deref()),
        };
        let explanation = explanation.map(|text| text::lines(text, MAX_EXPLANATION)).transpose();
        let explanation = fields.check("explanation", explanation);
        let stayed = before.filter(|question| quiz_id == Some(question.quiz_id));
        let order_index = place(self.order_index, stayed.and_then(|question| question.order_index), fields);
        Some(QuizQuestion {
            quiz_id: quiz_id?,
            question: question?,
            explanation: explanation?.filter(|text| !text.is_empty()),
            order_index,
        })
    }
}

impl QuizQuestionInput {
    fn written(&self) -> QuestionFields {
        QuestionFields {
            text: self.question_text.clone(),
            type_code: self.type_code.clone(),
            options: self.options.clone(),
            correct_answer: self.correct_answer.clone(),
            media_url: self.media_url.clone(),
            transcript: self.transcript.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;

    fn question() -> QuizQuestionInput {
        serde_json::from_str(
            r#"{ "quizId": 1, "questionText": "« Salve » est poli.", "typeCode": "TRUE_FALSE", "correctAnswer": "TRUE",
                 "explanation": "Un salut neutre." }"#,
        )
        .unwrap()
    }

    #[test]
    fn a_quiz_has_a_lesson_and_perhaps_instructions() {
        let quiz = QuizInput { lesson_id: Some(1), ..QuizInput::default() }.create().unwrap().content;
        assert_eq!(quiz, Quiz { lesson_id: 1, instructions: String::new() });
        let told = QuizInput { instructions: Some(" Écoutez. ".into()), ..QuizInput::default() };
        assert_eq!(told.change(&quiz).unwrap().instructions, "Écoutez.");
        assert_eq!(told.create().unwrap_err().fields[0].name, "lessonId");
    }

    #[test]
    fn a_question_has_its_type_s_faults_under_its_own_names() {
        let made = question().create().unwrap().content;
        assert_eq!(made.explanation.as_deref(), Some("Un salut neutre."));
        let problem = QuizQuestionInput::default().create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["quizId", "questionText", "typeCode", "correctAnswer"]);
        let maybe = QuizQuestionInput { correct_answer: Some("PERHAPS".into()), ..question() };
        assert_eq!(maybe.create().unwrap_err().fields[0].name, "correctAnswer");
        let long = QuizQuestionInput { explanation: Some(Some("x".repeat(2001))), ..question() };
        assert_eq!(long.create().unwrap_err().code, Code::TooLong);
    }

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let before = QuizQuestion { order_index: Some(2), ..question().create().unwrap().content };
        assert_eq!(QuizQuestionInput::default().change(&before).unwrap(), before);
        let cleared: QuizQuestionInput =
            serde_json::from_str(r#"{"explanation": null, "quizId": 2}"#).unwrap();
        let after = cleared.change(&before).unwrap();
        assert_eq!((after.explanation, after.order_index), (None, None));
    }
}
