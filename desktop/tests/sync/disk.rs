//! A full disk.

use std::fs;
use std::path::{Path, PathBuf};

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;

fn profile(folder: &Path) -> PathBuf {
    fs::read_dir(folder.join("profiles")).unwrap().next().unwrap().unwrap().path()
}

#[tokio::test]
async fn a_profile_opens_on_a_full_disk() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    TestApp::signed_in(folder.path(), &school.url()).await.close(folder.path()).await;
    school.stop();
    // Where the new facts would be written before they replace the old.
    fs::create_dir(profile(folder.path()).join("profile.new")).unwrap();
    fs::create_dir(folder.path().join("app.new")).unwrap();
    let app = TestApp::open(folder.path()).await;
    assert_eq!(app.state().await["user"]["email"], EDITOR);
    assert_ne!(app.get("courses").await, json!([]));
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_does_not_sign_out() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    TestApp::signed_in(folder.path(), &school.url()).await.close(folder.path()).await;
    school.stop();
    let in_the_way = profile(folder.path()).join("drafts.db-wal");
    fs::create_dir(&in_the_way).unwrap();
    let app = TestApp::open(folder.path()).await;
    let state = app.state().await;
    assert_eq!((&state["user"], &state["disk"]), (&Value::Null, &json!("failing")), "{state}");
    let (status, answer) = app.send(Method::GET, "courses", Value::Null, &[]).await;
    assert_eq!(
        (status, &answer["code"]),
        (StatusCode::INSUFFICIENT_STORAGE, &json!("disk_failing")),
        "not signed out"
    );
    fs::remove_dir(&in_the_way).unwrap();
    app.sync().await;
    let state = app.wait_until("the profile", |state| state["user"] != Value::Null).await;
    assert_eq!((&state["user"]["email"], &state["disk"]), (&json!(EDITOR), &Value::Null));
}
