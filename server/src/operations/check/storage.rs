//! Checks of the database, the data folder and the store of uploaded files.

use std::path::Path;

use tokio::time::timeout;

use super::{Finding, TIMEOUT};
use crate::clock::Ids;
use crate::config::{Config, Place};
use crate::db::{Db, moving};
use crate::disk;
use crate::error::{Error, Result};
use crate::files::Store;

/// Less free space than this is reported, in bytes.
const LOW: u64 = 1024 * 1024 * 1024;
/// With less free space than this the next writes may fail, in bytes.
const FULL: u64 = 50 * 1024 * 1024;

/// Opens the database without migrating it.
pub(super) async fn database(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "database";
    let place = match Place::of(&config.storage) {
        Ok(place) => place,
        Err(error) => return vec![Finding::fails(SUBJECT, error.to_string())],
    };
    if let Place::File(file) = &place
        && !file.exists()
    {
        return vec![match nearest(file).map(disk::refuse_unwritable) {
            Some(Err(error)) => Finding::fails(SUBJECT, error.to_string()),
            _ => {
                Finding::ok(SUBJECT, format!("{} does not exist yet: `preau serve` makes it", file.display()))
            }
        }];
    }
    match look(config, &place).await {
        Ok(found) => vec![found],
        Err(error) => vec![Finding::fails(SUBJECT, crate::db::explain(&place, error).to_string())],
    }
}

async fn look(config: &Config, place: &Place) -> Result<Finding> {
    const SUBJECT: &str = "database";
    let db = Db::open_existing(&config.storage).await?;
    let (schema, shown) = (db.schema().await?, place.to_string());
    let moved = if schema.found.is_some() { moving::moved_to(&db).await? } else { None };
    db.close().await;
    if let Some(address) = moved {
        return Ok(Finding::fails(SUBJECT, moving::moved_message(&address)));
    }
    Ok(match schema.mismatch() {
        None => Finding::ok(SUBJECT, format!("{shown} opens, its schema is up to date")),
        Some(mismatch) if schema.is_newer() => Finding::fails(SUBJECT, mismatch),
        Some(mismatch) => Finding::warning(SUBJECT, format!("{shown}: {mismatch}")),
    })
}

/// The nearest existing parent folder.
fn nearest(path: &Path) -> Option<&Path> {
    path.ancestors()
        .skip(1)
        .map(|one| if one.as_os_str().is_empty() { Path::new(".") } else { one })
        .find(|one| one.exists())
}

/// Writes into the data folder and checks its free space.
pub(super) fn folder(config: &Config, ids: Ids) -> Vec<Finding> {
    const SUBJECT: &str = "folder";
    let folder = &config.storage.data_dir;
    let shown = folder.display();
    let exists = folder.is_dir();
    let Some(there) = (if exists { Some(folder.as_path()) } else { nearest(folder) }) else {
        return vec![Finding::fails(SUBJECT, format!("{shown} cannot be made: correct PREAU_DATA_DIR"))];
    };
    if let Err(error) = disk::refuse_unwritable(there).and_then(|()| write_into(there, ids)) {
        return vec![Finding::fails(SUBJECT, error.to_string())];
    }
    let state = if exists { "can be written" } else { "does not exist yet: `preau serve` makes it" };
    let Some(space) = disk::space(there) else {
        return vec![Finding::ok(SUBJECT, format!("{shown} {state}"))];
    };
    let what = format!("{shown} {state}, {} of {} free", size(space.free), size(space.total));
    vec![match space.free {
        ..FULL => Finding::fails(SUBJECT, format!("{what}: free space on this disk")),
        FULL..LOW => Finding::warning(SUBJECT, format!("{what}: free space on this disk soon")),
        LOW.. => Finding::ok(SUBJECT, what),
    }]
}

fn write_into(folder: &Path, ids: Ids) -> Result<()> {
    let probe = folder.join(format!(".check-{}", ids.hex128()));
    let written = std::fs::write(&probe, b"probe");
    let _ = std::fs::remove_file(&probe);
    written.map_err(|error| {
        Error::internal(format!(
            "{} does not take a file ({error}): free space there, or let this program's account write it",
            folder.display()
        ))
    })
}

#[allow(clippy::cast_precision_loss, reason = "shown with one digit")]
fn size(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1024 * 1024);
    if mib < 1024.0 { format!("{mib:.0} MiB") } else { format!("{:.1} GiB", mib / 1024.0) }
}

/// Writes, reads and deletes a file in the store of uploads.
pub(super) async fn files(config: &Config, ids: Ids) -> Vec<Finding> {
    const SUBJECT: &str = "files";
    let storage = &config.storage;
    let (shown, setting) = match &storage.files {
        Some(bucket) => (bucket.to_string(), "PREAU_FILES and its settings"),
        None => (storage.data_dir.join("files").display().to_string(), "the rights of this folder"),
    };
    if storage.files.is_none() && !storage.data_dir.is_dir() {
        return vec![Finding::ok(SUBJECT, format!("{shown} does not exist yet: `preau serve` makes it"))];
    }
    let tried = async { Store::open(storage)?.probe(&ids.hex128()).await };
    let why = match timeout(TIMEOUT, tried).await {
        Ok(Ok(())) => {
            return vec![Finding::ok(SUBJECT, format!("{shown} keeps, answers and deletes a file"))];
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} seconds", TIMEOUT.as_secs()),
    };
    vec![Finding::fails(SUBJECT, format!("{shown} cannot be used ({why}): look at {setting}"))]
}
