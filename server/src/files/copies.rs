//! Files in a backup of the school: saved and restored, each checked by its hash.

use std::path::{Path, PathBuf};

use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};

use super::rewriting;
use super::rows::{self, Row};
use super::store::Store;
use crate::clock::hex;
use crate::config::Storage;
use crate::context::AppContext;
use crate::db::Db;
use crate::error::{Error, Result};

/// The folder for files next to a backup of the database.
#[must_use]
pub fn files_folder(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".files");
    name.into()
}

/// The result of copying the files in use.
#[derive(Debug, Default)]
pub struct CopyReport {
    /// Number of files in place.
    pub copied: usize,
    /// A message for each file that could not be copied.
    pub failed: Vec<String>,
}

/// Copies every file in use to the folder next to `file`, a backup of the database.
pub async fn save(db: &Db, storage: &Storage, file: &Path) -> Result<CopyReport> {
    let rows = in_use(db).await?;
    if rows.is_empty() {
        return Ok(CopyReport::default());
    }
    Ok(copy(&rows, &Store::open(storage)?, &Store::folder(&files_folder(file))?).await)
}

/// Restores every file in use from the folder next to `file`.
pub async fn restore(db: &Db, storage: &Storage, file: &Path) -> Result<CopyReport> {
    let (rows, folder) = (in_use(db).await?, files_folder(file));
    if rows.is_empty() {
        return Ok(CopyReport::default());
    }
    if !folder.is_dir() {
        return Ok(CopyReport { copied: 0, failed: vec![format!("{} is missing", folder.display())] });
    }
    Ok(copy(&rows, &Store::folder(&folder)?, &Store::open(storage)?).await)
}

async fn in_use(db: &Db) -> Result<Vec<Row>> {
    rows::in_use(&mut db.read().await?).await
}

/// An unreadable file does not prevent the others from being copied.
async fn copy(rows: &[Row], from: &Store, to: &Store) -> CopyReport {
    let mut copied = CopyReport::default();
    for row in rows {
        match copy_one(row, from, to).await {
            Ok(()) => copied.copied += 1,
            Err(error) => copied.failed.push(format!("{} ({}): {error}", row.address, row.name)),
        }
    }
    copied
}

/// Leaves an intact file in the target, and replaces a damaged one.
async fn copy_one(row: &Row, from: &Store, to: &Store) -> Result<()> {
    if is_whole(row, to).await? {
        return Ok(());
    }
    let mut bytes = from.read(&row.place, None).await?;
    let mut writing = to.begin(row.place.rsplit('/').next().unwrap_or_default()).await?;
    let mut hash = Sha256::new();
    while let Some(chunk) = bytes.next().await {
        match chunk {
            Ok(chunk) => {
                hash.update(&chunk);
                writing.add(chunk).await?;
            }
            Err(error) => {
                writing.abandon().await;
                return Err(error);
            }
        }
    }
    if hex(&hash.finalize()) != row.sha256 {
        writing.abandon().await;
        return Err(Error::internal("the bytes are not those that were uploaded"));
    }
    let unfinished = writing.finish().await?;
    to.place(&unfinished, &row.place).await
}

/// Whether the store has exactly these bytes.
async fn is_whole(row: &Row, store: &Store) -> Result<bool> {
    if store.size(&row.place).await? != u64::try_from(row.size).ok() {
        return Ok(false);
    }
    let Ok(mut bytes) = store.read(&row.place, None).await else { return Ok(false) };
    let mut hash = Sha256::new();
    while let Some(chunk) = bytes.next().await {
        match chunk {
            Ok(chunk) => hash.update(&chunk),
            // An unreadable file counts as damaged.
            Err(_) => return Ok(false),
        }
    }
    Ok(hex(&hash.finalize()) == row.sha256)
}

/// A message for each file in use that is missing or has another size, and for each picture that could not be
/// rewritten.
pub async fn missing(app: &AppContext) -> Result<Vec<String>> {
    let mut conn = app.db.read().await?;
    let unknown = rows::missing(&mut conn).await?;
    let used = rows::in_use(&mut conn).await?;
    let kept = rewriting::kept_as_sent(&mut conn).await?;
    drop(conn);
    let mut missing: Vec<_> =
        unknown.into_iter().map(|(address,)| format!("{address} was never uploaded")).collect();
    for row in used {
        match app.files().size(&row.place).await? {
            Some(size) if u64::try_from(row.size) == Ok(size) => {}
            Some(size) => {
                missing.push(format!("{} ({}) has {size} bytes of {}", row.address, row.name, row.size));
            }
            None => missing.push(format!("{} ({}) is gone", row.address, row.name)),
        }
    }
    missing.extend(kept);
    Ok(missing)
}
