//! Payments and refunds of a reservation as ADMIN sees them, with what blocks them. `in_use` is the provider of the
//! settings; any other cannot be asked.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::payment::{Method, PaymentStatus, Provider, RefundStatus};
use preau_core::refund::RefundReason;
use serde::Serialize;

use crate::catalogue::store::keyword;
use crate::clock;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::{fetch_all, fetch_optional};

/// A payment, made or attempted.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMade {
    pub id: i64,
    pub provider: Provider,
    /// Whether the refund is made through the provider or by the school itself.
    pub provider_in_use: bool,
    /// The provider's id.
    pub provider_reference: Option<String>,
    /// `PAY_REF_…`
    pub reference: String,
    /// Euros requested.
    #[schema(value_type = f64)]
    pub amount: Cents,
    /// Euros received.
    #[schema(value_type = f64)]
    pub received: Cents,
    pub status: PaymentStatus,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub paid_at: Option<DateTime<Utc>>,
}

/// A refund, with what blocks it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundMade {
    pub id: i64,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    pub status: RefundStatus,
    pub reason: RefundReason,
    /// Number of requests to the provider.
    pub attempts: i64,
    pub last_error: Option<String>,
    /// The school's reason.
    pub note: Option<String>,
    /// Paid at the desk: refunded by hand.
    pub at_desk: bool,
    /// It failed because its provider was not in use. Whether that provider had already executed it must be checked
    /// there.
    pub stranded: bool,
    /// Whether it can be retried.
    pub provider_in_use: bool,
    /// Method of the refund by hand.
    pub by_hand: Option<Method>,
    pub hand_note: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub done_at: Option<DateTime<Utc>>,
}

const PAYMENTS: &str = "
    SELECT id, provider, provider_id, payment_ref, amount_cents, received_cents, status, created_at, paid_at
    FROM payments WHERE reservation_id = $1 ORDER BY id";

/// The payments of a reservation, made or attempted.
pub(crate) async fn payments(conn: &mut Conn, id: i64, in_use: Provider) -> Result<Vec<PaymentMade>> {
    type Row = (i64, String, Option<String>, String, i64, i64, String, DateTime<Utc>, Option<DateTime<Utc>>);
    let made = |(id, provider, provider_reference, reference, amount, received, status, at, paid_at): Row| {
        let provider: Provider = keyword(&provider, "payments.provider")?;
        Ok(PaymentMade {
            id,
            provider,
            provider_in_use: provider == in_use || provider == Provider::Desk,
            provider_reference,
            reference,
            amount: Cents(amount),
            received: Cents(received),
            status: keyword(&status, "payments.status")?,
            created_at: at,
            paid_at,
        })
    };
    fetch_all!(conn, Row, PAYMENTS, id)?.into_iter().map(made).collect()
}

#[derive(preau_derive::FromRow)]
struct RefundRow {
    id: i64,
    amount_cents: i64,
    #[sqlx(try_from = "String")]
    status: RefundStatus,
    #[sqlx(try_from = "String")]
    reason: RefundReason,
    attempts: i64,
    last_error: Option<String>,
    note: Option<String>,
    #[sqlx(try_from = "String")]
    provider: Provider,
    stranded: bool,
    by_hand: Option<String>,
    hand_note: Option<String>,
    created_at: DateTime<Utc>,
    done_at: Option<DateTime<Utc>>,
}

impl RefundRow {
    fn made(self, in_use: Provider) -> Result<RefundMade> {
        Ok(RefundMade {
            id: self.id,
            amount: Cents(self.amount_cents),
            status: self.status,
            reason: self.reason,
            attempts: self.attempts,
            last_error: self.last_error,
            note: self.note,
            at_desk: self.provider == Provider::Desk,
            stranded: self.stranded,
            provider_in_use: self.provider == in_use,
            by_hand: self.by_hand.map(|method| keyword(&method, "refunds.by_hand")).transpose()?,
            hand_note: self.hand_note,
            created_at: self.created_at,
            done_at: self.done_at,
        })
    }
}

macro_rules! refund {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.amount_cents, f.status, f.reason, f.attempts, f.last_error, f.note,
                p.provider, f.stranded, f.by_hand, f.hand_note, f.created_at, f.done_at
             FROM refunds f JOIN payments p ON p.id = f.payment_id ",
            $rest
        )
    };
}

/// The refunds of a reservation.
pub(crate) async fn refunds(conn: &mut Conn, id: i64, in_use: Provider) -> Result<Vec<RefundMade>> {
    let rows = fetch_all!(conn, RefundRow, refund!("WHERE f.reservation_id = $1 ORDER BY f.id"), id)?;
    rows.into_iter().map(|row| row.made(in_use)).collect()
}

/// One refund with what blocks it.
///
/// # Errors
/// `not_found`.
pub async fn refund(conn: &mut Conn, id: i64, in_use: Provider) -> Result<RefundMade> {
    let row = fetch_optional!(conn, RefundRow, refund!("WHERE f.id = $1"), id)?;
    row.ok_or_else(Error::not_found)?.made(in_use)
}
