//! `Idempotency-Key`: a repeated write returns the first response and has no effect.
//!
//! Scope: caller, method, path (an anonymous caller: the key with the body). A key is claimed before the
//! work; the response is stored in the work's own transaction by `app.answer`, or right after for other
//! responses. Refusals, responses with secrets and those of more than 64 KB are not stored. Stored for 24
//! hours.

use axum::RequestExt as _;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;

use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::body_fault;
use crate::http::uploads;
use crate::{change, execute, fetch_optional};

static KEY: HeaderName = HeaderName::from_static("idempotency-key");
static REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Largest stored response in bytes, which limits the cost of a key.
const LARGEST_RESPONSE: usize = 64 * 1024;
/// Longest key in bytes.
const LONGEST_KEY: usize = 255;
/// A claim whose server was killed may be taken over after this.
const CLAIM_LIFE: Duration = Duration::seconds(60);
/// How long responses are stored.
const RETENTION: Duration = Duration::hours(24);

/// A key that this request has claimed while it runs.
#[derive(Clone, Debug)]
pub struct Claim {
    scope: String,
    token: String,
}

/// Marks a response with secrets: never stored, never cached.
#[derive(Clone, Copy, Debug)]
struct HasSecrets;

/// A response with secrets.
#[derive(Debug)]
pub struct Private<T>(pub T);

impl<T: IntoResponse> IntoResponse for Private<T> {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(HasSecrets);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

enum ClaimOutcome {
    Claimed(Claim),
    Completed { status: StatusCode, answer: String },
}

/// The middleware for every write with a key.
pub async fn layer(State(app): State<AppContext>, request: Request, next: Next) -> Response {
    let is_write = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // A file that is sent twice is stored once anyway, and is too large to be buffered.
    if !is_write || uploads::is_upload(&request) || !request.headers().contains_key(&KEY) {
        return next.run(request).await;
    }
    match run(&app, request, next).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

async fn run(app: &AppContext, request: Request, next: Next) -> Result<Response> {
    let (mut parts, body) = request.with_limited_body().into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(|error| Error::from(body_fault(&error)))?;
    let key =
        parts.headers.get(&KEY).and_then(|value| value.to_str().ok()).unwrap_or_default().trim().to_owned();
    if key.is_empty() || key.len() > LONGEST_KEY {
        return Err(Error::field("Idempotency-Key", Code::InvalidValue));
    }
    let user = parts.extensions.get::<Caller>().and_then(|caller| caller.user);
    let body_hash = sha256_hex(&bytes);
    let who = user.map_or_else(|| format!("anonymous {body_hash}"), |user| format!("user {}", user.id));
    // The query is part of the path: `?paymentRef=` identifies the operation.
    let scope = sha256_hex(format!("{who}\n{}\n{}\n{key}", parts.method, parts.uri));

    match claim(app, &scope, &body_hash).await? {
        ClaimOutcome::Completed { status, answer } => Ok(replay(status, answer)),
        ClaimOutcome::Claimed(claim) => {
            parts.extensions.insert(claim.clone());
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            store_or_release(app, &claim, response).await
        }
    }
}

#[derive(preau_derive::FromRow)]
struct KeyRow {
    body_hash: String,
    claimed_until: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    status: Option<i64>,
    answer: Option<String>,
}

const FIND: &str =
    "SELECT body_hash, claimed_until, expires_at, status, answer FROM idempotency_keys WHERE scope = $1";
const TAKE: &str = "
    INSERT INTO idempotency_keys (scope, body_hash, claim, claimed_until, expires_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (scope) DO UPDATE SET body_hash = excluded.body_hash, claim = excluded.claim,
        claimed_until = excluded.claimed_until, expires_at = excluded.expires_at, status = NULL, answer = NULL";
const STORE: &str = "UPDATE idempotency_keys SET status = $3, answer = $4 WHERE scope = $1 AND claim = $2";
const RELEASE: &str = "DELETE FROM idempotency_keys WHERE scope = $1 AND claim = $2 AND status IS NULL";

async fn claim(app: &AppContext, scope: &str, body_hash: &str) -> Result<ClaimOutcome> {
    let token = app.ids.hex128();
    change!(app, None, |tx| {
        let now = tx.now;
        if let Some(row) = fetch_optional!(tx, KeyRow, FIND, scope)? {
            if row.expires_at > now && row.body_hash != body_hash {
                return Err(Code::IdempotencyMismatch.into());
            }
            if let (true, Some(status), Some(answer)) = (row.expires_at > now, row.status, row.answer) {
                let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
                return Ok(ClaimOutcome::Completed { status: status.unwrap_or_default(), answer });
            }
            if row.status.is_none() && is_claimed(row.claimed_until, now) {
                return Err(Code::IdempotencyInFlight.into());
            }
        }
        execute!(tx, TAKE, scope, body_hash, &token, now + CLAIM_LIFE, now + RETENTION)?;
        Ok(ClaimOutcome::Claimed(Claim { scope: scope.to_owned(), token: token.clone() }))
    })
}

/// Whether a claim is valid. One that ends further in the future than a new claim was made before the clock
/// was set back: its request is over.
fn is_claimed(until: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    until > now && until <= now + CLAIM_LIFE * 2
}

/// Stores a response in the transaction of the work.
///
/// # Errors
/// `idempotency_in_flight` when the claim was taken over by a concurrent repeat.
pub async fn store(tx: &mut Conn, claim: &Claim, status: StatusCode, answer: &str) -> Result<()> {
    let stored = if answer.len() > LARGEST_RESPONSE {
        execute!(tx, RELEASE, &claim.scope, &claim.token)?
    } else {
        execute!(tx, STORE, &claim.scope, &claim.token, i64::from(status.as_u16()), answer)?
    };
    if stored == 1 { Ok(()) } else { Err(Code::IdempotencyInFlight.into()) }
}

/// After the work: stores a response that may be stored and is not yet, otherwise releases the key.
async fn store_or_release(app: &AppContext, claim: &Claim, response: Response) -> Result<Response> {
    let status = response.status();
    let may_be_stored = status.is_success() && response.extensions().get::<HasSecrets>().is_none();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(|error| Error::internal(error.to_string()))?;
    let text = (may_be_stored && bytes.len() <= LARGEST_RESPONSE)
        .then(|| String::from_utf8(bytes.to_vec()).ok())
        .flatten();
    change!(app, None, |tx| {
        match &text {
            // `app.answer` has stored a success already: this repeats it.
            Some(text) => execute!(tx, STORE, &claim.scope, &claim.token, i64::from(status.as_u16()), text)?,
            None => execute!(tx, RELEASE, &claim.scope, &claim.token)?,
        };
        Ok(())
    })?;
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

fn replay(status: StatusCode, answer: String) -> Response {
    let json = serde_json::from_str::<serde::de::IgnoredAny>(&answer).is_ok();
    let kind = if json { "application/json" } else { "text/plain; charset=utf-8" };
    let mut response = (status, Bytes::from(answer)).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(&REPLAYED, HeaderValue::from_static("true"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_made_before_the_clock_was_put_back_binds_nobody() {
        let now: DateTime<Utc> = "2026-03-02T09:00:00Z".parse().unwrap();
        for (until, claimed) in [
            (now - Duration::seconds(1), false),
            (now, false),
            (now + CLAIM_LIFE, true),
            (now + Duration::hours(1), false),
        ] {
            assert_eq!(is_claimed(until, now), claimed, "until {until}");
        }
    }
}
