//! Files that were chosen while the school could not be reached: copied into the profile's folder under the
//! hash of their bytes, displayed from there, and sent before the row that refers to them.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http::{HeaderValue, Method, StatusCode, header};
use preau_core::file::{self, FileType};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::stored::{self, StoredUpload};
use super::{begin, note};
use crate::answer::{Request, Response, body};
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::offline_files;
use crate::owner_only;
use crate::profile::{OpenProfile, hex};
use crate::store::Store;
use crate::system;
use crate::upload_registry::UploadState;

/// Bytes that are copied at a time.
const CHUNK: usize = 256 * 1024;
/// Maximum bytes of a range response to a media player.
const MAX_RANGE: u64 = 4 * 1024 * 1024;

/// Copies a chosen file into the profile's folder, and reports it in the same format as an upload that the
/// school has completed.
pub(super) async fn run(context: Arc<AppContext>, open: Arc<OpenProfile>, chosen: StoredUpload) {
    let outcome = match store(&context, &open, &chosen).await {
        Ok(file) => (UploadState::StoredLocally, Some(file), None),
        Err(error) => (UploadState::Failed, None, Some(error.into_problem())),
    };
    note(&context, &chosen.id, false, |upload| {
        upload.sent = upload.size;
        (upload.state, upload.file, upload.problem) = outcome;
    });
}

async fn store(context: &Arc<AppContext>, open: &Arc<OpenProfile>, chosen: &StoredUpload) -> Result<Value> {
    let folder = folder(context, open)?;
    let (context, open, chosen) = (Arc::clone(context), Arc::clone(open), chosen.clone());
    let copying = tokio::task::spawn_blocking(move || {
        let kind = type_of(&chosen.name)?;
        let progress = |bytes| note(&context, &chosen.id, true, |upload| upload.sent = bytes);
        let hash = copy(&chosen, kind, &folder, progress)?;
        let address = file::address(&hash, kind);
        open.store.change_queue(|queue| queue.choose_file(&address, &chosen.name))?;
        Ok(json!({
            "url": address, "link": address, "name": chosen.name, "kind": kind.kind,
            "mediaType": kind.media_type(), "size": chosen.stamp.size, "width": null, "height": null,
        }))
    });
    copying.await.map_err(|error| Error::internal(error.to_string()))?
}

fn type_of(name: &str) -> Result<&'static FileType> {
    FileType::of_name(name).map_err(|_| Problem::field("file", "file_type_refused").into())
}

/// Copies the file; returns the hash of its bytes, which is its name in the folder.
fn copy(chosen: &StoredUpload, kind: &FileType, folder: &Path, progress: impl Fn(u64)) -> Result<String> {
    owner_only::create_folder(folder)?;
    let new = folder.join(format!("{}.new", chosen.id));
    let copied = copy_to(&new, chosen, kind, progress).and_then(|hash| {
        system::rename(&new, &folder.join(format!("{hash}.{}", kind.extension())))?;
        Ok(hash)
    });
    if copied.is_err() {
        let _ = fs::remove_file(&new);
    }
    copied
}

fn copy_to(new: &Path, chosen: &StoredUpload, kind: &FileType, progress: impl Fn(u64)) -> Result<String> {
    let mut from = File::open(&chosen.path).map_err(|_| super::unreadable())?;
    let mut to = owner_only::file_options().truncate(true).open(new)?;
    let (mut head, mut hash, mut size) = (Vec::new(), Sha256::new(), 0);
    let mut piece = vec![0; CHUNK];
    loop {
        let read = from.read(&mut piece).map_err(|_| super::unreadable())?;
        let bytes = &piece[..read];
        if size < kind.kind.head() {
            head.extend_from_slice(bytes);
        }
        let known = size >= kind.kind.head();
        size += read as u64;
        if !known && (read == 0 || size >= kind.kind.head()) && !kind.begins_so(&head) {
            return Err(Problem::field("file", "file_type_mismatch").into());
        }
        if read == 0 {
            break;
        }
        hash.update(bytes);
        to.write_all(bytes)?;
        progress(size);
    }
    if size != chosen.stamp.size {
        return Err(super::unreadable().into());
    }
    to.sync_all()?;
    Ok(hex(&hash.finalize()))
}

fn folder(context: &AppContext, open: &OpenProfile) -> Result<PathBuf> {
    let profile = context.data.profile_folder(&open.profile.id).ok_or_else(Error::not_found)?;
    Ok(profile.join(offline_files::FOLDER))
}

/// The response with a locally stored file; nothing for other files.
pub(crate) fn answer(
    context: &AppContext,
    open: &OpenProfile,
    request: &Request,
) -> Result<Option<Response>> {
    let address = request.uri().path();
    if *request.method() != Method::GET || !address.starts_with(file::FOLDER) {
        return Ok(None);
    }
    let is_pending = open.store.chosen_file(address).is_some_and(|file| file.url.is_none());
    let (Some(kind), true) = (file::at(address), is_pending) else { return Ok(None) };
    let Some(path) = offline_files::path(&folder(context, open)?, address) else { return Ok(None) };
    let range = request.headers().get(header::RANGE).and_then(|range| range.to_str().ok());
    Ok(read(&path, kind, range).ok())
}

/// The school's address of a file with this local address, once it is uploaded.
pub(crate) fn school_address(store: &Store, address: &str) -> Option<String> {
    store.chosen_file(address)?.url
}

fn read(path: &Path, kind: &FileType, range: Option<&str>) -> io::Result<Response> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let part = range.and_then(|range| byte_range(range, size));
    let (from, to) = part.unwrap_or((0, size));
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(to - from).read_to_end(&mut bytes)?;
    let status = if part.is_some() { StatusCode::PARTIAL_CONTENT } else { StatusCode::OK };
    let mut response = body(status, HeaderValue::from_static(kind.media_type()), bytes);
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if part.is_some() {
        let outcome = HeaderValue::from_str(&format!("bytes {from}-{}/{size}", to - 1));
        headers.extend(outcome.map(|outcome| (header::CONTENT_RANGE, outcome)));
    }
    Ok(response)
}

/// `bytes=from-to`: first and last byte, limited to the maximum size of a range.
fn byte_range(range: &str, size: u64) -> Option<(u64, u64)> {
    let (from, to) = range.strip_prefix("bytes=")?.split_once('-')?;
    let from: u64 = from.parse().ok()?;
    let to = to.parse().map_or(size, |to: u64| to.saturating_add(1));
    (from < size.min(to)).then(|| (from, to.min(size).min(from + MAX_RANGE)))
}

/// Sends the next file that a row refers to, unless it is being sent. Stops files that no row refers to any
/// more.
pub(crate) fn send_next(context: &Arc<AppContext>, open: &Arc<OpenProfile>) -> Result<()> {
    let queue = open.store.queue()?;
    let wanted = queue.wanted_files();
    context.uploads.stop_unreferenced(&wanted);
    let Some((address, file)) = wanted.first().and_then(|address| Some((*address, queue.file(address)?)))
    else {
        return Ok(());
    };
    if context.uploads.is_sending(address) {
        return Ok(());
    }
    let Some(path) = offline_files::path(&folder(context, open)?, address) else { return Ok(()) };
    let Some(stamp) = stored::file_stamp(&path) else {
        return refused(context, open, address, &super::unreadable());
    };
    let found = StoredUpload {
        address: Some(address.to_owned()),
        ..StoredUpload::new(&path, file.name.clone(), stamp)
    };
    begin(context, open, stored::find_or_store(open, found)?);
    Ok(())
}

/// The school has the file: rows that refer to it can be sent.
pub(super) fn uploaded(
    context: &AppContext,
    open: &OpenProfile,
    upload: &StoredUpload,
    file: &Value,
) -> Result<()> {
    let (Some(address), Some(url)) = (&upload.address, file["url"].as_str()) else { return Ok(()) };
    open.store.change_queue(|queue| queue.file_uploaded(address, url))?;
    stored::delete(&open.store, &upload.id)?;
    if let Err(error) = fs::remove_file(&upload.path) {
        tracing::warn!(%error, "a file that was sent stays in the profile's folder");
    }
    context.emit(&Event::State);
    context.wake.notify_one();
    Ok(())
}

/// The school refused the file, or it cannot be read: the rows that refer to it have to be corrected.
pub(super) fn refused(
    context: &AppContext,
    open: &OpenProfile,
    address: &str,
    problem: &Problem,
) -> Result<()> {
    let problem = serde_json::to_value(problem)?;
    open.store.change_queue(|queue| queue.file_refused(address, &problem))?;
    context.emit(&Event::SyncFailed);
    context.emit(&Event::State);
    context.wake.notify_one();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_request_is_limited_in_size() {
        assert_eq!(byte_range("bytes=0-", 10), Some((0, 10)));
        assert_eq!(byte_range("bytes=2-3", 10), Some((2, 4)));
        assert_eq!(byte_range("bytes=2-99", 10), Some((2, 10)));
        assert_eq!(byte_range("bytes=0-", MAX_RANGE * 3), Some((0, MAX_RANGE)));
        for odd in ["bytes=10-", "bytes=5-2", "bytes=-5", "bytes=a-b", "items=0-1", ""] {
            assert_eq!(byte_range(odd, 10), None, "{odd}");
        }
    }
}
