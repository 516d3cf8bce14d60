//! Requests that only the school can answer: forwarded with the account's session, and the response relayed.
//! A few responses that every page needs are stored for when the school cannot be reached.

use std::path::PathBuf;
use std::sync::Arc;

use http::header::{self, HeaderName};
use http::{Method, StatusCode, Uri};
use serde_json::{Value, json};

use crate::answer::{self, Request, Response};
use crate::connection_state::Connection;
use crate::context::AppContext;
use crate::error::{Error, Problem, Result};
use crate::pictures;
use crate::profile::OpenProfile;
use crate::school::{Answered, Ask};
use crate::store::Store;
use crate::uploads;

/// GET requests whose last response is good enough offline.
const KEPT: &[&str] = &["/api/settings/school", "/api/auth/config"];
const ME: &str = "/api/users/me";
/// Response headers that concern only the connection between the school and this app.
const NOT_RELAYED: &[HeaderName] = &[
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::CONTENT_SECURITY_POLICY,
    header::SET_COOKIE,
    header::STRICT_TRANSPORT_SECURITY,
    header::TRANSFER_ENCODING,
    header::X_FRAME_OPTIONS,
];

pub(super) async fn pass(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    request: &Request,
) -> Result<Response> {
    if let Some(file) = uploads::answer(context, open, request)? {
        return Ok(file);
    }
    match open.connection_state.connection() {
        Connection::Online => {}
        Connection::TooNew => {
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "school_too_new").into());
        }
        Connection::Offline | Connection::SignedOut | Connection::KeychainLocked => {
            return kept(context, open, request);
        }
    }
    let mut ask = Ask::of_page(request);
    ask.path = real_path(&open.store, request.uri())?;
    match context.ask(open, &ask).await {
        Ok(answer) => {
            // The school's response is relayed even when it cannot be stored.
            if let Err(error) = took_note(context, open, request, &answer) {
                tracing::warn!(%error, "an answer was not kept");
                context.record_error(&error);
            }
            Ok(relayed(answer))
        }
        Err(nobody) if nobody.may_pass() => kept(context, open, request),
        Err(nobody) => Err(nobody.into_error()),
    }
}

/// The school's response as the page gets it.
pub(super) fn relayed(answer: Answered) -> Response {
    let mut response = Response::new(answer.body);
    *response.status_mut() = answer.status;
    for (name, value) in &answer.headers {
        if !NOT_RELAYED.contains(name) {
            response.headers_mut().append(name.clone(), value.clone());
        }
    }
    response
}

fn is_kept(request: &Request) -> bool {
    *request.method() == Method::GET && KEPT.contains(&request.uri().path())
}

/// The stored response, when the school cannot be reached.
fn kept(context: &AppContext, open: &OpenProfile, request: &Request) -> Result<Response> {
    if let Some(picture) = folder(context, open).and_then(|folder| pictures::find(&folder, request)) {
        return Ok(picture);
    }
    if *request.method() == Method::GET && request.uri().path() == ME {
        return answer::json(StatusCode::OK, &open.profile.user);
    }
    let kept: Option<Value> = if is_kept(request) { open.store.setting(request.uri().path())? } else { None };
    match kept {
        Some(kept) => answer::json(StatusCode::OK, &kept),
        None => Err(Error::network_needed()),
    }
}

fn folder(context: &AppContext, open: &OpenProfile) -> Option<PathBuf> {
    context.data.profile_folder(&open.profile.id)
}

fn took_note(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    request: &Request,
    answer: &Answered,
) -> Result<()> {
    if answer.status == StatusCode::OK && is_kept(request) {
        open.store.keep_setting(request.uri().path(), &answer.json())?;
    }
    let path = request.uri().path();
    if *request.method() == Method::GET {
        let kept = folder(context, open).map_or(Ok(()), |folder| pictures::keep(&folder, request, answer));
        if let Err(error) = kept {
            tracing::warn!(%error, "a picture was not kept");
        }
        return Ok(());
    }
    // Other writes of the page may change content: publishing, moving a course, importing questions.
    if answer.status.is_success() {
        open.connection_state.status().pull_requested = true;
        context.wake.notify_one();
    }
    if answer.status.is_success() && path.starts_with(ME) {
        let (context, open) = (Arc::clone(context), Arc::clone(open));
        tokio::spawn(async move { crate::sync::renew_user(&context, &open).await });
    }
    Ok(())
}

/// The path with the school's ids in place of local ones.
///
/// # Errors
/// `operations_waiting` when the school has not assigned an id yet.
fn real_path(store: &Store, uri: &Uri) -> Result<String> {
    if let Some(address) = uploads::address_there(store, uri.path()) {
        return Ok(address);
    }
    let mut pieces = Vec::new();
    for piece in uri.path().split('/') {
        match piece.parse::<i64>() {
            Ok(id) if id < 0 => pieces.push(real_id(store, id)?.to_string()),
            Ok(_) | Err(_) => pieces.push(piece.to_owned()),
        }
    }
    let mut path = pieces.join("/");
    if let Some(query) = uri.query() {
        let mut pairs = Vec::new();
        for pair in query.split('&') {
            let local = pair.split_once('=').and_then(|(name, id)| Some((name, id.parse::<i64>().ok()?)));
            match local.filter(|(_, id)| *id < 0) {
                Some((name, id)) => pairs.push(format!("{name}={}", real_id(store, id)?)),
                None => pairs.push(pair.to_owned()),
            }
        }
        path = format!("{path}?{}", pairs.join("&"));
    }
    Ok(path)
}

fn real_id(store: &Store, local: i64) -> Result<i64> {
    let own = store.client_id(local)?.ok_or_else(Error::not_found)?;
    let count = store.queue()?.operations().len();
    let waiting = || Problem::new(StatusCode::CONFLICT, "operations_waiting").with("count", json!(count));
    Ok(store.queue()?.id_of(&own).ok_or_else(waiting)?)
}
