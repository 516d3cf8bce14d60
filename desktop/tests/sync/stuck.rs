//! Obstacles that must not block the queue: a full disk, an operation that always fails, an account that may no longer
//! write.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::damage::database;
use crate::school::{ADMIN, EDITOR, School};
use crate::test_app::TestApp;

/// A lesson that waits with another title; answers its path.
async fn change_lesson_offline(app: &TestApp, school: &mut School, title: &str) -> String {
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, answer) = app.change(&path, &lesson, json!({"title": title})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    path
}

async fn only_operation(app: &TestApp) -> Value {
    app.get("desktop/operations").await[0].clone()
}

#[tokio::test]
async fn an_unstored_response_does_not_block_the_queue() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let path = change_lesson_offline(&app, &mut school, "Écrit sur un disque plein").await;
    // What was sent can be taken out of the file no more.
    let file = rusqlite::Connection::open(database(folder.path())).unwrap();
    let full = "CREATE TRIGGER full BEFORE DELETE ON operations
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    file.execute_batch(full).unwrap();
    school.start().await;
    app.sync().await;
    app.wait_until("the sending", |state| state["syncing"] == true).await;
    app.wait_until("the end of the sending", |state| state["syncing"] == false).await;
    assert_eq!(app.get("desktop/operations").await.as_array().unwrap().len(), 1);
    file.execute_batch("DROP TRIGGER full").unwrap();
    app.sync().await;
    app.wait_until_sent().await;
    let colleague = school.colleague(ADMIN).await;
    let lesson = colleague.get(&format!("/{path}")).await;
    assert_eq!(lesson["title"], "Écrit sur un disque plein");
    assert_eq!(app.get(&path).await["version"], lesson["version"], "written once");
}

#[tokio::test]
async fn an_operation_that_always_fails_can_be_abandoned() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let path = change_lesson_offline(&app, &mut school, "Impossible").await;
    let broken = "CREATE TRIGGER broken BEFORE UPDATE ON lessons WHEN new.title = 'Impossible'
        BEGIN SELECT RAISE(ABORT, 'broken'); END";
    school.database().execute_batch(broken).unwrap();
    school.start().await;
    let id = only_operation(&app).await["id"].as_str().unwrap().to_owned();
    let (one, all_the_same) =
        (format!("desktop/operations/{id}"), format!("desktop/operations/{id}?force=true"));
    let (status, problem) = app.send(Method::DELETE, &all_the_same, Value::Null, &[]).await;
    assert_eq!(
        (status, &problem["code"]),
        (StatusCode::CONFLICT, &json!("already_sent")),
        "it may get through yet"
    );
    for tries in 2..=3 {
        app.sync().await;
        let tried = |all: &Value| all[0]["attempts"] == tries && all[0]["state"] == "waiting";
        app.wait_until_at("desktop/operations", "the next try", tried).await;
    }
    let stuck = only_operation(&app).await;
    assert_eq!((&stuck["abandonable"], &stuck["dependents"]), (&json!(true), &json!(0)));
    assert_eq!(app.send(Method::DELETE, &one, Value::Null, &[]).await.0, StatusCode::CONFLICT);
    app.ok(Method::DELETE, &all_the_same, Value::Null).await;
    assert_eq!(app.get("desktop/operations").await, json!([]));
    let history = app.get("desktop/history").await;
    assert_eq!(
        (&history[0]["text"], &history[0]["why"]),
        (&json!("Impossible"), &json!("abandoned")),
        "{history}"
    );
    assert_ne!(app.get(&path).await["title"], "Impossible");
}

#[tokio::test]
async fn operations_of_a_denied_account_resume_when_it_may_write_again() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let path = change_lesson_offline(&app, &mut school, "Écrit avant").await;
    app.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    let role = |role: &str| format!("UPDATE users SET role = '{role}' WHERE email = '{EDITOR}'");
    school.database().execute(&role("STUDENT"), []).unwrap();
    school.start().await;
    app.sync().await;
    let state = app.wait_until("being denied", |state| state["denied"] != Value::Null).await;
    assert_eq!((&state["denied"]["code"], &state["connection"]), (&json!("forbidden"), &json!("online")));
    assert_eq!((&state["waiting"], &state["failed"]), (&json!(2), &json!(0)), "{state}");
    assert!(!app.events().contains(&preau_desktop::app::Event::SyncFailed));
    school.database().execute(&role("EDITOR"), []).unwrap();
    app.ok(Method::POST, "desktop/operations/retry", Value::Null).await;
    app.wait_until_sent().await;
    assert_eq!(app.state().await["denied"], Value::Null);
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit avant");
}

#[tokio::test]
async fn retrying_sends_all_refused_operations() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    school.stop();
    let codes = ["oc", "br"];
    for code in codes {
        app.ok(Method::POST, "languages", json!({"name": format!("Langue {code}"), "code": code})).await;
    }
    // Before the school answers again: the app sends as soon as it does.
    let taken: Vec<i64> = codes
        .iter()
        .map(|code| {
            let sql = "INSERT INTO languages (name, code, created_at, updated_at)
                VALUES ('Prise ' || ?1, ?1, '2026-03-02T09:00:00+00:00', '2026-03-02T09:00:00+00:00') RETURNING id";
            school.database().query_row(sql, [code], |row| row.get(0)).unwrap()
        })
        .collect();
    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    app.sync().await;
    app.wait_until("the refusals", |state| state["failed"] == 2).await;
    for id in taken {
        colleague.ok(Method::DELETE, &format!("/languages/id/{id}"), Value::Null).await;
    }
    app.ok(Method::POST, "desktop/operations/retry", Value::Null).await;
    app.wait_until_sent().await;
    let languages = colleague.get("/languages").await.to_string();
    assert!(codes.iter().all(|code| languages.contains(&format!("Langue {code}"))), "{languages}");
}
