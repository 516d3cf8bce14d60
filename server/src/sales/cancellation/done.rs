//! Cancels the course in the caller's transaction.

use std::collections::BTreeMap;

use preau_core::money::Cents;
use preau_core::refund::RefundReason;
use preau_core::reservation::ReservationStatus;
use serde_json::json;

use super::Scope;
use super::store::{self, AffectedReservation};
use crate::catalogue::timetable;
use crate::error::Result;
use crate::mail::facts::{CancellationFacts, cancellation_fact};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::sales::refunds::decide;
use crate::sales::reservations::store::{self as reservations, ReservationRow};
use crate::sales::subscriptions::store as subscriptions;
use crate::write::Tx;

/// The mail to one person.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::sales) struct Recipient {
    name: String,
    language: String,
    /// The amount refunded to them.
    back: Option<Cents>,
    by_hand: bool,
}

/// Everybody concerned, each once: payers, learners, and those who hold a seat or were granted a subscription.
pub(in crate::sales) fn people(scope: &Scope) -> BTreeMap<String, Recipient> {
    let mut people = BTreeMap::<String, Recipient>::new();
    for row in &scope.touched {
        let payer = note(&mut people, &row.payer_email, row.payer_name.as_deref(), &row.language);
        if row.status == ReservationStatus::Confirmed && !row.left().is_zero() {
            payer.back = Some(Cents(payer.back.map_or(0, |back| back.0) + row.left().0));
            payer.by_hand |= row.by_hand();
        }
        note(&mut people, &row.learner_email, row.learner_name.as_deref(), &row.language);
    }
    for row in &scope.granted {
        note(&mut people, &row.email, Some(&row.name), "fr");
    }
    for row in &scope.waiting {
        note(&mut people, &row.email, Some(&row.name), &row.language);
    }
    // Reservations whose draft was erased with their hold have no address.
    people.remove("");
    people
}

fn note<'a>(
    people: &'a mut BTreeMap<String, Recipient>,
    email: &str,
    name: Option<&str>,
    language: &str,
) -> &'a mut Recipient {
    people.entry(email.to_owned()).or_insert_with(|| Recipient {
        name: name.unwrap_or_default().to_owned(),
        language: language.to_owned(),
        ..Recipient::default()
    })
}

/// Cancels the course. Returns the reservations whose open payments must be closed.
pub(in crate::sales) async fn cancel(tx: &mut Tx, scope: &Scope, reason: &str) -> Result<Vec<i64>> {
    let after = json!({ "reason": reason, "reservations": scope.touched.len() });
    let before = json!({ "status": scope.course.status });
    tx.audit("course.cancelled", "course", scope.course.id, Some(before), Some(after)).await?;
    close(tx, scope, reason).await
}

/// Why sessions are cancelled with their course, where the school writes nothing; in its language.
const USUAL_REASON: &str = "Trop peu d’inscrits.";

/// Ends all that is in the scope, archives the course and tells everybody. The scope may leave out reservations whose
/// payers were asked whether they move. Returns the reservations whose open payments must be closed.
pub(in crate::sales) async fn close(tx: &mut Tx, scope: &Scope, reason: &str) -> Result<Vec<i64>> {
    let mut released = Vec::new();
    // Before the seats come free: nobody is offered one.
    store::end_waiting(tx, scope.course.id).await?;
    for touched in &scope.touched {
        end(tx, touched).await?;
        if touched.status != ReservationStatus::Confirmed {
            released.push(touched.id);
        }
    }
    let course = &scope.course;
    for (id, holds_seat) in store::active(tx, course.id).await? {
        subscriptions::deactivate(tx, id, course.id, holds_seat).await?;
    }
    let why = if reason.is_empty() { USUAL_REASON } else { reason };
    let teachers = timetable::course_cancelled(tx, course.id, why).await?;
    store::archive(tx, course.id).await?;
    queue_mails(tx, scope, reason, &teachers).await?;
    Ok(released)
}

async fn end(tx: &mut Tx, touched: &AffectedReservation) -> Result<()> {
    let row = reservations::get(tx, touched.id).await?;
    if row.status != ReservationStatus::Confirmed {
        return reservations::cancel(tx, &row).await;
    }
    refund_and_end(tx, &row, RefundReason::CourseCancelled).await.map(|_| ())
}

/// Ends a confirmed reservation; what is left of its payment goes back. Returns how much.
pub(in crate::sales) async fn refund_and_end(
    tx: &mut Tx,
    row: &ReservationRow,
    reason: RefundReason,
) -> Result<Cents> {
    let refundable = decide::refundable(tx, row).await?.filter(|(_, left)| !left.is_zero());
    let back = match refundable {
        Some((payment, left)) => decide::decide(tx, &payment, left, reason).await.map(|_| left)?,
        None => Cents::ZERO,
    };
    decide::end(tx, row).await.map(|()| back)
}

/// Sends one mail to each person, and to whoever would have given a session.
async fn queue_mails(tx: &mut Tx, scope: &Scope, reason: &str, teachers: &[(String, String)]) -> Result<()> {
    let mut people = people(scope);
    for (email, name) in teachers {
        note(&mut people, email, Some(name), "fr");
    }
    for (email, told) in people {
        let kind = Kind::CourseCancelled(CancellationFacts {
            course_name: scope.course.name.clone(),
            start_date: scope.course.start_date,
            reason: reason.to_owned(),
            back: told.back,
            by_hand: told.by_hand,
        });
        let fact = cancellation_fact(scope.course.id, tx.now, &email);
        let letter = match accounts::store::find_by_email(tx, &email).await? {
            Some(account) => account.mail(kind, fact),
            None => NewMail {
                kind,
                fact,
                to: email,
                name: told.name,
                language: told.language.parse().unwrap_or_default(),
                user_id: None,
                reply_to: None,
            },
        };
        mail::queue(tx, &letter).await?;
    }
    Ok(())
}
