//! The sandbox's tables, which stand for a card network's own. They never contain a card number.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use serde_json::json;

use crate::db::Conn;
use crate::error::Result;
use crate::sales::payment::provider::{Intent, IntentStatus, NewIntent};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional};

#[derive(Clone, preau_derive::FromRow)]
pub(super) struct SandboxIntent {
    pub id: String,
    pub client_secret: String,
    pub amount_cents: i64,
    pub currency: String,
    pub status: String,
    pub metadata: String,
    pub refunded_cents: i64,
}

impl From<SandboxIntent> for Intent {
    fn from(row: SandboxIntent) -> Self {
        let status = match row.status.as_str() {
            "SUCCEEDED" => IntentStatus::Succeeded,
            "CANCELLED" => IntentStatus::Cancelled,
            _ => IntentStatus::Open,
        };
        let received = if status == IntentStatus::Succeeded { row.amount_cents } else { 0 };
        Self {
            id: row.id,
            client_secret: row.client_secret,
            amount: Cents(row.amount_cents),
            received: Cents(received),
            currency: row.currency,
            status,
            refunded: Cents(row.refunded_cents),
            disputed: false,
        }
    }
}

macro_rules! intent {
    ($rest:literal) => {
        concat!(
            "SELECT id, client_secret, amount_cents, currency, status, metadata, refunded_cents
             FROM sandbox_intents ",
            $rest
        )
    };
}

const OPEN: &str = "
    INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount_cents, currency, status, metadata,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, 'OPEN', $6, $7, $7)
    ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key
    RETURNING id, client_secret, amount_cents, currency, status, metadata, refunded_cents";
const MOVE: &str = "
    UPDATE sandbox_intents SET status = $2, updated_at = $3
    WHERE id = $1 AND status IN ('OPEN', 'REQUIRES_ACTION')";
const TAKE_BACK: &str = "
    UPDATE sandbox_intents SET refunded_cents = refunded_cents + $2, updated_at = $3
    WHERE id = $1 AND status = 'SUCCEEDED' AND refunded_cents + $2 <= amount_cents";
const NOTE_REFUND: &str = "
    INSERT INTO sandbox_refunds (id, idempotency_key, intent_id, amount_cents, created_at)
    VALUES ($1, $2, $3, $4, $5)";
const ANNOUNCED: &str = "UPDATE sandbox_intents SET announced_at = $2 WHERE id = $1";

pub(super) async fn open(tx: &mut Tx, id: &str, client_secret: &str, new: &NewIntent) -> Result<Intent> {
    let metadata =
        json!({ "payment_ref": new.payment_ref, "reservation_id": new.reservation_id }).to_string();
    let currency = new.currency.to_uppercase();
    let key = &new.idempotency_key;
    fetch_one!(tx, SandboxIntent, OPEN, id, key, client_secret, new.amount.0, currency, metadata, tx.now)
        .map(Intent::from)
}

pub(super) async fn find(conn: &mut Conn, id: &str) -> Result<Option<SandboxIntent>> {
    fetch_optional!(conn, SandboxIntent, intent!("WHERE id = $1"), id)
}

pub(super) async fn find_by_secret(conn: &mut Conn, client_secret: &str) -> Result<Option<SandboxIntent>> {
    fetch_optional!(conn, SandboxIntent, intent!("WHERE client_secret = $1"), client_secret)
}

/// Updates an intent that is not yet settled; returns whether it was unsettled.
pub(super) async fn set_status(tx: &mut Tx, id: &str, status: &str) -> Result<bool> {
    Ok(execute!(tx, MOVE, id, status, tx.now)? == 1)
}

pub(super) async fn cancel(tx: &mut Tx, id: &str) -> Result<()> {
    set_status(tx, id, "CANCELLED").await.map(|_| ())
}

pub(super) async fn refund_of_key(conn: &mut Conn, key: &str) -> Result<Option<String>> {
    let row =
        fetch_optional!(conn, (String,), "SELECT id FROM sandbox_refunds WHERE idempotency_key = $1", key)?;
    Ok(row.map(|(id,)| id))
}

/// Refunds part of a paid intent; returns whether that much was left.
pub(super) async fn take_back(tx: &mut Tx, id: &str, amount: Cents) -> Result<bool> {
    Ok(execute!(tx, TAKE_BACK, id, amount.0, tx.now)? == 1)
}

pub(super) async fn note_refund(tx: &mut Tx, id: &str, key: &str, intent: &str, amount: Cents) -> Result<()> {
    execute!(tx, NOTE_REFUND, id, key, intent, amount.0, tx.now).map(|_| ())
}

/// Paid intents whose event has not been handled, paid before `before`.
pub(super) async fn unannounced(conn: &mut Conn, before: DateTime<Utc>) -> Result<Vec<SandboxIntent>> {
    let sql = intent!("WHERE status = 'SUCCEEDED' AND announced_at IS NULL AND updated_at <= $1 LIMIT 100");
    fetch_all!(conn, SandboxIntent, sql, before)
}

pub(super) async fn mark_announced(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, ANNOUNCED, id, tx.now).map(|_| ())
}
