//! SQL of certificates that were issued.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::certificate::Summary;
use preau_core::language::UiLanguage;

use crate::db::{Conn, contains_pattern};
use crate::documents::data::Seller;
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::people::accounts::store::own_and_wards;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A certificate as it stands.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct Issued {
    pub id: i64,
    pub number: String,
    pub learner_id: i64,
    pub subscription_id: Option<i64>,
    /// Nothing once the account was emptied.
    pub learner_name: Option<String>,
    pub course_name: String,
    pub language_code: String,
    pub language_name: String,
    pub level: String,
    /// Of the course, on certificates of before.
    pub hours: Option<i64>,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    school: String,
    #[sqlx(try_from = "String")]
    pub ui_language: UiLanguage,
    pub key_name: String,
    pub issued_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub revoke_reason: Option<String>,
}

impl Issued {
    /// What the school said of itself when it was issued.
    ///
    /// # Errors
    /// When the row is damaged.
    pub fn school(&self) -> Result<Seller> {
        serde_json::from_str(&self.school)
            .map_err(|error| Error::internal(format!("school of a certificate: {error}")))
    }

    /// What is signed; nothing while nobody's name stands there.
    ///
    /// # Errors
    /// When the row is damaged.
    pub fn summary(&self) -> Result<Option<Summary>> {
        let Some(learner_name) = self.learner_name.clone() else { return Ok(None) };
        Ok(Some(Summary {
            number: self.number.clone(),
            school_name: self.school()?.name,
            learner_name,
            course_name: self.course_name.clone(),
            language: self.language_code.clone(),
            level: self.level.clone(),
            hours: self.hours,
            starts_on: self.starts_on,
            ends_on: self.ends_on,
            issued_on: paris_day(self.issued_at),
        }))
    }
}

macro_rules! issued {
    ($rest:literal) => {
        concat!(
            "SELECT id, number, learner_id, subscription_id, learner_name, course_name, language_code, language_name,
                level, hours, starts_on, ends_on, school, ui_language, key_name, issued_at, revoked_at, revoke_reason
            FROM certificates ",
            $rest
        )
    };
}

const FIND: &str = issued!("WHERE id = $1");
const OF_LEARNER: &str =
    concat!(issued!("WHERE learner_id IN "), own_and_wards!("$1"), " ORDER BY issued_at DESC, id DESC");

/// One certificate.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Issued> {
    fetch_optional!(conn, Issued, FIND, id)?.ok_or_else(Error::not_found)
}

/// Those of a learner, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_learner(conn: &mut Conn, learner_id: i64) -> Result<Vec<Issued>> {
    fetch_all!(conn, Issued, OF_LEARNER, learner_id)
}

macro_rules! matching {
    () => {
        "(CAST($1 AS TEXT) IS NULL
            OR LOWER(number) || ' ' || COALESCE(learner_search, '') || ' ' || course_search LIKE $1 ESCAPE '\\')"
    };
}
macro_rules! list {
    ($order:literal) => {
        concat!(
            issued!("WHERE "),
            matching!(),
            " ORDER BY issued_at ",
            $order,
            ", id ",
            $order,
            " LIMIT $2 OFFSET $3"
        )
    };
}
const COUNT: &str = concat!("SELECT COUNT(*) FROM certificates WHERE ", matching!());

fn pattern(words: Option<&str>) -> Option<String> {
    words.map(|words| contains_pattern(words).replace(' ', "%"))
}

/// Those of which number, learner and course hold these words, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, words: Option<&str>, window: Window) -> Result<Vec<Issued>> {
    let sql = if window.backwards { list!("ASC") } else { list!("DESC") };
    Ok(window.in_order(fetch_all!(conn, Issued, sql, pattern(words), window.limit, window.offset)?))
}

/// How many there are of them, on all pages.
///
/// # Errors
/// When the database fails.
pub async fn count(conn: &mut Conn, words: Option<&str>) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT, pattern(words))
}

const NUMBERED: &str = issued!("WHERE number = $1");

/// The certificate of this number.
///
/// # Errors
/// `not_found`.
pub async fn numbered(conn: &mut Conn, number: &str) -> Result<Issued> {
    fetch_optional!(conn, Issued, NUMBERED, number)?.ok_or_else(Error::not_found)
}

const REPLACED: &str = "
    SELECT COUNT(*) FROM certificates o JOIN certificates c ON c.id = $1
    WHERE o.id <> c.id AND o.subscription_id = c.subscription_id AND o.basis = c.basis AND o.revoked_at IS NULL
        AND (o.completed_at = c.completed_at OR c.basis = 'ATTENDANCE')";

/// Whether another one is in force in its place.
///
/// # Errors
/// When the database fails.
pub async fn is_replaced(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(fetch_scalar!(tx, i64, REPLACED, id)? > 0)
}

const REVOKE: &str =
    "UPDATE certificates SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL";
const REINSTATE: &str = "
    UPDATE certificates SET revoked_at = NULL, revoke_reason = NULL WHERE id = $1 AND revoked_at IS NOT NULL";

/// Revokes it; answers whether it was in force.
///
/// # Errors
/// When the database fails.
pub async fn revoke(tx: &mut Tx, id: i64, reason: &str) -> Result<bool> {
    let now = tx.now;
    Ok(execute!(tx, REVOKE, id, now, reason)? > 0)
}

/// Puts it in force again; answers whether it was revoked.
///
/// # Errors
/// When the database fails.
pub async fn reinstate(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(execute!(tx, REINSTATE, id)? > 0)
}
