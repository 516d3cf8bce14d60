//! ADMIN's actions on refunds: refunding part of a payment, retrying one that the provider refused, and recording one
//! made by hand.
//!
//! They are executed by [`crate::sales::checkout::jobs`].

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::payment::{Method, Provider, RefundStatus};
use preau_core::problem::{Fault, Fields};
use preau_core::refund::{RefundReason, check_some};
use preau_core::reservation::ReservationStatus;
use preau_core::text;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::sales::checkout::jobs;
use crate::sales::payment::store::{self as payments, Payment};
use crate::sales::refunds::money::{self, RefundMade};
use crate::sales::refunds::{self, How, Refund, decide};
use crate::sales::reservations::reading;
use crate::sales::reservations::store::{self as reservations, ReservationRow};
use crate::sales::reservations::view::Reservation;
use crate::write::{Call, Tx, check_version};
use crate::{answer, crash_point};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(refund_reservation))
        .routes(routes!(retry_refund))
        .routes(routes!(settle_refund_by_hand))
}

/// A refund to decide.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewRefund {
    /// Euros, from one cent to what is left of the payment.
    #[schema(value_type = Option<f64>)]
    amount: Option<Cents>,
    /// The reason, for the school only.
    note: Option<String>,
    /// Also cancels the reservation: access and seat end.
    end_access: Option<bool>,
}

impl NewRefund {
    fn parse(self) -> Result<(Cents, String, bool)> {
        let mut fields = Fields::default();
        let amount = fields.require("amount", self.amount.map(Ok::<_, Fault>));
        let note = text::required_line(self.note.as_deref().unwrap_or_default(), MAX_NOTE);
        let note = fields.check(
            "note",
            note.map_err(|fault| match fault.code {
                Code::Required => Code::ReasonRequired.into(),
                _ => fault,
            }),
        );
        match (amount, note) {
            (Some(amount), Some(note)) => Ok((amount, note, self.end_access.unwrap_or_default())),
            _ => Err(fields.into_problem().into()),
        }
    }
}

/// Refunds part of the payment; the seat stays unless `endAccess` is set.
#[utoipa::path(post, path = "/reservations/{id}/refund", tag = "reservations", params(("id" = i64, Path)),
    request_body = NewRefund, responses((status = 201, body = Reservation), (status = 412)))]
async fn refund_reservation(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(wanted): Json<NewRefund>,
) -> Result<Response> {
    let (amount, note, end_access) = wanted.parse()?;
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let row = reservations::get(tx, id).await?;
        let current = reading::get(tx, id).await?;
        check_version(&call, row.version, || json!(current))?;
        give(tx, &row, amount, &note, end_access).await?;
        crash_point!("refund.written");
        reading::get(tx, id).await
    })?;
    crash_point!("refund.committed");
    app.mail_queued.notify_one();
    Ok(answer)
}

async fn give(tx: &mut Tx, row: &ReservationRow, amount: Cents, note: &str, end_access: bool) -> Result<()> {
    let (payment, left) = decide::refundable(tx, row).await?.ok_or(Code::NothingPaid)?;
    check_some(amount, left).map_err(|fault| Error::field("amount", fault))?;
    let ends = end_access && row.status == ReservationStatus::Confirmed;
    let reason = if ends { RefundReason::Cancelled } else { RefundReason::Goodwill };
    let id = decide::decide_and_notify(tx, Some(row), &payment, amount, reason).await?;
    refunds::note(tx, id, note).await?;
    // Bumps the version, so that a decision based on an older version is refused.
    if ends { decide::end(tx, row).await } else { reservations::bump_version(tx, row.id).await }
}

/// Retries a failed refund: the same refund, never a second one.
#[utoipa::path(post, path = "/refunds/{id}/retry", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = RefundMade)))]
async fn retry_refund(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let (refund, payment) = find(tx, id).await?;
        match refund.status {
            RefundStatus::Pending => {}
            RefundStatus::Failed if payment.provider != Provider::Desk => {
                check_in_use(&app, &payment)?;
                check_left(tx, &refund, &payment).await?;
                refunds::retry(tx, id).await?;
                tx.audit("refund.renewed", "refund", id, None, None).await?;
            }
            RefundStatus::Failed | RefundStatus::Done => return Err(Code::RefundNotFailed.into()),
        }
        money::refund(tx, id, app.payments().provider()).await
    })
}

/// How a refund was made by hand.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct HandRefund {
    method: Option<Method>,
    note: Option<String>,
}

/// Records that a refund was made by hand: one that the provider refused or can no longer be asked for, or of a payment
/// at the desk. From then on neither the job nor the provider changes it.
#[utoipa::path(post, path = "/refunds/{id}/by-hand", tag = "reservations", params(("id" = i64, Path)),
    request_body = HandRefund, responses((status = 200, body = RefundMade)))]
async fn settle_refund_by_hand(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(hand): Json<HandRefund>,
) -> Result<Response> {
    let by = call.caller.user()?.id;
    let mut fields = Fields::default();
    let method = fields.require("method", hand.method.map(Ok::<_, Fault>));
    let note = fields.check("note", hand.note.map(|note| text::line(&note, MAX_NOTE)).transpose());
    let (Some(method), Some(note)) = (method, note) else { return Err(fields.into_problem().into()) };
    sync_if_failed(&app, id).await?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let (refund, payment) = find(tx, id).await?;
        let waits = match refund.status {
            RefundStatus::Failed => true,
            RefundStatus::Pending => payment.provider == Provider::Desk,
            RefundStatus::Done => false,
        };
        if !waits {
            return Err(Code::RefundNotFailed.into());
        }
        if refund.stranded && check_in_use(&app, &payment).is_ok() {
            return Err(Code::RefundToRetry.into());
        }
        check_left(tx, &refund, &payment).await?;
        refunds::done(tx, id, How::ByHand { method, note: note.as_deref(), by }).await?;
        crash_point!("refund.settled");
        money::refund(tx, id, app.payments().provider()).await
    })
}

/// A provider no longer in use is not asked: such a refund is made by hand.
fn check_in_use(app: &AppContext, payment: &Payment) -> Result<()> {
    if payment.provider == app.payments().provider() { Ok(()) } else { Err(Code::ProviderNotInUse.into()) }
}

/// Prevents refunding by hand what the provider already returned without a known event, for example in a dispute.
async fn sync_if_failed(app: &AppContext, id: i64) -> Result<()> {
    let refund = {
        let mut conn = app.db.read().await?;
        refunds::find(&mut conn, id).await?
    };
    match refund.filter(|refund| refund.status == RefundStatus::Failed) {
        Some(refund) => jobs::sync_provider_refunds(app, &refund).await,
        None => Ok(()),
    }
}

async fn find(tx: &mut Tx, id: i64) -> Result<(Refund, Payment)> {
    let refund = refunds::find(tx, id).await?.ok_or_else(Error::not_found)?;
    let payment = payments::find(tx, refund.payment_id).await?.ok_or_else(Error::not_found)?;
    Ok((refund, payment))
}

/// The money of a failed refund may since have been returned in another way.
async fn check_left(tx: &mut Tx, refund: &Refund, payment: &Payment) -> Result<()> {
    let others = refunds::total(tx, payment.id).await?.0;
    let counted = refund.status != RefundStatus::Failed || refund.stranded;
    let own = if counted { refund.amount_cents } else { 0 };
    check_some(Cents(refund.amount_cents), Cents(payment.received_cents - others + own))
        .map_err(|fault| Error::from(fault.code))
}
