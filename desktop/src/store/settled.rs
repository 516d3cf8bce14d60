//! Records how conflicts were settled, so that settling can be undone: the changed operations, before and
//! after.

use std::collections::BTreeSet;

use preau_core::draft::queue::Queue;
use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Store;
use super::history::{self, Lost, Why};
use super::queue::{Parts, parts, with_operations};
use crate::error::Result;

/// The operations that settling a conflict changed.
#[derive(Debug, Serialize, Deserialize)]
struct Change {
    /// With their positions in the queue.
    before: Vec<(usize, Value)>,
    after: Vec<Value>,
}

impl Store {
    /// Settles a conflict in one transaction; `change` returns the texts that go into the history.
    pub fn settle(&self, id: &str, change: impl FnOnce(&mut Queue) -> Result<Lost>) -> Result<()> {
        let now = self.clock().now();
        self.change_queue_with(Why::Superseded, change, |tx, [before, after], lost| {
            history::keep(tx, now, lost)?;
            let change = serde_json::to_string(&Change::between(before, after))?;
            tx.execute(
                "INSERT OR REPLACE INTO settled (operation, change) VALUES (?1, ?2)",
                params![id, change],
            )?;
            Ok(())
        })?;
        Ok(())
    }

    /// Undoes the settling of a conflict. Returns whether it could: not once part of it was sent or changed
    /// again.
    pub fn unsettle(&self, id: &str) -> Result<bool> {
        let find = "SELECT change FROM settled WHERE operation = ?1";
        let kept: Option<String> =
            self.lock().connection.query_row(find, [id], |row| row.get(0)).optional()?;
        let Some(change) = kept.and_then(|text| serde_json::from_str::<Change>(&text).ok()) else {
            return Ok(false);
        };
        self.change_queue_with(
            Why::Superseded,
            |queue| {
                let Some(operations) = change.taken_back(parts(queue)?.operations) else { return Ok(false) };
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

impl Change {
    fn between(before: &Parts, after: &Parts) -> Self {
        let (was, is) = (&before.operations, &after.operations);
        let changed = was.iter().enumerate().filter(|(_, operation)| !is.contains(operation));
        let new = is.iter().filter(|operation| !was.contains(operation));
        Self {
            before: changed.map(|(place, was)| (place, was.clone())).collect(),
            after: new.cloned().collect(),
        }
    }

    /// The operations as before, if the changed ones are unmodified since.
    fn taken_back(self, mut operations: Vec<Value>) -> Option<Vec<Value>> {
        if !self.after.iter().all(|left| operations.contains(left)) {
            return None;
        }
        let left: BTreeSet<&str> = self.after.iter().map(id_of).collect();
        // An operation that settling removed must not have been added again.
        if self.before.iter().any(|(_, was)| {
            !left.contains(id_of(was)) && operations.iter().any(|now| id_of(now) == id_of(was))
        }) {
            return None;
        }
        operations.retain(|operation| !left.contains(id_of(operation)));
        for (place, was) in &self.before {
            operations.insert((*place).min(operations.len()), was.clone());
        }
        Some(operations)
    }
}
