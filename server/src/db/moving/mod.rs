//! Moves a school from its SQLite file to PostgreSQL: completely and compared row by row, or not at all.
//!
//! Meanwhile the file is locked for this program. A school that has moved is no longer served from the file:
//! two copies of a school would sell the same seats. The target's tables are created by the program's own
//! migrations; their rows are copied table by table from the schema, so that no table can be omitted.

mod line;
mod source;
mod target;

use sqlx::{Connection as _, SqliteConnection};
use url::Url;

use self::source::{Source, Table};
use super::{Db, Place, Pools};
use crate::error::{Error, Result};
use crate::{crash_point, fetch_optional};

const MARK: &str = "INSERT INTO server_state (name, value) VALUES ('moved-to', $1)";
const MARKED: &str = "SELECT value FROM server_state WHERE name = 'moved-to'";
const FORGET: &str = "DELETE FROM server_state WHERE name = 'moved-to'";

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// Number of tables, including empty ones.
    pub tables: usize,
    /// Number of rows in all of them.
    pub rows: u64,
}

/// Moves the school at `from` to `to`, and reports each step.
///
/// # Errors
/// A readable message with all obstacles together; nothing has moved then.
pub async fn move_school(from: &Place, to: &str, report: impl Fn(&str)) -> Result<Moved> {
    let Place::File(file) = from else {
        return Err(Error::internal("the school stands on PostgreSQL already: only a file moves"));
    };
    let address = address_for_people(to)?;
    let mut source = Source::open(file).await?;
    // A mark left by a move that was killed; it is set again only when this move has completed.
    forget_mark(&mut source.0).await;
    report("Looking through the file …");
    let mut problems = source.problems().await?;
    let db = match Db::connect_postgres(to, 2).await {
        Ok(db) => Some(db),
        Err(error) => {
            // The message names the setting of a running school.
            problems.push(error.to_string().replace("DATABASE_URL", "PREAU_MIGRATE_TO"));
            None
        }
    };
    if let Some(Pools::Postgres(pool)) = db.as_ref().map(|db| &db.pools) {
        let mut conn = pool.acquire().await?;
        problems.extend(target::problems(&mut conn).await?);
    }
    let Some(db) = db.filter(|_| problems.is_empty()) else {
        return Err(Error::internal(format!("the school cannot move:\n  - {}", problems.join("\n  - "))));
    };
    db.migrate().await?;
    let moved = transfer(&mut source, &db, &address, &report).await;
    db.close().await;
    source.0.close().await?;
    moved
}

/// The message for a school that is served elsewhere: two copies of a school would sell the same seats.
#[must_use]
pub fn moved_message(address: &str) -> String {
    format!(
        "this school has moved to {address}: set DATABASE_URL to it. (If it never arrived there, run `preau migrate-data` \
         again.)"
    )
}

/// Where the school at `db` has moved to: it is served there only.
pub async fn moved_to(db: &Db) -> Result<Option<String>> {
    let mut conn = db.read().await?;
    Ok(fetch_optional!(conn, (String,), MARKED)?.map(|(address,)| address))
}

async fn transfer(source: &mut Source, db: &Db, address: &str, report: &impl Fn(&str)) -> Result<Moved> {
    let Pools::Postgres(pool) = &db.pools else { return Err(Error::internal("not PostgreSQL")) };
    let tables = source.tables().await?;
    let mut tx = pool.begin().await?;
    target::prepare(&mut tx, &tables).await?;
    let mut rows = 0;
    for table in &tables {
        let sent = target::fill(&mut tx, table, source).await?;
        rows += sent;
        report(&format!("  {:26}{sent:>10} rows", table.name));
        if table.name == "reservations" {
            crash_point!("moving.half");
        }
    }
    target::finish(&mut tx, &tables, &source.last_ids().await?).await?;
    report("Comparing …");
    compare(&mut tx, &tables, source).await?;
    crash_point!("moving.compared");
    // The file is marked first: a crash after this may leave a school that is served nowhere, never one that
    // is served twice. It can be moved again then.
    mark_moved(&mut source.0, address).await?;
    crash_point!("moving.marked");
    if let Err(error) = tx.commit().await {
        report("The target did not say that it kept the school: look at it before you run this again.");
        return Err(error.into());
    }
    crash_point!("moving.committed");
    // The planner needs statistics of the tables.
    sqlx::query("ANALYZE").execute(pool).await?;
    Ok(Moved { tables: tables.len(), rows })
}

async fn compare(tx: &mut sqlx::PgConnection, tables: &[Table], source: &mut Source) -> Result<()> {
    for table in tables {
        target::compare(tx, table, source).await?;
    }
    Ok(())
}

async fn forget_mark(file: &mut SqliteConnection) {
    // A file that is not a school's has no such table; the problems report that.
    let _ = sqlx::query(FORGET).execute(file).await;
}

async fn mark_moved(file: &mut SqliteConnection, address: &str) -> Result<()> {
    sqlx::query(MARK).bind(address).execute(&mut *file).await?;
    sqlx::query("COMMIT").execute(file).await?;
    Ok(())
}

/// The address without user and password.
fn address_for_people(to: &str) -> Result<String> {
    let url = Url::parse(to).ok().filter(|url| matches!(url.scheme(), "postgres" | "postgresql"));
    let Some(mut url) = url else {
        return Err(Error::internal("the target must look like postgres://user:password@host/database"));
    };
    url.set_query(None);
    let _ = url.set_password(None);
    let _ = url.set_username("");
    Ok(url.to_string())
}
