//! One write that waits to be sent: what it does to which row, and how far it has come.

use super::kind::Kind;
use super::merge::{Merged, merge};
use super::references::Learned;
use super::shape::{laid_over, same};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A row, wherever it stands by now.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// The school knows it.
    Id(i64),
    /// The client's own id of a new one.
    ClientId(String),
    /// What has a name instead: a category of questions and answers.
    Name(String),
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Create,
    Update,
    Delete,
    /// The rows of this kind under the target are put in order; the payload lists them.
    Reorder,
}

/// What somebody did, to be sent when it can be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// Its own id, never used before.
    pub id: String,
    pub kind: Kind,
    pub action: Action,
    /// The row; of a new order what the rows stand under.
    pub target: Target,
    /// What the row stands under, if anything.
    pub parent: Option<Target>,
    /// The form, of a change perhaps in part; of an order ids, or the client's own; of a deletion null.
    pub payload: Value,
    /// The row as its writer saw it before this: as it came from the school, or with what was added last. Null for a
    /// new one.
    pub base: Value,
    /// The newest version that is in what the writer saw; of an order that of the target.
    pub base_version: Option<i64>,
}

/// How far an operation has come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Waiting,
    /// On its way: it may have arrived, whatever becomes of the answer.
    Sending,
    /// Refused; the school's problem, with the fields to correct.
    Failed(Value),
    /// Written by somebody else meanwhile: their row, or null when it is gone.
    Conflict(Value),
}

/// A write that waits to be sent.
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
    /// Tries since it last changed.
    pub attempts: u32,
    /// Not to be sent before.
    pub not_before: Option<DateTime<Utc>>,
    /// It was sent as it is and may have arrived: it is repeated letter by letter until the school says what became
    /// of it.
    pub perhaps_done: bool,
    /// How often it was changed after the school had answered.
    revision: u32,
}

impl Target {
    /// The client's own id, while that is all there is.
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
        let (attempts, not_before, perhaps_done, revision) = (0, None, false, 0);
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
            perhaps_done,
            revision,
        }
    }
}

impl Operation {
    /// The idempotency key: the same for every repeat, another one once the operation says something else.
    pub fn key(&self) -> String {
        format!("{}.{}", self.id, self.revision)
    }

    /// Whether it writes the same row, or the same order.
    pub(super) fn meets(&self, kind: Kind, target: &Target, action: Action) -> bool {
        let order = |action| action == Action::Reorder;
        self.kind == kind && self.target == *target && order(self.action) == order(action)
    }

    /// Whether it may be changed: nothing of it is on its way.
    pub(super) fn is_open(&self) -> bool {
        self.state != State::Sending && !self.perhaps_done
    }

    /// My change and theirs, while somebody has to choose.
    pub fn merged(&self) -> Option<Merged> {
        let State::Conflict(theirs) = &self.state else { return None };
        Some(merge(self.kind.fields(), &self.base, &self.wanted(), theirs))
    }

    /// The row as I want it: null when it is to go.
    pub(super) fn wanted(&self) -> Value {
        match self.action {
            Action::Delete => Value::Null,
            Action::Create | Action::Update | Action::Reorder => laid_over(&self.base, &self.payload),
        }
    }

    /// Says something else from now on.
    pub(super) fn changed(&mut self) {
        if self.attempts > 0 {
            self.revision += 1;
        }
        self.attempts = 0;
        self.not_before = None;
        self.perhaps_done = false;
    }

    /// Becomes a change of what stands now.
    pub(super) fn based_on(&mut self, theirs: &Value, wanted: &Value) {
        self.changed();
        self.state = State::Waiting;
        self.base = theirs.clone();
        self.base_version = theirs.get("version").and_then(Value::as_i64).or(self.base_version);
        self.payload = match self.action {
            Action::Delete => Value::Null,
            Action::Create | Action::Update | Action::Reorder => self.differences(theirs, wanted),
        };
    }

    /// The fields in which they differ, as wanted: what is absent stays as it is.
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

    /// What is sent.
    pub(super) fn body(&self) -> Value {
        match (self.action, self.target.client_id()) {
            (Action::Create, Some(own)) => laid_over(&self.payload, &json!({ "clientId": own })),
            (Action::Create | Action::Update | Action::Delete | Action::Reorder, _) => self.payload.clone(),
        }
    }
}
