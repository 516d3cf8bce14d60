//! A connection of either engine, and the macros that run a [`Statement`] on it.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt as _;
use sqlx::pool::PoolConnection;
use sqlx::{Database, Postgres, Sqlite, Transaction};
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use super::state::WriteState;
use super::{Db, invalidation};
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
    /// Given back with the end of the write.
    _turn: Option<OwnedMutexGuard<()>>,
    /// Whether the cached responses of the public API become invalid with it.
    public_content_changed: bool,
    /// The last public table that it wrote to; noted with debug assertions only.
    public_table: Option<&'static str>,
}

impl<D: Database> Write<D> {
    pub(super) const fn new(transaction: Transaction<'static, D>, turn: Option<OwnedMutexGuard<()>>) -> Self {
        Self { transaction, _turn: turn, public_content_changed: false, public_table: None }
    }

    pub(super) fn connection(&mut self) -> &mut D::Connection {
        &mut self.transaction
    }

    /// Whether it changed public content. Panics with debug assertions when that was not announced.
    fn invalidates(&self) -> bool {
        debug_assert!(
            self.public_content_changed || self.public_table.is_none(),
            "a write to {:?} does not announce `public_content_changed`",
            self.public_table
        );
        self.public_content_changed
    }
}

impl Conn {
    /// Announces that this write changes what the public API shows: its cached responses become invalid with the commit.
    pub fn public_content_changed(&mut self) {
        match self {
            Self::SqliteWrite(write) => write.public_content_changed = true,
            Self::PostgresWrite(write) => write.public_content_changed = true,
            Self::SqliteRead(_) | Self::PostgresRead(_) => {}
        }
    }

    /// Notes what a statement is about to do.
    pub(super) fn note(&mut self, sql: &str) {
        let write = matches!(self, Self::SqliteWrite(_) | Self::PostgresWrite(_));
        tracing::trace!(target: "preau::sql", write, sql);
        if !cfg!(debug_assertions) {
            return;
        }
        match self {
            Self::SqliteWrite(Write { public_table, .. })
            | Self::PostgresWrite(Write { public_table, .. }) => {
                *public_table = invalidation::public_table_written(sql).or(*public_table);
            }
            Self::SqliteRead(_) | Self::PostgresRead(_) => {}
        }
    }

    async fn commit(self, state: &WriteState) -> Result<(), sqlx::Error> {
        let (public, committed) = match self {
            Self::SqliteWrite(write) => (write.invalidates(), write.transaction.commit().await),
            Self::PostgresWrite(write) => (write.invalidates(), write.transaction.commit().await),
            Self::SqliteRead(_) | Self::PostgresRead(_) => return Ok(()),
        };
        // A commit whose answer was lost may have happened.
        if public {
            state.public_write_committed();
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

/// How often a write collided so far, with those of other servers.
#[derive(Debug)]
pub struct Tries {
    state: Arc<WriteState>,
    attempt: u32,
    deadline: Instant,
}

impl Tries {
    /// None so far.
    #[must_use]
    pub fn new(db: &Db) -> Self {
        Self { state: Arc::clone(&db.state), attempt: 0, deadline: Instant::now() + RETRY_FOR }
    }
}

impl Conn {
    /// Ends a write: commits what went well, takes back what failed. Nothing: it collided with another
    /// write and is to be run again.
    pub async fn finish<T>(self, result: Result<T>, tries: &mut Tries) -> Option<Result<T>> {
        let failed = match result {
            Ok(value) => match self.commit(&tries.state).await {
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
            tries.state.set_refused_by_disk(true);
        }
        if !failed.is_collision() || Instant::now() >= tries.deadline {
            return Some(Err(failed));
        }
        tries.attempt += 1;
        tokio::time::sleep(pause_before(tries.attempt)).await;
        None
    }
}

/// Grows from a millisecond to a quarter of a second, with randomness so that concurrent retries do not collide again.
#[allow(clippy::disallowed_methods, reason = "random pauses decide nothing")]
fn pause_before(attempt: u32) -> Duration {
    let top = 1_u64 << attempt.min(8);
    Duration::from_millis(rand::rng().random_range(top / 2..=top))
}
