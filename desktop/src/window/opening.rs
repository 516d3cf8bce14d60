//! The library's app while its files are being opened: the window is made meanwhile and gets its page, and what the page
//! asks of the app waits.

use std::path::PathBuf;
use std::time::Instant;

use preau_desktop::answer::{Request, Response, failure};
use preau_desktop::app::{App, page_file};
use preau_desktop::error::Error;
use tauri::AppHandle;
use tokio::sync::{oneshot, watch};

use super::events;

/// The app, as soon as it is there.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    told: watch::Sender<Option<Result<App, String>>>,
}

/// Names the window's program to the app, so that what happens in it is passed on.
pub(super) type NameHandle = oneshot::Sender<AppHandle>;

impl Default for Opening {
    fn default() -> Self {
        Self { told: watch::Sender::new(None) }
    }
}

impl Opening {
    /// Opens the files in `folder` while the window is made. The first call is answered once the handle is named too.
    pub(super) fn begin(&self, folder: PathBuf, started: Instant) -> NameHandle {
        let told = self.told.clone();
        let (name, named) = oneshot::channel();
        tauri::async_runtime::spawn(async move {
            let opened = App::open(&folder).await;
            tracing::info!(milliseconds = started.elapsed().as_millis(), "files opened");
            let Ok(handle) = named.await else { return };
            let opened = opened.inspect(|app| events::pass_on(app, &handle));
            told.send_replace(Some(opened.map_err(|error| {
                tracing::error!(%error, "the files of the app could not be opened");
                error.to_string()
            })));
        });
        name
    }

    /// The program ends.
    pub(super) fn close(&self) {
        if let Some(Ok(app)) = &*self.told.borrow() {
            app.close();
        }
    }

    /// What the app answers, once it can; files of the page at once.
    pub(super) async fn answer(&self, request: Request) -> Response {
        if let Some(file) = page_file(&request) {
            return file;
        }
        let app = {
            let mut told = self.told.subscribe();
            match told.wait_for(Option::is_some).await {
                Ok(opened) => opened.clone(),
                Err(_) => None,
            }
        };
        match app {
            Some(Ok(app)) => app.answer(request).await,
            Some(Err(error)) => failure(Error::Internal(error)),
            None => failure(Error::internal("the app was never opened")),
        }
    }
}
