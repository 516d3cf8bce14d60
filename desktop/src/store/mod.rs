//! The local database of one account of one school: the copy of the content, the queue of pending operations,
//! drafts of open forms, the history of discarded texts, and settings. One SQLite file; every call is short
//! and blocks.
//!
//! `open` creates, migrates and, where it is damaged, replaces the file; each of the other files has its own
//! tables. Only this folder contains SQL.

mod answers;
mod copy;
mod copy_statistics;
mod damage;
mod drafts;
mod fresh_copy;
mod history;
mod integrity;
mod key;
mod local_ids;
mod open;
mod queue;
mod recovery;
mod resolutions;
mod search;
mod settings;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use preau_core::draft::queue::Queue;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::clock::Clock;
use crate::error::Result;

use integrity::OpenMarker;
use queue::StoredQueue;

pub use copy::{Change, Row};
pub use copy_statistics::OfflineCourse;
pub use damage::{Damage, Unread};
pub use drafts::Draft;
pub use history::{DiscardReason, DiscardedTexts, HistoryEntry, title_of, title_of_operation};
pub use key::Key;
pub use open::Opened;

const PROBE: &str = "probe";
/// Characters of the test write; as many as a long lesson, so that a disk with only a few free bytes does not
/// pass.
const PROBE_SIZE: usize = 64 * 1024;

/// The local database; cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Mutex<Inner>>,
    path: PathBuf,
    clock: Clock,
}

#[derive(Debug)]
struct Inner {
    connection: Connection,
    /// The queue, cached.
    queue: Queue,
    /// The same as it is stored in the tables.
    stored: StoredQueue,
    marker: OpenMarker,
}

impl Store {
    /// Opens the database in this folder, or creates it. Operations that were being sent when the program
    /// stopped are pending again.
    ///
    /// # Errors
    /// When it cannot be created, or was written by a newer version of the app.
    pub fn open(folder: &Path) -> Result<(Self, Opened)> {
        Self::open_at(folder, Clock::System)
    }

    /// [`Store::open`] with another clock.
    ///
    /// # Errors
    /// When it cannot be created, or was written by a newer version of the app.
    pub fn open_at(folder: &Path, clock: Clock) -> Result<(Self, Opened)> {
        let (connection, opened, path) = open::open(folder, clock.now())?;
        let queue = queue::load(&connection)?;
        let (stored, mut marker) = (queue::stored_form(&queue)?, OpenMarker::set(&path)?);
        marker.check_in_background(&path);
        let inner = Inner { connection, queue, stored, marker };
        let store = Self { inner: Arc::new(Mutex::new(inner)), path, clock };
        // Indexes a copy from before full-text search was added.
        store.write(search::index_changed_lessons)?;
        store.change_queue(Queue::recover)?;
        store.delete_expired_history()?;
        Ok((store, opened))
    }

    /// Called when the program ends: the database is consistent.
    pub fn close(&self) {
        self.lock().marker.remove();
    }

    /// The database file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks whether data can be written: it was on the disk, and is removed again, when this returns.
    pub fn try_writing(&self) -> Result<()> {
        self.store_setting(PROBE, &"x".repeat(PROBE_SIZE))?;
        self.delete_setting(PROBE)
    }

    /// The clock of the store.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// A check, for later, whether this database is still open.
    pub(crate) fn is_used(&self) -> impl Fn() -> bool + use<> {
        let inner = Arc::downgrade(&self.inner);
        move || inner.strong_count() > 0
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic in a transaction has rolled it back.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Like `write`, for data that the school has too: it reaches the disk later, but before anything that is
    /// written with `write`.
    fn write_deferred<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut inner = self.lock();
        inner.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let done = in_transaction(&mut inner.connection, work);
        inner.connection.pragma_update(None, "synchronous", "FULL")?;
        done
    }

    /// Runs `work` in an immediate transaction.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        in_transaction(&mut self.lock().connection, work)
    }
}

#[cfg(test)]
impl Store {
    /// Number of rows that were written since the database was opened.
    pub(crate) fn changes(&self) -> u64 {
        self.lock().connection.total_changes()
    }

    /// Sets or removes a size limit of the database, to simulate a full disk.
    pub(crate) fn fill_disk(&self, full: bool) {
        let inner = self.lock();
        let pages: u32 = inner.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        let limit = if full { pages } else { u32::MAX - 2 };
        inner.connection.pragma_update_and_check(None, "max_page_count", limit, |_| Ok(())).unwrap();
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&tx)?;
    search::index_changed_lessons(&tx)?;
    tx.commit()?;
    Ok(done)
}
