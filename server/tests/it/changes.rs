//! Copying the content by what changed in it: everything once, nothing missed, in the order of commits.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::db::Pools;
use preau_server::restore_mode;
use serde_json::{Value, json};
use sqlx::Row as _;

use crate::content::{fill, id, with_modules};
use crate::document::{kind, operations};
use crate::school::{Client, School};

const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

/// Every kind of content with its table, and where one row of it is read; nothing where only lists are.
const KINDS: [(&str, &str, &str); 19] = [
    ("language", "languages", "/languages/"),
    ("level", "levels", "/levels/"),
    ("teacher", "teachers", "/teachers/"),
    ("course", "courses", "/courses/admin/"),
    ("objective", "objectives", "/objectives/"),
    ("prerequisite", "prerequisites", "/prerequisites/"),
    ("module", "modules", "/modules/"),
    ("chapter", "chapters", ""),
    ("lesson", "lessons", "/chapter-lessons/"),
    ("resource", "resources", "/resources/"),
    ("quiz", "quizzes", "/quizzes/"),
    ("quiz-question", "quiz_questions", ""),
    ("test-question", "test_questions", ""),
    ("faq-category", "faq_categories", ""),
    ("faq", "faq_entries", ""),
    ("room", "rooms", ""),
    ("closure", "closures", ""),
    ("session-series", "session_series", ""),
    ("class-session", "class_sessions", ""),
];

/// Copies what changed since `cursor`, in pages of `limit`; answers it with the new cursor.
pub(crate) async fn copy(client: &Client, cursor: &str, limit: usize) -> (Vec<Value>, String) {
    let (mut items, mut cursor) = (Vec::new(), cursor.to_owned());
    loop {
        let page = client.get(&format!("/changes?limit={limit}&cursor={cursor}")).await.ok();
        let rows = page["items"].as_array().unwrap();
        assert!(rows.len() <= limit);
        items.extend(rows.iter().cloned());
        page["cursor"].as_str().unwrap().clone_into(&mut cursor);
        if page["more"] == false {
            return (items, cursor);
        }
    }
}

/// What changed since `cursor`, as `entity id`, with a cross when it is gone; and the new cursor.
async fn names(client: &Client, cursor: &str) -> (BTreeSet<String>, String) {
    let (items, cursor) = copy(client, cursor, 500).await;
    let name = |item: &Value| {
        let cross = if item["deleted"] == true { " †" } else { "" };
        format!("{} {}{cross}", item["entity"].as_str().unwrap(), item["id"])
    };
    (items.iter().map(name).collect(), cursor)
}

fn set(names: &[String]) -> BTreeSet<String> {
    names.iter().cloned().collect()
}

/// Without the links that only a reading for itself carries.
fn unlinked(mut row: Value) -> Value {
    let members = row.as_object_mut().unwrap();
    for link in ["link", "captionsLink", "mediaLink"] {
        members.remove(link);
    }
    if let Some(questions) = members.get_mut("questions").and_then(Value::as_array_mut) {
        for question in questions {
            question.as_object_mut().unwrap().remove("mediaLink");
        }
    }
    row
}

both_engines!(a_copy_made_in_pages_is_the_content_as_staff_reads_it, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let editor = school.account(Role::Editor, "second-editor@preau.test").await;
    let (items, cursor) = copy(&editor, "", 97).await;
    let mut by_kind = BTreeMap::<&str, Vec<&Value>>::new();
    for item in &items {
        by_kind.entry(item["entity"].as_str().unwrap()).or_default().push(item);
    }
    assert_eq!(by_kind.len(), KINDS.len());
    for (entity, table, path) in KINDS {
        let copied = &by_kind[entity];
        let ids: BTreeSet<String> = copied.iter().map(|item| item["id"].to_string()).collect();
        assert_eq!(ids.len(), copied.len(), "{entity}: each once");
        let rows = school.count(format!("SELECT COUNT(*) FROM {table}").leak()).await;
        assert_eq!(i64::try_from(copied.len()).unwrap(), rows, "{entity}");
        for item in copied.iter().take(4).filter(|_| !path.is_empty()) {
            let read = editor.get(&format!("{path}{}", item["id"])).await.ok();
            assert_eq!(item["row"], unlinked(read.clone()), "{entity}");
            assert_eq!(item["version"], read["version"], "{entity}");
        }
    }
    for (entity, list, parent) in
        [("chapter", "/chapters/module/", "moduleId"), ("quiz-question", "/questions/quiz/", "quizId")]
    {
        let item = by_kind[entity][0];
        let read = editor.get(&format!("{list}{}", item["row"][parent])).await.ok();
        let read = read.as_array().unwrap().iter().find(|row| row["id"] == item["id"]).unwrap();
        assert_eq!((&item["row"], &item["parentId"]), (&unlinked(read.clone()), &item["row"][parent]));
    }
    let categories = editor.get("/faq/categories").await.ok();
    let question = by_kind["faq"][0];
    assert_eq!(question["parentId"], question["row"]["category"]);
    assert!(by_kind["faq-category"].iter().all(|item| categories.as_array().unwrap().contains(&item["row"])));
    assert!(by_kind["test-question"].iter().all(|item| item["row"]["correctAnswer"].is_string()));

    let nothing = editor.get(&format!("/changes?cursor={cursor}")).await.ok();
    assert_eq!(nothing, json!({ "items": [], "cursor": cursor, "more": false }));
});

both_engines!(every_write_is_noted_with_all_that_it_shows_in, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let other = fill(&editor, 21).await;
    let (_, cursor) = names(&editor, "").await;

    let lesson = format!("/chapter-lessons/{}", filled.lesson);
    editor.put(&lesson, json!({ "title": "Salve" })).await.ok();
    let (changed, cursor) = names(&editor, &cursor).await;
    assert_eq!(changed, set(&[format!("lesson {}", filled.lesson)]));

    let sent = json!({ "chapterId": filled.chapter, "title": "Due", "content": "<p>Due</p>", "clientId": CLIENT_ID });
    let made = editor.post("/chapter-lessons", sent.clone()).await.ok();
    let (items, _) = copy(&editor, &cursor, 500).await;
    let item = items.iter().find(|item| item["entity"] == "lesson").unwrap();
    assert_eq!((&item["clientId"], &item["row"], &item["version"]), (&json!(CLIENT_ID), &made, &json!(1)));
    assert_eq!((&item["parentId"], item.get("deleted")), (&json!(filled.chapter), None));
    let (changed, cursor) = names(&editor, &cursor).await;
    let counts = [format!("chapter {}", filled.chapter), "course 1".to_owned()];
    assert_eq!(changed, set(&[&counts[..], &[format!("lesson {}", made["id"])]].concat()));

    editor.put(&lesson, json!({ "chapterId": other.chapter })).await.ok();
    let (changed, cursor) = names(&editor, &cursor).await;
    let there =
        [format!("chapter {}", other.chapter), "course 2".to_owned(), format!("lesson {}", filled.lesson)];
    assert_eq!(changed, set(&[&counts[..], &there[..]].concat()), "what it left and what it went into");

    assert_eq!(editor.delete(&format!("/chapters/{}", filled.chapter)).await.status, 204);
    assert_eq!(editor.delete(&format!("/quizzes/{}", other.quiz)).await.status, 204);
    let (items, _) = copy(&editor, &cursor, 500).await;
    let gone = items.iter().find(|item| item["clientId"] == CLIENT_ID).unwrap();
    assert_eq!(
        *gone,
        json!({ "entity": "lesson", "id": made["id"], "clientId": CLIENT_ID, "deleted": true })
    );
    editor.post("/chapter-lessons", sent).await.refused(410, "gone");
    let (changed, cursor) = names(&editor, &cursor).await;
    let expected = [
        "course 1".to_owned(),
        format!("chapter {} †", filled.chapter),
        format!("lesson {} †", made["id"]),
        format!("quiz {} †", other.quiz),
        format!("quiz-question {} †", other.question),
    ];
    assert_eq!(changed, set(&expected), "with all that stood inside");

    editor.put("/languages/1", json!({ "name": "Italiano" })).await.ok();
    let (items, cursor) = copy(&editor, &cursor, 500).await;
    let course = items.iter().find(|item| item["entity"] == "course" && item["id"] == 2).unwrap();
    assert_eq!(course["row"]["language"], "Italiano", "names are followed");
    school
        .sql("UPDATE courses SET seats_taken = seats_taken + 1, search_text = 'x', updated_at = updated_at")
        .await;
    assert_eq!(names(&editor, &cursor).await.0, BTreeSet::new(), "a reservation is no change of the content");
});

both_engines!(a_cursor_that_does_not_fit_means_a_new_copy, |school| {
    let editor = with_modules(&school).await;
    let empty = editor.get("/changes?cursor=").await.ok();
    assert_eq!(empty["items"], editor.get("/changes").await.ok()["items"]);
    let cursor = empty["cursor"].as_str().unwrap().to_owned();
    let (epoch, number) = cursor.split_once('.').unwrap();
    let ahead = format!("{epoch}.{}", number.parse::<i64>().unwrap() + 1);
    for strange in ["x", "%25", &ahead, &format!("{epoch}.-1"), &format!("{epoch}.x"), &format!("0{cursor}")]
    {
        editor.get(&format!("/changes?cursor={strange}")).await.refused(410, "cursor_gone");
    }
    for limit in ["0", "501", "-1", "x", ""] {
        let refused = editor.get(&format!("/changes?limit={limit}")).await;
        assert_eq!((refused.status.as_u16(), refused.field_names()), (422, vec!["limit".to_owned()]));
    }
    restore_mode::begin(&school.app.db, &school.app.clock).await.unwrap();
    let editor = school.twin().await.sign_in(editor.id()).await;
    editor.get(&format!("/changes?cursor={cursor}")).await.refused(410, "cursor_gone");
    // The same rows, each with a version that nobody has seen.
    let again = editor.get("/changes").await.ok();
    let versions = |answer: &Value| -> Vec<i64> {
        answer["items"].as_array().unwrap().iter().filter_map(|item| item["version"].as_i64()).collect()
    };
    assert!(versions(&again).iter().min() > versions(&empty).iter().max());
    let rows = rows_without_versions(&again);
    assert!(rows_without_versions(&empty).iter().all(|row| rows.contains(row)), "{rows:?}");
});

/// What an answer tells of every thing but versions, in one order.
fn rows_without_versions(answer: &Value) -> Vec<String> {
    let mut items = answer["items"].clone();
    forget_versions(&mut items);
    let mut texts: Vec<String> = items.as_array().unwrap().iter().map(Value::to_string).collect();
    texts.sort();
    texts
}

fn forget_versions(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("version");
            fields.values_mut().for_each(forget_versions);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_versions),
        _ => {}
    }
}

both_engines!(a_reader_misses_nothing_of_what_many_write_at_once, |school| {
    let editor = with_modules(&school).await;
    let mut writers = Vec::new();
    for n in 0..8 {
        let chapter = fill(&editor, if n % 2 == 0 { 11 } else { 21 }).await.chapter;
        let editor = editor.clone();
        writers.push(tokio::spawn(async move {
            for _ in 0..4 {
                let sent = json!({ "chapterId": chapter, "title": "Uno", "content": "<p>Uno</p>" });
                let path =
                    format!("/chapter-lessons/{}", id(&editor.post("/chapter-lessons", sent).await.ok()));
                editor.put(&path, json!({ "title": "Due" })).await.ok();
                if n % 4 == 3 {
                    assert_eq!(editor.delete(&path).await.status, 204);
                }
            }
        }));
    }
    let writing = tokio::spawn(join_all(writers));
    let (mut copied, mut cursor) = (BTreeMap::new(), String::new());
    loop {
        // Looked at before the copy: what is written after it is for the next round.
        let last = writing.is_finished();
        let (items, next) = copy(&editor, &cursor, 3).await;
        for item in items {
            copied.insert((item["entity"].to_string(), item["id"].to_string()), item);
        }
        cursor = next;
        if last {
            break;
        }
    }
    assert!(writing.await.unwrap().iter().all(Result::is_ok));
    let (fresh, _) = copy(&editor, "", 500).await;
    let fresh: BTreeMap<_, _> =
        fresh.into_iter().map(|item| ((item["entity"].to_string(), item["id"].to_string()), item)).collect();
    assert_eq!(copied.len(), fresh.len());
    for (thing, item) in fresh {
        assert_eq!(copied[&thing], item, "{thing:?}");
    }
});

/// By table.
type Names = BTreeMap<String, BTreeSet<String>>;

/// Events that are noted, and the columns whose writing is.
async fn watched(school: &School) -> (Names, Names) {
    let mut events = Names::new();
    let columns = match &school.app.db.pools {
        Pools::Sqlite { read, .. } => {
            let made = "SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE '%\\_in' ESCAPE '\\'
                AND name NOT LIKE '%\\_out' ESCAPE '\\' AND name NOT LIKE '%renamed'";
            let mut columns = Names::new();
            for row in sqlx::query(made).fetch_all(read).await.unwrap() {
                let (table, sql): (String, String) = (row.get(0), row.get(1));
                let head: Vec<&str> = sql.split("BEGIN").next().unwrap().split([' ', ',', '\n']).collect();
                let event = head[head.iter().position(|word| *word == "AFTER").map_or(0, |at| at + 1)];
                if event == "UPDATE" {
                    columns.insert(table.clone(), head.iter().map(|word| (*word).to_owned()).collect());
                }
                events.entry(table).or_default().insert(event.to_owned());
            }
            columns
        }
        Pools::Postgres(pool) => {
            let made =
                "SELECT event_object_table::text, event_manipulation::text FROM information_schema.triggers
                WHERE trigger_name LIKE '%noted'";
            for row in sqlx::query(made).fetch_all(pool).await.unwrap() {
                events.entry(row.get(0)).or_default().insert(row.get(1));
            }
            let watched = "SELECT event_object_table::text, event_object_column::text
                FROM information_schema.triggered_update_columns";
            let mut columns = Names::new();
            for row in sqlx::query(watched).fetch_all(pool).await.unwrap() {
                columns.entry(row.get(0)).or_default().insert(row.get(1));
            }
            columns
        }
    };
    (events, columns)
}

/// Tables whose rows clients name themselves, though they are no content.
const NO_CONTENT: [&str; 8] = [
    "attendance",
    "changes",
    "comments",
    "reservations",
    "revision_cards",
    "revision_reviews",
    "subscriptions",
    "users",
];
/// Tables of which not every column is content, and the columns that are none.
const NOT_WATCHED: [(&str, &[&str]); 5] = [
    (
        "courses",
        &[
            "client_id",
            "created_at",
            "enrolled",
            "id",
            "search_text",
            "seats_taken",
            "start_confirmed",
            "updated_at",
        ],
    ),
    ("rooms", NO_TEXT),
    ("closures", NO_TEXT),
    ("session_series", NO_TEXT),
    ("class_sessions", &["created_at", "ends_at", "id", "sequence", "starts_at", "uid", "updated_at"]),
];
const NO_TEXT: &[&str] = &["created_at", "id", "updated_at"];

both_engines!(every_table_of_content_is_watched, |school| {
    let columns: Vec<(String, String)> = match &school.app.db.pools {
        Pools::Sqlite { read, .. } => {
            let sql = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'";
            let rows = sqlx::query(sql).fetch_all(read).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
        Pools::Postgres(pool) => {
            let sql = "SELECT c.table_name::text, c.column_name::text FROM information_schema.columns c
                JOIN information_schema.tables t USING (table_schema, table_name)
                WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE'";
            let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
    };
    let named = columns.iter().filter(|(_, column)| column == "client_id").map(|(table, _)| table.as_str());
    let content: BTreeSet<&str> = named.filter(|table| !NO_CONTENT.contains(table)).collect();
    let known: BTreeSet<&str> =
        KINDS.iter().map(|kind| kind.1).filter(|table| *table != "faq_categories").collect();
    assert_eq!(content, known, "a new kind of content is copied too");

    let (events, watched) = watched(&school).await;
    for (entity, table, _) in KINDS {
        let all = BTreeSet::from(["DELETE", "INSERT", "UPDATE"].map(ToOwned::to_owned));
        assert_eq!(events[table], all, "{entity}");
    }
    for (table, not_watched) in NOT_WATCHED {
        for (_, column) in columns.iter().filter(|(of, _)| of == table) {
            let is_watched = watched[table].contains(column);
            assert_ne!(is_watched, not_watched.contains(&column.as_str()), "{table}.{column}");
        }
    }
});

both_engines!(a_deletion_sent_again_with_its_key_is_the_same_deletion, |school| {
    let editor = with_modules(&school).await;
    let lesson = format!("/chapter-lessons/{}", fill(&editor, 11).await.lesson);
    let key = [("Idempotency-Key", "0193a5f2-7c1e-7abc-8def-000000000001"), ("If-Match", "\"1\"")];
    let first = editor.send(Method::DELETE, &lesson, None, &key).await;
    let again = editor.send(Method::DELETE, &lesson, None, &key).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (204, 204), "{}", again.text());
    assert_eq!(again.headers["idempotent-replayed"], "true");
    editor.delete(&lesson).await.refused(404, "not_found");
});

both_engines!(what_was_deleted_is_not_made_again_by_a_repeat, |school| {
    let editor = crate::course_form::editor(&school).await;
    school.sql("INSERT INTO faq_categories (code, label, position) VALUES ('AUTRES', 'Autres', 1)").await;
    let course = editor.post("/courses/admin", crate::course_form::form()).await.json();
    let samples = [
        ("/rooms", "/rooms/{id}", json!({ "name": "Figuier" })),
        (
            "/class-sessions",
            "/class-sessions/{id}",
            json!({ "courseId": course["id"], "date": course["startDate"], "startTime": "18:30", "minutes": 90 }),
        ),
        ("/courses/admin", "/courses/admin/{id}", crate::course_form::form()),
        ("/faq", "/faq/{id}", json!({ "category": "AUTRES", "question": "Où ?", "answer": "<p>Ici</p>" })),
        (
            "/tests/create",
            "/tests/{id}/delete",
            json!({ "language": "it", "question": "?", "typeCode": "TEXT", "correctAnswer": "a" }),
        ),
    ];
    for (path, deletion, mut sample) in samples {
        sample["clientId"] = json!(CLIENT_ID);
        let made = editor.post(path, sample.clone()).await;
        let again = editor.post(path, sample.clone()).await;
        assert_eq!((made.status.as_u16(), again.status.as_u16()), (201, 200), "{}", made.text());
        assert_eq!(
            editor.delete(&deletion.replace("{id}", &made.json()["id"].to_string())).await.status,
            204
        );
        editor.post(path, sample).await.refused(410, "gone");
    }
});

#[test]
fn every_kind_of_content_takes_the_clients_own_id() {
    let makes = [
        "/languages",
        "/levels",
        "/teachers",
        "/courses/admin",
        "/objectives/course/{courseId}",
        "/prerequisites/course/{courseId}",
        "/modules",
        "/chapters",
        "/chapter-lessons",
        "/resources",
        "/quizzes",
        "/questions",
        "/tests/create",
        "/faq",
        "/rooms",
        "/closures",
        "/session-series",
        "/class-sessions",
    ];
    let named = |schema: &Value| kind(&schema["properties"]["clientId"]) == "string";
    for operation in operations().iter().filter(|operation| operation.method == "POST") {
        let path = operation.path.trim_end_matches("/batch");
        if makes.contains(&path) {
            let body = crate::document::effective(&operation.body);
            let row = if body["type"] == "array" { &body["items"] } else { &body };
            assert!(named(row), "{}", operation.name());
        }
        if path == "/courses/admin" {
            for list in ["modules", "objectives", "prerequisites"] {
                let list = crate::document::effective(&operation.body["properties"][list]);
                assert!(named(&list["items"]), "{list}");
            }
        }
    }
}
