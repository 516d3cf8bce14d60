//! Rows of payments and provider events. Refunds are in `refunds`, the sandbox's own tables in `sandbox::store`.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::payment::{PaymentStatus, Provider};
use preau_core::reservation::PaymentRef;

use crate::clock::Ids;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// A payment.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct Payment {
    /// The row.
    pub id: i64,
    /// Its reservation; none while it is unbound.
    pub reservation_id: Option<i64>,
    /// Who opened an amount-only payment.
    pub user_id: Option<i64>,
    /// The provider.
    #[sqlx(try_from = "String")]
    pub provider: Provider,
    /// The provider's id, once it has responded.
    pub provider_id: Option<String>,
    /// The school's reference.
    pub payment_ref: String,
    /// Amount to pay, in cents.
    pub amount_cents: i64,
    /// Three-letter currency code, in capitals.
    pub currency: String,
    /// Its state.
    #[sqlx(try_from = "String")]
    pub status: PaymentStatus,
    /// Amount received by the provider, in cents.
    pub received_cents: i64,
    /// When it was found to be paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
}

/// A payment to record before the provider is called.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// Its reservation; none while it is unbound.
    pub reservation_id: Option<i64>,
    /// Who opens an amount-only payment.
    pub user_id: Option<i64>,
    /// The provider.
    pub provider: Provider,
    /// The school's reference; see [`new_payment_ref`].
    pub payment_ref: PaymentRef,
    /// Amount to pay.
    pub amount: Cents,
}

/// A new payment reference: `PAY_REF_<epoch ms>_<128 random bits>`.
#[must_use]
pub fn new_payment_ref(now: DateTime<Utc>, ids: &Ids) -> PaymentRef {
    PaymentRef(format!("PAY_REF_{}_{}", now.timestamp_millis(), ids.hex128()))
}

/// The columns of a [`Payment`].
macro_rules! columns {
    () => {
        "id, reservation_id, user_id, provider, provider_id, payment_ref, amount_cents, currency,
            status, received_cents, paid_at, created_at"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO payments (reservation_id, user_id, provider, payment_ref, amount_cents, status,
        received_cents, paid_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ",
    columns!()
);

/// Records a payment that is about to be opened.
pub async fn insert_open(tx: &mut Tx, new: &NewPayment) -> Result<Payment> {
    insert(tx, new, PaymentStatus::Open, Cents::ZERO, None).await
}

/// Records a payment made at the desk, without a provider.
pub async fn insert_paid(tx: &mut Tx, new: &NewPayment) -> Result<Payment> {
    let now = tx.now;
    insert(tx, new, PaymentStatus::Paid, new.amount, Some(now)).await
}

async fn insert(
    tx: &mut Tx,
    new: &NewPayment,
    status: PaymentStatus,
    received: Cents,
    paid_at: Option<DateTime<Utc>>,
) -> Result<Payment> {
    fetch_one!(
        tx,
        Payment,
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
        concat!("SELECT ", columns!(), " FROM payments ", $rest)
    };
}

/// The payment of this id.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Payment>> {
    fetch_optional!(conn, Payment, payment!("WHERE id = $1"), id)
}

/// The payment with this id at the provider.
pub async fn find_by_provider_id(conn: &mut Conn, provider: Provider, id: &str) -> Result<Option<Payment>> {
    let sql = payment!("WHERE provider = $1 AND provider_id = $2");
    fetch_optional!(conn, Payment, sql, provider.as_str(), id)
}

/// The payment with this reference.
pub async fn find_by_ref(conn: &mut Conn, payment_ref: &str) -> Result<Option<Payment>> {
    fetch_optional!(conn, Payment, payment!("WHERE payment_ref = $1"), payment_ref)
}

/// All payments of a reservation, oldest first.
pub async fn of_reservation(conn: &mut Conn, reservation_id: i64) -> Result<Vec<Payment>> {
    fetch_all!(conn, Payment, payment!("WHERE reservation_id = $1 ORDER BY id"), reservation_id)
}

/// The open payment of a reservation at this provider.
pub async fn open_of_reservation(
    conn: &mut Conn,
    reservation_id: i64,
    provider: Provider,
) -> Result<Option<Payment>> {
    let sql =
        payment!("WHERE reservation_id = $1 AND provider = $2 AND status = 'OPEN' ORDER BY id DESC LIMIT 1");
    fetch_optional!(conn, Payment, sql, reservation_id, provider.as_str())
}

/// Amount-only payments at this provider, opened (or paid) before `since`, that are bound to no reservation and are not
/// being refunded.
pub async fn unbound(conn: &mut Conn, provider: Provider, since: DateTime<Utc>) -> Result<Vec<Payment>> {
    let sql = payment!(
        "WHERE reservation_id IS NULL AND provider = $1 AND status IN ('OPEN', 'PAID')
            AND (paid_at <= $2 OR (paid_at IS NULL AND created_at <= $2))
            AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)
         ORDER BY id LIMIT 100"
    );
    fetch_all!(conn, Payment, sql, provider.as_str(), since)
}

// A payment cancelled while it was being opened can now be paid, so it is open again for the job to check.
const SET_PROVIDER_ID: &str = "
    UPDATE payments SET provider_id = $2, updated_at = $3,
        status = CASE WHEN status = 'CANCELLED' THEN 'OPEN' ELSE status END
    WHERE id = $1";
const BIND: &str = "
    UPDATE payments SET reservation_id = $2, updated_at = $3
    WHERE id = $1 AND reservation_id IS NULL AND status IN ('OPEN', 'PAID')
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)";
const MARK_PAID: &str = concat!(
    "UPDATE payments SET status = 'PAID', received_cents = $3, paid_at = COALESCE(paid_at, $4), updated_at = $4
    WHERE provider = $1 AND provider_id = $2 RETURNING ",
    columns!()
);
const MARK_CANCELLED: &str =
    "UPDATE payments SET status = 'CANCELLED', updated_at = $2 WHERE id = $1 AND status = 'OPEN'";

/// Stores the provider's id of a payment. Returns whether the payment still exists.
pub async fn set_provider_id(tx: &mut Tx, id: i64, provider_id: &str) -> Result<bool> {
    Ok(execute!(tx, SET_PROVIDER_ID, id, provider_id, tx.now)? == 1)
}

/// Binds an amount-only payment to this reservation. Returns whether it was unbound.
pub async fn bind(tx: &mut Tx, id: i64, reservation_id: i64) -> Result<bool> {
    Ok(execute!(tx, BIND, id, reservation_id, tx.now)? == 1)
}

/// Records the amount that this provider received. Returns the payment; none when the provider's id is not one of the
/// school's. Idempotent.
pub async fn mark_paid(
    tx: &mut Tx,
    provider: Provider,
    provider_id: &str,
    received: Cents,
) -> Result<Option<Payment>> {
    fetch_optional!(tx, Payment, MARK_PAID, provider.as_str(), provider_id, received.0, tx.now)
}

/// Marks an open payment as cancelled; a paid one stays paid.
pub async fn mark_cancelled(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, MARK_CANCELLED, id, tx.now).map(|_| ())
}

const NOTE_EVENT: &str = "
    INSERT INTO webhook_events (provider, event_id, received_at) VALUES ($1, $2, $3)
    ON CONFLICT (provider, event_id) DO NOTHING";
const SEEN_EVENT: &str =
    "SELECT CAST(COUNT(*) AS BIGINT) FROM webhook_events WHERE provider = $1 AND event_id = $2";
const FORGET_EVENTS: &str = "DELETE FROM webhook_events WHERE received_at < $1";

/// Whether this event was already handled.
pub async fn is_event_handled(conn: &mut Conn, provider: Provider, event_id: &str) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, SEEN_EVENT, provider.as_str(), event_id)? > 0)
}

/// Records that this event was handled. Returns whether it was the first time.
pub async fn record_event(tx: &mut Tx, provider: Provider, event_id: &str) -> Result<bool> {
    Ok(execute!(tx, NOTE_EVENT, provider.as_str(), event_id, tx.now)? == 1)
}

/// Deletes events older than `before`: providers repeat an event for some days only.
pub async fn delete_events(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64> {
    execute!(tx, FORGET_EVENTS, before)
}
