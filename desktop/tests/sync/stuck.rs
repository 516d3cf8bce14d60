//! What would stand still: a disk that is full for a while, a school that fails at one change for ever, an account that
//! may not write any more.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::damage::database;
use crate::desk::Desk;
use crate::school::{ADMIN, EDITOR, School};

/// A lesson that waits with another title; answers its path.
async fn waiting(desk: &Desk, school: &mut School, title: &str) -> String {
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, answer) = desk.change(&path, &lesson, json!({"title": title})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    path
}

async fn operation(desk: &Desk) -> Value {
    desk.get("desktop/operations").await[0].clone()
}

#[tokio::test]
async fn an_answer_that_could_not_be_kept_stops_nothing_and_is_asked_for_again() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let path = waiting(&desk, &mut school, "Écrit sur un disque plein").await;
    // What was sent can be taken out of the file no more.
    let file = rusqlite::Connection::open(database(folder.path())).unwrap();
    let full = "CREATE TRIGGER full BEFORE DELETE ON operations
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    file.execute_batch(full).unwrap();
    school.start().await;
    desk.sync().await;
    desk.until("the sending", |state| state["syncing"] == true).await;
    desk.until("the end of the sending", |state| state["syncing"] == false).await;
    assert_eq!(desk.get("desktop/operations").await.as_array().unwrap().len(), 1);
    file.execute_batch("DROP TRIGGER full").unwrap();
    desk.sync().await;
    desk.until_sent().await;
    let colleague = school.colleague(ADMIN).await;
    let lesson = colleague.get(&format!("/{path}")).await;
    assert_eq!(lesson["title"], "Écrit sur un disque plein");
    assert_eq!(desk.get(&path).await["version"], lesson["version"], "written once");
}

#[tokio::test]
async fn what_the_school_fails_at_for_ever_can_be_given_up_and_is_found_in_the_history() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let path = waiting(&desk, &mut school, "Impossible").await;
    let broken = "CREATE TRIGGER broken BEFORE UPDATE ON lessons WHEN new.title = 'Impossible'
        BEGIN SELECT RAISE(ABORT, 'broken'); END";
    school.database().execute_batch(broken).unwrap();
    school.start().await;
    let id = operation(&desk).await["id"].as_str().unwrap().to_owned();
    let (one, all_the_same) =
        (format!("desktop/operations/{id}"), format!("desktop/operations/{id}?force=true"));
    let (status, problem) = desk.send(Method::DELETE, &all_the_same, Value::Null, &[]).await;
    assert_eq!(
        (status, &problem["code"]),
        (StatusCode::CONFLICT, &json!("already_sent")),
        "it may get through yet"
    );
    for tries in 2..=3 {
        desk.sync().await;
        let tried = |all: &Value| all[0]["attempts"] == tries && all[0]["state"] == "waiting";
        desk.until_at("desktop/operations", "the next try", tried).await;
    }
    let stuck = operation(&desk).await;
    assert_eq!((&stuck["abandonable"], &stuck["dependents"]), (&json!(true), &json!(0)));
    assert_eq!(desk.send(Method::DELETE, &one, Value::Null, &[]).await.0, StatusCode::CONFLICT);
    desk.ok(Method::DELETE, &all_the_same, Value::Null).await;
    assert_eq!(desk.get("desktop/operations").await, json!([]));
    let history = desk.get("desktop/history").await;
    assert_eq!(
        (&history[0]["text"], &history[0]["why"]),
        (&json!("Impossible"), &json!("abandoned")),
        "{history}"
    );
    assert_ne!(desk.get(&path).await["title"], "Impossible");
}

#[tokio::test]
async fn an_account_that_may_not_write_any_more_fails_nothing_and_goes_on_when_it_may() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let path = waiting(&desk, &mut school, "Écrit avant").await;
    desk.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    let role = |role: &str| format!("UPDATE users SET role = '{role}' WHERE email = '{EDITOR}'");
    school.database().execute(&role("STUDENT"), []).unwrap();
    school.start().await;
    desk.sync().await;
    let state = desk.until("being denied", |state| state["denied"] != Value::Null).await;
    assert_eq!((&state["denied"]["code"], &state["connection"]), (&json!("forbidden"), &json!("online")));
    assert_eq!((&state["waiting"], &state["failed"]), (&json!(2), &json!(0)), "{state}");
    assert!(!desk.events().contains(&preau_desktop::app::Event::SyncFailed));
    school.database().execute(&role("EDITOR"), []).unwrap();
    desk.ok(Method::POST, "desktop/operations/retry", Value::Null).await;
    desk.until_sent().await;
    assert_eq!(desk.state().await["denied"], Value::Null);
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit avant");
}

#[tokio::test]
async fn everything_that_was_refused_is_tried_again_at_once() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    school.stop();
    let codes = ["oc", "br"];
    for code in codes {
        desk.ok(Method::POST, "languages", json!({"name": format!("Langue {code}"), "code": code})).await;
    }
    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    let mut taken = Vec::new();
    for code in codes {
        let language = json!({"name": format!("Prise {code}"), "code": code});
        taken.push(colleague.ok(Method::POST, "/languages", language).await["id"].clone());
    }
    desk.sync().await;
    desk.until("the refusals", |state| state["failed"] == 2).await;
    for id in taken {
        colleague.ok(Method::DELETE, &format!("/languages/id/{id}"), Value::Null).await;
    }
    desk.ok(Method::POST, "desktop/operations/retry", Value::Null).await;
    desk.until_sent().await;
    let languages = colleague.get("/languages").await.to_string();
    assert!(codes.iter().all(|code| languages.contains(&format!("Langue {code}"))), "{languages}");
}
