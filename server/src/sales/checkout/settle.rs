//! Settles payments: reads one again at the provider and does what follows in one transaction. Called by the webhook,
//! the browser and the job, in any order; idempotent.

use preau_core::code::Code;
use preau_core::payment::{Method, PaymentStatus, Provider};
use preau_core::refund::RefundReason;
use preau_core::reservation::{PaymentDecision, PaymentRef, ReceivedPayment, ReservationStatus};

use super::draft::Draft;
use super::enrol::{self, ConfirmedBy};
use super::people;
use crate::config::Config;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::sales::payment::provider::{Intent, IntentStatus};
use crate::sales::payment::store::{self as payments, NewPayment, Payment};
use crate::sales::refunds::{self, decide};
use crate::sales::reservations::store::{self, ReservationRow};
use crate::school::vat;
use crate::write::Tx;
use crate::{change, crash_point};

/// State of a payment after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// At the provider, but not of this school.
    Unknown,
    /// The payer may still pay.
    Unpaid,
    /// The provider has not decided yet.
    Processing,
    /// It can no longer be paid.
    Closed,
    /// Paid, but not bound to a reservation.
    Unbound,
    /// The learner is enrolled, now or before.
    Confirmed,
    /// Refunded or to be refunded, in full or by agreement.
    Refunded,
}

/// Reads a payment again at the provider and settles it. Idempotent.
///
/// # Errors
/// `unavailable` when the provider fails.
pub async fn settle_payment(app: &AppContext, provider_id: &str) -> Result<Settled> {
    let intent = app.payments().read(app, provider_id).await?;
    let provider = app.payments().provider();
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

/// Checks every payment of a reservation that may have been paid. A provider no longer in use cannot be asked: the
/// `doctor` command reports open payments there.
///
/// # Errors
/// `unavailable` when the provider fails.
pub async fn reservation(app: &AppContext, reservation_id: i64) -> Result<Settled> {
    let all = {
        let mut conn = app.db.read().await?;
        payments::of_reservation(&mut conn, reservation_id).await?
    };
    let provider = app.payments().provider();
    let open = all.iter().filter(|one| one.status == PaymentStatus::Open && one.provider == provider);
    let mut result = Settled::Unpaid;
    for provider_id in open.filter_map(|payment| payment.provider_id.as_ref()) {
        match settle_payment(app, provider_id).await? {
            settled @ (Settled::Confirmed | Settled::Processing) => result = settled,
            Settled::Unknown | Settled::Unpaid | Settled::Closed | Settled::Unbound | Settled::Refunded => {}
        }
    }
    Ok(result)
}

/// Applies a successful payment in one transaction.
pub async fn apply(tx: &mut Tx, config: &Config, payment: &Payment, intent: &Intent) -> Result<Settled> {
    payments::mark_paid(tx, payment.id, intent.received).await?;
    let payment = Payment { received_cents: intent.received.0, ..payment.clone() };
    let Some(reservation_id) = payment.reservation_id else { return Ok(Settled::Unbound) };
    let row = store::get(tx, reservation_id).await?;
    apply_payment(tx, config, &row, &payment, &intent.currency, ConfirmedBy::Card(&payment)).await
}

/// Applies a payment to a reservation: the rules of `preau_core` decide, the rows follow.
pub async fn apply_payment(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    payment: &Payment,
    currency: &str,
    confirmed_by: ConfirmedBy<'_>,
) -> Result<Settled> {
    let arrival = ReceivedPayment {
        payment: PaymentRef(payment.payment_ref.clone()),
        amount: enrol::received(payment),
        currency: currency.to_owned(),
        refunded: !refunds::of_payment(tx, payment.id).await?.is_empty(),
    };
    let today = tx.today;
    let class = enrol::class(tx, row, today).await?;
    let reason = match row.state()?.paid(&arrival, class, tx.now) {
        PaymentDecision::Already => return Ok(Settled::Confirmed),
        PaymentDecision::Closed => return Ok(Settled::Refunded),
        PaymentDecision::Refund(reason) => reason,
        PaymentDecision::Enrol(_) => match try_enrol(tx, config, row, confirmed_by).await? {
            None => return Ok(Settled::Confirmed),
            Some(reason) => reason,
        },
    };
    decide::decide_and_notify(tx, Some(row), payment, arrival.amount, reason).await?;
    Ok(Settled::Refunded)
}

/// Enrols the learner, or returns why the money must be refunded.
async fn try_enrol(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    confirmed_by: ConfirmedBy<'_>,
) -> Result<Option<RefundReason>> {
    let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
    if !people::are_complete(tx, row, draft.as_ref()).await? {
        // Paid more than a day late: the draft with the people is erased.
        return Ok(Some(RefundReason::AfterCancellation));
    }
    if !enrol::secure_seat(tx, row).await? {
        return Ok(Some(RefundReason::NoSeatLeft));
    }
    enrol::enrol(tx, config, row, draft.as_ref(), confirmed_by).await?;
    Ok(None)
}

/// Confirms a reservation with a payment at the desk.
///
/// # Errors
/// Why it cannot be confirmed, instead of a refund: the money has not been taken yet.
pub async fn confirm_desk_payment(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    payment_ref: &PaymentRef,
    method: Method,
    note: Option<&str>,
) -> Result<()> {
    if !row.amount().is_zero() {
        vat::require_ground(tx, config.is_production()).await?;
    }
    let new = NewPayment {
        reservation_id: Some(row.id),
        user_id: row.payer_id,
        provider: Provider::Desk,
        payment_ref: payment_ref.clone(),
        amount: row.amount(),
    };
    let id = payments::insert_paid(tx, &new).await?;
    let payment = &payments::find(tx, id).await?.ok_or_else(Error::not_found)?;
    let confirmed_by = ConfirmedBy::Desk { method, note, payment };
    let settled = apply_payment(tx, config, row, payment, &row.currency, confirmed_by).await?;
    if settled == Settled::Confirmed {
        return Ok(());
    }
    // An error rolls back the whole transaction, with the refund just decided.
    let decided = refunds::of_payment(tx, payment.id).await?;
    let today = tx.today;
    let closed = enrol::class(tx, row, today).await?.closed;
    Err(match decided.first().map(|refund| refund.reason) {
        Some(RefundReason::CourseClosed) => closed.map_or(Code::Conflict, Code::from).into(),
        Some(RefundReason::NoSeatLeft) => Code::Full.into(),
        Some(RefundReason::AlreadyCovered) => Code::AlreadySubscribed.into(),
        Some(_) | None => Error::from(Code::Conflict),
    })
}

/// Confirms a free reservation; any other is left unchanged. Returns its status.
///
/// # Errors
/// As [`preau_core::reservation::Reservation::confirm_free`].
pub async fn confirm_if_free(tx: &mut Tx, config: &Config, reservation_id: i64) -> Result<ReservationStatus> {
    let row = store::get(tx, reservation_id).await?;
    if row.amount().is_zero() && row.status == ReservationStatus::Held {
        row.state()?.confirm_free(tx.now)?;
        let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
        enrol::secure_seat(tx, &row).await?;
        enrol::enrol(tx, config, &row, draft.as_ref(), ConfirmedBy::Free).await?;
        return Ok(ReservationStatus::Confirmed);
    }
    Ok(row.status)
}
