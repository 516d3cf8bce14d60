//! Merges pending edits of the same row into one operation. An operation that is in flight or may have been received is
//! never changed: later edits follow it until the server's response is known.

use super::kind::Kind;
use super::merge::{Merged, merge};
use super::operation::{Action, Edit, Operation, State, Target};
use super::queue::Queue;
use super::references::fill_in;
use super::shape::{Shape, overlay, same};
use serde_json::Value;

/// Why an edit was not added. The queue is unchanged.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotAdded {
    #[error("it is to be deleted")]
    ToBeDeleted,
    /// The pending operation was merged with somebody else's change after the writer's form was filled, and the edit
    /// conflicts with it. Once resolved, it is added again, based on [`Queue::view`].
    #[error("it meets a change that came in meanwhile")]
    Conflict(Box<Merged>),
}

/// Result of merging two operations of one row.
enum Together {
    /// The first contains both.
    One,
    /// Nothing is left to do.
    Nothing,
}

impl Queue {
    /// Adds a user's edit.
    ///
    /// # Errors
    /// When the row is to be deleted, or the edit conflicts with a change received in the meantime.
    pub fn add(&mut self, edit: Edit) -> Result<(), NotAdded> {
        let mut new = Operation::from(edit);
        fill_in(&mut new, &self.learned);
        self.name_files(&mut new);
        let before = self.operations.iter().rfind(|o| o.meets(new.kind, &new.target, new.action));
        if before.is_some_and(|before| before.action == Action::Delete) {
            return if new.action == Action::Delete { Ok(()) } else { Err(NotAdded::ToBeDeleted) };
        }
        if let (Action::Update, Some(view)) = (new.action, self.view(new.kind, &new.target)) {
            over_view(&mut new, &view)?;
        }
        if new.action == Action::Delete {
            self.supersede_under(new.kind, &new.target);
            self.supersede_cancellation(new.kind, &new.target);
        }
        let before = self.operations.iter().rposition(|o| o.meets(new.kind, &new.target, new.action));
        match before.filter(|before| may_absorb(&self.operations[*before], &new)) {
            Some(before) => self.absorb(before, new),
            None => self.operations.push(new),
        }
        Ok(())
    }

    /// What is deleted need not be cancelled before.
    fn supersede_cancellation(&mut self, kind: Kind, target: &Target) {
        let is_cancellation = |o: &mut Operation| {
            o.action == Action::Cancel && o.meets(kind, target, Action::Update) && o.is_open()
        };
        self.superseded.extend(self.operations.extract_if(.., is_cancellation));
    }

    /// A row with all its pending edits; none when there are none, null when it is to be deleted.
    pub fn view(&self, kind: Kind, target: &Target) -> Option<Value> {
        let mut target = target.clone();
        target.learn(&self.learned);
        let waiting = self.operations.iter().filter(|o| o.meets(kind, &target, Action::Update));
        waiting.fold(None, |view, operation| match (view, operation.action) {
            (_, Action::Delete) => Some(Value::Null),
            (None, _) => Some(operation.wanted()),
            (Some(view), _) => Some(overlay(&view, &operation.payload)),
        })
    }

    /// Merges the later operation of the same row into this one, which may be changed now.
    pub(super) fn fold(&mut self, at: usize) {
        let first = &self.operations[at];
        let same_row = |o: &Operation| o.meets(first.kind, &first.target, first.action);
        let behind = self.operations[at + 1..].iter().position(same_row);
        if let Some(behind) = behind.filter(|behind| !stays_behind(first, &self.operations[at + 1 + behind]))
        {
            let later = self.operations.remove(at + 1 + behind);
            self.absorb(at, later);
        }
    }

    fn absorb(&mut self, at: usize, later: Operation) {
        let operation = &mut self.operations[at];
        let before = operation.clone();
        match together(operation, later) {
            Together::Nothing => drop(self.operations.remove(at)),
            Together::One if operation.action == before.action => return,
            Together::One => {}
        }
        self.superseded.push(before);
    }
}

/// Whether the later operation is sent by itself after the first: a new row exists before it is cancelled.
fn stays_behind(first: &Operation, later: &Operation) -> bool {
    first.action == Action::Create && later.action == Action::Cancel
}

fn may_absorb(before: &Operation, later: &Operation) -> bool {
    before.is_open() && !stays_behind(before, later)
}

/// Rebases an edit on the pending state where that differs from what its writer saw.
fn over_view(new: &mut Operation, view: &Value) -> Result<(), NotAdded> {
    let fields = new.kind.fields();
    let seen = fields.iter().all(|(name, shape)| match (new.payload.get(name), new.base.get(name)) {
        (Some(_), Some(seen)) => same(*shape, view.get(name).unwrap_or(&Value::Null), seen),
        (None, _) | (_, None) => true,
    });
    if seen {
        return Ok(());
    }
    let merged = merge(fields, &new.base, &new.wanted(), view);
    if !merged.conflicts.is_empty() {
        return Err(NotAdded::Conflict(Box::new(merged)));
    }
    new.payload = new.differences(view, &merged.value);
    Ok(())
}

/// Removes a sum when its rows are replaced without a new one: it would be that of the old rows.
fn forget_sums(first: &mut Operation, later: &Value) {
    let sums = first.kind.fields().iter().filter_map(|(name, shape)| match shape {
        Shape::SumOf(list) if later.get(list).is_some() => Some(*name),
        _ => None,
    });
    let Some(payload) = first.payload.as_object_mut() else { return };
    for sum in sums {
        payload.remove(sum);
    }
}

/// Makes the first of two operations of one row do the work of both.
fn together(first: &mut Operation, later: Operation) -> Together {
    first.changed();
    // A conflict remains one after further edits: it is resolved with its contents of that time.
    if !matches!(first.state, State::Conflict(_)) {
        first.state = State::Waiting;
    }
    let lost = matches!(first.state, State::Conflict(Value::Null));
    match (first.action, later.action) {
        (Action::Create | Action::Update, Action::Update | Action::Create) => {
            forget_sums(first, &later.payload);
            first.payload = overlay(&first.payload, &later.payload);
            first.parent = later.parent.or(first.parent.take());
            Together::One
        }
        (Action::Create, Action::Delete) => Together::Nothing,
        (Action::Update | Action::Delete, Action::Delete) if lost => Together::Nothing,
        (Action::Update | Action::Cancel, Action::Delete) => {
            first.action = Action::Delete;
            first.payload = Value::Null;
            Together::One
        }
        // A cancelled session takes no other edits: what was written before goes into the history, and there is nothing
        // left to choose.
        (Action::Update, Action::Cancel) => {
            first.action = Action::Cancel;
            first.payload = later.payload;
            if let State::Conflict(theirs) = std::mem::replace(&mut first.state, State::Waiting) {
                first.based_on(&theirs, &Value::Null);
            }
            Together::One
        }
        (Action::Reorder, Action::Reorder) | (Action::Cancel, Action::Cancel) => {
            first.payload = later.payload;
            Together::One
        }
        // Orders and rows are never merged, a row to be deleted or cancelled takes no edits, and a new row and its
        // cancellation stay apart.
        (Action::Create, Action::Cancel)
        | (Action::Delete | Action::Reorder | Action::Cancel, _)
        | (_, Action::Reorder) => Together::One,
    }
}
