//! Requests of the page and what is answered, as HTTP without a network.

use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::error::{Error, Problem, Result};

/// What the page asks.
pub type Request = http::Request<Vec<u8>>;
/// What it is answered.
pub type Response = http::Response<Vec<u8>>;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// A value as JSON.
///
/// # Errors
/// When it is none.
pub fn json(status: StatusCode, value: &impl Serialize) -> Result<Response> {
    Ok(body(status, JSON, serde_json::to_vec(value)?))
}

/// Nothing more to say.
#[must_use]
pub fn nothing(status: StatusCode) -> Response {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    response
}

/// A broken rule.
#[must_use]
pub fn problem(problem: &Problem) -> Response {
    let text = serde_json::to_vec(problem).unwrap_or_default();
    body(problem.status, PROBLEM_JSON, text)
}

/// A failure, as the page is told it.
#[must_use]
pub fn failure(error: Error) -> Response {
    problem(&error.into_problem())
}

/// Bytes of a kind.
#[must_use]
pub fn body(status: StatusCode, kind: HeaderValue, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(bytes);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
