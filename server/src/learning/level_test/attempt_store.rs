//! SQL of attempts at the adaptive test.

use chrono::{DateTime, Utc};
use preau_core::adaptive::rasch::level_of;
use preau_core::adaptive::{Answer, Estimate, Item};
use preau_core::attempt::AttemptAnswer;
use preau_core::grading::Outcome;
use preau_core::placement::LevelCode;
use preau_core::question::QuestionType;

use crate::catalogue::store::keyword;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// An attempt at the test of a language.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct AttemptRow {
    pub(super) id: i64,
    pub(super) language_id: i64,
    pub(super) language: String,
    pub(super) user_id: Option<i64>,
    pub(super) token_hash: Option<String>,
    pub(super) seed: i64,
    pub(super) started_at: DateTime<Utc>,
    pub(super) finished_at: Option<DateTime<Utc>>,
    pub(super) level: Option<String>,
    pub(super) ability: Option<f64>,
    pub(super) probability: Option<f64>,
}

/// A question of an attempt.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct AskedRow {
    pub(super) position: i64,
    /// None once it was deleted.
    pub(super) question_id: Option<i64>,
    pub(super) question_version: i64,
    pub(super) difficulty: f64,
    pub(super) outcome: Option<String>,
    type_code: Option<String>,
}

impl AskedRow {
    /// The answer as the test takes it; none while it is not answered. The type of a deleted question is lost, and
    /// only matters for the balance of types.
    pub(super) fn answer(&self) -> Result<Option<Answer>> {
        let Some(outcome) = self.outcome.as_deref() else { return Ok(None) };
        let outcome = keyword::<Outcome>(outcome, "test_answers.outcome")?;
        let type_code = match self.type_code.as_deref() {
            Some(code) => keyword(code, "test_questions.type_code")?,
            None => QuestionType::Choice,
        };
        let item = Item {
            id: self.question_id.unwrap_or_default(),
            type_code,
            level: level_of(self.difficulty),
            fitted: Some(self.difficulty),
            exposure: 0.0,
        };
        Ok(Some(Answer { item, outcome }))
    }
}

macro_rules! attempts {
    ($condition:literal) => {
        concat!(
            "SELECT t.id, t.language_id, l.code AS language, t.user_id, t.token_hash, t.seed, t.started_at, t.finished_at,
                t.level,
                t.ability, t.probability
            FROM test_attempts t JOIN languages l ON l.id = t.language_id WHERE ",
            $condition
        )
    };
}
const FIND: &str = attempts!("t.id = $1");
const UNFINISHED: &str = attempts!(
    "t.user_id = $1 AND t.language_id = $2 AND t.finished_at IS NULL AND t.started_at > $3 ORDER BY t.id DESC LIMIT 1"
);
const ASKED: &str = "
    SELECT a.position, a.question_id, a.question_version, a.difficulty, a.outcome, q.type_code
    FROM test_answers a LEFT JOIN test_questions q ON q.id = a.question_id
    WHERE a.attempt_id = $1 ORDER BY a.position";
const INSERT: &str = "
    INSERT INTO test_attempts (language_id, user_id, token_hash, seed, started_at) VALUES ($1, $2, $3, $4, $5) RETURNING id";
const ABANDON: &str = "
    UPDATE test_attempts SET finished_at = $3 WHERE user_id = $1 AND language_id = $2 AND finished_at IS NULL";
const ASK: &str = "
    INSERT INTO test_answers (attempt_id, position, question_id, question_version, difficulty, asked_at)
    VALUES ($1, $2, $3, (SELECT content_version FROM test_questions WHERE id = $3), $4, $5)
    ON CONFLICT (attempt_id, position) DO UPDATE SET question_id = excluded.question_id,
        question_version = excluded.question_version, difficulty = excluded.difficulty, asked_at = excluded.asked_at
    WHERE test_answers.outcome IS NULL";
const ANSWER: &str = "
    UPDATE test_answers SET given = $3, outcome = $4, milliseconds = $5, answered_at = $6
    WHERE attempt_id = $1 AND position = $2 AND outcome IS NULL";
const UNASK: &str = "DELETE FROM test_answers WHERE attempt_id = $1 AND outcome IS NULL";
const FINISH: &str = "
    UPDATE test_attempts SET finished_at = $2, level = $3, ability = $4, standard_error = $5, probability = $6
    WHERE id = $1 AND finished_at IS NULL";

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<AttemptRow> {
    fetch_optional!(conn, AttemptRow, FIND, id)?.ok_or_else(Error::not_found)
}

/// The attempt of a user that goes on, begun after a time; none of nobody.
pub(super) async fn unfinished(
    conn: &mut Conn,
    user_id: Option<i64>,
    language_id: i64,
    since: DateTime<Utc>,
) -> Result<Option<AttemptRow>> {
    fetch_optional!(conn, AttemptRow, UNFINISHED, user_id, language_id, since)
}

/// The questions of an attempt, in order.
pub(super) async fn asked(conn: &mut Conn, attempt_id: i64) -> Result<Vec<AskedRow>> {
    fetch_all!(conn, AskedRow, ASKED, attempt_id)
}

/// Begins an attempt; the user's unfinished ones at the same test end without a result.
pub(super) async fn begin(
    tx: &mut Tx,
    language_id: i64,
    user_id: Option<i64>,
    token_hash: Option<&str>,
    seed: i64,
) -> Result<AttemptRow> {
    if let Some(user_id) = user_id {
        execute!(tx, ABANDON, user_id, language_id, tx.now)?;
    }
    let id = fetch_scalar!(tx, i64, INSERT, language_id, user_id, token_hash, seed, tx.now)?;
    find(tx, id).await
}

/// Asks a question at a position, instead of the one that was not answered there.
pub(super) async fn ask(tx: &mut Tx, attempt_id: i64, position: i64, item: &Item) -> Result<()> {
    execute!(tx, ASK, attempt_id, position, item.id, item.difficulty(), tx.now)?;
    Ok(())
}

/// Records an answer; what was typed is kept for whoever has an account, who may want a copy.
pub(super) async fn answer(
    tx: &mut Tx,
    attempt: &AttemptRow,
    position: i64,
    sent: &AttemptAnswer,
    outcome: Outcome,
) -> Result<()> {
    let given = sent.given().filter(|_| attempt.user_id.is_some());
    let given = given.map(serde_json::to_string).transpose();
    let given = given.map_err(|error| Error::internal(error.to_string()))?;
    execute!(tx, ANSWER, attempt.id, position, given, outcome.as_str(), sent.milliseconds(), tx.now)?;
    Ok(())
}

/// Ends an attempt with its result; a question that was not answered is no part of it.
pub(super) async fn finish(tx: &mut Tx, attempt_id: i64, estimate: &Estimate) -> Result<()> {
    execute!(tx, UNASK, attempt_id)?;
    let Estimate { ability, standard_error, level, probability, .. } = *estimate;
    execute!(tx, FINISH, attempt_id, tx.now, level.as_str(), ability, standard_error, probability)?;
    Ok(())
}

impl AttemptRow {
    pub(super) fn level(&self) -> Result<Option<LevelCode>> {
        self.level.as_deref().map(|level| keyword(level, "test_attempts.level")).transpose()
    }
}
