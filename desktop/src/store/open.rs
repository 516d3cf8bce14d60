//! Opens the file: created when it does not exist, migrated after a backup of it, and replaced when it is
//! damaged. A damaged file is moved aside, never deleted; as much of its data as can be read is taken over.
//! It is moved aside last: after a crash or a disk failure before that, the next start begins again with it.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rusqlite::{Connection, ErrorCode};

use super::damage::{self, Damage};
use super::{integrity, queue, recovery};
use crate::clock::instant_text;
use crate::error::{Error, Result};
use crate::owner_only;
use crate::system;

/// The name of the file.
const NAME: &str = "drafts.db";
/// The replacement of a damaged file, while that is being read.
const NEW: &str = "drafts.new.db";
/// Suffixes of SQLite's files.
const FILE_SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];
/// The migration to each version from the one before.
const MIGRATIONS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("copy_next.sql"),
    include_str!("search.sql"),
    include_str!("cancellations.sql"),
];

/// The result of opening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opened {
    /// There was no file.
    pub fresh: bool,
    /// It was migrated from this older version; a backup lies next to it.
    pub migrated_from: Option<i64>,
    /// It was damaged and was moved here; the copy of the content has to be made again.
    pub quarantined: Option<PathBuf>,
}

pub(super) fn open(folder: &Path, now: DateTime<Utc>) -> Result<(Connection, Opened, PathBuf)> {
    owner_only::create_folder(folder)?;
    let path = folder.join(NAME);
    let new = folder.join(NEW);
    // The program ended between the last two steps of a recovery.
    if !path.exists() && new.exists() {
        fs::rename(&new, &path)?;
    }
    let fresh = !path.exists();
    let was_left_open = integrity::is_present(&path);
    match open_intact(&path, was_left_open) {
        Ok((connection, migrated_from)) => {
            Ok((connection, Opened { fresh, migrated_from, quarantined: None }, path))
        }
        Err(error) if is_damage(&error) => {
            tracing::error!(%error, path = %path.display(), "the local database is damaged");
            let aside = replace(&path, &new, now)?;
            let (connection, _) = open_intact(&path, false)?;
            Ok((connection, Opened { quarantined: Some(aside), ..Opened::default() }, path))
        }
        Err(error) => Err(error),
    }
}

/// Replaces a damaged file by a new one with the data that can be read. Returns its new path.
fn replace(path: &Path, new: &Path, now: DateTime<Utc>) -> Result<PathBuf> {
    for suffix in FILE_SUFFIXES {
        ignore_missing(fs::remove_file(with_suffix(new, suffix)))?;
    }
    let aside = path.with_file_name(format!("damaged-{}.db", now.format("%Y%m%d-%H%M%S%.3f")));
    let (mut connection, _) = open_intact(new, false)?;
    let recovered = recovery::recover(path, &mut connection)?;
    damage::add_report(&connection, Damage::new(&aside, instant_text(now), recovered))?;
    // Closing it removes SQLite's auxiliary files.
    connection.close().map_err(|(_, error)| error)?;
    move_aside(path, &aside)?;
    fs::rename(new, path)?;
    Ok(aside)
}

/// Whether an error means that the file has to be replaced.
fn is_damage(error: &Error) -> bool {
    match error {
        Error::Database(rusqlite::Error::SqliteFailure(inner, _)) => {
            matches!(inner.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        }
        Error::Database(
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..),
        )
        | Error::Json(_) => true,
        Error::Internal(text) => text.starts_with(QUICK_CHECK),
        _ => false,
    }
}

const QUICK_CHECK: &str = "quick_check: ";

/// Opens an intact file, and migrates it. It is checked completely only after a crash.
fn open_intact(path: &Path, was_left_open: bool) -> Result<(Connection, Option<i64>)> {
    // SQLite creates its auxiliary files with the mode of this one.
    owner_only::create_file(path)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    connection.set_prepared_statement_cache_capacity(64);
    if was_left_open && let Some(damage_found) = integrity::quick_check(&connection)? {
        return Err(Error::internal(format!("{QUICK_CHECK}{damage_found}")));
    }
    let from = migrate(&mut connection, path, MIGRATIONS)?;
    // Missing tables and an unreadable queue count as damage too.
    queue::load(&connection)?;
    Ok((connection, from))
}

/// Migrates the file; returns its version before, when that was an older one.
fn migrate(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<Option<i64>> {
    let newest = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > newest {
        return Err(Error::NewerStore(found));
    }
    if found == newest {
        return Ok(None);
    }
    if found > 0 {
        let backup = path.with_file_name(format!("{NAME}.{found}"));
        owner_only::create_file(&backup)?;
        connection.backup("main", backup, None)?;
    }
    for (version, migration) in (1_i64..).zip(migrations).filter(|(version, _)| *version > found) {
        let tx = connection.transaction()?;
        tx.execute_batch(migration)?;
        tx.pragma_update(None, "user_version", version)?;
        tx.commit()?;
    }
    Ok((found > 0).then_some(found))
}

/// Moves a file aside, with SQLite's auxiliary files.
fn move_aside(path: &Path, aside: &Path) -> Result<()> {
    system::rename(path, aside)?;
    for suffix in &FILE_SUFFIXES[1..] {
        ignore_missing(system::rename(&with_suffix(path, suffix), &with_suffix(aside, suffix)))?;
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

fn ignore_missing(done: std::io::Result<()>) -> Result<()> {
    match done {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_database_is_backed_up_and_migrated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let mut connection = Connection::open(&path).unwrap();
        assert_eq!(migrate(&mut connection, &path, &["CREATE TABLE a (x)"]).unwrap(), None);
        connection.execute("INSERT INTO a VALUES (7)", []).unwrap();
        let two = ["CREATE TABLE a (x)", "ALTER TABLE a RENAME TO b"];
        assert_eq!(migrate(&mut connection, &path, &two).unwrap(), Some(1));
        let x =
            |connection: &Connection, sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        assert_eq!(x(&connection, "SELECT x FROM b"), Ok(7));
        let backup = Connection::open(folder.path().join("drafts.db.1")).unwrap();
        assert_eq!(x(&backup, "SELECT x FROM a"), Ok(7));
    }

    #[test]
    fn a_database_of_a_newer_app_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        Connection::open(folder.path().join(NAME)).unwrap().pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(crate::store::Store::open(folder.path()), Err(Error::NewerStore(99))));
    }
}
