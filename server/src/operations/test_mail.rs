//! Test mails, by which staff checks that mails of the school arrive.

use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::Result;
use crate::http::limits::Limit;
use crate::mail::{self, Kind};
use crate::people::accounts;
use crate::write::Call;
use crate::{change, routes};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(send_test_mail))
}

/// Limit of test mails by one account.
const TESTS: Limit = Limit::per_minutes(5, 15);

/// Mails the caller that mails arrive.
#[utoipa::path(post, path = "/mail/test", tag = "mail",
    responses((status = 202, description = "Queued."), (status = 429)))]
async fn send_test_mail(State(app): State<AppContext>, call: Call) -> Result<StatusCode> {
    let id = call.caller.user()?.id;
    app.limit(&format!("test mail {id}"), TESTS).await?;
    change!(app, Some(&call), |tx| {
        let account = accounts::store::get(tx, id).await?;
        let fact = accounts::store::account_fact(id, tx);
        mail::queue(tx, &account.mail(Kind::Test, fact)).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}
