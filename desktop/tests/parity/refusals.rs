//! Offline refusals equal the school's own.

use http::Method;
use preau_desktop::store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;
use crate::{differences, planned_sessions, pull};

struct Refused {
    method: Method,
    path: String,
    body: Value,
    version: Option<i64>,
}

fn post(path: &str, body: Value) -> Refused {
    Refused { method: Method::POST, path: path.to_owned(), body, version: None }
}

fn put(path: String, body: Value, version: Option<i64>) -> Refused {
    Refused { method: Method::PUT, path, body, version }
}

fn cancel(path: String, body: Value, version: Option<i64>) -> Refused {
    Refused { method: Method::PATCH, path, body, version }
}

fn delete(path: String, version: Option<i64>) -> Refused {
    Refused { method: Method::DELETE, path, body: Value::Null, version }
}

/// Forms that say too little, too much or something that is not there.
fn new_rows() -> Vec<Refused> {
    let course = json!({
        "name": "It", "description": "Court", "type": "ONLINE", "totalHours": 0, "languageId": 999_999, "levelId": 1,
        "teacherId": 1, "startDate": "2026-12-05", "endDate": "2026-12-01", "price": 3,
        "modules": [{"title": "", "price": 1}], "objectives": [{"description": " "}],
    });
    let sound = json!({
        "name": "Italien", "description": "Pour commencer.", "type": "ONLINE", "totalHours": 2, "languageId": 999_999,
        "levelId": 888_888, "teacherId": 777_777, "startDate": "2026-12-05", "endDate": "2026-12-11", "modules": [],
    });
    let question =
        json!({"language": "it", "question": "?", "typeCode": "QCM", "options": ["a"], "correctAnswer": "b"});
    vec![
        post("/courses/admin", json!({})),
        post("/courses/admin", course),
        post("/courses/admin", sound),
        post("/courses/admin", json!([])),
        post("/languages", json!({"name": "Italien", "code": "IT"})),
        post("/languages", json!({"name": 7, "code": "es"})),
        post("/levels", json!({"name": " a1 ", "rank": 1})),
        post("/levels", json!({"name": "A0", "rank": 0})),
        post(
            "/teachers",
            json!({"firstName": "A", "lastName": "B", "email": "a@b.fr", "languagesTaught": ["it", "es"]}),
        ),
        post("/teachers", json!({"firstName": "A", "email": "b"})),
        post("/modules", json!({"courseId": 999_999, "title": "A", "price": 1})),
        post("/chapters", json!({"courseModuleId": 999_999, "title": "A", "content": "B"})),
        post("/chapters", json!({"moduleId": -7, "title": "", "content": ""})),
        post(
            "/chapters/batch",
            json!([{"courseModuleId": 1, "title": "A", "content": "B"}, {"courseModuleId": 1}]),
        ),
        post("/chapter-lessons", json!({"chapterId": 999_999, "title": "A", "content": "<p>B</p>"})),
        post("/chapter-lessons", json!({"chapterId": 1, "title": "A", "content": "<p> </p>"})),
        post(
            "/resources",
            json!({"chapterLessonId": 1, "title": "A", "url": "javascript:1", "type": "LINK"}),
        ),
        post("/quizzes", json!({"lessonId": 999_999})),
        post(
            "/questions",
            json!({"quizId": 1, "questionText": "{{1}}", "typeCode": "CLOZE", "correctAnswer": "[]"}),
        ),
        post("/faq", json!({"category": "NULLE_PART", "question": "A", "answer": "<p>B</p>"})),
        post("/faq", json!({"category": "NIVEAU_TEST", "question": "", "answer": "", "lang": "klingon"})),
        post("/tests/create", json!([question.clone(), {"language": "es"}])),
        post("/tests/create", question),
        post(
            "/tests/create",
            json!({"language": "pt", "question": "?", "typeCode": "TEXT", "correctAnswer": "b"}),
        ),
        post("/tests/grade", json!({"typeCode": "TEXT", "givenAnswer": "a"})),
        post("/objectives/course/999999", json!({"description": "A"})),
        post("/objectives/course/1", json!({"description": ""})),
    ]
}

/// Rows that are not there, versions that are old, uses that are in the way.
fn known_rows(app: &TestApp) -> Vec<Refused> {
    let course = app.get("/courses?status=PUBLISHED")[0].clone();
    let course = app.get(&format!("/courses/admin/{}", course["id"]));
    let (id, version) = (&course["id"], course["version"].as_i64());
    let module = &course["modules"][0];
    let lesson = app.get(&format!("/chapter-lessons/chapter/{}", module["chapters"][0]["id"]))[0].clone();
    let path = format!("/courses/admin/{id}");
    let lessons = format!("/chapter-lessons/chapter/{}/order", lesson["chapterId"]);
    let language = &course["languageId"];
    vec![
        put("/courses/admin/999999".to_owned(), json!({}), None),
        put(path.clone(), json!({"name": "ab"}), version),
        put(path.clone(), json!({"name": "Autrement"}), Some(0)),
        put(path.clone(), json!({"modules": [{"id": 999_999, "title": "A", "price": 1}]}), version),
        put(path.clone(), json!({"capacity": 0, "teacherId": null}), version),
        put(path, json!({"languageId": 999_999}), None),
        put(format!("/modules/{}", module["id"]), json!({"courseId": 999_999}), None),
        put(format!("/chapter-lessons/{}", lesson["id"]), json!({"title": "", "orderIndex": 0}), None),
        put(format!("/chapter-lessons/{}", lesson["id"]), json!({"title": "Autre"}), Some(0)),
        put(format!("/chapter-lessons/{}", lesson["id"]), json!({"chapterId": 999_999}), None),
        put(lessons.clone(), json!([999_999, lesson["id"], lesson["id"]]), None),
        put(lessons.clone(), json!([lesson["id"]]), Some(0)),
        put(lessons, json!({}), None),
        put("/faq/category/NULLE_PART/order".to_owned(), json!([]), None),
        put("/faq/category/NIVEAU_TEST/order".to_owned(), json!([]), Some(0)),
        put(format!("/languages/{language}"), json!({"code": "xx"}), None),
        delete(format!("/languages/id/{language}"), None),
        delete(format!("/levels/{}", course["levelId"]), None),
        delete(format!("/teachers/{}", course["teacherId"]), None),
        delete(format!("/teachers/{}", course["teacherId"]), Some(0)),
        delete("/chapters/999999".to_owned(), None),
    ]
}

/// Sessions that cannot be, or be changed, as they are wanted.
fn sessions(app: &TestApp) -> Vec<Refused> {
    let planned = planned_sessions(app, "PLANNED");
    let in_room = planned.iter().find(|session| session["roomId"].is_number()).unwrap();
    let other = planned.iter().find(|other| other["courseId"] != in_room["courseId"]).unwrap();
    let cancelled = &planned_sessions(app, "CANCELLED")[0];
    let past = &app.get(&format!("/class-sessions?courseId={}", in_room["courseId"]))[0];
    let path = |session: &Value| format!("/class-sessions/{}", session["id"]);
    let version = |session: &Value| session["version"].as_i64();
    let at_its_time = |course: &Value| {
        json!({
            "courseId": course, "date": in_room["date"], "startTime": in_room["startTime"], "minutes": in_room["minutes"],
        })
    };
    let mut same_room = at_its_time(&other["courseId"]);
    same_room["roomId"] = in_room["roomId"].clone();
    same_room["teacherId"] = Value::Null;
    let mut same_teacher = at_its_time(&other["courseId"]);
    same_teacher["teacherId"] = in_room["teacherId"].clone();
    let unknown = json!({
        "courseId": in_room["courseId"], "date": in_room["date"], "startTime": "07:00", "minutes": 60, "moduleId": 999_999,
        "roomId": 999_999, "teacherId": 999_999,
    });
    vec![
        post("/class-sessions", json!({})),
        post(
            "/class-sessions",
            json!({"courseId": 999_999, "date": "2026-12-01", "startTime": "07:00", "minutes": 60}),
        ),
        post(
            "/class-sessions",
            json!({"courseId": in_room["courseId"], "date": "2026-02-30", "startTime": "24:00", "minutes": 3}),
        ),
        post("/class-sessions", unknown),
        post("/class-sessions", same_room.clone()),
        post("/class-sessions", same_teacher),
        put(path(other), same_room, version(other)),
        put(path(other), json!({"date": "2031-05-01"}), version(other)),
        put(path(other), json!({"courseId": in_room["courseId"]}), version(other)),
        put(path(other), json!({"note": "x".repeat(501)}), version(other)),
        put(path(other), json!({"note": "Autre"}), Some(0)),
        put(path(cancelled), json!({"note": "Autre"}), version(cancelled)),
        cancel(path(other) + "/cancel", json!({"reason": "x".repeat(501)}), version(other)),
        cancel(path(other) + "/cancel", json!({"reason": "Absente"}), Some(0)),
        cancel("/class-sessions/999999/cancel".to_owned(), json!({}), Some(1)),
        delete(path(past), version(past)),
        delete("/class-sessions/999999".to_owned(), None),
    ]
}

// What is done here blocks; the line to the school is to be looked after meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn local_refusals_match_the_school_s() {
    let school = School::open().await;
    let school = school.colleague(EDITOR).await;
    let folder = TempDir::new().unwrap();
    let app = TestApp { store: Store::open(folder.path()).unwrap().0 };
    pull(&school, &app.store).await;
    let mut wrong = Vec::new();
    for Refused { method, path, body, version } in
        new_rows().into_iter().chain(known_rows(&app)).chain(sessions(&app))
    {
        let name = format!("{method} {path} {body} {version:?}");
        let (status, mut theirs) = school.send(method.clone(), &path, body.clone(), version).await;
        let (here, ours) = app.try_write(&method, &path, &body, version);
        if status.is_success() || status != here {
            wrong.push(format!("{name}: {status} {theirs} | {here} {ours}"));
            continue;
        }
        let fields = theirs.as_object_mut().unwrap();
        for own in ["requestId", "type", "title", "status"] {
            fields.remove(own);
        }
        let mut ours = ours;
        for own in ["type", "title", "status"] {
            ours.as_object_mut().unwrap().remove(own);
        }
        wrong.extend(differences(&name, &theirs, &ours));
    }
    assert_eq!(app.store.queue().unwrap().operations(), []);
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
