//! What the answers of all say about the questions: difficulties are fitted at night, and staff reads the statistics.

use axum::extract::State;
use chrono::{DateTime, Months, TimeDelta, Utc};
use preau_core::adaptive::calibration::{self, MIN_ANSWERS, calibrate};
use preau_core::adaptive::rasch::level_of;
use preau_core::adaptive::{Answer, Item};
use preau_core::calendar::paris_day;
use preau_core::grading::Outcome;
use preau_core::placement::LevelCode;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::{bank, language};
use crate::background::Background;
use crate::catalogue::languages;
use crate::catalogue::store::keyword;
use crate::clock::maybe_instant;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::Tx;
use crate::{change, execute, fetch_all, fetch_one, routes};

/// Difficulties are fitted after this hour of the night, in Paris.
const NIGHT: TimeDelta = TimeDelta::hours(2);
/// The attempts that are compared: recent ones with a result, and not more than this.
const COMPARED: Months = Months::new(24);
const MOST_ATTEMPTS: i64 = 5_000;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(test_statistics))
}

/// Statistics of a language's adaptive test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TestStatistics {
    /// Attempts that were begun.
    attempts: i64,
    /// Attempts with a result.
    finished: i64,
    /// Their mean number of questions, with one decimal.
    mean_questions: Option<f64>,
    /// When the questions were last compared.
    #[serde(serialize_with = "maybe_instant")]
    fitted_at: Option<DateTime<Utc>>,
    /// Until it has so many answers, a question has no difficulty of its own.
    too_few: u32,
    /// The questions with a level.
    items: Vec<ItemStatistics>,
}

/// Statistics of a question, as it is now: a change of what learners read begins them anew.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ItemStatistics {
    question_id: i64,
    /// Number of answers.
    asked: i64,
    /// Right ones among them.
    right: i64,
    /// In how many of the recent attempts it was asked, in whole percent.
    exposure: i64,
    /// How right answers go with ability, from -1 to 1, last night.
    discrimination: Option<f64>,
    /// Whether able learners answer it wrong as often as others, or more often.
    misleading: bool,
    /// Its difficulty in logits, by its answers; null with too few of them.
    difficulty: Option<f64>,
    /// The level of that difficulty.
    fitted_level: Option<LevelCode>,
}

#[derive(preau_derive::FromRow)]
struct StatisticsRow {
    id: i64,
    asked: i64,
    correct: i64,
    difficulty: Option<f64>,
    discrimination: Option<f64>,
    misleading: bool,
}

const ATTEMPTS: &str = "
    SELECT COUNT(*), COUNT(level), (SELECT COUNT(*) FROM test_answers a JOIN test_attempts f ON f.id = a.attempt_id
        WHERE f.language_id = $1 AND f.level IS NOT NULL)
    FROM test_attempts WHERE language_id = $1";
const STATISTICS: &str = "
    SELECT q.id, COUNT(a.outcome) AS asked, COUNT(CASE WHEN a.outcome = 'right' THEN 1 END) AS correct,
        s.difficulty, s.discrimination, COALESCE(s.misleading, FALSE) AS misleading
    FROM test_questions q
    LEFT JOIN test_answers a ON a.question_id = q.id AND a.question_version = q.content_version
    LEFT JOIN test_item_statistics s ON s.question_id = q.id AND s.question_version = q.content_version
    WHERE q.language_id = $1 AND q.level IS NOT NULL
    GROUP BY q.id, s.difficulty, s.discrimination, s.misleading ORDER BY q.id";

/// What the answers to the adaptive test of a language say about its questions, for staff.
#[utoipa::path(get, path = "/tests/{language}/statistics", tag = "tests", params(("language" = String, Path)),
    responses((status = 200, body = TestStatistics)))]
async fn test_statistics(
    State(app): State<AppContext>,
    Path(wanted): Path<String>,
) -> Result<Json<TestStatistics>> {
    let mut conn = app.db.read().await?;
    let language = language(&mut conn, &wanted).await?;
    let (attempts, finished, answers) = fetch_one!(conn, (i64, i64, i64), ATTEMPTS, language.id)?;
    let exposure = bank::Exposure::count(&mut conn, language.id).await?;
    let rows = fetch_all!(conn, StatisticsRow, STATISTICS, language.id)?;
    let items = rows.into_iter().map(|row| ItemStatistics {
        question_id: row.id,
        asked: row.asked,
        right: row.correct,
        exposure: super::percent(exposure.share(row.id)),
        discrimination: row.discrimination,
        misleading: row.misleading,
        difficulty: row.difficulty,
        fitted_level: row.difficulty.map(level_of),
    });
    Ok(Json(TestStatistics {
        attempts,
        finished,
        mean_questions: mean(answers, finished),
        fitted_at: bank::last_fit(&mut conn, language.id).await?,
        too_few: MIN_ANSWERS,
        items: items.collect(),
    }))
}

/// With one decimal; none of nothing.
#[allow(clippy::cast_precision_loss, reason = "counts of rows")]
fn mean(answers: i64, attempts: i64) -> Option<f64> {
    (attempts > 0).then(|| (answers as f64 * 10.0 / attempts as f64).round() / 10.0)
}

/// Compares the questions of each language, once a night.
pub(crate) async fn run(app: &AppContext) -> Result<()> {
    let mut conn = app.db.read().await?;
    let languages = languages::all(&mut conn).await?;
    drop(conn);
    for language in languages {
        fit_if_due(app, language.id).await?;
    }
    Ok(())
}

async fn fit_if_due(app: &AppContext, language_id: i64) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let night = |at: DateTime<Utc>| paris_day(at - NIGHT);
    let last = bank::last_fit(&mut conn, language_id).await?;
    if last.is_some_and(|last| night(last) == night(now)) {
        return Ok(());
    }
    let tests = tests(&mut conn, language_id, now).await?;
    if tests.is_empty() {
        return Ok(());
    }
    let (versions, items) = unfitted(&mut conn, language_id).await?;
    drop(conn);
    let fitted = app.part::<Background>().run(move || Ok(calibrate(&items, &tests))).await?;
    change!(app, None, |tx| store(tx, &versions, &fitted).await)
}

#[derive(preau_derive::FromRow)]
struct AnswerRow {
    attempt_id: i64,
    question_id: i64,
    type_code: String,
    level: String,
    outcome: String,
}

const ANSWERS: &str = "
    SELECT a.attempt_id, q.id AS question_id, q.type_code, q.level, a.outcome
    FROM test_answers a JOIN test_questions q ON q.id = a.question_id AND q.content_version = a.question_version
    WHERE a.outcome IS NOT NULL AND q.language_id = $1 AND q.level IS NOT NULL AND a.attempt_id IN (
        SELECT t.id FROM test_attempts t WHERE t.language_id = $1 AND t.started_at > $2 AND t.level IS NOT NULL
        ORDER BY t.id DESC LIMIT $3)
    ORDER BY a.attempt_id, a.position";
const VERSIONS: &str = "
    SELECT id, content_version, type_code, level FROM test_questions
    WHERE language_id = $1 AND level IS NOT NULL ORDER BY id";
const STORE: &str = "
    INSERT INTO test_item_statistics
        (question_id, question_version, asked, correct, difficulty, discrimination, misleading, fitted_at)
    SELECT q.id, $2, $3, $4, $5, $6, $7, $8 FROM test_questions q WHERE q.id = $1
    ON CONFLICT (question_id) DO UPDATE SET question_version = excluded.question_version, asked = excluded.asked,
        correct = excluded.correct, difficulty = excluded.difficulty, discrimination = excluded.discrimination,
        misleading = excluded.misleading, fitted_at = excluded.fitted_at";

fn item(id: i64, type_code: &str, level: &str) -> Result<Item> {
    Ok(Item {
        id,
        type_code: keyword(type_code, "test_questions.type_code")?,
        level: keyword(level, "test_questions.level")?,
        fitted: None,
        exposure: 0.0,
    })
}

/// The answers of recent attempts to questions as they are now.
async fn tests(conn: &mut Conn, language_id: i64, now: DateTime<Utc>) -> Result<Vec<Vec<Answer>>> {
    let since = now - COMPARED;
    let rows = fetch_all!(conn, AnswerRow, ANSWERS, language_id, since, MOST_ATTEMPTS)?;
    let mut tests: Vec<(i64, Vec<Answer>)> = Vec::new();
    for row in rows {
        let answer = Answer {
            item: item(row.question_id, &row.type_code, &row.level)?,
            outcome: keyword::<Outcome>(&row.outcome, "test_answers.outcome")?,
        };
        match tests.last_mut().filter(|(id, _)| *id == row.attempt_id) {
            Some((_, answers)) => answers.push(answer),
            None => tests.push((row.attempt_id, vec![answer])),
        }
    }
    Ok(tests.into_iter().map(|(_, answers)| answers).collect())
}

/// The versions of the questions, and the questions at their levels.
async fn unfitted(conn: &mut Conn, language_id: i64) -> Result<(Vec<(i64, i64)>, Vec<Item>)> {
    let rows = fetch_all!(conn, (i64, i64, String, String), VERSIONS, language_id)?;
    let items = rows.iter().map(|(id, _, type_code, level)| item(*id, type_code, level));
    let items = items.collect::<Result<_>>()?;
    Ok((rows.into_iter().map(|(id, version, ..)| (id, version)).collect(), items))
}

/// Stores what was computed for the versions that were compared.
async fn store(tx: &mut Tx, versions: &[(i64, i64)], fitted: &[calibration::ItemStatistics]) -> Result<()> {
    for one in fitted {
        let version = versions.iter().find(|(id, _)| *id == one.id).map(|(_, version)| *version);
        let version =
            version.ok_or_else(|| Error::internal("a question was fitted that was not compared"))?;
        execute!(
            tx,
            STORE,
            one.id,
            version,
            i64::from(one.asked),
            i64::from(one.right),
            one.difficulty,
            one.discrimination,
            one.is_misleading,
            tx.now
        )?;
    }
    Ok(())
}
