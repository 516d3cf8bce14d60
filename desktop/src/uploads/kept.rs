//! Facts about uploads in the profile's database: enough to recognise the same file.

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
const LIFE: TimeDelta = TimeDelta::days(1);

/// Facts by which a file at a path is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Facts {
    /// In bytes.
    pub(super) size: u64,
    /// Milliseconds since 1970.
    pub(super) modified: u64,
}

/// An upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    pub(super) id: String,
    pub(super) path: PathBuf,
    /// The file's name at the school.
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) facts: Facts,
    /// The school's id of the upload; absent before it was started there.
    pub(super) school_id: Option<String>,
    /// The local address, when it was chosen while the school could not be reached.
    #[serde(default)]
    pub(super) address: Option<String>,
    /// Whether it is stored here when the school cannot be reached.
    #[serde(skip)]
    pub(super) keeps: bool,
    /// When it was last chosen or continued.
    pub(super) touched_at: Option<DateTime<Utc>>,
}

impl Kept {
    pub(super) fn new(path: &Path, name: String, facts: Facts) -> Self {
        let id = new_id();
        Self {
            id,
            path: path.to_owned(),
            name,
            facts,
            school_id: None,
            address: None,
            keeps: false,
            touched_at: None,
        }
    }

    fn is_same_file(&self, other: &Self) -> bool {
        self.path == other.path && self.facts == other.facts && self.name == other.name
    }
}

/// The facts of the file at this path; nothing when it cannot be read.
pub(super) fn facts(path: &Path) -> Option<Facts> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Facts { size: about.len(), modified: u64::try_from(modified.as_millis()).ok()? })
}

/// The earlier upload of the same file, else this one, which is stored.
pub(super) fn find_or_keep(open: &OpenProfile, chosen: Kept) -> Result<Kept> {
    let now = open.store.clock().now();
    let mut all = all(&open.store)?;
    all.retain(|kept| kept.touched_at.is_some_and(|at| now - at < LIFE));
    let kept = if let Some(found) = all.iter_mut().find(|kept| kept.is_same_file(&chosen)) {
        found.touched_at = Some(now);
        found.clone()
    } else {
        let kept = Kept { touched_at: Some(now), ..chosen };
        all.push(kept.clone());
        kept
    };
    open.store.store_setting(SETTING, &all)?;
    Ok(kept)
}

/// Stores the school's id of an upload, and the time at which it was continued.
pub(super) fn note(store: &Store, id: &str, school_id: Option<&str>) -> Result<()> {
    let now = store.clock().now();
    let mut all = all(store)?;
    for kept in all.iter_mut().filter(|kept| kept.id == id) {
        kept.school_id = school_id.map(ToOwned::to_owned);
        kept.touched_at = Some(now);
    }
    store.store_setting(SETTING, &all)
}

/// Deletes the facts of an upload and returns them.
pub(super) fn forget(store: &Store, id: &str) -> Result<Option<Kept>> {
    let (gone, left): (Vec<Kept>, Vec<Kept>) = all(store)?.into_iter().partition(|kept| kept.id == id);
    store.store_setting(SETTING, &left)?;
    Ok(gone.into_iter().next())
}

pub(super) fn forget_all(store: &Store) -> Result<Vec<Kept>> {
    let all = all(store)?;
    store.delete_setting(SETTING)?;
    Ok(all)
}

fn all(store: &Store) -> Result<Vec<Kept>> {
    Ok(store.setting(SETTING)?.unwrap_or_default())
}
