//! Quizzes of a lesson: read with their questions, and answered. The correct answers are returned afterwards; those of learners
//! are kept, and what was not right comes back as a card of revision.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::grading::{self, Answer, Outcome};
use preau_core::quiz::{self, QuizInput};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use super::access::{self, ContentRow, Reading};
use super::attempts;
use super::lessons::Lesson;
use super::questions::{self, QuizQuestion};
use super::revision;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::limits::Limit;
use crate::write::{Call, Tx, json_response, store_response};
use crate::{change, execute, fetch_all, fetch_optional, fetch_scalar};

/// Quizzes that one account answers.
const SUBMITTED: Limit = Limit::per_minutes(60, 10);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_quizzes))
        .routes(routes!(create_quiz))
        .routes(routes!(create_quizzes))
        .routes(routes!(get_quiz, update_quiz, delete_quiz))
        .routes(routes!(submit_quiz))
}

/// A quiz of a lesson.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Quiz {
    id: i64,
    /// Incremented by each write, and when its questions are reordered.
    version: i64,
    /// The lesson it belongs to.
    lesson_id: i64,
    /// Plain text; may be empty.
    instructions: String,
    /// Its questions, in order.
    #[sqlx(skip)]
    questions: Vec<QuizQuestion>,
}

impl Quiz {
    /// The quiz as this caller may see it: correct answers are for staff.
    fn for_caller(mut self, app: &AppContext, caller: SignedIn, reading: Reading) -> Result<Self> {
        self.questions = questions::for_caller(self.questions, app, caller, reading)?;
        Ok(self)
    }
}

/// The quizzes of a lesson with their questions; usually one or none.
#[utoipa::path(get, path = "/quizzes/lesson/{lessonId}", tag = "quizzes", params(("lessonId" = i64, Path)),
    responses((status = 200, body = [Quiz])))]
async fn list_quizzes(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(lesson_id): Path<i64>,
) -> Result<Json<Vec<Quiz>>> {
    let mut conn = app.db.read().await?;
    let reading = access::check(&mut conn, caller, ContentRow::Lesson(lesson_id), app.clock.today()).await?;
    let quizzes = of_lesson(&mut conn, lesson_id).await?;
    quizzes.into_iter().map(|quiz| quiz.for_caller(&app, caller, reading)).collect::<Result<_>>().map(Json)
}

/// One quiz with its questions.
#[utoipa::path(get, path = "/quizzes/{id}", tag = "quizzes", params(("id" = i64, Path)),
    responses((status = 200, body = Quiz)))]
async fn get_quiz(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Quiz>> {
    let mut conn = app.db.read().await?;
    let reading = access::check(&mut conn, caller, ContentRow::Quiz(id), app.clock.today()).await?;
    find(&mut conn, id).await?.for_caller(&app, caller, reading).map(Json)
}

/// Adds a quiz to a lesson; its questions are added separately.
#[utoipa::path(post, path = "/quizzes", tag = "quizzes", request_body = QuizInput,
    responses((status = 201, body = Quiz),
        (status = 200, body = Quiz, description = "This `clientId` has a quiz already."), (status = 410)))]
async fn create_quiz(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<QuizInput>,
) -> Result<Response> {
    editing::create::<Quiz>(&app, &call, form).await
}

/// Adds up to 200 quizzes, all or none.
#[utoipa::path(post, path = "/quizzes/batch", tag = "quizzes", request_body = Vec<QuizInput>,
    responses((status = 201, body = [Quiz]),
        (status = 200, body = [Quiz], description = "None is new."), (status = 410)))]
async fn create_quizzes(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<QuizInput>>,
) -> Result<Response> {
    editing::create_batch::<Quiz>(&app, &call, forms).await
}

/// Changes a quiz: absent fields stay.
#[utoipa::path(put, path = "/quizzes/{id}", tag = "quizzes", params(("id" = i64, Path)), request_body = QuizInput,
    responses((status = 200, body = Quiz), (status = 412)))]
async fn update_quiz(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<QuizInput>,
) -> Result<Response> {
    editing::update::<Quiz>(&app, &call, id, form).await
}

/// Deletes a quiz with its questions.
#[utoipa::path(delete, path = "/quizzes/{id}", tag = "quizzes", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_quiz(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<Quiz>(&app, &call, id).await
}

/// Through which subscription a quiz is answered.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct SubscriptionQuery {
    /// Their own, live and covering the module; staff needs none.
    subscription_id: Option<i64>,
}

/// Result of a quiz.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct QuizResult {
    /// Number of correct answers.
    score: usize,
    total: usize,
    /// Floored.
    percent: usize,
    /// In the order of the questions.
    results: Vec<Correction>,
}

/// Result of one answer, with the correct one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Correction {
    question_id: i64,
    outcome: Outcome,
    /// For display: the first of several correct answers, the gaps joined with ` / `; `TRUE` or `FALSE`.
    correct_answer: String,
    explanation: Option<String>,
}

/// Grades the answers to a quiz, one for every question. Those of learners are kept, and what is not right comes back in their
/// revision; no completion depends on them.
#[utoipa::path(post, path = "/quizzes/{id}/submit", tag = "quizzes", params(("id" = i64, Path), SubscriptionQuery),
    request_body = Vec<Answer>, responses((status = 200, body = QuizResult), (status = 429)))]
async fn submit_quiz(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Query(through): Query<SubscriptionQuery>,
    Json(answers): Json<Vec<Answer>>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    app.limit(&format!("quiz {}", caller.id), SUBMITTED).await?;
    let result = change!(app, Some(&call), |tx| {
        let today = tx.today;
        match through.subscription_id {
            Some(subscription) => {
                access::check_with_subscription(tx, caller, subscription, ContentRow::Quiz(id), today)
                    .await?;
            }
            None if caller.is_staff() => {}
            None => return Err(Error::field("subscriptionId", Code::Required)),
        }
        let quiz = find(tx, id).await?;
        let (outcomes, result) = correct(&quiz.questions, &answers)?;
        if !caller.is_staff() {
            attempts::insert_quiz_attempt(tx, id, caller.id, &quiz.questions, &outcomes, &answers).await?;
            revision::upsert_missed_cards(tx, caller.id, quiz.lesson_id, &outcomes).await?;
        }
        store_response(tx, &call, StatusCode::OK, &result).await
    })?;
    Ok(json_response(StatusCode::OK, result))
}

/// The outcome of each question, and the correction.
fn correct(rows: &[QuizQuestion], answers: &[Answer]) -> Result<(Vec<(i64, Outcome)>, QuizResult)> {
    let asked = rows.iter().map(|row| Ok((row.id, row.question()?))).collect::<Result<Vec<_>>>()?;
    let outcomes = grading::mark(&asked, answers)?;
    let (score, percent) = grading::score(outcomes.iter().map(|(_, outcome)| *outcome));
    let corrections = rows.iter().zip(asked).zip(&outcomes).map(|((row, (id, question)), (_, outcome))| {
        let (question_id, outcome, correct_answer) = (id, *outcome, question.solution());
        Correction { question_id, outcome, correct_answer, explanation: row.explanation.clone() }
    });
    let results: Vec<Correction> = corrections.collect();
    Ok((outcomes, QuizResult { score, total: results.len(), percent, results }))
}

const OF_LESSON: &str =
    "SELECT id, version, lesson_id, instructions FROM quizzes WHERE lesson_id = $1 ORDER BY id";
const FIND: &str = "SELECT id, version, lesson_id, instructions FROM quizzes WHERE id = $1";
const CHANGED: &str =
    concat!("SELECT id, version, lesson_id, instructions FROM quizzes WHERE id IN ", changed!("quiz"));
const INSERT: &str = "
    INSERT INTO quizzes (client_id, lesson_id, instructions, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $4) RETURNING id";
const UPDATE: &str = "
    UPDATE quizzes SET lesson_id = $2, instructions = $3, version = version + 1, updated_at = $4 WHERE id = $1";

async fn of_lesson(conn: &mut Conn, lesson_id: i64) -> Result<Vec<Quiz>> {
    let mut quizzes = fetch_all!(conn, Quiz, OF_LESSON, lesson_id)?;
    for quiz in &mut quizzes {
        quiz.questions = questions::of_quiz(conn, quiz.id).await?;
    }
    Ok(quizzes)
}

async fn find(conn: &mut Conn, id: i64) -> Result<Quiz> {
    let mut quiz = fetch_optional!(conn, Quiz, FIND, id)?.ok_or_else(Error::not_found)?;
    quiz.questions = questions::of_quiz(conn, id).await?;
    Ok(quiz)
}

impl Versioned for Quiz {
    const ENTITY: &'static str = "quiz";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        find(tx, *id).await
    }
}

impl Replicated for Quiz {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let mut quizzes = fetch_all!(conn, Self, CHANGED, page.after, page.until)?;
        let mut questions = questions::of_changed_quizzes(conn, page).await?;
        for quiz in &mut quizzes {
            quiz.questions = questions.remove(&quiz.id).unwrap_or_default();
        }
        Ok(quizzes)
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.lesson_id, self.id)
    }
}

impl Content for Quiz {
    const TABLE: Table = content_table!("quizzes");
    type Form = QuizInput;

    fn checked(&self) -> Result<quiz::Quiz> {
        Ok(quiz::Quiz { lesson_id: self.lesson_id, instructions: self.instructions.clone() })
    }

    async fn check(tx: &mut Tx, quiz: &quiz::Quiz) -> Result<()> {
        editing::check_exists::<Lesson>(tx, "lessonId", &quiz.lesson_id).await
    }

    async fn insert(tx: &mut Tx, New { content: quiz, client_id }: &New<quiz::Quiz>) -> Result<i64> {
        fetch_scalar!(tx, i64, INSERT, client_id, quiz.lesson_id, &quiz.instructions, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, quiz: &quiz::Quiz) -> Result<()> {
        execute!(tx, UPDATE, id, quiz.lesson_id, &quiz.instructions, tx.now)?;
        Ok(())
    }
}
