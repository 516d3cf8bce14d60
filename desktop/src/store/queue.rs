//! The queue in the database: one row for each operation, so that damage is limited to single operations;
//! unchanged operations are not written again. Operations that are discarded go into the history in the same
//! transaction.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use preau_core::draft::files::ChosenFile;
use preau_core::draft::operation::Operation;
use preau_core::draft::queue::Queue;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};
use serde_json::{Map, Value, json};

use super::history::{self, DiscardReason, DiscardedTexts};
use super::{Inner, Store, settings};
use crate::clock::instant_text;
use crate::error::{Error, Result};

impl Store {
    /// The current queue, from the cache.
    ///
    /// # Errors
    /// Never.
    pub fn queue(&self) -> Result<Queue> {
        Ok(self.lock().queue.clone())
    }

    /// The file that was chosen under this local address.
    #[must_use]
    pub fn chosen_file(&self, address: &str) -> Option<ChosenFile> {
        self.lock().queue.file(address).cloned()
    }

    /// Changes the queue in a transaction; it is on the disk when this returns. Operations that it removes
    /// unsent go into the history.
    pub fn change_queue<T>(&self, change: impl FnOnce(&mut Queue) -> T) -> Result<T> {
        self.try_change_queue(|queue| Ok::<_, Error>(change(queue)))
    }

    /// [`Store::change_queue`] with a change that may fail: then the queue stays as it was.
    pub fn try_change_queue<T>(&self, change: impl FnOnce(&mut Queue) -> Result<T>) -> Result<T> {
        self.change_queue_with(DiscardReason::Superseded, change, |_, _, _| Ok(()))
    }

    /// Discards an operation with all that depend on it. Returns whether it could: not while the school may
    /// have received it.
    pub fn discard(&self, id: &str) -> Result<bool> {
        self.change_queue_with(DiscardReason::Discarded, |queue| Ok(queue.discard(id)), |_, _, _| Ok(()))
    }

    /// Discards an operation that the school may have received, with all that depend on it. Returns whether
    /// it could: not before several attempts, and not while it is being sent.
    pub fn abandon(&self, id: &str) -> Result<bool> {
        self.change_queue_with(DiscardReason::Abandoned, |queue| Ok(queue.abandon(id)), |_, _, _| Ok(()))
    }

    /// Changes the queue and related data in one transaction; `extra` gets the operations before and after.
    pub(super) fn change_queue_with<T>(
        &self,
        why: DiscardReason,
        change: impl FnOnce(&mut Queue) -> Result<T>,
        extra: impl FnOnce(&Transaction<'_>, [&StoredQueue; 2], &T) -> Result<()>,
    ) -> Result<T> {
        let now = self.clock().now();
        let mut inner = self.lock();
        let mut queue = inner.queue.clone();
        let done = change(&mut queue)?;
        let unsent = queue.take_superseded();
        if queue == inner.queue && unsent.is_empty() {
            return Ok(done);
        }
        let after = stored_form(&queue)?;
        let Inner { connection, stored: before, .. } = &mut *inner;
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        save(&tx, before, &after)?;
        save_times(&tx, &operation_ids(before), &operation_ids(&after), now)?;
        for operation in &unsent {
            history::insert(&tx, now, &DiscardedTexts::of_operation(operation, why))?;
        }
        extra(&tx, [before, &after], &done)?;
        tx.commit()?;
        (inner.queue, inner.stored) = (queue, after);
        Ok(done)
    }

    /// When an operation was written.
    pub fn written_at(&self, operation: &str) -> Result<Option<String>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached("SELECT at FROM written WHERE operation = ?1")?;
        Ok(find.query_row([operation], |row| row.get(0)).optional()?)
    }
}

fn operation_ids(stored: &StoredQueue) -> BTreeSet<&str> {
    stored.operations.iter().filter_map(|operation| operation["id"].as_str()).collect()
}

fn save_times(
    tx: &Connection,
    before: &BTreeSet<&str>,
    after: &BTreeSet<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    for new in after.difference(before) {
        tx.prepare_cached("INSERT OR REPLACE INTO written (operation, at) VALUES (?1, ?2)")?
            .execute([new, instant_text(now).as_str()])?;
    }
    for gone in before.difference(after) {
        tx.prepare_cached("DELETE FROM written WHERE operation = ?1")?.execute([gone])?;
    }
    Ok(())
}

/// The queue as it is stored in the tables.
#[derive(Debug, Default, PartialEq)]
pub(super) struct StoredQueue {
    pub(super) operations: Vec<Value>,
    pub(super) learned: BTreeMap<String, i64>,
    pub(super) rest: Map<String, Value>,
}

pub(super) fn stored_form(queue: &Queue) -> Result<StoredQueue> {
    let Value::Object(mut rest) = serde_json::to_value(queue)? else { return Ok(StoredQueue::default()) };
    let mut take = |name: &str| rest.remove(name).unwrap_or_default();
    let (operations, learned) = (take("operations"), take("learned"));
    Ok(StoredQueue {
        operations: serde_json::from_value(operations)?,
        learned: serde_json::from_value(learned)?,
        rest,
    })
}

impl StoredQueue {
    /// Restores the queue.
    pub(super) fn into_queue(self) -> Result<Queue> {
        let Value::Object(mut whole) = serde_json::to_value(Queue::default())? else {
            return Ok(Queue::default());
        };
        whole.extend(self.rest);
        whole.insert("operations".to_owned(), self.operations.into());
        whole.insert("learned".to_owned(), json!(self.learned));
        Ok(serde_json::from_value(Value::Object(whole))?)
    }
}

/// The queue with other operations, to undo the resolution of a conflict.
pub(super) fn with_operations(queue: &Queue, operations: Vec<Value>) -> Result<Queue> {
    StoredQueue { operations, ..stored_form(queue)? }.into_queue()
}

pub(super) fn save(tx: &Transaction<'_>, before: &StoredQueue, after: &StoredQueue) -> Result<()> {
    for (place, operation) in after.operations.iter().enumerate() {
        if before.operations.get(place) != Some(operation) {
            tx.prepare_cached("INSERT OR REPLACE INTO operations (place, operation) VALUES (?1, ?2)")?
                .execute(params![i64::try_from(place).unwrap_or(i64::MAX), operation.to_string()])?;
        }
    }
    if after.operations.len() < before.operations.len() {
        tx.prepare_cached("DELETE FROM operations WHERE place >= ?1")?
            .execute([i64::try_from(after.operations.len()).unwrap_or(i64::MAX)])?;
    }
    for (client_id, id) in
        after.learned.iter().filter(|(client_id, id)| before.learned.get(*client_id) != Some(*id))
    {
        tx.prepare_cached("INSERT OR REPLACE INTO learned (client_id, id) VALUES (?1, ?2)")?
            .execute(params![client_id, id])?;
    }
    if before.rest != after.rest {
        settings::put(tx, "queue", &after.rest)?;
    }
    Ok(())
}

/// Loads the queue from the database.
///
/// # Errors
/// When it cannot be read: then the database has to be replaced.
pub(super) fn load(connection: &Connection) -> Result<Queue> {
    let mut all = connection.prepare("SELECT operation FROM operations ORDER BY place")?;
    let texts: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let operations = texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?;
    let mut all = connection.prepare("SELECT client_id, id FROM learned")?;
    let learned =
        all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    let rest = settings::get(connection, "queue")?.unwrap_or_default();
    StoredQueue { operations, learned, rest }.into_queue()
}

/// Whether a text is a valid operation.
pub(super) fn is_operation(text: &str) -> bool {
    serde_json::from_str::<Operation>(text).is_ok()
}
