//! Why a write ends early: a refusal, a complete response, or a failure.

use http::StatusCode;
use preau_core::code::Code;
use preau_core::problem::Problem;
use serde_json::{Value, json};

use crate::answer::{Response, json as answer, problem};
use crate::error::{Error, Result};

/// The result of a step of a write.
pub(super) type StepResult<T> = std::result::Result<T, EarlyExit>;

/// Why a write ends early.
#[derive(Debug)]
pub(super) enum EarlyExit {
    Refused(Box<Problem>),
    /// With this response.
    ApiResponse(Box<Response>),
    Failed(Box<Error>),
}

impl EarlyExit {
    /// Somebody else has changed the row in the meantime; the response has the current row.
    pub(super) fn stale(current: &Value) -> Self {
        let problem = Problem::new(Code::Stale);
        let document = json!({
            "type": "about:blank", "title": "Precondition Failed", "status": 412, "code": problem.code,
            "message": problem.message, "current": current,
        });
        match answer(StatusCode::PRECONDITION_FAILED, &document) {
            Ok(response) => response.into(),
            Err(error) => error.into(),
        }
    }

    pub(super) fn not_found() -> Self {
        Problem::new(Code::NotFound).into()
    }

    /// The response, unless something failed.
    pub(super) fn answer(self) -> Result<Response> {
        match self {
            Self::Refused(broken) => Ok(problem(&(*broken).into())),
            Self::ApiResponse(response) => Ok(*response),
            Self::Failed(error) => match *error {
                Error::Problem(broken) => Ok(problem(&broken)),
                failed => Err(failed),
            },
        }
    }
}

impl From<Error> for EarlyExit {
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl From<Problem> for EarlyExit {
    fn from(broken: Problem) -> Self {
        Self::Refused(Box::new(broken))
    }
}

impl From<Response> for EarlyExit {
    fn from(response: Response) -> Self {
        Self::ApiResponse(Box::new(response))
    }
}
