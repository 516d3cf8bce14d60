//! `ETags` of reads: a hash of the body, so that an unchanged response is not transferred again.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::clock::sha256_hex;
use crate::error::Error;

/// The middleware for every read of the API.
pub async fn layer(request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let signed_in = request.headers().contains_key(header::AUTHORIZATION);
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    let (mut parts, body) = response.into_parts();
    parts.headers.append(header::VARY, HeaderValue::from_static("Authorization"));
    let cache = if signed_in { "private, no-cache" } else { "no-cache" };
    parts.headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(cache));
    // A response with an `ETag` of its own is not buffered.
    if !is_read || parts.status != StatusCode::OK || parts.headers.contains_key(header::ETAG) {
        return Response::from_parts(parts, body);
    }
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Error::internal("an answer that cannot be read").into_response();
    };
    let tag = format!("\"{}\"", &sha256_hex(&bytes)[..32]);
    let Ok(tag) = HeaderValue::from_str(&tag) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let unchanged = known.is_some_and(|known| matches_tag(&known, &tag));
    parts.headers.insert(header::ETAG, tag);
    if unchanged {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// Whether `If-None-Match` contains this tag.
pub(crate) fn matches_tag(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let Ok(known) = known.to_str() else { return false };
    known.split(',').map(|one| one.trim().trim_start_matches("W/")).any(|one| one == tag || one == "*")
}
