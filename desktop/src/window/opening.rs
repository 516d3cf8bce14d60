//! The library's app while its files are being opened: the window is made meanwhile, and its first requests wait.

use std::fs::{File, TryLockError, create_dir_all};
use std::io;
use std::path::{Path, PathBuf};

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

/// Takes the folder for this program, so that no second one writes there; freed when the program ends, however it does.
pub(super) fn hold(folder: &Path) -> io::Result<File> {
    create_dir_all(folder)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join("window.lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another window of this app is open")),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "this file system knows no locks");
            Ok(file)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_by_one_and_free_when_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let first = hold(folder.path()).unwrap();
        assert!(hold(folder.path()).is_err());
        drop(first);
        hold(folder.path()).unwrap();
    }
}
