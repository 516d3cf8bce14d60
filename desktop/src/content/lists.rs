//! Lists of rows with the pending operations applied: additions, removals and order.

use std::rc::Rc;

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Target};
use serde_json::{Value, json};

use super::forms::is_ordered;
use super::languages::follow;
use super::view::{Seen, View, content};
use crate::error::Result;
use crate::store::{Key, Row};

/// Rows with pending edits, by target; nothing in place of a deleted row.
pub(super) type Touched = Vec<(Target, Option<Seen>)>;

impl View<'_> {
    /// The rows of a kind with pending edits, after these; nothing for those that they delete.
    fn touched(&self, kind: Kind) -> Result<Rc<Touched>> {
        if let Some(known) = self.touched.borrow().get(&kind) {
            return Ok(Rc::clone(known));
        }
        let mut touched = Touched::new();
        for (target, _) in self.writes(kind) {
            if touched.iter().all(|(of, _)| *of != target) {
                let seen = self.alone(kind, &target)?;
                touched.push((target, seen));
            }
        }
        let touched = Rc::new(touched);
        self.touched.borrow_mut().insert(kind, Rc::clone(&touched));
        Ok(touched)
    }

    /// The rows that belong to a list after the pending edits, in order.
    pub(super) fn gathered(
        &self,
        kind: Kind,
        copied: Vec<Row>,
        belongs: impl Fn(&Value) -> bool,
    ) -> Result<Vec<Seen>> {
        let touched = self.touched(kind)?;
        let mut rows: Vec<Seen> = Vec::new();
        for Row { id, row, .. } in copied {
            let target = match id {
                Key::Id(id) => Target::Id(id),
                Key::Code(code) => Target::Name(code),
            };
            let row = follow(self, kind, row);
            if touched.iter().all(|(of, _)| *of != target) && belongs(&row) {
                rows.push(Seen { target, row });
            }
        }
        let written = touched.iter().filter_map(|(_, seen)| seen.as_ref());
        rows.extend(written.filter(|seen| belongs(&seen.row)).cloned());
        if is_ordered(kind) {
            give_places(&mut rows);
        }
        rows.sort_by_key(placed);
        Ok(rows)
    }

    /// The rows of a kind under a parent, in order.
    pub(super) fn under(&self, kind: Kind, parent: &Target) -> Result<Vec<Seen>> {
        if Kind::Course.lists().iter().any(|(_, of)| *of == kind) {
            return self.parts(kind, parent);
        }
        let copied = match parent {
            Target::Name(_) if kind == Kind::TestQuestion => self.store.rows(content(kind)?)?,
            Target::Id(id) => self.store.rows_under(content(kind)?, &Key::Id(*id))?,
            Target::Name(code) => self.store.rows_under(content(kind)?, &Key::Code(code.clone()))?,
            Target::ClientId(_) => Vec::new(),
        };
        let rows = self.gathered(kind, copied, |row| self.list_of(kind, row).as_ref() == Some(parent))?;
        Ok(self.arranged(kind, parent, rows))
    }

    /// Every row of a kind, under any parent.
    pub(super) fn all(&self, kind: Kind) -> Result<Vec<Seen>> {
        self.gathered(kind, self.store.rows(content(kind)?)?, |_| true)
    }

    /// The rows in the pending order.
    pub(super) fn arranged(&self, kind: Kind, parent: &Target, mut rows: Vec<Seen>) -> Vec<Seen> {
        let orders = self.queue.operations().iter().filter(|operation| {
            operation.kind == kind
                && operation.action == Action::Reorder
                && self.real(&operation.target) == *parent
        });
        for order in orders {
            let wanted = order.payload.as_array().map_or(&[][..], |order| order);
            let wanted: Vec<Option<Target>> = wanted.iter().map(|named| self.reference(named)).collect();
            let place = |seen: &Seen| wanted.iter().position(|target| target.as_ref() == Some(&seen.target));
            rows.sort_by_key(|seen| place(seen).unwrap_or(usize::MAX));
            // A row that is deleted later leaves a gap; rows that the order does not name follow.
            let mut last = wanted.len();
            for seen in &mut rows {
                let place = place(seen).unwrap_or_else(|| {
                    last += 1;
                    last - 1
                });
                seen.row["orderIndex"] = json!(place + 1);
            }
        }
        rows
    }
}

/// Rows without a position go to the end.
pub(super) fn give_places(rows: &mut [Seen]) {
    let place = |seen: &Seen| seen.row.get("orderIndex").and_then(Value::as_i64);
    let mut last = rows.iter().filter_map(place).max().unwrap_or_default();
    for seen in rows.iter_mut().filter(|seen| place(seen).is_none()) {
        last += 1;
        seen.row["orderIndex"] = json!(last);
    }
}

/// Sort key: by position, then by age.
pub(super) fn placed(seen: &Seen) -> (i64, bool, i64) {
    let place = seen.row.get("orderIndex").and_then(Value::as_i64).unwrap_or_default();
    match seen.target {
        Target::Id(id) => (place, false, id),
        Target::ClientId(_) | Target::Name(_) => (place, true, 0),
    }
}
