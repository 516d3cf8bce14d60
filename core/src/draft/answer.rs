//! Effects of the server's responses on an operation and on the queue.

use super::operation::{Action, Operation, State, Target};
use super::pauses::{LONGEST_WAIT, LOST_ATTEMPTS, MAX_LOST_DELAY, pause};
use super::queue::Queue;
use super::references::learn;
use super::shape::{overlay, same_form};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

/// Response to an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Done; the current row, null after a deletion. `known`: the row existed already.
    Done { row: Value, known: bool },
    /// Nobody is signed in, or the session has ended.
    SignedOut,
    /// The signed-in user may not write at all: another role, no second factor, or a password to be chosen.
    Denied(Value),
    /// The row, or one of its parents, does not exist.
    Missing(Value),
    /// The row existed and was deleted.
    Gone,
    /// Modified by somebody else in the meantime; the current row.
    Stale(Value),
    /// Retry later.
    Later(Option<TimeDelta>),
    /// A rule is broken; the problem.
    Refused(Value),
    /// No response; whether the request was received is unknown.
    Lost,
}

/// What became of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Done; the row for the local copy.
    Done(Value),
    /// Its contents changed, merged with the current row: it is sent again at once.
    Retry,
    /// Pending.
    Waits,
    /// The user must sign in.
    SignIn,
    /// The signed-in user may not write.
    Denied,
    /// The user must correct it.
    Failed,
    /// The user must resolve a conflict.
    Conflict,
}

impl Answer {
    /// From an HTTP response. `after` is `Retry-After`.
    #[must_use]
    pub fn read(status: u16, body: Value, after: Option<TimeDelta>) -> Self {
        let code = body.get("code").and_then(Value::as_str);
        match status {
            200..=299 => Self::Done { row: body, known: status == 200 },
            401 => Self::SignedOut,
            // The server sends this code about the user, never about content: every write by this user is refused.
            403 if code.is_some() => Self::Denied(body),
            404 if code.is_some() => Self::Missing(body),
            410 if code.is_some() => Self::Gone,
            412 if body.get("current").is_some() => Self::Stale(body["current"].clone()),
            409 if code == Some("idempotency_in_flight") => Self::Later(after),
            // A response without a code comes from another host on the way, not from the server.
            400..=499 if code.is_some() && status != 408 && status != 429 => Self::Refused(body),
            _ => Self::Later(after),
        }
    }
}

impl Queue {
    /// Applies the response to an in-flight operation; none when there is none with this id. `random` is a random
    /// number from the caller.
    pub fn answered(&mut self, id: &str, answer: Answer, now: DateTime<Utc>, random: u32) -> Option<Outcome> {
        let sent = |operation: &Operation| operation.id == id && operation.state == State::Sending;
        let at = self.operations.iter().position(sent)?;
        let answer = reject_foreign_success(&self.operations[at], answer);
        if answer != Answer::Lost {
            self.unreached = 0;
            self.not_before = None;
        }
        Some(match answer {
            Answer::Done { row, known } => self.done(at, row, known),
            Answer::SignedOut => {
                self.signed_out = true;
                self.operations[at].state = State::Waiting;
                Outcome::SignIn
            }
            Answer::Denied(problem) => {
                self.denied = Some(problem);
                self.operations[at].state = State::Waiting;
                Outcome::Denied
            }
            Answer::Lost => {
                self.unreached = self.unreached.saturating_add(1);
                self.not_before = Some(now + pause(self.unreached, random));
                let attempts = self.operations[at].attempts;
                let often = attempts >= LOST_ATTEMPTS;
                self.wait(at, often.then(|| now + pause(attempts, random).min(MAX_LOST_DELAY)))
            }
            Answer::Later(after) => {
                let pause = pause(self.operations[at].attempts, random);
                self.wait(at, Some(now + pause.max(after.unwrap_or_default()).min(LONGEST_WAIT)))
            }
            Answer::Stale(row) => self.stale(at, &row),
            Answer::Gone => self.gone(at),
            Answer::Missing(problem) => match self.operations[at].action {
                // Its parent row does not exist.
                Action::Create => self.refused(at, problem),
                Action::Update | Action::Delete | Action::Cancel | Action::Reorder => self.gone(at),
            },
            Answer::Refused(problem) => self.refused(at, problem),
        })
    }

    fn wait(&mut self, at: usize, until: Option<DateTime<Utc>>) -> Outcome {
        let operation = &mut self.operations[at];
        operation.state = State::Waiting;
        operation.maybe_received = true;
        operation.not_before = until;
        Outcome::Waits
    }

    /// Done: operations that depend on it get the new ids, and later ones of the same row are based on the current row.
    fn done(&mut self, at: usize, row: Value, known: bool) -> Outcome {
        let sent = self.operations.remove(at);
        learn(&sent, &row, &mut self.learned);
        let target = match row.get("id").and_then(Value::as_i64) {
            Some(id) if sent.action == Action::Create => Target::Id(id),
            Some(_) | None => sent.target.clone(),
        };
        self.fill_in();
        let behind = self.operations.iter().position(|o| o.meets(sent.kind, &target, sent.action));
        if let Some(behind) = behind.filter(|_| sent.action != Action::Reorder) {
            let operation = &mut self.operations[behind];
            operation.base_version = row.get("version").and_then(Value::as_i64);
            operation.base = row.clone();
            // A row that already existed may have been modified by others since.
            if known && sent.action == Action::Create && !same_form(sent.kind.fields(), &row, &sent.payload) {
                operation.base = overlay(&row, &sent.payload);
                self.stale(behind, &row);
            }
        }
        Outcome::Done(row)
    }

    /// Somebody else was first: merges both changes, or leaves a conflict to the user.
    fn stale(&mut self, at: usize, theirs: &Value) -> Outcome {
        if !self.fold_after_refusal(at) {
            return Outcome::Done(Value::Null);
        }
        let operation = &mut self.operations[at];
        if matches!(operation.action, Action::Reorder | Action::Cancel) {
            operation.based_on(theirs, &Value::Null);
            return Outcome::Retry;
        }
        operation.state = State::Conflict(theirs.clone());
        let Some(merged) = operation.merged() else { return Outcome::Conflict };
        if !merged.conflicts.is_empty() {
            return Outcome::Conflict;
        }
        if !merged.value.is_null() && same_form(operation.kind.fields(), theirs, &merged.value) {
            self.operations.remove(at);
            return Outcome::Done(theirs.clone());
        }
        operation.based_on(theirs, &merged.value);
        Outcome::Retry
    }

    /// The row is deleted, which completes a deletion, and leaves nothing to order or to cancel.
    fn gone(&mut self, at: usize) -> Outcome {
        if !self.fold_after_refusal(at) {
            return Outcome::Done(Value::Null);
        }
        let operation = &mut self.operations[at];
        if matches!(operation.action, Action::Delete | Action::Reorder) {
            self.operations.remove(at);
            return Outcome::Done(Value::Null);
        }
        if operation.action == Action::Cancel {
            let cancellation = self.operations.remove(at);
            self.superseded.push(cancellation);
            return Outcome::Done(Value::Null);
        }
        operation.state = State::Conflict(Value::Null);
        if operation.merged().is_some_and(|merged| merged.conflicts.is_empty() && merged.value.is_null()) {
            self.operations.remove(at);
            return Outcome::Done(Value::Null);
        }
        Outcome::Conflict
    }

    fn refused(&mut self, at: usize, problem: Value) -> Outcome {
        let operation = &mut self.operations[at];
        if operation.action == Action::Reorder
            && let Some(rest) = without_unknown(&operation.payload, &problem)
        {
            operation.changed();
            operation.state = State::Waiting;
            operation.payload = rest;
            return Outcome::Retry;
        }
        operation.state = State::Failed(problem);
        if !self.fold_after_refusal(at) {
            return Outcome::Done(Value::Null);
        }
        match self.operations[at].state {
            State::Failed(_) => Outcome::Failed,
            State::Waiting | State::Sending | State::Conflict(_) => Outcome::Retry,
        }
    }

    /// The operation was certainly not executed: merges the later operations of the same row into it. Returns whether
    /// it remains.
    fn fold_after_refusal(&mut self, at: usize) -> bool {
        let id = self.operations[at].id.clone();
        self.operations[at].maybe_received = false;
        self.fold(at);
        self.operations.get(at).is_some_and(|operation| operation.id == id)
    }
}

/// A success without the server's response format comes from elsewhere: a captive portal, a proxy.
fn reject_foreign_success(operation: &Operation, answer: Answer) -> Answer {
    let Answer::Done { row, known } = &answer else { return answer };
    let is_the_schools = match operation.action {
        Action::Create | Action::Update | Action::Cancel => row.get("id").is_some(),
        // 204, and never 200.
        Action::Delete => !known,
        Action::Reorder => row.is_array(),
    };
    if is_the_schools { answer } else { Answer::Later(None) }
}

/// An order without the rows that no longer exist; none when there are other faults.
fn without_unknown(order: &Value, problem: &Value) -> Option<Value> {
    let unknown = problem.get("fields")?.as_array()?.iter().map(|field| {
        let is_unknown = field.get("code").and_then(Value::as_str) == Some("unknown_reference");
        let place = field.get("name").and_then(Value::as_str)?.strip_prefix('[')?.strip_suffix(']')?;
        place.parse::<usize>().ok().filter(|_| is_unknown)
    });
    let unknown: Vec<usize> = unknown.collect::<Option<_>>().filter(|places: &Vec<_>| !places.is_empty())?;
    let rest = order.as_array()?.iter().enumerate().filter(|(place, _)| !unknown.contains(place));
    Some(rest.map(|(_, row)| row.clone()).collect())
}
