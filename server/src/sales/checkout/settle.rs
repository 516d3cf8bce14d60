//! Settles payments: reads one again at the provider and does what follows in one transaction. Called by the webhook,
//! the browser and the job, in any order; idempotent.

use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::payment::{Method, PaymentStatus, Provider};
use preau_core::refund::RefundReason;
use preau_core::reservation::{PaymentDecision, PaymentRef, ReceivedPayment, ReservationStatus};

use super::enrol::{self, Basis, ConfirmedBy};
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
    settle_event(app, provider_id, None).await.map(|(settled, _)| settled)
}

/// Like [`settle_payment`], because of an event of the provider. The event is recorded in the transaction that applies a
/// success; returns whether it was.
pub(super) async fn settle_event(
    app: &AppContext,
    provider_id: &str,
    event: Option<&str>,
) -> Result<(Settled, bool)> {
    let intent = app.payments().read(app, provider_id).await?;
    let provider = app.payments().provider();
    let settled = match intent.status {
        IntentStatus::Open => return Ok((Settled::Unpaid, false)),
        IntentStatus::Processing => return Ok((Settled::Processing, false)),
        IntentStatus::Cancelled => change!(app, None, |tx| {
            if let Some(payment) = payments::find_by_provider_id(tx, provider, provider_id).await? {
                payments::mark_cancelled(tx, payment.id).await?;
            }
            Ok(Settled::Closed)
        }),
        IntentStatus::Succeeded => {
            crash_point!("payment.succeeded");
            change!(app, None, |tx| {
                let settled = apply(tx, &app.config, provider, &intent).await?;
                if let Some(event) = event {
                    payments::record_event(tx, provider, event).await?;
                }
                Ok(settled)
            })
        }
    }?;
    if matches!(settled, Settled::Confirmed | Settled::Refunded) {
        crash_point!("completion.committed");
        app.mail_queued.notify_one();
    }
    Ok((settled, event.is_some() && intent.status == IntentStatus::Succeeded))
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
pub async fn apply(tx: &mut Tx, config: &Config, provider: Provider, intent: &Intent) -> Result<Settled> {
    let Some(payment) = payments::mark_paid(tx, provider, &intent.id, intent.received).await? else {
        return Ok(Settled::Unknown);
    };
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
    let basis = Basis::read(tx, row, today).await?;
    let reason = match row.state()?.paid(&arrival, basis.class(row, today), tx.now) {
        PaymentDecision::Already => return Ok(Settled::Confirmed),
        PaymentDecision::Closed => return Ok(Settled::Refunded),
        PaymentDecision::Refund(reason) => reason,
        PaymentDecision::Enrol(_) => match try_enrol(tx, config, row, &basis, confirmed_by).await? {
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
    basis: &Basis,
    confirmed_by: ConfirmedBy<'_>,
) -> Result<Option<RefundReason>> {
    if !basis.people.are_complete(row) {
        // Paid more than a day late: the draft with the people is erased.
        return Ok(Some(RefundReason::AfterCancellation));
    }
    if !basis.secure_seat(tx, row).await? {
        return Ok(Some(RefundReason::NoSeatLeft));
    }
    enrol::enrol(tx, config, row, basis, confirmed_by).await?;
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
    let payment = &payments::insert_paid(tx, &new).await?;
    let confirmed_by = ConfirmedBy::Desk { method, note, payment };
    let settled = apply_payment(tx, config, row, payment, &row.currency, confirmed_by).await?;
    if settled == Settled::Confirmed {
        return Ok(());
    }
    // An error rolls back the whole transaction, with the refund just decided.
    let decided = refunds::of_payment(tx, payment.id).await?;
    let today = tx.today;
    let closed = Basis::read(tx, row, today).await?.class(row, today).closed;
    Err(match decided.first().map(|refund| refund.reason) {
        Some(RefundReason::CourseClosed) => closed.map_or(Code::Conflict, Code::from).into(),
        Some(RefundReason::NoSeatLeft) => Code::Full.into(),
        Some(RefundReason::AlreadyCovered) => Code::AlreadySubscribed.into(),
        Some(_) | None => Error::from(Code::Conflict),
    })
}

/// Confirms a new hold that costs nothing; one of another amount is left unchanged. Returns its status.
///
/// # Errors
/// As [`preau_core::reservation::Reservation::confirm_free`].
pub async fn confirm_if_free(
    tx: &mut Tx,
    config: &Config,
    reservation_id: i64,
    amount: Cents,
) -> Result<ReservationStatus> {
    if !amount.is_zero() {
        return Ok(ReservationStatus::Held);
    }
    let row = store::get(tx, reservation_id).await?;
    row.state()?.confirm_free(tx.now)?;
    let today = tx.today;
    let basis = Basis::read(tx, &row, today).await?;
    basis.secure_seat(tx, &row).await?;
    enrol::enrol(tx, config, &row, &basis, ConfirmedBy::Free).await?;
    Ok(ReservationStatus::Confirmed)
}
