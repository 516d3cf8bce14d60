//! References to rows without an id: by the client's id, until the server assigns one.

use super::kind::Kind;
use super::operation::{Action, Operation, Target};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Ids assigned by the server, by the client's ids.
pub(super) type Learned = BTreeMap<String, i64>;

/// The client's ids whose rows must exist before the operation can be sent.
pub(super) fn needed(operation: &Operation) -> Vec<&str> {
    let mut needed = Vec::new();
    if operation.action != Action::Create {
        needed.extend(operation.target.client_id());
    }
    needed.extend(operation.parent.as_ref().and_then(Target::client_id));
    match &operation.payload {
        Value::Array(order) => needed.extend(order.iter().filter_map(Value::as_str)),
        payload => {
            let named = operation.kind.references().iter().filter_map(|(name, _)| payload.get(name));
            needed.extend(named.filter_map(Value::as_str));
        }
    }
    needed
}

/// Replaces client's ids by assigned ids.
pub(super) fn fill_in(operation: &mut Operation, learned: &Learned) {
    if operation.action != Action::Create {
        operation.target.learn(learned);
    }
    if let Some(parent) = &mut operation.parent {
        parent.learn(learned);
    }
    let id_of = |value: &Value| value.as_str().and_then(|own| learned.get(own)).map(|id| json!(id));
    if let Value::Array(order) = &mut operation.payload {
        for row in order {
            if let Some(id) = id_of(row) {
                *row = id;
            }
        }
        return;
    }
    for (name, _) in operation.kind.references() {
        if let Some(value) = operation.payload.get_mut(name)
            && let Some(id) = id_of(value)
        {
            *value = id;
        }
    }
    for (name, _) in operation.kind.lists() {
        for row in operation.payload.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(id) = row.get("clientId").and_then(id_of).filter(|_| row.get("id").is_none()) {
                row["id"] = id;
            }
        }
    }
}

/// Learns the ids of new rows from a response: of the row itself, and of the rows in its lists, which are returned in
/// the order sent.
pub(super) fn learn(sent: &Operation, row: &Value, learned: &mut Learned) {
    let mut note = |own: Option<&str>, row: &Value| {
        if let (Some(own), Some(id)) = (own, row.get("id").and_then(Value::as_i64)) {
            learned.insert(own.to_owned(), id);
        }
    };
    note(sent.target.client_id(), row);
    for (name, _) in sent.kind.lists() {
        let [rows, answered] = [&sent.payload, row].map(|form| form.get(name).and_then(Value::as_array));
        let (Some(rows), Some(answered)) = (rows, answered) else { continue };
        if rows.len() == answered.len() {
            for (sent, answered) in rows.iter().zip(answered) {
                note(sent.get("clientId").and_then(Value::as_str), answered);
            }
        }
    }
}

/// Prepares a form for validation before it is sent: references to new rows count as existing, rows with an id as new.
pub(super) fn placed(kind: Kind, form: &Value) -> Value {
    let mut form = form.clone();
    for (name, _) in kind.references() {
        if let Some(value) = form.get_mut(name).filter(|value| value.is_string()) {
            *value = json!(1);
        }
    }
    for (name, _) in kind.lists() {
        for row in form.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(row) = row.as_object_mut() {
                row.remove("id");
            }
        }
    }
    form
}
