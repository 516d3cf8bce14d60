//! Requests of the page and their responses, as HTTP messages without a network.

use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::error::{Error, Problem, Result};

/// A request of the page.
pub type Request = http::Request<Vec<u8>>;
/// The response to it.
pub type Response = http::Response<Vec<u8>>;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// A value as JSON.
pub fn json(status: StatusCode, value: &impl Serialize) -> Result<Response> {
    Ok(body(status, JSON, serde_json::to_vec(value)?))
}

/// A response without a body.
#[must_use]
pub fn nothing(status: StatusCode) -> Response {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    response
}

/// A broken rule as a response.
#[must_use]
pub fn problem(problem: &Problem) -> Response {
    let text = serde_json::to_vec(problem).unwrap_or_default();
    body(problem.status, PROBLEM_JSON, text)
}

/// A failure as a response.
#[must_use]
pub fn failure(error: Error) -> Response {
    problem(&error.into_problem())
}

/// Bytes with a content type.
#[must_use]
pub fn body(status: StatusCode, kind: HeaderValue, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(bytes);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
