//! What is taken over from a damaged file: everything that somebody wrote, row by row, from both ends of each table as
//! far as it can be read. The copy of the content is not: the school has it.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params_from_iter};

use super::queue::is_operation;
use crate::error::Result;

/// Tables with their columns; the first names the row.
const WRITTEN: &[(&str, &[&str])] = &[
    ("operations", &["place", "operation"]),
    ("drafts", &["key", "place", "title", "value", "saved_at"]),
    ("learned", &["client_id", "id"]),
    ("local_ids", &["number", "client_id"]),
    ("answers", &["key", "status", "body", "kept_at"]),
    ("written", &["operation", "at"]),
    ("settled", &["operation", "change"]),
    ("history", &["at", "kind", "title", "path", "text", "why"]),
    ("settings", &["name", "value"]),
];

/// Takes over what can be read.
///
/// # Errors
/// When it cannot be written; what cannot be read is left out.
pub(super) fn rescue(damaged: &Path, into: &mut Connection) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(from) = Connection::open_with_flags(damaged, flags) else { return Ok(()) };
    // Rows are wanted even where the tables around them are broken.
    let _ = from.pragma_update(None, "cell_size_check", false);
    let tx = into.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (table, columns) in WRITTEN {
        let (names, places) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let mut put = tx.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"))?;
        let mut taken = 0;
        for row in readable(&from, table, &names, columns.len()) {
            if is_sound(table, &row) && put.execute(params_from_iter(row)).is_ok() {
                taken += 1;
            }
        }
        tracing::warn!(table, taken, "rows taken over from the damaged database");
    }
    close_up(&tx)?;
    tx.commit()?;
    Ok(())
}

/// Rows from the beginning to the first that cannot be read, and from the end back to the last such.
fn readable(from: &Connection, table: &str, names: &str, columns: usize) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for order in ["ASC", "DESC"] {
        let sql = format!("SELECT {names} FROM {table} NOT INDEXED ORDER BY rowid {order}");
        let Ok(mut all) = from.prepare(&sql) else { continue };
        let read = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at)).collect();
        let Ok(found) = all.query_map([], read) else { continue };
        let mut complete = true;
        for row in found {
            let Ok(row) = row else {
                complete = false;
                break;
            };
            rows.push(row);
        }
        if complete {
            break;
        }
    }
    rows
}

fn is_sound(table: &str, row: &[Value]) -> bool {
    match (table, row) {
        ("operations", [_, Value::Text(text)]) => is_operation(text),
        // The copy begins anew.
        ("settings", [Value::Text(name), Value::Text(_)]) => !["cursor", "copied"].contains(&name.as_str()),
        (_, row) => row.iter().all(|value| *value != Value::Null),
    }
}

/// Operations stand in places without gaps.
fn close_up(tx: &Connection) -> Result<()> {
    let mut all = tx.prepare("SELECT operation FROM operations ORDER BY place")?;
    let texts: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    tx.execute("DELETE FROM operations", [])?;
    let mut put = tx.prepare("INSERT INTO operations (place, operation) VALUES (?1, ?2)")?;
    for (place, text) in (0_i64..).zip(texts) {
        put.execute((place, text))?;
    }
    Ok(())
}
