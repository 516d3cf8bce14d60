//! An app without a connection: writes are processed as in the app, and only stored.

use std::collections::BTreeMap;

use http::{Method, StatusCode};
use preau_desktop::content::{after, edit, route};
use preau_desktop::store::Store;
use serde_json::{Value, json};

use crate::local_value;

pub struct TestApp {
    pub store: Store,
}

impl TestApp {
    /// Writes; answers status and body.
    pub fn try_write(
        &self,
        method: &Method,
        path: &str,
        body: &Value,
        version: Option<i64>,
    ) -> (StatusCode, Value) {
        let call = route(method, path).unwrap_or_else(|| panic!("{method} {path} is no content"));
        let mut request = http::Request::builder().method(method).uri(path);
        if let Some(version) = version {
            request = request.header("if-match", format!("\"{version}\""));
        }
        let text = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let answer = match edit(&self.store, &call, &request.body(text).unwrap()).unwrap() {
            Err(refused) => refused,
            Ok(edits) => {
                self.store
                    .change_queue(|queue| {
                        for edit in edits.edits() {
                            queue.add(edit.clone()).unwrap();
                        }
                    })
                    .unwrap();
                after(&self.store, &edits).unwrap()
            }
        };
        (answer.status(), serde_json::from_slice(answer.body()).unwrap_or_default())
    }

    fn write(&self, method: &Method, path: &str, body: &Value, version: Option<i64>) -> Value {
        let (status, answer) = self.try_write(method, path, body, version);
        assert!(status.is_success(), "{method} {path} {body}: {status} {answer}");
        answer
    }

    pub fn make(&self, path: &str, body: Value) -> Value {
        self.write(&Method::POST, path, &body, None)
    }

    /// Changes a row as the page does, which names the version it has seen.
    pub fn change(&self, path: &str, seen: &Value, body: Value) -> Value {
        self.write(&Method::PUT, path, &body, seen["version"].as_i64())
    }

    pub fn delete(&self, path: &str) {
        self.write(&Method::DELETE, path, &Value::Null, None);
    }

    /// Cancels a session of which the page has seen this version.
    pub fn cancel(&self, path: &str, seen: &Value, reason: &str) {
        let body = json!({ "reason": reason });
        self.write(&Method::PATCH, &format!("{path}/cancel"), &body, seen["version"].as_i64());
    }

    pub fn get(&self, path: &str) -> Value {
        local_value(&self.store, path)
    }

    /// The ids of a list.
    pub fn ids(&self, path: &str) -> Vec<i64> {
        let list = self.get(path);
        let ids = list.as_array().unwrap_or_else(|| panic!("{path}: {list}")).iter();
        ids.map(|row| row["id"].as_i64().unwrap()).collect()
    }

    /// All that the page can see, by address.
    pub fn all(&self) -> BTreeMap<String, Value> {
        let mut all = BTreeMap::new();
        let mut see = |path: String| {
            let value = self.get(&path);
            let ids = value
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|row| row["id"].as_i64())
                .collect::<Vec<_>>();
            all.insert(path, value);
            ids
        };
        for language in self.get("/languages").as_array().unwrap() {
            see(format!("/tests/{}", language["code"].as_str().unwrap()));
        }
        for path in
            ["/languages/details", "/levels", "/teachers", "/faq", "/faq/categories", "/rooms", "/closures"]
        {
            see(path.to_owned());
        }
        for course in see("/courses".to_owned()) {
            see(format!("/courses/admin/{course}"));
            see(format!("/courses/{course}/details"));
            see(format!("/class-sessions?courseId={course}"));
            see(format!("/session-series/course/{course}"));
            for module in see(format!("/modules/course/{course}")) {
                for chapter in see(format!("/chapters/module/{module}")) {
                    for lesson in see(format!("/chapter-lessons/chapter/{chapter}")) {
                        see(format!("/resources/lesson/{lesson}"));
                        for quiz in see(format!("/quizzes/lesson/{lesson}")) {
                            see(format!("/questions/quiz/{quiz}"));
                        }
                    }
                }
            }
        }
        all
    }

    /// With the school's numbers where there were negative ones.
    pub fn numbered(&self, value: &Value) -> Value {
        match value {
            Value::Number(number) => {
                json!(number.as_i64().map_or_else(|| json!(number), |id| json!(self.number(id))))
            }
            Value::Array(rows) => rows.iter().map(|row| self.numbered(row)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.numbered(value))).collect()
            }
            other => other.clone(),
        }
    }

    fn number(&self, id: i64) -> i64 {
        let own = self.store.client_id(id).unwrap().filter(|_| id < 0);
        own.map_or(id, |own| {
            self.store.queue().unwrap().id_of(&own).unwrap_or_else(|| panic!("{id} is not learned"))
        })
    }

    /// An address with the school's numbers.
    pub fn address(&self, path: &str) -> String {
        let number =
            |part: &str| part.parse().map_or_else(|_| part.to_owned(), |id| self.number(id).to_string());
        let parts = path.split_inclusive(['/', '=']).map(|part| {
            let end = part.trim_end_matches(['/', '=']);
            number(end) + &part[end.len()..]
        });
        parts.collect()
    }
}
