//! Management of one's own second factor by staff: reading, enabling, renewing recovery codes, disabling.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;
use preau_core::role::Role;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use super::{SETUP_LIFE, codes, count_attempt, remove, required_code, store, use_code, wrong_code};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::mail::{self, Kind};
use crate::one_time_tokens::{self, Purpose};
use crate::people::accounts::check_current_password;
use crate::people::accounts::store::{self as accounts, Account};
use crate::people::auth::sessions::{self, EndReason};
use crate::write::{Call, Tx};
use crate::{change, clock, routes};

/// Maximum age of a session that proves the owner's presence, for accounts without a password.
const FRESH: Duration = Duration::minutes(15);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(second_factor, begin_second_factor, end_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(renew_recovery_codes))
}

/// The caller's second factor.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactor {
    /// Whether it is required at sign-in.
    on: bool,
    /// When it was enabled.
    #[serde(serialize_with = "clock::maybe_instant")]
    since: Option<DateTime<Utc>>,
    /// Number of unused recovery codes.
    recovery_codes_left: i64,
    /// Whether the school requires one of its staff.
    required: bool,
}

/// The caller's second factor.
#[utoipa::path(get, path = "/users/me/second-factor", tag = "users",
    responses((status = 200, body = SecondFactor)))]
async fn second_factor(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<SecondFactor>> {
    let mut conn = app.db.read().await?;
    let since = store::find(&mut conn, caller.id).await?.and_then(|factor| factor.confirmed_at);
    let recovery_codes_left = store::codes_left(&mut conn, caller.id).await?;
    let required = store::is_required(&mut conn).await?;
    Ok(Json(SecondFactor { on: since.is_some(), since, recovery_codes_left, required }))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorBegin {
    /// Required for accounts with a password; others must have signed in within the last 15 minutes.
    current_password: Option<String>,
}

/// A secret to be confirmed within 30 minutes.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorSetup {
    /// In base 32, to be typed.
    secret: String,
    /// `otpauth://totp/…`, to be opened on the phone.
    uri: String,
    /// The same as a QR code: an SVG.
    qr_code: String,
}

/// Starts enabling a second factor: staff only, and none may be enabled (409). It is not required before it is
/// confirmed.
#[utoipa::path(post, path = "/users/me/second-factor", tag = "users", request_body = SecondFactorBegin,
    responses((status = 200, body = SecondFactorSetup),
        (status = 403, description = "`second_factor_staff_only`; `fresh_sign_in_required`: to be called soon after signing in."),
        (status = 409), (status = 429)))]
async fn begin_second_factor(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SecondFactorBegin>,
) -> Result<Private<Json<SecondFactorSetup>>> {
    let caller = call.caller.user()?;
    let (account, school, since) = {
        let mut conn = app.db.read().await?;
        let school = crate::school::store::read(&mut conn).await?;
        let since = sessions::opened_at(&mut conn, caller.session_id).await?;
        (accounts::get(&mut conn, caller.id).await?, school.name, since)
    };
    check_staff(&account)?;
    if account.password_hash.is_some() {
        check_current_password(&app, &account, sent.current_password.as_deref()).await?;
    } else if since + FRESH < app.clock.now() {
        return Err(Code::FreshSignInRequired.into());
    }
    let secret = codes::new_secret(app.ids);
    let uri = codes::uri(&secret, &school, account.address())?;
    let qr_code = codes::qr_code(&uri)?;
    change!(app, Some(&call), |tx| {
        let begun = store::begin(tx, caller.id, &secret).await?;
        if begun { Ok(()) } else { Err(Code::Conflict.into()) }
    })?;
    Ok(Private(Json(SecondFactorSetup { secret, uri, qr_code })))
}

fn check_staff(account: &Account) -> Result<()> {
    if account.role() == Role::Student { Err(Code::SecondFactorStaffOnly.into()) } else { Ok(()) }
}

#[derive(Deserialize, utoipa::ToSchema)]
struct SecondFactorCode {
    /// The six digits displayed by the phone; a recovery code where that is stated.
    code: Option<String>,
}

/// Recovery codes for a lost phone, each valid once. Returned only now.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Enables the second factor with the phone's first code. The other sessions of the account end.
#[utoipa::path(post, path = "/users/me/second-factor/confirm", tag = "users", request_body = SecondFactorCode,
    responses((status = 200, body = RecoveryCodes), (status = 403),
        (status = 409, description = "None was begun, or one is on."), (status = 410), (status = 429)))]
async fn confirm_second_factor(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SecondFactorCode>,
) -> Result<Private<Json<RecoveryCodes>>> {
    let code = required_code(sent.code.as_deref())?;
    let caller = call.caller.user()?;
    let bucket = count_attempt(&app, caller.id).await?;
    let recovery_codes = codes::new_recovery_codes(app.ids);
    change!(app, Some(&call), |tx| {
        let account = accounts::get(tx, caller.id).await?;
        check_staff(&account)?;
        let step = first_step(tx, caller.id, code).await?;
        if !store::confirm(tx, caller.id, step).await? {
            return Err(Code::Conflict.into());
        }
        replace_codes(tx, caller.id, &recovery_codes).await?;
        sessions::end_all(tx, caller.id, Some(caller.session_id), EndReason::SecondFactor).await?;
        one_time_tokens::invalidate_all(tx, Purpose::DesktopCode, caller.id).await?;
        tx.audit("user.second-factor-on", "user", caller.id, None, None).await?;
        let fact = accounts::account_fact(caller.id, tx);
        mail::queue(tx, &account.mail(Kind::SecondFactorOn, fact)).await
    })?;
    app.forget_limit(&bucket).await?;
    app.mail_queued.notify_one();
    Ok(Private(Json(RecoveryCodes { recovery_codes })))
}

/// The time step of the first code, for the secret being set up.
async fn first_step(tx: &mut Tx, user_id: i64, code: &str) -> Result<i64> {
    let factor = store::find(tx, user_id).await?.filter(|factor| factor.confirmed_at.is_none());
    let factor = factor.ok_or(Code::Conflict)?;
    if factor.created_at + SETUP_LIFE < tx.now {
        return Err(Code::Gone.into());
    }
    codes::step(&factor.secret, code, tx.now)?.ok_or_else(wrong_code)
}

async fn replace_codes(tx: &mut Tx, user_id: i64, codes: &[String]) -> Result<()> {
    let hashes: Vec<String> = codes.iter().map(|code| codes::recovery_hash(code)).collect();
    store::replace_codes(tx, user_id, &hashes).await
}

/// Replaces the recovery codes, with a code of the phone or one of them.
#[utoipa::path(post, path = "/users/me/second-factor/recovery-codes", tag = "users",
    request_body = SecondFactorCode,
    responses((status = 200, body = RecoveryCodes),
        (status = 409, description = "No second factor is on."), (status = 429)))]
async fn renew_recovery_codes(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SecondFactorCode>,
) -> Result<Private<Json<RecoveryCodes>>> {
    let code = required_code(sent.code.as_deref())?;
    let caller = call.caller.user()?;
    let bucket = count_attempt(&app, caller.id).await?;
    let recovery_codes = codes::new_recovery_codes(app.ids);
    change!(app, Some(&call), |tx| {
        check_code(tx, caller.id, code).await?;
        replace_codes(tx, caller.id, &recovery_codes).await?;
        tx.audit("user.recovery-codes-renewed", "user", caller.id, None, None).await
    })?;
    app.forget_limit(&bucket).await?;
    Ok(Private(Json(RecoveryCodes { recovery_codes })))
}

async fn check_code(tx: &mut Tx, user_id: i64, code: &str) -> Result<()> {
    if !store::is_on(tx, user_id).await? {
        return Err(Code::Conflict.into());
    }
    use_code(tx, user_id, code).await?.map(|_| ()).ok_or_else(wrong_code)
}

/// Disables the second factor, with a code of the phone or a recovery code.
#[utoipa::path(delete, path = "/users/me/second-factor", tag = "users", request_body = SecondFactorCode,
    responses((status = 204),
        (status = 409, description = "None is on, or `second_factor_mandatory`: the school requires it."),
        (status = 429)))]
async fn end_second_factor(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SecondFactorCode>,
) -> Result<StatusCode> {
    let code = required_code(sent.code.as_deref())?;
    let caller = call.caller.user()?;
    let bucket = count_attempt(&app, caller.id).await?;
    change!(app, Some(&call), |tx| {
        let account = accounts::get(tx, caller.id).await?;
        if account.role() != Role::Student && store::is_required(tx).await? {
            return Err(Error::from(Code::SecondFactorMandatory));
        }
        check_code(tx, caller.id, code).await?;
        remove(tx, &account, "user.second-factor-off").await?;
        let fact = accounts::account_fact(caller.id, tx);
        mail::queue(tx, &account.mail(Kind::SecondFactorOff, fact)).await
    })?;
    app.forget_limit(&bucket).await?;
    app.mail_queued.notify_one();
    Ok(StatusCode::NO_CONTENT)
}
