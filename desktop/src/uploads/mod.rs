//! Files on their way from this computer to the school. The page asks for one in a dialog of the system and is told how
//! far it is; it sees neither the path nor the bytes. They are read from the disk chunk by chunk and sent beside the
//! page, again from where the school has them after a cut, and after a new start once the same file is chosen again.
//!
//! A file that is chosen while the school is away is copied into the profile's folder and sent from there.

mod kept;
mod offline;
mod sending;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use preau_core::file;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::AbortHandle;

use crate::app::{Connection, Event, Shared};
use crate::error::{Error, Problem, Result};
use crate::profile::Open;
use crate::school::Ask;

use kept::Kept;

pub(crate) use offline::{address_there, answer, send_next, sweep};

/// Between two times that the page is told how far a file is.
const TOLD_EVERY: Duration = Duration::from_millis(200);
/// How long signing out waits for the school to let go of what was on its way.
const GOODBYE: Duration = Duration::from_secs(4);

/// Files that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rule {
    /// What they are called in the dialog: `MP4, WebM`.
    pub formats: String,
    /// What their names may end with.
    pub extensions: Vec<String>,
    /// The most of one.
    pub megabytes: u64,
}

/// What the dialog answers: a path, unless nothing was chosen.
pub type Choice = Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>>;

/// The dialog of the system.
pub(crate) type Dialog = Arc<dyn Fn(Vec<Rule>) -> Choice + Send + Sync>;

/// How it goes with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "UploadState"))]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    Sending,
    /// The school is away; it goes on by itself.
    Waiting,
    /// All of it was sent; the school puts it together.
    Finishing,
    Arrived,
    /// The school is away: it is kept here, and sent before the row that names it.
    Kept,
    Failed,
}

/// A file on its way to the school.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Upload {
    pub(crate) id: String,
    pub(crate) name: String,
    /// In bytes.
    pub(crate) size: u64,
    /// How many of them were sent.
    pub(crate) sent: u64,
    pub(crate) state: State,
    /// What the school made of it, once it has arrived; or what it is like as long as it is kept here.
    #[cfg_attr(test, ts(type = "UploadedFile | null"))]
    pub(crate) file: Option<Value>,
    /// Why it has failed.
    #[cfg_attr(test, ts(type = "LocalProblem | null"))]
    pub(crate) problem: Option<Problem>,
}

/// The files that are on their way, or were since the start.
#[derive(Default)]
pub(crate) struct Uploads {
    all: Mutex<HashMap<String, Running>>,
    dialog: Mutex<Option<Dialog>>,
}

struct Running {
    upload: Upload,
    task: Option<AbortHandle>,
    told: Option<Instant>,
    /// Of a file that was kept here.
    address: Option<String>,
}

impl Uploads {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_dialog(&self, dialog: Dialog) {
        *self.dialog.lock().unwrap_or_else(PoisonError::into_inner) = Some(dialog);
    }

    fn dialog(&self) -> Option<Dialog> {
        self.dialog.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Nothing is sent any more; what was on its way can be taken up again.
    pub(crate) fn stop_all(&self) {
        for (_, running) in self.all().drain() {
            running.task.inspect(AbortHandle::abort);
        }
    }

    fn stop(&self, id: &str) {
        if let Some(Running { task: Some(task), .. }) = self.all().remove(id) {
            task.abort();
        }
    }

    /// Of the files that were kept here only these are still to be sent.
    fn keep_only(&self, addresses: &[&str]) {
        self.all().retain(|_, Running { address, task, .. }| {
            let wanted = address.as_deref().is_none_or(|address| addresses.contains(&address));
            if let (false, Some(task)) = (wanted, task) {
                task.abort();
            }
            wanted
        });
    }

    /// Whether a file that was kept here is on its way.
    fn is_sending(&self, address: &str) -> bool {
        self.all().values().any(|running| {
            running.address.as_deref() == Some(address)
                && running.task.as_ref().is_some_and(|task| !task.is_finished())
        })
    }

    fn find(&self, id: &str) -> Option<Upload> {
        self.all().get(id).map(|running| running.upload.clone())
    }
}

/// Asks for a file, and begins to send it; nothing when none was chosen. `keeps`: while the school is away it is kept here,
/// for a row that is sent from the queue.
pub(crate) async fn choose(
    shared: &Arc<Shared>,
    open: &Arc<Open>,
    rules: Vec<Rule>,
    keeps: bool,
) -> Result<Option<Upload>> {
    let dialog = shared.uploads.dialog().ok_or_else(Error::not_found)?;
    let Some(path) = dialog(rules.clone()).await else { return Ok(None) };
    let chosen = tokio::task::spawn_blocking(move || looked_at(&path, &rules)).await;
    let chosen = chosen.map_err(|error| Error::internal(error.to_string()))??;
    if keeps && open.standing.connection() != Connection::Online {
        let keeping = offline::run(Arc::clone(shared), Arc::clone(open), chosen.clone());
        return Ok(Some(start(&mut shared.uploads.all(), chosen, State::Sending, keeping)));
    }
    let kept = Kept { keeps, ..kept::find_or_keep(open, chosen)? };
    Ok(Some(begin(shared, open, kept)))
}

/// The file at this path, when it is one of those that may be chosen.
fn looked_at(path: &Path, rules: &[Rule]) -> Result<Kept> {
    let refused = || Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file_type_refused");
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(refused)?;
    let name = file::name(name).map_err(|_| refused())?;
    let extension = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    let rule = rules.iter().find(|rule| rule.extensions.contains(&extension)).ok_or_else(refused)?;
    let facts = kept::facts(path).ok_or_else(unreadable)?;
    if facts.size > rule.megabytes.saturating_mul(1024 * 1024) {
        let large = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large");
        return Err(large.with("max", rule.megabytes).into());
    }
    Ok(Kept::new(path, name, facts))
}

/// The file cannot be read, or is another by now.
fn unreadable() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file_unreadable")
}

/// Sends it beside the page, unless that is being done.
fn begin(shared: &Arc<Shared>, open: &Arc<Open>, kept: Kept) -> Upload {
    let mut all = shared.uploads.all();
    if let Some(running) = all.get(&kept.id)
        && running.task.as_ref().is_some_and(|task| !task.is_finished())
    {
        return running.upload.clone();
    }
    let state = if open.standing.is_live() { State::Sending } else { State::Waiting };
    let sending = sending::run(Arc::clone(shared), Arc::clone(open), kept.clone());
    start(&mut all, kept, state, sending)
}

/// Does something with a file beside the page.
fn start(
    all: &mut HashMap<String, Running>,
    kept: Kept,
    state: State,
    work: impl Future<Output = ()> + Send + 'static,
) -> Upload {
    let Kept { id, name, facts, address, .. } = kept;
    let upload = Upload { id, name, size: facts.size, sent: 0, state, file: None, problem: None };
    let task = Some(tokio::spawn(work).abort_handle());
    let running = Running { upload: upload.clone(), task, told: None, address };
    all.insert(upload.id.clone(), running);
    upload
}

/// How far it is.
pub(crate) fn read(shared: &Shared, id: &str) -> Result<Upload> {
    shared.uploads.find(id).ok_or_else(Error::not_found)
}

/// Notes how it goes, and tells the page; of bytes only now and then.
fn note(shared: &Shared, id: &str, often: bool, change: impl FnOnce(&mut Upload)) {
    let mut all = shared.uploads.all();
    let Some(running) = all.get_mut(id) else { return };
    change(&mut running.upload);
    if often && running.told.is_some_and(|told| told.elapsed() < TOLD_EVERY) {
        return;
    }
    running.told = Some(Instant::now());
    let upload = serde_json::to_value(&running.upload).unwrap_or_default();
    drop(all);
    shared.tell(&Event::Upload(upload));
}

/// Nobody waits for it: it stands where it is until the same file is chosen again.
pub(crate) fn pause(shared: &Shared, id: &str) {
    shared.uploads.stop(id);
}

/// It is not wanted: what has arrived of it goes.
pub(crate) fn cancel(shared: &Arc<Shared>, open: &Arc<Open>, id: &str) -> Result<()> {
    shared.uploads.stop(id);
    if let Some(kept) = kept::forget(&open.store, id)? {
        let (shared, open) = (Arc::clone(shared), Arc::clone(open));
        tokio::spawn(async move { give_up(&shared, &open, &kept).await });
    }
    Ok(())
}

/// Whoever signs out leaves nothing on its way.
///
/// # Errors
/// When the database fails.
pub(crate) async fn cancel_all(shared: &Shared, open: &Open) -> Result<()> {
    shared.uploads.stop_all();
    let all = kept::forget_all(&open.store)?;
    let given_up = async {
        for kept in &all {
            give_up(shared, open, kept).await;
        }
    };
    // What the school does not hear of it deletes a day later.
    let _ = tokio::time::timeout(GOODBYE, given_up).await;
    Ok(())
}

/// Lets the school delete what has arrived.
async fn give_up(shared: &Shared, open: &Open, kept: &Kept) {
    let Some(id) = &kept.school_id else { return };
    let ask = Ask { method: Method::DELETE, ..Ask::get(format!("/api/uploads/{id}")) };
    if let Err(error) = open.session.ask(&shared.line, &ask).await {
        tracing::info!(?error, "the school was not told that a file is not wanted");
    }
}
