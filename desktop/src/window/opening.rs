//! The library's app while its files are being opened: the window is made meanwhile, and its first requests wait.

use std::path::PathBuf;

use preau_desktop::answer::{Request, Response, failure};
use preau_desktop::app::App;
use preau_desktop::error::Error;
use tauri::AppHandle;
use tokio::sync::watch;

use super::events;

/// The app, as soon as it is there.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    told: watch::Sender<Option<Result<App, String>>>,
}

impl Default for Opening {
    fn default() -> Self {
        Self { told: watch::Sender::new(None) }
    }
}

impl Opening {
    /// Opens the files in `folder` beside the window.
    pub(super) fn begin(&self, handle: &AppHandle, folder: PathBuf) {
        let (told, handle) = (self.told.clone(), handle.clone());
        tauri::async_runtime::spawn(async move {
            let opened = App::open(&folder).await.inspect(|app| events::pass_on(app, &handle));
            told.send_replace(Some(opened.map_err(|error| {
                tracing::error!(%error, "the files of the app could not be opened");
                error.to_string()
            })));
        });
    }

    /// The program ends.
    pub(super) fn close(&self) {
        if let Some(Ok(app)) = &*self.told.borrow() {
            app.close();
        }
    }

    /// What the app answers, once it can.
    pub(super) async fn answer(&self, request: Request) -> Response {
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
