//! Questions of a quiz, for those with access to its module; correct answers only for staff.

mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::question::{Question, QuestionFields, QuestionType};
use preau_core::quiz::QuizQuestionInput;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

pub(in crate::learning) use self::store::{of_changed_quizzes, of_ids, of_quiz};
use super::access::{self, ContentRow, Reading};
use crate::context::AppContext;
use crate::editing;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::write::Call;

pub(in crate::learning) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_questions))
        .routes(routes!(create_question))
        .routes(routes!(create_questions))
        .routes(routes!(update_question, delete_question))
        .routes(routes!(order_questions))
}

/// A question of a quiz.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::learning) struct QuizQuestion {
    pub(in crate::learning) id: i64,
    /// Incremented by each write.
    pub(in crate::learning) version: i64,
    /// The quiz it belongs to.
    quiz_id: i64,
    /// With gaps `{{1}}`, `{{2}}` when its type is `CLOZE`.
    question_text: String,
    type_code: QuestionType,
    /// Options; `AUDIO` without options is answered with words.
    options: Vec<String>,
    /// Recording.
    media_url: Option<String>,
    /// For an uploaded file: a temporary link for this caller's player, valid for some hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    media_link: Option<String>,
    /// Transcript of the recording.
    transcript: Option<String>,
    /// Its position in the quiz.
    order_index: i64,
    /// For staff: an option; `TRUE` or `FALSE`; words, `a|b`; a JSON array with words for each gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    correct_answer: Option<String>,
    /// For staff, if any: the explanation returned after the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::learning) explanation: Option<String>,
}

/// The questions as this caller may see them: correct answers are for staff and teachers.
pub(in crate::learning) fn for_caller(
    mut questions: Vec<QuizQuestion>,
    app: &AppContext,
    caller: SignedIn,
    reading: Reading,
) -> Result<Vec<QuizQuestion>> {
    for question in &mut questions {
        let media = question.media_url.as_deref();
        question.media_link = app.file_links().create_optional(media, caller.id, app.clock.now())?;
        if reading == Reading::WithoutAnswers {
            question.correct_answer = None;
            question.explanation = None;
        }
    }
    Ok(questions)
}

/// The questions of a quiz, in order.
#[utoipa::path(get, path = "/questions/quiz/{quizId}", tag = "questions", params(("quizId" = i64, Path)),
    responses((status = 200, body = [QuizQuestion])))]
async fn list_questions(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(quiz_id): Path<i64>,
) -> Result<Json<Vec<QuizQuestion>>> {
    let mut conn = app.db.read().await?;
    let reading = access::check(&mut conn, caller, ContentRow::Quiz(quiz_id), app.clock.today()).await?;
    Ok(Json(for_caller(of_quiz(&mut conn, quiz_id).await?, &app, caller, reading)?))
}

/// Adds a question, at the end of its quiz unless a position is given.
#[utoipa::path(post, path = "/questions", tag = "questions", request_body = QuizQuestionInput,
    responses((status = 201, body = QuizQuestion),
        (status = 200, body = QuizQuestion, description = "This `clientId` has a question already."),
        (status = 410)))]
async fn create_question(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<QuizQuestionInput>,
) -> Result<Response> {
    editing::create::<QuizQuestion>(&app, &call, form).await
}

/// Adds up to 200 questions, all or none.
#[utoipa::path(post, path = "/questions/batch", tag = "questions", request_body = Vec<QuizQuestionInput>,
    responses((status = 201, body = [QuizQuestion]),
        (status = 200, body = [QuizQuestion], description = "None is new."), (status = 410)))]
async fn create_questions(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<QuizQuestionInput>>,
) -> Result<Response> {
    editing::create_batch::<QuizQuestion>(&app, &call, forms).await
}

/// Changes a question: absent fields stay. One that moves to another quiz goes to the end of it.
#[utoipa::path(put, path = "/questions/{id}", tag = "questions", params(("id" = i64, Path)), request_body = QuizQuestionInput,
    responses((status = 200, body = QuizQuestion), (status = 412)))]
async fn update_question(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<QuizQuestionInput>,
) -> Result<Response> {
    editing::update::<QuizQuestion>(&app, &call, id, form).await
}

/// Deletes a question.
#[utoipa::path(delete, path = "/questions/{id}", tag = "questions", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_question(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<QuizQuestion>(&app, &call, id).await
}

/// Puts the questions of a quiz into this order; those not named follow in their current order. `If-Match` is the
/// quiz's version.
#[utoipa::path(put, path = "/questions/quiz/{quizId}/order", tag = "questions", params(("quizId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [QuizQuestion]), (status = 412)))]
async fn order_questions(
    State(app): State<AppContext>,
    call: Call,
    Path(quiz_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<QuizQuestion>(&app, &call, &quiz_id, &wanted).await
}

impl QuizQuestion {
    /// The question for grading.
    pub(in crate::learning) fn question(&self) -> Result<Question> {
        let written = QuestionFields {
            text: Some(self.question_text.clone()),
            type_code: Some(self.type_code.as_str().to_owned()),
            options: Some(self.options.clone()),
            correct_answer: self.correct_answer.clone(),
            media_url: Some(self.media_url.clone()),
            transcript: Some(self.transcript.clone()),
        };
        let parsed = written.parse("questionText");
        parsed.map_err(|problem| Error::internal(format!("question {} of a quiz: {problem}", self.id)))
    }
}
