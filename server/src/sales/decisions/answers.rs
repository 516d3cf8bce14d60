//! Answers of those who are asked: by account, or by the token of a mail. No answer in time is a refusal.

use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::minimum::{Choice, ProposalStatus};
use preau_core::money::Cents;
use preau_core::refund::RefundReason;
use preau_core::reservation::ReservationStatus;

use super::store::{self, ProposalState};
use super::view::Proposal;
use super::{mails, moving};
use crate::catalogue::courses;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::sales::cancellation;
use crate::sales::reservations::store::{self as reservations, ReservationRow};
use crate::sales::subscriptions::store as subscriptions;
use crate::write::{Call, Tx};
use crate::{answer, crash_point};

/// The proposal of a mail's link.
///
/// # Errors
/// `not_found`.
pub(super) async fn by_token(conn: &mut Conn, token: Option<String>) -> Result<Proposal> {
    let found = store::find_by_token(conn, token.unwrap_or_default().trim()).await?;
    store::view(conn, found.ok_or_else(Error::not_found)?.id).await
}

/// The proposal, if the token is one of its mails', or the caller pays for the reservation.
///
/// # Errors
/// `not_found`.
async fn authorised(conn: &mut Conn, call: &Call, id: i64, token: Option<&str>) -> Result<ProposalState> {
    let found = match (token.filter(|token| !token.is_empty()), call.caller.user) {
        (Some(token), _) => store::find_by_token(conn, token).await?.filter(|found| found.id == id),
        (None, Some(user)) => {
            let found = store::get(conn, id).await?;
            let row = reservations::get(conn, found.reservation_id).await?;
            Some(found).filter(|_| row.payer_id == Some(user.id))
        }
        (None, None) => None,
    };
    found.ok_or_else(Error::not_found)
}

/// Answers a proposal; safe to repeat.
///
/// # Errors
/// `not_found`; `proposal_over` when it was answered in the other way, ended or lapsed; those of [`moving::accept`].
pub(super) async fn answer(
    app: &AppContext,
    call: &Call,
    id: i64,
    token: Option<String>,
    given: ProposalStatus,
) -> Result<Response> {
    let answer = answer!(app, call, StatusCode::OK, |tx| {
        let proposal = authorised(tx, call, id, token.as_deref()).await?;
        if proposal.status.answered(given, proposal.answer_by, tx.today)?.is_some() {
            if given == ProposalStatus::Accepted {
                accept(tx, &proposal).await?;
            } else {
                refuse(tx, &proposal, given, true).await?;
            }
        }
        crash_point!("proposal.answered");
        store::view(tx, id).await
    })?;
    crash_point!("proposal.answered.committed");
    app.mail_queued.notify_one();
    Ok(answer)
}

async fn confirmed(tx: &mut Tx, proposal: &ProposalState) -> Result<ReservationRow> {
    let row = reservations::get(tx, proposal.reservation_id).await?;
    if row.status == ReservationStatus::Confirmed { Ok(row) } else { Err(Code::ProposalOver.into()) }
}

async fn accept(tx: &mut Tx, proposal: &ProposalState) -> Result<()> {
    let row = confirmed(tx, proposal).await?;
    let paid = store::view(tx, proposal.id).await?.paid;
    let back = match proposal.choice {
        Choice::OtherCourse => moving::accept(tx, proposal, &row).await?,
        _ => keep(tx, proposal, &row).await?,
    };
    store::end(tx, proposal.id, ProposalStatus::Accepted, (paid, back)).await?;
    end_rest(tx, proposal, &row).await?;
    mails::queue_accepted(tx, proposal.id).await
}

/// What was granted beside the purchase ends too, where the course is not given at all.
async fn end_rest(tx: &mut Tx, proposal: &ProposalState, row: &ReservationRow) -> Result<()> {
    match row.learner_id.filter(|_| proposal.choice == Choice::OtherCourse) {
        Some(learner_id) => subscriptions::end_of_learner(tx, row.course_id, learner_id).await,
        None => Ok(()),
    }
}

/// The reservation stays in its course, which is given on other dates: its start and its access follow.
async fn keep(tx: &mut Tx, proposal: &ProposalState, row: &ReservationRow) -> Result<Cents> {
    let today = tx.today;
    let course = courses::editable(tx, row.course_id, today).await?.facts;
    let by = course.start_date - proposal.old_start_date;
    let start = (row.start_date + by).max(course.start_date).min(course.latest_start_date);
    reservations::set_start_date(tx, row.id, start).await?;
    let opens_on = moving::opens_on(tx, row, row.amount(), start).await?;
    subscriptions::open_from(tx, row.id, opens_on).await?;
    subscriptions::lengthen_to(tx, row.id, course.end_date).await?;
    Ok(Cents::ZERO)
}

/// The learner's account is being deleted: what is proposed for them is refused.
pub async fn learner_left(tx: &mut Tx, user_id: i64) -> Result<()> {
    for proposal in store::open_of_learner(tx, user_id).await? {
        refuse(tx, &proposal, ProposalStatus::Refused, false).await?;
    }
    Ok(())
}

/// The reservation ends; all that is left of its payment goes back. `by_payer`: whether it was the payer's answer, or silence.
pub(super) async fn refuse(
    tx: &mut Tx,
    proposal: &ProposalState,
    given: ProposalStatus,
    by_payer: bool,
) -> Result<()> {
    let row = confirmed(tx, proposal).await?;
    // Before the reservation ends, which would end the proposal in another way.
    store::free_seat(tx, proposal).await?;
    let left = store::view(tx, proposal.id).await?.paid;
    store::end(tx, proposal.id, given, (left, left)).await?;
    cancellation::refund_and_end(tx, &row, RefundReason::NotStarted).await?;
    end_rest(tx, proposal, &row).await?;
    mails::queue_ended(tx, proposal.id, given == ProposalStatus::Refused, by_payer).await
}
