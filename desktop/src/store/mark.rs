//! Whether the database is to be read whole before it is used: after an end that was none, or where damage was seen. A
//! mark lies beside it while it is used, and goes when it is closed; else it is looked through while it is used, so
//! that nobody waits for that at the start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::Result;
use crate::private;

/// The mark beside an open database, and the look through it.
#[derive(Debug)]
pub(super) struct Mark {
    file: PathBuf,
    look: Option<Look>,
    damaged: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Look {
    thread: JoinHandle<()>,
    stopped: Arc<AtomicBool>,
}

/// Steps of SQLite's machine between two looks at whether to stop: less than a millisecond.
const STEPS: i32 = 10_000;

fn beside(database: &Path) -> PathBuf {
    database.with_extension("open")
}

/// Whether a mark was left.
pub(super) fn is_left(database: &Path) -> bool {
    beside(database).exists()
}

/// Whether a database is whole; what is wrong otherwise.
///
/// # Errors
/// When it cannot be read.
pub(super) fn look_through(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}

impl Mark {
    /// Marks a database as open.
    ///
    /// # Errors
    /// When nothing can be written beside it.
    pub(super) fn set(database: &Path) -> Result<Self> {
        let file = beside(database);
        private::touch(&file)?;
        Ok(Self { file, look: None, damaged: Arc::default() })
    }

    /// Looks the database through beside its use. What is damaged is read whole, and rescued, at the next start.
    pub(super) fn look_through_beside(&mut self, database: &Path) {
        let (damaged, stopped) = (Arc::clone(&self.damaged), Arc::<AtomicBool>::default());
        let (database, stop) = (database.to_owned(), Arc::clone(&stopped));
        let thread = std::thread::spawn(move || {
            let wrong = match found(&database, stop) {
                Ok(wrong) => wrong,
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                    Some(error.to_string())
                }
                // What cannot be read now may be read later; what is wrong stays wrong.
                Err(_) => None,
            };
            if let Some(wrong) = wrong {
                tracing::error!(wrong, path = %database.display(), "the local database is damaged");
                damaged.store(true, Ordering::SeqCst);
            }
        });
        self.look = Some(Look { thread, stopped });
    }

    #[cfg(test)]
    pub(super) fn wait(&mut self) {
        self.look.take().unwrap().thread.join().unwrap();
    }

    /// The database is closed, or as good as that.
    pub(super) fn clear(&self) {
        if !self.damaged.load(Ordering::SeqCst) {
            // One that stays costs a longer start.
            let _ = fs::remove_file(&self.file);
        }
    }
}

impl Drop for Mark {
    /// Nothing uses the file any more when this ends: it may be removed.
    fn drop(&mut self) {
        if let Some(Look { thread, stopped }) = self.look.take() {
            stopped.store(true, Ordering::SeqCst);
            // A look that has panicked has found nothing.
            let _ = thread.join();
        }
        self.clear();
    }
}

fn found(database: &Path, stop: Arc<AtomicBool>) -> rusqlite::Result<Option<String>> {
    // Only a connection that may write takes away what lies beside the file, when it is the last to close.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(database, flags)?;
    connection.progress_handler(STEPS, Some(move || stop.load(Ordering::SeqCst)))?;
    look_through(&connection)
}
