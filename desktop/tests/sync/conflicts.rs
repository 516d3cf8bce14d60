//! Two editors, one of them away.

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, School};
use crate::test_app::TestApp;

/// A lesson that both changed: the app away, a colleague at the school. The app opens when both are done.
async fn conflict(
    school: &mut School,
    folder: &TempDir,
    mine: Value,
    theirs: Value,
) -> (TestApp, String, Value) {
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, answer) = app.change(&path, &lesson, mine).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    drop(app);
    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    if theirs.is_null() {
        colleague.ok(Method::DELETE, &format!("/{path}"), Value::Null).await;
    } else {
        colleague.change(&format!("/{path}"), &lesson, theirs).await;
    }
    (TestApp::open(folder.path()).await, path, lesson)
}

#[tokio::test]
async fn changes_of_different_parts_are_merged() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (app, path, lesson) = conflict(
        &mut school,
        &folder,
        json!({"title": "Mon titre"}),
        json!({"content": "<p>Leur texte</p>"}),
    )
    .await;
    assert_ne!(lesson["title"], "Mon titre");
    app.wait_until_sent().await;
    let stands = school.colleague(ADMIN).await.get(&format!("/{path}")).await;
    assert_eq!((&stands["title"], &stands["content"]), (&json!("Mon titre"), &json!("<p>Leur texte</p>")));
}

#[tokio::test]
async fn conflicting_texts_are_chosen_and_both_are_kept() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (app, path, lesson) =
        conflict(&mut school, &folder, json!({"title": "Mon titre"}), json!({"title": "Leur titre"})).await;
    app.wait_until("the conflict", |state| state["conflicts"] == 1).await;
    assert!(app.events().iter().any(|event| matches!(event, Event::Conflict { .. })));
    let id = app.get("desktop/operations").await[0]["id"].as_str().unwrap().to_owned();
    let conflict = app.get(&format!("desktop/conflicts/{id}")).await;
    let part = &conflict["parts"][0];
    assert_eq!((&part["path"], &part["base"]), (&json!("title"), &lesson["title"]));
    assert_eq!((&part["mine"], &part["theirs"]), (&json!("Mon titre"), &json!("Leur titre")));
    assert!(conflict["by"]["name"].is_string() && conflict["by"]["at"].is_string(), "{conflict}");

    let settle = async |choices: Value| {
        app.send(Method::POST, &format!("desktop/conflicts/{id}"), json!({ "choices": choices }), &[]).await
    };
    let (status, problem) = settle(json!({})).await;
    assert_eq!((status, &problem["fields"][0]["name"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("title")));
    assert_eq!(settle(json!({"title": "theirs"})).await.0, StatusCode::NO_CONTENT);
    // The choice is undone.
    app.ok(Method::POST, &format!("desktop/conflicts/{id}/undo"), json!({})).await;
    assert_eq!(app.state().await["conflicts"], 1);
    assert_eq!(settle(json!({"title": {"edited": "Notre titre"}})).await.0, StatusCode::NO_CONTENT);
    app.sync().await;
    app.wait_until_sent().await;
    let stands = school.colleague(ADMIN).await.get(&format!("/{path}")).await;
    assert_eq!(stands["title"], "Notre titre");
    let history = app.get("desktop/history").await.to_string();
    assert!(history.contains("Mon titre") && history.contains("Leur titre"), "{history}");
    let (status, problem) =
        app.send(Method::POST, &format!("desktop/conflicts/{id}/undo"), json!({}), &[]).await;
    assert_eq!((status, &problem["code"]), (StatusCode::CONFLICT, &json!("already_sent")));
}

#[tokio::test]
async fn a_row_deleted_by_another_is_recreated_or_dropped() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let mine = json!({"content": "<p>Une heure de travail</p>"});
    let (app, _, lesson) = conflict(&mut school, &folder, mine, Value::Null).await;
    app.wait_until("the conflict", |state| state["conflicts"] == 1).await;
    let id = app.get("desktop/operations").await[0]["id"].as_str().unwrap().to_owned();
    let conflict = app.get(&format!("desktop/conflicts/{id}")).await;
    assert_eq!(conflict["deleted"], "theirs");
    let choices = json!({"choices": {conflict["parts"][0]["path"].as_str().unwrap(): "mine"}});
    app.ok(Method::POST, &format!("desktop/conflicts/{id}"), choices).await;
    app.sync().await;
    app.wait_until_sent().await;
    let colleague = school.colleague(ADMIN).await;
    let lessons = colleague.get(&format!("/chapter-lessons/chapter/{}", lesson["chapterId"])).await;
    assert!(lessons.to_string().contains("Une heure de travail"), "{lessons}");
}
