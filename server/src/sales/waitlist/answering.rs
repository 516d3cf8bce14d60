//! Answers of whoever waits: they leave, take an offered seat or let it pass. By account, or by the token of a mail.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::TimeDelta;
use preau_core::code::Code;
use preau_core::course::latest_start;
use preau_core::problem::Problem;
use preau_core::reservation::{CARD_HOLD, ReservationKind, ReservationStatus};
use preau_core::waitlist::EntryStatus;

use super::store::{self, EntryRow};
use super::view::AcceptedOffer;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::idempotency::Private;
use crate::sales::checkout::course;
use crate::sales::reservations::store::{self as reservations, CheckoutToken, ReservationRow};
use crate::sales::reservations::view::module_ids;
use crate::write::{Call, Tx};
use crate::{answer, change, crash_point};

/// Validity of a `checkoutToken`.
const TOKEN_LIFE: TimeDelta = TimeDelta::hours(24);

/// The entry, if the token is one of its mails', or the caller pays for it.
///
/// # Errors
/// `not_found`.
async fn authorised(conn: &mut Conn, call: &Call, id: i64, token: Option<&str>) -> Result<EntryRow> {
    let allowed = match (token.filter(|token| !token.is_empty()), call.caller.user) {
        (Some(token), _) => store::find_by_token(conn, token).await?.is_some_and(|entry| entry.id == id),
        (None, Some(user)) => store::is_own(conn, user.id, id).await?,
        (None, None) => false,
    };
    if allowed { store::get(conn, id).await } else { Err(Error::not_found()) }
}

pub(super) async fn leave(app: &AppContext, call: &Call, id: i64, token: Option<String>) -> Result<Response> {
    let answer = answer!(app, call, StatusCode::OK, |tx| {
        let entry = authorised(tx, call, id, token.as_deref()).await?;
        if entry.status == EntryStatus::Offered {
            pass_on(tx, &entry).await?;
        } else if entry.status.left()? != entry.status {
            store::end(tx, id, EntryStatus::Left).await?;
        }
        store::view(tx, id).await
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

pub(super) async fn decline(
    app: &AppContext,
    call: &Call,
    id: i64,
    token: Option<String>,
) -> Result<Response> {
    let answer = answer!(app, call, StatusCode::OK, |tx| {
        let entry = authorised(tx, call, id, token.as_deref()).await?;
        if entry.status.declined(entry.offer_until, tx.now)? != entry.status {
            pass_on(tx, &entry).await?;
        }
        store::view(tx, id).await
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

/// Ends an offer; its seat goes to the next one.
async fn pass_on(tx: &mut Tx, entry: &EntryRow) -> Result<()> {
    match entry.reservation_id {
        Some(id) => {
            let offered = reservations::get(tx, id).await?;
            reservations::cancel(tx, &offered).await
        }
        None => store::end(tx, entry.id, EntryStatus::Declined).await,
    }
}

pub(super) async fn accept(
    app: &AppContext,
    call: &Call,
    id: i64,
    token: Option<String>,
) -> Result<Response> {
    let checkout_token = app.ids.token();
    // The answer bears a token, so it is not stored for repeats: a repeat gets a new one.
    let accepted = change!(app, Some(call), |tx| {
        let entry = authorised(tx, call, id, token.as_deref()).await?;
        entry.status.accepted(entry.offer_until, tx.now)?;
        let offered = match entry.reservation_id {
            Some(id) => reservations::get(tx, id).await?,
            None => return Err(Code::OfferOver.into()),
        };
        let until = hold(tx, &entry, &offered, &sha256_hex(&checkout_token)).await?;
        let held = reservations::get(tx, offered.id).await?;
        let lines = reservations::lines(tx, held.id).await?;
        Ok(AcceptedOffer {
            reservation_id: held.id,
            checkout_token: checkout_token.clone(),
            course_id: held.course_id,
            reserved_module_ids: module_ids(held.scope, &lines),
            requested_start_date: held.start_date,
            amount: held.amount(),
            expires_at: until,
        })
    })?;
    crash_point!("waitlist.accepted.committed");
    Ok(Private(Json(accepted)).into_response())
}

/// Makes the offer an ordinary hold, or gives the hold of an accepted one a new token: the answer with the last may be
/// lost. Returns until when it holds.
async fn hold(
    tx: &mut Tx,
    entry: &EntryRow,
    offered: &ReservationRow,
    token_hash: &str,
) -> Result<chrono::DateTime<chrono::Utc>> {
    if offered.status != ReservationStatus::Held || offered.is_overdue(tx.now) {
        return Err(Code::OfferOver.into());
    }
    // Checkout has replaced the offer by a sale: its people and its token are not this link's.
    if offered.kind == ReservationKind::Sale {
        return Err(Code::AlreadyHeld.into());
    }
    let course = course::get(tx, entry.course_id).await?;
    if let Some(refusal) = course.availability.refusal_for_learner(tx.today, true) {
        return Err(Problem::from(refusal).into());
    }
    let is_offer = offered.kind == ReservationKind::Offer;
    let until = if is_offer { tx.now + CARD_HOLD } else { offered.hold_until };
    let start_date = offered.start_date.max(tx.today).min(latest_start(course.end_date));
    let token = CheckoutToken { hash: token_hash, expires_at: tx.now + TOKEN_LIFE };
    reservations::accept_offer(tx, offered.id, until, start_date, token).await.map_err(|error| {
        // The learner's own hold on the course, of another purchase.
        if error.is_unique_violation() { Code::AlreadyHeld.into() } else { error }
    })?;
    if is_offer {
        store::end(tx, entry.id, EntryStatus::Accepted).await?;
    }
    crash_point!("waitlist.accepted");
    Ok(until)
}
