//! Rows of refunds: decided, tried, done, failed. Deciding one is in [`decide`], ADMIN's actions in `admin`, their
//! adjustment to one another in `rebalance`, ADMIN's view in [`money`]. The reasons are defined in `preau_core`;
//! [`crate::sales::checkout::jobs`] executes refunds.

mod admin;
pub mod decide;
pub mod money;
mod rebalance;

use chrono::{DateTime, TimeDelta, Utc};
use preau_core::money::Cents;
use preau_core::payment::{Method, Provider, RefundStatus};
use preau_core::refund::RefundReason;
use serde_json::json;

pub(crate) use self::admin::routes;
pub use self::rebalance::rebalance;

use crate::db::Conn;
use crate::error::Result;
use crate::sales::invoices::issue;
use crate::sales::payment::store::Payment;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A refund.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct Refund {
    /// The row.
    pub id: i64,
    /// Its payment.
    pub payment_id: i64,
    /// Its reservation.
    pub reservation_id: Option<i64>,
    /// Amount, in cents.
    pub amount_cents: i64,
    /// Reason.
    #[sqlx(try_from = "String")]
    pub reason: RefundReason,
    /// Its state.
    #[sqlx(try_from = "String")]
    pub status: RefundStatus,
    /// The provider's id, once it has responded.
    pub provider_id: Option<String>,
    /// Number of attempts.
    pub attempts: i64,
    /// Number of retries started by ADMIN.
    pub renewals: i64,
    /// It failed because its provider is no longer in use.
    pub stranded: bool,
}

/// How a refund was made.
#[derive(Clone, Copy, Debug)]
pub enum How<'a> {
    /// By the provider, under this id.
    Provider(&'a str),
    /// By the school, outside the provider.
    ByHand { method: Method, note: Option<&'a str>, by: i64 },
    /// There was nothing to refund, or it had already been returned in another way.
    Nothing,
}

macro_rules! refund {
    ($rest:literal) => {
        concat!(
            "SELECT id, payment_id, reservation_id, amount_cents, reason, status, provider_id, attempts, renewals,
                stranded
             FROM refunds ",
            $rest
        )
    };
}

/// Twice the longest pause. A refund that waits longer was postponed before the clock was set back, and is due.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(2);

const ADD: &str = "
    INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, next_attempt_at, created_at)
    VALUES ($1, $2, $3, $4, 'PENDING', $5, $5) RETURNING id";
const ADD_RETURNED: &str = "
    INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, provider_id,
        next_attempt_at, created_at)
    VALUES ($1, $2, $3, 'PROVIDER', 'PENDING', $4, $5, $5)
    ON CONFLICT (provider_id) DO NOTHING RETURNING id";
const TOTAL: &str = "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds
     WHERE payment_id = $1 AND (status <> 'FAILED' OR stranded)";
const TAKE: &str = "
    UPDATE refunds SET attempts = attempts + 1, next_attempt_at = $3
    WHERE id = $1 AND status = 'PENDING' AND (next_attempt_at <= $2 OR next_attempt_at > $4)";
// A failed refund may still be made by hand.
const DONE: &str = "
    UPDATE refunds SET status = 'DONE', provider_id = COALESCE($2, provider_id), last_error = NULL, done_at = $3,
        by_hand = $4, hand_note = $5, settled_by = $6
    WHERE id = $1 AND (status = 'PENDING' OR (status = 'FAILED' AND CAST($4 AS TEXT) IS NOT NULL))";
const FAIL: &str =
    "UPDATE refunds SET status = 'FAILED', last_error = $2 WHERE id = $1 AND status = 'PENDING'";
const MARK_STRANDED: &str = "
    UPDATE refunds SET status = 'FAILED', stranded = TRUE, last_error = $2 WHERE id = $1 AND status = 'PENDING'";
// A refused refund is retried as a new request; a stranded one may have been accepted, so it is repeated as the same.
const RENEW: &str = "
    UPDATE refunds SET status = 'PENDING', last_error = NULL, next_attempt_at = $2, stranded = FALSE,
        provider_id = CASE WHEN stranded THEN provider_id END,
        renewals = CASE WHEN stranded THEN renewals ELSE renewals + 1 END,
        attempts = CASE WHEN stranded THEN attempts ELSE 0 END
    WHERE id = $1 AND status = 'FAILED'";
const RAISE: &str = "
    UPDATE refunds SET amount_cents = amount_cents + $3
    WHERE payment_id = $1 AND provider_id = $2 AND status = 'DONE' AND by_hand IS NULL RETURNING id";
const NOTE: &str = "UPDATE refunds SET note = $2 WHERE id = $1";
const POSTPONE: &str = "
    UPDATE refunds SET provider_id = COALESCE($2, provider_id), last_error = $3, next_attempt_at = $4
    WHERE id = $1 AND status = 'PENDING'";
const UNDO: &str = "
    UPDATE refunds SET status = 'FAILED', last_error = $3, done_at = NULL
    WHERE payment_id = $1 AND provider_id = $2 AND status = 'DONE' AND by_hand IS NULL RETURNING id";

/// Decides a refund, which the job executes. Returns its id.
pub async fn add(tx: &mut Tx, payment: &Payment, amount: Cents, reason: RefundReason) -> Result<i64> {
    fetch_scalar!(tx, i64, ADD, payment.id, payment.reservation_id, amount.0, reason.as_str(), tx.now)
}

/// Stores the school's reason for the decision.
pub async fn note(tx: &mut Tx, id: i64, note: &str) -> Result<()> {
    execute!(tx, NOTE, id, note).map(|_| ())
}

/// Records money returned by the provider itself, or an increase of an amount already recorded. Returns the refund's id
/// when something changed.
pub async fn add_returned(
    tx: &mut Tx,
    payment: &Payment,
    amount: Cents,
    provider_id: &str,
) -> Result<Option<i64>> {
    if let Some((refund_id,)) = fetch_optional!(tx, (i64,), RAISE, payment.id, provider_id, amount.0)? {
        issue::credit_note(tx, refund_id).await?;
        return Ok(Some(refund_id));
    }
    let (id, reservation_id) = (payment.id, payment.reservation_id);
    let row = fetch_optional!(tx, (i64,), ADD_RETURNED, id, reservation_id, amount.0, provider_id, tx.now)?;
    let Some((refund_id,)) = row else { return Ok(None) };
    done(tx, refund_id, How::Provider(provider_id)).await?;
    Ok(Some(refund_id))
}

/// Records that refunded money came back to the school, for an administrator to decide. Returns the refund's id when
/// something changed.
pub async fn mark_reversed(
    tx: &mut Tx,
    payment_id: i64,
    provider_id: &str,
    why: &str,
) -> Result<Option<i64>> {
    let row = fetch_optional!(tx, (i64,), UNDO, payment_id, provider_id, why)?;
    Ok(row.map(|(id,)| id))
}

/// The amount of a payment that is or will be refunded, in any state.
pub async fn total(conn: &mut Conn, payment_id: i64) -> Result<Cents> {
    fetch_scalar!(conn, i64, TOTAL, payment_id).map(Cents)
}

/// The amount of a payment that was or may have been refunded; refunds decided but not yet requested do not count.
pub async fn executed(conn: &mut Conn, payment_id: i64) -> Result<Cents> {
    let all = of_payment(conn, payment_id).await?;
    Ok(Cents(all.iter().filter(|refund| !refund.can_shrink()).map(|refund| refund.amount_cents).sum()))
}

/// The refunds of a payment, oldest first.
pub async fn of_payment(conn: &mut Conn, payment_id: i64) -> Result<Vec<Refund>> {
    fetch_all!(conn, Refund, refund!("WHERE payment_id = $1 ORDER BY id"), payment_id)
}

/// Refunds whose next attempt is due.
pub async fn due(conn: &mut Conn, now: DateTime<Utc>) -> Result<Vec<Refund>> {
    // What was taken at the desk is refunded by hand: it waits for an administrator.
    let sql = refund!(
        "WHERE status = 'PENDING' AND (next_attempt_at <= $1 OR next_attempt_at > $2) AND (amount_cents = 0 OR NOT EXISTS
            (SELECT 1 FROM payments p WHERE p.id = refunds.payment_id AND p.provider IN ('DESK', 'FREE')))
         ORDER BY next_attempt_at, id LIMIT 50"
    );
    fetch_all!(conn, Refund, sql, now, now + LONGEST_WAIT)
}

/// The refund of this id.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Refund>> {
    fetch_optional!(conn, Refund, refund!("WHERE id = $1"), id)
}

/// Leases a due refund until `leased_until` and returns its current state; none when another server has it.
pub async fn lease(tx: &mut Tx, id: i64, leased_until: DateTime<Utc>) -> Result<Option<Refund>> {
    match execute!(tx, TAKE, id, tx.now, leased_until, tx.now + LONGEST_WAIT)? {
        1 => find(tx, id).await,
        _ => Ok(None),
    }
}

/// Marks a refund as done, together with its credit note; the only way to do so. Returns whether it is newly done: one
/// already done is left unchanged.
pub async fn done(tx: &mut Tx, id: i64, how: How<'_>) -> Result<bool> {
    let (provider_id, hand) = match how {
        How::Provider(provider_id) => (Some(provider_id), None),
        How::ByHand { method, note, by } => (None, Some((method, note, by))),
        How::Nothing => (None, None),
    };
    let (method, by) = (hand.map(|(method, ..)| method.as_str()), hand.map(|(.., by)| by));
    let note = hand.and_then(|(_, note, _)| note);
    if execute!(tx, DONE, id, provider_id, tx.now, method, note, by)? == 0 {
        return Ok(false);
    }
    let after = method.map(|method| json!({ "byHand": method }));
    tx.audit("refund.done", "refund", id, None, after).await?;
    issue::credit_note(tx, id).await?;
    Ok(true)
}

/// Retries a failed refund. Returns whether it had failed.
pub async fn retry(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(execute!(tx, RENEW, id, tx.now)? == 1)
}

/// Marks a refund as refused by the provider, with its reason for an administrator.
pub async fn failed(tx: &mut Tx, id: i64, reason: &str) -> Result<()> {
    if execute!(tx, FAIL, id, reason)? == 1 {
        tx.audit("refund.failed", "refund", id, None, None).await?;
    }
    Ok(())
}

/// Marks a refund as failed because its provider is no longer in use: an administrator must check it there.
pub async fn mark_unreachable(tx: &mut Tx, id: i64, provider: Provider) -> Result<()> {
    if execute!(tx, MARK_STRANDED, id, format!("{provider} is not in use"))? == 1 {
        tx.audit("refund.failed", "refund", id, None, None).await?;
    }
    Ok(())
}

/// Postpones the next attempt of a refund, storing what is known so far.
pub async fn postpone(
    tx: &mut Tx,
    id: i64,
    provider_id: Option<&str>,
    why: Option<&str>,
    until: DateTime<Utc>,
) -> Result<()> {
    execute!(tx, POSTPONE, id, provider_id, why, until).map(|_| ())
}
