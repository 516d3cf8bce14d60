//! Two editors, one of them away.

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::school::{ADMIN, School};

/// A lesson that both changed: the app away, a colleague at the school. The app opens when both are done.
async fn met(school: &mut School, folder: &TempDir, mine: Value, theirs: Value) -> (Desk, String, Value) {
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, answer) = desk.change(&path, &lesson, mine).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    drop(desk);
    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    if theirs.is_null() {
        colleague.ok(Method::DELETE, &format!("/{path}"), Value::Null).await;
    } else {
        colleague.change(&format!("/{path}"), &lesson, theirs).await;
    }
    (Desk::open(folder.path()).await, path, lesson)
}

#[tokio::test]
async fn what_does_not_meet_comes_together_by_itself() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (desk, path, lesson) =
        met(&mut school, &folder, json!({"title": "Mon titre"}), json!({"content": "<p>Leur texte</p>"}))
            .await;
    assert_ne!(lesson["title"], "Mon titre");
    desk.until_sent().await;
    let stands = school.colleague(ADMIN).await.get(&format!("/{path}")).await;
    assert_eq!((&stands["title"], &stands["content"]), (&json!("Mon titre"), &json!("<p>Leur texte</p>")));
}

#[tokio::test]
async fn where_two_texts_meet_one_chooses_and_both_are_found_afterwards() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (desk, path, lesson) =
        met(&mut school, &folder, json!({"title": "Mon titre"}), json!({"title": "Leur titre"})).await;
    desk.until("the conflict", |state| state["conflicts"] == 1).await;
    assert!(desk.events().iter().any(|event| matches!(event, Event::Conflict { .. })));
    let id = desk.get("desktop/operations").await[0]["id"].as_str().unwrap().to_owned();
    let conflict = desk.get(&format!("desktop/conflicts/{id}")).await;
    let part = &conflict["parts"][0];
    assert_eq!((&part["path"], &part["base"]), (&json!("title"), &lesson["title"]));
    assert_eq!((&part["mine"], &part["theirs"]), (&json!("Mon titre"), &json!("Leur titre")));
    assert!(conflict["by"]["name"].is_string() && conflict["by"]["at"].is_string(), "{conflict}");

    let settle = async |choices: Value| {
        desk.send(Method::POST, &format!("desktop/conflicts/{id}"), json!({ "choices": choices }), &[]).await
    };
    let (status, problem) = settle(json!({})).await;
    assert_eq!((status, &problem["fields"][0]["name"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("title")));
    assert_eq!(settle(json!({"title": "theirs"})).await.0, StatusCode::NO_CONTENT);
    // Somebody thinks again.
    desk.ok(Method::POST, &format!("desktop/conflicts/{id}/undo"), json!({})).await;
    assert_eq!(desk.state().await["conflicts"], 1);
    assert_eq!(settle(json!({"title": {"edited": "Notre titre"}})).await.0, StatusCode::NO_CONTENT);
    desk.sync().await;
    desk.until_sent().await;
    let stands = school.colleague(ADMIN).await.get(&format!("/{path}")).await;
    assert_eq!(stands["title"], "Notre titre");
    let history = desk.get("desktop/history").await.to_string();
    assert!(history.contains("Mon titre") && history.contains("Leur titre"), "{history}");
    let (status, problem) =
        desk.send(Method::POST, &format!("desktop/conflicts/{id}/undo"), json!({}), &[]).await;
    assert_eq!((status, &problem["code"]), (StatusCode::CONFLICT, &json!("already_sent")));
}

#[tokio::test]
async fn what_was_deleted_meanwhile_is_made_again_or_let_go() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let mine = json!({"content": "<p>Une heure de travail</p>"});
    let (desk, _, lesson) = met(&mut school, &folder, mine, Value::Null).await;
    desk.until("the conflict", |state| state["conflicts"] == 1).await;
    let id = desk.get("desktop/operations").await[0]["id"].as_str().unwrap().to_owned();
    let conflict = desk.get(&format!("desktop/conflicts/{id}")).await;
    assert_eq!(conflict["deleted"], "theirs");
    let choices = json!({"choices": {conflict["parts"][0]["path"].as_str().unwrap(): "mine"}});
    desk.ok(Method::POST, &format!("desktop/conflicts/{id}"), choices).await;
    desk.sync().await;
    desk.until_sent().await;
    let colleague = school.colleague(ADMIN).await;
    let lessons = colleague.get(&format!("/chapter-lessons/chapter/{}", lesson["chapterId"])).await;
    assert!(lessons.to_string().contains("Une heure de travail"), "{lessons}");
}
