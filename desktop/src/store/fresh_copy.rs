//! A fresh copy, because the school has another identity than before: it is built in separate tables while
//! the existing one is read, and replaces it in one transaction when it is complete.

use std::collections::BTreeSet;

use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue::Queue;
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::copy::{Change, INSERT_HELD_BACK, NEXT, Row, apply, delete_from, one_of, read};
use super::{Key, Store, in_transaction, settings};
use crate::error::Result;

/// The setting with the cursor of the fresh copy, while one is being made.
pub(super) const CURSOR: &str = "anew";

impl Store {
    /// Starts a fresh copy; the existing one stays.
    pub fn begin_fresh_copy(&self) -> Result<()> {
        self.write(|tx| {
            tx.execute_batch("DELETE FROM copy_next")?;
            settings::put(tx, CURSOR, &"")
        })
    }

    /// The cursor of the fresh copy; nothing while none is being made.
    pub fn fresh_copy_cursor(&self) -> Result<Option<String>> {
        self.setting(CURSOR)
    }

    /// Takes a page of changes into the fresh copy, with the cursor, in one transaction.
    pub fn apply_fresh_page(&self, changes: &[Change], cursor: &str) -> Result<()> {
        self.write_deferred(|tx| {
            for change in changes {
                apply(tx, NEXT, change)?;
            }
            settings::put(tx, CURSOR, &cursor)
        })
    }

    /// Replaces the existing copy by the fresh one, in one transaction; returns the kinds in either of them.
    /// Rows with pending edits stay as their writer saw them; the school's current rows are held back.
    pub fn replace_copy(&self) -> Result<BTreeSet<String>> {
        let mut inner = self.lock();
        let queue = inner.queue.clone();
        in_transaction(&mut inner.connection, |tx| {
            tx.execute("DELETE FROM held_back", [])?;
            for (kind, id) in edited_rows(tx, &queue)? {
                hold_back(tx, &kind, &id)?;
            }
            let kinds = tx
                .prepare("SELECT kind FROM copy UNION SELECT kind FROM copy_next")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            tx.execute_batch(
                "DELETE FROM copy; INSERT INTO copy SELECT * FROM copy_next; DELETE FROM copy_next;
                DELETE FROM settings WHERE name LIKE 'own/%';
                UPDATE OR REPLACE settings SET name = 'cursor' WHERE name = 'anew'",
            )?;
            Ok(kinds)
        })
    }
}

/// Rows with pending edits, as far as one of the copies has them.
fn edited_rows(tx: &Transaction<'_>, queue: &Queue) -> Result<BTreeSet<(String, Key)>> {
    let mut rows = BTreeSet::new();
    for operation in queue.operations().iter().filter(|operation| operation.action != Action::Reorder) {
        let kind = operation.kind.as_str().to_owned();
        match &operation.target {
            Target::Id(id) => {
                rows.insert((kind, Key::Id(*id)));
            }
            Target::ClientId(client_id) => {
                let mut find = tx.prepare_cached(
                    "SELECT id FROM copy WHERE kind = ?1 AND client_id = ?2
                    UNION SELECT id FROM copy_next WHERE kind = ?1 AND client_id = ?2",
                )?;
                let found: Vec<Key> =
                    find.query_map([&kind, client_id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
                rows.extend(found.into_iter().map(|id| (kind.clone(), id)));
            }
            Target::Name(_) => {}
        }
    }
    Ok(rows)
}

/// A row stays as it is; the school's current row, or its deletion, is held back.
fn hold_back(tx: &Transaction<'_>, kind: &str, id: &Key) -> Result<()> {
    let new = tx.prepare_cached(&one_of(NEXT))?.query_row(params![kind, id], read).optional()?;
    let change = match new {
        Some(Row { id, parent, version, client_id, row }) => Change {
            entity: kind.to_owned(),
            id,
            client_id,
            version: Some(version),
            parent_id: parent,
            row: Some(row),
            deleted: false,
        },
        None => Change {
            entity: kind.to_owned(),
            id: id.clone(),
            client_id: None,
            version: None,
            parent_id: None,
            row: None,
            deleted: true,
        },
    };
    tx.prepare_cached(INSERT_HELD_BACK)?.execute(params![kind, id, serde_json::to_string(&change)?])?;
    tx.prepare_cached(&delete_from(NEXT))?.execute(params![kind, id])?;
    // A restored school may have lower versions: version 0 lets any later change of the row apply.
    tx.prepare_cached(
        "INSERT INTO copy_next (kind, id, parent, version, client_id, row)
        SELECT kind, id, parent, 0, client_id, row FROM copy WHERE kind = ?1 AND id = ?2",
    )?
    .execute(params![kind, id])?;
    Ok(())
}
