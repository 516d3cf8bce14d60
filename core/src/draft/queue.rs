//! Queue of pending operations in an order in which they can be sent: parents first, and never two writes of the same
//! row at once.
//!
//! The queue uses neither network nor disk. The caller stores it (it is plain data) after every call and before every
//! request: then nothing is lost and nothing is done twice, whenever the computer stops. `compaction` merges edits,
//! `answer` applies responses; this module selects the next operation and applies the user's decisions.

use super::files::ChosenFile;
use super::kind::Kind;
use super::merge::{Choices, Discarded, Undecided};
use super::operation::{Action, Operation, State, Target};
use super::pauses::{LONGEST_WAIT, LOST_ATTEMPTS};
use super::references::{Learned, fill_in, needed};
use super::shape::{form, same_form};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub use super::answer::{Answer, Outcome};
pub use super::compaction::NotAdded;

/// The pending operations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Queue {
    pub(super) operations: Vec<Operation>,
    pub(super) learned: Learned,
    /// Chosen files by their local addresses.
    #[serde(default)]
    pub(super) files: BTreeMap<String, ChosenFile>,
    /// The server requires signing in.
    pub(super) signed_out: bool,
    /// Why the signed-in user may not write; the server's problem.
    #[serde(default)]
    pub(super) denied: Option<Value>,
    /// Consecutive attempts without a response.
    pub(super) unreached: u32,
    pub(super) not_before: Option<DateTime<Utc>>,
    pub(super) superseded: Vec<Operation>,
}

/// Next step of the sender.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// It is in flight from now on: store the queue, then send it.
    Send(Box<Request>),
    /// Sending stops until somebody signs in.
    SignIn,
    /// Sending stops until somebody retries: the signed-in user may not write.
    Denied,
    /// Nothing is ready before this time.
    Later(DateTime<Utc>),
    /// Nothing is ready: the queue is empty, the user must correct or resolve something, or a file must be uploaded
    /// first.
    Idle,
}

/// A request for an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Id of the operation.
    pub operation: String,
    /// The idempotency key.
    pub key: String,
    pub kind: Kind,
    pub action: Action,
    pub target: Target,
    pub parent: Option<Target>,
    pub body: Value,
    /// `If-Match`.
    pub version: Option<i64>,
}

impl Queue {
    /// All pending operations, in the order in which they were added.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// One of them.
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// Whether a row has pending edits: the server's version must not overwrite them in the local copy.
    pub fn holds(&self, kind: Kind, target: &Target) -> bool {
        let mut target = target.clone();
        target.learn(&self.learned);
        self.operations.iter().any(|operation| operation.meets(kind, &target, Action::Update))
    }

    /// The server's id of a row that a client created.
    pub fn id_of(&self, client_id: &str) -> Option<i64> {
        self.learned.get(client_id).copied()
    }

    /// Takes out the operations that were dropped without being sent: their texts belong in the history.
    pub fn take_superseded(&mut self) -> Vec<Operation> {
        std::mem::take(&mut self.superseded)
    }

    /// Takes the next operation to be sent. Only one caller at a time sends, and takes the next one after the response
    /// was recorded or that failed: an operation still in flight then may have been received.
    pub fn take(&mut self, now: DateTime<Utc>) -> Next {
        self.recover();
        self.settle_orphans();
        let ready: Vec<usize> = (0..self.operations.len()).filter(|at| self.is_ready(*at)).collect();
        if ready.is_empty() {
            return Next::Idle;
        }
        if self.signed_out {
            return Next::SignIn;
        }
        if self.denied.is_some() {
            return Next::Denied;
        }
        let latest = now + LONGEST_WAIT;
        let real = |time: &DateTime<Utc>| *time <= latest;
        let time =
            |at: &usize| self.operations[*at].not_before.filter(real).max(self.not_before.filter(real));
        if let Some(at) = ready.iter().find(|at| time(at).is_none_or(|time| time <= now)) {
            return Next::Send(Box::new(self.send(*at)));
        }
        ready.iter().filter_map(time).min().map_or(Next::Idle, Next::Later)
    }

    /// Whether all its dependencies are known, and no earlier operation of the same row is pending.
    fn is_ready(&self, at: usize) -> bool {
        let operation = &self.operations[at];
        operation.state == State::Waiting
            && needed(operation).is_empty()
            && self.pending_files(operation).next().is_none()
            && !self.operations[..at]
                .iter()
                .any(|o| o.meets(operation.kind, &operation.target, operation.action))
    }

    fn send(&mut self, at: usize) -> Request {
        let operation = &mut self.operations[at];
        operation.state = State::Sending;
        operation.attempts = operation.attempts.saturating_add(1);
        Request {
            operation: operation.id.clone(),
            key: operation.key(),
            kind: operation.kind,
            action: operation.action,
            target: operation.target.clone(),
            parent: operation.parent.clone(),
            body: operation.body(),
            version: match operation.action {
                Action::Create => None,
                // Without a known version nothing must be overwritten: no row has version 0.
                Action::Update | Action::Delete | Action::Cancel => operation.base_version.or(Some(0)),
                Action::Reorder => operation.base_version,
            },
        }
    }

    /// Called when nothing is being sent: operations in flight are sent again unchanged.
    pub fn recover(&mut self) {
        for operation in self.operations.iter_mut().filter(|operation| operation.state == State::Sending) {
            operation.state = State::Waiting;
            operation.maybe_received = true;
        }
    }

    /// Somebody signed in: sending resumes.
    pub fn signed_in(&mut self) {
        self.signed_out = false;
        self.resume();
    }

    /// The signed-in user may not write: all operations wait.
    pub fn deny(&mut self, problem: Value) {
        self.denied = Some(problem);
    }

    /// Why the signed-in user may not write, as last reported by the server.
    pub fn denied(&self) -> Option<&Value> {
        self.denied.as_ref()
    }

    /// The signed-in user may write again, or retries: sending resumes at once.
    pub fn resume(&mut self) {
        self.denied = None;
        self.clear_delays();
    }

    /// The server is reachable again: pending operations are sent at once, except those repeatedly lost while it was
    /// reachable. Something on the way blocks these, and later ones need not wait for them.
    pub fn reached(&mut self) {
        self.not_before = None;
        self.unreached = 0;
        for operation in &mut self.operations {
            if operation.attempts < LOST_ATTEMPTS {
                operation.not_before = None;
            }
        }
    }

    /// The user retries: pending operations are sent at once.
    pub fn clear_delays(&mut self) {
        self.not_before = None;
        self.unreached = 0;
        for operation in &mut self.operations {
            operation.not_before = None;
        }
    }

    /// Sends a refused operation again unchanged: the reason may be gone.
    pub fn retry(&mut self, id: &str) {
        self.retry_refused(|operation| operation.id == id);
    }

    /// Sends all refused operations again, without delay.
    pub fn retry_all(&mut self) {
        self.retry_refused(|_| true);
        self.resume();
    }

    fn retry_refused(&mut self, wanted: impl Fn(&Operation) -> bool) {
        let refused = |o: &&mut Operation| matches!(o.state, State::Failed(_)) && wanted(o);
        for operation in self.operations.iter_mut().filter(refused) {
            operation.changed();
            operation.state = State::Waiting;
        }
    }

    /// Resolves a conflict with these choices. `client_id` is for a new row, if the row must be created again because
    /// the server has deleted it. Returns the discarded values; none when there is no conflict.
    ///
    /// # Errors
    /// The paths without a choice; the conflict remains.
    pub fn resolve(
        &mut self,
        id: &str,
        choices: &Choices,
        client_id: &str,
    ) -> Result<Vec<Discarded>, Undecided> {
        let Some(at) = self.operations.iter().position(|operation| operation.id == id) else {
            return Ok(Vec::new());
        };
        let operation = &mut self.operations[at];
        let (State::Conflict(theirs), Some(merged)) = (operation.state.clone(), operation.merged()) else {
            return Ok(Vec::new());
        };
        let resolved = merged.resolve(choices)?;
        let fields = operation.kind.fields();
        match (resolved.value.is_null(), theirs.is_null()) {
            (true, true) => drop(self.operations.remove(at)),
            (false, false) if same_form(fields, &theirs, &resolved.value) => drop(self.operations.remove(at)),
            (true, false) => {
                operation.action = Action::Delete;
                operation.based_on(&theirs, &Value::Null);
            }
            (false, false) => {
                operation.action = Action::Update;
                operation.based_on(&theirs, &resolved.value);
            }
            (false, true) => self.make_anew(at, &resolved.value, client_id),
        }
        Ok(resolved.lost)
    }

    /// Creates a row again that the server has deleted; operations that depend on it refer to the new one.
    fn make_anew(&mut self, at: usize, value: &Value, client_id: &str) {
        let operation = &mut self.operations[at];
        let (kind, old) = (operation.kind, operation.target.clone());
        let new = Target::ClientId(client_id.to_owned());
        operation.changed();
        operation.action = Action::Create;
        operation.state = State::Waiting;
        operation.base = Value::Null;
        operation.base_version = None;
        operation.payload = form(operation.kind.fields(), value);
        if let Value::Object(payload) = &mut operation.payload {
            payload.remove("id");
            payload.remove("orderIndex");
            for (name, _) in kind.lists() {
                for row in payload.get_mut(*name).and_then(Value::as_array_mut).into_iter().flatten() {
                    row.as_object_mut().map(|row| row.remove("id"));
                }
            }
        }
        operation.target = new.clone();
        self.rename(kind, &old, &new);
    }

    /// Replaces references to one row by references to another.
    fn rename(&mut self, kind: Kind, old: &Target, new: &Target) {
        let value = |target: &Target| match target {
            Target::Id(id) => Value::from(*id),
            Target::ClientId(text) | Target::Name(text) => Value::from(text.as_str()),
        };
        for operation in self.operations.iter_mut().filter(|operation| operation.is_open()) {
            if operation.kind.parent() == Some(kind) && operation.parent.as_ref() == Some(old) {
                operation.parent = Some(new.clone());
            }
            for (name, of) in operation.kind.references() {
                for form in [&mut operation.payload, &mut operation.base] {
                    if let Some(named) =
                        form.get_mut(name).filter(|named| *of == kind && **named == value(old))
                    {
                        *named = value(new);
                    }
                }
            }
        }
    }

    /// Inserts the known ids into every operation that is not in flight.
    pub(super) fn fill_in(&mut self) {
        for operation in self.operations.iter_mut().filter(|operation| operation.is_open()) {
            fill_in(operation, &self.learned);
        }
    }
}
