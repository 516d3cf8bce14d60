//! The database; the only module that distinguishes the two engines.
//!
//! SQLite has many readers and one writer, whose transactions begin as writes. PostgreSQL runs writes serializable: those of
//! one server take turns, one that collides with another server's is repeated. Statements are shared text with `$1`
//! placeholders; the macros of `conn` run one on whichever engine a [`Conn`] belongs to. The SQL of features
//! is not here.

pub mod backup;
mod conn;
mod faults;
mod filter;
pub(crate) mod ids;
mod invalidation;
mod migrations;
pub mod moving;
mod postgres;
mod rows;
pub mod schema;
mod state;
mod statement;
mod value;

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, PgPool, SqliteConnection, SqlitePool};

use crate::config::Storage;
use crate::error::{Error, Result};
use crate::fetch_scalar;

use state::WriteState;

pub use crate::config::Place;
use conn::Write;
pub use conn::{Conn, Tries};
pub use faults::explain;
pub use filter::{Filter, Order};
pub use invalidation::PUBLIC_TABLES;
pub use migrations::{Schema, newest_text as newest_schema_text, version_text as schema_text};
pub use rows::insert_rows;
pub use statement::{Record, Statement};
pub use value::Value;

/// Prepared statements that a writing connection keeps: more than all writes have. The driver keeps 100.
const WRITE_STATEMENTS: usize = 500;

/// The first SQLite version with the fix of the WAL-reset bug.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The school's open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pub pools: Pools,
    state: Arc<WriteState>,
    before_commit: Arc<OnceLock<Box<dyn Any + Send + Sync>>>,
}

/// The connections to a database of either engine.
#[derive(Clone, Debug)]
pub enum Pools {
    /// One file; writes wait for a single connection.
    Sqlite {
        /// Connections that only read.
        read: SqlitePool,
        /// The one connection that writes.
        write: SqlitePool,
    },
    /// A PostgreSQL server, which several servers of the school may share.
    Postgres(PgPool),
}

impl From<Pools> for Db {
    fn from(pools: Pools) -> Self {
        Self { pools, state: Arc::default(), before_commit: Arc::default() }
    }
}

impl Db {
    /// Sets what a layer above does before each commit. The first one set stays.
    pub fn set_before_commit<T: Any + Send + Sync>(&self, action: T) {
        drop(self.before_commit.set(Box::new(action)));
    }

    /// What a layer above does before each commit.
    #[must_use]
    pub fn before_commit<T: Any>(&self) -> Option<&T> {
        self.before_commit.get()?.downcast_ref()
    }

    /// Opens the database of the settings; creates a SQLite file when there is none.
    pub async fn open(storage: &Storage) -> Result<Self> {
        match Place::of(storage)? {
            Place::File(file) => Self::open_sqlite(&file).await,
            Place::Server(url) => Self::connect_postgres(&url, storage.database_connections).await,
        }
    }

    /// Opens the database of the settings without creating one.
    ///
    /// # Errors
    /// When there is none.
    pub async fn open_existing(storage: &Storage) -> Result<Self> {
        if let Place::File(file) = Place::of(storage)?
            && !file.is_file()
        {
            return Err(no_database(&file));
        }
        Self::open(storage).await
    }

    /// Opens a SQLite file, created when it does not exist.
    pub async fn open_sqlite(file: &Path) -> Result<Self> {
        faults::refuse_unusable(file)?;
        let opened = Self::open_usable(file).await;
        opened.map_err(|error| explain(&Place::File(file.to_owned()), error))
    }

    async fn open_usable(file: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .optimize_on_close(true, None);
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(Duration::from_secs(30))
            // On a full disk SQLite rolls back by itself; the driver's own rollback then fails, so it
            // believes the transaction still open and could not begin another one on this connection.
            .before_acquire(|conn, _| Box::pin(async move { Ok(!conn.is_in_transaction()) }))
            .connect_with(options.clone().statement_cache_capacity(WRITE_STATEMENTS))
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(30))
            // The driver gives up closing a connection whose statistics cannot be written, and closes it at some
            // later moment.
            .connect_with(options.read_only(true).optimize_on_close(false, None))
            .await?;
        let db = Self::from(Pools::Sqlite { read, write });
        db.check_sqlite_version().await?;
        Ok(db)
    }

    /// Connects to PostgreSQL; fails within five seconds when the server cannot be used.
    pub async fn connect_postgres(url: &str, max_connections: u32) -> Result<Self> {
        Ok(Pools::Postgres(postgres::connect(url, max_connections).await?).into())
    }

    /// Migrates the schema.
    pub async fn migrate(&self) -> Result<()> {
        let schema = self.schema().await?;
        if let Some(mismatch) = schema.mismatch().filter(|_| schema.is_newer()) {
            return Err(Error::internal(mismatch));
        }
        match &self.pools {
            Pools::Sqlite { write, .. } => migrations::run_on_sqlite(write).await?,
            Pools::Postgres(pool) => migrations::run_on_postgres(pool).await?,
        }
        Ok(())
    }

    /// The schema's version, also of a database that was never migrated.
    pub async fn schema(&self) -> Result<Schema> {
        let has_history = match &self.pools {
            Pools::Sqlite { read, .. } => migrations::has_history_on_sqlite(read).await?,
            Pools::Postgres(pool) => migrations::has_history_on_postgres(pool).await?,
        };
        let found = if has_history { self.schema_version().await? } else { None };
        Ok(Schema { found, known: self.newest_schema() })
    }

    /// Version of the database's schema; nothing when there is none.
    ///
    /// # Errors
    /// When the database was never migrated.
    pub async fn schema_version(&self) -> Result<Option<i64>> {
        const VERSION: &str = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
        let mut conn = self.read().await?;
        fetch_scalar!(conn, Option<i64>, VERSION)
    }

    /// Version of the schema that this program works with.
    #[must_use]
    pub fn newest_schema(&self) -> Option<i64> {
        match &self.pools {
            Pools::Sqlite { .. } => migrations::newest_of_sqlite(),
            Pools::Postgres(_) => migrations::newest_of_postgres(),
        }
    }

    /// The damage that the database finds in its own files; empty when there is none.
    pub async fn damage(&self) -> Result<Vec<String>> {
        // PostgreSQL checks its pages as it reads them.
        let Pools::Sqlite { read, .. } = &self.pools else { return Ok(Vec::new()) };
        let mut conn = read.acquire().await?;
        sqlite_damage(&mut conn).await
    }

    /// Closes the database; SQLite cleans up its files.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }

    /// The engine's name, for logs and `doctor`.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        match &self.pools {
            Pools::Sqlite { .. } => "sqlite",
            Pools::Postgres(_) => "postgres",
        }
    }

    /// Number of committed writes of this server that the public may see: while it is unchanged, cached reads
    /// are valid. Other servers count their own.
    #[must_use]
    pub fn public_writes(&self) -> u64 {
        self.state.public_writes()
    }

    /// Whether the disk has refused a write and no later one is known to have succeeded.
    #[must_use]
    pub fn is_refused_by_disk(&self) -> bool {
        self.state.is_refused_by_disk()
    }

    /// Records that a write to the disk succeeded.
    pub fn disk_accepted_write(&self) {
        self.state.set_refused_by_disk(false);
    }

    /// A connection for reads.
    pub async fn read(&self) -> Result<Conn> {
        Ok(match &self.pools {
            Pools::Sqlite { read, .. } => Conn::SqliteRead(Box::pin(read.acquire()).await?),
            Pools::Postgres(pool) => Conn::PostgresRead(Box::pin(pool.acquire()).await?),
        })
    }

    /// Begins a write transaction.
    pub async fn begin(&self) -> Result<Conn> {
        Ok(match &self.pools {
            // A deferred transaction that reads and then writes fails immediately with SQLITE_BUSY,
            // regardless of busy_timeout.
            Pools::Sqlite { write, .. } => {
                let begun = Box::pin(write.begin_with("BEGIN IMMEDIATE"));
                Conn::SqliteWrite(Write::new(begun.await?, None))
            }
            Pools::Postgres(pool) => {
                let turn = self.state.turn().await;
                let begun = Box::pin(pool.begin_with("BEGIN ISOLATION LEVEL SERIALIZABLE"));
                Conn::PostgresWrite(Write::new(begun.await?, turn))
            }
        })
    }

    async fn check_sqlite_version(&self) -> Result<()> {
        let mut conn = self.read().await?;
        let version = fetch_scalar!(conn, String, "SELECT sqlite_version()")?;
        let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
        let mut next = || parts.next().unwrap_or(0);
        let number = next() * 1_000_000 + next() * 1_000 + next();
        if number < OLDEST_SQLITE {
            return Err(Error::internal(format!(
                "SQLite {version} is too old: build this program with SQLite 3.51.3 or newer"
            )));
        }
        Ok(())
    }
}

/// The damage that SQLite finds in a file, and rows with dangling references.
async fn sqlite_damage(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut *conn).await?;
    found.retain(|line| line != "ok");
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(conn).await?.len();
    if orphans > 0 {
        found.push(format!("{orphans} rows refer to rows that are not there"));
    }
    Ok(found)
}

fn no_database(file: &Path) -> Error {
    Error::internal(format!(
        "there is no database at {}: correct DATABASE_URL or PREAU_DATA_DIR, or make one with `preau migrate`",
        file.display()
    ))
}

/// A `LIKE` pattern that matches `text` anywhere, with its own wildcards escaped by `\`.
#[must_use]
pub fn contains_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// A `LIKE` pattern that finds these words in this order, whatever stands between them.
#[must_use]
pub fn words_pattern(words: &str) -> String {
    contains_pattern(words).replace(' ', "%")
}
