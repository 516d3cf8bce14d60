//! Opening accounts: by sign-up, by ADMIN, and for a beneficiary of a booking.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use preau_core::account::SignUpInput;
use preau_core::code::Code;
use preau_core::person::{Person, PersonInput, Whose};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::mail::{self, Kind};
use crate::people::accounts::store::{self, ChildKey, NewAccount, NewPassword};
use crate::people::accounts::{User, check_address_free, count_address_lookup, may_open_accounts};
use crate::people::passwords::HashQueue;
use crate::write::{Call, Tx, store_response};
use crate::{answer, change};

/// Beneficiaries one account may create per day.
const BENEFICIARIES: Limit = Limit::per_minutes(5, 24 * 60);
/// Response to a sign-up.
const SIGNED_UP: &str = "Inscription réussie";

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(register_user))
        .routes(routes!(create_beneficiary))
}

/// Signs up: always a student.
#[utoipa::path(post, path = "/auth/register", tag = "auth", request_body = SignUpInput,
    responses((status = 201, description = "The account was opened.", content_type = "text/plain", body = String), (status = 429)))]
async fn register(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SignUpInput>,
) -> Result<Response> {
    let new = prepare(&app, &call, &sent, false).await?;
    change!(app, Some(&call), |tx| {
        open(tx, &new).await?;
        store_response(tx, &call, StatusCode::CREATED, &SIGNED_UP).await
    })?;
    app.mail_queued.notify_one();
    Ok((StatusCode::CREATED, SIGNED_UP).into_response())
}

/// Opens an account: a student, unless an ADMIN chooses the role. A password set by an ADMIN must be replaced by its
/// owner.
#[utoipa::path(post, path = "/users/register", tag = "users", request_body = SignUpInput,
    responses((status = 201, body = User), (status = 429)))]
async fn register_user(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SignUpInput>,
) -> Result<Response> {
    let new = prepare(&app, &call, &sent, call.caller.is_admin()).await?;
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let id = open(tx, &new).await?;
        Ok(User::from(&store::get(tx, id).await?))
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

/// The work that must not be done inside a transaction: rate limits, the address check, hashing.
async fn prepare(app: &AppContext, call: &Call, sent: &SignUpInput, by_admin: bool) -> Result<NewAccount> {
    may_open_accounts(app, &call.caller).await?;
    let account = sent.parse(by_admin, app.clock.today())?;
    check_address_free(app, &call.caller, &account.email).await?;
    let hash = app.passwords().hash(account.password.as_str(), HashQueue::Account).await?;
    Ok(NewAccount {
        password: if by_admin { NewPassword::HandedOver(hash) } else { NewPassword::Chosen(hash) },
        email: Some(account.email),
        guardian_id: None,
        profile: account.profile,
        role: account.role,
        google_sub: None,
        verified: false,
        language: account.language.unwrap_or(call.language),
    })
}

async fn open(tx: &mut Tx, new: &NewAccount) -> Result<i64> {
    let id = store::create(tx, new).await?;
    let account = store::get(tx, id).await?;
    let fact = store::account_fact(id, tx);
    mail::queue(tx, &account.mail(Kind::VerifyEmail, fact)).await?;
    Ok(id)
}

/// A new account for somebody else.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Beneficiary {
    user: User,
    /// For ADMIN only: works once within 72 hours and must be replaced.
    raw_password: Option<String>,
}

/// Opens an account for the person a course is reserved for. A child without e-mail becomes the caller's ward;
/// repeating the request creates no second one.
#[utoipa::path(post, path = "/users/beneficiaries", tag = "users", request_body = PersonInput,
    responses((status = 201, body = Beneficiary), (status = 429)))]
async fn create_beneficiary(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<PersonInput>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    let person = sent.parse(Whose::Beneficiary, None, app.clock.today())?;
    let Some(email) = person.email.clone() else { return create_ward(&app, &call, caller, &person).await };
    let email = email.as_str();
    if !caller.is_admin() {
        app.limit(&format!("beneficiaries {}", caller.id), BENEFICIARIES).await?;
    }
    let known = store::find_by_email(&mut app.db.read().await?, email).await?;
    if known.is_some_and(|account| account.id != caller.id) {
        count_address_lookup(&app, &call.caller).await?;
    }
    let (raw_password, password) = if caller.is_admin() {
        let raw = app.ids.password();
        let hash = app.passwords().hash(&raw, HashQueue::Account).await?;
        (Some(raw), NewPassword::HandedOver(hash))
    } else {
        (None, NewPassword::Absent)
    };
    let new = NewAccount::student(&person, password, call.language);
    let created = change!(app, Some(&call), |tx| {
        let existing = store::find_by_email(tx, email).await?;
        if existing.as_ref().is_some_and(|account| account.id == caller.id) {
            return Err(Error::field("email", Code::SameEmail));
        }
        store::note_lookup(tx, caller.id, email).await?;
        if existing.is_some() {
            return Ok(None);
        }
        let id = store::create(tx, &new).await?;
        store::note_beneficiary(tx, caller.id, id).await?;
        let user = User::from(&store::get(tx, id).await?);
        let answer = Beneficiary { user, raw_password: raw_password.clone() };
        if answer.raw_password.is_none() {
            store_response(tx, &call, StatusCode::CREATED, &answer).await?;
        }
        Ok(Some(answer))
    })?;
    let created = created.ok_or_else(|| Error::from(Code::EmailTaken))?;
    let has_secret = created.raw_password.is_some();
    let answer = (StatusCode::CREATED, Json(created));
    Ok(if has_secret { Private(answer).into_response() } else { answer.into_response() })
}

/// The caller's ward, created if missing. At the desk nobody becomes a child's guardian.
async fn create_ward(app: &AppContext, call: &Call, caller: SignedIn, person: &Person) -> Result<Response> {
    if caller.is_admin() {
        return Err(Error::field("email", Code::Required));
    }
    app.limit(&format!("beneficiaries {}", caller.id), BENEFICIARIES).await?;
    answer!(app, call, StatusCode::CREATED, |tx| {
        let guardian = store::get(tx, caller.id).await?;
        let key = ChildKey::of(guardian.address(), person);
        let id =
            store::ward(tx, &guardian, &key, NewAccount::student(person, NewPassword::Absent, call.language))
                .await?;
        let user = User::from(&store::get(tx, id).await?);
        Ok(Beneficiary { user, raw_password: None })
    })
}
