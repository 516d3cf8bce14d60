//! Checkout, from the draft to the confirmed seat: holds a seat, opens the payment, and enrols once it is paid.
//!
//! This module has the endpoints of the booking screens. Holding is in [`hold`], payments in [`settle`], scheduled work
//! in [`jobs`].

mod conflicts;
pub mod consents;
pub mod course;
pub mod draft;
mod enrol;
pub mod hold;
pub mod intent;
pub mod jobs;
mod participant;
mod payment_intents;
pub(crate) mod people;
mod provider_events;
mod quote;
mod resume;
pub(crate) use conflicts::resolve_conflicting_holds;
pub(crate) use resume::{Standing, standing};
pub mod settle;
pub(crate) mod webhook;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::code::Code;
use preau_core::money::{CURRENCY, Cents};
use preau_core::order::Order;
use preau_core::payment::Provider;
use preau_core::problem::Problem;
use preau_core::reservation::{CARD_HOLD, ReservationStatus};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use self::consents::Agreed;
use self::draft::{Draft, DraftInput};
use self::hold::{Hold, HoldRequest, Participant};
use crate::clock::{self, sha256_hex};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::people::accounts;
use crate::people::accounts::store::{Account, ChildKey};
use crate::people::passwords::HashQueue;
use crate::sales::payment::store::{Payment, new_payment_ref};
use crate::sales::reservations::store;
use crate::write::Call;
use crate::{change, crash_point};

/// How often one address may have a draft's password hashed, whether or not a hold results.
const HASHES: Limit = Limit::per_minutes(30, 15);

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(start_checkout))
        .routes(routes!(quote::quote_selection))
        .routes(routes!(resume::read_checkout))
        .routes(routes!(resume::cancel_checkout))
        .routes(routes!(resume::complete_checkout))
        .routes(routes!(payment_intents::create_payment_intent))
        .routes(routes!(webhook::payment_webhook))
}

/// A held seat and how to pay for it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenCheckout {
    reservation_id: i64,
    /// Authorises this reservation only; valid for 24 hours.
    checkout_token: String,
    status: ReservationStatus,
    /// For the card form; none when there is nothing to pay.
    client_secret: Option<String>,
    payment_ref: Option<String>,
    /// Euros.
    #[schema(value_type = f64)]
    amount: Cents,
    currency: &'static str,
    /// Until when the seat is held.
    #[serde(serialize_with = "clock::instant")]
    expires_at: DateTime<Utc>,
    provider: Provider,
}

/// Holds a seat and opens the payment. The whole draft is checked before anything is written.
#[utoipa::path(post, path = "/checkout", tag = "checkout", request_body = DraftInput,
    responses((status = 201, body = OpenCheckout), (status = 404), (status = 429)))]
async fn start_checkout(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<DraftInput>,
) -> Result<Response> {
    let account = match call.caller.user {
        Some(user) => Some(accounts::store::get(&mut app.db.read().await?, user.id).await?),
        None => None,
    };
    let profile = account.as_ref().map(Account::profile);
    let order = input.order().parse(profile.as_ref(), app.clock.today())?;
    let checkout_token = app.ids.token();
    let request = request(&app, &call, &input, &order, account.as_ref(), &checkout_token).await?;
    let held = hold_or_confirm_free(&app, &call, &request).await;
    if let Err(error) = &held
        && order.is_for_another()
        && reveals_learner(error)
    {
        accounts::count_address_lookup(&app, &call.caller).await?;
    }
    let (held, status) = held?;
    crash_point!("checkout.held");
    intent::close_all(&app, &held.replaced).await;
    let opened = match held.payment {
        Some(payment) => Some(open_or_release(&app, held.reservation_id, payment).await?),
        None => None,
    };
    crash_point!("checkout.intent-opened");
    let answer = OpenCheckout {
        reservation_id: held.reservation_id,
        checkout_token,
        status,
        client_secret: opened.as_ref().map(|opened| opened.intent.client_secret.clone()),
        payment_ref: opened.map(|opened| opened.payment_ref.0),
        amount: held.amount,
        currency: CURRENCY,
        expires_at: held.until,
        provider: if status == ReservationStatus::Confirmed {
            Provider::Free
        } else {
            app.payments().provider()
        },
    };
    Ok(Private((StatusCode::CREATED, Json(answer))).into_response())
}

/// Builds the hold request from the draft, after the slow and rate-limited steps.
async fn request(
    app: &AppContext,
    call: &Call,
    input: &DraftInput,
    order: &Order,
    account: Option<&Account>,
    token: &str,
) -> Result<HoldRequest> {
    let origin = hold::origin(&mut app.db.read().await?, &call.caller).await?;
    let replaces = replaceable(app, input).await?;
    let payer = account.map_or_else(|| Participant::named(order.booker.address()), Participant::known);
    let (learner, birth_date) = learner(app, order, &payer).await?;
    if order.beneficiary.is_some() {
        accounts::may_learn(app, &call.caller).await?;
    }
    if payer.id.is_none() {
        refuse_existing_account(app, call, &payer.email).await?;
        let mut conn = app.db.read().await?;
        hold::refuse_more(&mut conn, app.clock.now(), Some(&origin), &payer, replaces).await?;
        let course = course::get(&mut conn, order.course_id).await?;
        // Free seats are only known once overdue holds are expired.
        if let Some(refusal) = course.availability.refusal_for_learner(app.clock.today(), true) {
            return Err(Problem::from(refusal).into());
        }
    }
    let password_hash = match &order.password {
        Some(password) => {
            app.limit(&sha256_hex(format!("checkout hash {}", call.caller.address())), HASHES).await?;
            Some(app.passwords().hash(password.as_str(), HashQueue::Purchase).await?)
        }
        None => None,
    };
    resolve_conflicting_holds(app, order.course_id, &payer, &learner).await?;
    Ok(HoldRequest {
        course_id: order.course_id,
        modules: order.modules.clone(),
        start_date: order.start_date,
        in_production: app.config.is_production(),
        agreed: Some(Agreed { given: input.given(), birth_date }),
        payer,
        learner,
        draft: Some(Draft::new(order, password_hash).to_text()?),
        token_hash: Some(sha256_hex(token)),
        length: CARD_HOLD,
        desk: false,
        language: call.language,
        origin: Some(origin),
        request_key: call.request_key.clone(),
        replaces,
        provider: app.payments().provider(),
        payment_ref: new_payment_ref(app.clock.now(), &app.ids),
    })
}

/// The learner, with their birth date if known: the payer, somebody typed, or somebody they have booked for before.
async fn learner(
    app: &AppContext,
    order: &Order,
    payer: &Participant,
) -> Result<(Participant, Option<NaiveDate>)> {
    if let Some((payer, id)) = payer.id.zip(order.beneficiary_id) {
        let learner = booked_before(&mut app.db.read().await?, payer, id).await?;
        return Ok((Participant::known(&learner), learner.birth_date));
    }
    let Some(person) = &order.beneficiary else {
        return Ok((payer.clone(), Some(order.booker.birth_date)));
    };
    if person.address() == payer.email {
        return Err(Error::field("beneficiaryData.email", Code::SameEmail));
    }
    let child = ChildKey::of(&payer.email, person);
    Ok((Participant { id: None, email: person.address().to_owned(), child }, Some(person.birth_date)))
}

/// A person this account may book for: a ward, or somebody booked for before.
///
/// # Errors
/// `unknown_reference` under `beneficiaryId`, the same for a foreign id as for an unknown one.
pub(crate) async fn booked_before(conn: &mut Conn, payer_id: i64, id: i64) -> Result<Account> {
    let unknown = || Error::field("beneficiaryId", Code::UnknownReference);
    if !accounts::store::is_beneficiary(conn, payer_id, id).await? {
        return Err(unknown());
    }
    accounts::store::find(conn, id).await?.ok_or_else(unknown)
}

/// The hold this draft replaces, if its token matches. A payment already received for it is settled first.
async fn replaceable(app: &AppContext, input: &DraftInput) -> Result<Option<i64>> {
    let Some(id) = input.reservation_id else { return Ok(None) };
    let token = input.checkout_token.as_deref().unwrap_or_default();
    // A draft whose token has expired starts anew.
    if resume::with_token(app, id, token).await.is_err() {
        return Ok(None);
    }
    settle::reservation(app, id).await?;
    Ok(Some(id))
}

/// Refuses the e-mail of an existing account, whose owner must sign in.
async fn refuse_existing_account(app: &AppContext, call: &Call, email: &str) -> Result<()> {
    accounts::may_learn(app, &call.caller).await?;
    let known = {
        let mut conn = app.db.read().await?;
        is_known(&mut conn, email).await?
    };
    if known {
        accounts::count_address_lookup(app, &call.caller).await?;
        return Err(Code::EmailTaken.into());
    }
    Ok(())
}

/// Whether a refusal reveals that somebody is reserving for a beneficiary at this moment.
fn reveals_learner(error: &Error) -> bool {
    matches!(error, Error::Rule(problem) if problem.code == Code::AlreadyHeld)
}

async fn is_known(conn: &mut Conn, email: &str) -> Result<bool> {
    Ok(accounts::store::find_by_email(conn, email).await?.is_some())
}

/// Holds the seat; a free reservation is confirmed in the same transaction.
async fn hold_or_confirm_free(
    app: &AppContext,
    call: &Call,
    request: &HoldRequest,
) -> Result<(Hold, ReservationStatus)> {
    let result = change!(app, Some(call), |tx| {
        if request.payer.id.is_none() && is_known(tx, &request.payer.email).await? {
            return Err(Code::EmailTaken.into());
        }
        let held = hold::create_hold(tx, request).await?;
        let status = settle::confirm_if_free(tx, &app.config, held.reservation_id, held.amount).await?;
        Ok((held, status))
    })?;
    app.mail_queued.notify_one();
    Ok(result)
}

/// Opens the payment; on failure frees the seat at once.
async fn open_or_release(app: &AppContext, reservation_id: i64, payment: Payment) -> Result<intent::Opened> {
    match intent::open_payment(app, payment).await {
        Ok(opened) => Ok(opened),
        Err(error) => {
            change!(app, None, |tx| {
                let row = store::get(tx, reservation_id).await?;
                if row.status == ReservationStatus::Held { store::cancel(tx, &row).await } else { Ok(()) }
            })?;
            Err(error)
        }
    }
}
