//! The app behind the window: one entry for whatever the page asks.
//!
//! A request is a file of the page, a call of the app's own ([`crate::local`]), content (read or written here), or
//! something that only the school can answer. Beside the page a task sends what waits and keeps the copy fresh.

mod passing;
mod pictures;
mod reading;
mod shared;
mod writing;

use std::path::Path;
use std::sync::Arc;

use http::{Method, StatusCode};
use serde_json::json;
use tokio::task::AbortHandle;

use crate::answer::{self, Request, Response};
use crate::clock::Clock;
use crate::error::{Problem, Result};
use crate::secrets::Secrets;
use crate::{content, files, local, sync};

pub(crate) use shared::Shared;
pub use shared::{Connection, Event};

/// The app; cheap to clone. When the last of them goes, so does what works beside the page.
#[derive(Clone, Debug)]
pub struct App(Arc<Owner>);

#[derive(Debug)]
struct Owner {
    shared: Arc<Shared>,
    beside: AbortHandle,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.beside.abort();
        self.shared.cancel_sign_in();
    }
}

impl App {
    /// Opens the app whose data lie in this folder, with the profile that was open last. Needs no network.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub async fn open(folder: &Path) -> Result<Self> {
        Self::open_with(folder, Secrets::open(folder), Clock::System).await
    }

    /// The same with other secrets and another clock.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub async fn open_with(folder: &Path, secrets: Secrets, clock: Clock) -> Result<Self> {
        let shared = Arc::new(Shared::new(folder, secrets, clock)?);
        shared.reopen().await;
        let beside = tokio::spawn(sync::beside(Arc::clone(&shared))).abort_handle();
        Ok(Self(Arc::new(Owner { shared, beside })))
    }

    /// Tells of what happens from now on.
    pub fn on_event(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        self.0.shared.listen(listener);
    }

    /// Answers a request of the page.
    pub async fn answer(&self, request: Request) -> Response {
        self.answered(&request).await.unwrap_or_else(answer::failure)
    }

    async fn answered(&self, request: &Request) -> Result<Response> {
        let shared = &self.0.shared;
        let path = request.uri().path();
        let Some(call) = path.strip_prefix("/api/").or_else(|| path.strip_prefix("/files/").map(|_| path))
        else {
            return Ok(files::answer(request));
        };
        if let Some(call) = call.strip_prefix("desktop/") {
            return local::answer(shared, request, call).await;
        }
        match (request.method().clone(), call) {
            (Method::POST, "auth/refresh") => tokens(shared),
            (Method::POST, "auth/logout") => Ok(answer::nothing(StatusCode::NO_CONTENT)),
            _ => {
                let open = shared.open().ok_or_else(nobody)?;
                match content::route(request.method(), path) {
                    Some(call) if call.reads() => reading::read(shared, &open, &call, request).await,
                    Some(call) => writing::write(shared, &open, &call, request).await,
                    None => passing::pass(shared, &open, request).await,
                }
            }
        }
    }
}

/// Nobody is signed in.
fn nobody() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "session_expired")
}

/// The page's session bears words instead of tokens: those never enter it.
fn tokens(shared: &Shared) -> Result<Response> {
    shared.open().ok_or_else(nobody)?;
    answer::json(StatusCode::OK, &json!({"accessToken": "desktop", "refreshToken": "desktop"}))
}
