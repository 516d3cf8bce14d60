//! A profile that was signed out: locked until its account signs in again, or erased.

use std::fs;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::school::{ADMIN, EDITOR, School};

const DRAFT: &str = "desktop/drafts/course%2Fnew";

/// Signed out with one change and one draft that nobody has sent; answers the profile's id.
async fn signed_out(school: &mut School, folder: &TempDir) -> (Desk, String) {
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let form = desk.course("Grec sous clé", &["Un"]).await;
    school.stop();
    desk.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "À moitié"}});
    desk.ok(Method::PUT, DRAFT, draft).await;
    desk.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    let profile = desk.get("desktop/profiles").await[0]["id"].as_str().unwrap().to_owned();
    (desk, profile)
}

async fn assert_locked(desk: &Desk) {
    let asked = [
        (Method::GET, "courses"),
        (Method::GET, "users/me"),
        (Method::GET, "settings/school"),
        (Method::POST, "auth/refresh"),
        (Method::GET, "desktop/drafts"),
        (Method::GET, DRAFT),
        (Method::PUT, DRAFT),
        (Method::GET, "desktop/operations"),
        (Method::GET, "desktop/operations/export"),
        (Method::GET, "desktop/history"),
        (Method::GET, "desktop/place?of=%2Fcourse"),
    ];
    for (method, path) in asked {
        let body = json!({"place": "/", "title": "", "value": 1});
        let (status, answer) = desk.send(method.clone(), path, body, &[]).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path}: {answer}");
    }
}

#[tokio::test]
async fn a_profile_that_was_signed_out_shows_nothing_until_its_account_signs_in() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (desk, id) = signed_out(&mut school, &folder).await;
    let state = desk.ok(Method::POST, &format!("desktop/profiles/{id}"), Value::Null).await;
    assert_eq!((&state["user"], &state["waiting"]), (&Value::Null, &json!(0)));
    assert_eq!((&state["locked"]["id"], &state["locked"]["email"]), (&json!(id), &json!(EDITOR)), "{state}");
    assert_eq!(state["school"]["address"], school.url());
    assert_locked(&desk).await;
    drop(desk);

    let desk = Desk::open(folder.path()).await;
    assert_locked(&desk).await;
    school.start().await;
    // Another account opens a profile of its own, and not this one.
    desk.sign_in(ADMIN).await;
    desk.until("the first copy", |state| state["copied"] == true).await;
    assert_eq!(desk.get("desktop/drafts").await, json!([]));
    desk.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    desk.sign_in(EDITOR).await;
    assert_eq!(desk.state().await["locked"], Value::Null);
    assert_eq!(desk.get(DRAFT).await["value"]["name"], "À moitié");
    desk.until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses?search=Grec&size=100").await;
    assert!(courses.to_string().contains("Grec sous clé"), "{courses}");
}

#[tokio::test]
async fn a_locked_profile_is_erased_after_it_was_said_what_is_lost() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (desk, id) = signed_out(&mut school, &folder).await;
    desk.ok(Method::POST, &format!("desktop/profiles/{id}"), Value::Null).await;
    let path = format!("desktop/profiles/{id}");
    let (status, warning) = desk.send(Method::DELETE, &path, Value::Null, &[]).await;
    assert_eq!(
        (status, &warning["code"], &warning["params"]),
        (StatusCode::CONFLICT, &json!("operations_waiting"), &json!({"count": 1, "drafts": 1}))
    );
    let profiles = || fs::read_dir(folder.path().join("profiles")).unwrap().count();
    assert_eq!(profiles(), 1);
    desk.ok(Method::DELETE, &format!("{path}?force=true"), Value::Null).await;
    assert_eq!((profiles(), desk.get("desktop/profiles").await), (0, json!([])));
    assert_eq!(desk.state().await["locked"], Value::Null);
}
