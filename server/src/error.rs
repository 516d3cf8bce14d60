//! The server's error type and its response: RFC 9457 problem documents.
//!
//! Rules return a [`Problem`] of core; the status follows from its code's kind. Failures of the database and
//! the server are logged here, once, with the request id; the response contains only that id.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use preau_core::code::{Code, Kind};
use preau_core::problem::{Fault, FieldError, Params, Problem};
use serde::Serialize;
use sqlx::error::DatabaseError as _;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

/// A result of the server.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A broken rule, returned to the caller.
    #[error(transparent)]
    Rule(#[from] Problem),
    /// Too many calls: may be retried after some seconds.
    #[error("{problem}")]
    TooMany {
        /// Which limit.
        problem: Problem,
        /// Seconds until another attempt may succeed.
        retry_after: u64,
    },
    /// `If-Match` has an older version: the response contains the current object.
    #[error("stale")]
    Stale(Box<serde_json::Value>),
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be migrated.
    #[error("migration: {0}")]
    Migration(#[from] MigrateError),
    /// The payment provider did not respond as expected.
    #[error("payment provider: {0}")]
    Provider(String),
    /// Something that should not happen; the text is for the log only.
    #[error("{0}")]
    Internal(String),
}

impl Error {
    pub fn internal(what: impl Into<String>) -> Self {
        Self::Internal(what.into())
    }

    /// Missing, or somebody else's.
    #[must_use]
    pub fn not_found() -> Self {
        Code::NotFound.into()
    }

    /// One field is wrong.
    pub fn field(name: impl Into<String>, fault: impl Into<Fault>) -> Self {
        Problem::field(name, fault).into()
    }

    #[must_use]
    pub fn too_many(code: Code, retry_after: u64) -> Self {
        Self::TooMany { problem: Problem::new(code).with("seconds", retry_after), retry_after }
    }

    /// The code in the response.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Rule(problem) | Self::TooMany { problem, .. } => problem.code,
            Self::Stale(_) => Code::Stale,
            Self::Provider(_) => Code::Unavailable,
            Self::Database(_) if self.is_passing() => Code::Unavailable,
            Self::Database(_) | Self::Migration(_) | Self::Internal(_) => Code::Internal,
        }
    }

    /// Whether it is a serialization failure, after which the transaction may be retried.
    #[must_use]
    pub fn is_collision(&self) -> bool {
        let (Self::Database(error)
        | Self::Migration(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _))) = self
        else {
            return false;
        };
        match error {
            // Serialization failure, deadlock. A connection lost before the commit was sent is not
            // distinguishable from one lost after, so lost connections are not retried here.
            sqlx::Error::Database(inner) => matches!(inner.code().as_deref(), Some("40001" | "40P01")),
            _ => false,
        }
    }

    /// Whether the database failed temporarily: unreachable, disk full, or overloaded.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        let Self::Database(error) = self else { return false };
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => true,
            // PostgreSQL's classes for broken connections, insufficient resources (disk, connections), and a
            // server that is stopping.
            sqlx::Error::Database(inner) => {
                let code = inner.code().unwrap_or_default();
                let is_of = |class: &str| code.len() == 5 && code.starts_with(class);
                self.is_collision()
                    || self.is_refused_by_disk()
                    || is_of("08")
                    || is_of("53")
                    || is_of("57P0")
            }
            _ => false,
        }
    }

    /// Whether SQLite could not write its file.
    #[must_use]
    pub fn is_refused_by_disk(&self) -> bool {
        let Self::Database(sqlx::Error::Database(inner)) = self else { return false };
        let Some(inner) = inner.try_downcast_ref::<SqliteError>() else { return false };
        let code = inner.code().and_then(|code| code.parse::<i32>().ok());
        // The lowest byte is the primary result code: SQLITE_IOERR, SQLITE_FULL.
        code.is_some_and(|code| matches!(code & 0xff, 10 | 13))
    }

    /// Whether a unique constraint was violated.
    #[must_use]
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(inner)) if inner.is_unique_violation())
    }

    /// Whether a foreign key constraint was violated.
    #[must_use]
    pub fn is_foreign_key_violation(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(inner)) if inner.is_foreign_key_violation())
    }

    fn into_problem(self) -> (Problem, Option<u64>, Option<serde_json::Value>) {
        let code = self.code();
        match self {
            // The first request may still need a second.
            Self::Rule(problem) if code == Code::IdempotencyInFlight => (problem, Some(1), None),
            Self::Rule(problem) => (problem, None, None),
            Self::TooMany { problem, retry_after } => (problem, Some(retry_after), None),
            Self::Stale(current) => (code.into(), None, Some(*current)),
            Self::Provider(_) | Self::Database(_) if code == Code::Unavailable => {
                (code.into(), Some(5), None)
            }
            Self::Provider(_) | Self::Database(_) | Self::Migration(_) | Self::Internal(_) => {
                (code.into(), None, None)
            }
        }
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Self::Rule(code.into())
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Rule(fault.into())
    }
}

/// The HTTP status of each kind of problem.
#[must_use]
pub fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Malformed => StatusCode::BAD_REQUEST,
        Kind::Unauthenticated => StatusCode::UNAUTHORIZED,
        Kind::Unpaid => StatusCode::PAYMENT_REQUIRED,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::Missing => StatusCode::NOT_FOUND,
        Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
        Kind::Conflict => StatusCode::CONFLICT,
        Kind::Gone => StatusCode::GONE,
        Kind::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Kind::Stale => StatusCode::PRECONDITION_FAILED,
        Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Kind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Kind::Failure => StatusCode::INTERNAL_SERVER_ERROR,
        Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// A problem as it is sent: `application/problem+json`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemDocument {
    /// `about:blank`: the code says what it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The HTTP status in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// A stable name; clients switch on it and translate it.
    pub code: Code,
    /// French, for people.
    pub message: String,
    /// Facts the message names.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub params: Params,
    /// Which fields are to be corrected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldError>,
    /// The current object, when the sent version is older (412).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<serde_json::Value>,
    /// Names this request in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// Media type of problems.
pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

tokio::task_local! {
    /// The id of the current request.
    pub static REQUEST_ID: String;
}

/// The id of the current request, when there is one.
#[must_use]
pub fn request_id() -> Option<String> {
    REQUEST_ID.try_with(Clone::clone).ok()
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let kind = self.code().kind();
        match (kind, &self) {
            // The rule of a full queue: logging every refused request would fill the log.
            (Kind::Unavailable, Self::Rule(_)) => tracing::debug!(error = %self, "request turned away"),
            (Kind::Failure | Kind::Unavailable, _) => tracing::error!(error = %self, "request failed"),
            _ => {}
        }
        let status = status(kind);
        let (problem, retry_after, current) = self.into_problem();
        let document = ProblemDocument {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            code: problem.code,
            message: problem.message,
            params: problem.params,
            fields: problem.fields,
            current,
            request_id: request_id(),
        };
        let mut response = (status, axum::Json(document)).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM_JSON);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeat_of_a_request_that_is_being_answered_is_told_when_to_ask_again() {
        let response = Error::from(Code::IdempotencyInFlight).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        assert!(!Error::from(Code::Conflict).into_response().headers().contains_key(header::RETRY_AFTER));
    }
}
