//! Edits of one row that wait together become one. What is on its way, or may have arrived, is never touched: later
//! edits stand behind it until the school has said what became of it.

use super::kind::Kind;
use super::merge::{Merged, merge};
use super::operation::{Action, Edit, Operation, State, Target};
use super::queue::Queue;
use super::references::fill_in;
use super::shape::{Shape, laid_over, same};
use serde_json::Value;

/// Why an edit was not added. The queue is as it was.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotAdded {
    #[error("it is to be deleted")]
    ToBeDeleted,
    /// What waits has been brought together with somebody else's change since the writer's form was filled, and the
    /// edit meets that. Resolved, it is added again over [`Queue::view`].
    #[error("it meets a change that came in meanwhile")]
    Met(Box<Merged>),
}

/// What becomes of two operations of one row.
enum Together {
    /// The first says it all.
    One,
    /// Nothing is left to do.
    Nothing,
}

impl Queue {
    /// Adds what somebody did.
    ///
    /// # Errors
    /// When the row is to be deleted, or the edit meets what came in meanwhile.
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
        }
        let before = self.operations.iter().rposition(|o| o.meets(new.kind, &new.target, new.action));
        match before.filter(|before| self.operations[*before].is_open()) {
            Some(before) => self.absorb(before, new),
            None => self.operations.push(new),
        }
        Ok(())
    }

    /// A row with all that waits to be written in it; nothing when nothing does. Null when it is to go.
    pub fn view(&self, kind: Kind, target: &Target) -> Option<Value> {
        let mut target = target.clone();
        target.learn(&self.learned);
        let waiting = self.operations.iter().filter(|o| o.meets(kind, &target, Action::Update));
        waiting.fold(None, |view, operation| match (view, operation.action) {
            (_, Action::Delete) => Some(Value::Null),
            (None, _) => Some(operation.wanted()),
            (Some(view), _) => Some(laid_over(&view, &operation.payload)),
        })
    }

    /// Brings what waits behind an operation of the same row into it, now that it may be changed.
    pub(super) fn fold(&mut self, at: usize) {
        let first = &self.operations[at];
        let same_row = |o: &Operation| o.meets(first.kind, &first.target, first.action);
        if let Some(behind) = self.operations[at + 1..].iter().position(same_row) {
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

/// Writes an edit over what waits, where that is not what its writer saw any more.
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
        return Err(NotAdded::Met(Box::new(merged)));
    }
    new.payload = new.differences(view, &merged.value);
    Ok(())
}

/// Rows that are written anew without their sum leave none behind: it would be that of others.
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

/// Makes the first of two operations of one row say what both do.
fn together(first: &mut Operation, later: Operation) -> Together {
    first.changed();
    // A conflict stays one, whatever else is written: it is chosen over what stands in it then.
    if !matches!(first.state, State::Conflict(_)) {
        first.state = State::Waiting;
    }
    let lost = matches!(first.state, State::Conflict(Value::Null));
    match (first.action, later.action) {
        (Action::Create | Action::Update, Action::Update | Action::Create) => {
            forget_sums(first, &later.payload);
            first.payload = laid_over(&first.payload, &later.payload);
            first.parent = later.parent.or(first.parent.take());
            Together::One
        }
        (Action::Create, Action::Delete) => Together::Nothing,
        (Action::Update | Action::Delete, Action::Delete) if lost => Together::Nothing,
        (Action::Update, Action::Delete) => {
            first.action = Action::Delete;
            first.payload = Value::Null;
            Together::One
        }
        (Action::Reorder, Action::Reorder) => {
            first.payload = later.payload;
            Together::One
        }
        // Orders and rows never meet, and what is to be deleted takes no edits.
        (Action::Delete | Action::Reorder, _) | (_, Action::Reorder) => Together::One,
    }
}
