//! The content as the school has it, and the application of its pages of changes.
//!
//! A row with pending edits stays as its writer saw it: the school's changes of it are held back until there
//! are none.

use std::collections::BTreeSet;

use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::draft::queue::Queue;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Key, Store, fresh_copy, settings};
use crate::error::Result;

/// A row as the school has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub id: Key,
    /// The parent's key.
    pub parent: Option<Key>,
    /// Raised by each write.
    pub version: i64,
    /// The client id with which it was created.
    pub client_id: Option<String>,
    /// In the format of the school's API.
    pub row: Value,
}

/// A change as in `GET /changes`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub entity: String,
    pub id: Key,
    #[serde(default)]
    pub client_id: Option<String>,
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default)]
    pub parent_id: Option<Key>,
    #[serde(default)]
    pub row: Option<Value>,
    #[serde(default)]
    pub deleted: bool,
}

/// The table that is read.
const COPY: &str = "copy";
/// The table of a fresh copy in progress.
pub(super) const NEXT: &str = "copy_next";

const VERSION: &str = "SELECT version FROM copy WHERE kind = ?1 AND id = ?2";
const ALL: &str = "SELECT id, parent, version, client_id, row FROM copy WHERE kind = ?1 ORDER BY id";
const UNDER: &str =
    "SELECT id, parent, version, client_id, row FROM copy WHERE kind = ?1 AND parent = ?2 ORDER BY id";
const BY_CLIENT_ID: &str =
    "SELECT id, parent, version, client_id, row FROM copy WHERE kind = ?1 AND client_id = ?2";
pub(super) const INSERT_HELD_BACK: &str =
    "INSERT OR REPLACE INTO held_back (kind, id, change) VALUES (?1, ?2, ?3)";
const SELECT_HELD_BACK: &str = "SELECT change FROM held_back";
const DELETE_HELD_BACK: &str = "DELETE FROM held_back WHERE kind = ?1 AND id = ?2";

pub(super) fn one_of(table: &str) -> String {
    format!("SELECT id, parent, version, client_id, row FROM {table} WHERE kind = ?1 AND id = ?2")
}

pub(super) fn delete_from(table: &str) -> String {
    format!("DELETE FROM {table} WHERE kind = ?1 AND id = ?2")
}

/// Inserts or updates a row; an older version has no effect.
fn put_into(table: &str) -> String {
    format!(
        "INSERT INTO {table} (kind, id, parent, version, client_id, row) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (kind, id) DO UPDATE SET parent = coalesce(excluded.parent, parent), version = excluded.version,
            client_id = coalesce(excluded.client_id, client_id), row = excluded.row
        WHERE excluded.version >= version"
    )
}

pub(super) fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let text = row.get_ref(4)?.as_str()?;
    let value = serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(4, Type::Text, Box::new(error)))?;
    Ok(Row { id: row.get(0)?, parent: row.get(1)?, version: row.get(2)?, client_id: row.get(3)?, row: value })
}

impl Store {
    /// A row of the copy.
    pub fn row(&self, kind: ContentKind, id: &Key) -> Result<Option<Row>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached(&one_of(COPY))?;
        Ok(find.query_row(params![kind.as_str(), id], read).optional()?)
    }

    /// The version of a row of the copy.
    pub fn version_of(&self, kind: ContentKind, id: &Key) -> Result<Option<i64>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached(VERSION)?;
        Ok(find.query_row(params![kind.as_str(), id], |row| row.get(0)).optional()?)
    }

    /// The row that was created with this client id.
    pub fn row_by_client_id(&self, kind: ContentKind, client_id: &str) -> Result<Option<Row>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached(BY_CLIENT_ID)?;
        Ok(find.query_row(params![kind.as_str(), client_id], read).optional()?)
    }

    /// All rows of a kind, by id.
    pub fn rows(&self, kind: ContentKind) -> Result<Vec<Row>> {
        let inner = self.lock();
        let mut all = inner.connection.prepare_cached(ALL)?;
        Ok(all.query_map([kind.as_str()], read)?.collect::<rusqlite::Result<_>>()?)
    }

    /// The rows of a kind under a parent, by id.
    pub fn rows_under(&self, kind: ContentKind, parent: &Key) -> Result<Vec<Row>> {
        let inner = self.lock();
        let mut under = inner.connection.prepare_cached(UNDER)?;
        Ok(under.query_map(params![kind.as_str(), parent], read)?.collect::<rusqlite::Result<_>>()?)
    }

    /// Number of rows in the copy.
    pub fn count(&self) -> Result<i64> {
        Ok(self.lock().connection.query_row("SELECT count(*) FROM copy", [], |row| row.get(0))?)
    }

    /// Puts a row of the school into the copy, unless a newer one is there.
    pub fn put(&self, kind: ContentKind, row: &Row) -> Result<()> {
        self.write(|tx| {
            if settings::get::<String>(tx, fresh_copy::CURSOR)?.is_some() {
                put(tx, NEXT, kind.as_str(), row)?;
            }
            put(tx, COPY, kind.as_str(), row)
        })
    }

    /// Removes a row from the copy, with its descendants.
    pub fn remove(&self, kind: ContentKind, id: &Key) -> Result<()> {
        self.write(|tx| {
            remove(tx, NEXT, kind, id)?;
            remove(tx, COPY, kind, id)
        })
    }

    /// Takes in a page of changes with its cursor, in one transaction; returns the kinds that changed.
    pub fn apply_page(&self, changes: &[Change], cursor: &str) -> Result<BTreeSet<String>> {
        let queue = self.queue()?;
        self.write_deferred(|tx| {
            let mut kinds = BTreeSet::new();
            for change in changes {
                if has_pending_edits(&queue, change) {
                    tx.prepare_cached(INSERT_HELD_BACK)?.execute(params![
                        change.entity,
                        change.id,
                        serde_json::to_string(change)?
                    ])?;
                    continue;
                }
                apply(tx, COPY, change)?;
                kinds.insert(change.entity.clone());
            }
            settings::put(tx, "cursor", &cursor)?;
            Ok(kinds)
        })
    }

    /// Takes in the changes that were held back for rows without pending edits.
    pub fn apply_held_back(&self) -> Result<BTreeSet<String>> {
        let queue = self.queue()?;
        self.write(|tx| {
            let mut kinds = BTreeSet::new();
            for change in held_back(tx)?.into_iter().filter(|change| !has_pending_edits(&queue, change)) {
                apply(tx, COPY, &change)?;
                tx.prepare_cached(DELETE_HELD_BACK)?.execute(params![change.entity, change.id])?;
                kinds.insert(change.entity);
            }
            Ok(kinds)
        })
    }

    /// Restarts the first copy: the school's identity changed while it was made. The queue stays.
    pub fn clear_copy(&self) -> Result<()> {
        self.write(|tx| {
            tx.execute_batch(
                "DELETE FROM copy; DELETE FROM held_back;
                DELETE FROM settings WHERE name IN ('cursor', 'copied') OR name LIKE 'own/%'",
            )?;
            Ok(())
        })
    }
}

fn held_back(connection: &Connection) -> Result<Vec<Change>> {
    let mut all = connection.prepare_cached(SELECT_HELD_BACK)?;
    let texts: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
}

/// Whether the row of a change has pending edits.
fn has_pending_edits(queue: &Queue, change: &Change) -> bool {
    if queue.operations().is_empty() {
        return false;
    }
    let (Ok(kind), Some(id)) = (change.entity.parse::<Kind>(), change.id.id()) else { return false };
    let client_id = change.client_id.clone().map(Target::ClientId);
    queue.holds(kind, &Target::Id(id)) || client_id.is_some_and(|client_id| queue.holds(kind, &client_id))
}

pub(super) fn apply(tx: &Transaction<'_>, table: &str, change: &Change) -> Result<()> {
    let (false, Some(row), Some(version)) = (change.deleted, &change.row, change.version) else {
        tx.prepare_cached(&delete_from(table))?.execute(params![change.entity, change.id])?;
        return Ok(());
    };
    let row = Row {
        id: change.id.clone(),
        parent: change.parent_id.clone(),
        version,
        client_id: change.client_id.clone(),
        row: row.clone(),
    };
    put(tx, table, &change.entity, &row)
}

fn put(tx: &Transaction<'_>, table: &str, kind: &str, row: &Row) -> Result<()> {
    let Row { id, parent, version, client_id, row } = row;
    tx.prepare_cached(&put_into(table))?.execute(params![
        kind,
        id,
        parent,
        version,
        client_id,
        serde_json::to_string(row)?
    ])?;
    Ok(())
}

fn remove(tx: &Transaction<'_>, table: &str, kind: ContentKind, id: &Key) -> Result<()> {
    tx.prepare_cached(&delete_from(table))?.execute(params![kind.as_str(), id])?;
    let under =
        Kind::ALL.iter().filter(|of| of.parent().is_some_and(|above| above.as_str() == kind.as_str()));
    for of in under {
        let Ok(of) = of.as_str().parse::<ContentKind>() else { continue };
        let mut find =
            tx.prepare_cached(&format!("SELECT id FROM {table} WHERE kind = ?1 AND parent = ?2"))?;
        let under: Vec<Key> =
            find.query_map(params![of.as_str(), id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        for id in under {
            remove(tx, table, of, &id)?;
        }
    }
    Ok(())
}
