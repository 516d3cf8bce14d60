//! Deleting accounts, across all modules with rows about people. What accounting needs is retained.

mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path};
use crate::mail::{self, Kind};
use crate::one_time_tokens::{self, Purpose};
use crate::people::accounts::changing::LinkToken;
use crate::people::accounts::{self, User, check_current_password};
use crate::write::{Call, check_version};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(delete_me))
        .routes(routes!(confirm_deletion))
        .routes(routes!(delete_user))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Farewell {
    /// Of accounts that have one; others get a link by mail.
    current_password: Option<String>,
}

/// Deletes one's own account: at once with the password (204), by a link in a mail where there is none (202).
#[utoipa::path(delete, path = "/users/me", tag = "users", request_body = Farewell,
    responses((status = 204), (status = 202, description = "A link was mailed."), (status = 429)))]
async fn delete_me(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Farewell>,
) -> Result<StatusCode> {
    let id = call.caller.user()?.id;
    let account = accounts::store::get(&mut app.db.read().await?, id).await?;
    if account.password_hash.is_some() {
        check_current_password(&app, &account, sent.current_password.as_deref()).await?;
        change!(app, Some(&call), |tx| {
            let account = accounts::store::get(tx, id).await?;
            store::erase(tx, &account).await
        })?;
        return Ok(StatusCode::NO_CONTENT);
    }
    change!(app, Some(&call), |tx| {
        accounts::store::refuse_last_admin(tx, &account).await?;
        let fact = accounts::store::account_fact(id, tx);
        mail::queue(tx, &account.mail(Kind::DeleteAccount, fact)).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

/// Deletes the account whose link was followed.
#[utoipa::path(post, path = "/users/confirm-deletion", tag = "users", request_body = LinkToken,
    responses((status = 204)))]
async fn confirm_deletion(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<LinkToken>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let link = one_time_tokens::consume(tx, Purpose::DeleteAccount, &sent.token).await?;
        let account = accounts::store::get(tx, link.user_id).await?;
        store::erase(tx, &account).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes an account, for ADMIN.
#[utoipa::path(delete, path = "/users/{id}", tag = "users", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_user(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let account = accounts::store::get(tx, id).await?;
        check_version(&call, account.version, || serde_json::json!(User::from(&account)))?;
        store::erase(tx, &account).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}
