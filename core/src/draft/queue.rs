//! What waits to be sent, in the order in which it can be: what something stands under goes first, and of one row
//! never two writes at once.
//!
//! The queue knows neither network nor disk. Whoever drives it keeps it (it is plain data) after every call and
//! before every sending: then nothing is lost and nothing done twice, wherever the machine stops. `compaction` says
//! how edits come together, `answer` what the school's answers do, this file what goes next and what a writer decides.

use super::files::ChosenFile;
use super::kind::Kind;
use super::merge::{Choices, Lost, Undecided};
use super::operation::{Action, Operation, State, Target};
use super::pauses::{LONGEST_WAIT, OFTEN};
use super::references::{Learned, fill_in, needed};
use super::shape::{form, same_form};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub use super::answer::{Answer, Outcome};
pub use super::compaction::NotAdded;

/// The waiting operations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Queue {
    pub(super) operations: Vec<Operation>,
    pub(super) learned: Learned,
    /// By their addresses on this computer.
    #[serde(default)]
    pub(super) files: BTreeMap<String, ChosenFile>,
    /// The school wants to know who it is.
    pub(super) signed_out: bool,
    /// Why whoever is signed in may not write; the school's problem.
    #[serde(default)]
    pub(super) denied: Option<Value>,
    /// Tries in a row that reached nobody.
    pub(super) unreached: u32,
    pub(super) not_before: Option<DateTime<Utc>>,
    pub(super) superseded: Vec<Operation>,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// It is on its way from now on: keep the queue, then send it.
    Send(Box<Request>),
    /// Nothing goes before somebody signs in.
    SignIn,
    /// Nothing goes before somebody tries again: whoever is signed in may not write.
    Denied,
    /// Nothing goes before then.
    Later(DateTime<Utc>),
    /// Nothing is left that could go: the queue is empty, somebody has to correct or choose, or a file is to arrive first.
    Idle,
}

/// An operation as it is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Whose answer it will be.
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
    /// Everything that waits, in the order in which it was written.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// One of them.
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// Whether a row has edits that wait: what comes from the school must not be laid over it.
    pub fn holds(&self, kind: Kind, target: &Target) -> bool {
        let mut target = target.clone();
        target.learn(&self.learned);
        self.operations.iter().any(|operation| operation.meets(kind, &target, Action::Update))
    }

    /// The id the school gave to what a client made.
    pub fn id_of(&self, client_id: &str) -> Option<i64> {
        self.learned.get(client_id).copied()
    }

    /// Takes out what went without having been sent: its texts belong into the history.
    pub fn take_superseded(&mut self) -> Vec<Operation> {
        std::mem::take(&mut self.superseded)
    }

    /// Takes the next operation out to be sent. Only one caller at a time sends, and takes the next when the answer is
    /// noted or could not be: what is still on its way then may have arrived.
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

    /// Whether all it needs is known, and nothing older waits for the same row.
    fn is_ready(&self, at: usize) -> bool {
        let operation = &self.operations[at];
        operation.state == State::Waiting
            && needed(operation).is_empty()
            && self.awaited(operation).next().is_none()
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
                // Who does not know what stands there changes nothing unseen: no row has this version.
                Action::Update | Action::Delete => operation.base_version.or(Some(0)),
                Action::Reorder => operation.base_version,
            },
        }
    }

    /// When nobody sends: what was on its way is sent again as it was.
    pub fn recover(&mut self) {
        for operation in self.operations.iter_mut().filter(|operation| operation.state == State::Sending) {
            operation.state = State::Waiting;
            operation.perhaps_done = true;
        }
    }

    /// Somebody signed in: everything goes on.
    pub fn signed_in(&mut self) {
        self.signed_out = false;
        self.resume();
    }

    /// Whoever is signed in may not write: all of it waits.
    pub fn deny(&mut self, problem: Value) {
        self.denied = Some(problem);
    }

    /// Why whoever is signed in may not write, as the school said last.
    pub fn denied(&self) -> Option<&Value> {
        self.denied.as_ref()
    }

    /// Whoever is signed in may write again, or somebody thinks so: everything goes on at once.
    pub fn resume(&mut self) {
        self.denied = None;
        self.tried_again();
    }

    /// The school is there again: what waits goes at once, but not what was lost again and again while the school was
    /// there. Something on the way cannot bear it, and what stands behind it is not to wait for it.
    pub fn reached(&mut self) {
        self.not_before = None;
        self.unreached = 0;
        for operation in &mut self.operations {
            if operation.attempts < OFTEN {
                operation.not_before = None;
            }
        }
    }

    /// Somebody does not want to wait: what waits goes at once.
    pub fn tried_again(&mut self) {
        self.not_before = None;
        self.unreached = 0;
        for operation in &mut self.operations {
            operation.not_before = None;
        }
    }

    /// What was refused goes once more as it is: what was in its way may be gone.
    pub fn retry(&mut self, id: &str) {
        self.retry_refused(|operation| operation.id == id);
    }

    /// Everything that was refused goes once more, and nothing waits any longer.
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

    /// Settles a conflict by what was chosen. `client_id` is the one of a new row, should the thing have to be made
    /// anew because the school has it no more. Answers what lost; nothing where no conflict is.
    ///
    /// # Errors
    /// The paths without a choice; the conflict stays.
    pub fn resolve(&mut self, id: &str, choices: &Choices, client_id: &str) -> Result<Vec<Lost>, Undecided> {
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

    /// What the school has no more is made again, as a new row; what waits for it waits for the new one.
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

    /// What stood under one row stands under another.
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

    /// Takes the ids that are known by now into everything that is not on its way.
    pub(super) fn fill_in(&mut self) {
        for operation in self.operations.iter_mut().filter(|operation| operation.is_open()) {
            fill_in(operation, &self.learned);
        }
    }
}
