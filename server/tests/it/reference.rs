//! Languages, levels and teachers as staff writes them.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, School};

const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

/// A course of each, and somebody who writes.
async fn with_course(school: &School) -> Client {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "DELETE FROM changes",
        "INSERT INTO languages (id, name, code, created_at, updated_at)
            VALUES (1, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at)
            VALUES (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO teachers (id, first_name, last_name, email, languages_taught, created_at, updated_at)
            VALUES (1, 'Elena', 'Ricci', 'elena@preau.test', '[\"it\"]', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
            teacher_id, start_date, end_date, search_text, created_at, updated_at) VALUES
            (1, 'PUBLISHED', 'ONLINE', 'Primi passi', 'primi-passi', 'Débuter.', 9000, 30, 1, 1, 1,
                '2026-03-09', '2026-05-30', 'primi passi italien a1 elena ricci debuter.',
                '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
    // The rows above chose their ids themselves.
    if school.engine == crate::school::Engine::Postgres {
        for statement in [
            "SELECT setval(pg_get_serial_sequence('languages', 'id'), 100)",
            "SELECT setval(pg_get_serial_sequence('levels', 'id'), 100)",
            "SELECT setval(pg_get_serial_sequence('teachers', 'id'), 100)",
        ] {
            school.count(statement).await;
        }
    }
    school.account(Role::Editor, "editor@preau.test").await
}

/// A kind of reference data as these tests look at it.
struct Kind {
    path: &'static str,
    delete: &'static str,
    entity: &'static str,
    sample: fn() -> Value,
    /// A change of it, and what a search finds the course by afterwards.
    change: fn() -> Value,
    found_by: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind {
        path: "/languages",
        delete: "/languages/id",
        entity: "language",
        sample: || json!({ "name": "Espagnol", "code": " ES ", "flag": "/assets/es.svg" }),
        change: || json!({ "name": "Toscan" }),
        found_by: "toscan",
    },
    Kind {
        path: "/levels",
        delete: "/levels",
        entity: "level",
        sample: || json!({ "name": "A2", "description": "Se débrouiller.", "rank": 2 }),
        change: || json!({ "name": "Découverte" }),
        found_by: "decouverte",
    },
    Kind {
        path: "/teachers",
        delete: "/teachers",
        entity: "teacher",
        sample: || {
            json!({ "firstName": "Bruno", "lastName": "Rossi", "email": "Bruno@Preau.test", "experienceYears": 4,
                "bio": "De Turin.", "languagesTaught": ["IT"] })
        },
        change: || json!({ "lastName": "Lombardi" }),
        found_by: "elena lombardi",
    },
];

both_engines!(each_is_made_changed_and_deleted, |school| {
    let editor = with_course(&school).await;
    for kind in &KINDS {
        let mut sample = (kind.sample)();
        sample["clientId"] = json!(CLIENT_ID);
        let first = editor.post(kind.path, sample.clone()).await;
        let again = editor.post(kind.path, sample.clone()).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200), "{}", first.text());
        let made = first.json();
        assert_eq!(made, again.json());
        let path = format!("{}/{}", kind.path, made["id"]);
        assert_eq!(editor.get(&path).await.ok(), made);

        let changed = editor.put(&path, (kind.change)()).await.ok();
        assert_eq!(changed["version"], 2);
        for (name, value) in (kind.change)().as_object().unwrap() {
            assert_eq!(&changed[name], value);
        }
        let old = [("If-Match", "\"1\"")];
        let stale = editor.send(Method::PUT, &path, Some(json!({})), &old).await;
        assert_eq!(stale.refused(412, "stale")["current"], changed);
        let deletion = format!("{}/{}", kind.delete, made["id"]);
        editor.send(Method::DELETE, &deletion, None, &old).await.refused(412, "stale");
        assert_eq!(editor.delete(&deletion).await.status, 204);
        editor.delete(&deletion).await.refused(404, "not_found");
        editor.put(&path, json!({})).await.refused(404, "not_found");
        editor.post(kind.path, sample).await.refused(410, "gone");
        let buried = format!("SELECT COUNT(*) FROM changes WHERE deleted AND entity = '{}'", kind.entity);
        assert_eq!(school.count(buried.leak()).await, 1);
        let noted = format!("SELECT COUNT(*) FROM audit WHERE entity = '{}'", kind.entity);
        assert_eq!(school.count(noted.leak()).await, 3);
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE after_values LIKE '%preau.test%'").await, 0);
});

both_engines!(what_is_in_use_stays_and_says_by_what, |school| {
    let editor = with_course(&school).await;
    let question = json!({ "language": "it", "typeCode": "TEXT", "question": "?", "correctAnswer": "a" });
    editor.post("/tests/create", json!([question, question])).await.ok();
    let params = [
        json!({ "count": 4, "courses": 1, "questions": 2, "teachers": 1 }),
        json!({ "count": 1, "courses": 1 }),
        json!({ "count": 1, "courses": 1, "sessions": 0, "series": 0 }),
    ];
    for (kind, params) in KINDS.iter().zip(params) {
        let refused = editor.delete(&format!("{}/1", kind.delete)).await.refused(409, "in_use");
        assert_eq!(refused["params"], params);
        assert!(editor.get(&format!("{}/1", kind.path)).await.status.is_success());
    }
});

both_engines!(a_search_in_courses_follows_every_name, |school| {
    let editor = with_course(&school).await;
    let found = async |word: &str| -> usize {
        let query = url::form_urlencoded::byte_serialize(word.as_bytes()).collect::<String>();
        let courses = editor.get(&format!("/courses?q={query}")).await.ok();
        courses.as_array().unwrap().len()
    };
    for (kind, before) in KINDS.iter().zip(["italien", "a1", "ricci"]) {
        assert_eq!((found(before).await, found(kind.found_by).await), (1, 0));
        editor.put(&format!("{}/1", kind.path), (kind.change)()).await.ok();
        assert_eq!((found(before).await, found(kind.found_by).await), (0, 1), "{before}");
    }
});

both_engines!(codes_and_names_are_taken_once, |school| {
    let editor = with_course(&school).await;
    let other = editor.post("/languages", json!({ "name": "Espagnol", "code": "es" })).await.ok();
    let same = editor.post("/languages", json!({ "name": "Autre", "code": "IT" })).await;
    same.refused(409, "taken");
    assert_eq!(same.field_names(), ["code"]);
    let path = format!("/languages/{}", other["id"]);
    editor.put(&path, json!({ "code": "it" })).await.refused(409, "taken");
    editor.put(&path, json!({ "code": "ES" })).await.ok();
    let level = editor.post("/levels", json!({ "name": " a1" })).await;
    level.refused(409, "taken");
    assert_eq!(level.field_names(), ["name"]);
    editor.put("/levels/1", json!({ "name": "a1" })).await.ok();
    let made = editor.post("/levels", json!({ "name": "A2" })).await.ok();
    assert_eq!((&made["rank"], &made["description"]), (&json!(1), &Value::Null));
    editor.put(&format!("/levels/{}", made["id"]), json!({ "name": "A1" })).await.refused(409, "taken");
});

both_engines!(teachers_keep_their_languages_when_a_code_changes, |school| {
    let editor = with_course(&school).await;
    editor.put("/languages/1", json!({ "code": "co" })).await.ok();
    let teacher = editor.get("/teachers/1").await.ok();
    assert_eq!((&teacher["languagesTaught"], &teacher["version"]), (&json!(["co"]), &json!(2)));
    editor.put("/languages/1", json!({ "name": "Corse" })).await.ok();
    assert_eq!(editor.get("/teachers/1").await.ok()["version"], 2);
    let unknown = editor.put("/teachers/1", json!({ "languagesTaught": ["co", "de"] })).await;
    unknown.refused(422, "unknown_reference");
    assert_eq!(unknown.field_names(), ["languagesTaught[1]"]);
    editor.put("/teachers/1", json!({ "languagesTaught": [] })).await.ok();
});

both_engines!(every_field_that_is_wrong_is_named, |school| {
    let editor = with_course(&school).await;
    let wrong: [(&str, Value, &[&str]); 6] = [
        ("/languages", json!({}), &["name", "code"]),
        ("/languages", json!({ "name": "X", "code": "xx", "flag": "javascript:1" }), &["code", "flag"]),
        ("/levels", json!({ "rank": 0 }), &["name", "rank"]),
        ("/levels", json!({ "name": "B1", "rank": "haut" }), &["rank"]),
        ("/teachers", json!({}), &["firstName", "lastName", "email"]),
        (
            "/teachers",
            json!({ "firstName": "A", "lastName": "B", "email": "c", "experienceYears": -1 }),
            &["email", "experienceYears"],
        ),
    ];
    for (path, sent, names) in wrong {
        let refused = editor.post(path, sent).await;
        assert_eq!(
            (refused.status.as_u16(), refused.field_names()),
            (422, names.iter().map(ToString::to_string).collect()),
            "{path}"
        );
    }
    let everything = "SELECT (SELECT COUNT(*) FROM languages) + (SELECT COUNT(*) FROM levels) + (SELECT COUNT(*) FROM teachers)";
    assert_eq!(school.count(everything).await, 3);
});

both_engines!(only_staff_writes_and_only_staff_sees_addresses, |school| {
    let editor = with_course(&school).await;
    let student = school.account(Role::Student, "zoe@preau.test").await;
    for kind in &KINDS {
        for (client, status, code) in
            [(&school.visitor(), 401, "unauthenticated"), (&student, 403, "forbidden")]
        {
            client.post(kind.path, (kind.sample)()).await.refused(status, code);
            client.put(&format!("{}/1", kind.path), (kind.change)()).await.refused(status, code);
            client.delete(&format!("{}/1", kind.delete)).await.refused(status, code);
        }
    }
    assert_eq!(editor.get("/teachers/1").await.ok()["email"], "elena@preau.test");
    assert_eq!(student.get("/teachers/1").await.ok().get("email"), None);
});
