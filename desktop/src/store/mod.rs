//! What is kept on this machine for one account of one school: the copy of the content, the queue of what waits to be
//! sent, drafts of open forms, texts that lost, and settings. One SQLite file; every call is short and blocks.
//!
//! `open` makes, migrates and, where it is damaged, replaces the file; the other files have a group of tables each.
//! Only this folder writes SQL.

mod answers;
mod copy;
mod drafts;
mod history;
mod key;
mod local_ids;
mod open;
mod queue;
mod rescue;
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

pub use copy::{Change, Row};
pub use drafts::Draft;
pub use history::{Lost, Past, Why, title_of};
pub use key::Key;
pub use open::Opened;

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
        let store = Self { inner: Arc::new(Mutex::new(Inner { connection, queue })), path, clock };
        store.change_queue(Queue::recover)?;
        store.forget_history()?;
        Ok((store, opened))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// By which things are dated here.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
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

fn in_transaction<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&tx)?;
    tx.commit()?;
    Ok(done)
}
