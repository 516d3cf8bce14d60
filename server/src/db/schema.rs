//! The tables and columns of a database, in terms that both engines share.
//!
//! The schema exists twice, once for each engine; a test compares both with this, and it guides moving a
//! school from one engine to the other.

use std::collections::BTreeMap;

use sqlx::{PgConnection, SqliteConnection};

use crate::error::{Error, Result};

const SQLITE: &str = r#"SELECT t.name, c.name, c."notnull" = 0 AND c.pk = 0, upper(c.type)
    FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> '_sqlx_migrations'"#;
const POSTGRES: &str =
    "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), is_nullable = 'YES', upper(CAST(data_type AS TEXT))
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' AND table_type = 'BASE TABLE'";

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A 64-bit integer.
    Number,
    /// A 64-bit floating point number.
    Fraction,
    Truth,
    /// A date.
    Day,
    /// An instant in UTC.
    Instant,
    /// Unicode text; JSON too.
    Text,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Whether it may be null.
    pub nullable: bool,
    /// Its type.
    pub kind: Kind,
}

/// Columns by table, each in the order of their names.
pub type Tables = BTreeMap<String, Vec<Column>>;

/// The tables of a SQLite file.
pub async fn of_sqlite(conn: &mut SqliteConnection) -> Result<Tables> {
    tables(sqlx::query_as(SQLITE).fetch_all(conn).await?)
}

/// The tables of a PostgreSQL database.
pub async fn of_postgres(conn: &mut PgConnection) -> Result<Tables> {
    tables(sqlx::query_as(POSTGRES).fetch_all(conn).await?)
}

fn tables(rows: Vec<(String, String, bool, String)>) -> Result<Tables> {
    let mut tables = Tables::new();
    for (table, name, nullable, kind) in rows {
        let kind = match kind.as_str() {
            "INTEGER" | "BIGINT" => Kind::Number,
            "DOUBLE PRECISION" => Kind::Fraction,
            "BOOLEAN" => Kind::Truth,
            "DATE" => Kind::Day,
            "TIMESTAMP" | "TIMESTAMP WITH TIME ZONE" => Kind::Instant,
            "TEXT" => Kind::Text,
            other => return Err(Error::internal(format!("{table}.{name} is a {other}"))),
        };
        tables.entry(table).or_default().push(Column { name, nullable, kind });
    }
    for columns in tables.values_mut() {
        columns.sort();
    }
    Ok(tables)
}
