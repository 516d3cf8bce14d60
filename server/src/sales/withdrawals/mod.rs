//! The right of withdrawal from purchases on the site: declared by the payer in two steps and acknowledged by mail at
//! once. If nothing was used everything is refunded; otherwise ADMIN decides the amount.
//!
//! In both cases the contract, seat and access end with the declaration. The time limit and the proposed amount are
//! rules of `preau_core`.

mod decision;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::code::Code;
use preau_core::money::Cents;
use preau_core::refund::RefundReason;
use preau_core::withdrawal::{Withdrawal, WithdrawalOutcome, check_contract, withdraw};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use self::store::Declared;
use crate::config::Config;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::extract::Path;
use crate::http::owned::owned;
use crate::mail::booking;
use crate::sales::payment::store::Payment;
use crate::sales::refunds::decide;
use crate::sales::reservations::reading;
use crate::sales::reservations::store::{self as reservations, ReservationRow};
use crate::sales::reservations::view::{Reservation, WithdrawalView};
use crate::write::{Call, Tx};
use crate::{answer, crash_point};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(declare_withdrawal)).merge(decision::routes())
}

/// Withdraws from a reservation made on the site, until the end of the last day. Idempotent.
#[utoipa::path(post, path = "/reservations/{id}/withdraw", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = Reservation)))]
async fn declare_withdrawal(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let row: ReservationRow = owned(tx, caller, id).await?;
        if store::of_reservation(tx, id).await?.is_none() {
            declare(tx, &app.config, &row).await?;
            crash_point!("withdrawal.written");
        }
        let mut reservation = reading::get(tx, id).await?;
        let today = tx.today;
        add_withdrawal_view(tx, &mut reservation, today).await?;
        Ok(reservation)
    })?;
    crash_point!("withdrawal.committed");
    app.mail_queued.notify_one();
    Ok(answer)
}

/// Withdraws from a reservation: the contract ends, and everything is refunded or an administrator decides.
///
/// # Errors
/// Those of [`check_contract`] and [`withdraw`]; `nothing_paid`.
pub(crate) async fn declare(tx: &mut Tx, config: &Config, row: &ReservationRow) -> Result<()> {
    let today = tx.today;
    let (payment, left, given) = judge(tx, row, today).await?;
    decide::end(tx, row).await?;
    let mut declared = Declared {
        reservation_id: row.id,
        outcome: WithdrawalOutcome::Requested,
        paid: left,
        proposed: left,
        refund_id: None,
    };
    match given {
        Withdrawal::Request { proposed } => declared.proposed = proposed,
        Withdrawal::Full(all) => {
            declared.outcome = WithdrawalOutcome::Refunded;
            let id =
                decide::decide_and_notify(tx, Some(row), &payment, all, RefundReason::Withdrawal).await?;
            declared.refund_id = Some(id);
        }
    }
    store::insert(tx, &declared).await?;
    let back = declared.refund_id.map(|_| left);
    booking::queue_withdrawal(tx, config, row.id, back).await?;
    let after = json!({ "outcome": declared.outcome, "proposed": declared.proposed });
    tx.audit("reservation.withdrawn", "reservation", row.id, None, Some(after)).await
}

/// The result of a withdrawal on this day, given what is left of the payment.
async fn judge(
    conn: &mut Conn,
    row: &ReservationRow,
    today: NaiveDate,
) -> Result<(Payment, Cents, Withdrawal)> {
    check_contract(row.status, row.desk, row.amount())?;
    let consumed = store::consumed(conn, row).await?;
    let (payment, left) = decide::refundable(conn, row).await?.ok_or(Code::NothingPaid)?;
    // A reservation that moved to another course costs less than was received.
    let paid = row.amount().max(left);
    let given = withdraw(paid, Cents(paid.0 - left.0), consumed, today)?;
    Ok((payment, left, given))
}

/// Adds the state of the withdrawal to a reservation read by its payer or ADMIN.
pub(crate) async fn add_withdrawal_view(
    conn: &mut Conn,
    reservation: &mut Reservation,
    today: NaiveDate,
) -> Result<()> {
    let id = reservation.id;
    let Some(purchase) = reservation.purchase.as_mut().filter(|it| it.confirmed_at.is_some()) else {
        return Ok(());
    };
    if let Some(declared) = store::of_reservation(conn, id).await? {
        purchase.withdrawal = Some(declared.view());
        return Ok(());
    }
    let Some(until) = purchase.withdraw_until else { return Ok(()) };
    let mut view = WithdrawalView { until: Some(until), ..WithdrawalView::default() };
    if today <= until {
        let row = reservations::get(conn, id).await?;
        match judge(conn, &row, today).await?.2 {
            Withdrawal::Full(all) => view.refund = Some(all),
            Withdrawal::Request { proposed } => view.proposed = Some(proposed),
        }
        view.possible = true;
    }
    purchase.withdrawal = Some(view);
    Ok(())
}

/// The last day on which the refund is on time; also the limit for a decision.
fn due_by(declared_at: DateTime<Utc>) -> NaiveDate {
    let declared_on = preau_core::calendar::paris_day(declared_at);
    preau_core::calendar::add_days(declared_on, preau_core::withdrawal::REFUND_WITHIN_DAYS)
}
