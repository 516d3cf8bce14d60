//! The app without its window: one entry point for all requests of the page.
//!
//! A request is for a file of the page, a call of the app's own ([`crate::local`]), content (read or written
//! here), or something that only the school can answer. A background task sends pending operations and keeps
//! the copy up to date.

mod content_reads;
mod content_writes;
#[cfg(test)]
mod durability_tests;
mod relay;

use std::path::Path;
use std::sync::Arc;

use http::{Method, StatusCode};
use serde_json::json;
use tokio::task::AbortHandle;

use crate::answer::{self, Request, Response};
use crate::clock::Clock;
use crate::context::AppContext;
use crate::error::{Problem, Result};
use crate::origin::Origin;
use crate::school::Client;
use crate::secrets::Secrets;
use crate::upload_registry::{Choice, FileRule};
use crate::{content, files, local, sync};

pub use crate::context::Event;

/// The app; cheap to clone. The background task ends with the last clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Owner>);

#[derive(Debug)]
struct Owner {
    context: Arc<AppContext>,
    background: AbortHandle,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.background.abort();
        self.context.cancel_sign_in();
        self.context.uploads.stop_all();
    }
}

/// The part of a path that the app handles, for `/api/…` and `/files/…`; nothing for files of the page.
fn api_path(path: &str) -> Option<&str> {
    path.strip_prefix("/api/").or_else(|| path.strip_prefix("/files/").map(|_| path))
}

/// The refusal of a request that does not come from this window's page.
fn refusal(request: &Request) -> Option<Response> {
    if Origin::CURRENT.admits(request) {
        return None;
    }
    tracing::warn!(method = %request.method(), path = request.uri().path(), "refused: not of this window's page");
    Some(answer::problem(&Problem::new(StatusCode::FORBIDDEN, "forbidden")))
}

/// The response to a request for a file of the page, which needs no [`App`]; nothing for any other request.
#[must_use]
pub fn page_file(request: &Request) -> Option<Response> {
    if api_path(request.uri().path()).is_some() {
        return None;
    }
    Some(refusal(request).unwrap_or_else(|| files::answer(request)))
}

impl App {
    /// Opens the app with its data folder and the profile that was open last. Needs no network.
    pub async fn open(folder: &Path) -> Result<Self> {
        Self::open_with(folder, Secrets::open(folder), Clock::System).await
    }

    /// [`App::open`] with other secrets and another clock.
    pub async fn open_with(folder: &Path, secrets: Secrets, clock: Clock) -> Result<Self> {
        Self::open_on(folder, secrets, clock, Client::new()?).await
    }

    /// [`App::open_with`] with another HTTP client.
    pub async fn open_on(folder: &Path, secrets: Secrets, clock: Clock, client: Client) -> Result<Self> {
        let context = Arc::new(AppContext::new(folder, secrets, clock, client)?);
        context.reopen_last().await;
        let background = tokio::spawn(sync::run_background(Arc::clone(&context))).abort_handle();
        Ok(Self(Arc::new(Owner { context, background })))
    }

    /// Called when the program ends.
    pub fn close(&self) {
        if let Some(open) = self.0.context.open() {
            open.store.close();
        }
    }

    /// Registers a listener for events.
    pub fn on_event(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        self.0.context.listen(listener);
    }

    /// Sets the dialog for choosing files.
    pub fn on_choose(&self, dialog: impl Fn(Vec<FileRule>) -> Choice + Send + Sync + 'static) {
        self.0.context.uploads.set_dialog(Arc::new(dialog));
    }

    /// Handles a request of the page; requests from any other origin are refused.
    pub async fn answer(&self, request: Request) -> Response {
        if let Some(refused) = refusal(&request) {
            return refused;
        }
        let context = &self.0.context;
        let answered = self.route(&request).await;
        match &answered {
            // A successful write shows that the disk may work again.
            Ok(_) if *request.method() != Method::GET && context.status().disk.is_some() => {
                context.wake.notify_one();
            }
            Ok(_) => {}
            Err(error) => context.record_error(error),
        }
        answered.unwrap_or_else(answer::failure)
    }

    async fn route(&self, request: &Request) -> Result<Response> {
        let context = &self.0.context;
        let path = request.uri().path();
        let Some(call) = api_path(path) else { return Ok(files::answer(request)) };
        if let Some(call) = call.strip_prefix("desktop/") {
            return local::answer(context, request, call).await;
        }
        match (request.method().clone(), call) {
            (Method::POST, "auth/refresh") => tokens(context),
            (Method::POST, "auth/logout") => Ok(answer::nothing(StatusCode::NO_CONTENT)),
            _ => {
                let open = context.current()?;
                match content::route(request.method(), path) {
                    Some(call) if call.reads() => content_reads::read(context, &open, &call, request).await,
                    Some(call) => content_writes::write(context, &open, &call, request).await,
                    None => relay::forward(context, &open, request).await,
                }
            }
        }
    }
}

/// The page gets placeholders instead of tokens, so that these never enter it.
fn tokens(context: &AppContext) -> Result<Response> {
    context.current()?;
    answer::json(StatusCode::OK, &json!({"accessToken": "desktop", "refreshToken": "desktop"}))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::profile::Profile;
    use crate::school::School;
    use crate::school::tokens::{Session, Tokens};

    fn request(method: Method, path: &str) -> Request {
        let mut request = Request::new(Vec::new());
        *request.method_mut() = method;
        *request.uri_mut() = format!("preau://localhost{path}").parse().unwrap();
        request
    }

    #[tokio::test]
    async fn requests_from_other_pages_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let app =
            App::open_with(folder.path(), Secrets::in_file(folder.path()), Clock::System).await.unwrap();
        for path in ["/api/desktop/state", "/api/desktop/profiles", "/dashboard/", "/api/users/me"] {
            for (name, value) in [
                ("origin", "https://www.youtube-nocookie.com"),
                ("origin", "null"),
                ("referer", "https://example.org/"),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-dest", "iframe"),
            ] {
                let mut request = request(Method::GET, path);
                request.headers_mut().insert(name, value.parse().unwrap());
                assert_eq!(
                    app.answer(request).await.status(),
                    StatusCode::FORBIDDEN,
                    "{path} {name}: {value}"
                );
            }
        }
        let mut own = request(Method::GET, "/api/desktop/state");
        own.headers_mut().insert("origin", Origin::CURRENT.to_string().parse().unwrap());
        assert_eq!(app.answer(own).await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_profile_is_closed_before_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        let app = App::open_with(folder.path(), secrets.clone(), Clock::System).await.unwrap();
        let school = School { name: "Préau".to_owned(), address: "http://127.0.0.1:1".to_owned() };
        let profile = Profile::new(school, json!({"id": 7})).unwrap();
        let tokens = Tokens { access_token: "a".to_owned(), refresh_token: "b".to_owned() };
        let session = Session::start("http://127.0.0.1:1", &profile.id, secrets, tokens).await.unwrap();
        app.0.context.open_profile(profile.clone(), Some(session)).await.unwrap();
        let path = app.0.context.data.profile_folder(&profile.id).unwrap();
        let used = app.0.context.open().unwrap();

        let remove = request(Method::DELETE, &format!("/api/desktop/profiles/{}", profile.id));
        let mut removing = tokio::spawn(async move { app.answer(remove).await });
        let early = tokio::time::timeout(Duration::from_millis(300), &mut removing).await;
        assert!(early.is_err() && path.exists(), "its database is still open");
        drop(used);
        assert_eq!(removing.await.unwrap().status(), StatusCode::NO_CONTENT);
        assert!(!path.exists());
    }
}
