//! All writes: rule, rows, audit and outbox in one transaction.
//!
//! [`change!`] runs a transaction; [`answer!`] also stores its response under the request's idempotency key
//! in that same transaction. Permissions are checked by the gate, keys are handled by
//! [`crate::http::idempotency`].

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use futures_util::future::BoxFuture;
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

/// What a write needs to know about its request.
#[derive(Clone, Debug)]
pub struct Call {
    /// The caller.
    pub caller: Caller,
    /// The version the caller has seen.
    pub if_match: Option<i64>,
    /// Language of the request (`Accept-Language`), for mails to people without an account.
    pub language: UiLanguage,
    /// Hash of the idempotency key, to recognise a repeat.
    pub request_key: Option<String>,
    /// The claimed idempotency key.
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

/// The context of a write: a connection in a transaction, its time and its author. Derefs to [`Conn`], so
/// that statements and read functions run on it.
pub struct Tx {
    conn: Conn,
    /// The time of the write; the same for all its rows.
    pub now: DateTime<Utc>,
    /// Its date in Paris.
    pub today: NaiveDate,
    by: Option<Caller>,
    offers: Option<SeatOffers>,
    /// Courses in which a seat may have come free.
    freed: BTreeSet<i64>,
}

/// What is done before the commit about a course in which a seat may have come free: it is offered to who waits. The
/// module of waiting lists sets it at start, with [`Db::set_before_commit`].
#[derive(Clone, Copy, Debug)]
pub struct SeatOffers(pub for<'t> fn(&'t mut Tx, i64) -> BoxFuture<'t, Result<()>>);

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

/// Runs a write: all of it or nothing.
///
/// `change!(app, Some(&call), |tx| { …; Ok(value) })`: the body returns a `Result`, may use `?`, and is
/// retried after a serialization failure; so it must have no effect other than on rows. `None` instead of a
/// call: the server itself writes. A macro, because the future of an async closure cannot be declared `Send`.
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

/// Runs a write like [`change!`] and returns its value as JSON with this status, stored for repeats of the
/// same idempotency key: `answer!(app, &call, StatusCode::CREATED, |tx| { …; Ok(value) })`.
#[macro_export]
macro_rules! answer {
    ($app:expr, $call:expr, $status:expr, |$tx:ident| $body:expr) => {{
        let call: &$crate::write::Call = $call;
        let status: axum::http::StatusCode = $status;
        $crate::change!($app, Some(call), |$tx| {
            let value = async { $body }.await;
            match value {
                Ok(value) => $crate::write::store_response($tx, call, status, &value).await,
                Err(error) => Err(error),
            }
        })
        .map(|text| $crate::write::json_response(status, text))
    }};
}

const AUDIT: &str = "
    INSERT INTO audit (at, user_id, role, action, entity, entity_id, before_values, after_values, request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

impl Tx {
    /// Begins a write; used by [`change!`].
    pub async fn begin(db: &Db, clock: &Clock, by: Option<&Call>) -> Result<Self> {
        let conn = db.begin().await?;
        // After the wait for the connection: the time is that of the write, not of the request.
        let now = clock.now();
        let offers = db.before_commit::<SeatOffers>().copied();
        let today = preau_core::calendar::paris_day(now);
        Ok(Self { conn, now, today, by: by.map(|call| call.caller), offers, freed: BTreeSet::new() })
    }

    /// Ends the write; see [`Conn::finish`]. Seats that came free are offered before.
    pub async fn finish<T>(mut self, result: Result<T>, tries: &mut Tries) -> Option<Result<T>> {
        let result = match result {
            Ok(value) => self.offer_freed_seats().await.map(|()| value),
            failed @ Err(_) => failed,
        };
        self.conn.finish(result, tries).await
    }

    /// Announces that a seat of this course may have come free: it is offered to who waits, in this transaction.
    pub fn seat_came_free(&mut self, course_id: i64) {
        self.freed.insert(course_id);
    }

    /// Offers the seats that came free so far; done by [`Tx::finish`], sooner where the response shows the offers.
    pub async fn offer_freed_seats(&mut self) -> Result<()> {
        let Some(SeatOffers(offer)) = self.offers else { return Ok(()) };
        while let Some(course_id) = self.freed.pop_first() {
            offer(self, course_id).await?;
        }
        Ok(())
    }

    /// Writes the audit log: `audit("reservation.confirmed", "reservation", id, before, after)`. Personal
    /// data in the values is omitted.
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

/// The response as JSON text, stored under the call's idempotency key if it has one.
///
/// # Errors
/// `idempotency_in_flight` when the key was taken over by a concurrent repeat.
pub async fn store_response<T: Serialize>(
    tx: &mut Tx,
    call: &Call,
    status: StatusCode,
    value: &T,
) -> Result<String> {
    let text = serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))?;
    if let Some(claim) = &call.claim {
        idempotency::store(tx, claim, status, &text).await?;
    }
    Ok(text)
}

/// Stores an empty response under the call's idempotency key, if it has one.
///
/// # Errors
/// `idempotency_in_flight` when the key was taken over by a concurrent repeat.
pub async fn store_empty_response(tx: &mut Tx, call: &Call, status: StatusCode) -> Result<()> {
    store_text_response(tx, call, status, "").await
}

/// Stores a plain text response under the call's idempotency key, if it has one.
///
/// # Errors
/// `idempotency_in_flight` when the key was taken over by a concurrent repeat.
pub async fn store_text_response(tx: &mut Tx, call: &Call, status: StatusCode, text: &str) -> Result<()> {
    match &call.claim {
        Some(claim) => idempotency::store(tx, claim, status, text).await,
        None => Ok(()),
    }
}

/// JSON text as a response.
#[must_use]
pub fn json_response(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Refuses a change of an older version.
///
/// # Errors
/// `stale` with the current object.
pub fn check_version(call: &Call, current: i64, object: impl FnOnce() -> Value) -> Result<()> {
    match call.if_match {
        Some(seen) if seen != current => Err(Error::Stale(Box::new(object()))),
        Some(_) | None => Ok(()),
    }
}
