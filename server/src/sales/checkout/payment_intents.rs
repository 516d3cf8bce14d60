//! The endpoint for paying without checkout: the payment of a held reservation or, only in the sandbox, an amount not
//! yet bound to a reservation.

use axum::extract::State;
use preau_core::code::Code;
use preau_core::money::{CURRENCY, Cents};
use preau_core::problem::Problem;
use preau_core::reservation::PaymentRef;
use serde::{Deserialize, Serialize};

use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::sales::checkout::intent as checkout;
use crate::sales::payment::provider::{NewIntent, Payments};
use crate::sales::payment::store::{self, NewPayment};
use crate::sales::reservations::store as reservations;

/// Amount-only payments one address may open.
const OPENINGS: Limit = Limit::per_minutes(20, 60);

/// The amount to pay and its purpose.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntentRequest {
    /// Euros, at most two decimals; checked against the price.
    amount: f64,
    /// The caller's held reservation; without it the payment is unbound.
    reservation_id: Option<i64>,
}

/// A payment that can be made now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayableIntent {
    /// Secret for the card form.
    client_secret: String,
    /// The school's reference of the payment.
    payment_ref: PaymentRef,
    /// The amount to charge, in euros.
    amount: Cents,
}

/// Opens a payment, or returns the open one of the reservation.
#[utoipa::path(post, path = "/payment/create-payment-intent", tag = "payment",
    request_body = IntentRequest, responses((status = 200, body = PayableIntent),
        (status = 404), (status = 410), (status = 429)))]
pub(super) async fn create_payment_intent(
    State(app): State<AppContext>,
    caller: Caller,
    Json(request): Json<IntentRequest>,
) -> Result<Private<Json<PayableIntent>>> {
    let amount = Cents::from_euros(request.amount).map_err(|fault| Error::field("amount", fault))?;
    let payable = match request.reservation_id {
        Some(id) => of_reservation(&app, caller, id, amount).await?,
        None => of_amount(&app, caller, amount).await?,
    };
    Ok(Private(Json(payable)))
}

/// The payment of a reservation held by the caller.
async fn of_reservation(app: &AppContext, caller: Caller, id: i64, amount: Cents) -> Result<PayableIntent> {
    let user = caller.user()?;
    let row = {
        let mut conn = app.db.read().await?;
        reservations::get(&mut conn, id).await?
    };
    if row.payer_id != Some(user.id) {
        return Err(Error::not_found());
    }
    if row.amount() != amount {
        let right = row.amount().to_euros();
        return Err(Problem::new(Code::AmountMismatch).with("amount", right).into());
    }
    let opened = checkout::open(app, id).await?;
    Ok(PayableIntent {
        client_secret: opened.intent.client_secret,
        payment_ref: opened.payment_ref,
        amount: opened.amount,
    })
}

async fn of_amount(app: &AppContext, caller: Caller, amount: Cents) -> Result<PayableIntent> {
    if !matches!(app.payments(), Payments::Sandbox(_)) {
        return Err(Code::ReservationRequired.into());
    }
    if amount.is_zero() {
        return Err(Error::field("amount", Code::InvalidAmount));
    }
    app.limit(&format!("payment-intent:{}", caller.address()), OPENINGS).await?;
    let new = NewPayment {
        reservation_id: None,
        user_id: caller.user.map(|user| user.id),
        provider: app.payments().provider(),
        payment_ref: store::new_payment_ref(app.clock.now(), &app.ids),
        amount,
    };
    let payment = change!(app, None, |tx| store::insert_open(tx, &new).await)?;
    let payment_ref = new.payment_ref;
    let intent = NewIntent {
        amount,
        currency: CURRENCY.to_owned(),
        payment_ref: payment_ref.clone(),
        reservation_id: None,
        idempotency_key: payment_ref.0.clone(),
    };
    let intent = app.payments().open(app, intent).await?;
    change!(app, None, |tx| store::set_provider_id(tx, payment.id, &intent.id).await)?;
    Ok(PayableIntent { client_secret: intent.client_secret, payment_ref, amount })
}
