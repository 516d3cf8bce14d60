//! A pending write: what it does to which row, and its state.

use super::kind::Kind;
use super::merge::{Merged, merge};
use super::references::Learned;
use super::shape::{overlay, same};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A row, with or without an id at the server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// Its id at the server.
    Id(i64),
    /// The client's id of a new row.
    ClientId(String),
    /// The name of a row without an id: a category of the FAQ.
    Name(String),
}

/// Kind of write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Create,
    Update,
    Delete,
    /// Cancels a session; the payload says why. Together with somebody else's change of the session, it stays cancelled.
    Cancel,
    /// Orders the rows of this kind below the target; the payload lists them.
    Reorder,
}

/// A user's edit, to be sent when possible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// Its own unique id.
    pub id: String,
    pub kind: Kind,
    pub action: Action,
    /// The row; for an order, the parent of the rows.
    pub target: Target,
    /// The parent row, if any.
    pub parent: Option<Target>,
    /// The form, possibly partial for a change; for an order, ids or client's ids; for a deletion null.
    pub payload: Value,
    /// The row as its writer saw it before the edit: as received from the server, or including earlier edits. Null for
    /// a new row.
    pub base: Value,
    /// The newest version contained in what the writer saw; for an order, that of the target.
    pub base_version: Option<i64>,
}

/// State of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Waiting,
    /// In flight: it may have been received, even if the response is lost.
    Sending,
    /// Refused; the server's problem, with the fields to correct.
    Failed(Value),
    /// Modified by somebody else in the meantime: the current row, or null if it was deleted.
    Conflict(Value),
}

/// A write in the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    pub id: String,
    pub kind: Kind,
    pub action: Action,
    pub target: Target,
    pub parent: Option<Target>,
    pub payload: Value,
    pub base: Value,
    pub base_version: Option<i64>,
    pub state: State,
    /// Attempts since its last change.
    pub attempts: u32,
    /// Earliest time of the next attempt.
    pub not_before: Option<DateTime<Utc>>,
    /// It was sent in this form and may have been received: it is repeated unchanged until the server's response is
    /// known.
    #[serde(rename = "perhapsDone")]
    pub maybe_received: bool,
    /// Number of changes after an attempt.
    revision: u32,
}

impl Target {
    /// The client's id, while the row has no other.
    pub fn client_id(&self) -> Option<&str> {
        if let Self::ClientId(own) = self { Some(own) } else { None }
    }

    pub(super) fn learn(&mut self, learned: &Learned) {
        if let Some(id) = self.client_id().and_then(|own| learned.get(own)) {
            *self = Self::Id(*id);
        }
    }
}

impl From<Edit> for Operation {
    fn from(edit: Edit) -> Self {
        let Edit { id, kind, action, target, parent, payload, base, base_version } = edit;
        let state = State::Waiting;
        let (attempts, not_before, maybe_received, revision) = (0, None, false, 0);
        Self {
            id,
            kind,
            action,
            target,
            parent,
            payload,
            base,
            base_version,
            state,
            attempts,
            not_before,
            maybe_received,
            revision,
        }
    }
}

impl Operation {
    /// The idempotency key: the same for every repetition, a new one once the contents change.
    pub fn key(&self) -> String {
        format!("{}.{}", self.id, self.revision)
    }

    /// Whether it writes the same row, or the same order.
    pub(super) fn meets(&self, kind: Kind, target: &Target, action: Action) -> bool {
        let order = |action| action == Action::Reorder;
        self.kind == kind && self.target == *target && order(self.action) == order(action)
    }

    /// Whether it may be changed: it is not in flight and cannot have been received.
    pub(super) fn is_open(&self) -> bool {
        self.state != State::Sending && !self.maybe_received
    }

    /// The merge of my change and theirs, while there is a conflict.
    pub fn merged(&self) -> Option<Merged> {
        let State::Conflict(theirs) = &self.state else { return None };
        Some(merge(self.kind.fields(), &self.base, &self.wanted(), theirs))
    }

    /// The row as I want it: null when it is to be deleted.
    pub(super) fn wanted(&self) -> Value {
        match self.action {
            Action::Delete => Value::Null,
            Action::Create | Action::Update | Action::Cancel | Action::Reorder => {
                overlay(&self.base, &self.payload)
            }
        }
    }

    /// Records that its contents changed.
    pub(super) fn changed(&mut self) {
        if self.attempts > 0 {
            self.revision += 1;
        }
        self.attempts = 0;
        self.not_before = None;
        self.maybe_received = false;
    }

    /// Rebases it on the current row.
    pub(super) fn based_on(&mut self, theirs: &Value, wanted: &Value) {
        self.changed();
        self.state = State::Waiting;
        self.base = theirs.clone();
        self.base_version = theirs.get("version").and_then(Value::as_i64).or(self.base_version);
        self.payload = match self.action {
            Action::Delete => Value::Null,
            // They are no form: they say the same about the row as it is now.
            Action::Cancel | Action::Reorder => return,
            Action::Create | Action::Update => self.differences(theirs, wanted),
        };
    }

    /// The wanted fields that differ; absent fields are unchanged.
    pub(super) fn differences(&self, stands: &Value, wanted: &Value) -> Value {
        let mut change = Map::new();
        for (name, shape) in self.kind.fields() {
            let Some(value) = wanted.get(name) else { continue };
            if !same(*shape, stands.get(name).unwrap_or(&Value::Null), value) {
                change.insert((*name).to_owned(), value.clone());
            }
        }
        Value::Object(change)
    }

    /// The body of the request.
    pub(super) fn body(&self) -> Value {
        match (self.action, self.target.client_id()) {
            (Action::Create, Some(own)) => overlay(&self.payload, &json!({ "clientId": own })),
            (_, _) => self.payload.clone(),
        }
    }
}
