//! Claims the subscription of a paid reservation: the request that follows a payment.
//!
//! The claimed payment is verified: it must belong to this reservation, or be an unbound one of the same account and
//! amount, and be paid at the provider.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use preau_core::code::Code;
use preau_core::reservation::ReservationStatus;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::view::Subscription;
use super::{learning, store};
use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path, Query};
use crate::http::owned::owned;
use crate::sales::checkout::{Standing, settle, standing};
use crate::sales::payment::provider::IntentStatus;
use crate::sales::payment::store::{self as payments, Payment};
use crate::sales::reservations::store::ReservationRow;
use crate::write::Call;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(subscribe_from_reservation))
}

/// The payment that is said to have been made.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Claim {
    /// `PAY_REF_…`; absent: the reservation's payment.
    payment_ref: Option<String>,
}

/// The subscription of a paid reservation; the existing one when repeated.
#[utoipa::path(post, path = "/subscriptions/from-reservation/{id}", tag = "subscriptions",
    params(("id" = i64, Path), Claim),
    responses((status = 200, description = "It exists already.", body = Subscription),
        (status = 201, body = Subscription), (status = 202, description = "The provider has not decided yet."),
        (status = 402, description = "Not paid yet."), (status = 410, description = "The hold ran out.")))]
async fn subscribe_from_reservation(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Query(claim): Query<Claim>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    let (before, payment) = {
        let mut conn = app.db.read().await?;
        let row: ReservationRow = owned(&mut conn, caller, id).await?;
        let payment = match &claim.payment_ref {
            Some(name) => payments::find_by_ref(&mut conn, name).await?,
            None => None,
        };
        (row, payment)
    };
    if claim.payment_ref.is_some() && !belongs(&app, &before, payment.as_ref()).await? {
        return Err(Code::PaymentMismatch.into());
    }
    let Standing::Confirmed(row) = standing(&app, id).await? else {
        return Ok((StatusCode::ACCEPTED, Json(json!({ "status": "processing" }))).into_response());
    };
    if claim.payment_ref.is_some() && claim.payment_ref != row.payment_ref {
        return Err(Code::PaymentMismatch.into());
    }
    let status = match before.status {
        ReservationStatus::Confirmed => StatusCode::OK,
        ReservationStatus::Held | ReservationStatus::Expired | ReservationStatus::Cancelled => {
            StatusCode::CREATED
        }
    };
    let mut conn = app.db.read().await?;
    let subscription_id = store::of_reservation(&mut conn, id).await?;
    let subscription = learning::get(&mut conn, subscription_id).await?.view(app.clock.today());
    Ok((status, Json(subscription)).into_response())
}

/// Whether the payment belongs to this reservation. A matching paid payment that is unbound is bound to it.
async fn belongs(app: &AppContext, row: &ReservationRow, payment: Option<&Payment>) -> Result<bool> {
    let Some(payment) = payment else { return Ok(false) };
    if let Some(reservation_id) = payment.reservation_id {
        return Ok(reservation_id == row.id);
    }
    let open = matches!(row.status, ReservationStatus::Held | ReservationStatus::Expired);
    let fits = payment.user_id.is_some()
        && payment.provider == app.payments().provider()
        && payment.user_id == row.payer_id
        && payment.amount_cents == row.amount_cents;
    let Some(provider_id) = payment.provider_id.as_ref().filter(|_| open && fits) else { return Ok(false) };
    let intent = app.payments().read(app, provider_id).await?;
    match intent.status {
        IntentStatus::Succeeded => {}
        IntentStatus::Open | IntentStatus::Processing => return Err(Code::Unpaid.into()),
        IntentStatus::Cancelled => return Ok(false),
    }
    let bound = change!(app, None, |tx| {
        if !payments::bind(tx, payment.id, row.id).await? {
            return Ok(false);
        }
        settle::apply(tx, &app.config, payment.provider, &intent).await?;
        Ok(true)
    })?;
    app.mail_queued.notify_one();
    Ok(bound)
}
