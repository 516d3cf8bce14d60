//! Uploads in the profile's database, with size and time of their files, to resume them when the same file is
//! chosen again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::clock::new_id;
use crate::error::Result;
use crate::profile::OpenProfile;
use crate::store::Store;

/// The name of the setting.
const SETTING: &str = "uploads";
/// The school deletes an upload a day after it was last continued.
const RETENTION: TimeDelta = TimeDelta::days(1);

/// Size and modification time, by which an unchanged file is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileStamp {
    /// In bytes.
    pub(super) size: u64,
    /// Milliseconds since 1970.
    pub(super) modified: u64,
}

/// An upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredUpload {
    pub(super) id: String,
    pub(super) path: PathBuf,
    /// The file's name at the school.
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) stamp: FileStamp,
    /// The school's id of the upload; absent before it was started there.
    pub(super) school_id: Option<String>,
    /// The local address, when it was chosen while the school could not be reached.
    #[serde(default)]
    pub(super) address: Option<String>,
    /// Whether it is stored here when the school cannot be reached.
    #[serde(skip)]
    pub(super) store_offline: bool,
    /// When it was last chosen or continued.
    pub(super) touched_at: Option<DateTime<Utc>>,
}

impl StoredUpload {
    pub(super) fn new(path: &Path, name: String, stamp: FileStamp) -> Self {
        let id = new_id();
        Self {
            id,
            path: path.to_owned(),
            name,
            stamp,
            school_id: None,
            address: None,
            store_offline: false,
            touched_at: None,
        }
    }

    fn is_same_file(&self, other: &Self) -> bool {
        self.path == other.path && self.stamp == other.stamp && self.name == other.name
    }
}

/// The stamp of the file at this path; nothing when it cannot be read.
pub(super) fn file_stamp(path: &Path) -> Option<FileStamp> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(FileStamp { size: about.len(), modified: u64::try_from(modified.as_millis()).ok()? })
}

/// The earlier upload of the same file, else this one, which is stored.
pub(super) fn find_or_store(open: &OpenProfile, chosen: StoredUpload) -> Result<StoredUpload> {
    let now = open.store.clock().now();
    let mut all = all(&open.store)?;
    all.retain(|upload| upload.touched_at.is_some_and(|at| now - at < RETENTION));
    let upload = if let Some(found) = all.iter_mut().find(|upload| upload.is_same_file(&chosen)) {
        found.touched_at = Some(now);
        found.clone()
    } else {
        let upload = StoredUpload { touched_at: Some(now), ..chosen };
        all.push(upload.clone());
        upload
    };
    open.store.store_setting(SETTING, &all)?;
    Ok(upload)
}

/// Stores the school's id of an upload, and the time at which it was continued.
pub(super) fn record_school_id(store: &Store, id: &str, school_id: Option<&str>) -> Result<()> {
    let now = store.clock().now();
    let mut all = all(store)?;
    for upload in all.iter_mut().filter(|upload| upload.id == id) {
        upload.school_id = school_id.map(ToOwned::to_owned);
        upload.touched_at = Some(now);
    }
    store.store_setting(SETTING, &all)
}

/// Deletes an upload from the database and returns it.
pub(super) fn delete(store: &Store, id: &str) -> Result<Option<StoredUpload>> {
    let (gone, left): (Vec<StoredUpload>, Vec<StoredUpload>) =
        all(store)?.into_iter().partition(|upload| upload.id == id);
    store.store_setting(SETTING, &left)?;
    Ok(gone.into_iter().next())
}

pub(super) fn delete_all(store: &Store) -> Result<Vec<StoredUpload>> {
    let all = all(store)?;
    store.delete_setting(SETTING)?;
    Ok(all)
}

fn all(store: &Store) -> Result<Vec<StoredUpload>> {
    Ok(store.setting(SETTING)?.unwrap_or_default())
}
