//! Replacing a password: a forgotten one, one set by ADMIN, one's own, or another user's by ADMIN. Hashing is in
//! `passwords`, the rules of a valid password in `preau_core`.

use std::time::Duration;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::password::Password;
use preau_core::problem::Fields;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::mail::{self, Kind};
use crate::one_time_tokens::{self, OneTimeToken, Purpose};
use crate::people::accounts::{check_current_password, store};
use crate::people::passwords::HashQueue;
use crate::write::{Call, Tx};

/// Links one network address may request for one e-mail address.
const LINKS: Limit = Limit::per_minutes(3, 15);
/// Links mailed to one account, whoever requests them.
const LINKS_OF_ACCOUNT: Limit = Limit::per_minutes(3, 60);
/// Links one network address may request in total.
const LINKS_FROM_HERE: Limit = Limit::per_minutes(20, 60);
/// Fixed duration of a request for a link, whether or not there is an account.
const REQUEST_DURATION: Duration = Duration::from_millis(400);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(reset_password)).routes(routes!(forgot_password))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Reset {
    new_password: Option<String>,
    /// The user's own current password, unless a new one must be chosen.
    current_password: Option<String>,
    /// Token of a mailed link.
    token: Option<String>,
}

/// The right by which a password is replaced.
enum ResetRight {
    /// The holder of a mailed link.
    Token(String),
    /// The user themselves.
    Oneself { session_id: i64 },
    /// An ADMIN; the password must be replaced again at sign-in.
    Admin,
}

/// Replaces a password: with a mail's token, by oneself, or by ADMIN. All other sessions end.
#[utoipa::path(put, path = "/users/{id}/reset-password", tag = "users", params(("id" = i64, Path)),
    request_body = Reset, responses((status = 204), (status = 401), (status = 429)))]
async fn reset_password(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<Reset>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let password = fields.require("newPassword", sent.new_password.as_deref().map(Password::parse_new));
    let by = check_right(&app, &call, id, &sent).await?;
    let Some(password) = password else { return Err(fields.into_problem().into()) };
    if store::get(&mut app.db.read().await?, id).await?.email.is_none() {
        return Err(Code::NoEmail.into());
    }
    let hash = app.passwords().hash(password.as_str(), HashQueue::Account).await?;
    change!(app, Some(&call), |tx| {
        if let ResetRight::Token(token) = &by {
            if use_token(tx, token).await?.user_id != id {
                return Err(Code::InvalidToken.into());
            }
            store::confirm_ownership(tx, id).await?;
        }
        let account = store::get(tx, id).await?;
        let (must_reset, but) = match by {
            ResetRight::Admin => (true, None),
            ResetRight::Oneself { session_id } => (false, Some(session_id)),
            ResetRight::Token(_) => (false, None),
        };
        store::set_password(tx, &account, &hash, must_reset, but).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Who may replace the password; checked before any expensive work.
async fn check_right(app: &AppContext, call: &Call, id: i64, sent: &Reset) -> Result<ResetRight> {
    if let Some(token) = &sent.token {
        let mut conn = app.db.read().await?;
        let now = app.clock.now();
        for purpose in [Purpose::ResetPassword, Purpose::SetPassword] {
            if one_time_tokens::find(&mut conn, purpose, token, now)
                .await?
                .is_some_and(|link| link.user_id == id)
            {
                return Ok(ResetRight::Token(token.clone()));
            }
        }
        return Err(Code::InvalidToken.into());
    }
    let caller = call.caller.user()?;
    if caller.id != id {
        return if caller.is_admin() { Ok(ResetRight::Admin) } else { Err(Error::not_found()) };
    }
    if !caller.must_reset_password {
        let account = store::get(&mut app.db.read().await?, id).await?;
        check_current_password(app, &account, sent.current_password.as_deref()).await?;
    }
    Ok(ResetRight::Oneself { session_id: caller.session_id })
}

async fn use_token(tx: &mut Tx, token: &str) -> Result<OneTimeToken> {
    match one_time_tokens::consume(tx, Purpose::ResetPassword, token).await {
        Err(error) if error.code() == Code::InvalidToken => {
            one_time_tokens::consume(tx, Purpose::SetPassword, token).await
        }
        done => done,
    }
}

#[derive(Deserialize, utoipa::ToSchema)]
struct Forgotten {
    email: Option<String>,
}

/// Mails a link to choose a new password. Neither the response nor its duration reveals whether there is an account.
#[utoipa::path(post, path = "/users/forgot-password", tag = "users", request_body = Forgotten,
    responses((status = 204), (status = 429)))]
async fn forgot_password(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Forgotten>,
) -> Result<StatusCode> {
    let done = tokio::time::Instant::now() + REQUEST_DURATION;
    let mut fields = Fields::default();
    let email = fields.require("email", sent.email.as_deref().map(Email::parse));
    let Some(email) = email else { return Err(fields.into_problem().into()) };
    let from_here = format!("forgot from {}", sha256_hex(call.caller.address()));
    app.limit(&from_here, LINKS_FROM_HERE).await?;
    let bucket = format!("forgot {}", sha256_hex(format!("{email} {}", call.caller.address())));
    match app.limit(&bucket, LINKS).await {
        Ok(()) => mail_link(&app, &call, &email).await?,
        Err(Error::TooMany { .. }) => {}
        Err(error) => return Err(error),
    }
    tokio::time::sleep_until(done).await;
    Ok(StatusCode::NO_CONTENT)
}

async fn mail_link(app: &AppContext, call: &Call, email: &Email) -> Result<()> {
    let account = store::find_by_email(&mut app.db.read().await?, email.as_str()).await?;
    let Some(account) = account else { return Ok(()) };
    match app.limit(&format!("forgot account {}", account.id), LINKS_OF_ACCOUNT).await {
        Ok(()) => {}
        Err(Error::TooMany { .. }) => return Ok(()),
        Err(error) => return Err(error),
    }
    change!(app, Some(call), |tx| {
        let account = store::get(tx, account.id).await?;
        let fact = store::account_fact(account.id, tx);
        mail::queue(tx, &account.mail(Kind::ResetPassword, fact)).await
    })?;
    app.mail_queued.notify_one();
    Ok(())
}
