//! Decides refunds in the caller's transaction and notifies the payer; the job ([`crate::sales::checkout::jobs`])
//! executes them. Also ends what the refunded payment bought.

use preau_core::money::Cents;
use preau_core::payment::Provider;
use preau_core::refund::RefundReason;
use preau_core::reservation::{Canceller, ReservationStatus};
use serde_json::json;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::mail::facts::{RefundFacts, refund_fact};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::sales::checkout::draft::Draft;
use crate::sales::checkout::people;
use crate::sales::payment::store::{self as payments, Payment};
use crate::sales::refunds;
use crate::sales::reservations::store::{self, ReservationRow};
use crate::sales::subscriptions::store as subscriptions;
use crate::write::Tx;

const COURSE_NAME: &str = "SELECT name FROM courses WHERE id = $1";

/// Decides a refund, which the job executes, and notifies the payer. Returns its id.
pub async fn decide_and_notify(
    tx: &mut Tx,
    row: Option<&ReservationRow>,
    payment: &Payment,
    amount: Cents,
    reason: RefundReason,
) -> Result<i64> {
    let id = decide(tx, payment, amount, reason).await?;
    if !amount.is_zero() {
        queue_refund_mail(tx, row, payment, amount, reason, id).await?;
    }
    Ok(id)
}

/// Decides a refund that another mail announces. Returns its id.
pub async fn decide(tx: &mut Tx, payment: &Payment, amount: Cents, reason: RefundReason) -> Result<i64> {
    let id = refunds::add(tx, payment, amount, reason).await?;
    let after = json!({ "amount": amount, "reason": reason, "paymentId": payment.id });
    tx.audit("refund.decided", "refund", id, None, Some(after)).await?;
    // Earlier failed refunds are adjusted along with it.
    refunds::rebalance(tx, payment).await?;
    Ok(id)
}

/// The amount received for a reservation that is not being refunded; none for a free reservation.
pub async fn refundable(conn: &mut Conn, row: &ReservationRow) -> Result<Option<(Payment, Cents)>> {
    let Some(payment_ref) = &row.payment_ref else { return Ok(None) };
    let payment = payments::find_by_ref(conn, payment_ref).await?.ok_or_else(Error::not_found)?;
    let left = Cents(payment.received_cents - refunds::total(conn, payment.id).await?.0);
    Ok(Some((payment, left)))
}

async fn queue_refund_mail(
    tx: &mut Tx,
    row: Option<&ReservationRow>,
    payment: &Payment,
    amount: Cents,
    reason: RefundReason,
    refund_id: i64,
) -> Result<()> {
    let course_name = match row {
        Some(row) => fetch_optional!(tx, (String,), COURSE_NAME, row.course_id)?.map(|(name,)| name),
        None => None,
    };
    let facts = RefundFacts {
        course_name,
        amount,
        currency: payment.currency.clone(),
        reason,
        reservation_id: row.map(|row| row.id),
        by_hand: payment.provider == Provider::Desk,
    };
    let (kind, fact) = (Kind::Refund(facts), refund_fact(refund_id));
    match payer_mail(tx, row, payment, kind, fact).await? {
        Some(letter) => mail::queue(tx, &letter).await,
        None => Ok(()),
    }
}

/// Addressed to the payer's account, or to the typed address while there is none.
async fn payer_mail(
    conn: &mut Conn,
    row: Option<&ReservationRow>,
    payment: &Payment,
    kind: Kind,
    fact: String,
) -> Result<Option<NewMail>> {
    let account = match row {
        Some(row) => people::known_payer(conn, row).await?,
        None => match payment.user_id {
            Some(id) => accounts::store::find(conn, id).await?,
            None => None,
        },
    };
    if let Some(account) = account {
        return Ok(Some(account.mail(kind, fact)));
    }
    let Some(row) = row.filter(|row| !row.payer_email.is_empty()) else { return Ok(None) };
    let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
    let name = draft.map(|draft| format!("{} {}", draft.booker.first_name, draft.booker.last_name));
    Ok(Some(NewMail {
        kind,
        fact,
        to: row.payer_email.clone(),
        name: name.unwrap_or_default(),
        language: row.language.parse().unwrap_or_default(),
        user_id: None,
        reply_to: None,
    }))
}

/// Handles money that the provider returned by itself or a dispute took, already recorded as refund `refund_id`. When
/// nothing of the payment is left, what it bought ends.
pub async fn money_returned(tx: &mut Tx, payment: &Payment, amount: Cents, refund_id: i64) -> Result<()> {
    let row = match payment.reservation_id {
        Some(id) => Some(store::get(tx, id).await?),
        None => None,
    };
    queue_refund_mail(tx, row.as_ref(), payment, amount, RefundReason::Provider, refund_id).await?;
    let Some(row) = row else { return Ok(()) };
    let all_returned = refunds::total(tx, payment.id).await?.0 >= payment.received_cents;
    let bought = row.payment_ref.as_deref() == Some(&payment.payment_ref);
    if all_returned && bought && row.status == ReservationStatus::Confirmed {
        end(tx, &row).await?;
    }
    Ok(())
}

/// Cancels a confirmed reservation: only what it bought ends.
///
/// # Errors
/// As [`preau_core::reservation::Reservation::cancel`].
pub async fn end(tx: &mut Tx, row: &ReservationRow) -> Result<()> {
    row.state()?.cancel(Canceller::Admin, tx.now)?;
    store::cancel(tx, row).await?;
    subscriptions::cancel_purchase(tx, row.id).await
}
