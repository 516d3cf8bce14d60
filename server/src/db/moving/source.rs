//! The SQLite file from which a school moves: locked, checked, and read in a fixed order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use futures_util::stream::BoxStream;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteRow, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _, SqliteConnection};

use super::line;
use crate::db::schema::{self, Column, Kind};
use crate::db::{migrations, no_database, sqlite_damage};
use crate::error::{Error, Result};

const VERSION: &str = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
const KEYS: &str = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.pk > 0 ORDER BY t.name, c.pk";
const REFERENCES: &str = r#"SELECT t.name, f."table" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
    WHERE t.type = 'table' AND f."table" <> t.name"#;
const LAST_IDS: &str = "SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE 'sqlite_%' ORDER BY name";

/// How long another program may take to release the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum number of problems in the message; the others are counted.
const MAX_PROBLEMS: usize = 20;

/// A table that is read in the order of its key.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    pub(super) key: Vec<Column>,
}

/// The file, in a transaction.
pub(super) struct Source(pub(super) SqliteConnection);

impl Source {
    /// Locks the file for this program, as long as the value lives: writes by others would be lost.
    pub(super) async fn open(file: &Path) -> Result<Self> {
        if !file.is_file() {
            return Err(no_database(file));
        }
        let opened = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(false)
            .locking_mode(SqliteLockingMode::Exclusive)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(LOCK_TIMEOUT)
            .row_buffer_size(1024)
            .connect()
            .await;
        let mut conn = opened.map_err(|error| in_use(file, error))?;
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut conn).await.map_err(|error| in_use(file, error))?;
        Ok(Self(conn))
    }

    /// The obstacles to a move: the schema's version, damage, and rows that PostgreSQL could not store.
    pub(super) async fn problems(&mut self) -> Result<Vec<String>> {
        let newest = migrations::newest_of_sqlite();
        let version: Result<Option<i64>, _> = sqlx::query_scalar(VERSION).fetch_one(&mut self.0).await;
        let Ok(Some(version)) = version else {
            return Ok(vec!["the file is no school's".to_owned()]);
        };
        if Some(version) != newest {
            return Ok(vec![format!(
                "the school's schema is of version {version}, this program's of {}: {}",
                newest.unwrap_or_default(),
                if Some(version) < newest { "run `preau migrate` first" } else { "take the newer program" }
            )]);
        }
        let mut problems = sqlite_damage(&mut self.0).await?;
        if problems.is_empty() {
            for table in self.tables().await? {
                self.check_rows(&table, &mut problems).await?;
            }
        }
        let told = problems.len().min(MAX_PROBLEMS);
        let others = problems.split_off(told).len();
        if others > 0 {
            problems.push(format!("and {others} more"));
        }
        Ok(problems)
    }

    /// All tables, each after those it refers to.
    pub(super) async fn tables(&mut self) -> Result<Vec<Table>> {
        let mut left = schema::of_sqlite(&mut self.0).await?;
        let keys: Vec<(String, String)> = sqlx::query_as(KEYS).fetch_all(&mut self.0).await?;
        let references: Vec<(String, String)> = sqlx::query_as(REFERENCES).fetch_all(&mut self.0).await?;
        let mut waits = BTreeMap::<String, BTreeSet<String>>::new();
        for (table, other) in references {
            waits.entry(table).or_default().insert(other);
        }
        let mut tables = Vec::new();
        while !left.is_empty() {
            let ready = |name: &String| {
                waits.get(name).is_none_or(|others| others.iter().all(|other| !left.contains_key(other)))
            };
            let Some(name) = left.keys().find(|name| ready(name)).cloned() else {
                return Err(Error::internal("the school's tables refer to each other in a circle"));
            };
            let columns = left.remove(&name).unwrap_or_default();
            let of_key = |(table, column): &(String, String)| {
                (*table == name).then(|| columns.iter().find(|one| one.name == *column).cloned()).flatten()
            };
            let key = keys.iter().filter_map(of_key).collect();
            tables.push(Table { name, columns, key });
        }
        Ok(tables)
    }

    /// The last id that was assigned in each table with a counter, whether its row still exists or not.
    pub(super) async fn last_ids(&mut self) -> Result<Vec<(String, i64)>> {
        Ok(sqlx::query_as(LAST_IDS).fetch_all(&mut self.0).await?)
    }

    /// The rows of a table in the order of its key.
    pub(super) fn rows<'a>(&'a mut self, table: &Table) -> BoxStream<'a, Result<SqliteRow, sqlx::Error>> {
        sqlx::query(AssertSqlSafe(table.select(false))).fetch(&mut self.0)
    }

    async fn check_rows(&mut self, table: &Table, problems: &mut Vec<String>) -> Result<()> {
        let mut text = String::new();
        let mut rows = self.rows(table);
        while let Some(row) = rows.try_next().await? {
            if let Err(why) = line::of_sqlite(&row, &table.columns, &mut text) {
                problems.push(format!("{} {}, {why}", table.name, table.key_of(&row)));
            }
        }
        Ok(())
    }
}

impl Table {
    /// A query for all rows, in the same order on both engines.
    pub(super) fn select(&self, on_postgres: bool) -> String {
        let order = |column: &Column| match column.kind {
            Kind::Text if on_postgres => format!(r#""{}" COLLATE "C""#, column.name),
            _ => format!(r#""{}""#, column.name),
        };
        let order: Vec<String> = self.key.iter().map(order).collect();
        format!(r#"SELECT {} FROM "{}" ORDER BY {}"#, self.column_list(), self.name, order.join(", "))
    }

    pub(super) fn column_list(&self) -> String {
        let quoted: Vec<String> = self.columns.iter().map(|column| format!(r#""{}""#, column.name)).collect();
        quoted.join(", ")
    }

    /// The key of a row for messages.
    fn key_of(&self, row: &SqliteRow) -> String {
        let value =
            |column: &Column| row.try_get_unchecked::<String, _>(column.name.as_str()).unwrap_or_default();
        let key: Vec<String> = self.key.iter().map(value).collect();
        key.join(" ")
    }
}

fn in_use(file: &Path, error: sqlx::Error) -> Error {
    // 5 is SQLITE_BUSY; the higher bits are the extended code.
    let busy = |code: &str| code.parse::<u32>().is_ok_and(|code| code & 0xFF == 5);
    match &error {
        sqlx::Error::Database(inner) if inner.code().is_some_and(|code| busy(&code)) => {
            Error::internal(format!(
                "{} is in use: stop the school first, so that nothing is written there while it moves",
                file.display()
            ))
        }
        _ => error.into(),
    }
}
