//! What is given up before the school has it: with everything that waits for it. Its texts belong into the history.

use super::kind::Kind;
use super::operation::{Action, Operation, State, Target};
use super::queue::Queue;
use std::collections::BTreeSet;

/// Tries without an answer that counts, after which what may have arrived can be given up all the same.
const ENOUGH_TRIES: u32 = 3;

impl Queue {
    /// Gives up an operation with all that waits for it. Whether it could: not while it is on its way or may have
    /// arrived.
    pub fn discard(&mut self, id: &str) -> bool {
        let found = self.operations.iter().position(|operation| operation.id == id && operation.is_open());
        let Some(at) = found else { return false };
        self.remove(at);
        true
    }

    /// Whether an operation that may have arrived can be given up all the same: the school has answered nothing that
    /// counts to several tries, and does not answer now.
    pub fn may_abandon(&self, id: &str) -> bool {
        self.operation(id).is_some_and(Operation::may_abandon)
    }

    /// Gives up an operation that may have arrived, with all that waits for it; it is not repeated any more. Whether it
    /// could.
    pub fn abandon(&mut self, id: &str) -> bool {
        let found = self.operations.iter().position(|o| o.id == id && o.may_abandon());
        let Some(at) = found else { return false };
        self.remove(at);
        // What names its row somewhere else is refused or to be decided from now on, and says so.
        self.settle_orphans();
        true
    }

    /// How many operations go with one that is given up.
    pub fn dependents(&self, id: &str) -> usize {
        let found = self.operations.iter().position(|operation| operation.id == id);
        found.map_or(0, |at| self.go_with(at).len())
    }

    fn remove(&mut self, at: usize) {
        let gone = self.go_with(at);
        let given_up = self.operations[at].id.clone();
        self.supersede(gone);
        let given_up = self.operations.extract_if(.., |operation| operation.id == given_up);
        self.superseded.extend(given_up);
    }

    /// With a row that is made goes what else writes it, and what stands under it.
    fn go_with(&self, at: usize) -> BTreeSet<usize> {
        let first = &self.operations[at];
        if first.action != Action::Create {
            return BTreeSet::new();
        }
        let mut places = self.under(first.kind, &first.target);
        let same_row = |o: &Operation| o.meets(first.kind, &first.target, Action::Update) && o.is_open();
        places.extend((at + 1..self.operations.len()).filter(|place| same_row(&self.operations[*place])));
        places
    }

    /// What stands under a row that goes, goes too, as far as it is not on its way.
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
        self.state == State::Waiting && self.perhaps_done && self.attempts >= ENOUGH_TRIES
    }

    /// Whether its row stands under another, or it puts the rows under that in order.
    fn is_under(&self, kind: Kind, target: &Target) -> bool {
        let above = if self.action == Action::Reorder { Some(&self.target) } else { self.parent.as_ref() };
        self.kind.parent() == Some(kind) && above == Some(target)
    }
}
