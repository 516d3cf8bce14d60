//! Endpoints that end a reservation: cancelling it, with a refund, and deleting it while no payment is attached.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::payment::PaymentStatus;
use preau_core::refund::{RefundReason, check_amount};
use preau_core::reservation::{Canceller, ReservationStatus};
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::reading;
use super::store::{self, ReservationRow};
use super::view::Reservation;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{OptionalJson, Path};
use crate::http::owned::owned;
use crate::sales::checkout::intent;
use crate::sales::payment::store as payments;
use crate::sales::refunds::decide;
use crate::write::{Call, Tx, check_version};
use crate::{answer, execute};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(cancel_reservation)).routes(routes!(delete_reservation))
}

/// The refund decided by ADMIN.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Cancellation {
    /// Euros, from 0 to what was paid; absent: all of it.
    #[schema(value_type = Option<f64>)]
    refund_amount: Option<Cents>,
}

/// Cancels a reservation: a hold by its payer, a confirmed one by ADMIN, with a refund.
#[utoipa::path(patch, path = "/reservations/{id}/cancel", tag = "reservations", params(("id" = i64, Path)),
    request_body(content = Option<Cancellation>), responses((status = 200, body = Reservation),
        (status = 410), (status = 412)))]
async fn cancel_reservation(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(cancellation): OptionalJson<Cancellation>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    owned::<ReservationRow>(&mut app.db.read().await?, caller, id).await?;
    let by = if caller.is_admin() { Canceller::Admin } else { Canceller::Payer };
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let row = store::get(tx, id).await?;
        let current = reading::get(tx, id).await?;
        check_version(&call, row.version, || json!(current))?;
        row.state()?.cancel(by, tx.now)?;
        match row.status {
            ReservationStatus::Held => store::cancel(tx, &row).await?,
            ReservationStatus::Confirmed => {
                refund_what_was_paid(tx, &row, cancellation.refund_amount).await?;
                decide::end(tx, &row).await?;
            }
            ReservationStatus::Expired | ReservationStatus::Cancelled => return Ok(current),
        }
        reading::get(tx, id).await
    })?;
    app.mail_queued.notify_one();
    intent::close_all(&app, &[id]).await;
    Ok(answer)
}

async fn refund_what_was_paid(tx: &mut Tx, row: &ReservationRow, wanted: Option<Cents>) -> Result<()> {
    let Some((payment, left)) = decide::refundable(tx, row).await? else { return Ok(()) };
    let amount = wanted.unwrap_or(left);
    check_amount(amount, left).map_err(|fault| Error::field("refundAmount", fault))?;
    decide::decide_and_notify(tx, Some(row), &payment, amount, RefundReason::Cancelled).await.map(|_| ())
}

const DELETE_PAYMENTS: &str = "DELETE FROM payments WHERE reservation_id = $1";
const DELETE: &str = "DELETE FROM reservations WHERE id = $1";

/// Deletes a reservation without any payment attached.
#[utoipa::path(delete, path = "/reservations/{id}", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_reservation(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    // An open payment must not outlive its reservation.
    let open = {
        let mut conn = app.db.read().await?;
        store::get(&mut conn, id).await?;
        payments::open_of_reservation(&mut conn, id, app.payments().provider()).await?
    };
    if let Some(payment) = open {
        intent::close(&app, &payment).await?;
    }
    crate::change!(app, Some(&call), |tx| {
        let row = store::get(tx, id).await?;
        let current = reading::get(tx, id).await?;
        check_version(&call, row.version, || json!(current))?;
        let payments = payments::of_reservation(tx, id).await?;
        let may_hold_money = |status| matches!(status, PaymentStatus::Paid | PaymentStatus::Open);
        if row.confirmed_at.is_some() || payments.iter().any(|payment| may_hold_money(payment.status)) {
            return Err(Code::HasMoney.into());
        }
        if row.status == ReservationStatus::Held {
            store::cancel(tx, &row).await?;
        }
        execute!(tx, DELETE_PAYMENTS, id)?;
        execute!(tx, DELETE, id)?;
        tx.audit("reservation.deleted", "reservation", id, None, None).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}
