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
use crate::school::{ApiRequest, ApiResponse};
use crate::store::Store;
use crate::uploads;

/// GET requests whose last response is good enough offline.
const STORED_PATHS: &[&str] = &["/api/settings/school", "/api/auth/config"];
const ME: &str = "/api/users/me";
/// Response headers that concern only the connection between the school and this app.
const CONNECTION_HEADERS: &[HeaderName] = &[
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::CONTENT_SECURITY_POLICY,
    header::SET_COOKIE,
    header::STRICT_TRANSPORT_SECURITY,
    header::TRANSFER_ENCODING,
    header::X_FRAME_OPTIONS,
];

pub(super) async fn forward(
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
            return stored_response(context, open, request);
        }
    }
    let mut api_request = ApiRequest::of_page(request);
    api_request.path = school_path(&open.store, request.uri())?;
    match context.send(open, &api_request).await {
        Ok(answer) => {
            // The school's response is relayed even when it cannot be stored.
            if let Err(error) = store_response(context, open, request, &answer) {
                tracing::warn!(%error, "an answer was not kept");
                context.record_error(&error);
            }
            Ok(to_page(answer))
        }
        Err(error) if error.is_temporary() => stored_response(context, open, request),
        Err(error) => Err(error.into_error()),
    }
}

/// The school's response as the page gets it.
pub(super) fn to_page(answer: ApiResponse) -> Response {
    let mut response = Response::new(answer.body);
    *response.status_mut() = answer.status;
    for (name, value) in &answer.headers {
        if !CONNECTION_HEADERS.contains(name) {
            response.headers_mut().append(name.clone(), value.clone());
        }
    }
    response
}

fn is_stored(request: &Request) -> bool {
    *request.method() == Method::GET && STORED_PATHS.contains(&request.uri().path())
}

/// The stored response, when the school cannot be reached.
fn stored_response(context: &AppContext, open: &OpenProfile, request: &Request) -> Result<Response> {
    if let Some(picture) = profile_folder(context, open).and_then(|folder| pictures::find(&folder, request)) {
        return Ok(picture);
    }
    if *request.method() == Method::GET && request.uri().path() == ME {
        return answer::json(StatusCode::OK, &open.profile.user);
    }
    let stored: Option<Value> =
        if is_stored(request) { open.store.setting(request.uri().path())? } else { None };
    match stored {
        Some(stored) => answer::json(StatusCode::OK, &stored),
        None => Err(Error::network_needed()),
    }
}

fn profile_folder(context: &AppContext, open: &OpenProfile) -> Option<PathBuf> {
    context.data.profile_folder(&open.profile.id)
}

fn store_response(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    request: &Request,
    answer: &ApiResponse,
) -> Result<()> {
    if answer.status == StatusCode::OK && is_stored(request) {
        open.store.store_setting(request.uri().path(), &answer.json())?;
    }
    let path = request.uri().path();
    if *request.method() == Method::GET {
        let cached =
            profile_folder(context, open).map_or(Ok(()), |folder| pictures::store(&folder, request, answer));
        if let Err(error) = cached {
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
fn school_path(store: &Store, uri: &Uri) -> Result<String> {
    if let Some(address) = uploads::school_address(store, uri.path()) {
        return Ok(address);
    }
    let mut pieces = Vec::new();
    for piece in uri.path().split('/') {
        match piece.parse::<i64>() {
            Ok(id) if id < 0 => pieces.push(school_id(store, id)?.to_string()),
            Ok(_) | Err(_) => pieces.push(piece.to_owned()),
        }
    }
    let mut path = pieces.join("/");
    if let Some(query) = uri.query() {
        let mut pairs = Vec::new();
        for pair in query.split('&') {
            let local = pair.split_once('=').and_then(|(name, id)| Some((name, id.parse::<i64>().ok()?)));
            match local.filter(|(_, id)| *id < 0) {
                Some((name, id)) => pairs.push(format!("{name}={}", school_id(store, id)?)),
                None => pairs.push(pair.to_owned()),
            }
        }
        path = format!("{path}?{}", pairs.join("&"));
    }
    Ok(path)
}

fn school_id(store: &Store, local: i64) -> Result<i64> {
    let client_id = store.client_id(local)?.ok_or_else(Error::not_found)?;
    let count = store.queue()?.operations().len();
    let pending = || Problem::new(StatusCode::CONFLICT, "operations_waiting").with("count", json!(count));
    Ok(store.queue()?.id_of(&client_id).ok_or_else(pending)?)
}
