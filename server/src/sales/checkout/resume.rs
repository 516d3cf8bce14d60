//! Continues a checkout: read after a reload, cancelled, completed. Authorised by its token alone.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::code::Code;
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::order::Target;
use preau_core::payment::{PaymentStatus, Provider};
use preau_core::person::Person;
use preau_core::price::Line;
use preau_core::reservation::{Canceller, ReservationKind, ReservationStatus};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::draft::Draft;
use super::intent;
use super::settle::{self, Settled};
use crate::clock::{self, sha256_hex};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, OptionalJson, Path};
use crate::http::idempotency::Private;
use crate::people::accounts::{self, User};
use crate::people::auth::sessions::{self, Agent, Credential, SignInOutcome, Tokens};
use crate::sales::payment::store as payments;
use crate::sales::reservations::reading;
use crate::sales::reservations::store::{self, ReservationRow};
use crate::sales::reservations::view::{Reservation, module_ids};
use crate::sales::subscriptions::learning;
use crate::sales::subscriptions::view::Subscription;
use crate::write::Call;
use crate::{change, execute, fetch_one};

/// The header for the token in requests without a body.
const TOKEN_HEADER: &str = "x-checkout-token";

/// The token, when it is sent in the body.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenBody {
    /// The token of `POST /checkout`; may be sent in the header `X-Checkout-Token` instead.
    checkout_token: Option<String>,
}

impl TokenBody {
    fn or_header(self, headers: &HeaderMap) -> String {
        self.checkout_token.unwrap_or_else(|| in_header(headers))
    }
}

fn in_header(headers: &HeaderMap) -> String {
    headers.get(TOKEN_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// The reservation that this token authorises.
///
/// # Errors
/// `not_found` for a wrong or expired token as well as for a wrong reservation.
pub(super) async fn with_token(app: &AppContext, id: i64, token: &str) -> Result<ReservationRow> {
    let mut conn = app.db.read().await?;
    let row = store::get(&mut conn, id).await?;
    let fits = row.checkout_token_hash.as_deref() == Some(sha256_hex(token).as_str());
    let good = row.checkout_token_expires_at.is_some_and(|end| app.clock.now() < end);
    if fits && good { Ok(row) } else { Err(Error::not_found()) }
}

/// The state of a checkout.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckoutState {
    reservation_id: i64,
    status: ReservationStatus,
    course_id: i64,
    course_name: String,
    course_type: CourseType,
    course_slug: String,
    /// Empty: the whole course.
    reserved_module_ids: Vec<i64>,
    lines: Vec<Line>,
    requested_start_date: NaiveDate,
    reservation_target: Target,
    /// Euros.
    #[schema(value_type = f64)]
    amount: Cents,
    currency: String,
    #[serde(serialize_with = "clock::instant")]
    expires_at: DateTime<Utc>,
    provider: Provider,
    /// For the card form, while it can be paid.
    client_secret: Option<String>,
    /// The provider has received the money.
    paid: bool,
    /// The data typed, without the password; none once erased.
    booker_data: Option<Person>,
    beneficiary_data: Option<Person>,
    /// Instead of `beneficiaryData`, when the booker had booked for this learner before.
    beneficiary_id: Option<i64>,
    update_profile: bool,
}

const COURSE: &str = "SELECT name, type, slug FROM courses WHERE id = $1";

/// The state of a checkout, to continue after a reload. The token is sent in the header `X-Checkout-Token`.
#[utoipa::path(get, path = "/checkout/{id}", tag = "checkout",
    params(("id" = i64, Path), ("X-Checkout-Token" = String, Header)),
    responses((status = 200, body = CheckoutState), (status = 409), (status = 410)))]
pub(super) async fn read_checkout(
    State(app): State<AppContext>,
    headers: HeaderMap,
    Path(id): Path<i64>,
) -> Result<Response> {
    let row = with_token(&app, id, &in_header(&headers)).await?;
    let (course, lines, paid) = {
        let mut conn = app.db.read().await?;
        let course = fetch_one!(conn, (String, String, String), COURSE, row.course_id)?;
        let paid = payments::of_reservation(&mut conn, id).await?;
        let paid = paid.iter().any(|payment| payment.status == PaymentStatus::Paid);
        (course, store::lines(&mut conn, id).await?, paid)
    };
    let payable = row.status == ReservationStatus::Held
        && row.kind == ReservationKind::Sale
        && !row.is_overdue(app.clock.now());
    let opened = if payable { Some(intent::open(&app, id).await?) } else { None };
    let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
    let (course_name, course_type, course_slug) = course;
    let for_another = row.payer_email != row.learner_email;
    // A beneficiary chosen by id by a signed-in payer. Whether a typed person has an account is not revealed.
    let chosen = row.payer_id.is_some() && draft.as_ref().is_some_and(|draft| draft.beneficiary.is_none());
    let answer = CheckoutState {
        reservation_id: id,
        status: row.status,
        course_id: row.course_id,
        course_name,
        course_type: course_type.parse().map_err(Error::from)?,
        course_slug,
        reserved_module_ids: module_ids(row.scope, &lines),
        lines,
        requested_start_date: row.start_date,
        reservation_target: if for_another { Target::Other } else { Target::Myself },
        amount: row.amount(),
        currency: row.currency.clone(),
        expires_at: row.hold_until,
        provider: app.payments().provider(),
        client_secret: opened.map(|opened| opened.intent.client_secret),
        paid,
        update_profile: draft.as_ref().is_some_and(|draft| draft.update_profile),
        beneficiary_id: row.learner_id.filter(|_| for_another && chosen),
        beneficiary_data: draft.as_ref().and_then(|draft| draft.beneficiary.clone()),
        booker_data: draft.map(|draft| draft.booker),
    };
    Ok(Private(Json(answer)).into_response())
}

/// A cancelled hold.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cancelled {
    reservation_id: i64,
    status: ReservationStatus,
}

/// Cancels a hold.
#[utoipa::path(post, path = "/checkout/{id}/cancel", tag = "checkout", params(("id" = i64, Path)),
    request_body(content = Option<TokenBody>), responses((status = 200, body = Cancelled), (status = 410)))]
pub(super) async fn cancel_checkout(
    State(app): State<AppContext>,
    call: Call,
    headers: HeaderMap,
    Path(id): Path<i64>,
    OptionalJson(body): OptionalJson<TokenBody>,
) -> Result<Response> {
    with_token(&app, id, &body.or_header(&headers)).await?;
    let answer = crate::answer!(app, &call, StatusCode::OK, |tx| {
        let row = store::get(tx, id).await?;
        let cancelled = row.state()?.cancel(Canceller::Payer, tx.now)?;
        if row.status == ReservationStatus::Held {
            store::cancel(tx, &row).await?;
        }
        Ok(Cancelled { reservation_id: id, status: cancelled.status() })
    })?;
    intent::close_all(&app, &[id]).await;
    Ok(answer)
}

/// A purchase that is complete.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Completed {
    reservation: Reservation,
    subscription: Subscription,
    /// The payer's account.
    user: User,
    /// Only once, within 30 minutes, when this reservation created the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    access_token: Option<String>,
    /// With `accessToken`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

/// Completes a paid checkout, unless already done. Not yet paid 402, processing 202, refunded 409, gone 410.
#[utoipa::path(post, path = "/checkout/{id}/complete", tag = "checkout", params(("id" = i64, Path)),
    request_body(content = Option<TokenBody>),
    responses((status = 200, body = Completed),
        (status = 202, description = "The provider has not decided yet."),
        (status = 402, description = "Not paid yet."), (status = 410, description = "The hold ran out.")))]
pub(super) async fn complete_checkout(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    headers: HeaderMap,
    Path(id): Path<i64>,
    OptionalJson(body): OptionalJson<TokenBody>,
) -> Result<Response> {
    let row = with_token(&app, id, &body.or_header(&headers)).await?;
    let standing = match row.status {
        // Enrolled already: no payment has to be checked.
        ReservationStatus::Confirmed => Standing::Confirmed(Box::new(row)),
        ReservationStatus::Held | ReservationStatus::Expired | ReservationStatus::Cancelled => {
            standing(&app, id).await?
        }
    };
    match standing {
        Standing::Processing => {
            Ok((StatusCode::ACCEPTED, Json(json!({ "status": "processing" }))).into_response())
        }
        Standing::Confirmed(row) => completed(&app, &call, &agent, &row).await,
    }
}

/// State of a reservation after its payments were checked.
pub(crate) enum Standing {
    /// The learner is enrolled.
    Confirmed(Box<ReservationRow>),
    /// The provider has not decided yet.
    Processing,
}

/// Checks a reservation's payments and settles them.
///
/// # Errors
/// `unpaid`, `refunded`, `expired`, `gone` after a cancellation.
pub(crate) async fn standing(app: &AppContext, id: i64) -> Result<Standing> {
    let settled = settle::reservation(app, id).await?;
    let mut conn = app.db.read().await?;
    let row = store::get(&mut conn, id).await?;
    let paid = payments::of_reservation(&mut conn, id).await?;
    let paid = paid.iter().any(|payment| payment.status == PaymentStatus::Paid);
    match row.status {
        ReservationStatus::Confirmed => Ok(Standing::Confirmed(Box::new(row))),
        ReservationStatus::Held if settled == Settled::Processing => Ok(Standing::Processing),
        ReservationStatus::Held | ReservationStatus::Expired | ReservationStatus::Cancelled if paid => {
            Err(Code::Refunded.into())
        }
        ReservationStatus::Held if !row.is_overdue(app.clock.now()) => Err(Code::Unpaid.into()),
        ReservationStatus::Held | ReservationStatus::Expired => Err(Code::Expired.into()),
        ReservationStatus::Cancelled => Err(Code::Gone.into()),
    }
}

const SIGN_IN: &str = "
    UPDATE reservations SET signed_in_at = $2
    WHERE id = $1 AND created_account AND signed_in_at IS NULL AND confirmed_at > $3";

/// Signs in the account that this reservation created: once, within 30 minutes.
async fn sign_in(
    app: &AppContext,
    call: &Call,
    agent: &Agent,
    row: &ReservationRow,
    payer_id: i64,
) -> Result<Option<Tokens>> {
    if !row.created_account {
        return Ok(None);
    }
    change!(app, Some(call), |tx| {
        let (now, since) = (tx.now, tx.now - chrono::TimeDelta::minutes(30));
        match execute!(tx, SIGN_IN, row.id, now, since)? {
            1 => match sessions::open(app, tx, payer_id, Credential::FirstFactor, false, agent).await? {
                SignInOutcome::Session(tokens) => Ok(Some(tokens)),
                // The purchase is complete anyway; an account with a second factor must sign in with it.
                SignInOutcome::Challenge(_) => Ok(None),
            },
            _ => Ok(None),
        }
    })
}

async fn completed(app: &AppContext, call: &Call, agent: &Agent, row: &ReservationRow) -> Result<Response> {
    let payer_id = row.payer_id.ok_or_else(|| Error::internal("a confirmed reservation without payer"))?;
    let tokens = sign_in(app, call, agent, row, payer_id).await?;
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    let subscription_id = crate::sales::subscriptions::store::of_reservation(&mut conn, row.id).await?;
    let answer = Completed {
        reservation: reading::get(&mut conn, row.id).await?,
        subscription: learning::get(&mut conn, subscription_id).await?.view(today),
        user: User::from(&accounts::store::get(&mut conn, payer_id).await?),
        access_token: tokens.as_ref().map(|tokens| tokens.access_token.clone()),
        refresh_token: tokens.map(|tokens| tokens.refresh_token),
    };
    Ok(Private(Json(answer)).into_response())
}
