//! Rows of payments and announced events. Refunds are in `refunds`, the sandbox's own books in
//! `sandbox::store`.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::payment::{PaymentStatus, Provider};
use preau_core::reservation::PaymentRef;

use crate::clock::{Clock, Ids};
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A payment.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct Payment {
    /// The row.
    pub id: i64,
    /// What it pays; nothing while it is unbound.
    pub reservation_id: Option<i64>,
    /// Who opened an amount-only payment.
    pub user_id: Option<i64>,
    /// Who takes the money.
    #[sqlx(try_from = "String")]
    pub provider: Provider,
    /// The provider's name of it, once it has answered.
    pub provider_id: Option<String>,
    /// The school's name of it.
    pub payment_ref: String,
    /// What is to be paid, in cents.
    pub amount_cents: i64,
    /// Three letters, in capitals.
    pub currency: String,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: PaymentStatus,
    /// What the provider received, in cents.
    pub received_cents: i64,
    /// When it was seen to be paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}

/// A payment to be noted before the provider is asked.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// What it pays; nothing while it is unbound.
    pub reservation_id: Option<i64>,
    /// Who opens an amount-only payment.
    pub user_id: Option<i64>,
    /// Who takes the money.
    pub provider: Provider,
    /// The school's name of it; see [`new_payment_ref`].
    pub payment_ref: PaymentRef,
    /// What is to be paid.
    pub amount: Cents,
}

/// A fresh name for a payment: `PAY_REF_<epoch ms>_<128 random bits>`.
#[must_use]
pub fn new_payment_ref(clock: &Clock, ids: &Ids) -> PaymentRef {
    PaymentRef(format!("PAY_REF_{}_{}", clock.now().timestamp_millis(), ids.hex128()))
}

const INSERT: &str = "
    INSERT INTO payments (reservation_id, user_id, provider, payment_ref, amount_cents, status,
        received_cents, paid_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id";

/// Notes a payment that is about to be opened. Answers its id.
///
/// # Errors
/// When the database fails.
pub async fn insert_open(tx: &mut Tx, new: &NewPayment) -> Result<i64> {
    insert(tx, new, PaymentStatus::Open, Cents::ZERO, None).await
}

/// Notes a payment that was made outside the providers: at the desk. Answers its id.
///
/// # Errors
/// When the database fails.
pub async fn insert_paid(tx: &mut Tx, new: &NewPayment) -> Result<i64> {
    let now = tx.now;
    insert(tx, new, PaymentStatus::Paid, new.amount, Some(now)).await
}

async fn insert(
    tx: &mut Tx,
    new: &NewPayment,
    status: PaymentStatus,
    received: Cents,
    paid_at: Option<DateTime<Utc>>,
) -> Result<i64> {
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        new.reservation_id,
        new.user_id,
        new.provider.as_str(),
        &new.payment_ref.0,
        new.amount.0,
        status.as_str(),
        received.0,
        paid_at,
        tx.now
    )
}

macro_rules! payment {
    ($rest:literal) => {
        concat!(
            "SELECT id, reservation_id, user_id, provider, provider_id, payment_ref, amount_cents, currency,
                status, received_cents, paid_at, created_at FROM payments ",
            $rest
        )
    };
}

/// The payment of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Payment>> {
    fetch_optional!(conn, Payment, payment!("WHERE id = $1"), id)
}

/// The payment that this provider calls so.
///
/// # Errors
/// When the database fails.
pub async fn find_by_provider_id(conn: &mut Conn, provider: Provider, id: &str) -> Result<Option<Payment>> {
    let sql = payment!("WHERE provider = $1 AND provider_id = $2");
    fetch_optional!(conn, Payment, sql, provider.as_str(), id)
}

/// The payment of this name.
///
/// # Errors
/// When the database fails.
pub async fn find_by_ref(conn: &mut Conn, payment_ref: &str) -> Result<Option<Payment>> {
    fetch_optional!(conn, Payment, payment!("WHERE payment_ref = $1"), payment_ref)
}

/// All payments of a reservation, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_reservation(conn: &mut Conn, reservation_id: i64) -> Result<Vec<Payment>> {
    fetch_all!(conn, Payment, payment!("WHERE reservation_id = $1 ORDER BY id"), reservation_id)
}

/// The payment with which a reservation can be paid at this provider now.
///
/// # Errors
/// When the database fails.
pub async fn open_of_reservation(
    conn: &mut Conn,
    reservation_id: i64,
    provider: Provider,
) -> Result<Option<Payment>> {
    let sql =
        payment!("WHERE reservation_id = $1 AND provider = $2 AND status = 'OPEN' ORDER BY id DESC LIMIT 1");
    fetch_optional!(conn, Payment, sql, reservation_id, provider.as_str())
}

/// Amount-only payments at this provider, opened (or paid) before `since`, that no reservation has claimed
/// and that are not yet going back.
///
/// # Errors
/// When the database fails.
pub async fn unbound(conn: &mut Conn, provider: Provider, since: DateTime<Utc>) -> Result<Vec<Payment>> {
    let sql = payment!(
        "WHERE reservation_id IS NULL AND provider = $1 AND status IN ('OPEN', 'PAID')
            AND (paid_at <= $2 OR (paid_at IS NULL AND created_at <= $2))
            AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)
         ORDER BY id LIMIT 100"
    );
    fetch_all!(conn, Payment, sql, provider.as_str(), since)
}

// Closed while it was being opened: it can be paid now, so the job is to look at it again.
const SET_PROVIDER_ID: &str = "
    UPDATE payments SET provider_id = $2, updated_at = $3,
        status = CASE WHEN status = 'CANCELLED' THEN 'OPEN' ELSE status END
    WHERE id = $1";
const BIND: &str = "
    UPDATE payments SET reservation_id = $2, updated_at = $3
    WHERE id = $1 AND reservation_id IS NULL AND status IN ('OPEN', 'PAID')
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)";
const MARK_PAID: &str = "
    UPDATE payments SET status = 'PAID', received_cents = $2, paid_at = COALESCE(paid_at, $3), updated_at = $3
    WHERE id = $1";
const MARK_CANCELLED: &str =
    "UPDATE payments SET status = 'CANCELLED', updated_at = $2 WHERE id = $1 AND status = 'OPEN'";

/// Notes the provider's name of a payment. Answers whether the payment is still there.
///
/// # Errors
/// When the database fails.
pub async fn set_provider_id(tx: &mut Tx, id: i64, provider_id: &str) -> Result<bool> {
    Ok(execute!(tx, SET_PROVIDER_ID, id, provider_id, tx.now)? == 1)
}

/// Lets an amount-only payment pay this reservation. Answers whether it was still free.
///
/// # Errors
/// When the database fails.
pub async fn bind(tx: &mut Tx, id: i64, reservation_id: i64) -> Result<bool> {
    Ok(execute!(tx, BIND, id, reservation_id, tx.now)? == 1)
}

/// Notes what the provider received. Repeating it changes nothing.
///
/// # Errors
/// When the database fails.
pub async fn mark_paid(tx: &mut Tx, id: i64, received: Cents) -> Result<()> {
    execute!(tx, MARK_PAID, id, received.0, tx.now).map(|_| ())
}

/// Notes that an open payment can no longer be paid; one that was paid stays so.
///
/// # Errors
/// When the database fails.
pub async fn mark_cancelled(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, MARK_CANCELLED, id, tx.now).map(|_| ())
}

const NOTE_EVENT: &str = "
    INSERT INTO webhook_events (provider, event_id, received_at) VALUES ($1, $2, $3)
    ON CONFLICT (provider, event_id) DO NOTHING";
const SEEN_EVENT: &str =
    "SELECT CAST(COUNT(*) AS BIGINT) FROM webhook_events WHERE provider = $1 AND event_id = $2";
const FORGET_EVENTS: &str = "DELETE FROM webhook_events WHERE received_at < $1";

/// Whether this event was dealt with before.
///
/// # Errors
/// When the database fails.
pub async fn knows_event(conn: &mut Conn, provider: Provider, event_id: &str) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, SEEN_EVENT, provider.as_str(), event_id)? > 0)
}

/// Notes that this event was dealt with. Answers whether it was the first time.
///
/// # Errors
/// When the database fails.
pub async fn note_event(tx: &mut Tx, provider: Provider, event_id: &str) -> Result<bool> {
    Ok(execute!(tx, NOTE_EVENT, provider.as_str(), event_id, tx.now)? == 1)
}

/// Forgets events older than `before`: providers repeat an event for some days only.
///
/// # Errors
/// When the database fails.
pub async fn forget_events(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64> {
    execute!(tx, FORGET_EVENTS, before)
}
