//! Signs the desktop app in through the school's page in the browser: the page requests a code for the signed-in user,
//! and the app exchanges it for its own session, with a verifier that only it knows.
//!
//! A code is valid for one minute and one attempt: a wrong verifier uses it up.

use crate::routes;
use axum::extract::State;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use preau_core::code::Code;
use preau_core::desktop::{DesktopAsked, DesktopCodeInput, DesktopProof, DesktopTokenInput, check_role};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::one_time_tokens::{self, Purpose};
use crate::people::accounts::store;
use crate::people::auth::sessions::{self, Agent, Credential, Tokens};
use crate::write::{Call, Tx};

/// Codes requested by one account.
const CODES: Limit = Limit::per_minutes(20, 15);
/// Codes tried from one address.
const TRIES: Limit = Limit::per_minutes(10, 15);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(desktop_code)).routes(routes!(desktop_token))
}

/// A code for the desktop app.
#[derive(Serialize, utoipa::ToSchema)]
struct DesktopCode {
    /// Valid for one attempt, within one minute.
    code: String,
}

/// A code by which the desktop app signs in as the caller, who is staff.
#[utoipa::path(post, path = "/auth/desktop-code", tag = "auth", request_body = DesktopCodeInput,
    responses((status = 200, body = DesktopCode),
        (status = 403, description = "`staff_only`: the app is for staff; `second_factor_missing`."), (status = 429)))]
async fn desktop_code(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<DesktopCodeInput>,
) -> Result<Private<Json<DesktopCode>>> {
    let asked = sent.parse()?;
    let caller = call.caller.user()?;
    if caller.lacks_second_factor {
        return Err(Code::SecondFactorMissing.into());
    }
    check_role(caller.role)?;
    app.limit(&format!("desktop-code {}", caller.id), CODES).await?;
    let kept = serde_json::to_string(&asked).map_err(|error| Error::internal(error.to_string()))?;
    let code = change!(app, Some(&call), |tx| {
        one_time_tokens::create(tx, Purpose::DesktopCode, caller.id, Some(&kept)).await
    })?;
    Ok(Private(Json(DesktopCode { code })))
}

/// Exchanges the code given to the browser's page for a session of the desktop app.
#[utoipa::path(post, path = "/auth/desktop-token", tag = "auth", request_body = DesktopTokenInput,
    responses((status = 200, body = Tokens),
        (status = 403, description = "`staff_only`: the app is for staff."), (status = 401), (status = 429)))]
async fn desktop_token(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    Json(sent): Json<DesktopTokenInput>,
) -> Result<Private<Json<Tokens>>> {
    let proof = sent.parse()?;
    let here = format!("desktop-token {}", sha256_hex(call.caller.address()));
    app.limit(&here, TRIES).await?;
    let agent = agent.desktop();
    // Committed even when refused, since the attempt has used up the code.
    let opened = change!(app, Some(&call), |tx| {
        match owner(tx, &proof).await? {
            Ok(user_id) => sessions::open(&app, tx, user_id, Credential::Session, proof.remember_me, &agent)
                .await
                .map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    })?;
    let tokens = opened?.tokens()?;
    app.forget_limit(&here).await?;
    Ok(Private(Json(tokens)))
}

/// Uses up the code; returns its user, or why it is invalid.
async fn owner(tx: &mut Tx, proof: &DesktopProof) -> Result<Result<i64, Code>> {
    let link = one_time_tokens::consume(tx, Purpose::DesktopCode, &proof.code).await?;
    let asked: DesktopAsked = serde_json::from_str(link.payload.as_deref().unwrap_or_default())
        .map_err(|error| Error::internal(format!("payload of a desktop code: {error}")))?;
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&proof.verifier));
    if asked != (DesktopAsked { challenge, redirect_uri: proof.redirect_uri.clone() }) {
        return Ok(Err(Code::InvalidToken));
    }
    // The user may have left the staff in the meantime.
    let account = store::get(tx, link.user_id).await?;
    Ok(check_role(account.role()).map(|()| account.id).map_err(|fault| fault.code))
}
