//! Whether this process runs (`/healthz`) and can serve requests (`/readyz`). Outside the API: for
//! monitoring, without a session.

use std::borrow::Cow;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use crate::context::AppContext;
use crate::db::Schema;
use crate::error::Result;
use crate::{change, clock, execute};

/// Timeout of the check; shorter than that of requests, which wait for a database that is about to recover.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);

const DATABASE_SILENT: &str = "the database does not answer\n";

pub(crate) fn routes() -> Router<AppContext> {
    Router::new().route("/healthz", get(|| async { "ok\n" })).route("/readyz", get(ready))
}

/// Checks that the server is not stopping, the database responds, its schema is this program's, and its disk
/// accepts writes.
async fn ready(State(app): State<AppContext>) -> (StatusCode, Cow<'static, str>) {
    if app.stopping.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n".into());
    }
    let why_not = match tokio::time::timeout(ANSWERED_WITHIN, unready_reason(&app)).await {
        Ok(Ok(None)) => return (StatusCode::OK, "ready\n".into()),
        Ok(Ok(Some(why_not))) => why_not,
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            DATABASE_SILENT.into()
        }
        Err(_) => DATABASE_SILENT.into(),
    };
    (StatusCode::SERVICE_UNAVAILABLE, why_not)
}

async fn unready_reason(app: &AppContext) -> Result<Option<Cow<'static, str>>> {
    let schema = Schema { found: app.db.schema_version().await?, known: app.db.newest_schema() };
    if let Some(mismatch) = schema.mismatch() {
        return Ok(Some(format!("{mismatch}\n").into()));
    }
    if app.db.is_refused_by_disk() {
        match probe_disk(app).await {
            Ok(()) => app.db.disk_accepted_write(),
            Err(error) if error.is_refused_by_disk() => {
                return Ok(Some("the disk does not take writes\n".into()));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

const PROBE: &str = "
    INSERT INTO server_state (name, value) VALUES ('disk-took-a-write', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// Only after a refused write: the check must be cheap.
async fn probe_disk(app: &AppContext) -> Result<()> {
    change!(app, None, |tx| execute!(tx, PROBE, clock::instant_text(tx.now)))?;
    Ok(())
}
