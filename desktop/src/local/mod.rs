//! The calls that the app answers by itself: `/api/desktop/…`. Their problems have the shape of the school's; the types
//! of what they answer are written into `web-admin/src/platform/local.d.ts`.

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
use crate::app::{Connection, Shared};
use crate::error::{Error, Problem, Result};
use crate::profile::Open;

pub(crate) use conflicts::note_writer;
pub(crate) use operations::title_of_operation;

/// Answers a call; `path` is what stands behind `/api/desktop/`.
pub(crate) async fn answer(shared: &Arc<Shared>, request: &Request, path: &str) -> Result<Response> {
    let path: Vec<String> = path.split('/').map(decoded).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match (request.method().as_str(), path.as_slice()) {
        ("GET", ["state"]) => state::read(shared),
        ("PUT", ["school"]) => sign_in::find(shared, body(request)?).await,
        ("POST", ["sign-in"]) => sign_in::with_password(shared, &body(request)?).await,
        ("POST", ["sign-in", "code"]) => sign_in::with_code(shared, &body(request)?).await,
        ("POST", ["sign-in", "browser"]) => sign_in::in_browser(shared, &body(request)?).await,
        ("DELETE", ["sign-in", "browser"]) => Ok(sign_in::cancel(shared)),
        ("POST", ["sign-out"]) => sign_in::out(shared, body(request)?).await,
        ("POST", ["sync"]) => sync(shared),
        ("GET", ["profiles"]) => profiles::list(shared),
        ("POST", ["profiles", id]) => profiles::open(shared, id).await,
        ("DELETE", ["profiles", id]) => profiles::remove(shared, id, is_forced(request)).await,
        ("GET", ["diagnostics"]) => diagnostics(shared).await,
        (_, rest) => of_profile(shared, &shared.current()?, request, rest).await,
    }
}

/// What belongs to who is signed in.
async fn of_profile(
    shared: &Arc<Shared>,
    open: &Arc<Open>,
    request: &Request,
    path: &[&str],
) -> Result<Response> {
    match (request.method().as_str(), path) {
        ("GET", ["operations"]) => operations::list(open),
        ("GET", ["operations", "export"]) => operations::export(shared, open),
        ("POST", ["operations", "retry"]) => operations::retry_all(shared, open),
        ("POST", ["operations", id, "retry"]) => operations::retry(shared, open, id),
        ("PUT", ["operations", id]) => operations::correct(shared, open, id, body(request)?),
        ("DELETE", ["operations", id]) => operations::discard(shared, open, id, is_forced(request)),
        ("GET", ["conflicts", id]) => conflicts::read(shared, open, id).await,
        ("POST", ["conflicts", id]) => conflicts::settle(shared, open, id, body(request)?),
        ("POST", ["conflicts", id, "undo"]) => conflicts::undo(shared, open, id),
        ("GET", ["offline"]) => offline::read(shared, open).await,
        ("GET", ["lessons"]) => search::lessons(open, request).await,
        ("POST", ["uploads"]) => uploads::choose(shared, open, body(request)?).await,
        ("GET", ["uploads", id]) => uploads::read(shared, id),
        ("POST", ["uploads", id, "pause"]) => Ok(uploads::pause(shared, id)),
        ("DELETE", ["uploads", id]) => uploads::cancel(shared, open, id),
        ("GET", ["place"]) => drafts::place(open, request),
        ("GET", ["history"]) => drafts::history(open),
        ("GET", ["drafts"]) => drafts::list(open),
        ("GET", ["drafts", key]) => drafts::find(open, key),
        ("PUT", ["drafts", key]) => drafts::keep(open, key, &body(request)?),
        ("DELETE", ["drafts", key]) => drafts::forget(open, key),
        ("DELETE", ["damage"]) => state::dismiss_damage(shared, open),
        _ => Err(Error::not_found()),
    }
}

/// Fetches and sends now.
fn sync(shared: &Shared) -> Result<Response> {
    shared.wake.notify_one();
    if let Some(open) = shared.open() {
        // Its owner may have unlocked it meanwhile.
        if open.standing.connection() == Connection::KeychainLocked {
            shared.is(&open, Connection::Online);
        }
        {
            let mut now = open.standing.now();
            (now.pull_wanted, now.held_until) = (true, None);
        }
        open.store.change_queue(preau_core::draft::queue::Queue::resume)?;
        shared.wake.notify_one();
    }
    Ok(nothing(StatusCode::ACCEPTED))
}

/// A text for whoever helps.
async fn diagnostics(shared: &Arc<Shared>) -> Result<Response> {
    let shared = Arc::clone(shared);
    let told = tokio::task::spawn_blocking(move || crate::diagnostics::report(&shared));
    let text = told.await.map_err(|error| Error::internal(error.to_string()))?;
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

/// The body of a request; what cannot be read names its field.
fn body<T: DeserializeOwned>(request: &Request) -> Result<T> {
    let body = request.body();
    let value = if body.is_empty() { json!({}) } else { serde_json::from_slice(body)? };
    Ok(preau_core::json::parse(value)?)
}

/// So many operations wait: what is asked would leave them.
fn waiting(count: usize) -> Problem {
    Problem::new(StatusCode::CONFLICT, "operations_waiting").with("count", count)
}
