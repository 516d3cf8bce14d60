//! The full-text index of the copied lessons. Triggers record which lessons a transaction changes; they are
//! indexed before it ends.

use preau_core::text::plain;
use rusqlite::{OptionalExtension as _, Transaction, params};
use serde_json::Value;

use super::Store;
use crate::error::Result;
use crate::text_search::{SearchTerm, index_text};

// Sorting by `rank` would read every position of a frequent word: too slow while somebody types.
const FIND: &str =
    "SELECT rowid FROM lesson_search WHERE lesson_search MATCH ?1 ORDER BY rowid DESC LIMIT ?2";
const DUE: &str = "SELECT id FROM lesson_search_due ORDER BY id";
const CLEAR_DUE: &str = "DELETE FROM lesson_search_due";
const COPIED: &str = "SELECT row FROM copy WHERE kind = 'lesson' AND id = ?1";
const PUT: &str = "INSERT OR REPLACE INTO lesson_search (rowid, title, text) VALUES (?1, ?2, ?3)";
const DELETE: &str = "DELETE FROM lesson_search WHERE rowid = ?1";

impl Store {
    /// The ids of matching lessons in the copy, `limit` at most: first those with all words in the title, then
    /// the others; the newest first in each group.
    pub fn find_lessons(&self, term: &SearchTerm, limit: usize) -> Result<Vec<i64>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached(FIND)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let text = term.expression();
        let mut ids: Vec<i64> = Vec::new();
        for expression in [format!("title : ({text})"), text] {
            for id in find.query_map(params![expression, limit], |row| row.get(0))? {
                let id = id?;
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        Ok(ids)
    }
}

/// Indexes the lessons that were changed.
pub(super) fn index_changed_lessons(tx: &Transaction<'_>) -> Result<()> {
    let due: Vec<i64> =
        tx.prepare_cached(DUE)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    if due.is_empty() {
        return Ok(());
    }
    let mut copied = tx.prepare_cached(COPIED)?;
    let (mut put, mut delete) = (tx.prepare_cached(PUT)?, tx.prepare_cached(DELETE)?);
    for id in due {
        match copied.query_row([id], |row| row.get::<_, String>(0)).optional()? {
            Some(row) => {
                let row: Value = serde_json::from_str(&row)?;
                let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
                put.execute(params![id, index_text(text("title")), index_text(&plain(text("content")))])?
            }
            None => delete.execute([id])?,
        };
    }
    tx.execute(CLEAR_DUE, [])?;
    Ok(())
}
