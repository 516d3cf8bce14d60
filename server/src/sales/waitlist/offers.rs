//! Offers free seats to who waits, in the transaction in which they came free. An offer is a reservation with a price of its
//! own that keeps its seat.

use preau_core::calendar::end_of_paris_day;
use preau_core::code::Code;
use preau_core::course::latest_start;
use preau_core::price::{Owned, PricedCourse, Quote, Scope, quote};
use preau_core::reservation::{ReservationKind, ReservationStatus};
use preau_core::waitlist::{EntryStatus, offer_until};

use super::mails;
use super::store::{self, EntryRow};
use crate::crash_point;
use crate::db::Conn;
use crate::error::Result;
use crate::people::accounts;
use crate::sales::checkout::course::{self, CourseOnSale};
use crate::sales::checkout::hold::{self, Participant};
use crate::sales::reservations::seat;
use crate::sales::reservations::store::{self as reservations, NewHold};
use crate::write::Tx;

/// Offers made in one transaction; a job makes the others. More come free at once only when the capacity is raised.
const AT_ONCE: usize = 200;

/// Offers the free seats of a course to those who wait, in their order, while it can be reserved.
pub async fn offer_free_seats(tx: &mut Tx, course_id: i64) -> Result<()> {
    for _ in 0..AT_ONCE {
        let Some(entry) = store::next(tx, course_id).await? else { return Ok(()) };
        let course = course::get(tx, course_id).await?;
        if course.availability.refusal(tx.today).is_some() {
            return Ok(());
        }
        offer(tx, &course, &entry).await?;
    }
    Ok(())
}

/// Offers a free seat to this entry. One that can buy nothing any more ends instead.
///
/// # Errors
/// `full`.
pub(super) async fn offer(tx: &mut Tx, course: &CourseOnSale, entry: &EntryRow) -> Result<()> {
    let learner_id = match entry.learner_id {
        None if !entry.learner_email.is_empty() => {
            accounts::store::find_by_email(tx, &entry.learner_email).await?.map(|account| account.id)
        }
        known => known,
    };
    let today = tx.today;
    let (owned, has_seat) = hold::holdings(tx, learner_id, course, today).await?;
    let start_date =
        entry.start_date.unwrap_or(course.start_date).max(today).min(latest_start(course.end_date));
    let now = tx.now;
    let priced = course.priced_from(tx, start_date, (today, now)).await?;
    let price = match wanted(tx, entry, &priced, &owned).await? {
        Some(price) if !has_seat => price,
        Some(_) => return store::end(tx, entry.id, EntryStatus::Left).await,
        None => {
            store::end(tx, entry.id, EntryStatus::Left).await?;
            return mails::queue_ended(tx, entry).await;
        }
    };
    if !seat::take(tx, course.id).await? {
        return Err(Code::Full.into());
    }
    crash_point!("waitlist.seat-taken");
    // Whoever is offered a seat on the last day on which one can start answers on that day.
    let last = end_of_paris_day(latest_start(course.end_date));
    let until = offer_until(tx.now, course.offer_hours).min(last);
    let offered = NewHold {
        kind: ReservationKind::Offer,
        course_id: course.id,
        scope: price.scope,
        start_date,
        payer_id: entry.payer_id,
        learner_id,
        payer_email: &entry.payer_email,
        learner_email: &entry.learner_email,
        child_key: &entry.child_key,
        draft: None,
        token_hash: None,
        token_expires_at: None,
        until,
        desk: false,
        holds_seat: true,
        amount: price.total,
        language: &entry.language,
        address_key: None,
        request_key: None,
        lines: &price.lines,
    };
    let reservation_id = reservations::insert(tx, &offered).await?;
    store::offer(tx, entry.id, reservation_id, until).await?;
    mails::queue_offer(tx, entry, reservation_id).await?;
    crash_point!("waitlist.offered");
    Ok(())
}

/// What an entry can still buy of what it waits for, and its price; nothing when nothing of it is left.
async fn wanted(
    conn: &mut Conn,
    entry: &EntryRow,
    priced: &PricedCourse,
    owned: &Owned,
) -> Result<Option<Quote>> {
    if entry.scope == Scope::Course {
        return Ok(quote(priced, &[], owned).ok());
    }
    let mut left = Vec::new();
    for module in store::modules(conn, entry.id).await? {
        if quote(priced, &[module], owned).is_ok() {
            left.push(module);
        }
    }
    Ok(if left.is_empty() { None } else { quote(priced, &left, owned).ok() })
}

/// The reservation of an offer ended: lapsed, or declined.
pub async fn ended(tx: &mut Tx, reservation_id: i64, status: EntryStatus) -> Result<()> {
    let Some(entry) = store::of_offer(tx, reservation_id).await? else { return Ok(()) };
    store::end(tx, entry.id, status).await?;
    if status == EntryStatus::Lapsed {
        mails::queue_lapsed(tx, &entry, reservation_id).await?;
        crash_point!("waitlist.lapsed");
    }
    Ok(())
}

/// The learner has a seat by another way: their entry ends, and a seat that was offered to them passes on.
pub async fn learner_enrolled(tx: &mut Tx, course_id: i64, learner_id: i64) -> Result<()> {
    let account = accounts::store::get(tx, learner_id).await?;
    let learner = Participant::known(&account);
    let Some(entry) = store::live_for(tx, course_id, &learner).await? else { return Ok(()) };
    let offered = match entry.reservation_id.filter(|_| entry.status == EntryStatus::Offered) {
        Some(id) => Some(reservations::get(tx, id).await?),
        None => None,
    };
    match offered {
        // Sold at the desk as it was offered.
        Some(offered) if offered.status == ReservationStatus::Confirmed => {
            store::end(tx, entry.id, EntryStatus::Accepted).await
        }
        Some(offered) => {
            store::end(tx, entry.id, EntryStatus::Left).await?;
            reservations::cancel(tx, &offered).await
        }
        None => store::end(tx, entry.id, EntryStatus::Left).await,
    }
}
