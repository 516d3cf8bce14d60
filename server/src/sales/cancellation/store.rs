//! SQL of course cancellation: what it affects, and its result.

use chrono::NaiveDate;
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::reservation::{ReservationKind, ReservationStatus};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// The course to cancel.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(in crate::sales) struct CourseRow {
    pub id: i64,
    pub name: String,
    pub start_date: NaiveDate,
    #[sqlx(try_from = "String")]
    pub status: CourseStatus,
}

const COURSE: &str = "SELECT id, name, start_date, status FROM courses WHERE id = $1";

/// The course.
pub(super) async fn course(conn: &mut Conn, id: i64) -> Result<CourseRow> {
    fetch_optional!(conn, CourseRow, COURSE, id)?.ok_or_else(Error::not_found)
}

/// A reservation with its people and what is left of its payment.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(in crate::sales) struct AffectedReservation {
    pub id: i64,
    #[sqlx(try_from = "String")]
    pub status: ReservationStatus,
    #[sqlx(try_from = "String")]
    pub kind: ReservationKind,
    pub payer_id: Option<i64>,
    pub payer_name: Option<String>,
    pub payer_email: String,
    pub learner_id: Option<i64>,
    pub learner_name: Option<String>,
    pub learner_email: String,
    pub language: String,
    pub provider: Option<String>,
    pub received_cents: i64,
    pub returned_cents: i64,
}

// Includes expired holds that can still be paid: their payment would otherwise get a seat in a cancelled course.
// Deleted accounts have no address.
const TOUCHED: &str = "
    SELECT r.id, r.status, r.kind, r.payer_id, payer.first_name || ' ' || payer.last_name AS payer_name,
        COALESCE(payer.email, r.payer_email) AS payer_email, r.learner_id,
        learner.first_name || ' ' || learner.last_name AS learner_name,
        COALESCE(learner.email, guardian.email, r.learner_email) AS learner_email, r.language,
        p.provider, COALESCE(p.received_cents, 0) AS received_cents,
        CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
            WHERE f.payment_id = p.id AND (f.status <> 'FAILED' OR f.stranded)), 0) AS BIGINT) AS returned_cents
    FROM reservations r LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN users payer ON payer.id = r.payer_id AND payer.deleted_at IS NULL
    LEFT JOIN users learner ON learner.id = r.learner_id AND learner.deleted_at IS NULL
    LEFT JOIN users guardian ON guardian.id = learner.guardian_id
    WHERE r.course_id = $1 AND (r.status IN ('HELD', 'CONFIRMED') OR (r.status = 'EXPIRED' AND EXISTS
        (SELECT 1 FROM payments q WHERE q.reservation_id = r.id AND q.status = 'OPEN')))
    ORDER BY r.id";

/// Reservations of a course that are confirmed, hold a seat, or can still be paid.
pub(super) async fn touched(conn: &mut Conn, course_id: i64) -> Result<Vec<AffectedReservation>> {
    fetch_all!(conn, AffectedReservation, TOUCHED, course_id)
}

/// A live granted subscription of somebody who can be notified, even if they also bought something.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(in crate::sales) struct Granted {
    pub id: i64,
    pub user_id: i64,
    pub name: String,
    pub email: String,
}

const GRANTED: &str = "
    SELECT s.id, s.user_id, u.first_name || ' ' || u.last_name AS name, COALESCE(u.email, guardian.email, '') AS email
    FROM subscriptions s JOIN users u ON u.id = s.user_id LEFT JOIN users guardian ON guardian.id = u.guardian_id
    WHERE s.course_id = $1 AND s.active AND s.grant_reason IS NOT NULL AND u.deleted_at IS NULL ORDER BY s.id";

/// Granted subscriptions.
pub(super) async fn granted(conn: &mut Conn, course_id: i64) -> Result<Vec<Granted>> {
    fetch_all!(conn, Granted, GRANTED, course_id)
}

/// Somebody on the waiting list who confirmed their address.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(in crate::sales) struct Waiting {
    pub name: String,
    pub email: String,
    pub language: String,
}

const WAITING: &str = "
    SELECT COALESCE(u.first_name || ' ' || u.last_name, w.first_name) AS name, COALESCE(u.email, w.payer_email) AS email,
        w.language
    FROM waitlist_entries w LEFT JOIN users u ON u.id = w.payer_id AND u.deleted_at IS NULL
    WHERE w.course_id = $1 AND w.status IN ('WAITING', 'OFFERED') ORDER BY w.id";
const END_WAITING: &str = "
    UPDATE waitlist_entries SET status = 'LEFT', ended_at = $2, version = version + 1, updated_at = $2
    WHERE course_id = $1 AND status IN ('UNCONFIRMED', 'WAITING', 'OFFERED')";

/// Those who wait for a seat or have one offered.
pub(super) async fn waiting(conn: &mut Conn, course_id: i64) -> Result<Vec<Waiting>> {
    fetch_all!(conn, Waiting, WAITING, course_id)
}

/// Ends the waiting list.
pub(super) async fn end_waiting(tx: &mut Tx, course_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, END_WAITING, course_id, tx.now).map(|_| ())
}

// Those of whoever is asked whether they move go on until the answer.
const ACTIVE: &str = "
    SELECT s.id, s.holds_seat FROM subscriptions s WHERE s.course_id = $1 AND s.active
        AND NOT EXISTS (SELECT 1 FROM subscription_reservations b JOIN decision_proposals p
            ON p.reservation_id = b.reservation_id AND p.status = 'OPEN' WHERE b.subscription_id = s.id)
    ORDER BY s.id";

/// Subscriptions that still give access, with whether they have a seat.
pub(super) async fn active(conn: &mut Conn, course_id: i64) -> Result<Vec<(i64, bool)>> {
    fetch_all!(conn, (i64, bool), ACTIVE, course_id)
}

const KEPT_SEATS: &str =
    "SELECT COUNT(*) FROM decision_proposals WHERE seat_course_id = $1 AND status = 'OPEN'";

/// Refuses to end a course in which seats are kept for learners of another: their payers were promised them.
///
/// # Errors
/// `answers_open`.
pub(in crate::sales) async fn refuse_kept_seats(conn: &mut Conn, id: i64) -> Result<()> {
    match fetch_scalar!(conn, i64, KEPT_SEATS, id)? {
        0 => Ok(()),
        _ => Err(Code::AnswersOpen.into()),
    }
}

const ARCHIVE: &str = "
    UPDATE courses SET status = 'ARCHIVED', version = version + 1, updated_at = $2 WHERE id = $1";

/// Archives the course.
pub(super) async fn archive(tx: &mut Tx, id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, ARCHIVE, id, tx.now).map(|_| ())
}
