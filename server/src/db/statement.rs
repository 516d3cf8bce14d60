//! Statements: shared text with `$1` placeholders and values, written once for both engines.
//!
//! Rows are fetched in the driver's form and decoded afterwards, in boxed futures. So the code that runs a
//! statement is compiled once for each engine, only decoding once for each type, and the futures that wait
//! for it stay small.

use futures_util::future::BoxFuture;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    Encode, Execute as _, FromRow, PgConnection, Postgres, SqlSafeStr, SqlStr, Sqlite, SqliteConnection, Type,
};

use super::conn::Conn;
use crate::error::{Error, Result};

/// A statement with its values, for the engine of the connection that created it.
pub enum Statement {
    Sqlite(Query<'static, Sqlite, SqliteArguments>),
    Postgres(Query<'static, Postgres, PgArguments>),
}

impl Statement {
    /// Binds the next placeholder.
    #[must_use]
    pub fn bind<'t, T>(self, value: T) -> Self
    where
        T: Encode<'t, Sqlite> + Type<Sqlite> + Encode<'t, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(query) => Self::Sqlite(query.bind(value)),
            Self::Postgres(query) => Self::Postgres(query.bind(value)),
        }
    }
}

/// What can be decoded from a row of either engine.
pub trait Record: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>> Record for T {}

/// A row in the driver's form.
enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    fn read<T: Record>(&self) -> Result<T> {
        Ok(match self {
            Self::Sqlite(row) => T::from_row(row)?,
            Self::Postgres(row) => T::from_row(row)?,
        })
    }
}

/// A statement with a connection of the same engine.
enum Pair<'c> {
    Sqlite(Query<'static, Sqlite, SqliteArguments>, &'c mut SqliteConnection),
    Postgres(Query<'static, Postgres, PgArguments>, &'c mut PgConnection),
    /// Outside a write transaction.
    PostgresRead(RetriedRead, &'c mut PgConnection),
}

/// Retries of a read after a serialization failure, which is possible where the server makes every statement
/// serializable. Inside a write the whole transaction is retried instead.
struct RetriedRead {
    sql: SqlStr,
    arguments: PgArguments,
    tries: u32,
}

/// Maximum number of attempts of a read.
const MOST_READS: u32 = 20;

impl RetriedRead {
    fn new(mut query: Query<'static, Postgres, PgArguments>) -> Result<Self> {
        let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?.unwrap_or_default();
        Ok(Self { sql: query.sql(), arguments, tries: 0 })
    }

    fn query(&self) -> Query<'static, Postgres, PgArguments> {
        sqlx::query_with(self.sql.clone(), self.arguments.clone())
    }

    /// The result, or nothing when the read has to be retried.
    fn read<T>(&mut self, read: Result<T, sqlx::Error>) -> Option<Result<T>> {
        self.tries += 1;
        let read = read.map_err(Error::from);
        let retry = self.tries < MOST_READS && read.as_ref().is_err_and(Error::is_collision);
        if retry { None } else { Some(read) }
    }
}

impl Conn {
    /// A statement for this connection's engine.
    pub fn statement(&mut self, sql: impl SqlSafeStr) -> Statement {
        let sql = sql.into_sql_str();
        self.note(sql.as_str());
        match self {
            Self::SqliteRead(_) | Self::SqliteWrite(_) => Statement::Sqlite(sqlx::query(sql)),
            Self::PostgresRead(_) | Self::PostgresWrite(_) => Statement::Postgres(sqlx::query(sql)),
        }
    }

    fn pair(&mut self, statement: Statement) -> Result<Pair<'_>> {
        Ok(match (self, statement) {
            (Self::SqliteRead(c), Statement::Sqlite(query)) => Pair::Sqlite(query, c),
            (Self::SqliteWrite(c), Statement::Sqlite(query)) => Pair::Sqlite(query, c.connection()),
            (Self::PostgresRead(c), Statement::Postgres(query)) => {
                Pair::PostgresRead(RetriedRead::new(query)?, c)
            }
            (Self::PostgresWrite(c), Statement::Postgres(query)) => Pair::Postgres(query, c.connection()),
            _ => return Err(Error::internal("a statement was made for another engine")),
        })
    }

    /// Runs a statement and returns the number of affected rows; used by `execute!`.
    pub fn execute(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64>> {
        Box::pin(async move {
            Ok(match self.pair(statement)? {
                Pair::Sqlite(query, c) => query.execute(c).await?.rows_affected(),
                Pair::Postgres(query, c) => query.execute(c).await?.rows_affected(),
                Pair::PostgresRead(read, c) => read.query().execute(c).await?.rows_affected(),
            })
        })
    }

    fn all_rows(&mut self, statement: Statement) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            Ok(match self.pair(statement)? {
                Pair::Sqlite(query, c) => query.fetch_all(c).await?.into_iter().map(Row::Sqlite).collect(),
                Pair::Postgres(query, c) => {
                    query.fetch_all(c).await?.into_iter().map(Row::Postgres).collect()
                }
                Pair::PostgresRead(mut read, c) => loop {
                    let rows = read.query().fetch_all(&mut *c).await;
                    if let Some(rows) = read.read(rows) {
                        break rows?.into_iter().map(Row::Postgres).collect();
                    }
                },
            })
        })
    }

    fn first_row(&mut self, statement: Statement) -> BoxFuture<'_, Result<Option<Row>>> {
        Box::pin(async move {
            Ok(match self.pair(statement)? {
                Pair::Sqlite(query, c) => query.fetch_optional(c).await?.map(Row::Sqlite),
                Pair::Postgres(query, c) => query.fetch_optional(c).await?.map(Row::Postgres),
                Pair::PostgresRead(mut read, c) => loop {
                    let row = read.query().fetch_optional(&mut *c).await;
                    if let Some(row) = read.read(row) {
                        break row?.map(Row::Postgres);
                    }
                },
            })
        })
    }

    /// Fetches all rows; used by `fetch_all!`.
    pub async fn fetch_all<T: Record>(&mut self, statement: Statement) -> Result<Vec<T>> {
        self.all_rows(statement).await?.iter().map(Row::read).collect()
    }

    /// Fetches at most one row; used by `fetch_optional!`.
    pub async fn fetch_optional<T: Record>(&mut self, statement: Statement) -> Result<Option<T>> {
        self.first_row(statement).await?.as_ref().map(Row::read).transpose()
    }

    /// Fetches exactly one row; used by `fetch_one!`.
    ///
    /// # Errors
    /// When there is none.
    pub async fn fetch_one<T: Record>(&mut self, statement: Statement) -> Result<T> {
        match self.first_row(statement).await? {
            Some(row) => row.read(),
            None => Err(sqlx::Error::RowNotFound.into()),
        }
    }
}
