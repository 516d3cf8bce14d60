//! Uploads from this computer to the school. The page requests one through a dialog of the system and gets
//! events of its progress; it sees neither the path nor the bytes. They are read from the disk chunk by chunk
//! and sent in the background. An upload resumes where the school has it after the connection broke, and
//! after a restart once the same file is chosen again.
//!
//! A file that is chosen while the school cannot be reached is copied into the profile's folder and sent from
//! there.

mod kept;
mod offline;
mod sending;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use http::{Method, StatusCode};
use preau_core::file;

use crate::connection_state::Connection;
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::profile::OpenProfile;
use crate::school::ApiRequest;
use crate::transfers::{Rule, State, Upload};

use kept::Kept;

pub(crate) use offline::{address_there, answer, send_next};

/// Timeout for the school to delete unfinished uploads when signing out.
const GOODBYE: Duration = Duration::from_secs(4);

/// Opens the dialog, and starts the upload; nothing when no file was chosen. `keeps`: while the school cannot
/// be reached the file is stored here, for a row in the queue.
pub(crate) async fn choose(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    rules: Vec<Rule>,
    keeps: bool,
) -> Result<Option<Upload>> {
    let dialog = context.uploads.dialog().ok_or_else(Error::not_found)?;
    let Some(path) = dialog(rules.clone()).await else { return Ok(None) };
    let chosen = tokio::task::spawn_blocking(move || looked_at(&path, &rules)).await;
    let chosen = chosen.map_err(|error| Error::internal(error.to_string()))??;
    if keeps && open.connection_state.connection() != Connection::Online {
        let keeping = offline::run(Arc::clone(context), Arc::clone(open), chosen.clone());
        return Ok(Some(start(context, chosen, State::Sending, keeping)));
    }
    let kept = Kept { keeps, ..kept::find_or_keep(open, chosen)? };
    Ok(Some(begin(context, open, kept)))
}

/// The file at this path, when the rules allow it.
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

/// The file cannot be read, or has changed.
fn unreadable() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file_unreadable")
}

/// Starts the upload in the background, unless it is running.
fn begin(context: &Arc<AppContext>, open: &Arc<OpenProfile>, kept: Kept) -> Upload {
    let state = if open.connection_state.is_reachable() { State::Sending } else { State::Waiting };
    let sending = sending::run(Arc::clone(context), Arc::clone(open), kept.clone());
    start(context, kept, state, sending)
}

/// Starts a background task for a file, unless it has one.
fn start(
    context: &AppContext,
    kept: Kept,
    state: State,
    work: impl Future<Output = ()> + Send + 'static,
) -> Upload {
    let Kept { id, name, facts, address, .. } = kept;
    let upload = Upload { id, name, size: facts.size, sent: 0, state, file: None, problem: None };
    context.uploads.start(upload, address, work)
}

/// The state of an upload.
pub(crate) fn read(context: &AppContext, id: &str) -> Result<Upload> {
    context.uploads.find(id).ok_or_else(Error::not_found)
}

/// Changes the state of an upload, and sends the page an event; for progress only from time to time.
fn note(context: &AppContext, id: &str, often: bool, change: impl FnOnce(&mut Upload)) {
    let Some(upload) = context.uploads.note(id, often, change) else { return };
    let upload = serde_json::to_value(&upload).unwrap_or_default();
    context.emit(&Event::Upload(upload));
}

/// Pauses an upload until the same file is chosen again.
pub(crate) fn pause(context: &AppContext, id: &str) {
    context.uploads.stop(id);
}

/// Cancels an upload; the school deletes what it has received.
pub(crate) fn cancel(context: &Arc<AppContext>, open: &Arc<OpenProfile>, id: &str) -> Result<()> {
    context.uploads.stop(id);
    if let Some(kept) = kept::forget(&open.store, id)? {
        let (context, open) = (Arc::clone(context), Arc::clone(open));
        tokio::spawn(async move { give_up(&context, &open, &kept).await });
    }
    Ok(())
}

/// Cancels all uploads, on signing out.
pub(crate) async fn cancel_all(context: &AppContext, open: &OpenProfile) -> Result<()> {
    context.uploads.stop_all();
    let all = kept::forget_all(&open.store)?;
    let given_up = async {
        for kept in &all {
            give_up(context, open, kept).await;
        }
    };
    // The school deletes an upload by itself after a day.
    let _ = tokio::time::timeout(GOODBYE, given_up).await;
    Ok(())
}

/// Requests the school to delete an upload.
async fn give_up(context: &AppContext, open: &OpenProfile, kept: &Kept) {
    let Some(id) = &kept.school_id else { return };
    let api_request = ApiRequest { method: Method::DELETE, ..ApiRequest::get(format!("/api/uploads/{id}")) };
    if let Err(error) = open.session.send(&context.client, &api_request).await {
        tracing::info!(?error, "the school was not told that a file is not wanted");
    }
}
