//! Sign-in with Google: finds or creates the account of an identity.
//!
//! Students are linked by their verified address; staff link Google only from their profile, so that an address alone
//! never opens the dashboard. The token is checked by `oidc`.

use crate::routes;
use axum::extract::State;
use preau_core::account::{Profile, name};
use preau_core::code::Code;
use preau_core::language::UiLanguage;
use preau_core::role::Role;
use preau_core::url::web_address;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::mail::{self, Kind};
use crate::people::accounts::store::{self, NewAccount, NewPassword};
use crate::people::accounts::{User, check_current_password};
use crate::people::auth::oidc::{self, Identity};
use crate::people::auth::sessions::{self, Agent, Credential, Tokens};
use crate::write::{Call, Tx};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(auth_config)).routes(routes!(google_sign_in, unlink_google))
}

/// What a sign-in page needs to know.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuthConfig {
    /// Null: sign-in with Google is not available.
    google_client_id: Option<String>,
    /// Must be contained in the ID token; valid for ten minutes.
    nonce: Option<String>,
}

/// Whether Google may be used, and the nonce for it.
#[utoipa::path(get, path = "/auth/config", tag = "auth", responses((status = 200, body = AuthConfig)))]
async fn auth_config(State(app): State<AppContext>) -> Result<Private<Json<AuthConfig>>> {
    let google_client_id = client_id(&app).map(ToOwned::to_owned);
    let nonce = match google_client_id {
        Some(_) => Some(app.oidc().nonce(&app.ids.hex128(), app.clock.now())?),
        None => None,
    };
    Ok(Private(Json(AuthConfig { google_client_id, nonce })))
}

fn client_id(app: &AppContext) -> Option<&str> {
    app.config.google.google_client_id.as_deref().filter(|id| !id.is_empty())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Ticket {
    /// The ID token.
    token: String,
    /// The nonce of `GET /auth/config`; checked when sent.
    nonce: Option<String>,
    /// Ignored: the picture comes from the token.
    #[allow(dead_code, reason = "part of the contract")]
    photo_url: Option<String>,
    /// Whether to stay signed in for 30 days instead of 12 hours.
    remember_me: Option<bool>,
    /// Links Google with the account that is signed in, instead of signing in.
    link: Option<bool>,
    /// Required with `link` for an account with a password.
    current_password: Option<String>,
}

/// A session and its user.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Welcome {
    /// The same as `accessToken`.
    token: String,
    #[serde(flatten)]
    tokens: Tokens,
    user: User,
}

/// Signs in or up with Google's ID token. `second_factor_required`: the answer to its challenge follows.
#[utoipa::path(post, path = "/auth/google", tag = "auth", request_body = Ticket,
    responses((status = 200, body = Welcome), (status = 401), (status = 403), (status = 404), (status = 429)))]
async fn google_sign_in(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    Json(sent): Json<Ticket>,
) -> Result<Private<Json<Welcome>>> {
    let client_id = client_id(&app).ok_or_else(Error::not_found)?;
    let linked = if sent.link.unwrap_or(false) { Some(owner(&app, &call, &sent).await?) } else { None };
    let identity = oidc::identify(&app, client_id, &sent.token, sent.nonce.as_deref()).await?;
    let remember = sent.remember_me.unwrap_or(false);
    let (opened, user) = change!(app, Some(&call), |tx| {
        let (id, by) = match linked {
            Some(id) => (link(tx, id, &identity).await?, Credential::Session),
            None => (find_or_create(tx, &identity, call.language).await?, Credential::FirstFactor),
        };
        let opened = sessions::open(&app, tx, id, by, remember, &agent).await?;
        Ok((opened, User::from(&store::get(tx, id).await?)))
    })?;
    app.mail_queued.notify_one();
    let tokens = opened.tokens()?;
    Ok(Private(Json(Welcome { token: tokens.access_token.clone(), tokens, user })))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Unlinking {
    current_password: Option<String>,
}

/// Unlinks Google from the caller's account, which is then opened by its password: an account without one is refused
/// (`required`, under `currentPassword`).
#[utoipa::path(delete, path = "/auth/google", tag = "auth", request_body = Unlinking,
    responses((status = 200, body = User), (status = 429)))]
async fn unlink_google(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Unlinking>,
) -> Result<Json<User>> {
    let id = call.caller.user()?.id;
    let account = store::get(&mut app.db.read().await?, id).await?;
    if account.password_hash.is_none() {
        return Err(Error::field("currentPassword", Code::Required));
    }
    check_current_password(&app, &account, sent.current_password.as_deref()).await?;
    let user = change!(app, Some(&call), |tx| {
        if store::unlink_google(tx, id).await? {
            notify(tx, id, Kind::GoogleUnlinked).await?;
        }
        Ok(User::from(&store::get(tx, id).await?))
    })?;
    app.mail_queued.notify_one();
    Ok(Json(user))
}

async fn notify(tx: &mut Tx, id: i64, kind: Kind) -> Result<()> {
    let account = store::get(tx, id).await?;
    let fact = store::account_fact(id, tx);
    mail::queue(tx, &account.mail(kind, fact)).await
}

/// The account that requests the link; a session alone must not change the credentials.
async fn owner(app: &AppContext, call: &Call, sent: &Ticket) -> Result<i64> {
    let id = call.caller.user()?.id;
    let account = store::get(&mut app.db.read().await?, id).await?;
    if account.password_hash.is_some() {
        check_current_password(app, &account, sent.current_password.as_deref()).await?;
    }
    Ok(id)
}

async fn link(tx: &mut Tx, id: i64, identity: &Identity) -> Result<i64> {
    match store::find_by_google(tx, &identity.sub).await? {
        Some(other) if other.id != id => Err(Code::Conflict.into()),
        Some(_) => Ok(id),
        None => link_and_notify(tx, id, identity).await.map(|()| id),
    }
}

async fn link_and_notify(tx: &mut Tx, id: i64, identity: &Identity) -> Result<()> {
    store::link_google(tx, id, &identity.sub, picture(identity)).await?;
    notify(tx, id, Kind::GoogleLinked).await
}

/// The account of this identity: linked before, with the same address, or new.
async fn find_or_create(tx: &mut Tx, identity: &Identity, language: UiLanguage) -> Result<i64> {
    if let Some(account) = store::find_by_google(tx, &identity.sub).await? {
        return Ok(account.id);
    }
    let Some(account) = store::find_by_email(tx, identity.email.as_str()).await? else {
        return store::create(tx, &new_account(identity, language)).await;
    };
    if account.role() != Role::Student {
        return Err(Code::Forbidden.into());
    }
    // An unverified account is handed to the owner of its address below, whatever its credentials.
    if account.google_sub.is_some() && account.is_verified() {
        return Err(Code::GoogleFailed.into());
    }
    store::revoke_unverified_access(tx, account.id).await?;
    store::verify(tx, account.id).await?;
    link_and_notify(tx, account.id, identity).await?;
    Ok(account.id)
}

fn new_account(identity: &Identity, language: UiLanguage) -> NewAccount {
    // Some people have only one name, and some names contain letters that the school does not accept.
    let address = identity.email.as_str().split('@').next().unwrap_or_default();
    let named = |given: &Option<String>| {
        given.as_deref().and_then(|text| name(text).ok()).unwrap_or_else(|| address.to_owned())
    };
    let profile = Profile {
        photo_url: picture(identity),
        ..Profile::named(&named(&identity.given_name), &named(&identity.family_name))
    };
    NewAccount {
        email: Some(identity.email.clone()),
        guardian_id: None,
        profile,
        role: Role::Student,
        password: NewPassword::Absent,
        google_sub: Some(identity.sub.clone()),
        verified: true,
        language,
    }
}

fn picture(identity: &Identity) -> Option<String> {
    identity
        .picture
        .as_deref()
        .filter(|url| url.starts_with("https://"))
        .and_then(|url| web_address(url).ok())
}
