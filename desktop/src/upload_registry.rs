//! Uploads in progress or since the start, and the dialog for choosing files.

use std::collections::HashMap;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::AbortHandle;

use crate::error::Problem;

/// Minimum time between two progress events of a file.
const EVENT_INTERVAL: Duration = Duration::from_millis(200);

/// Files that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FileRule {
    /// The name of the formats in the dialog: `MP4, WebM`.
    pub formats: String,
    /// Allowed file name extensions.
    pub extensions: Vec<String>,
    /// Maximum size of a file.
    pub megabytes: u64,
}

/// The dialog's result: a path, unless nothing was chosen.
pub type Choice = Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>>;

/// The dialog of the system.
pub(crate) type Dialog = Arc<dyn Fn(Vec<FileRule>) -> Choice + Send + Sync>;

/// The state of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum UploadState {
    Sending,
    /// The school cannot be reached; it continues automatically.
    Waiting,
    /// All bytes were sent; the school assembles them.
    Finishing,
    Arrived,
    /// The school cannot be reached: the file is stored here, and sent before the row that refers to it.
    #[serde(rename = "kept")]
    StoredLocally,
    Failed,
}

/// An upload to the school.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Upload {
    pub(crate) id: String,
    pub(crate) name: String,
    /// In bytes.
    pub(crate) size: u64,
    /// How many of them were sent.
    pub(crate) sent: u64,
    pub(crate) state: UploadState,
    /// What the school made of it, once it has arrived; or what it is like as long as it is kept here.
    #[cfg_attr(test, ts(type = "UploadedFile | null"))]
    pub(crate) file: Option<Value>,
    /// Why it has failed.
    #[cfg_attr(test, ts(type = "LocalProblem | null"))]
    pub(crate) problem: Option<Problem>,
}

/// The uploads in progress or since the start.
#[derive(Default)]
pub(crate) struct UploadRegistry {
    all: Mutex<HashMap<String, RunningUpload>>,
    dialog: Mutex<Option<Dialog>>,
}

struct RunningUpload {
    upload: Upload,
    task: Option<AbortHandle>,
    last_event: Option<Instant>,
    /// The local address of a file that was stored here.
    address: Option<String>,
}

impl UploadRegistry {
    fn all(&self) -> MutexGuard<'_, HashMap<String, RunningUpload>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_dialog(&self, dialog: Dialog) {
        *self.dialog.lock().unwrap_or_else(PoisonError::into_inner) = Some(dialog);
    }

    pub(crate) fn dialog(&self) -> Option<Dialog> {
        self.dialog.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops all uploads; they can be resumed.
    pub(crate) fn stop_all(&self) {
        for (_, running) in self.all().drain() {
            running.task.inspect(AbortHandle::abort);
        }
    }

    pub(crate) fn stop(&self, id: &str) {
        if let Some(RunningUpload { task: Some(task), .. }) = self.all().remove(id) {
            task.abort();
        }
    }

    /// Of the files that were stored here only these are still to be sent.
    pub(crate) fn stop_unreferenced(&self, addresses: &[&str]) {
        self.all().retain(|_, RunningUpload { address, task, .. }| {
            let wanted = address.as_deref().is_none_or(|address| addresses.contains(&address));
            if let (false, Some(task)) = (wanted, task) {
                task.abort();
            }
            wanted
        });
    }

    /// Whether a file that was stored here is being sent.
    pub(crate) fn is_sending(&self, address: &str) -> bool {
        self.all().values().any(|running| {
            running.address.as_deref() == Some(address)
                && running.task.as_ref().is_some_and(|task| !task.is_finished())
        })
    }

    pub(crate) fn find(&self, id: &str) -> Option<Upload> {
        self.all().get(id).map(|running| running.upload.clone())
    }

    /// Starts a background task for a file, unless it has one; returns the state of the upload. `address`:
    /// the local address of a file that is stored here.
    pub(crate) fn start(
        &self,
        upload: Upload,
        address: Option<String>,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> Upload {
        let mut all = self.all();
        if let Some(running) = all.get(&upload.id)
            && running.task.as_ref().is_some_and(|task| !task.is_finished())
        {
            return running.upload.clone();
        }
        let task = Some(tokio::spawn(work).abort_handle());
        all.insert(
            upload.id.clone(),
            RunningUpload { upload: upload.clone(), task, last_event: None, address },
        );
        upload
    }

    /// Changes the state of an upload. Returns it when an event is due; nothing when the last progress event
    /// is too recent.
    pub(crate) fn update(&self, id: &str, often: bool, change: impl FnOnce(&mut Upload)) -> Option<Upload> {
        let mut all = self.all();
        let running = all.get_mut(id)?;
        change(&mut running.upload);
        if often && running.last_event.is_some_and(|last_event| last_event.elapsed() < EVENT_INTERVAL) {
            return None;
        }
        running.last_event = Some(Instant::now());
        Some(running.upload.clone())
    }
}
