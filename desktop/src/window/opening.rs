//! Opens the library's app in the background: the window is created meanwhile and gets its page; requests to
//! the app wait.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use http::Method;
use preau_desktop::answer::{Request, Response, failure};
use preau_desktop::app::{App, page_file};
use preau_desktop::error::Error;
use tauri::AppHandle;
use tokio::sync::{oneshot, watch};

use super::events;

/// The app, as soon as it is open.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    told: watch::Sender<Option<Result<App, String>>>,
    /// Number of the page's writes in progress.
    writing: watch::Sender<usize>,
}

/// Passes the window's handle to the app, so that events are forwarded.
pub(super) type NameHandle = oneshot::Sender<AppHandle>;

impl Default for Opening {
    fn default() -> Self {
        Self { told: watch::Sender::new(None), writing: watch::Sender::new(0) }
    }
}

impl Opening {
    /// Opens the files in `folder` while the window is created. The first call is answered once the handle is
    /// set too.
    pub(super) fn begin(&self, folder: PathBuf, started: Instant) -> NameHandle {
        let told = self.told.clone();
        let (name, named) = oneshot::channel();
        tauri::async_runtime::spawn(async move {
            // A panic is reported like any other failure: otherwise the page would wait for ever.
            let opened = tokio::spawn(async move { App::open(&folder).await }).await;
            let opened = opened.unwrap_or_else(|error| Err(Error::internal(error.to_string())));
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

    /// Waits until no write is in progress, with a timeout.
    pub(super) async fn written(&self, most: Duration) {
        let mut writing = self.writing.subscribe();
        let idle = writing.wait_for(|writes| *writes == 0);
        if tokio::time::timeout(most, idle).await.is_err() {
            tracing::warn!("the window goes while something is being written");
        }
    }

    /// Counts a write in progress until the returned value is dropped.
    fn begin_write(&self) -> Write<'_> {
        self.writing.send_modify(|writes| *writes += 1);
        Write(&self.writing)
    }

    /// Called when the program ends.
    pub(super) fn close(&self) {
        if let Some(Ok(app)) = &*self.told.borrow() {
            app.close();
        }
    }

    /// Answers a request: files of the page immediately, others once the app is open.
    pub(super) async fn answer(&self, request: Request) -> Response {
        if let Some(file) = page_file(&request) {
            return file;
        }
        let _write = (*request.method() != Method::GET).then(|| self.begin_write());
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

/// A write in progress.
struct Write<'w>(&'w watch::Sender<usize>);

impl Drop for Write<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|writes| *writes -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_end_waits_for_what_is_being_written_and_not_for_ever() {
        let (opening, long) = (Opening::default(), Duration::from_mins(5));
        opening.written(long).await;

        let write = opening.begin_write();
        let waiting = opening.clone();
        let end = tokio::spawn(async move { waiting.written(long).await });
        tokio::task::yield_now().await;
        assert!(!end.is_finished());
        drop(write);
        end.await.unwrap();

        let _stuck = opening.begin_write();
        opening.written(Duration::from_millis(20)).await;
    }
}
