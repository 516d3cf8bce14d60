//! Whether this process runs (`/healthz`) and may be sent visitors (`/readyz`). Outside the API: asked by
//! machines, answered without a session.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use crate::app::App;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/healthz", get(|| async { "ok\n" })).route("/readyz", get(ready))
}

/// The database answers and its schema is this program's.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.db.schema_version().await {
        Ok(version) if version == app.db.newest_schema() => (StatusCode::OK, "ready\n"),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "the schema is not this program's\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
