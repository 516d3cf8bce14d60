//! Attempts at tests and quizzes that were kept: who reads them, and for how long they bear a name.

use axum::extract::State;
use chrono::{DateTime, Duration, Months, Utc};
use preau_core::code::Code;
use preau_core::grading::{Answer, Outcome};
use preau_core::placement::LevelCode;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use super::level_test::RESUMED;
use super::questions::QuizQuestion;
use crate::catalogue::store::keyword;
use crate::catalogue::teaching;
use crate::clock::{instant, maybe_instant};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Query};
use crate::people::accounts;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_scalar, routes};

/// The answers stay for comparing questions; after this, nobody knows whose they are.
const NAMED: Months = Months::new(24);
/// The page that began an attempt without an account is closed by then.
const OPEN: Duration = Duration::days(2);
/// Attempts of each kind in a history.
const LISTED: i64 = 100;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(my_attempts)).routes(routes!(attempts_of_user))
}

/// The attempts of a user, the newest first; at most 100 of each kind.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
struct AttemptHistory {
    tests: Vec<TestAttempt>,
    /// Empty for teachers.
    quizzes: Vec<QuizAttempt>,
}

/// An attempt at the adaptive test of a language.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TestAttempt {
    id: i64,
    /// Code of the language.
    language: String,
    #[serde(serialize_with = "instant")]
    started_at: DateTime<Utc>,
    /// Null while it can be gone on with.
    #[serde(serialize_with = "maybe_instant")]
    finished_at: Option<DateTime<Utc>>,
    /// Number of answers.
    answered: i64,
    /// Null without a result.
    level: Option<LevelCode>,
    /// The probability of that level, in whole percent.
    percent: Option<i64>,
}

/// Answers to a quiz.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuizAttempt {
    id: i64,
    course_id: i64,
    course_name: String,
    lesson_title: String,
    quiz_id: i64,
    #[serde(serialize_with = "instant")]
    taken_at: DateTime<Utc>,
    /// Number of correct answers.
    score: i64,
    total: i64,
    /// Floored.
    percent: i64,
}

#[derive(preau_derive::FromRow)]
struct TestRow {
    id: i64,
    language: String,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    answered: i64,
    level: Option<String>,
    probability: Option<f64>,
}

const TESTS: &str = "
    SELECT t.id, l.code AS language, t.started_at, t.finished_at, t.level, t.probability,
        (SELECT COUNT(*) FROM test_answers a WHERE a.attempt_id = t.id AND a.outcome IS NOT NULL) AS answered
    FROM test_attempts t JOIN languages l ON l.id = t.language_id
    WHERE t.user_id = $1 ORDER BY t.id DESC LIMIT $2";
const QUIZZES: &str = "
    SELECT a.id, c.id AS course_id, c.name AS course_name, e.title AS lesson_title, a.quiz_id, a.taken_at, a.score,
        a.total, CASE WHEN a.total > 0 THEN a.score * 100 / a.total ELSE 0 END AS percent
    FROM quiz_attempts a JOIN quizzes q ON q.id = a.quiz_id JOIN lessons e ON e.id = q.lesson_id
    JOIN chapters h ON h.id = e.chapter_id JOIN modules m ON m.id = h.module_id JOIN courses c ON c.id = m.course_id
    WHERE a.user_id = $1 ORDER BY a.id DESC LIMIT $2";

async fn tests(conn: &mut Conn, user_id: i64) -> Result<Vec<TestAttempt>> {
    let read = |row: TestRow| {
        let level = row.level.as_deref().map(|level| keyword(level, "test_attempts.level"));
        Ok(TestAttempt {
            id: row.id,
            language: row.language,
            started_at: row.started_at,
            finished_at: row.finished_at,
            answered: row.answered,
            level: level.transpose()?,
            percent: row.probability.map(super::level_test::percent),
        })
    };
    fetch_all!(conn, TestRow, TESTS, user_id, LISTED)?.into_iter().map(read).collect()
}

async fn quizzes(conn: &mut Conn, user_id: i64) -> Result<Vec<QuizAttempt>> {
    fetch_all!(conn, QuizAttempt, QUIZZES, user_id, LISTED)
}

/// One's own attempts at tests and quizzes.
#[utoipa::path(get, path = "/attempts/me", tag = "tests", responses((status = 200, body = AttemptHistory)))]
async fn my_attempts(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<AttemptHistory>> {
    let mut conn = app.db.read().await?;
    let tests = tests(&mut conn, caller.id).await?;
    Ok(Json(AttemptHistory { tests, quizzes: quizzes(&mut conn, caller.id).await? }))
}

/// Whose attempts.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct UserQuery {
    /// The account.
    user_id: Option<i64>,
}

/// The attempts of a user, for staff; those at tests for the teachers of their current courses.
#[utoipa::path(get, path = "/attempts", tag = "tests", params(UserQuery),
    responses((status = 200, body = AttemptHistory), (status = 404)))]
async fn attempts_of_user(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(query): Query<UserQuery>,
) -> Result<Json<AttemptHistory>> {
    let user_id = query.user_id.ok_or_else(|| Error::field("userId", Code::Required))?;
    let mut conn = app.db.read().await?;
    let is_staff = caller.is_staff();
    let today = app.clock.today();
    if !is_staff && !teaching::teaches_learner(&mut conn, caller.teacher_id, user_id, today).await? {
        return Err(Error::not_found());
    }
    accounts::store::get(&mut conn, user_id).await?;
    let tests = tests(&mut conn, user_id).await?;
    let quizzes = if is_staff { quizzes(&mut conn, user_id).await? } else { Vec::new() };
    Ok(Json(AttemptHistory { tests, quizzes }))
}

const INSERT: &str = "
    INSERT INTO quiz_attempts (quiz_id, user_id, taken_at, score, total) VALUES ($1, $2, $3, $4, $5) RETURNING id";
/// Attempts of one learner at one quiz that are kept.
const MOST_ATTEMPTS: i64 = 50;
const FORGET_OLDER: &str = "
    DELETE FROM quiz_attempts WHERE quiz_id = $1 AND user_id = $2 AND id <= (
        SELECT id FROM quiz_attempts WHERE quiz_id = $1 AND user_id = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)";
const INSERT_ANSWER: &str = "
    INSERT INTO quiz_answers (attempt_id, position, question_id, question_version, given, outcome)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Keeps the answers of a learner to a quiz, graded in the order of its questions; only the newest attempts stay.
pub(super) async fn insert_quiz_attempt(
    tx: &mut Tx,
    quiz_id: i64,
    user_id: i64,
    questions: &[QuizQuestion],
    outcomes: &[(i64, Outcome)],
    answers: &[Answer],
) -> Result<()> {
    let right = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Right).count();
    let count = |number: usize| i64::try_from(number).map_err(|error| Error::internal(error.to_string()));
    let (score, total) = (count(right)?, count(outcomes.len())?);
    let attempt = fetch_scalar!(tx, i64, INSERT, quiz_id, user_id, tx.now, score, total)?;
    execute!(tx, FORGET_OLDER, quiz_id, user_id, MOST_ATTEMPTS)?;
    for (position, (question, (_, outcome))) in (1_i64..).zip(questions.iter().zip(outcomes)) {
        let given = answers.iter().find(|answer| answer.question_id == question.id);
        let given = given.map(|answer| serde_json::to_string(&answer.given_answer)).transpose();
        let given = given.map_err(|error| Error::internal(error.to_string()))?;
        execute!(
            tx,
            INSERT_ANSWER,
            attempt,
            position,
            question.id,
            question.version,
            given,
            outcome.as_str()
        )?;
    }
    Ok(())
}

// Whose user is gone has lost what was typed already.
const OLD: [&str; 4] = [
    "UPDATE test_answers SET given = NULL WHERE given IS NOT NULL
        AND attempt_id IN (SELECT id FROM test_attempts WHERE started_at <= $1 AND user_id IS NOT NULL)",
    "UPDATE test_attempts SET user_id = NULL WHERE started_at <= $1 AND user_id IS NOT NULL",
    "UPDATE quiz_answers SET given = NULL WHERE given IS NOT NULL
        AND attempt_id IN (SELECT id FROM quiz_attempts WHERE taken_at <= $1 AND user_id IS NOT NULL)",
    "UPDATE quiz_attempts SET user_id = NULL WHERE taken_at <= $1 AND user_id IS NOT NULL",
];
const END_OLD: &str = "
    UPDATE test_attempts SET finished_at = started_at WHERE started_at <= $1 AND user_id IS NOT NULL AND finished_at IS NULL";
const FORGET_TOKENS: &str =
    "UPDATE test_attempts SET token_hash = NULL WHERE started_at <= $1 AND token_hash IS NOT NULL";
const DELETE_UNFINISHED: &str = "
    DELETE FROM test_attempts WHERE started_at <= $1 AND user_id IS NULL AND token_hash IS NOT NULL AND finished_at IS NULL";

/// Removes from old attempts who took them, and what they typed; deletes those of visitors that were never finished.
pub(crate) async fn clean_up(tx: &mut Tx) -> Result<()> {
    for statement in OLD {
        execute!(tx, statement, tx.now - NAMED)?;
    }
    execute!(tx, END_OLD, tx.now - RESUMED)?;
    execute!(tx, DELETE_UNFINISHED, tx.now - OPEN)?;
    execute!(tx, FORGET_TOKENS, tx.now - OPEN)?;
    Ok(())
}
