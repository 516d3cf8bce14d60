//! Makes a decision in the caller's transaction.

use std::collections::HashMap;

use preau_core::code::Code;
use preau_core::minimum::NewDates;
use preau_core::money::Cents;
use preau_core::reservation::ReservationStatus;
use serde_json::json;

use super::mails;
use super::plan::{Decided, Plan};
use super::store::{self, NewDecision};
use super::view::{Outcome, TargetCourse};
use crate::catalogue::start;
use crate::error::Result;
use crate::sales::cancellation;
use crate::sales::reservations::{seat, store as reservations};
use crate::sales::subscriptions::store as subscriptions;
use crate::write::Tx;

/// Makes the decision. Returns the reservations whose open payments must be closed.
///
/// # Errors
/// `full`; those of the sessions that move.
pub(super) async fn decide(
    tx: &mut Tx,
    plan: &mut Plan,
    decided_by: Option<i64>,
    reason: Option<&str>,
) -> Result<Vec<i64>> {
    let id = record(tx, plan, decided_by, reason).await?;
    match plan.decided.clone() {
        Decided::Confirm => confirm(tx, plan, id).await,
        Decided::NewDates(dates) => new_dates(tx, plan, id, &dates).await,
        Decided::OtherCourse { .. } => other_course(tx, plan, id, reason.unwrap_or_default()).await,
        Decided::Cancel => cancellation::cancel(tx, &plan.scope, reason.unwrap_or_default()).await,
    }
}

async fn record(tx: &mut Tx, plan: &Plan, decided_by: Option<i64>, reason: Option<&str>) -> Result<i64> {
    let dates = match &plan.decided {
        Decided::NewDates(dates) => Some(dates),
        _ => None,
    };
    let course = &plan.course;
    let new = NewDecision {
        course_id: course.id,
        choice: plan.decided.choice(),
        decided_by,
        reason,
        answer_by: plan.decided.answer_by(),
        old: (course.start_date, course.end_date),
        new: dates.map(|dates| (dates.start, dates.end)),
        next: dates.and_then(|dates| dates.decision_day),
        target_course_id: plan.target.as_ref().map(|target| target.id),
    };
    let before = json!({ "startDate": course.start_date, "endDate": course.end_date });
    let after = json!({
        "choice": new.choice,
        "reason": reason,
        "startDate": dates.map(|dates| dates.start),
        "endDate": dates.map(|dates| dates.end),
        "answerBy": new.answer_by,
        "targetCourseId": new.target_course_id,
    });
    let id = store::insert(tx, &new).await?;
    tx.audit("course.decided", "course", course.id, Some(before), Some(after)).await?;
    Ok(id)
}

async fn confirm(tx: &mut Tx, plan: &Plan, id: i64) -> Result<Vec<i64>> {
    start::confirm(tx, plan.course.id).await?;
    mails::queue_confirmed(tx, plan, id).await?;
    Ok(Vec::new())
}

async fn new_dates(tx: &mut Tx, plan: &Plan, id: i64, dates: &NewDates) -> Result<Vec<i64>> {
    let released = end_holds(tx, plan).await?;
    start::give_new_dates(tx, plan.course.id, dates).await?;
    subscriptions::lengthen_grants(tx, plan.course.id, dates.end).await?;
    for asked in plan.with(Outcome::Asked) {
        let proposal = store::propose(tx, id, asked.row.id, None, asked.row.left()).await?;
        mails::queue_proposal(tx, proposal, false).await?;
    }
    Ok(released)
}

/// Seats that are held and not paid end: their price and their dates are those of before.
async fn end_holds(tx: &mut Tx, plan: &Plan) -> Result<Vec<i64>> {
    let mut released = Vec::new();
    for ended in plan.with(Outcome::Ended) {
        let row = reservations::get(tx, ended.row.id).await?;
        reservations::cancel(tx, &row).await?;
        released.push(row.id);
    }
    Ok(released)
}

async fn other_course(tx: &mut Tx, plan: &mut Plan, id: i64, reason: &str) -> Result<Vec<i64>> {
    let Some(TargetCourse { id: target, .. }) = plan.target else { return Ok(Vec::new()) };
    let asked: HashMap<i64, Cents> =
        plan.with(Outcome::Asked).map(|one| (one.row.id, one.new_price.unwrap_or_default())).collect();
    for one in plan.with(Outcome::Asked) {
        if !seat::take(tx, target).await? {
            return Err(Code::Full.into());
        }
        let price = one.new_price.unwrap_or_default();
        let proposal = store::propose(tx, id, one.row.id, Some(target), price).await?;
        mails::queue_proposal(tx, proposal, false).await?;
    }
    plan.scope
        .touched
        .retain(|row| row.status != ReservationStatus::Confirmed || !asked.contains_key(&row.id));
    cancellation::close(tx, &plan.scope, reason).await
}
