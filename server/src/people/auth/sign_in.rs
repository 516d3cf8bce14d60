//! Sign-in with a password, renewal of tokens, and the list of one's sessions.
//!
//! An unknown address and a wrong password give the same response in the same time. Attempts are counted before the
//! hashing, per account and network address, and per network address over all accounts; an account known at that
//! address is exempt from the latter, so that one person's attempts do not lock out a class. Attempts per account from
//! all addresses only delay the response, so that nobody can lock another user out.

use std::time::Duration;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::password;
use preau_core::problem::Fields;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::{Caller, SignedIn};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::people::accounts::store::{self, Account};
use crate::people::auth::Turns;
use crate::people::auth::own_sessions::{self, Session};
use crate::people::auth::sessions::{self, Agent, Credential, EndReason, Tokens};
use crate::school::networks;
use crate::write::Call;

/// Wrong passwords for one account from one address.
const TRIES: Limit = Limit::per_minutes(10, 15);
/// Wrong passwords from one network address, over all accounts.
const FROM_HERE: Limit = Limit::per_minutes(30, 15);
/// Wrong passwords from the /48 around an IPv6 address.
const FROM_AROUND: Limit = Limit::per_minutes(300, 15);
/// Wrong passwords for one account, over all addresses, that are answered without delay.
const BRISK_TRIES: i64 = 5;
/// Maximum delay.
const LONGEST_DELAY: Duration = Duration::from_secs(2);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(refresh_session))
        .routes(routes!(logout))
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Credentials {
    email: Option<String>,
    password: Option<String>,
    /// Whether to stay signed in for 30 days instead of 12 hours.
    #[serde(default)]
    remember_me: Option<bool>,
}

/// Signs in with address and password. `second_factor_required`: the answer to its challenge follows.
#[utoipa::path(post, path = "/auth/login", tag = "auth", request_body = Credentials,
    responses((status = 200, body = Tokens), (status = 401), (status = 429)))]
async fn login(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    Json(sent): Json<Credentials>,
) -> Result<Private<Json<Tokens>>> {
    let (email, password) = parse_credentials(&sent)?;
    let here = format!("login {}", sha256_hex(format!("{email} {}", call.caller.address())));
    let anywhere = format!("login {}", sha256_hex(&email));
    app.limit(&here, TRIES).await?;
    let (account, is_known, own) = {
        let mut conn = app.db.read().await?;
        let account = store::find_by_email(&mut conn, &email).await?;
        let id = account.as_ref().map_or(0, |account| account.id);
        let is_known =
            sessions::is_known_network(&mut conn, id, &call.caller.address(), app.clock.now()).await?;
        (account, is_known, networks::is_own(&mut conn, &call.caller).await?)
    };
    let reserved = if is_known { Vec::new() } else { from_network(&call.caller) };
    let _turn = match reserved.first() {
        Some((network, _)) => app.part::<Turns>().take(network.clone()).await,
        None => None,
    };
    reserve(&app, &reserved, own).await?;
    tokio::time::sleep(delay(app.hits(&anywhere).await?)).await;

    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let fits = app.passwords().verify(&password, hash).await?;
    let Some(account) = account.filter(|account| fits && !password_expired(&app, account)) else {
        let _ = app.limit(&anywhere, TRIES).await;
        return Err(Code::LoginFailed.into());
    };
    app.forget_limit(&here).await?;
    for (bucket, _) in &reserved {
        app.give_back(bucket).await?;
    }
    let remember = sent.remember_me.unwrap_or(false);
    let opened = change!(app, Some(&call), |tx| {
        // The password may have been replaced during the check.
        let now = store::find(tx, account.id).await?;
        if now.is_none_or(|now| now.password_hash != account.password_hash) {
            return Err(Code::LoginFailed.into());
        }
        sessions::open(&app, tx, account.id, Credential::FirstFactor, remember, &agent).await
    })?;
    Ok(Private(Json(opened.tokens()?)))
}

/// Counts an attempt in all of these, or in none when one of them is full: what is refused was not tried.
async fn reserve(app: &AppContext, buckets: &[(String, Limit)], own: bool) -> Result<()> {
    for (n, (bucket, limit)) in buckets.iter().enumerate() {
        if let Err(refused) = app.limit(bucket, networks::raised(*limit, own)).await {
            for (counted, _) in &buckets[..=n] {
                app.give_back(counted).await?;
            }
            return Err(refused);
        }
    }
    Ok(())
}

/// The counters of wrong passwords from a network.
fn from_network(caller: &Caller) -> Vec<(String, Limit)> {
    let around = caller.surrounding_network().map(|network| (network, FROM_AROUND));
    let networks = std::iter::once((caller.address(), FROM_HERE)).chain(around);
    networks.map(|(network, limit)| (format!("login from {}", sha256_hex(network)), limit)).collect()
}

/// The normalised address (as typed, if it is invalid) and the password.
fn parse_credentials(sent: &Credentials) -> Result<(String, String)> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let mut fields = Fields::default();
    let email = fields.require("email", given(&sent.email).map(Ok::<_, Code>));
    let password =
        fields.require("password", sent.password.clone().filter(|text| !text.is_empty()).map(Ok::<_, Code>));
    let (Some(email), Some(password)) = (email, password) else { return Err(fields.into_problem().into()) };
    let email = Email::parse(&email).map_or(email, String::from);
    Ok((email, password::normalise(&password)))
}

/// None for the first attempts, then from a quarter of a second up to two seconds.
fn delay(failures: i64) -> Duration {
    let beyond = u32::try_from(failures - BRISK_TRIES).unwrap_or(0);
    LONGEST_DELAY.min(Duration::from_millis(250) * beyond)
}

fn password_expired(app: &AppContext, account: &Account) -> bool {
    account.password_expires_at.is_some_and(|until| until <= app.clock.now())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Refresh {
    refresh_token: String,
}

/// New tokens for a session. The old refresh token works until the new one has been used.
#[utoipa::path(post, path = "/auth/refresh", tag = "auth", operation_id = "refresh", request_body = Refresh,
    responses((status = 200, body = Tokens), (status = 401)))]
async fn refresh_session(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Refresh>,
) -> Result<Private<Json<Tokens>>> {
    let tokens = change!(app, Some(&call), |tx| sessions::refresh(&app, tx, &sent.refresh_token).await)?;
    Ok(Private(Json(tokens.ok_or(Code::SessionExpired)?)))
}

/// Ends this session.
#[utoipa::path(post, path = "/auth/logout", tag = "auth", responses((status = 204)))]
async fn logout(State(app): State<AppContext>, call: Call) -> Result<StatusCode> {
    let session_id = call.caller.user()?.session_id;
    change!(app, Some(&call), |tx| sessions::end(tx, session_id, EndReason::SignedOut).await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's sessions.
#[utoipa::path(get, path = "/auth/sessions", tag = "auth", responses((status = 200, body = Vec<Session>)))]
async fn list_sessions(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<Session>>> {
    let mut conn = app.db.read().await?;
    own_sessions::list(&mut conn, caller, app.clock.now()).await.map(Json)
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/auth/sessions/{id}", tag = "auth", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn end_session(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    let caller = call.caller.user()?;
    change!(app, Some(&call), |tx| own_sessions::end_own(tx, caller, id).await)?;
    Ok(StatusCode::NO_CONTENT)
}
