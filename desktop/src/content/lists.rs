//! Lists of rows with the pending operations applied: additions, removals and order.

use std::rc::Rc;

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Target};
use serde_json::{Value, json};

use super::forms::is_ordered;
use super::languages::apply_renames;
use super::view::{View, ViewRow, content_kind};
use crate::error::Result;
use crate::store::{Key, Row};

/// Rows with pending edits, by target; nothing in place of a deleted row.
pub(super) type EditedRows = Vec<(Target, Option<ViewRow>)>;

impl View<'_> {
    /// The rows of a kind with pending edits, after these; nothing for those that they delete.
    fn edited(&self, kind: Kind) -> Result<Rc<EditedRows>> {
        if let Some(known) = self.edited.borrow().get(&kind) {
            return Ok(Rc::clone(known));
        }
        let mut edited = EditedRows::new();
        for (target, _) in self.writes(kind) {
            if edited.iter().all(|(of, _)| *of != target) {
                let item = self.row(kind, &target)?;
                edited.push((target, item));
            }
        }
        let edited = Rc::new(edited);
        self.edited.borrow_mut().insert(kind, Rc::clone(&edited));
        Ok(edited)
    }

    /// The rows that belong to a list after the pending edits, in order.
    pub(super) fn collect_rows(
        &self,
        kind: Kind,
        copied: Vec<Row>,
        belongs: impl Fn(&Value) -> bool,
    ) -> Result<Vec<ViewRow>> {
        let edited = self.edited(kind)?;
        let mut rows: Vec<ViewRow> = Vec::new();
        for Row { id, row, .. } in copied {
            let target = match id {
                Key::Id(id) => Target::Id(id),
                Key::Code(code) => Target::Name(code),
            };
            let row = apply_renames(self, kind, row);
            if edited.iter().all(|(of, _)| *of != target) && belongs(&row) {
                rows.push(ViewRow { target, row });
            }
        }
        let written = edited.iter().filter_map(|(_, item)| item.as_ref());
        rows.extend(written.filter(|item| belongs(&item.row)).cloned());
        if is_ordered(kind) {
            assign_positions(&mut rows);
        }
        rows.sort_by_key(position_key);
        Ok(rows)
    }

    /// The rows of a kind under a parent, in order.
    pub(super) fn children(&self, kind: Kind, parent: &Target) -> Result<Vec<ViewRow>> {
        if Kind::Course.lists().iter().any(|(_, of)| *of == kind) {
            return self.parts(kind, parent);
        }
        let copied = match parent {
            Target::Name(_) if kind == Kind::TestQuestion => self.store.rows(content_kind(kind)?)?,
            Target::Id(id) => self.store.rows_under(content_kind(kind)?, &Key::Id(*id))?,
            Target::Name(code) => self.store.rows_under(content_kind(kind)?, &Key::Code(code.clone()))?,
            Target::ClientId(_) => Vec::new(),
        };
        let rows = self.collect_rows(kind, copied, |row| self.list_of(kind, row).as_ref() == Some(parent))?;
        Ok(self.apply_orders(kind, parent, rows))
    }

    /// Every row of a kind, under any parent.
    pub(super) fn all(&self, kind: Kind) -> Result<Vec<ViewRow>> {
        self.collect_rows(kind, self.store.rows(content_kind(kind)?)?, |_| true)
    }

    /// The rows in the pending order.
    pub(super) fn apply_orders(&self, kind: Kind, parent: &Target, mut rows: Vec<ViewRow>) -> Vec<ViewRow> {
        let orders = self.queue.operations().iter().filter(|operation| {
            operation.kind == kind
                && operation.action == Action::Reorder
                && self.resolve(&operation.target) == *parent
        });
        for order in orders {
            let wanted = order.payload.as_array().map_or(&[][..], |order| order);
            let wanted: Vec<Option<Target>> = wanted.iter().map(|named| self.reference(named)).collect();
            let place =
                |item: &ViewRow| wanted.iter().position(|target| target.as_ref() == Some(&item.target));
            rows.sort_by_key(|item| place(item).unwrap_or(usize::MAX));
            // A row that is deleted later leaves a gap; rows that the order does not name follow.
            let mut last = wanted.len();
            for item in &mut rows {
                let place = place(item).unwrap_or_else(|| {
                    last += 1;
                    last - 1
                });
                item.row["orderIndex"] = json!(place + 1);
            }
        }
        rows
    }
}

/// Rows without a position go to the end.
pub(super) fn assign_positions(rows: &mut [ViewRow]) {
    let place = |item: &ViewRow| item.row.get("orderIndex").and_then(Value::as_i64);
    let mut last = rows.iter().filter_map(place).max().unwrap_or_default();
    for item in rows.iter_mut().filter(|item| place(item).is_none()) {
        last += 1;
        item.row["orderIndex"] = json!(last);
    }
}

/// Sort key: by position, then by age.
pub(super) fn position_key(item: &ViewRow) -> (i64, bool, i64) {
    let place = item.row.get("orderIndex").and_then(Value::as_i64).unwrap_or_default();
    match item.target {
        Target::Id(id) => (place, false, id),
        Target::ClientId(_) | Target::Name(_) => (place, true, 0),
    }
}
