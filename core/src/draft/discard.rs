//! Discards operations that the server has not executed, with all that depend on them. Their texts belong in the
//! history.

use super::kind::Kind;
use super::operation::{Action, Operation, State, Target};
use super::queue::Queue;
use std::collections::BTreeSet;

/// Number of attempts without a valid response after which an operation that may have been received can still be
/// discarded.
const MIN_ATTEMPTS_TO_ABANDON: u32 = 3;

impl Queue {
    /// Discards an operation with all that depend on it. Returns whether it could: not while it is in flight or may
    /// have been received.
    pub fn discard(&mut self, id: &str) -> bool {
        let found = self.operations.iter().position(|operation| operation.id == id && operation.is_open());
        let Some(at) = found else { return false };
        self.remove(at);
        true
    }

    /// Whether an operation that may have been received can still be discarded: the server gave no valid response to
    /// several attempts, and none is in progress.
    pub fn may_abandon(&self, id: &str) -> bool {
        self.operation(id).is_some_and(Operation::may_abandon)
    }

    /// Discards an operation that may have been received, with all that depend on it; it is not repeated. Returns
    /// whether it could.
    pub fn abandon(&mut self, id: &str) -> bool {
        let found = self.operations.iter().position(|o| o.id == id && o.may_abandon());
        let Some(at) = found else { return false };
        self.remove(at);
        // Operations elsewhere that refer to its row become failed or a conflict.
        self.settle_orphans();
        true
    }

    /// Number of operations that are discarded along with this one.
    pub fn dependents(&self, id: &str) -> usize {
        let found = self.operations.iter().position(|operation| operation.id == id);
        found.map_or(0, |at| self.dependents_of(at).len())
    }

    fn remove(&mut self, at: usize) {
        let gone = self.dependents_of(at);
        let given_up = self.operations[at].id.clone();
        self.supersede(gone);
        let given_up = self.operations.extract_if(.., |operation| operation.id == given_up);
        self.superseded.extend(given_up);
    }

    /// With the creation of a row, the other operations of the row and those below it are discarded.
    fn dependents_of(&self, at: usize) -> BTreeSet<usize> {
        let first = &self.operations[at];
        if first.action != Action::Create {
            return BTreeSet::new();
        }
        let mut places = self.under(first.kind, &first.target);
        let same_row = |o: &Operation| o.meets(first.kind, &first.target, Action::Update) && o.is_open();
        places.extend((at + 1..self.operations.len()).filter(|place| same_row(&self.operations[*place])));
        places
    }

    /// Discards the operations below a row that is discarded, except those in flight.
    pub(super) fn supersede_under(&mut self, kind: Kind, target: &Target) {
        let gone = self.under(kind, target);
        self.supersede(gone);
    }

    fn under(&self, kind: Kind, target: &Target) -> BTreeSet<usize> {
        let mut places = BTreeSet::new();
        let mut roots = vec![(kind, target)];
        while let Some((kind, target)) = roots.pop() {
            let all = self.operations.iter().enumerate();
            for (place, operation) in all.filter(|(_, operation)| operation.is_under(kind, target)) {
                if operation.action != Action::Reorder {
                    roots.push((operation.kind, &operation.target));
                }
                if operation.is_open() {
                    places.insert(place);
                }
            }
        }
        places
    }

    fn supersede(&mut self, places: BTreeSet<usize>) {
        let gone = places.into_iter().rev().map(|place| self.operations.remove(place));
        let gone: Vec<Operation> = gone.collect();
        self.superseded.extend(gone.into_iter().rev());
    }
}

impl Operation {
    fn may_abandon(&self) -> bool {
        self.state == State::Waiting && self.maybe_received && self.attempts >= MIN_ATTEMPTS_TO_ABANDON
    }

    /// Whether its row is below this row, or it orders the rows below it.
    fn is_under(&self, kind: Kind, target: &Target) -> bool {
        let above = if self.action == Action::Reorder { Some(&self.target) } else { self.parent.as_ref() };
        self.kind.parent() == Some(kind) && above == Some(target)
    }
}
