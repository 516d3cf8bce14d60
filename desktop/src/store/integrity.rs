//! Decides whether the database is checked completely before it is used: after a crash, or where damage was
//! seen. A marker file lies next to the database while it is open, and is removed when it is closed;
//! otherwise it is checked in the background, which does not delay the start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::Result;
use crate::owner_only;

/// The marker of an open database, and the background check.
#[derive(Debug)]
pub(super) struct OpenMarker {
    file: PathBuf,
    check: Option<BackgroundCheck>,
    damaged: Arc<AtomicBool>,
}

#[derive(Debug)]
struct BackgroundCheck {
    thread: JoinHandle<()>,
    stopped: Arc<AtomicBool>,
}

/// Instructions of SQLite's virtual machine between two checks whether to stop: less than a millisecond.
const STEPS: i32 = 10_000;

fn marker_path(database: &Path) -> PathBuf {
    database.with_extension("open")
}

/// Whether a marker was left.
pub(super) fn is_present(database: &Path) -> bool {
    marker_path(database).exists()
}

/// Checks a database; returns what is wrong with it.
pub(super) fn quick_check(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}

impl OpenMarker {
    /// Marks a database as open.
    pub(super) fn set(database: &Path) -> Result<Self> {
        let file = marker_path(database);
        owner_only::create_file(&file)?;
        Ok(Self { file, check: None, damaged: Arc::default() })
    }

    /// Checks the database in the background. A damaged one is read completely, and recovered, at the next
    /// start.
    pub(super) fn check_in_background(&mut self, database: &Path) {
        let (damaged, stopped) = (Arc::clone(&self.damaged), Arc::<AtomicBool>::default());
        let (database, stop) = (database.to_owned(), Arc::clone(&stopped));
        let thread = std::thread::spawn(move || {
            let damage = match check_file(&database, stop) {
                Ok(damage) => damage,
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                    Some(error.to_string())
                }
                // A failed read may succeed later; damage would be found again.
                Err(_) => None,
            };
            if let Some(damage) = damage {
                tracing::error!(damage, path = %database.display(), "the local database is damaged");
                damaged.store(true, Ordering::SeqCst);
            }
        });
        self.check = Some(BackgroundCheck { thread, stopped });
    }

    #[cfg(test)]
    pub(super) fn wait(&mut self) {
        self.check.take().unwrap().thread.join().unwrap();
    }

    /// Removes the marker unless damage was found: the database is closed, or about to be.
    pub(super) fn remove(&self) {
        if !self.damaged.load(Ordering::SeqCst) {
            // A marker that stays only makes the next start longer.
            let _ = fs::remove_file(&self.file);
        }
    }
}

impl Drop for OpenMarker {
    /// Afterwards nothing uses the file any more: it may be deleted.
    fn drop(&mut self) {
        if let Some(BackgroundCheck { thread, stopped }) = self.check.take() {
            stopped.store(true, Ordering::SeqCst);
            // A check that panicked has found nothing.
            let _ = thread.join();
        }
        self.remove();
    }
}

fn check_file(database: &Path, stop: Arc<AtomicBool>) -> rusqlite::Result<Option<String>> {
    // Only a connection that may write removes SQLite's auxiliary files when it is the last to close.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(database, flags)?;
    connection.progress_handler(STEPS, Some(move || stop.load(Ordering::SeqCst)))?;
    quick_check(&connection)
}
