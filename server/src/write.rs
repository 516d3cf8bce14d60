//! The one way anything is changed: rule, rows, audit and outbox in one transaction.
//!
//! [`change!`] runs a change; [`answer!`] also keeps its answer under the request's idempotency key in
//! that same transaction. Who may call is the gate's business, keys are [`crate::http::idempotency`]'s.

use std::ops::{Deref, DerefMut};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::audit::impersonal;
use preau_core::code::Code;
use preau_core::language::UiLanguage;
use serde::Serialize;
use serde_json::Value;

use crate::clock::{Clock, sha256_hex};
use crate::db::{Conn, Db, Tries};
use crate::error::{Error, Result, request_id};
use crate::execute;
use crate::http::caller::Caller;
use crate::http::idempotency::{self, Claim};

/// Everything a change needs to know about the request behind it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who asks.
    pub caller: Caller,
    /// The version the caller has seen.
    pub if_match: Option<i64>,
    /// Language of the request (`Accept-Language`), for mails to people without an account.
    pub language: UiLanguage,
    /// Hash of the idempotency key, to know a repeat by.
    pub request_key: Option<String>,
    /// The idempotency key, claimed.
    claim: Option<Claim>,
}

impl<S: Sync> FromRequestParts<S> for Call {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(Self {
            caller: Caller::from_request_parts(parts, state).await?,
            if_match: if_match(&parts.headers)?,
            language: accepted_language(&parts.headers),
            request_key: parts.headers.get("idempotency-key").map(sha256_hex),
            claim: parts.extensions.get().cloned(),
        })
    }
}

/// `If-Match: "7"`; `*` and absence match anything.
fn if_match(headers: &HeaderMap) -> Result<Option<i64>> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(None);
    }
    let bare = text.trim_start_matches("W/").trim_matches('"');
    bare.parse().map(Some).map_err(|_| Error::field("If-Match", Code::InvalidValue))
}

fn accepted_language(headers: &HeaderMap) -> UiLanguage {
    let accepted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted
        .split(',')
        .find_map(|entry| entry.trim().get(..2).and_then(|code| code.to_ascii_lowercase().parse().ok()))
        .unwrap_or_default()
}

/// The inside of a change: a connection in a transaction, the moment it happens and who does it.
/// Derefs to [`Conn`], so that statements and read functions run on it.
pub struct Tx {
    conn: Conn,
    /// The moment of the change; the same for all its rows.
    pub now: DateTime<Utc>,
    /// Its calendar day in Paris.
    pub today: NaiveDate,
    by: Option<Caller>,
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}

/// Makes a change: all of it or nothing.
///
/// `change!(app, Some(&call), |tx| { …; Ok(value) })`: the body answers a `Result`, may use `?`, and runs
/// again when it collided with another write; so it changes nothing but rows. `None` instead of a call:
/// the server itself acts. A macro, because the future of an async closure cannot be promised `Send`.
#[macro_export]
macro_rules! change {
    ($app:expr, $by:expr, |$tx:ident| $body:expr) => {{
        let mut tries = $crate::db::Tries::new(&$app.db);
        loop {
            let mut begun = match $crate::write::Tx::begin(&$app.db, &$app.clock, $by).await {
                Ok(tx) => tx,
                Err(error) => break Err(error),
            };
            let result: $crate::error::Result<_> = {
                let $tx = &mut begun;
                async { $body }.await
            };
            if let Some(done) = begun.finish(result, &mut tries).await {
                break done;
            }
        }
    }};
}

/// Makes a change as [`change!`] does and answers its value as JSON with this status, kept for repeats
/// of the same idempotency key: `answer!(app, &call, StatusCode::CREATED, |tx| { …; Ok(value) })`.
#[macro_export]
macro_rules! answer {
    ($app:expr, $call:expr, $status:expr, |$tx:ident| $body:expr) => {{
        let call: &$crate::write::Call = $call;
        let status: axum::http::StatusCode = $status;
        $crate::change!($app, Some(call), |$tx| {
            let value = async { $body }.await;
            match value {
                Ok(value) => $crate::write::keep_answer($tx, call, status, &value).await,
                Err(error) => Err(error),
            }
        })
        .map(|text| $crate::write::json_answer(status, text))
    }};
}

const AUDIT: &str = "
    INSERT INTO audit (at, user_id, role, action, entity, entity_id, before_values, after_values, request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

impl Tx {
    /// Begins a change now; [`change!`] does.
    ///
    /// # Errors
    /// When no connection becomes free in time.
    pub async fn begin(db: &Db, clock: &Clock, by: Option<&Call>) -> Result<Self> {
        let conn = db.begin().await?;
        // After the wait for the connection: the moment belongs to the change, not to the queue.
        let now = clock.now();
        Ok(Self { conn, now, today: preau_core::calendar::paris_day(now), by: by.map(|call| call.caller) })
    }

    /// Ends the change; see [`Conn::finish`].
    pub async fn finish<T>(self, result: Result<T>, tries: &mut Tries) -> Option<Result<T>> {
        self.conn.finish(result, tries).await
    }

    /// Notes what was done: `audit("reservation.confirmed", "reservation", id, before, after)`. What is
    /// personal in the values is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn audit(
        &mut self,
        action: &str,
        entity: &str,
        id: i64,
        before: Option<Value>,
        after: Option<Value>,
    ) -> Result<()> {
        let user = self.by.and_then(|by| by.user);
        let text = |values: Option<Value>| values.map(|values| impersonal(entity, values).to_string());
        execute!(
            self,
            AUDIT,
            self.now,
            user.map(|user| user.id),
            user.map(|user| user.role.as_str()),
            action,
            entity,
            id,
            text(before),
            text(after),
            request_id()
        )?;
        Ok(())
    }
}

/// The answer as JSON text, kept under the call's idempotency key if it has one.
///
/// # Errors
/// When the database fails or the key was taken over by a twin.
pub async fn keep_answer<T: Serialize>(
    tx: &mut Tx,
    call: &Call,
    status: StatusCode,
    value: &T,
) -> Result<String> {
    let text = serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))?;
    if let Some(claim) = &call.claim {
        idempotency::keep(tx, claim, status, &text).await?;
    }
    Ok(text)
}

/// Keeps under the call's idempotency key, if it has one, that it was done, with nothing to say.
///
/// # Errors
/// When the database fails or the key was taken over by a twin.
pub async fn keep_done(tx: &mut Tx, call: &Call, status: StatusCode) -> Result<()> {
    keep_said(tx, call, status, "").await
}

/// Keeps under the call's idempotency key, if it has one, that it was done and what was said in plain text.
///
/// # Errors
/// When the database fails or the key was taken over by a twin.
pub async fn keep_said(tx: &mut Tx, call: &Call, status: StatusCode, said: &str) -> Result<()> {
    match &call.claim {
        Some(claim) => idempotency::keep(tx, claim, status, said).await,
        None => Ok(()),
    }
}

/// JSON text as a response.
#[must_use]
pub fn json_answer(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Refuses a change that was made on an older version.
///
/// # Errors
/// `stale` with the current object.
pub fn check_version(call: &Call, current: i64, object: impl FnOnce() -> Value) -> Result<()> {
    match call.if_match {
        Some(seen) if seen != current => Err(Error::Stale(Box::new(object()))),
        Some(_) | None => Ok(()),
    }
}
