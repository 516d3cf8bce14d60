//! Money that goes back. Here are the rows of refunds: decided, tried, done, failed. Deciding one is in [`decide`], what
//! ADMIN does with them in `admin`, how they give way to one another in `rebalance`, what ADMIN is shown in [`money`].
//! Why money goes back is core's to say; the job that executes refunds is [`crate::sales::checkout::jobs`]'.

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
    /// How often an ADMIN had it tried anew.
    pub renewals: i64,
    /// It failed because its provider is no longer in use.
    pub stranded: bool,
}

/// How the money went back.
#[derive(Clone, Copy, Debug)]
pub enum How<'a> {
    /// The provider gave it back, and calls that so.
    Provider(&'a str),
    /// The school did, outside the provider.
    ByHand { method: Method, note: Option<&'a str>, by: i64 },
    /// There was nothing to give back, or it had gone back otherwise.
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

/// Twice the longest pause: what waits longer was put off before the clock was put back, and is due.
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
// What failed may still be given back by hand.
const DONE: &str = "
    UPDATE refunds SET status = 'DONE', provider_id = COALESCE($2, provider_id), last_error = NULL, done_at = $3,
        by_hand = $4, hand_note = $5, settled_by = $6
    WHERE id = $1 AND (status = 'PENDING' OR (status = 'FAILED' AND CAST($4 AS TEXT) IS NOT NULL))";
const FAIL: &str =
    "UPDATE refunds SET status = 'FAILED', last_error = $2 WHERE id = $1 AND status = 'PENDING'";
const STRAND: &str = "
    UPDATE refunds SET status = 'FAILED', stranded = TRUE, last_error = $2 WHERE id = $1 AND status = 'PENDING'";
// What was refused is another request; what was stranded may have been taken on, and is the same.
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

/// Decides a refund: the job executes it. Answers its id.
///
/// # Errors
/// When the database fails.
pub async fn add(tx: &mut Tx, payment: &Payment, amount: Cents, reason: RefundReason) -> Result<i64> {
    fetch_scalar!(tx, i64, ADD, payment.id, payment.reservation_id, amount.0, reason.as_str(), tx.now)
}

/// Notes for the school why it was decided.
///
/// # Errors
/// When the database fails.
pub async fn note(tx: &mut Tx, id: i64, note: &str) -> Result<()> {
    execute!(tx, NOTE, id, note).map(|_| ())
}

/// Notes money that the provider gave back by itself, or more of it than was noted. Answers the refund's id when
/// that is news.
///
/// # Errors
/// When the database fails.
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

/// What has gone back of a payment, or may have: what is decided and not yet asked for does not count.
///
/// # Errors
/// When the database fails.
pub async fn executed(conn: &mut Conn, payment_id: i64) -> Result<Cents> {
    let all = of_payment(conn, payment_id).await?;
    Ok(Cents(all.iter().filter(|refund| !refund.can_shrink()).map(|refund| refund.amount_cents).sum()))
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
    // What was taken by hand is given back by hand: it waits for an administrator.
    let sql = refund!(
        "WHERE status = 'PENDING' AND (next_attempt_at <= $1 OR next_attempt_at > $2) AND (amount_cents = 0 OR NOT EXISTS
            (SELECT 1 FROM payments p WHERE p.id = refunds.payment_id AND p.provider IN ('DESK', 'FREE')))
         ORDER BY next_attempt_at, id LIMIT 50"
    );
    fetch_all!(conn, Refund, sql, now, now + LONGEST_WAIT)
}

/// The refund of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Refund>> {
    fetch_optional!(conn, Refund, refund!("WHERE id = $1"), id)
}

/// Takes a due refund until `leased_until`, as it stands now. Nothing when another server was quicker.
///
/// # Errors
/// When the database fails.
pub async fn take(tx: &mut Tx, id: i64, leased_until: DateTime<Utc>) -> Result<Option<Refund>> {
    match execute!(tx, TAKE, id, tx.now, leased_until, tx.now + LONGEST_WAIT)? {
        1 => find(tx, id).await,
        _ => Ok(None),
    }
}

/// The one way in which a refund becomes done, with the credit note that says so. Answers whether it does now: what was done stays as it is.
///
/// # Errors
/// When the database fails.
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

/// Has a refund that failed tried anew. Answers whether it was one.
///
/// # Errors
/// When the database fails.
pub async fn renew(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(execute!(tx, RENEW, id, tx.now)? == 1)
}

/// Ends a refund that the provider refuses, with its reason for an administrator.
///
/// # Errors
/// When the database fails.
pub async fn failed(tx: &mut Tx, id: i64, reason: &str) -> Result<()> {
    if execute!(tx, FAIL, id, reason)? == 1 {
        tx.audit("refund.failed", "refund", id, None, None).await?;
    }
    Ok(())
}

/// Ends a refund of money that is with a provider no longer in use: an administrator must look.
///
/// # Errors
/// When the database fails.
pub async fn mark_unreachable(tx: &mut Tx, id: i64, provider: Provider) -> Result<()> {
    if execute!(tx, STRAND, id, format!("{provider} is not in use"))? == 1 {
        tx.audit("refund.failed", "refund", id, None, None).await?;
    }
    Ok(())
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
