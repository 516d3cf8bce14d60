//! Rows of refunds: decided, tried, done, failed. Why money goes back is core's to say, what follows is
//! checkout's.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::payment::RefundStatus;
use preau_core::refund::RefundReason;

use super::store::Payment;
use crate::db::Conn;
use crate::error::Result;
use crate::invoices::issue;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A refund.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Refund {
    /// The row.
    pub id: i64,
    /// Of which payment.
    pub payment_id: i64,
    /// Of which reservation.
    pub reservation_id: Option<i64>,
    /// How much, in cents.
    pub amount_cents: i64,
    /// Why.
    #[sqlx(try_from = "String")]
    pub reason: RefundReason,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: RefundStatus,
    /// The provider's name of it, once it has answered.
    pub provider_id: Option<String>,
    /// How often it was tried.
    pub attempts: i64,
}

macro_rules! refund {
    ($rest:literal) => {
        concat!(
            "SELECT id, payment_id, reservation_id, amount_cents, reason, status, provider_id, attempts
             FROM refunds ",
            $rest
        )
    };
}

const ADD: &str = "
    INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, next_attempt_at, created_at)
    VALUES ($1, $2, $3, $4, 'PENDING', $5, $5) RETURNING id";
const ADD_RETURNED: &str = "
    INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, provider_id,
        next_attempt_at, created_at, done_at)
    VALUES ($1, $2, $3, 'PROVIDER', 'DONE', $4, $5, $5, $5)
    ON CONFLICT (provider_id) DO NOTHING RETURNING id";
const TOTAL: &str = "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds
     WHERE payment_id = $1 AND status <> 'FAILED'";
const TAKE: &str = "
    UPDATE refunds SET attempts = attempts + 1, next_attempt_at = $3
    WHERE id = $1 AND status = 'PENDING' AND next_attempt_at <= $2";
const SETTLE: &str = "
    UPDATE refunds SET status = $2, provider_id = COALESCE($3, provider_id), last_error = $4, done_at = $5
    WHERE id = $1 AND status = 'PENDING'";
const POSTPONE: &str = "
    UPDATE refunds SET provider_id = COALESCE($2, provider_id), last_error = $3, next_attempt_at = $4
    WHERE id = $1 AND status = 'PENDING'";
const UNDO: &str = "
    UPDATE refunds SET status = 'FAILED', last_error = $3, done_at = NULL
    WHERE payment_id = $1 AND provider_id = $2 AND status = 'DONE' RETURNING id";

/// Decides a refund: the job executes it. Answers its id.
///
/// # Errors
/// When the database fails.
pub async fn add(tx: &mut Tx, payment: &Payment, amount: Cents, reason: RefundReason) -> Result<i64> {
    fetch_scalar!(tx, i64, ADD, payment.id, payment.reservation_id, amount.0, reason.as_str(), tx.now)
}

/// Notes money that the provider gave back by itself. Answers the refund's id when that is news.
///
/// # Errors
/// When the database fails.
pub async fn add_returned(
    tx: &mut Tx,
    payment: &Payment,
    amount: Cents,
    provider_id: &str,
) -> Result<Option<i64>> {
    let (id, reservation_id) = (payment.id, payment.reservation_id);
    let row = fetch_optional!(tx, (i64,), ADD_RETURNED, id, reservation_id, amount.0, provider_id, tx.now)?;
    let Some((id,)) = row else { return Ok(None) };
    issue::credit_note(tx, id).await?;
    Ok(Some(id))
}

/// Notes that money given back came to the school again, for an administrator to decide. Answers the
/// refund's id when that is news.
///
/// # Errors
/// When the database fails.
pub async fn undone(tx: &mut Tx, payment_id: i64, provider_id: &str, why: &str) -> Result<Option<i64>> {
    let row = fetch_optional!(tx, (i64,), UNDO, payment_id, provider_id, why)?;
    Ok(row.map(|(id,)| id))
}

/// What goes or went back of a payment, whatever became of it.
///
/// # Errors
/// When the database fails.
pub async fn total(conn: &mut Conn, payment_id: i64) -> Result<Cents> {
    fetch_scalar!(conn, i64, TOTAL, payment_id).map(Cents)
}

/// The refunds of a payment, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_payment(conn: &mut Conn, payment_id: i64) -> Result<Vec<Refund>> {
    fetch_all!(conn, Refund, refund!("WHERE payment_id = $1 ORDER BY id"), payment_id)
}

/// Refunds whose time for a try has come.
///
/// # Errors
/// When the database fails.
pub async fn due(conn: &mut Conn, now: DateTime<Utc>) -> Result<Vec<Refund>> {
    let sql =
        refund!("WHERE status = 'PENDING' AND next_attempt_at <= $1 ORDER BY next_attempt_at, id LIMIT 50");
    fetch_all!(conn, Refund, sql, now)
}

/// Takes a due refund until `leased_until`. Answers whether no other server was quicker.
///
/// # Errors
/// When the database fails.
pub async fn take(tx: &mut Tx, id: i64, leased_until: DateTime<Utc>) -> Result<bool> {
    Ok(execute!(tx, TAKE, id, tx.now, leased_until)? == 1)
}

/// Ends a refund that the provider executed, with the credit note that says so.
///
/// # Errors
/// When the database fails.
pub async fn done(tx: &mut Tx, id: i64, provider_id: &str) -> Result<()> {
    let done = RefundStatus::Done.as_str();
    if execute!(tx, SETTLE, id, done, Some(provider_id), None::<&str>, Some(tx.now))? == 1 {
        issue::credit_note(tx, id).await?;
    }
    Ok(())
}

/// Ends a refund that the provider refuses, with its reason for an administrator.
///
/// # Errors
/// When the database fails.
pub async fn failed(tx: &mut Tx, id: i64, reason: &str) -> Result<()> {
    let failed = RefundStatus::Failed.as_str();
    execute!(tx, SETTLE, id, failed, None::<&str>, Some(reason), None::<DateTime<Utc>>).map(|_| ())
}

/// Puts another try of a refund off, noting what is known so far.
///
/// # Errors
/// When the database fails.
pub async fn postpone(
    tx: &mut Tx,
    id: i64,
    provider_id: Option<&str>,
    why: Option<&str>,
    until: DateTime<Utc>,
) -> Result<()> {
    execute!(tx, POSTPONE, id, provider_id, why, until).map(|_| ())
}
