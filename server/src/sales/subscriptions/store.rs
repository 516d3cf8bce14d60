//! Rows of subscriptions: created and extended by purchases and grants, reduced when one is cancelled.
//!
//! Each function is one step of a transaction. What a subscription opens is decided in `preau_core::subscription`; its
//! API representation is in [`super::view`].

use chrono::NaiveDate;
use preau_core::placement::LevelCode;
use preau_core::price::Scope;
use preau_core::subscription::{Coverage, Grant};
use serde_json::json;

use crate::db::{Conn, insert_rows};
use crate::error::Result;
use crate::sales::reservations::seat;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// The subscription that a purchase made today would extend.
#[derive(Clone, Debug)]
struct Live {
    id: i64,
    grant: Grant,
}

#[derive(preau_derive::FromRow)]
struct LiveRow {
    id: i64,
    #[sqlx(try_from = "String")]
    scope: Scope,
    access_expires_at: NaiveDate,
}

const LIVE: &str = "
    SELECT id, scope, access_expires_at FROM subscriptions
    WHERE user_id = $1 AND course_id = $2 AND active AND access_expires_at >= $3
    ORDER BY id DESC LIMIT 1";
const MODULES: &str = "SELECT module_id FROM subscription_modules WHERE subscription_id = $1";

async fn live(conn: &mut Conn, user_id: i64, course_id: i64, today: NaiveDate) -> Result<Option<Live>> {
    let Some(row) = fetch_optional!(conn, LiveRow, LIVE, user_id, course_id, today)? else {
        return Ok(None);
    };
    let coverage = match row.scope {
        Scope::Course => Coverage::Course,
        Scope::Modules => {
            let modules = fetch_all!(conn, (i64,), MODULES, row.id)?;
            Coverage::Modules(modules.into_iter().map(|(id,)| id).collect())
        }
    };
    Ok(Some(Live { id: row.id, grant: Grant { coverage, expires: row.access_expires_at } }))
}

/// An addition to a learner's access to a course.
#[derive(Clone, Debug)]
pub struct Addition<'a> {
    pub user_id: i64,
    pub course_id: i64,
    pub course_end: NaiveDate,
    /// First day on which its lessons open; none means at once.
    pub opens_on: Option<NaiveDate>,
    pub scope: Scope,
    /// The modules of the scope or, for the whole course, those that were missing.
    pub modules: &'a [i64],
    /// Whether one of the learner's subscriptions to the course has a seat.
    pub has_seat: bool,
    pub source: Source<'a>,
}

/// Origin of an addition.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A confirmed reservation.
    Reservation { id: i64, payment_ref: Option<&'a str> },
    /// A grant by an administrator, for this reason.
    Gift { reason: &'a str },
}

impl Addition<'_> {
    fn coverage(&self) -> Coverage {
        match self.scope {
            Scope::Course => Coverage::Course,
            Scope::Modules => Coverage::Modules(self.modules.iter().copied().collect()),
        }
    }
}

const EXTEND: &str = "
    UPDATE subscriptions SET scope = $2, access_expires_at = $3, status = 'ACTIVE', completed_at = NULL,
        opens_on = CASE WHEN CAST($5 AS TEXT) = 'COURSE' THEN $6 ELSE opens_on END,
        version = version + 1, updated_at = $4
    WHERE id = $1";
const INSERT: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, holds_seat, payment_reference, subscription_date,
        access_expires_at, reservation_origin_id, created_at, updated_at, opens_on)
    VALUES ($1, $2, $3, $10, $4, $5, $6, $7, $8, $8, $9) RETURNING id";
const ADD_RESERVATION: &str = "
    INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES ($1, $2, $3)";
const ADD_MODULES: &str =
    "INSERT INTO subscription_modules (subscription_id, module_id, reservation_id, opens_on, added_at)";
const UNLESS_OPEN: &str = "ON CONFLICT (subscription_id, module_id) DO NOTHING";
const OPEN_MODULES: &str = "UPDATE subscription_modules SET opens_on = NULL WHERE subscription_id = $1";
const NOTE_GIFT: &str = "
    UPDATE subscriptions SET grant_reason = $2,
        granted_at = CASE WHEN granted_scope = 'COURSE' THEN granted_at ELSE $4 END,
        granted_scope = CASE WHEN granted_scope = 'COURSE' THEN 'COURSE' ELSE $3 END
    WHERE id = $1";
const SEAT_HERE: &str = "
    UPDATE subscriptions SET holds_seat = (id = $3)
    WHERE user_id = $1 AND course_id = $2 AND (holds_seat OR id = $3)";

/// Adds to the live subscription or creates a new one, which has the learner's seat from now on; the caller has secured
/// the seat. Returns its id.
pub async fn add(tx: &mut Tx, addition: &Addition<'_>) -> Result<i64> {
    let more = Grant::new(addition.coverage(), tx.today, Some(addition.course_end));
    let (reservation_id, payment_ref) = match addition.source {
        Source::Reservation { id, payment_ref } => (Some(id), payment_ref),
        Source::Gift { .. } => (None, None),
    };
    let (user_id, course_id) = (addition.user_id, addition.course_id);
    let today = tx.today;
    let (id, action) = if let Some(live) = live(tx, user_id, course_id, today).await? {
        let grant = live.grant.merge(more);
        let (scope, added) = (grant.coverage.scope().as_str(), addition.scope.as_str());
        execute!(tx, EXTEND, live.id, scope, grant.expires, tx.now, added, addition.opens_on)?;
        (live.id, "subscription.extended")
    } else {
        let (scope, now) = (addition.scope.as_str(), tx.now);
        let id = fetch_scalar!(
            tx,
            i64,
            INSERT,
            user_id,
            course_id,
            scope,
            payment_ref,
            today,
            more.expires,
            reservation_id,
            now,
            addition.opens_on,
            !addition.has_seat
        )?;
        (id, "subscription.created")
    };
    match addition.source {
        Source::Reservation { id: reservation, .. } => {
            execute!(tx, ADD_RESERVATION, reservation, id, addition.scope.as_str())?;
        }
        Source::Gift { reason } => {
            execute!(tx, NOTE_GIFT, id, reason, addition.scope.as_str(), tx.now)?;
        }
    }
    let now = tx.now;
    let module = |module: &i64| {
        let opens_on = addition.opens_on;
        vec![id.into(), (*module).into(), reservation_id.into(), opens_on.into(), now.into()]
    };
    let modules: Vec<_> = addition.modules.iter().map(module).collect();
    insert_rows(tx, ADD_MODULES, &modules, UNLESS_OPEN).await?;
    if addition.scope == Scope::Course && addition.opens_on.is_none() {
        // A grant of the whole course from now on also opens modules bought earlier for a later day.
        execute!(tx, OPEN_MODULES, id)?;
    }
    // A new subscription of a learner without a seat was inserted with it.
    if addition.has_seat || action != "subscription.created" {
        execute!(tx, SEAT_HERE, user_id, course_id, id)?;
    }
    // The course shows how many are enrolled.
    tx.public_content_changed();
    let after = json!({ "courseId": course_id, "scope": addition.scope, "reservationId": reservation_id });
    tx.audit(action, "subscription", id, None, Some(after)).await?;
    Ok(id)
}

const OF_RESERVATION: &str = "
    SELECT s.id, s.course_id, s.holds_seat, s.granted_scope
    FROM subscription_reservations sr JOIN subscriptions s ON s.id = sr.subscription_id
    WHERE sr.reservation_id = $1";
const OTHER_LINES: &str = "
    SELECT l.module_id
    FROM subscription_reservations sr
    JOIN reservations r ON r.id = sr.reservation_id AND r.status = 'CONFIRMED'
    JOIN reservation_lines l ON l.reservation_id = r.id
    WHERE sr.subscription_id = $1 AND r.id <> $2";
const GIVEN: &str =
    "SELECT module_id FROM subscription_modules WHERE subscription_id = $1 AND reservation_id IS NULL";
// Modules that another reservation bought too are assigned to that reservation.
const HAND_OVER_MODULES: &str = "
    UPDATE subscription_modules SET reservation_id = (
        SELECT MIN(r.id) FROM subscription_reservations sr
        JOIN reservations r ON r.id = sr.reservation_id AND r.status = 'CONFIRMED'
        JOIN reservation_lines l ON l.reservation_id = r.id
        WHERE sr.subscription_id = $1 AND r.id <> $2 AND l.module_id = subscription_modules.module_id)
    WHERE subscription_id = $1 AND reservation_id = $2 AND EXISTS (
        SELECT 1 FROM subscription_reservations sr
        JOIN reservations r ON r.id = sr.reservation_id AND r.status = 'CONFIRMED'
        JOIN reservation_lines l ON l.reservation_id = r.id
        WHERE sr.subscription_id = $1 AND r.id <> $2 AND l.module_id = subscription_modules.module_id)";
const DROP_MODULES: &str =
    "DELETE FROM subscription_modules WHERE subscription_id = $1 AND reservation_id = $2";
const NARROW: &str =
    "UPDATE subscriptions SET scope = $2, version = version + 1, updated_at = $3 WHERE id = $1";

#[derive(preau_derive::FromRow)]
struct Taken {
    id: i64,
    course_id: i64,
    holds_seat: bool,
    granted_scope: Option<String>,
}

/// Ends what a reservation bought; what others paid for and what was granted stays. A subscription with nothing left
/// keeps its modules, so that it can be read with its progress.
pub async fn cancel_purchase(tx: &mut Tx, reservation_id: i64) -> Result<()> {
    let Some(row) = fetch_optional!(tx, Taken, OF_RESERVATION, reservation_id)? else { return Ok(()) };
    let lines = fetch_all!(tx, (Option<i64>,), OTHER_LINES, row.id, reservation_id)?;
    let bought = Coverage::paid_for(lines.into_iter().map(|(module,)| module));
    let given = match row.granted_scope.as_deref() {
        None => None,
        Some("COURSE") => Some(Coverage::Course),
        Some(_) => {
            let modules = fetch_all!(tx, (i64,), GIVEN, row.id)?;
            Some(Coverage::Modules(modules.into_iter().map(|(id,)| id).collect()))
        }
    };
    match Coverage::left([bought].into_iter().chain(given)) {
        Some(left) => {
            execute!(tx, HAND_OVER_MODULES, row.id, reservation_id)?;
            execute!(tx, DROP_MODULES, row.id, reservation_id)?;
            execute!(tx, NARROW, row.id, left.scope().as_str(), tx.now)?;
            let after = json!({ "scope": left.scope() });
            tx.audit("subscription.narrowed", "subscription", row.id, None, Some(after)).await
        }
        None => deactivate(tx, row.id, row.course_id, row.holds_seat).await,
    }
}

const DEACTIVATE: &str = "
    UPDATE subscriptions SET active = FALSE, holds_seat = FALSE, ended_at = $2, version = version + 1, updated_at = $2
    WHERE id = $1";

/// Ends a subscription and frees its seat.
pub async fn deactivate(tx: &mut Tx, id: i64, course_id: i64, holds_seat: bool) -> Result<()> {
    if holds_seat {
        seat::free(tx, course_id).await?;
    }
    execute!(tx, DEACTIVATE, id, tx.now)?;
    tx.audit("subscription.deactivated", "subscription", id, None, None).await
}

const OF_LEARNER: &str =
    "SELECT id, holds_seat FROM subscriptions WHERE course_id = $1 AND user_id = $2 AND active ORDER BY id";

/// Ends whatever a learner still has of a course.
pub async fn end_of_learner(tx: &mut Tx, course_id: i64, user_id: i64) -> Result<()> {
    for (id, holds_seat) in fetch_all!(tx, (i64, bool), OF_LEARNER, course_id, user_id)? {
        deactivate(tx, id, course_id, holds_seat).await?;
    }
    Ok(())
}

// That of a reservation that moved to another course too.
const SOLD: &str = "
    SELECT (SELECT COUNT(*) FROM subscription_reservations WHERE subscription_id = $1)
        + (SELECT COUNT(*) FROM subscriptions WHERE id = $1 AND reservation_origin_id IS NOT NULL)";

/// Whether a reservation created or extended it.
pub async fn is_sold(conn: &mut Conn, id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, SOLD, id)? > 0)
}

const DELETE: &str = "DELETE FROM subscriptions WHERE id = $1";

/// Deletes a granted subscription and frees its seat.
pub async fn delete(tx: &mut Tx, id: i64, course_id: i64, holds_seat: bool) -> Result<()> {
    if holds_seat {
        seat::free(tx, course_id).await?;
    }
    execute!(tx, DELETE, id)?;
    tx.audit("subscription.deleted", "subscription", id, None, None).await
}

const LENGTHEN: &str = "
    UPDATE subscriptions SET access_expires_at = $2, version = version + 1, updated_at = $3 WHERE id = $1";

/// Changes the last day of access.
pub async fn set_last_day(tx: &mut Tx, id: i64, from: NaiveDate, to: NaiveDate) -> Result<()> {
    execute!(tx, LENGTHEN, id, to, tx.now)?;
    let (before, after) = (json!({ "accessExpiresAt": from }), json!({ "accessExpiresAt": to }));
    tx.audit("subscription.lengthened", "subscription", id, Some(before), Some(after)).await
}

// What is open stays open.
const OPEN_FROM: &str = "
    UPDATE subscriptions SET opens_on = $2, version = version + 1, updated_at = $3
    WHERE opens_on > $4 AND id = (SELECT subscription_id FROM subscription_reservations WHERE reservation_id = $1)";
const OPEN_MODULES_FROM: &str = "
    UPDATE subscription_modules SET opens_on = $2 WHERE reservation_id = $1 AND opens_on > $3";

/// The lessons that a reservation opens on a day to come open on another.
pub async fn open_from(tx: &mut Tx, reservation_id: i64, day: NaiveDate) -> Result<()> {
    let today = tx.today;
    execute!(tx, OPEN_FROM, reservation_id, day, tx.now, today)?;
    execute!(tx, OPEN_MODULES_FROM, reservation_id, day, today).map(|_| ())
}

const LENGTHEN_GRANTS: &str = "
    UPDATE subscriptions SET access_expires_at = $2, version = version + 1, updated_at = $3
    WHERE course_id = $1 AND active AND granted_scope IS NOT NULL AND access_expires_at >= $4 AND access_expires_at < $2";

/// A course ends later: what was granted of it lasts until then.
pub async fn lengthen_grants(tx: &mut Tx, course_id: i64, course_end: NaiveDate) -> Result<()> {
    let today = tx.today;
    execute!(tx, LENGTHEN_GRANTS, course_id, course_end, tx.now, today).map(|_| ())
}

const LENGTHEN_TO: &str = "
    UPDATE subscriptions SET access_expires_at = $2, version = version + 1, updated_at = $3
    WHERE active AND access_expires_at < $2
        AND id = (SELECT subscription_id FROM subscription_reservations WHERE reservation_id = $1)";

/// The course of a reservation ends on another day: its access lasts as long as a purchase made today, if that is longer.
pub async fn lengthen_to(tx: &mut Tx, reservation_id: i64, course_end: NaiveDate) -> Result<()> {
    let last = Grant::new(Coverage::Course, tx.today, Some(course_end)).expires;
    execute!(tx, LENGTHEN_TO, reservation_id, last, tx.now).map(|_| ())
}

const SET_LEVEL: &str =
    "UPDATE subscriptions SET level = $2, version = version + 1, updated_at = $3 WHERE id = $1";
const LEVEL: &str = "SELECT level FROM subscriptions WHERE id = $1";

/// The learner's level as staff set it.
pub async fn level(conn: &mut Conn, id: i64) -> Result<Option<String>> {
    fetch_one!(conn, (Option<String>,), LEVEL, id).map(|(level,)| level)
}

/// Sets the learner's level in this course, or clears it.
pub async fn set_level(tx: &mut Tx, id: i64, level: Option<LevelCode>) -> Result<()> {
    let before = json!({ "level": self::level(tx, id).await? });
    execute!(tx, SET_LEVEL, id, level.map(LevelCode::as_str), tx.now)?;
    tx.audit("subscription.level-set", "subscription", id, Some(before), Some(json!({ "level": level })))
        .await
}

const OF: &str = "SELECT subscription_id FROM subscription_reservations WHERE reservation_id = $1";

/// The subscription that a confirmed reservation created or extended.
pub async fn of_reservation(conn: &mut Conn, reservation_id: i64) -> Result<i64> {
    fetch_one!(conn, (i64,), OF, reservation_id).map(|(id,)| id)
}
