//! A test server: it responds like the real one, stores every key, and records what was done.

use super::kind::Kind;
use super::operation::{Action, Target};
use super::queue::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A server with chapters and lessons and the rules of the real one.
#[derive(Default)]
pub(super) struct School {
    pub(super) rows: BTreeMap<i64, (Kind, String, Value)>,
    answers: BTreeMap<String, (Value, u16, Value)>,
    /// What was done, by operation.
    pub(super) done: Vec<String>,
    pub(super) buried: BTreeMap<String, Value>,
    last_id: i64,
}

impl School {
    pub(super) fn handle(&mut self, request: &Request) -> (u16, Value) {
        let sent = json!([request.body, request.version, format!("{:?}", request.target)]);
        if let Some((before, status, body)) = self.answers.get(&request.key) {
            assert_eq!(*before, sent, "one key for two things");
            return (*status, body.clone());
        }
        let (status, body) = self.work(request);
        if status == 201 || status == 204 || status == 200 && request.action != Action::Create {
            self.done.push(request.operation.clone());
        }
        self.answers.insert(request.key.clone(), (sent, status, body.clone()));
        (status, body)
    }

    fn work(&mut self, request: &Request) -> (u16, Value) {
        match (request.action, &request.target) {
            (Action::Create, Target::ClientId(own)) => self.create(request, own),
            (Action::Reorder, Target::Id(id)) => self.order(request, *id),
            (Action::Update | Action::Delete, Target::Id(id)) => {
                let Some((_, own, row)) = self.rows.get_mut(id) else {
                    return (404, json!({"code": "not_found"}));
                };
                if row["version"].as_i64() != request.version {
                    return (412, json!({"code": "stale", "current": row}));
                }
                if request.action == Action::Delete {
                    self.buried.insert(own.clone(), row.clone());
                    self.rows.remove(id);
                    let under = self.rows.extract_if(.., |_, (_, _, row)| row["chapterId"] == json!(id));
                    self.buried.extend(under.map(|(_, (_, own, row))| (own, row)));
                    return (204, Value::Null);
                }
                row.as_object_mut().unwrap().extend(request.body.as_object().unwrap().clone());
                row["version"] = json!(row["version"].as_i64().unwrap() + 1);
                (200, row.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    fn create(&mut self, request: &Request, own: &str) -> (u16, Value) {
        if let Some((_, _, row)) = self.rows.values().find(|(_, known, _)| known == own) {
            return (200, row.clone());
        }
        if self.buried.contains_key(own) {
            return (410, json!({"code": "gone"}));
        }
        let chapter = request.body["chapterId"].as_i64();
        if request.kind == Kind::Lesson && !chapter.is_some_and(|id| self.rows.contains_key(&id)) {
            let field = json!({"name": "chapterId", "code": "unknown_reference"});
            return (422, json!({"code": "unknown_reference", "fields": [field]}));
        }
        self.last_id += 1;
        let mut row = request.body.clone();
        row["id"] = json!(self.last_id);
        row["version"] = json!(1);
        self.rows.insert(self.last_id, (request.kind, own.to_owned(), row.clone()));
        (201, row)
    }

    fn order(&mut self, request: &Request, chapter: i64) -> (u16, Value) {
        let known = |id: &Value| id.as_i64().is_some_and(|id| self.rows.contains_key(&id));
        let named = request.body.as_array().unwrap().iter().enumerate();
        let unknown = named.filter(|(_, id)| !known(id));
        let faults: Value =
            unknown.map(|(n, _)| json!({"name": format!("[{n}]"), "code": "unknown_reference"})).collect();
        let Some((_, _, row)) = self.rows.get_mut(&chapter) else {
            return (404, json!({"code": "not_found"}));
        };
        if request.version.is_some_and(|version| row["version"] != json!(version)) {
            return (412, json!({"code": "stale", "current": row}));
        }
        if faults != json!([]) {
            return (422, json!({"code": "unknown_reference", "fields": faults}));
        }
        row["version"] = json!(row["version"].as_i64().unwrap() + 1);
        (200, json!([]))
    }
}
