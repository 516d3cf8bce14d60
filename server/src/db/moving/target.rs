//! The PostgreSQL database to which a school moves: it must be empty, and is filled in one transaction.

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, PgConnection};

use super::line;
use super::source::{Source, Table};
use crate::db::{migrations, schema};
use crate::error::{Error, Result};

const TABLES: &str = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'";
const MIGRATED: &str = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public' AND table_name = '_sqlx_migrations'";
const VERSION: &str = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
const ENCODING: &str = "SELECT current_setting('server_encoding')";
const MAY_MAKE_TABLES: &str = "SELECT has_schema_privilege('public', 'CREATE')";

/// Queries that count rows other than those that the migrations themselves insert.
const UNUSED: [(&str, &str); 6] = [
    ("school", "SELECT COUNT(*) FROM school WHERE version <> 1 OR updated_at IS NOT NULL"),
    ("languages", "SELECT COUNT(*) FROM languages WHERE version <> 1 OR id > 4"),
    ("levels", "SELECT COUNT(*) FROM levels WHERE version <> 1 OR id > 6"),
    ("faq_categories", "SELECT COUNT(*) FROM faq_categories WHERE version <> 1 OR position > 6"),
    (
        "changes",
        "SELECT COUNT(*) FROM changes WHERE deleted OR entity NOT IN ('language', 'level', 'faq-category')",
    ),
    // It counts the rows of `changes`.
    ("change_counter", "SELECT CAST(0 AS BIGINT)"),
];

/// Bytes of rows that are sent at a time.
const BATCH: usize = 1 << 20;

/// The obstacles to a move, before anything is written.
pub(super) async fn problems(conn: &mut PgConnection) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let encoding: String = sqlx::query_scalar(ENCODING).fetch_one(&mut *conn).await?;
    if encoding != "UTF8" {
        problems.push(format!("the target keeps its texts as {encoding}: make a database with UTF8"));
    }
    if !sqlx::query_scalar::<_, bool>(MAY_MAKE_TABLES).fetch_one(&mut *conn).await? {
        problems.push("the target lets nobody of this name make tables in its schema public".to_owned());
    }
    let tables: i64 = sqlx::query_scalar(TABLES).fetch_one(&mut *conn).await?;
    if tables == 0 {
        return Ok(problems);
    }
    if sqlx::query_scalar::<_, i64>(MIGRATED).fetch_one(&mut *conn).await? == 0 {
        problems.push("the target is not empty: it holds tables of something else".to_owned());
        return Ok(problems);
    }
    let version: Option<i64> = sqlx::query_scalar(VERSION).fetch_one(&mut *conn).await?;
    if version > migrations::newest_of_postgres() {
        problems.push(format!(
            "the target's schema is of version {}, newer than this program",
            version.unwrap_or_default()
        ));
        return Ok(problems);
    }
    problems.extend(rows_found(conn).await?);
    Ok(problems)
}

/// The tables that contain data.
async fn rows_found(conn: &mut PgConnection) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for table in schema::of_postgres(conn).await?.into_keys() {
        let unused = UNUSED.iter().find(|(name, _)| *name == table);
        let count = match unused {
            Some((_, query)) => (*query).to_owned(),
            None => format!(r#"SELECT COUNT(*) FROM "{table}""#),
        };
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut *conn).await?;
        if rows > 0 {
            found.push(format!("the target is not empty: {table} ({rows})"));
        }
    }
    Ok(found)
}

/// Prepares the tables: disables triggers, which also locks out other writers, and deletes the migrations'
/// own rows.
pub(super) async fn prepare(conn: &mut PgConnection, tables: &[Table]) -> Result<()> {
    for table in tables {
        run(conn, format!(r#"ALTER TABLE "{}" DISABLE TRIGGER USER"#, table.name)).await?;
    }
    // Only from here on are other writers locked out: this detects a server that was started in the meantime.
    let found = rows_found(conn).await?;
    if !found.is_empty() {
        return Err(Error::internal(found.join("\n")));
    }
    for (table, _) in UNUSED {
        run(conn, format!(r#"DELETE FROM "{table}""#)).await?;
    }
    Ok(())
}

/// Sends all rows of a table; returns their number.
pub(super) async fn fill(conn: &mut PgConnection, table: &Table, source: &mut Source) -> Result<u64> {
    let statement = format!(r#"COPY "{}" ({}) FROM STDIN"#, table.name, table.column_list());
    let mut copy = conn.copy_in_raw(&statement).await?;
    let (mut batch, mut text) = (Vec::with_capacity(BATCH), String::new());
    let mut rows = source.rows(table);
    while let Some(row) = rows.try_next().await? {
        line::of_sqlite(&row, &table.columns, &mut text).map_err(Error::internal)?;
        batch.extend_from_slice(text.as_bytes());
        if batch.len() >= BATCH {
            copy.send(batch.as_slice()).await?;
            batch.clear();
        }
    }
    copy.send(batch.as_slice()).await?;
    Ok(copy.finish().await?)
}

/// Sets the id counters to the last ids that were ever assigned, and enables triggers.
pub(super) async fn finish(
    conn: &mut PgConnection,
    tables: &[Table],
    last_ids: &[(String, i64)],
) -> Result<()> {
    for (table, last) in last_ids {
        run(conn, format!(r#"ALTER TABLE "{table}" ALTER COLUMN id RESTART WITH {}"#, last + 1)).await?;
    }
    for table in tables {
        run(conn, format!(r#"ALTER TABLE "{}" ENABLE TRIGGER USER"#, table.name)).await?;
    }
    Ok(())
}

/// Reads a table back and compares it row by row with the source; fails at the first difference.
pub(super) async fn compare(conn: &mut PgConnection, table: &Table, source: &mut Source) -> Result<()> {
    let (mut here, mut there) = (String::new(), String::new());
    let mut rows = source.rows(table);
    let mut copies = sqlx::query(AssertSqlSafe(table.select(true))).fetch(conn);
    let mut number = 0_u64;
    loop {
        number += 1;
        let differs =
            |how: &str| Error::internal(format!("{}, row {number}: {how}; nothing was moved", table.name));
        match (rows.try_next().await?, copies.try_next().await?) {
            (None, None) => return Ok(()),
            (Some(row), Some(copy)) => {
                line::of_sqlite(&row, &table.columns, &mut here).map_err(Error::internal)?;
                line::of_postgres(&copy, &table.columns, &mut there).map_err(Error::internal)?;
                if here != there {
                    return Err(differs("it is not the same on both sides"));
                }
            }
            (Some(_), None) => return Err(differs("it did not arrive")),
            (None, Some(_)) => return Err(differs("it stands in the target only")),
        }
    }
}

async fn run(conn: &mut PgConnection, statement: String) -> Result<()> {
    Ok(sqlx::query(AssertSqlSafe(statement)).execute(conn).await.map(|_| ())?)
}
