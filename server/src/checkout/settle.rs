//! Money arrived, or not: the payment is read again at the provider and everything it leads to is done in
//! one change. The webhook, the browser and the job all come here, in any order and as often as they like.

use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::refund::RefundReason;
use preau_core::reservation::{Arrival, Canceller, Paid, PaymentRef, ReservationStatus};
use serde_json::json;

use super::draft::Draft;
use super::enrol::{self, Means};
use super::people;
use crate::app::App;
use crate::config::Config;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::mail::facts::{RefundFacts, refund_fact};
use crate::mail::{self, Kind, Letter};
use crate::payment::provider::{Intent, IntentStatus};
use crate::payment::store::{self as payments, Payment};
use crate::reservations::store::{self, ReservationRow};
use crate::subscriptions::store as subscriptions;
use crate::write::Tx;
use crate::{change, crash_point, fetch_optional};

/// Where a payment stands after it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The provider's, but none of this school.
    Unknown,
    /// The payer may still pay.
    Unpaid,
    /// The provider has not decided yet.
    Processing,
    /// It can no longer be paid.
    Closed,
    /// Paid, for nothing yet.
    Unbound,
    /// It has enrolled the learner, now or before.
    Confirmed,
    /// It goes or went back, in full or by agreement.
    Refunded,
}

/// Reads a payment again at the provider and does what follows from it. Repeating it changes nothing.
///
/// # Errors
/// `unavailable` when the provider does not answer.
pub async fn payment_announced(app: &App, provider_id: &str) -> Result<Settled> {
    let intent = app.payments.read(app, provider_id).await?;
    let provider = app.payments.provider();
    let settled = match intent.status {
        IntentStatus::Open => return Ok(Settled::Unpaid),
        IntentStatus::Processing => return Ok(Settled::Processing),
        IntentStatus::Cancelled => change!(app, None, |tx| {
            if let Some(payment) = payments::find_by_provider_id(tx, provider, provider_id).await? {
                payments::mark_cancelled(tx, payment.id).await?;
            }
            Ok(Settled::Closed)
        }),
        IntentStatus::Succeeded => {
            crash_point!("payment.succeeded");
            change!(app, None, |tx| {
                match payments::find_by_provider_id(tx, provider, provider_id).await? {
                    Some(payment) => apply(tx, &app.config, &payment, &intent).await,
                    None => Ok(Settled::Unknown),
                }
            })
        }
    }?;
    if matches!(settled, Settled::Confirmed | Settled::Refunded) {
        crash_point!("completion.committed");
        app.mail_queued.notify_one();
    }
    Ok(settled)
}

/// Looks at every payment of a reservation that may have been made.
///
/// # Errors
/// `unavailable` when the provider does not answer.
pub async fn reservation(app: &App, reservation_id: i64) -> Result<Settled> {
    let open = {
        let mut conn = app.db.read().await?;
        payments::of_reservation(&mut conn, reservation_id).await?
    };
    let mut result = Settled::Unpaid;
    for provider_id in
        open.iter().filter(|payment| needs_look(payment)).filter_map(|p| p.provider_id.as_ref())
    {
        match payment_announced(app, provider_id).await? {
            settled @ (Settled::Confirmed | Settled::Processing) => result = settled,
            Settled::Unknown | Settled::Unpaid | Settled::Closed | Settled::Unbound | Settled::Refunded => {}
        }
    }
    Ok(result)
}

fn needs_look(payment: &Payment) -> bool {
    use preau_core::payment::PaymentStatus::{Cancelled, Failed, Open, Paid};
    match payment.status {
        Open => true,
        Paid | Cancelled | Failed => false,
    }
}

/// What a payment that succeeded leads to, in one change.
///
/// # Errors
/// When the database fails.
pub async fn apply(tx: &mut Tx, config: &Config, payment: &Payment, intent: &Intent) -> Result<Settled> {
    payments::mark_paid(tx, payment.id, intent.received).await?;
    let payment = Payment { received_cents: intent.received.0, ..payment.clone() };
    let Some(reservation_id) = payment.reservation_id else { return Ok(Settled::Unbound) };
    let row = store::get(tx, reservation_id).await?;
    let means = Means { by: "CARD", note: None, payment: Some(&payment) };
    arrived(tx, config, &row, &payment, &intent.currency, means).await
}

/// Money arrived for a reservation: the rules decide, the rows follow.
///
/// # Errors
/// When the database fails.
pub async fn arrived(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    payment: &Payment,
    currency: &str,
    means: Means<'_>,
) -> Result<Settled> {
    let arrival = Arrival {
        payment: PaymentRef(payment.payment_ref.clone()),
        amount: enrol::received(payment),
        currency: currency.to_owned(),
        refunded: !payments::refunds_of(tx, payment.id).await?.is_empty(),
    };
    let today = tx.today;
    let class = enrol::class(tx, row, today).await?;
    let reason = match row.state()?.paid(&arrival, class, tx.now) {
        Paid::Already => return Ok(Settled::Confirmed),
        Paid::Closed => return Ok(Settled::Refunded),
        Paid::Refund(reason) => reason,
        Paid::Enrol(_) => match place(tx, config, row, means).await? {
            None => return Ok(Settled::Confirmed),
            Some(reason) => reason,
        },
    };
    give_back(tx, Some(row), payment, arrival.amount, reason).await?;
    Ok(Settled::Refunded)
}

/// Enrols, or says why the money must go back after all.
async fn place(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    means: Means<'_>,
) -> Result<Option<RefundReason>> {
    let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
    if !people::are_complete(tx, row, draft.as_ref()).await? {
        // Paid more than a day late: nobody knows any more for whom.
        return Ok(Some(RefundReason::AfterCancellation));
    }
    if !enrol::secure_seat(tx, row).await? {
        return Ok(Some(RefundReason::NoSeatLeft));
    }
    enrol::enrol(tx, config, row, draft.as_ref(), means).await?;
    Ok(None)
}

const COURSE_NAME: &str = "SELECT name FROM courses WHERE id = $1";

/// Decides a refund, which the job executes, and tells the payer. Answers its id.
///
/// # Errors
/// When the database fails.
pub async fn give_back(
    tx: &mut Tx,
    row: Option<&ReservationRow>,
    payment: &Payment,
    amount: Cents,
    reason: RefundReason,
) -> Result<i64> {
    let id = payments::add_refund(tx, payment, amount, reason).await?;
    if !amount.is_zero() {
        tell_of_refund(tx, row, payment, amount, reason, id).await?;
    }
    let after = json!({ "amount": amount, "reason": reason, "paymentId": payment.id });
    tx.audit("refund.decided", "refund", id, None, Some(after)).await?;
    Ok(id)
}

async fn tell_of_refund(
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
        payment_ref: payment.payment_ref.clone(),
    };
    let (kind, fact) = (Kind::Refund(facts), refund_fact(refund_id));
    match payer_letter(tx, row, payment, kind, fact).await? {
        Some(letter) => mail::queue(tx, &letter).await,
        None => Ok(()),
    }
}

/// To the payer's account, or to the address that was typed while there is none.
async fn payer_letter(
    conn: &mut Conn,
    row: Option<&ReservationRow>,
    payment: &Payment,
    kind: Kind,
    fact: String,
) -> Result<Option<Letter>> {
    let account = match row {
        Some(row) => people::known_payer(conn, row).await?,
        None => match payment.user_id {
            Some(id) => crate::accounts::store::find(conn, id).await?,
            None => None,
        },
    };
    if let Some(account) = account {
        return Ok(Some(account.letter(kind, fact)));
    }
    let Some(row) = row.filter(|row| !row.payer_email.is_empty()) else { return Ok(None) };
    let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
    let name = draft.map(|draft| format!("{} {}", draft.booker.first_name, draft.booker.last_name));
    Ok(Some(Letter {
        kind,
        fact,
        to: row.payer_email.clone(),
        name: name.unwrap_or_default(),
        language: row.language.parse().unwrap_or_default(),
        user_id: None,
        reply_to: None,
    }))
}

/// The provider gave money of this payment back by itself, or a dispute took it: noted already as refund
/// `refund_id`. When nothing is left of the money, what it bought ends.
///
/// # Errors
/// When the database fails.
pub async fn money_returned(tx: &mut Tx, payment: &Payment, amount: Cents, refund_id: i64) -> Result<()> {
    let row = match payment.reservation_id {
        Some(id) => Some(store::get(tx, id).await?),
        None => None,
    };
    tell_of_refund(tx, row.as_ref(), payment, amount, RefundReason::Provider, refund_id).await?;
    let Some(row) = row else { return Ok(()) };
    let all_returned = payments::refunded(tx, payment.id).await?.0 >= payment.received_cents;
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
    subscriptions::take_back(tx, row.id).await
}

/// Confirms a reservation with money taken at the desk.
///
/// # Errors
/// What stands in its way, instead of a refund: the money is still on the table.
pub async fn paid_at_desk(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    payment: &Payment,
    by: &str,
    note: Option<&str>,
) -> Result<()> {
    let means = Means { by, note, payment: Some(payment) };
    let settled = arrived(tx, config, row, payment, &row.currency, means).await?;
    if settled == Settled::Confirmed {
        return Ok(());
    }
    // Refused here, so that the refund just decided is taken back with the whole change.
    let refunds = payments::refunds_of(tx, payment.id).await?;
    Err(match refunds.first().map(|refund| refund.reason) {
        Some(RefundReason::NoSeatLeft) => Code::Full.into(),
        Some(RefundReason::AlreadyCovered) => Code::AlreadySubscribed.into(),
        Some(_) | None => Error::from(Code::Conflict),
    })
}

/// Confirms a reservation that costs nothing; any other stays as it is. Answers its status.
///
/// # Errors
/// As [`preau_core::reservation::Reservation::confirm_free`].
pub async fn give_if_free(tx: &mut Tx, config: &Config, reservation_id: i64) -> Result<ReservationStatus> {
    let row = store::get(tx, reservation_id).await?;
    if row.amount().is_zero() && row.status == ReservationStatus::Held {
        row.state()?.confirm_free(tx.now)?;
        let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
        enrol::secure_seat(tx, &row).await?;
        enrol::enrol(tx, config, &row, draft.as_ref(), Means { by: "FREE", note: None, payment: None })
            .await?;
        return Ok(ReservationStatus::Confirmed);
    }
    Ok(row.status)
}
