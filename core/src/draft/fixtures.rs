//! Shared fixtures of the queue's tests: edits of lessons, and responses to them.

use super::kind::Kind;
use super::operation::{Action, Edit, Operation, Target};
use super::queue::{Answer, Next, Outcome, Queue, Request};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

pub(super) fn now() -> DateTime<Utc> {
    "2026-01-01T10:00:00Z".parse().unwrap()
}

pub(super) fn new(own: &str) -> Target {
    Target::ClientId(own.to_owned())
}

pub(super) fn edit(id: &str, kind: Kind, action: Action, target: Target, payload: Value) -> Edit {
    let (base, base_version) = match action {
        Action::Update | Action::Delete | Action::Cancel => (row(7, 3, "avant", "<p>avant</p>"), Some(3)),
        Action::Create | Action::Reorder => (Value::Null, None),
    };
    Edit { id: id.to_owned(), kind, action, target, parent: None, payload, base, base_version }
}

pub(super) fn create(id: &str, own: &str, title: &str) -> Edit {
    let payload = json!({"chapterId": 1, "title": title, "content": "<p>neuf</p>"});
    edit(id, Kind::Lesson, Action::Create, new(own), payload)
}

pub(super) fn update(id: &str, target: Target, change: Value) -> Edit {
    edit(id, Kind::Lesson, Action::Update, target, change)
}

/// An edit based on a pending one, whatever its contents.
pub(super) fn then(id: &str, target: Target, change: Value) -> Edit {
    Edit { base: Value::Null, ..update(id, target, change) }
}

pub(super) fn delete(id: &str, target: Target) -> Edit {
    edit(id, Kind::Lesson, Action::Delete, target, Value::Null)
}

pub(super) fn row(id: i64, version: i64, title: &str, content: &str) -> Value {
    json!({"id": id, "version": version, "chapterId": 1, "title": title, "content": content, "orderIndex": 1})
}

pub(super) fn done(row: Value) -> Answer {
    Answer::Done { row, known: false }
}

pub(super) fn queue(edits: impl IntoIterator<Item = Edit>) -> Queue {
    let mut queue = Queue::default();
    for edit in edits {
        queue.add(edit).unwrap();
    }
    queue
}

pub(super) fn send(queue: &mut Queue) -> Request {
    match queue.take(now()) {
        Next::Send(request) => *request,
        other => panic!("{other:?}"),
    }
}

pub(super) fn answer(queue: &mut Queue, request: &Request, answer: Answer) -> Outcome {
    queue.answered(&request.operation, answer, now(), 0).unwrap()
}

/// The pending operations: id, action and title.
pub(super) fn waiting(queue: &Queue) -> Vec<(String, Action, Value)> {
    let shown = |o: &Operation| (o.id.clone(), o.action, o.payload["title"].clone());
    queue.operations().iter().map(shown).collect()
}
