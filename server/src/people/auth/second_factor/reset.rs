//! Removes the second factor of an account whose owner lost phone and recovery codes.

use axum::extract::State;
use axum::http::StatusCode;
use preau_core::code::Code;
use preau_core::email::Email;
use utoipa_axum::router::OpenApiRouter;

use super::{remove, store};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::Path;
use crate::mail::{self, Kind};
use crate::people::accounts::store::{self as accounts, Account};
use crate::write::{Call, Tx};
use crate::{change, routes};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(reset_second_factor))
}

/// Removes the second factor of somebody else's account, for ADMIN; its owner is notified by mail. 404 when there is
/// none.
#[utoipa::path(delete, path = "/users/{id}/second-factor", tag = "users", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, description = "One's own is switched off with a code.")))]
async fn reset_second_factor(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    if call.caller.user()?.id == id {
        return Err(Code::Forbidden.into());
    }
    change!(app, Some(&call), |tx| {
        let account = accounts::get(tx, id).await?;
        reset(tx, &account).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Removes the second factor of the account with this address, from the command line.
///
/// # Errors
/// An invalid `email`; `not_found` when there is no such account, or it has no second factor.
pub async fn reset_by_operator(app: &AppContext, email: &str) -> Result<()> {
    let email = Email::parse(email).map_err(|fault| Error::field("email", fault))?;
    change!(app, None, |tx| {
        let account = accounts::find_by_email(tx, email.as_str()).await?.ok_or_else(Error::not_found)?;
        reset(tx, &account).await
    })
}

async fn reset(tx: &mut Tx, account: &Account) -> Result<()> {
    if !store::is_on(tx, account.id).await? {
        return Err(Error::not_found());
    }
    remove(tx, account, "user.second-factor-reset").await?;
    let fact = accounts::account_fact(account.id, tx);
    mail::queue(tx, &account.mail(Kind::SecondFactorReset, fact)).await
}
