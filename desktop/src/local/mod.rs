//! The app's own calls: `/api/desktop/…`. Their problems have the school's format; the types of their
//! responses are written into `web-admin/src/platform/local.d.ts`.

mod conflicts;
mod drafts;
mod offline;
mod operations;
mod profiles;
mod search;
mod sign_in;
mod state;
#[cfg(test)]
mod types;
mod uploads;

use std::sync::Arc;

use http::{HeaderValue, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::answer::{Request, Response, body as with_body, nothing};
use crate::connection_state::Connection;
use crate::context::AppContext;
use crate::error::{Error, Problem, Result};
use crate::profile::OpenProfile;

/// Answers a call; `path` is without `/api/desktop/`.
pub(crate) async fn answer(context: &Arc<AppContext>, request: &Request, path: &str) -> Result<Response> {
    let path: Vec<String> = path.split('/').map(decoded).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match (request.method().as_str(), path.as_slice()) {
        ("GET", ["state"]) => state::read(context),
        ("PUT", ["school"]) => sign_in::find(context, body(request)?).await,
        ("POST", ["sign-in"]) => sign_in::with_password(context, &body(request)?).await,
        ("POST", ["sign-in", "code"]) => sign_in::with_code(context, &body(request)?).await,
        ("POST", ["sign-in", "browser"]) => sign_in::in_browser(context, &body(request)?).await,
        ("DELETE", ["sign-in", "browser"]) => Ok(sign_in::cancel(context)),
        ("POST", ["sign-out"]) => sign_in::sign_out(context, body(request)?).await,
        ("POST", ["sync"]) => sync(context),
        ("GET", ["profiles"]) => profiles::list(context),
        ("POST", ["profiles", id]) => profiles::open(context, id).await,
        ("DELETE", ["profiles", id]) => profiles::remove(context, id, is_forced(request)).await,
        ("GET", ["diagnostics"]) => diagnostics(context).await,
        (_, rest) => of_profile(context, &context.current()?, request, rest).await,
    }
}

/// Calls that need an open profile.
async fn of_profile(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    request: &Request,
    path: &[&str],
) -> Result<Response> {
    match (request.method().as_str(), path) {
        ("GET", ["operations"]) => operations::list(open),
        ("GET", ["operations", "export"]) => operations::export(context, open),
        ("POST", ["operations", "retry"]) => operations::retry_all(context, open),
        ("POST", ["operations", id, "retry"]) => operations::retry(context, open, id),
        ("PUT", ["operations", id]) => operations::correct(context, open, id, body(request)?),
        ("DELETE", ["operations", id]) => operations::discard(context, open, id, is_forced(request)),
        ("GET", ["conflicts", id]) => conflicts::read(context, open, id).await,
        ("POST", ["conflicts", id]) => conflicts::resolve(context, open, id, body(request)?),
        ("POST", ["conflicts", id, "undo"]) => conflicts::undo(context, open, id),
        ("GET", ["offline"]) => offline::read(context, open).await,
        ("GET", ["lessons"]) => search::lessons(open, request).await,
        ("POST", ["uploads"]) => uploads::choose(context, open, body(request)?).await,
        ("GET", ["uploads", id]) => uploads::read(context, id),
        ("POST", ["uploads", id, "pause"]) => Ok(uploads::pause(context, id)),
        ("DELETE", ["uploads", id]) => uploads::cancel(context, open, id),
        ("GET", ["place"]) => drafts::current_path(open, request),
        ("GET", ["history"]) => drafts::history(open),
        ("GET", ["drafts"]) => drafts::list(open),
        ("GET", ["drafts", key]) => drafts::find(open, key),
        ("PUT", ["drafts", key]) => drafts::store(open, key, &body(request)?),
        ("DELETE", ["drafts", key]) => drafts::delete(open, key),
        ("DELETE", ["damage"]) => state::dismiss_damage(context, open),
        _ => Err(Error::not_found()),
    }
}

/// Fetches and sends now.
fn sync(context: &AppContext) -> Result<Response> {
    context.wake.notify_one();
    if let Some(open) = context.open() {
        // The keychain may have been unlocked in the meantime.
        if open.connection_state.connection() == Connection::KeychainLocked {
            context.set_connection(&open, Connection::Online);
        }
        {
            let mut status = open.connection_state.status();
            (status.pull_requested, status.send_after) = (true, None);
        }
        open.store.change_queue(preau_core::draft::queue::Queue::resume)?;
        context.wake.notify_one();
    }
    Ok(nothing(StatusCode::ACCEPTED))
}

/// A report for support.
async fn diagnostics(context: &Arc<AppContext>) -> Result<Response> {
    let context = Arc::clone(context);
    let report = tokio::task::spawn_blocking(move || crate::diagnostics::report(&context));
    let text = report.await.map_err(|error| Error::internal(error.to_string()))?;
    Ok(with_body(StatusCode::OK, HeaderValue::from_static("text/plain; charset=utf-8"), text.into_bytes()))
}

fn is_forced(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    let in_body = || serde_json::from_slice::<Value>(request.body()).is_ok_and(|body| body["force"] == true);
    form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == "force" && value != "false")
        || in_body()
}

fn decoded(piece: &str) -> String {
    let form = piece.replace('+', "%2B").replace('=', "%3D").replace('&', "%26");
    form_urlencoded::parse(form.as_bytes()).map(|(name, _)| name).collect()
}

/// The body of a request; a problem names the invalid field.
fn body<T: DeserializeOwned>(request: &Request) -> Result<T> {
    let body = request.body();
    let value = if body.is_empty() { json!({}) } else { serde_json::from_slice(body)? };
    Ok(preau_core::json::parse(value)?)
}

/// The problem that this many operations are pending and would be left behind.
fn operations_waiting(count: usize) -> Problem {
    Problem::new(StatusCode::CONFLICT, "operations_waiting").with("count", count)
}
