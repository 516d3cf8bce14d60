//! The note on what a learner needs: written and deleted by themselves, by their guardian or by ADMIN. The current teacher
//! reads it in the class list of a session.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::needs::NeedsInput;
use utoipa_axum::router::OpenApiRouter;

use super::check_acts_for;
use super::store::needs::{self, Needs};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::people::accounts::store;
use crate::write::{Call, Tx, store_empty_response};
use crate::{answer, change};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(get_needs, put_needs, delete_needs))
}

/// The note on what a learner needs, or null.
#[utoipa::path(get, path = "/users/{id}/needs", tag = "users", params(("id" = i64, Path)),
    responses((status = 200, description = "The note, or null when there is none.", body = Option<Needs>)))]
async fn get_needs(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Option<Needs>>> {
    let mut conn = app.db.read().await?;
    check_acts_for(&mut conn, caller, id).await?;
    store::get(&mut conn, id).await?;
    needs::find(&mut conn, id).await.map(Json)
}

/// Notes what a learner needs, with their consent. Replaces the note there is.
#[utoipa::path(put, path = "/users/{id}/needs", tag = "users", params(("id" = i64, Path)), request_body = NeedsInput,
    responses((status = 200, body = Needs)))]
async fn put_needs(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<NeedsInput>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    check_acts_for(&mut app.db.read().await?, caller, id).await?;
    let text = sent.parse()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        check(tx, caller, id).await?;
        needs::put(tx, id, &text).await?;
        needs::find(tx, id).await?.ok_or_else(|| Error::from(Code::Internal))
    })
}

/// Deletes the note, which withdraws the consent. Idempotent.
#[utoipa::path(delete, path = "/users/{id}/needs", tag = "users", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn delete_needs(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    let caller = call.caller.user()?;
    change!(app, Some(&call), |tx| {
        check(tx, caller, id).await?;
        needs::delete(tx, id).await?;
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

async fn check(tx: &mut Tx, caller: SignedIn, id: i64) -> Result<()> {
    check_acts_for(tx, caller, id).await?;
    store::get(tx, id).await.map(|_| ())
}
