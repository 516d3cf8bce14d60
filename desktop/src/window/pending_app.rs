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
pub(super) struct PendingApp {
    opened_app: watch::Sender<Option<Result<App, String>>>,
    /// Number of the page's writes in progress.
    writing: watch::Sender<usize>,
}

/// Passes the window's handle to the app, so that events are forwarded.
pub(super) type HandleSender = oneshot::Sender<AppHandle>;

impl Default for PendingApp {
    fn default() -> Self {
        Self { opened_app: watch::Sender::new(None), writing: watch::Sender::new(0) }
    }
}

impl PendingApp {
    /// Opens the files in `folder` while the window is created. The first call is answered once the handle is
    /// set too.
    pub(super) fn start(&self, folder: PathBuf, started: Instant) -> HandleSender {
        let opened_app = self.opened_app.clone();
        let (handle_sender, handle_receiver) = oneshot::channel();
        tauri::async_runtime::spawn(async move {
            // A panic is reported like any other failure: otherwise the page would wait for ever.
            let opened = tokio::spawn(async move { App::open(&folder).await }).await;
            let opened = opened.unwrap_or_else(|error| Err(Error::internal(error.to_string())));
            tracing::info!(milliseconds = started.elapsed().as_millis(), "files opened");
            let Ok(handle) = handle_receiver.await else { return };
            let opened = opened.inspect(|app| events::forward(app, &handle));
            opened_app.send_replace(Some(opened.map_err(|error| {
                tracing::error!(%error, "the files of the app could not be opened");
                error.to_string()
            })));
        });
        handle_sender
    }

    /// Waits until no write is in progress, with a timeout.
    pub(super) async fn finish_writes(&self, timeout: Duration) {
        let mut writing = self.writing.subscribe();
        let idle = writing.wait_for(|writes| *writes == 0);
        if tokio::time::timeout(timeout, idle).await.is_err() {
            tracing::warn!("the window goes while something is being written");
        }
    }

    /// Counts a write in progress until the returned value is dropped.
    fn count_write(&self) -> Write<'_> {
        self.writing.send_modify(|writes| *writes += 1);
        Write(&self.writing)
    }

    /// Called when the program ends.
    pub(super) fn close(&self) {
        if let Some(Ok(app)) = &*self.opened_app.borrow() {
            app.close();
        }
    }

    /// Answers a request: files of the page immediately, others once the app is open.
    pub(super) async fn answer(&self, request: Request) -> Response {
        if let Some(file) = page_file(&request) {
            return file;
        }
        let _write = (*request.method() != Method::GET).then(|| self.count_write());
        let app = {
            let mut opened_app = self.opened_app.subscribe();
            match opened_app.wait_for(Option::is_some).await {
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
    async fn closing_waits_for_writes_with_a_timeout() {
        let (pending_app, long) = (PendingApp::default(), Duration::from_mins(5));
        pending_app.finish_writes(long).await;

        let write = pending_app.count_write();
        let waiting = pending_app.clone();
        let end = tokio::spawn(async move { waiting.finish_writes(long).await });
        tokio::task::yield_now().await;
        assert!(!end.is_finished());
        drop(write);
        end.await.unwrap();

        let _stuck = pending_app.count_write();
        pending_app.finish_writes(Duration::from_millis(20)).await;
    }
}
