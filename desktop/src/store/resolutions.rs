//! Records how conflicts were resolved, so that a resolution can be undone: the changed operations, before and
//! after.

use std::collections::BTreeSet;

use preau_core::draft::queue::Queue;
use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Store;
use super::history::{self, DiscardReason, DiscardedTexts};
use super::queue::{StoredQueue, stored_form, with_operations};
use crate::error::Result;

/// The operations that the resolution of a conflict changed.
#[derive(Debug, Serialize, Deserialize)]
struct ResolutionDiff {
    /// With their positions in the queue.
    before: Vec<(usize, Value)>,
    after: Vec<Value>,
}

impl Store {
    /// Resolves a conflict in one transaction; `change` returns the texts that go into the history.
    pub fn resolve_conflict(
        &self,
        id: &str,
        change: impl FnOnce(&mut Queue) -> Result<DiscardedTexts>,
    ) -> Result<()> {
        let now = self.clock().now();
        self.change_queue_with(DiscardReason::Superseded, change, |tx, [before, after], lost| {
            history::insert(tx, now, lost)?;
            let change = serde_json::to_string(&ResolutionDiff::between(before, after))?;
            tx.execute(
                "INSERT OR REPLACE INTO settled (operation, change) VALUES (?1, ?2)",
                params![id, change],
            )?;
            Ok(())
        })?;
        Ok(())
    }

    /// Undoes the resolution of a conflict. Returns whether it could: not once part of it was sent or changed
    /// again.
    pub fn undo_resolution(&self, id: &str) -> Result<bool> {
        let find = "SELECT change FROM settled WHERE operation = ?1";
        let stored: Option<String> =
            self.lock().connection.query_row(find, [id], |row| row.get(0)).optional()?;
        let Some(change) = stored.and_then(|text| serde_json::from_str::<ResolutionDiff>(&text).ok()) else {
            return Ok(false);
        };
        self.change_queue_with(
            DiscardReason::Superseded,
            |queue| {
                let Some(operations) = change.revert(stored_form(queue)?.operations) else {
                    return Ok(false);
                };
                *queue = with_operations(queue, operations)?;
                Ok(true)
            },
            |tx, _, done| {
                if *done {
                    tx.execute("DELETE FROM settled WHERE operation = ?1", [id])?;
                }
                Ok(())
            },
        )
    }
}

fn id_of(operation: &Value) -> &str {
    operation["id"].as_str().unwrap_or_default()
}

impl ResolutionDiff {
    fn between(before: &StoredQueue, after: &StoredQueue) -> Self {
        let (old, new) = (&before.operations, &after.operations);
        let changed = old.iter().enumerate().filter(|(_, operation)| !new.contains(operation));
        let added = new.iter().filter(|operation| !old.contains(operation));
        Self {
            before: changed.map(|(place, operation)| (place, operation.clone())).collect(),
            after: added.cloned().collect(),
        }
    }

    /// The operations as before, if the changed ones are unmodified since.
    fn revert(self, mut operations: Vec<Value>) -> Option<Vec<Value>> {
        if !self.after.iter().all(|changed| operations.contains(changed)) {
            return None;
        }
        let changed: BTreeSet<&str> = self.after.iter().map(id_of).collect();
        // An operation that the resolution removed must not have been added again.
        if self.before.iter().any(|(_, operation)| {
            !changed.contains(id_of(operation))
                && operations.iter().any(|current| id_of(current) == id_of(operation))
        }) {
            return None;
        }
        operations.retain(|operation| !changed.contains(id_of(operation)));
        for (place, operation) in &self.before {
            operations.insert((*place).min(operations.len()), operation.clone());
        }
        Some(operations)
    }
}
