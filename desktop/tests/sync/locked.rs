//! A profile that was signed out: locked until its account signs in again, or erased.

use std::fs;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, EDITOR, School};
use crate::test_app::TestApp;

const DRAFT: &str = "desktop/drafts/course%2Fnew";

/// Signs out with one unsent operation and one draft; returns the profile's id.
async fn sign_out_with_pending(school: &mut School, folder: &TempDir) -> (TestApp, String) {
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let form = app.course("Grec sous clé", &["Un"]).await;
    school.stop();
    app.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "À moitié"}});
    app.ok(Method::PUT, DRAFT, draft).await;
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    let profile = app.get("desktop/profiles").await[0]["id"].as_str().unwrap().to_owned();
    (app, profile)
}

async fn assert_locked(app: &TestApp) {
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
        let (status, answer) = app.send(method.clone(), path, body, &[]).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path}: {answer}");
    }
}

#[tokio::test]
async fn a_signed_out_profile_is_locked() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (app, id) = sign_out_with_pending(&mut school, &folder).await;
    let state = app.ok(Method::POST, &format!("desktop/profiles/{id}"), Value::Null).await;
    assert_eq!((&state["user"], &state["waiting"]), (&Value::Null, &json!(0)));
    assert_eq!((&state["locked"]["id"], &state["locked"]["email"]), (&json!(id), &json!(EDITOR)), "{state}");
    assert_eq!(state["school"]["address"], school.url());
    assert_locked(&app).await;
    drop(app);

    let app = TestApp::open(folder.path()).await;
    assert_locked(&app).await;
    school.start().await;
    // Another account opens a profile of its own, and not this one.
    app.sign_in(ADMIN).await;
    app.wait_until("the first copy", |state| state["copied"] == true).await;
    assert_eq!(app.get("desktop/drafts").await, json!([]));
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    app.sign_in(EDITOR).await;
    assert_eq!(app.state().await["locked"], Value::Null);
    assert_eq!(app.get(DRAFT).await["value"]["name"], "À moitié");
    app.wait_until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses?search=Grec&size=100").await;
    assert!(courses.to_string().contains("Grec sous clé"), "{courses}");
}

#[tokio::test]
async fn a_locked_profile_is_deleted_after_a_warning() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let (app, id) = sign_out_with_pending(&mut school, &folder).await;
    app.ok(Method::POST, &format!("desktop/profiles/{id}"), Value::Null).await;
    let path = format!("desktop/profiles/{id}");
    let (status, warning) = app.send(Method::DELETE, &path, Value::Null, &[]).await;
    assert_eq!(
        (status, &warning["code"], &warning["params"]),
        (StatusCode::CONFLICT, &json!("operations_waiting"), &json!({"count": 1, "drafts": 1}))
    );
    let profiles = || fs::read_dir(folder.path().join("profiles")).unwrap().count();
    assert_eq!(profiles(), 1);
    app.ok(Method::DELETE, &format!("{path}?force=true"), Value::Null).await;
    assert_eq!((profiles(), app.get("desktop/profiles").await), (0, json!([])));
    assert_eq!(app.state().await["locked"], Value::Null);
}
