//! Recovers data from a damaged file: everything that was written on this computer, row by row, from both ends
//! of each table as far as it can be read. The copy of the content is not recovered: the school has it.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, Statement, TransactionBehavior, params_from_iter};

use super::damage::Unread;
use super::queue::is_operation;
use crate::error::Result;

/// Tables with their columns; the first is the key.
const TABLES: &[(&str, &[&str])] = &[
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

/// The result of a recovery.
#[derive(Debug, Default)]
pub(super) struct Recovered {
    pub(super) changes: usize,
    pub(super) drafts: usize,
    /// The kinds of data that were incomplete.
    pub(super) unread: BTreeSet<Unread>,
}

impl Recovered {
    fn count(&mut self, table: &str, inserted: usize, complete: bool) {
        let written = match table {
            "operations" => {
                self.changes = inserted;
                Unread::Changes
            }
            "drafts" => {
                self.drafts = inserted;
                Unread::Drafts
            }
            "history" => Unread::Texts,
            _ => return,
        };
        if !complete {
            self.unread.insert(written);
        }
    }
}

/// Copies what can be read; unreadable data is left out.
pub(super) fn recover(damaged: &Path, into: &mut Connection) -> Result<Recovered> {
    let mut recovered = Recovered::default();
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let from = Connection::open_with_flags(damaged, flags).ok();
    // Rows are wanted even where their pages are corrupt.
    let _ = from.as_ref().map(|from| from.pragma_update(None, "cell_size_check", false));
    let tx = into.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (table, columns) in TABLES {
        let (names, places) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let mut put = tx.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"))?;
        let (mut inserted, mut valid) = (0, true);
        let (rows, complete) =
            from.as_ref().map_or_else(Default::default, |from| readable(from, table, &names, columns.len()));
        for row in rows.into_iter().filter(|row| !is_of_copy(table, row)) {
            let put = if is_valid(table, &row) { insert(&mut put, row)? } else { None };
            inserted += put.unwrap_or_default();
            valid &= put.is_some();
        }
        tracing::warn!(table, inserted, complete, "rows taken over from the damaged database");
        recovered.count(table, inserted, complete && valid);
    }
    renumber(&tx)?;
    tx.commit()?;
    Ok(recovered)
}

/// Number of inserted rows; nothing when the table rejects the row.
fn insert(put: &mut Statement<'_>, row: Vec<Value>) -> Result<Option<usize>> {
    match put.execute(params_from_iter(row)) {
        Ok(count) => Ok(Some(count)),
        Err(rusqlite::Error::SqliteFailure(failure, _)) if failure.code == ErrorCode::ConstraintViolation => {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Rows from the beginning to the first unreadable one, and from the end back to the last unreadable one; and
/// whether those are all.
fn readable(from: &Connection, table: &str, names: &str, columns: usize) -> (Vec<Vec<Value>>, bool) {
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
            return (rows, true);
        }
    }
    (rows, false)
}

fn is_valid(table: &str, row: &[Value]) -> bool {
    match (table, row) {
        ("operations", [_, Value::Text(text)]) => is_operation(text),
        ("operations", _) => false,
        (_, row) => row.iter().all(|value| *value != Value::Null),
    }
}

/// Settings of the copy's progress, which restarts.
fn is_of_copy(table: &str, row: &[Value]) -> bool {
    let name = row.first();
    table == "settings"
        && matches!(name, Some(Value::Text(name)) if ["cursor", "copied", "anew"].contains(&name.as_str()))
}

/// Renumbers the operations: their positions have no gaps.
fn renumber(tx: &Connection) -> Result<()> {
    let mut all = tx.prepare("SELECT operation FROM operations ORDER BY place")?;
    let texts: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    tx.execute("DELETE FROM operations", [])?;
    let mut put = tx.prepare("INSERT INTO operations (place, operation) VALUES (?1, ?2)")?;
    for (place, text) in (0_i64..).zip(texts) {
        put.execute((place, text))?;
    }
    Ok(())
}
