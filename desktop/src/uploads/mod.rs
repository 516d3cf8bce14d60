//! Uploads from this computer to the school. The page requests one through a dialog of the system and gets
//! events of its progress; it sees neither the path nor the bytes. They are read from the disk chunk by chunk
//! and sent in the background. An upload resumes where the school has it after the connection broke, and
//! after a restart once the same file is chosen again.
//!
//! A file that is chosen while the school cannot be reached is copied into the profile's folder and sent from
//! there.

mod offline;
mod sending;
mod stored;

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
use crate::upload_registry::{FileRule, Upload, UploadState};

use stored::StoredUpload;

pub(crate) use offline::{answer, school_address, send_next};

/// Timeout for the school to delete unfinished uploads when signing out.
const SIGN_OUT_TIMEOUT: Duration = Duration::from_secs(4);

/// Opens the dialog, and starts the upload; nothing when no file was chosen. With `store_offline`, the file is
/// stored here while the school cannot be reached, for a row in the queue.
pub(crate) async fn choose(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    rules: Vec<FileRule>,
    store_offline: bool,
) -> Result<Option<Upload>> {
    let dialog = context.uploads.dialog().ok_or_else(Error::not_found)?;
    let Some(path) = dialog(rules.clone()).await else { return Ok(None) };
    let chosen = tokio::task::spawn_blocking(move || checked_file(&path, &rules)).await;
    let chosen = chosen.map_err(|error| Error::internal(error.to_string()))??;
    if store_offline && open.connection_state.connection() != Connection::Online {
        let storing = offline::run(Arc::clone(context), Arc::clone(open), chosen.clone());
        return Ok(Some(start(context, chosen, UploadState::Sending, storing)));
    }
    let upload = StoredUpload { store_offline, ..stored::find_or_store(open, chosen)? };
    Ok(Some(begin(context, open, upload)))
}

/// The file at this path, when the rules allow it.
fn checked_file(path: &Path, rules: &[FileRule]) -> Result<StoredUpload> {
    let refused = || Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file_type_refused");
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(refused)?;
    let name = file::name(name).map_err(|_| refused())?;
    let extension = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    let rule = rules.iter().find(|rule| rule.extensions.contains(&extension)).ok_or_else(refused)?;
    let stamp = stored::file_stamp(path).ok_or_else(unreadable)?;
    if stamp.size > rule.megabytes.saturating_mul(1024 * 1024) {
        let large = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large");
        return Err(large.with("max", rule.megabytes).into());
    }
    Ok(StoredUpload::new(path, name, stamp))
}

/// The file cannot be read, or has changed.
fn unreadable() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file_unreadable")
}

/// Starts the upload in the background, unless it is running.
fn begin(context: &Arc<AppContext>, open: &Arc<OpenProfile>, upload: StoredUpload) -> Upload {
    let state =
        if open.connection_state.is_reachable() { UploadState::Sending } else { UploadState::Waiting };
    let sending = sending::run(Arc::clone(context), Arc::clone(open), upload.clone());
    start(context, upload, state, sending)
}

/// Starts a background task for a file, unless it has one.
fn start(
    context: &AppContext,
    upload: StoredUpload,
    state: UploadState,
    work: impl Future<Output = ()> + Send + 'static,
) -> Upload {
    let StoredUpload { id, name, stamp, address, .. } = upload;
    let upload = Upload { id, name, size: stamp.size, sent: 0, state, file: None, problem: None };
    context.uploads.start(upload, address, work)
}

/// The state of an upload.
pub(crate) fn read(context: &AppContext, id: &str) -> Result<Upload> {
    context.uploads.find(id).ok_or_else(Error::not_found)
}

/// Changes the state of an upload, and sends the page an event; for progress only from time to time.
fn note(context: &AppContext, id: &str, often: bool, change: impl FnOnce(&mut Upload)) {
    let Some(upload) = context.uploads.update(id, often, change) else { return };
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
    if let Some(upload) = stored::delete(&open.store, id)? {
        let (context, open) = (Arc::clone(context), Arc::clone(open));
        tokio::spawn(async move { delete_at_school(&context, &open, &upload).await });
    }
    Ok(())
}

/// Cancels all uploads, on signing out.
pub(crate) async fn cancel_all(context: &AppContext, open: &OpenProfile) -> Result<()> {
    context.uploads.stop_all();
    let all = stored::delete_all(&open.store)?;
    let deleted = async {
        for upload in &all {
            delete_at_school(context, open, upload).await;
        }
    };
    // The school deletes an upload by itself after a day.
    let _ = tokio::time::timeout(SIGN_OUT_TIMEOUT, deleted).await;
    Ok(())
}

/// Requests the school to delete an upload.
async fn delete_at_school(context: &AppContext, open: &OpenProfile, upload: &StoredUpload) {
    let Some(id) = &upload.school_id else { return };
    let api_request = ApiRequest { method: Method::DELETE, ..ApiRequest::get(format!("/api/uploads/{id}")) };
    if let Err(error) = open.session.send(&context.client, &api_request).await {
        tracing::info!(?error, "the school was not told that a file is not wanted");
    }
}
