//! A connection of either engine, and the macros that run a [`Statement`] on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::RngExt as _;
use sqlx::pool::PoolConnection;
use sqlx::{Database, Postgres, Sqlite, Transaction};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, timeout};

use super::shown;
use crate::error::{Error, Result};

/// How long a colliding PostgreSQL write keeps being repeated.
const RETRY_FOR: Duration = Duration::from_secs(20);

/// Runs a statement and answers how many rows it touched.
#[macro_export]
macro_rules! execute {
    ($conn:expr, $sql:expr $(, $value:expr)* $(,)?) => {{
        let statement = $conn.statement($sql)$(.bind($value))*;
        $conn.execute(statement).await
    }};
}

/// Fetches all rows as `$row` (a `FromRow` struct or tuple).
#[macro_export]
macro_rules! fetch_all {
    ($conn:expr, $row:ty, $sql:expr $(, $value:expr)* $(,)?) => {{
        let statement = $conn.statement($sql)$(.bind($value))*;
        $conn.fetch_all::<$row>(statement).await
    }};
}

/// Fetches at most one row as `$row`.
#[macro_export]
macro_rules! fetch_optional {
    ($conn:expr, $row:ty, $sql:expr $(, $value:expr)* $(,)?) => {{
        let statement = $conn.statement($sql)$(.bind($value))*;
        $conn.fetch_optional::<$row>(statement).await
    }};
}

/// Fetches exactly one row as `$row`.
#[macro_export]
macro_rules! fetch_one {
    ($conn:expr, $row:ty, $sql:expr $(, $value:expr)* $(,)?) => {{
        let statement = $conn.statement($sql)$(.bind($value))*;
        $conn.fetch_one::<$row>(statement).await
    }};
}

/// Fetches exactly one value of one column.
#[macro_export]
macro_rules! fetch_scalar {
    ($conn:expr, $value_type:ty, $sql:expr $(, $value:expr)* $(,)?) => {{
        let statement = $conn.statement($sql)$(.bind($value))*;
        $conn.fetch_one::<($value_type,)>(statement).await.map(|(value,)| value)
    }};
}

/// A connection on which statements run: a read, or the inside of a write.
pub enum Conn {
    /// Reading on SQLite.
    SqliteRead(PoolConnection<Sqlite>),
    /// Writing on SQLite.
    SqliteWrite(Write<Sqlite>),
    /// Reading on PostgreSQL.
    PostgresRead(PoolConnection<Postgres>),
    /// Writing on PostgreSQL.
    PostgresWrite(Write<Postgres>),
}

/// A write that was begun.
pub struct Write<D: Database> {
    transaction: Transaction<'static, D>,
    /// Whether it wrote what the public reads.
    shown: bool,
}

impl<D: Database> From<Transaction<'static, D>> for Write<D> {
    fn from(transaction: Transaction<'static, D>) -> Self {
        Self { transaction, shown: false }
    }
}

impl<D: Database> Write<D> {
    pub(super) fn connection(&mut self) -> &mut D::Connection {
        &mut self.transaction
    }
}

impl Conn {
    /// Notes what a statement is about to do.
    pub(super) fn note(&mut self, sql: &str) {
        match self {
            Self::SqliteWrite(Write { shown, .. }) | Self::PostgresWrite(Write { shown, .. }) => {
                *shown = *shown || shown::is_written_by(sql);
            }
            Self::SqliteRead(_) | Self::PostgresRead(_) => {}
        }
    }

    async fn commit(self) -> Result<(), sqlx::Error> {
        let (shown, committed) = match self {
            Self::SqliteWrite(c) => (c.shown, c.transaction.commit().await),
            Self::PostgresWrite(c) => (c.shown, c.transaction.commit().await),
            Self::SqliteRead(_) | Self::PostgresRead(_) => return Ok(()),
        };
        // A commit whose answer was lost may have happened.
        if shown {
            shown::committed();
        }
        committed
    }

    async fn rollback(self) -> Result<(), sqlx::Error> {
        match self {
            Self::SqliteWrite(c) => c.transaction.rollback().await,
            Self::PostgresWrite(c) => c.transaction.rollback().await,
            Self::SqliteRead(_) | Self::PostgresRead(_) => Ok(()),
        }
    }
}

/// Whether the disk refused a write since one was last known to have reached it. One process, one disk.
static REFUSED_BY_DISK: AtomicBool = AtomicBool::new(false);

/// Whether the disk has refused a write and none was tried since with [`disk_takes_writes`].
#[must_use]
pub fn disk_refused_writes() -> bool {
    REFUSED_BY_DISK.load(Ordering::Relaxed)
}

/// Notes that a write has reached the disk again.
pub fn disk_takes_writes() {
    REFUSED_BY_DISK.store(false, Ordering::Relaxed);
}

/// How long a write that collided waits for its turn: whoever has it may collide with everybody else's first tries.
const TURN_WITHIN: Duration = Duration::from_secs(5);
/// Whoever collided writes one after the other on this server; else some would never get through.
static TURN: Mutex<()> = Mutex::const_new(());

/// How often a write collided so far.
#[derive(Debug)]
pub struct Tries {
    /// Those in its turn.
    attempt: u32,
    deadline: Instant,
    /// Held until the write is done.
    turn: Option<MutexGuard<'static, ()>>,
}

impl Default for Tries {
    fn default() -> Self {
        Self { attempt: 0, deadline: Instant::now() + RETRY_FOR, turn: None }
    }
}

impl Conn {
    /// Ends a write: commits what went well, takes back what failed. Nothing: it collided with another
    /// write and is to be run again.
    pub async fn finish<T>(self, result: Result<T>, tries: &mut Tries) -> Option<Result<T>> {
        let failed = match result {
            Ok(value) => match self.commit().await {
                Ok(()) => return Some(Ok(value)),
                Err(error) => Error::from(error),
            },
            Err(error) => {
                if let Err(lost) = self.rollback().await {
                    tracing::warn!(error = %lost, "a write could not be taken back; its connection is dropped");
                }
                error
            }
        };
        if failed.is_refused_by_disk() {
            REFUSED_BY_DISK.store(true, Ordering::Relaxed);
        }
        if !failed.is_collision() || Instant::now() >= tries.deadline {
            return Some(Err(failed));
        }
        if tries.turn.is_none() {
            tries.turn = timeout(TURN_WITHIN, TURN.lock()).await.ok();
        } else {
            tries.attempt += 1;
            tokio::time::sleep(pause_before(tries.attempt)).await;
        }
        None
    }
}

/// Grows from a millisecond to a quarter of a second, with chance in it so that twins part.
#[allow(clippy::disallowed_methods, reason = "chance for pauses decides nothing")]
fn pause_before(attempt: u32) -> Duration {
    let top = 1_u64 << attempt.min(8);
    Duration::from_millis(rand::rng().random_range(top / 2..=top))
}
