//! ADMIN's actions on withdrawals: listing those that are pending, and deciding the refund.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::problem::{Fault, Fields};
use preau_core::refund::{RefundReason, check_amount};
use preau_core::text;
use preau_core::withdrawal::WithdrawalOutcome;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::due_by;
use super::store::{self, WithdrawalRow};
use crate::clock;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{List, Window};
use crate::mail::booking;
use crate::mail::facts::DecisionFacts;
use crate::people::accounts;
use crate::sales::refunds::decide;
use crate::sales::reservations::store as reservations;
use crate::write::{Call, Tx};
use crate::{answer, crash_point};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(list_withdrawals)).routes(routes!(decide_withdrawal))
}

/// A withdrawal as ADMIN sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawalEntry {
    id: i64,
    reservation_id: i64,
    course_name: String,
    payer_name: Option<String>,
    payer_email: String,
    #[serde(serialize_with = "clock::instant")]
    declared_at: DateTime<Utc>,
    /// The last day for the refund.
    due_by: NaiveDate,
    outcome: WithdrawalOutcome,
    /// Euros received.
    #[schema(value_type = f64)]
    paid: Cents,
    /// Euros of the payment refunded or being refunded, for any reason.
    #[schema(value_type = f64)]
    returned: Cents,
    /// Euros left of the payment: the maximum refund.
    #[schema(value_type = f64)]
    left: Cents,
    /// Refund proposed by the rules; never more than is left.
    #[schema(value_type = f64)]
    proposed: Cents,
    /// Refund decided, in euros.
    #[schema(value_type = Option<f64>)]
    decided: Option<Cents>,
    #[serde(serialize_with = "clock::maybe_instant")]
    decided_at: Option<DateTime<Utc>>,
    note: Option<String>,
}

impl From<WithdrawalRow> for WithdrawalEntry {
    fn from(row: WithdrawalRow) -> Self {
        let (left, proposed) = (row.left(), row.proposed());
        Self {
            id: row.id,
            reservation_id: row.reservation_id,
            course_name: row.course_name,
            payer_name: row.payer_name,
            payer_email: row.payer_email,
            declared_at: row.declared_at,
            due_by: due_by(row.declared_at),
            outcome: row.outcome,
            paid: Cents(row.received_cents),
            returned: Cents(row.returned_cents),
            left,
            proposed,
            decided: row.decided_cents.map(Cents),
            decided_at: row.decided_at,
            note: row.note,
        }
    }
}

/// Which withdrawals are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    #[param(inline)]
    state: Option<WithdrawalOutcome>,
}

/// Withdrawals, pending decisions first.
#[utoipa::path(get, path = "/withdrawals", tag = "reservations", params(Search),
    responses((status = 200, body = List<WithdrawalEntry>)))]
async fn list_withdrawals(
    State(app): State<AppContext>,
    Query(search): Query<Search>,
) -> Result<List<WithdrawalEntry>> {
    let window = Window::parse(search.page, search.size)?;
    let mut conn = app.db.read().await?;
    let rows = store::list(&mut conn, search.state, window).await?;
    let total = store::count(&mut conn, search.state).await?;
    Ok(window.list(rows.into_iter().map(WithdrawalEntry::from).collect(), total))
}

/// The decided refund.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Decision {
    /// Euros, from 0 to what is left of the payment.
    #[schema(value_type = Option<f64>)]
    amount: Option<Cents>,
    /// Comment for the payer.
    note: Option<String>,
}

impl Decision {
    fn parse(self) -> Result<(Cents, Option<String>)> {
        let mut fields = Fields::default();
        let amount = fields.require("amount", self.amount.map(Ok::<_, Fault>));
        let note = fields.check("note", self.note.map(|note| text::lines(&note, MAX_NOTE)).transpose());
        match (amount, note) {
            (Some(amount), Some(note)) => Ok((amount, note.filter(|note| !note.is_empty()))),
            _ => Err(fields.into_problem().into()),
        }
    }
}

/// Decides the refund after a withdrawal. A withdrawal within the period cannot be refused.
#[utoipa::path(post, path = "/withdrawals/{id}/decision", tag = "reservations", params(("id" = i64, Path)),
    request_body = Decision, responses((status = 200, body = WithdrawalEntry)))]
async fn decide_withdrawal(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(decision): Json<Decision>,
) -> Result<Response> {
    let by = call.caller.user()?.id;
    let (amount, note) = decision.parse()?;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let row = store::get(tx, id).await?;
        if row.outcome != WithdrawalOutcome::Requested {
            return Err(Code::WithdrawalSettled.into());
        }
        decide(tx, &row, by, amount, note.as_deref()).await?;
        crash_point!("decision.written");
        Ok(WithdrawalEntry::from(store::get(tx, id).await?))
    })?;
    crash_point!("decision.committed");
    app.mail_queued.notify_one();
    Ok(answer)
}

async fn decide(tx: &mut Tx, row: &WithdrawalRow, by: i64, amount: Cents, note: Option<&str>) -> Result<()> {
    let reservation = reservations::get(tx, row.reservation_id).await?;
    let (payment, left) = decide::refundable(tx, &reservation).await?.ok_or(Code::NothingPaid)?;
    check_amount(amount, left).map_err(|fault| Error::field("amount", fault))?;
    let mut refund_id = None;
    if !amount.is_zero() {
        let reason = RefundReason::Withdrawal;
        refund_id = Some(decide::decide_and_notify(tx, Some(&reservation), &payment, amount, reason).await?);
    }
    store::decide(tx, row.id, by, amount, note, refund_id).await?;
    if has_account(tx, reservation.payer_id).await? {
        let facts = DecisionFacts {
            course_name: row.course_name.clone(),
            reservation_id: Some(row.reservation_id),
            paid: Cents(payment.received_cents),
            back: amount,
            note: note.map(ToOwned::to_owned),
        };
        booking::queue_decision(tx, row.reservation_id, facts).await?;
    }
    let after = json!({ "amount": amount, "proposed": row.proposed() });
    tx.audit("withdrawal.decided", "withdrawal", row.id, None, Some(after)).await
}

/// Whether the payer can be notified: they may have deleted their account.
async fn has_account(tx: &mut Tx, payer_id: Option<i64>) -> Result<bool> {
    match payer_id {
        Some(id) => Ok(accounts::store::find(tx, id).await?.is_some()),
        None => Ok(false),
    }
}
