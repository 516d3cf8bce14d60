//! Confirms a reservation: accounts, seat, subscription and mails, all in the caller's transaction.

use chrono::NaiveDate;
use preau_core::consent::ConsentKind;
use preau_core::money::Cents;
use preau_core::payment::Method;
use preau_core::price::Line;
use preau_core::reservation::Class;
use preau_core::subscription::Coverage;
use preau_core::withdrawal;

use super::consents;
use super::course::{self, CourseOnSale};
use super::people::{self, People};
use crate::catalogue::subscribed::{self, Access};
use crate::config::Config;
use crate::db::Conn;
use crate::error::Result;
use crate::mail::booking;
use crate::sales::invoices::issue;
use crate::sales::payment::store::Payment;
use crate::sales::reservations::seat;
use crate::sales::reservations::store::{self, Confirmation, ReservationRow};
use crate::sales::subscriptions::store::{self as subscriptions, Addition, Source};
use crate::sales::waitlist::offers;
use crate::write::Tx;

/// How a reservation was confirmed.
#[derive(Clone, Copy, Debug)]
pub enum ConfirmedBy<'a> {
    /// By a card payment.
    Card(&'a Payment),
    /// By a payment at the desk.
    Desk { method: Method, note: Option<&'a str>, payment: &'a Payment },
    /// It costs nothing.
    Free,
}

impl<'a> ConfirmedBy<'a> {
    /// The name in the database: `CARD`, `TRANSFER`, `CHEQUE`, `CASH` or `FREE`.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Card(_) => "CARD",
            Self::Desk { method, .. } => method.as_str(),
            Self::Free => "FREE",
        }
    }

    const fn note(self) -> Option<&'a str> {
        match self {
            Self::Desk { note, .. } => note,
            Self::Card(_) | Self::Free => None,
        }
    }

    const fn payment(self) -> Option<&'a Payment> {
        match self {
            Self::Card(payment) | Self::Desk { payment, .. } => Some(payment),
            Self::Free => None,
        }
    }
}

/// What the confirmation of a reservation depends on, read once in its transaction.
#[derive(Debug)]
pub struct Basis {
    pub people: People,
    course: CourseOnSale,
    lines: Vec<Line>,
    /// What the learner's subscriptions to the course open.
    access: Access,
}

impl Basis {
    /// That of this reservation today.
    pub async fn read(conn: &mut Conn, row: &ReservationRow, today: NaiveDate) -> Result<Self> {
        let people = People::read(conn, row).await?;
        let course = course::get(conn, row.course_id).await?;
        let lines = store::lines(conn, row.id).await?;
        let access = match &people.learner {
            Some(learner) => subscribed::to_course(conn, learner.id, row.course_id, today).await?,
            None => Access::default(),
        };
        Ok(Self { people, course, lines, access })
    }

    /// The state of the class for this reservation.
    #[must_use]
    pub fn class(&self, row: &ReservationRow, today: NaiveDate) -> Class {
        let availability = &self.course.availability;
        let wanted = Coverage::paid_for(self.lines.iter().map(|line| line.module_id));
        let has_seat = row.holds_seat || self.access.has_seat();
        Class {
            seat_left: has_seat || availability.seats_left() != Some(0),
            learner_covered: self.access.live().is_some_and(|live| live.overlaps(&wanted)),
            closed: availability.closed(today),
        }
    }

    /// Ensures that the learner has exactly one seat. Returns whether there is one.
    pub async fn secure_seat(&self, tx: &mut Tx, row: &ReservationRow) -> Result<bool> {
        match (row.holds_seat, self.access.has_seat()) {
            // Another purchase took a seat in the meantime.
            (true, true) => seat::free(tx, row.course_id).await.map(|()| true),
            (true, false) | (false, true) => Ok(true),
            (false, false) => seat::take(tx, row.course_id).await,
        }
    }
}

/// Enrols the learner and returns the subscription's id. The seat is secured, and the draft or the accounts exist.
pub async fn enrol(
    tx: &mut Tx,
    config: &Config,
    row: &ReservationRow,
    basis: &Basis,
    confirmed_by: ConfirmedBy<'_>,
) -> Result<i64> {
    let people = &basis.people;
    let payer = people::payer(tx, row, people).await?;
    let learner_id = people::learner(tx, row, people, payer.id).await?;
    let confirmation = Confirmation {
        payer_id: payer.id,
        learner_id,
        by: confirmed_by.as_str(),
        note: confirmed_by.note(),
        payment_id: confirmed_by.payment().map(|payment| payment.id),
        created_account: payer.created,
    };
    store::confirm(tx, row, confirmation).await?;
    let sold = || basis.lines.iter().filter_map(|line| Some((line.module_id?, &line.title)));
    let modules: Vec<i64> = sold().map(|(id, _)| id).collect();
    let payment_ref = confirmed_by.payment().map(|payment| payment.payment_ref.as_str());
    let addition = Addition {
        user_id: learner_id,
        course_id: row.course_id,
        course_end: basis.course.end_date,
        opens_on: Some(opens_on(tx, row).await?),
        scope: row.scope,
        modules: &modules,
        has_seat: basis.access.has_seat(),
        source: Source::Reservation { id: row.id, payment_ref },
    };
    let subscription_id = subscriptions::add(tx, &addition).await?;
    if basis.course.has_list {
        offers::learner_enrolled(tx, row.course_id, learner_id).await?;
    }
    issue::invoice(tx, row.id, people.draft.as_ref().map(|draft| &draft.booker)).await?;
    booking::queue_confirmed(tx, config, row.id, sold().map(|(_, title)| title.clone()).collect()).await?;
    if payer.appeared {
        booking::queue_account_existed(tx, row.id).await?;
    }
    Ok(subscription_id)
}

/// The day on which the lessons of a purchase made today open. There is no right of withdrawal from a desk sale or a
/// free reservation.
async fn opens_on(tx: &mut Tx, row: &ReservationRow) -> Result<NaiveDate> {
    let contract = Some(tx.today).filter(|_| !row.desk && !row.amount().is_zero());
    let early_start = consents::given(tx, row.id, ConsentKind::EarlyStart).await?;
    Ok(withdrawal::opens_on(row.start_date, contract, early_start))
}

/// The amount received according to the payment's row.
#[must_use]
pub const fn received(payment: &Payment) -> Cents {
    Cents(payment.received_cents)
}
