//! Export of one's own data.

use crate::routes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use utoipa_axum::router::OpenApiRouter;

use super::store::{self, Export};
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::Json;
use crate::http::idempotency::Private;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(export_me))
}

/// Everything the school stores about the caller.
#[utoipa::path(get, path = "/users/me/export", tag = "users", responses((status = 200, body = Export)))]
async fn export_me(State(app): State<AppContext>, caller: SignedIn) -> Result<Response> {
    let mut conn = app.db.read().await?;
    let account = store::get(&mut conn, caller.id).await?;
    let export = store::export(&mut conn, &account).await?;
    let name = "attachment; filename=\"preau.json\"";
    Ok(([("content-disposition", name)], Private(Json(export))).into_response())
}
