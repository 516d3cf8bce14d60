//! A small school and a writer, for the tests of this folder.

#![allow(clippy::needless_pass_by_value, reason = "what is written stands in the call")]

use http::{Method, StatusCode};
use preau_core::draft::operation::Operation;
use preau_core::draft::queue::{Answer, Next, Outcome, Request};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{acknowledged, after, edit, read, route};
use crate::store::{Change, Store};

/// A test's store with its folder.
pub(super) struct School {
    pub(super) store: Store,
    _folder: TempDir,
}

fn change(entity: &str, parent: &Value, row: &Value) -> Value {
    let id = row.get("id").unwrap_or(&row["code"]);
    json!({"entity": entity, "id": id, "version": row["version"], "parentId": parent, "row": row})
}

fn lesson(id: i64, place: i64) -> Value {
    let title = format!("Leçon {id}");
    json!({"id": id, "version": 3, "chapterId": 61, "title": title, "content": "<p>Texte.</p>", "orderIndex": place})
}

fn module(id: i64, price: f64) -> Value {
    json!({"id": id, "version": 2, "courseId": 5, "title": format!("Module {id}"), "description": null, "price": price,
        "orderIndex": id - 50})
}

fn course() -> Value {
    json!({
        "id": 5, "version": 7, "status": "PUBLISHED", "type": "ONLINE", "name": "Italien A1", "slug": "italien-a1",
        "description": "Pour commencer.", "detailedDescription": "", "price": 90.0, "free": false, "totalHours": 20,
        "languageId": 1, "levelId": 2, "teacherId": 3, "startDate": "2020-01-05", "endDate": "2020-03-05",
        "capacity": 8, "seatsTaken": 3, "location": null, "schedule": null, "sellingPoints": [], "lang": null,
        "objectives": [], "prerequisites": [], "modules": [module(51, 40.0), module(52, 50.0)],
    })
}

pub(super) fn school() -> School {
    let folder = TempDir::new().unwrap();
    let (store, _) = Store::open(folder.path()).unwrap();
    let (none, chapter) = (
        Value::Null,
        json!({
            "id": 61, "version": 4, "moduleId": 51, "title": "Un", "content": "Texte.", "orderIndex": 1, "lessonCount": 3,
        }),
    );
    let entry = |id: i64| {
        json!({"id": id, "version": 1, "category": "PRIX", "question": "Combien ?",
        "answer": "<p>Peu.</p>", "lang": null, "orderIndex": id, "updatedAt": "2026-01-01T10:00:00.000Z"})
    };
    let rows = [
        change(
            "language",
            &none,
            &json!({"id": 1, "version": 1, "name": "Italien", "code": "it", "flag": null}),
        ),
        change("level", &none, &json!({"id": 2, "version": 1, "name": "A1", "description": null, "rank": 1})),
        change(
            "teacher",
            &none,
            &json!({"id": 3, "version": 1, "firstName": "Elena", "lastName": "Ricci",
            "fullName": "Elena Ricci", "email": "e@r.it", "experienceYears": 3, "bio": null, "photoUrl": null,
            "languagesTaught": ["it"]}),
        ),
        change("course", &none, &course()),
        change("module", &json!(5), &module(51, 40.0)),
        change("module", &json!(5), &module(52, 50.0)),
        change("chapter", &json!(51), &chapter),
        change("lesson", &json!(61), &lesson(71, 1)),
        change("lesson", &json!(61), &lesson(72, 2)),
        change("lesson", &json!(61), &lesson(73, 3)),
        change(
            "resource",
            &json!(71),
            &json!({"id": 81, "version": 1, "chapterLessonId": 71, "title": "Voir",
            "url": "https://youtu.be/t4IjJav7xbg", "type": "VIDEO", "captionsUrl": null, "youtubeId": "t4IjJav7xbg",
            "orderIndex": 1}),
        ),
        change(
            "faq-category",
            &none,
            &json!({"code": "PRIX", "label": "Prix", "position": 1, "version": 2, "entries": 2}),
        ),
        change("faq", &json!("PRIX"), &entry(1)),
        change("faq", &json!("PRIX"), &entry(2)),
        change(
            "test-question",
            &none,
            &json!({"id": 1, "version": 1, "language": "it", "question": "Io ___",
            "typeCode": "TEXT", "options": [], "mediaUrl": null, "transcript": null, "orderIndex": 1,
            "correctAnswer": "sono", "level": "A1"}),
        ),
    ];
    let school = School { store, _folder: folder };
    school.take(&rows);
    school
}

impl School {
    /// Takes changes into the copy.
    pub(super) fn take(&self, changes: &[Value]) {
        let changes: Vec<Change> =
            changes.iter().map(|change| serde_json::from_value(change.clone()).unwrap()).collect();
        self.store.apply_page(&changes, "1.1").unwrap();
    }

    pub(super) fn get(&self, path: &str) -> Value {
        let response = read(&self.store, &route(&Method::GET, path).unwrap(), None);
        response.map_or_else(
            |error| serde_json::to_value(error.into_problem()).unwrap(),
            |response| serde_json::from_slice(response.body()).unwrap(),
        )
    }

    /// Writes with these headers.
    pub(super) fn send(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> (StatusCode, Value) {
        let call = route(&method, path).unwrap();
        let mut request = http::Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let text = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let answer = match edit(&self.store, &call, &request.body(text).unwrap()).unwrap() {
            Err(answer) => answer,
            Ok(edits) => {
                for edit in edits.edits() {
                    self.store.change_queue(|queue| queue.add(edit.clone())).unwrap().unwrap();
                }
                after(&self.store, &edits).unwrap()
            }
        };
        (answer.status(), serde_json::from_slice(answer.body()).unwrap_or_default())
    }

    pub(super) fn post(&self, path: &str, body: Value) -> Value {
        let (status, row) = self.send(Method::POST, path, &body, &[]);
        assert_eq!(status, StatusCode::CREATED, "{path} {row}");
        row
    }

    /// Updates a row that was seen at this version.
    pub(super) fn put(&self, path: &str, version: i64, body: Value) -> (StatusCode, Value) {
        self.send(Method::PUT, path, &body, &[("if-match", &format!("\"{version}\""))])
    }

    pub(super) fn delete(&self, path: &str) {
        assert_eq!(self.send(Method::DELETE, path, &Value::Null, &[]).0, StatusCode::NO_CONTENT, "{path}");
    }

    pub(super) fn waiting(&self) -> Vec<Operation> {
        self.store.queue().unwrap().operations().to_vec()
    }

    /// Takes the next operation to be sent.
    pub(super) fn next(&self) -> Request {
        match self.store.change_queue(|queue| queue.take("2026-01-01T10:00:00Z".parse().unwrap())).unwrap() {
            Next::Send(request) => *request,
            other => panic!("{other:?}"),
        }
    }

    /// Applies the school's response to it.
    pub(super) fn answered(&self, request: &Request, answer: Answer) -> Outcome {
        if let Answer::Done { row, .. } = &answer {
            acknowledged(&self.store, request, row).unwrap();
        }
        let now = "2026-01-01T10:00:00Z".parse().unwrap();
        self.store.change_queue(|queue| queue.answered(&request.operation, answer, now, 0)).unwrap().unwrap()
    }

    /// The ids of a list.
    pub(super) fn ids(&self, path: &str) -> Vec<i64> {
        let list = self.get(path);
        list.as_array()
            .unwrap_or_else(|| panic!("{list}"))
            .iter()
            .map(|row| row["id"].as_i64().unwrap())
            .collect()
    }
}

pub(super) fn done(row: Value) -> Answer {
    Answer::Done { row, known: false }
}

pub(super) fn lesson_as(version: i64, title: &str) -> Value {
    json!({"id": 71, "version": version, "chapterId": 61, "title": title, "content": "<p>Texte.</p>", "orderIndex": 1})
}

/// A change of the first lesson.
pub(super) fn lesson_changed(version: i64, title: &str) -> Value {
    change("lesson", &json!(61), &lesson_as(version, title))
}
