//! Rows of reservations; the rules are in `preau_core::reservation`, the API's representation in [`super::view`].

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::money::Cents;
use preau_core::price::{Line, PriceFacts, PriceReason, Scope};
use preau_core::reservation::{
    DRAFT_AFTER_HOLD, PaymentRef, Reservation, ReservationKind, ReservationStatus, Settled,
};
use preau_core::waitlist::EntryStatus;
use serde_json::json;

use super::seat;
use crate::db::{Conn, insert_rows};
use crate::error::{Error, Result};
use crate::http::owned::Owned;
use crate::sales::decisions::store as decisions;
use crate::sales::waitlist::offers;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A reservation with the reference of the payment that confirmed it.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct ReservationRow {
    pub id: i64,
    pub version: i64,
    #[sqlx(try_from = "String")]
    pub status: ReservationStatus,
    #[sqlx(try_from = "String")]
    pub kind: ReservationKind,
    pub course_id: i64,
    #[sqlx(try_from = "String")]
    pub scope: Scope,
    pub start_date: NaiveDate,
    pub payer_id: Option<i64>,
    pub learner_id: Option<i64>,
    pub payer_email: String,
    /// Empty for a child without e-mail.
    pub learner_email: String,
    /// Set for a child without e-mail, else empty.
    pub child_key: String,
    pub draft: Option<String>,
    pub request_key: Option<String>,
    pub checkout_token_hash: Option<String>,
    pub checkout_token_expires_at: Option<DateTime<Utc>>,
    pub hold_until: DateTime<Utc>,
    pub hold_extended: bool,
    pub desk: bool,
    pub holds_seat: bool,
    pub amount_cents: i64,
    pub currency: String,
    pub language: String,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub confirmed_by: Option<String>,
    pub created_account: bool,
    pub expired_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub payment_ref: Option<String>,
}

impl ReservationRow {
    /// Price of all lines.
    #[must_use]
    pub const fn amount(&self) -> Cents {
        Cents(self.amount_cents)
    }

    /// The state as `preau_core` models it.
    pub fn state(&self) -> Result<Reservation> {
        let at = |instant: Option<DateTime<Utc>>| {
            instant.ok_or_else(|| Error::internal(format!("reservation {} has lost an instant", self.id)))
        };
        Ok(match self.status {
            ReservationStatus::Held => Reservation::Held {
                until: self.hold_until,
                amount: self.amount(),
                extended: self.hold_extended,
            },
            ReservationStatus::Confirmed => {
                Reservation::Confirmed { at: at(self.confirmed_at)?, settled: self.settled() }
            }
            ReservationStatus::Expired => {
                Reservation::Expired { at: at(self.expired_at)?, amount: self.amount() }
            }
            ReservationStatus::Cancelled => Reservation::Cancelled {
                at: at(self.cancelled_at)?,
                settled: self.confirmed_at.map(|_| self.settled()),
            },
        })
    }

    fn settled(&self) -> Settled {
        self.payment_ref.clone().map_or(Settled::Free, |name| Settled::By(PaymentRef(name)))
    }

    /// Whether its hold has run out, even if it is not yet marked as expired.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.hold_until <= now
    }
}

macro_rules! reservation {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, r.version, r.status, r.kind, r.course_id, r.scope, r.start_date, r.payer_id, r.learner_id,
                r.payer_email, r.learner_email, r.child_key, r.draft, r.request_key, r.checkout_token_hash, r.checkout_token_expires_at,
                r.hold_until, r.hold_extended, r.desk, r.holds_seat, r.amount_cents, r.currency, r.language,
                r.confirmed_at, r.confirmed_by, r.created_account, r.expired_at, r.cancelled_at,
                p.payment_ref
            FROM reservations r LEFT JOIN payments p ON p.id = r.payment_id ",
            $rest
        )
    };
}

const FIND: &str = reservation!("WHERE r.id = $1");
const HELD_FOR: &str = reservation!(
    "WHERE r.course_id = $1 AND r.learner_email = $2 AND r.child_key = $3 AND r.status = 'HELD' AND r.kind <> 'OFFER'"
);

/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<ReservationRow> {
    fetch_optional!(conn, ReservationRow, FIND, id)?.ok_or_else(Error::not_found)
}

impl Owned for ReservationRow {
    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        get(conn, id).await
    }

    async fn belongs_to(&self, _: &mut Conn, account_id: i64) -> Result<bool> {
        Ok(self.payer_id == Some(account_id))
    }
}

/// The hold on a course for this learner; at most one exists, beside an offer.
pub async fn held_for(
    conn: &mut Conn,
    course_id: i64,
    learner_email: &str,
    child_key: &str,
) -> Result<Option<ReservationRow>> {
    fetch_optional!(conn, ReservationRow, HELD_FOR, course_id, learner_email, child_key)
}

/// A hold to insert.
#[derive(Clone, Debug)]
pub struct NewHold<'a> {
    pub kind: ReservationKind,
    pub course_id: i64,
    pub scope: Scope,
    pub start_date: NaiveDate,
    pub payer_id: Option<i64>,
    pub learner_id: Option<i64>,
    pub payer_email: &'a str,
    pub learner_email: &'a str,
    pub child_key: &'a str,
    pub draft: Option<&'a str>,
    pub token_hash: Option<&'a str>,
    pub token_expires_at: Option<DateTime<Utc>>,
    pub until: DateTime<Utc>,
    pub desk: bool,
    pub holds_seat: bool,
    pub amount: Cents,
    pub language: &'a str,
    pub address_key: Option<&'a str>,
    pub request_key: Option<&'a str>,
    pub lines: &'a [Line],
}

const INSERT: &str = "
    INSERT INTO reservations (status, course_id, scope, start_date, payer_id, learner_id, payer_email,
        learner_email, child_key, draft, draft_erase_at, checkout_token_hash, checkout_token_expires_at, hold_until,
        desk, holds_seat, amount_cents, language, address_key, request_key, kind, created_at, updated_at)
    VALUES ('HELD', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)
    RETURNING id";
const INSERT_LINES: &str =
    "INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents, facts)";

/// Inserts a hold with its lines.
///
/// # Errors
/// A unique violation when the learner has a hold on the course.
pub async fn insert(tx: &mut Tx, hold: &NewHold<'_>) -> Result<i64> {
    let id = fetch_scalar!(
        tx,
        i64,
        INSERT,
        hold.course_id,
        hold.scope.as_str(),
        hold.start_date,
        hold.payer_id,
        hold.learner_id,
        hold.payer_email,
        hold.learner_email,
        hold.child_key,
        hold.draft,
        hold.until + DRAFT_AFTER_HOLD,
        hold.token_hash,
        hold.token_expires_at,
        hold.until,
        hold.desk,
        hold.holds_seat,
        hold.amount.0,
        hold.language,
        hold.address_key,
        hold.request_key,
        hold.kind.as_str(),
        tx.now
    )?;
    let line = |line: &Line| {
        vec![
            id.into(),
            hold.course_id.into(),
            line.module_id.into(),
            line.title.as_str().into(),
            line.amount.0.into(),
            line.facts.as_ref().map(|facts| json!(facts).to_string()).into(),
        ]
    };
    insert_rows(tx, INSERT_LINES, &hold.lines.iter().map(line).collect::<Vec<_>>(), "").await?;
    let after =
        json!({ "courseId": hold.course_id, "scope": hold.scope, "amount": hold.amount, "kind": hold.kind });
    tx.audit("reservation.held", "reservation", id, None, Some(after)).await?;
    Ok(id)
}

const LINES: &str = "
    SELECT module_id, title, cents, facts FROM reservation_lines WHERE reservation_id = $1 ORDER BY id";

/// What was sold.
pub async fn lines(conn: &mut Conn, id: i64) -> Result<Vec<Line>> {
    let rows = fetch_all!(conn, (Option<i64>, String, i64, Option<String>), LINES, id)?;
    rows.into_iter().map(|(module_id, title, cents, facts)| line(module_id, title, cents, facts)).collect()
}

/// A line as it was sold.
pub(super) fn line(module_id: Option<i64>, title: String, cents: i64, facts: Option<String>) -> Result<Line> {
    let facts = facts.map(|text| serde_json::from_str::<PriceFacts>(&text)).transpose();
    let facts = facts.map_err(|error| Error::internal(format!("reservation_lines.facts: {error}")))?;
    let reason = match facts {
        Some(_) => PriceReason::LateEntry,
        None if cents == 0 => PriceReason::Free,
        None => PriceReason::FullPrice,
    };
    Ok(Line { module_id, title, amount: Cents(cents), reason, facts })
}

const EXTEND: &str = "
    UPDATE reservations SET hold_until = $2, hold_extended = TRUE, draft_erase_at = $3, version = version + 1,
        updated_at = $4
    WHERE id = $1";

/// Extends a hold.
pub async fn extend(tx: &mut Tx, id: i64, until: DateTime<Utc>) -> Result<()> {
    execute!(tx, EXTEND, id, until, until + DRAFT_AFTER_HOLD, tx.now)?;
    tx.audit("reservation.extended", "reservation", id, None, None).await
}

const EXPIRE: &str = "
    UPDATE reservations SET status = 'EXPIRED', expired_at = $2, holds_seat = FALSE, version = version + 1,
        updated_at = $2
    WHERE id = $1";
const CANCEL: &str = "
    UPDATE reservations SET status = 'CANCELLED', cancelled_at = $2, holds_seat = FALSE, draft = NULL,
        version = version + 1, updated_at = $2
    WHERE id = $1";

const RAISE: &str = "UPDATE reservations SET version = version + 1, updated_at = $2 WHERE id = $1";

/// Bumps the version after a change of its payments, so that a writer with an older version is refused.
pub async fn bump_version(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, RAISE, id, tx.now).map(|_| ())
}

const ACCEPT: &str = "
    UPDATE reservations SET kind = CASE kind WHEN 'OFFER' THEN 'ACCEPTED' ELSE kind END, hold_until = $2, draft_erase_at = $3, checkout_token_hash = $4,
        checkout_token_expires_at = $5, start_date = $6, version = version + 1, updated_at = $7
    WHERE id = $1";

/// A token for the checkout of an accepted offer.
#[derive(Clone, Copy, Debug)]
pub struct CheckoutToken<'a> {
    pub hash: &'a str,
    pub expires_at: DateTime<Utc>,
}

/// Makes an offer an ordinary hold, or gives one a new token: it keeps its seat, its lines and its price.
///
/// # Errors
/// A unique violation when the learner has another hold on the course.
pub async fn accept_offer(
    tx: &mut Tx,
    id: i64,
    until: DateTime<Utc>,
    start_date: NaiveDate,
    token: CheckoutToken<'_>,
) -> Result<()> {
    let erase = until + DRAFT_AFTER_HOLD;
    execute!(tx, ACCEPT, id, until, erase, token.hash, token.expires_at, start_date, tx.now)?;
    tx.audit("reservation.offer-accepted", "reservation", id, None, None).await
}

/// Expires the hold and frees its seat.
pub async fn expire(tx: &mut Tx, row: &ReservationRow) -> Result<()> {
    release_seat(tx, row).await?;
    execute!(tx, EXPIRE, row.id, tx.now)?;
    if row.kind == ReservationKind::Offer {
        offers::ended(tx, row.id, EntryStatus::Lapsed).await?;
    }
    audit_end(tx, "reservation.expired", row).await
}

/// Cancels the reservation and frees a seat it holds. The caller ends what it bought.
pub async fn cancel(tx: &mut Tx, row: &ReservationRow) -> Result<()> {
    release_seat(tx, row).await?;
    execute!(tx, CANCEL, row.id, tx.now)?;
    if row.kind == ReservationKind::Offer {
        offers::ended(tx, row.id, EntryStatus::Declined).await?;
    }
    if row.status == ReservationStatus::Confirmed {
        decisions::reservation_ended(tx, row.id).await?;
    }
    audit_end(tx, "reservation.cancelled", row).await
}

async fn release_seat(tx: &mut Tx, row: &ReservationRow) -> Result<()> {
    if row.holds_seat { seat::free(tx, row.course_id).await } else { Ok(()) }
}

async fn audit_end(tx: &mut Tx, action: &str, row: &ReservationRow) -> Result<()> {
    let before = json!({ "status": row.status });
    tx.audit(action, "reservation", row.id, Some(before), None).await
}

/// The other course of a reservation that moves, with what it costs there.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    pub course_id: i64,
    pub start_date: NaiveDate,
    pub line: &'a Line,
}

const MOVE: &str = "
    UPDATE reservations SET course_id = $2, scope = 'COURSE', start_date = $3, amount_cents = $4, version = version + 1,
        updated_at = $5
    WHERE id = $1";
const DROP_LINES: &str = "DELETE FROM reservation_lines WHERE reservation_id = $1";
const DROP_LINK: &str = "DELETE FROM subscription_reservations WHERE reservation_id = $1";

/// Moves a confirmed reservation to another course, whole. What it bought has ended; the caller adds what it buys now.
pub async fn move_to(tx: &mut Tx, id: i64, to: &Moved<'_>) -> Result<()> {
    execute!(tx, DROP_LINK, id)?;
    execute!(tx, DROP_LINES, id)?;
    let row = [id.into(), to.course_id.into(), None::<i64>.into(), to.line.title.as_str().into()];
    let row = row.into_iter().chain([to.line.amount.0.into(), None::<String>.into()]).collect();
    insert_rows(tx, INSERT_LINES, &[row], "").await?;
    execute!(tx, MOVE, id, to.course_id, to.start_date, to.line.amount.0, tx.now).map(|_| ())
}

const SET_START: &str = "
    UPDATE reservations SET start_date = $2, version = version + 1, updated_at = $3 WHERE id = $1";

/// Changes the day on which the learner starts.
pub async fn set_start_date(tx: &mut Tx, id: i64, day: NaiveDate) -> Result<()> {
    execute!(tx, SET_START, id, day, tx.now).map(|_| ())
}

/// A confirmation to write.
#[derive(Clone, Copy, Debug)]
pub struct Confirmation<'a> {
    pub payer_id: i64,
    pub learner_id: i64,
    /// `CARD`, `TRANSFER`, `CHEQUE`, `CASH` or `FREE`.
    pub by: &'a str,
    pub note: Option<&'a str>,
    pub payment_id: Option<i64>,
    pub created_account: bool,
}

const CONFIRM: &str = "
    UPDATE reservations SET status = 'CONFIRMED', kind = 'SALE', confirmed_at = $2, payer_id = $3, learner_id = $4,
        confirmed_by = $5, confirm_note = $6, payment_id = $7, created_account = $8, holds_seat = FALSE,
        draft = NULL, version = version + 1, updated_at = $2
    WHERE id = $1";

/// Confirms the reservation; the seat belongs to its subscription from now on.
pub async fn confirm(tx: &mut Tx, row: &ReservationRow, by: Confirmation<'_>) -> Result<()> {
    execute!(
        tx,
        CONFIRM,
        row.id,
        tx.now,
        by.payer_id,
        by.learner_id,
        by.by,
        by.note,
        by.payment_id,
        by.created_account
    )?;
    let before = json!({ "status": row.status });
    let after = json!({ "status": ReservationStatus::Confirmed, "by": by.by, "learnerId": by.learner_id });
    tx.audit("reservation.confirmed", "reservation", row.id, Some(before), Some(after)).await
}
