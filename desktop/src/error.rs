//! Errors of the app. A [`Problem`], in the school's own format, is returned to the page; any other error is
//! a failure of this program or of the machine, which the page gets as `internal` and the log in full.

use http::StatusCode;
use preau_core::code::Kind;
use rusqlite::ErrorCode;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A result of the app.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A broken rule, returned to the page.
    #[error(transparent)]
    Problem(Box<Problem>),
    /// The school could not be reached.
    #[error("the school does not answer: {0}")]
    Unreached(String),
    #[error("local database: {0}")]
    Database(#[from] rusqlite::Error),
    /// The local database was written by a newer version of this app.
    #[error("the local database has version {0}, newer than this app")]
    NewerStore(i64),
    /// A file could not be read or written.
    #[error("file: {0}")]
    File(#[from] std::io::Error),
    /// The keychain of the system is locked, or does not answer.
    #[error("keychain: {0}")]
    Keychain(String),
    /// Stored or received data is not JSON of the expected structure.
    #[error("JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Something that should not happen; the text is for the log.
    #[error("{0}")]
    Internal(String),
}

impl Error {
    pub fn internal(what: impl Into<String>) -> Self {
        Self::Internal(what.into())
    }

    /// The problem `not_found`.
    #[must_use]
    pub fn not_found() -> Self {
        Problem::new(StatusCode::NOT_FOUND, "not_found").into()
    }

    /// Something that only the school can do, while it cannot be reached.
    #[must_use]
    pub fn network_needed() -> Self {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "network_needed").into()
    }

    /// The disk's condition, when that is the reason.
    #[must_use]
    pub fn disk(&self) -> Option<Disk> {
        match self {
            Self::Database(rusqlite::Error::SqliteFailure(failure, _)) => Disk::of_database(*failure),
            Self::File(error) => Disk::of_file(error.kind()),
            _ => None,
        }
    }

    /// The problem that is returned to the page.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        match self {
            Self::Problem(problem) => *problem,
            Self::Unreached(_) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "network_needed"),
            Self::Keychain(reason) => {
                tracing::warn!(reason, "the keychain does not answer");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "keychain_locked")
            }
            other => {
                tracing::error!(error = %other, "not done");
                other.disk().map_or_else(
                    || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
                    Disk::problem,
                )
            }
        }
    }
}

/// A condition of the disk that prevents writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Disk {
    /// The disk is full.
    Full,
    /// The disk cannot be read or written for another reason.
    Failing,
}

impl Disk {
    fn of_database(failure: rusqlite::ffi::Error) -> Option<Self> {
        match (failure.code, failure.extended_code) {
            // SQLite creates the shared-memory file before it writes anything.
            (ErrorCode::DiskFull, _) | (_, rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => Some(Self::Full),
            (
                ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied,
                _,
            ) => Some(Self::Failing),
            _ => None,
        }
    }

    fn of_file(kind: std::io::ErrorKind) -> Option<Self> {
        use std::io::ErrorKind;
        match kind {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(Self::Full),
            ErrorKind::NotFound | ErrorKind::Interrupted => None,
            _ => Some(Self::Failing),
        }
    }

    /// The problem that is returned to the page.
    #[must_use]
    pub fn problem(self) -> Problem {
        let code = match self {
            Self::Full => "disk_full",
            Self::Failing => "disk_failing",
        };
        Problem::new(StatusCode::INSUFFICIENT_STORAGE, code)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<preau_core::problem::Problem> for Error {
    fn from(problem: preau_core::problem::Problem) -> Self {
        Problem::from(problem).into()
    }
}

/// A broken rule in the format of the school's API.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[error("{code}")]
pub struct Problem {
    #[serde(skip)]
    pub status: StatusCode,
    /// A stable name, translated by the page.
    pub code: String,
    /// A message in French, where there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub params: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Value>,
    /// The current row, when an older version was to be changed (412).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Value>,
}

impl Problem {
    /// A problem that concerns no field.
    pub fn new(status: StatusCode, code: impl Into<String>) -> Self {
        let (code, message) = (code.into(), String::new());
        Self { status, code, message, params: Map::new(), fields: Vec::new(), current: None }
    }

    /// A problem of one field.
    pub fn field(name: &str, code: &str) -> Self {
        let field = json!({"name": name, "code": code, "message": ""});
        Self { fields: vec![field], ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, code) }
    }

    /// The same problem with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }
}

impl From<preau_core::problem::Problem> for Problem {
    fn from(problem: preau_core::problem::Problem) -> Self {
        let text = |value: Value| value.as_str().unwrap_or_default().to_owned();
        let fields = problem.fields.iter().filter_map(|field| serde_json::to_value(field).ok()).collect();
        Self {
            status: status(problem.kind()),
            code: text(json!(problem.code)),
            message: problem.message,
            params: problem.params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            fields,
            current: None,
        }
    }
}

/// The HTTP status of each kind of problem, the same as the school's.
fn status(kind: Kind) -> StatusCode {
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
