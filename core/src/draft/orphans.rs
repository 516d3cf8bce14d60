//! Operations that depend on a row whose creation was discarded.

use super::operation::{Action, Operation, State};
use super::queue::Queue;
use super::references::needed;
use crate::code::Code;
use crate::problem::Fields;
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Queue {
    /// An order loses the missing rows; a row that refers to one must be corrected; a change of one becomes a conflict,
    /// as if the server had deleted the row.
    pub(super) fn settle_orphans(&mut self) {
        let made: BTreeSet<String> = self.operations.iter().flat_map(makes).map(ToOwned::to_owned).collect();
        for operation in self.operations.iter_mut().filter(|operation| operation.state == State::Waiting) {
            if needed(operation).iter().any(|own| !made.contains(*own)) {
                settle(operation, &made);
            }
        }
        self.operations
            .retain(|operation| operation.action != Action::Reorder || operation.payload != json!([]));
    }
}

/// The client's ids of the rows that an operation creates: its own, and new rows in its lists.
fn makes(operation: &Operation) -> Vec<&str> {
    let created = operation.target.client_id().filter(|_| operation.action == Action::Create);
    let lists = operation.kind.lists().iter().filter_map(|(name, _)| operation.payload.get(name)?.as_array());
    let rows = lists.flatten().filter_map(|row| row.get("clientId")?.as_str());
    created.into_iter().chain(rows).collect()
}

fn settle(operation: &mut Operation, made: &BTreeSet<String>) {
    let missing = |value: &Value| value.as_str().is_some_and(|own| !made.contains(own));
    if let (Action::Reorder, Value::Array(order)) = (operation.action, &mut operation.payload) {
        order.retain(|row| !missing(row));
        if operation.target.client_id().is_some_and(|own| !made.contains(own)) {
            order.clear();
        }
        return;
    }
    if operation.action != Action::Create
        && operation.target.client_id().is_some_and(|own| !made.contains(own))
    {
        operation.state = State::Conflict(Value::Null);
        return;
    }
    let mut fields = Fields::default();
    for (name, _) in operation.kind.references() {
        if operation.payload.get(name).is_some_and(missing) {
            fields.refuse(*name, Code::UnknownReference);
        }
    }
    if fields.is_empty() {
        // Only the parent recorded with the operation is missing; the row itself does not refer to it.
        operation.parent = None;
        return;
    }
    let problem = fields.into_problem();
    operation.state = State::Failed(json!({
        "code": problem.code, "message": problem.message, "fields": problem.fields,
    }));
}
