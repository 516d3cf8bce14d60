//! Payment intents of reservations: opened after the hold, closed when no longer needed.
//!
//! Calls the provider, so never inside a transaction. The effects of a payment are in [`super::settle`].

use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::reservation::{PaymentRef, ReservationKind, ReservationStatus};

use super::settle;
use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::sales::payment::provider::{Intent, NewIntent};
use crate::sales::payment::store::{self as payments, NewPayment, Payment, new_payment_ref};
use crate::sales::reservations::store;

/// A payment that can be paid now.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The school's reference of it.
    pub payment_ref: PaymentRef,
    pub amount: Cents,
    pub intent: Intent,
}

/// Opens the payment of a held reservation, or returns the one already open: the payment's reference is its idempotency
/// key.
///
/// # Errors
/// `expired` and `conflict` when the reservation is not held; `not_found` when it was deleted; `unavailable` when the
/// provider fails.
pub async fn open(app: &AppContext, reservation_id: i64) -> Result<Opened> {
    let payment = payable(app, reservation_id).await?;
    open_payment(app, payment).await
}

/// Opens a payment that was recorded with its hold, or returns it if it is already open.
///
/// # Errors
/// `not_found` when its reservation was deleted; `unavailable` when the provider fails.
pub async fn open_payment(app: &AppContext, payment: Payment) -> Result<Opened> {
    let intent = if let Some(provider_id) = &payment.provider_id {
        app.payments().read(app, provider_id).await?
    } else {
        let new = NewIntent {
            amount: Cents(payment.amount_cents),
            currency: payment.currency.clone(),
            payment_ref: PaymentRef(payment.payment_ref.clone()),
            reservation_id: payment.reservation_id,
            idempotency_key: payment.payment_ref.clone(),
        };
        let intent = app.payments().open(app, new).await?;
        if !change!(app, None, |tx| payments::set_provider_id(tx, payment.id, &intent.id).await)? {
            // The reservation was deleted in the meantime: a payment must not be possible without it.
            app.payments().cancel(app, &intent.id).await?;
            return Err(Error::not_found());
        }
        intent
    };
    let amount = Cents(payment.amount_cents);
    Ok(Opened { payment_ref: PaymentRef(payment.payment_ref), amount, intent })
}

/// The open payment of a held reservation; a desk reservation gets its first one here.
async fn payable(app: &AppContext, reservation_id: i64) -> Result<Payment> {
    let fresh_ref = new_payment_ref(app.clock.now(), &app.ids);
    let provider = app.payments().provider();
    change!(app, None, |tx| {
        let row = store::get(tx, reservation_id).await?;
        match row.status {
            // What was offered is paid once checkout knows the people and their consents.
            ReservationStatus::Held if row.kind != ReservationKind::Sale => return Err(Code::Conflict.into()),
            ReservationStatus::Held if !row.is_overdue(tx.now) => {}
            ReservationStatus::Held | ReservationStatus::Expired => return Err(Code::Expired.into()),
            ReservationStatus::Confirmed | ReservationStatus::Cancelled => return Err(Code::Conflict.into()),
        }
        if let Some(payment) = payments::open_of_reservation(tx, reservation_id, provider).await? {
            return Ok(payment);
        }
        let new = NewPayment {
            reservation_id: Some(reservation_id),
            user_id: row.payer_id,
            provider,
            payment_ref: fresh_ref.clone(),
            amount: row.amount(),
        };
        payments::insert_open(tx, &new).await
    })
}

/// Closes a payment that is no longer needed. One that succeeded in the meantime is settled instead; one at a provider
/// that is not in use is left to an administrator.
///
/// # Errors
/// `unavailable` when the provider fails: the job tries again.
pub async fn close(app: &AppContext, payment: &Payment) -> Result<()> {
    let Some(provider_id) = &payment.provider_id else {
        // Never opened, or its server crashed before anybody received it.
        return change!(app, None, |tx| payments::mark_cancelled(tx, payment.id).await);
    };
    if payment.provider != app.payments().provider() {
        return Ok(());
    }
    app.payments().cancel(app, provider_id).await?;
    settle::settle_payment(app, provider_id).await.map(|_| ())
}

/// Closes the open payments of these reservations where the provider responds; the job closes the others.
pub async fn close_all(app: &AppContext, reservations: &[i64]) {
    for id in reservations {
        if let Err(error) = close_of(app, *id).await {
            tracing::warn!(reservation = id, %error, "a payment could not be closed yet");
        }
    }
}

async fn close_of(app: &AppContext, reservation_id: i64) -> Result<()> {
    let open = {
        let mut conn = app.db.read().await?;
        payments::open_of_reservation(&mut conn, reservation_id, app.payments().provider()).await?
    };
    match open {
        Some(payment) => close(app, &payment).await,
        None => Ok(()),
    }
}
