//! SQL of certificates that were issued.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::certificate::Summary;
use preau_core::language::UiLanguage;

use crate::db::{Conn, Filter, Order, words_pattern};
use crate::documents::data::Seller;
use crate::error::{Error, Result};
use crate::http::owned::Owned;
use crate::http::paging::Window;
use crate::people::accounts;
use crate::people::accounts::store::own_and_wards;
use crate::write::Tx;
use crate::{execute, fetch_scalar};

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
    /// Of attendance.
    pub attended_minutes: Option<i64>,
    pub held_minutes: Option<i64>,
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
            attended_minutes: self.attended_minutes,
            held_minutes: self.held_minutes,
            starts_on: self.starts_on,
            ends_on: self.ends_on,
            issued_on: paris_day(self.issued_at),
        }))
    }
}

const ISSUED: &str = "
    SELECT id, number, learner_id, subscription_id, learner_name, course_name, language_code, language_name,
        level, hours, attended_minutes, held_minutes, starts_on, ends_on, school, ui_language, key_name, issued_at, revoked_at, revoke_reason
    FROM certificates";
const COUNT: &str = "SELECT COUNT(*) FROM certificates";
const NEWEST_FIRST: Order = Order::descending(&["issued_at", "id"]);

async fn one(conn: &mut Conn, filter: Filter) -> Result<Issued> {
    filter.fetch_optional(conn, ISSUED).await?.ok_or_else(Error::not_found)
}

/// One certificate.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Issued> {
    one(conn, Filter::new().with("id = $1", id)).await
}

impl Owned for Issued {
    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        get(conn, id).await
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        accounts::store::acts_for(conn, account_id, self.learner_id).await
    }
}

/// The certificate of this number.
///
/// # Errors
/// `not_found`.
pub async fn find_by_number(conn: &mut Conn, number: &str) -> Result<Issued> {
    one(conn, Filter::new().with("number = $1", number)).await
}

/// Those of a learner, the newest first.
pub async fn of_learner(conn: &mut Conn, learner_id: i64) -> Result<Vec<Issued>> {
    let theirs = Filter::new().with(concat!("learner_id IN ", own_and_wards!("$1")), learner_id);
    theirs.fetch_all(conn, ISSUED, NEWEST_FIRST).await
}

fn matching(words: Option<&str>) -> Filter {
    const SEARCH: &str =
        "LOWER(number) || ' ' || COALESCE(learner_search, '') || ' ' || course_search LIKE $1 ESCAPE '\\'";
    Filter::new().when(SEARCH, words.map(words_pattern))
}

/// Those of which number, learner and course hold these words, the newest first.
pub async fn list(conn: &mut Conn, words: Option<&str>, window: Window) -> Result<Vec<Issued>> {
    window.fetch(conn, ISSUED, &matching(words), NEWEST_FIRST).await
}

/// How many there are of them, on all pages.
pub async fn count(conn: &mut Conn, words: Option<&str>) -> Result<i64> {
    matching(words).count(conn, COUNT).await
}

const REPLACED: &str = "
    SELECT COUNT(*) FROM certificates o JOIN certificates c ON c.id = $1
    WHERE o.id <> c.id AND o.subscription_id = c.subscription_id AND o.basis = c.basis AND o.revoked_at IS NULL
        AND (o.completed_at = c.completed_at OR c.basis = 'ATTENDANCE')";

/// Whether another one is in force in its place.
pub async fn is_replaced(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(fetch_scalar!(tx, i64, REPLACED, id)? > 0)
}

const REVOKE: &str =
    "UPDATE certificates SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL";
const REINSTATE: &str = "
    UPDATE certificates SET revoked_at = NULL, revoke_reason = NULL WHERE id = $1 AND revoked_at IS NOT NULL";

/// Revokes it; answers whether it was in force.
pub async fn revoke(tx: &mut Tx, id: i64, reason: &str) -> Result<bool> {
    let now = tx.now;
    Ok(execute!(tx, REVOKE, id, now, reason)? > 0)
}

/// Puts it in force again; answers whether it was revoked.
pub async fn reinstate(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(execute!(tx, REINSTATE, id)? > 0)
}
