//! Moves a confirmed reservation to another course: its seat, what it bought, its money and its invoice.

use chrono::NaiveDate;
use preau_core::calendar::paris_day;
use preau_core::code::Code;
use preau_core::consent::ConsentKind;
use preau_core::minimum::moved_price;
use preau_core::money::Cents;
use preau_core::price::{Line, Scope};
use preau_core::problem::Problem;
use preau_core::refund::RefundReason;
use preau_core::withdrawal;
use serde_json::json;

use super::store::ProposalState;
use crate::catalogue::subscribed;
use crate::crash_point;
use crate::error::{Error, Result};
use crate::sales::checkout::{consents, course};
use crate::sales::invoices::issue;
use crate::sales::refunds::{self, How, decide};
use crate::sales::reservations::seat;
use crate::sales::reservations::store::{self as reservations, Moved, ReservationRow};
use crate::sales::subscriptions::store::{self as subscriptions, Addition, Source};
use crate::sales::waitlist::offers;
use crate::write::Tx;

/// Moves the reservation to the course in which a seat is kept. Returns how much goes back.
///
/// # Errors
/// `already_subscribed` when the learner has the other course by now; why it can no longer be attended.
pub(super) async fn accept(tx: &mut Tx, proposal: &ProposalState, row: &ReservationRow) -> Result<Cents> {
    let missing = || Error::internal(format!("proposal {} keeps no seat", proposal.id));
    let target_id = proposal.seat_course_id.ok_or_else(missing)?;
    let learner_id = row.learner_id.ok_or_else(missing)?;
    let target = course::get(tx, target_id).await?;
    let today = tx.today;
    if let Some(refusal) = target.availability.closed(today) {
        return Err(Problem::from(refusal).into());
    }
    let access = subscribed::to_course(tx, learner_id, target_id, today).await?;
    if access.live().is_some() {
        return Err(Code::AlreadySubscribed.into());
    }
    let paid = decide::refundable(tx, row).await?;
    let left = paid.as_ref().map_or(Cents::ZERO, |(_, left)| *left);
    let price = moved_price(left, Cents(proposal.new_cents));
    let start: NaiveDate = target.start_date.max(today);
    let opens_on = opens_on(tx, row, price, start).await?;
    subscriptions::cancel_purchase(tx, row.id).await?;
    let line = Line::whole(None, target.priced.title.clone(), price);
    reservations::move_to(tx, row.id, &Moved { course_id: target_id, start_date: start, line: &line })
        .await?;
    crash_point!("proposal.moved");
    if access.has_seat() {
        // The seat of an ended subscription serves.
        seat::free(tx, target_id).await?;
    }
    let payment_ref = row.payment_ref.as_deref();
    let addition = Addition {
        user_id: learner_id,
        course_id: target_id,
        course_end: target.end_date,
        opens_on: Some(opens_on),
        scope: Scope::Course,
        modules: &[],
        has_seat: access.has_seat(),
        source: Source::Reservation { id: row.id, payment_ref },
    };
    subscriptions::add(tx, &addition).await?;
    if target.has_list {
        offers::learner_enrolled(tx, target_id, learner_id).await?;
    }
    let back = Cents(left.0 - price.0);
    if let Some((payment, _)) = paid {
        let refund = decide::decide(tx, &payment, back, RefundReason::CourseMoved).await?;
        issue::replace(tx, row.id, refund).await?;
        if back.is_zero() {
            refunds::done(tx, refund, How::Nothing).await?;
        }
    }
    let after = json!({ "courseId": target_id, "amount": price });
    let before = json!({ "courseId": row.course_id, "amount": row.amount() });
    tx.audit("reservation.moved", "reservation", row.id, Some(before), Some(after)).await?;
    Ok(back)
}

/// The day on which the lessons open. The right of withdrawal is that of the purchase.
pub(super) async fn opens_on(
    tx: &mut Tx,
    row: &ReservationRow,
    price: Cents,
    start: NaiveDate,
) -> Result<NaiveDate> {
    let contract = row.confirmed_at.map(paris_day).filter(|_| !row.desk && !price.is_zero());
    let early_start = consents::given(tx, row.id, ConsentKind::EarlyStart).await?;
    Ok(withdrawal::opens_on(start, contract, early_start))
}
