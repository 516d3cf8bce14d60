//! Why a write goes no further: a broken rule, an answer that the page gets instead, or a failure.

use http::StatusCode;
use preau_core::code::Code;
use preau_core::problem::Problem;
use serde_json::{Value, json};

use crate::answer::{Response, json as answer, problem};
use crate::error::{Error, Result};

/// What a write comes to, or why it goes no further.
pub(super) type Stopped<T> = std::result::Result<T, Stop>;

/// Why a write goes no further.
#[derive(Debug)]
pub(super) enum Stop {
    Refused(Box<Problem>),
    /// This is the answer.
    Answered(Box<Response>),
    Failed(Box<Error>),
}

impl Stop {
    /// Somebody else has written meanwhile; this is what stands now.
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

    pub(super) fn missing() -> Self {
        Problem::new(Code::NotFound).into()
    }

    /// The answer, unless something failed.
    pub(super) fn answer(self) -> Result<Response> {
        match self {
            Self::Refused(broken) => Ok(problem(&(*broken).into())),
            Self::Answered(response) => Ok(*response),
            Self::Failed(error) => match *error {
                Error::Problem(broken) => Ok(problem(&broken)),
                failed => Err(failed),
            },
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl From<Problem> for Stop {
    fn from(broken: Problem) -> Self {
        Self::Refused(Box::new(broken))
    }
}

impl From<Response> for Stop {
    fn from(response: Response) -> Self {
        Self::Answered(Box::new(response))
    }
}
