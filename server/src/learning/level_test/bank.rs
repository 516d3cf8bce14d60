//! The bank of a language: the questions from which the adaptive test chooses.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use preau_core::adaptive::{Item, MIN_QUESTIONS};
use preau_core::placement::LevelCode;

use crate::catalogue::store::keyword;
use crate::db::Conn;
use crate::error::Result;
use crate::{fetch_all, fetch_scalar};

/// Attempts with a result over which it is counted how often a question was asked.
pub(super) const RECENT: i64 = 200;
/// With fewer attempts, shares are counted as if there were so many: the first ones say little.
const FEWEST: i64 = 25;

#[derive(preau_derive::FromRow)]
struct ItemRow {
    id: i64,
    type_code: String,
    level: String,
    difficulty: Option<f64>,
}

const ITEMS: &str = "
    SELECT q.id, q.type_code, q.level, s.difficulty FROM test_questions q
    LEFT JOIN test_item_statistics s ON s.question_id = q.id AND s.question_version = q.content_version
    WHERE q.language_id = $1 AND q.level IS NOT NULL ORDER BY q.id";
const FIRST_RECENT: &str = "
    SELECT COALESCE(MIN(id), 0) FROM
        (SELECT id FROM test_attempts WHERE language_id = $1 AND level IS NOT NULL ORDER BY id DESC LIMIT $2) recent";
const ASKED: &str = "
    SELECT a.question_id, COUNT(*) FROM test_attempts t JOIN test_answers a ON a.attempt_id = t.id
    WHERE t.language_id = $1 AND t.level IS NOT NULL AND t.id >= $2 AND a.question_id IS NOT NULL GROUP BY a.question_id";
const COUNT_RECENT: &str = "
    SELECT COUNT(*) FROM test_attempts WHERE language_id = $1 AND level IS NOT NULL AND id >= $2";

/// How often each question was asked in the recent attempts at the test of a language.
pub(super) struct Exposure {
    attempts: i64,
    asked: Vec<(i64, i64)>,
}

impl Exposure {
    pub(super) async fn count(conn: &mut Conn, language_id: i64) -> Result<Self> {
        let first = fetch_scalar!(conn, i64, FIRST_RECENT, language_id, RECENT)?;
        let attempts = fetch_scalar!(conn, i64, COUNT_RECENT, language_id, first)?;
        let mut asked = fetch_all!(conn, (i64, i64), ASKED, language_id, first)?;
        asked.sort_unstable();
        Ok(Self { attempts, asked })
    }

    /// The share of the recent attempts, from 0 to 1.
    #[allow(clippy::cast_precision_loss, reason = "both are at most a few hundred")]
    pub(super) fn share(&self, question_id: i64) -> f64 {
        let found = self.asked.binary_search_by_key(&question_id, |(id, _)| *id);
        let asked = found.map_or(0, |at| self.asked[at].1);
        asked as f64 / self.attempts.max(FEWEST) as f64
    }
}

/// The questions of a language that have a level.
pub(super) async fn items(conn: &mut Conn, language_id: i64) -> Result<Vec<Item>> {
    let exposure = Exposure::count(conn, language_id).await?;
    let read = |row: ItemRow| {
        Ok(Item {
            id: row.id,
            type_code: keyword(&row.type_code, "test_questions.type_code")?,
            level: keyword(&row.level, "test_questions.level")?,
            fitted: row.difficulty,
            exposure: exposure.share(row.id),
        })
    };
    fetch_all!(conn, ItemRow, ITEMS, language_id)?.into_iter().map(read).collect()
}

/// How many questions a language has of a level.
#[derive(Debug)]
pub(super) struct Count {
    pub(super) language_id: i64,
    pub(super) level: Option<LevelCode>,
    pub(super) questions: usize,
    /// Of the short test among them.
    pub(super) fixed: usize,
}

const COUNTS: &str = "
    SELECT language_id, level, COUNT(*), COUNT(CASE WHEN in_fixed_test THEN 1 END) FROM test_questions
    GROUP BY language_id, level";

/// How many questions there are, by language and level.
pub(super) async fn counts(conn: &mut Conn) -> Result<Vec<Count>> {
    let rows = fetch_all!(conn, (i64, Option<String>, i64, i64), COUNTS)?;
    let read = |(language_id, level, questions, fixed): (i64, Option<String>, i64, i64)| {
        Ok(Count {
            language_id,
            level: level.as_deref().map(|level| keyword(level, "test_questions.level")).transpose()?,
            questions: usize::try_from(questions).unwrap_or_default(),
            fixed: usize::try_from(fixed).unwrap_or_default(),
        })
    };
    rows.into_iter().map(read).collect()
}

/// Whether an adaptive test can be offered with so many questions of each level: enough of them, on two levels at least.
pub(super) fn is_offered(counts: impl IntoIterator<Item = (LevelCode, usize)>) -> bool {
    let mut levels = BTreeMap::<LevelCode, usize>::new();
    for (level, questions) in counts {
        *levels.entry(level).or_default() += questions;
    }
    levels.len() >= 2 && levels.values().sum::<usize>() >= MIN_QUESTIONS
}

/// Since when a question's statistics hold.
pub(super) async fn last_fit(conn: &mut Conn, language_id: i64) -> Result<Option<DateTime<Utc>>> {
    const LAST_FIT: &str = "
        SELECT MAX(s.fitted_at) FROM test_item_statistics s JOIN test_questions q ON q.id = s.question_id
        WHERE q.language_id = $1";
    fetch_scalar!(conn, Option<DateTime<Utc>>, LAST_FIT, language_id)
}
