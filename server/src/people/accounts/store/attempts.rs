//! Export of a person's answers to level tests and quizzes.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::fetch_all;

/// Attempts of one person; their answers name them by id.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttemptsHeld {
    tests: Vec<TestAttemptHeld>,
    test_answers: Vec<AnswerHeld>,
    quizzes: Vec<QuizAttemptHeld>,
    quiz_answers: Vec<AnswerHeld>,
}

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct TestAttemptHeld {
    id: i64,
    language_code: String,
    #[serde(serialize_with = "clock::instant")]
    started_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    finished_at: Option<DateTime<Utc>>,
    level: Option<String>,
    ability: Option<f64>,
    standard_error: Option<f64>,
    probability: Option<f64>,
}

const TESTS: &str = "
    SELECT t.id, l.code AS language_code, t.started_at, t.finished_at, t.level, t.ability, t.standard_error, t.probability
    FROM test_attempts t JOIN languages l ON l.id = t.language_id WHERE t.user_id = $1 ORDER BY t.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct AnswerHeld {
    attempt_id: i64,
    position: i64,
    /// None once it was deleted.
    question: Option<String>,
    /// As JSON; none when the learner did not know.
    given: Option<String>,
    /// None while the test goes on.
    outcome: Option<String>,
    milliseconds: Option<i64>,
    #[serde(serialize_with = "clock::maybe_instant")]
    answered_at: Option<DateTime<Utc>>,
}

const TEST_ANSWERS: &str = "
    SELECT a.attempt_id, a.position, q.question, a.given, a.milliseconds, a.answered_at,
        CASE WHEN t.finished_at IS NOT NULL THEN a.outcome END AS outcome
    FROM test_answers a JOIN test_attempts t ON t.id = a.attempt_id LEFT JOIN test_questions q ON q.id = a.question_id
    WHERE t.user_id = $1 ORDER BY a.attempt_id, a.position";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct QuizAttemptHeld {
    id: i64,
    lesson_title: String,
    #[serde(serialize_with = "clock::instant")]
    taken_at: DateTime<Utc>,
    score: i64,
    total: i64,
}

const QUIZZES: &str = "
    SELECT a.id, e.title AS lesson_title, a.taken_at, a.score, a.total
    FROM quiz_attempts a JOIN quizzes q ON q.id = a.quiz_id JOIN lessons e ON e.id = q.lesson_id
    WHERE a.user_id = $1 ORDER BY a.id";

const QUIZ_ANSWERS: &str = "
    SELECT a.attempt_id, a.position, q.question_text AS question, a.given, a.outcome, CAST(NULL AS BIGINT) AS milliseconds,
        t.taken_at AS answered_at
    FROM quiz_answers a JOIN quiz_attempts t ON t.id = a.attempt_id LEFT JOIN quiz_questions q ON q.id = a.question_id
    WHERE t.user_id = $1 ORDER BY a.attempt_id, a.position";

pub(super) async fn export(conn: &mut Conn, user_id: i64) -> Result<AttemptsHeld> {
    Ok(AttemptsHeld {
        tests: fetch_all!(conn, TestAttemptHeld, TESTS, user_id)?,
        test_answers: fetch_all!(conn, AnswerHeld, TEST_ANSWERS, user_id)?,
        quizzes: fetch_all!(conn, QuizAttemptHeld, QUIZZES, user_id)?,
        quiz_answers: fetch_all!(conn, AnswerHeld, QUIZ_ANSWERS, user_id)?,
    })
}
