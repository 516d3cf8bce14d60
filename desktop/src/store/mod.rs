//! What is kept on this machine for one account of one school: the copy of the content, the queue of what waits to be
//! sent, drafts of open forms, texts that lost, and settings. One SQLite file; every call is short and blocks.
//!
//! `open` makes, migrates and, where it is damaged, replaces the file; the other files have a group of tables each.
//! Only this folder writes SQL.

mod anew;
mod answers;
mod copy;
mod damage;
mod drafts;
mod history;
mod key;
mod local_ids;
mod mark;
mod offline;
mod open;
mod queue;
mod rescue;
mod search;
mod settings;
mod settled;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use preau_core::draft::queue::Queue;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::clock::Clock;
use crate::error::Result;

use mark::Mark;
use queue::Parts;

pub use copy::{Change, Row};
pub use damage::{Damage, Unread};
pub use drafts::Draft;
pub use history::{Lost, Past, Why, title_of, title_of_operation};
pub use key::Key;
pub use offline::OfflineCourse;
pub use open::Opened;

const PROBE: &str = "probe";
/// Characters; as many as a long lesson has, so that a disk on which a few bytes are left does not pass.
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
    /// As it stands in the file.
    queue: Queue,
    /// The same as it lies in the tables.
    parts: Parts,
    mark: Mark,
}

impl Store {
    /// Opens the database in this folder, or makes it. What was on its way when the program stopped waits again.
    ///
    /// # Errors
    /// When it cannot be made, or a newer version of the app wrote it.
    pub fn open(folder: &Path) -> Result<(Self, Opened)> {
        Self::open_at(folder, Clock::System)
    }

    /// The same by another clock.
    ///
    /// # Errors
    /// When it cannot be made, or a newer version of the app wrote it.
    pub fn open_at(folder: &Path, clock: Clock) -> Result<(Self, Opened)> {
        let (connection, opened, path) = open::open(folder, clock.now())?;
        let queue = queue::load(&connection)?;
        let (parts, mut mark) = (queue::parts(&queue)?, Mark::set(&path)?);
        mark.look_through_beside(&path);
        let inner = Inner { connection, queue, parts, mark };
        let store = Self { inner: Arc::new(Mutex::new(inner)), path, clock };
        // Words of a copy from before there was a search.
        store.write(search::follow)?;
        store.change_queue(Queue::recover)?;
        store.forget_history()?;
        Ok((store, opened))
    }

    /// The program ends: what is here is whole.
    pub fn close(&self) {
        self.lock().mark.clear();
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether something can be written: on the disk, and gone again, when this returns.
    ///
    /// # Errors
    /// When it cannot.
    pub fn try_writing(&self) -> Result<()> {
        self.keep_setting(PROBE, &"x".repeat(PROBE_SIZE))?;
        self.forget_setting(PROBE)
    }

    /// By which things are dated here.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Tells later whether anybody still holds this database open.
    pub(crate) fn is_used(&self) -> impl Fn() -> bool + use<> {
        let inner = Arc::downgrade(&self.inner);
        move || inner.strong_count() > 0
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic in the middle of a transaction has rolled it back.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for what the school has too: on the disk some time later, before anything that is written here.
    fn write_lightly<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut inner = self.lock();
        inner.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let done = in_transaction(&mut inner.connection, work);
        inner.connection.pragma_update(None, "synchronous", "FULL")?;
        done
    }

    /// Does something in one immediate transaction.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        in_transaction(&mut self.lock().connection, work)
    }
}

#[cfg(test)]
impl Store {
    /// Rows that were written since it was opened.
    pub(crate) fn changes(&self) -> u64 {
        self.lock().connection.total_changes()
    }

    /// Lets the database grow no more, as on a full disk; or again.
    pub(crate) fn fill_disk(&self, full: bool) {
        let inner = self.lock();
        let pages: u32 = inner.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        let most = if full { pages } else { u32::MAX - 2 };
        inner.connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(())).unwrap();
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&tx)?;
    search::follow(&tx)?;
    tx.commit()?;
    Ok(done)
}
