//! The schema's history, of either engine, and how it is brought up to date.
//!
//! Several servers may start on one database at once; nothing that PostgreSQL's distributed kin lack keeps
//! them apart.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{PgPool, SqlSafeStr as _, SqlitePool};

use crate::error::{Error, Result};

/// The files of one engine's folder, embedded: number, name and text. sqlx's own macro for this needs a second copy of
/// sqlx for the machine that builds.
macro_rules! files {
    ($folder:literal: $($number:literal $name:literal)+) => {
        &[$((
            $number,
            $name,
            include_str!(concat!("../../../migrations/", $folder, "/", $number, "_", $name, ".sql")),
        )),+]
    };
}
/// Both engines take the same steps.
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
        )
    };
}
const SQLITE: &[(&str, &str, &str)] = steps!("sqlite");
const POSTGRES: &[(&str, &str, &str)] = steps!("postgres");

static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrator(SQLITE));
static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrations = migrator(POSTGRES);
    // By an advisory lock, which PostgreSQL's distributed kin lack or only pretend to have.
    migrations.set_locking(false);
    migrations
});

fn migrator(files: &[(&str, &str, &'static str)]) -> Migrator {
    let migration = |&(number, name, sql): &(&str, &str, &'static str)| {
        let version = number.parse().unwrap_or_default();
        Migration::new(version, name.replace('_', " ").into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

/// Version of the schema that this program makes in a file.
pub(super) fn newest_of_sqlite() -> Option<i64> {
    SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max()
}

/// Version of the schema that this program makes on PostgreSQL.
pub(super) fn newest_of_postgres() -> Option<i64> {
    POSTGRES_MIGRATIONS.iter().map(|migration| migration.version).max()
}

/// Brings a file up to date.
pub(super) async fn run_on_sqlite(pool: &SqlitePool) -> Result<()> {
    Ok(SQLITE_MIGRATIONS.run(pool).await?)
}

/// Servers that start together bring one schema up to date: each step is a transaction, and whoever comes
/// second fails at what the first has made, or collides with it. So a failure counts only when it was no
/// collision and nobody came further meanwhile.
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

/// How many migrations stand in the database; nothing when not even their table does.
async fn steps_taken(pool: &PgPool) -> Result<Option<i64>> {
    const TABLE: &str = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public' AND table_name = '_sqlx_migrations'";
    if sqlx::query_scalar::<_, i64>(TABLE).fetch_one(pool).await? == 0 {
        return Ok(None);
    }
    Ok(Some(sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations").fetch_one(pool).await?))
}
