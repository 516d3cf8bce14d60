//! The counters of row ids.

use super::Conn;
use crate::error::Result;
use crate::{execute, fetch_all};

/// SQLite has a counter only for tables that had rows; one that was empty in the backup may have had rows
/// since.
const ADD_MISSING: &str = "
    INSERT INTO sqlite_sequence (name, seq)
    SELECT name, 0 FROM sqlite_schema
    WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)";
const ADVANCE_SQLITE: &str = "UPDATE sqlite_sequence SET seq = seq + $1";
const ADVANCE_POSTGRES: &str = "
    SELECT setval(counter, nextval(counter) + $1)
    FROM (
        SELECT pg_get_serial_sequence(quote_ident(table_name::text), column_name::text)::regclass AS counter
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND is_identity = 'YES'
    ) AS counters";

/// Skips at least the next `count` ids of every table.
pub(crate) async fn skip(conn: &mut Conn, count: i64) -> Result<()> {
    match conn {
        Conn::PostgresRead(_) | Conn::PostgresWrite(_) => {
            fetch_all!(conn, (i64,), ADVANCE_POSTGRES, count)?;
        }
        Conn::SqliteRead(_) | Conn::SqliteWrite(_) => {
            execute!(conn, ADD_MISSING)?;
            execute!(conn, ADVANCE_SQLITE, count)?;
        }
    }
    Ok(())
}
