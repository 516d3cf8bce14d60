//! The migrations of either engine, and running them.
//!
//! Several servers may start on one database at the same time; they are coordinated without features that
//! PostgreSQL-compatible distributed databases lack.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{PgPool, SqlSafeStr as _, SqlitePool};

use crate::error::{Error, Result};

/// The files of one engine's folder, embedded: number, name and text. sqlx's own macro would need a second
/// build of sqlx for the build machine.
macro_rules! files {
    ($folder:literal: $($number:literal $name:literal)+) => {
        &[$((
            $number,
            $name,
            include_str!(concat!("../../../migrations/", $folder, "/", $number, "_", $name, ".sql")),
        )),+]
    };
}
/// Both engines have the same migrations.
macro_rules! steps {
    ($folder:literal) => {
        files!($folder:
            "0001" "school"
            "0002" "learning"
            "0003" "chapter_completions"
            "0004" "journal"
            "0005" "school"
            "0006" "invoices"
            "0007" "withdrawals"
            "0008" "files"
            "0009" "certificates"
            "0010" "logo"
            "0011" "stranded_refunds"
            "0012" "changes"
            "0013" "listing"
            "0014" "second_factor"
            "0015" "pictures"
            "0016" "own_networks"
            "0017" "reference_data"
            "0018" "wards"
            "0019" "postal_addresses"
            "0020" "learners_class"
            "0021" "replies"
            "0022" "translations"
            "0023" "uploads"
            "0024" "class_sessions"
            "0025" "teachers_sign_in"
            "0026" "attendance"
            "0027" "calendars"
            "0028" "class_messages"
            "0029" "timetable_changes"
            "0030" "class_entry"
            "0031" "late_entry"
            "0032" "waiting_list"
            "0033" "minimum_size"
            "0034" "attempts"
            "0035" "revision"
        )
    };
}
const SQLITE: &[(&str, &str, &str)] = steps!("sqlite");
const POSTGRES: &[(&str, &str, &str)] = steps!("postgres");

static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrator(SQLITE));
static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrations = migrator(POSTGRES);
    // The lock is an advisory lock, which PostgreSQL-compatible distributed databases lack or only pretend to
    // have.
    migrations.set_locking(false);
    migrations
});

fn migrator(files: &[(&str, &str, &'static str)]) -> Migrator {
    let migration = |&(number, name, sql): &(&str, &str, &'static str)| {
        let version = number.parse().unwrap_or_default();
        Migration::new(
            version,
            name.replace('_', " ").into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

/// The version of a database's schema, and the one of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The database's version; nothing when it was never migrated.
    pub found: Option<i64>,
    /// The version that this program works with.
    pub known: Option<i64>,
}

impl Schema {
    /// Whether a newer program used the database.
    #[must_use]
    pub fn is_newer(self) -> bool {
        self.found > self.known
    }

    /// Why this program cannot work with the database, and what to do; nothing when it can.
    #[must_use]
    pub fn mismatch(self) -> Option<String> {
        let known = version_text(self.known.unwrap_or_default());
        match self.found.map(version_text) {
            _ if self.found == self.known => None,
            Some(found) if self.is_newer() => Some(format!(
                "the database is at schema {found}, this program knows {known}: it was used by a newer Préau; install that \
                 version or restore a copy made before the update"
            )),
            Some(found) => Some(format!(
                "the database is at schema {found}, this program works with {known}: bring it up to date with `preau \
                 migrate`, or by starting this version's `preau serve`"
            )),
            None => Some(format!(
                "the database has no schema yet, this program works with {known}: `preau serve` or `preau migrate` makes it"
            )),
        }
    }
}

/// A version as in the names of the migration files: `0013`.
#[must_use]
pub fn version_text(version: i64) -> String {
    format!("{version:04}")
}

/// Version of the schema that this program works with, as text. A test checks that both engines have the
/// same.
#[must_use]
pub fn newest_text() -> String {
    version_text(newest_of_sqlite().unwrap_or_default())
}

/// Newest version of the schema for SQLite.
pub(super) fn newest_of_sqlite() -> Option<i64> {
    SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max()
}

/// Newest version of the schema for PostgreSQL.
pub(super) fn newest_of_postgres() -> Option<i64> {
    POSTGRES_MIGRATIONS.iter().map(|migration| migration.version).max()
}

/// Migrates a SQLite file.
pub(super) async fn run_on_sqlite(pool: &SqlitePool) -> Result<()> {
    Ok(SQLITE_MIGRATIONS.run(pool).await?)
}

/// Servers that start at the same time migrate one schema: each migration is a transaction, and the second
/// server fails at what the first has created, or with a serialization failure. So a failure counts only when
/// it was not a serialization failure and no other server has made progress.
pub(super) async fn run_on_postgres(pool: &PgPool) -> Result<()> {
    loop {
        let before = steps_taken(pool).await?;
        let Err(error) = POSTGRES_MIGRATIONS.run(pool).await else { return Ok(()) };
        let error = Error::from(error);
        if !error.is_collision() && steps_taken(pool).await? == before {
            return Err(error);
        }
    }
}

/// Whether a file was ever migrated.
pub(super) async fn has_history_on_sqlite(pool: &SqlitePool) -> Result<bool> {
    const TABLE: &str = "SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    Ok(sqlx::query_scalar::<_, i64>(TABLE).fetch_one(pool).await? > 0)
}

/// Whether a database was ever migrated.
pub(super) async fn has_history_on_postgres(pool: &PgPool) -> Result<bool> {
    const TABLE: &str = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public' AND table_name = '_sqlx_migrations'";
    Ok(sqlx::query_scalar::<_, i64>(TABLE).fetch_one(pool).await? > 0)
}

/// Number of migrations in the database; nothing when their table does not exist.
async fn steps_taken(pool: &PgPool) -> Result<Option<i64>> {
    if !has_history_on_postgres(pool).await? {
        return Ok(None);
    }
    Ok(Some(sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations").fetch_one(pool).await?))
}
