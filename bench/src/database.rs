//! Direct access to a database of either engine: to load it, to count in it, and to run the plain
//! transactions that the school's are compared with. Both engines get the same statement text.

use std::path::Path;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};

use crate::error::Result;

const NOTHING: [i64; 0] = [];

/// A database connection.
pub enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Builds a query for the engine, binds integers and runs it; `$then` maps the result.
macro_rules! on {
    ($self:ident, $build:ident $(<$row:ty>)?, $run:ident, $sql:expr, $values:expr $(, $then:expr)?) => {
        match $self {
            Database::Sqlite(c) => {
                let query = sqlx::$build::<sqlx::Sqlite $(, $row)?>($sql);
                let query = $values.iter().fold(query, |query, value: &i64| query.bind(*value));
                query.$run(c).await$(.map($then))??
            }
            Database::Postgres(c) => {
                let query = sqlx::$build::<sqlx::Postgres $(, $row)?>($sql);
                let query = $values.iter().fold(query, |query, value: &i64| query.bind(*value));
                query.$run(c).await$(.map($then))??
            }
        }
    };
}

impl Database {
    /// Opens a SQLite file with the same settings as the school.
    pub async fn sqlite(file: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(false)
            .busy_timeout(std::time::Duration::from_secs(10));
        Ok(Self::Sqlite(SqliteConnection::connect_with(&options).await?))
    }

    /// Connects to PostgreSQL.
    pub async fn postgres(url: &str) -> Result<Self> {
        Ok(Self::Postgres(PgConnection::connect(url).await?))
    }

    /// Whether this is SQLite.
    pub const fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// Runs a statement with integers for `$1` and the following parameters.
    pub async fn execute(&mut self, sql: &'static str, values: &[i64]) -> Result<()> {
        on!(self, query, execute, sql, values, drop);
        Ok(())
    }

    /// Runs a statement composed at run time; its parts never come from user input.
    pub async fn execute_text(&mut self, sql: String) -> Result<()> {
        on!(self, query, execute, AssertSqlSafe(sql.clone()), NOTHING, drop);
        Ok(())
    }

    /// The single number that a statement returns.
    pub async fn number(&mut self, sql: &'static str, values: &[i64]) -> Result<i64> {
        Ok(on!(self, query_scalar<i64>, fetch_one, sql, values))
    }

    /// All numbers of the single column that a statement returns.
    pub async fn numbers(&mut self, sql: &'static str, values: &[i64]) -> Result<Vec<i64>> {
        Ok(on!(self, query_scalar<i64>, fetch_all, sql, values))
    }

    /// All texts of the single column that a statement returns.
    pub async fn texts(&mut self, sql: &'static str) -> Result<Vec<String>> {
        Ok(on!(self, query_scalar<String>, fetch_all, sql, NOTHING))
    }

    /// Stores a day in the table of moments that rows are dated with: its offset in days before today, its
    /// date, two instants of it and its year.
    pub async fn keep_moment(
        &mut self,
        ago: i64,
        day: NaiveDate,
        at: [DateTime<Utc>; 2],
        year: i64,
    ) -> Result<()> {
        const MOMENT: &str = "INSERT INTO moments (n, day, at, paid, year) VALUES ($1, $2, $3, $4, $5)";
        match self {
            Self::Sqlite(c) => {
                let query = sqlx::query::<sqlx::Sqlite>(MOMENT).bind(ago).bind(day);
                query.bind(at[0]).bind(at[1]).bind(year).execute(c).await?;
            }
            Self::Postgres(c) => {
                let query = sqlx::query::<sqlx::Postgres>(MOMENT).bind(ago).bind(day);
                query.bind(at[0]).bind(at[1]).bind(year).execute(c).await?;
            }
        }
        Ok(())
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<()> {
        match self {
            Self::Sqlite(c) => c.close().await?,
            Self::Postgres(c) => c.close().await?,
        }
        Ok(())
    }
}
