//! Files that are chosen offline: stored here, displayed, and sent before the row that refers to them.

use std::path::{Path, PathBuf};

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;
use crate::unreliable_proxy::{Fault, UnreliableProxy};

/// One white point.
const PICTURE: &[u8] = include_bytes!("point.png");
const MEGABYTE: usize = 1024 * 1024;

/// The dialog returns this file.
async fn choose_file(app: &TestApp, path: PathBuf) -> (StatusCode, Value) {
    app.inner.on_choose(move |_| {
        let path = path.clone();
        Box::pin(async move { Some(path) })
    });
    let rules = json!({"keeps": true, "rules": [
        {"formats": "PNG", "extensions": ["png"], "megabytes": 10},
        {"formats": "PDF", "extensions": ["pdf"], "megabytes": 50},
    ]});
    app.send(Method::POST, "desktop/uploads", rules, &[]).await
}

/// Chooses a file with these bytes; answers how it went.
async fn choose_offline(app: &TestApp, folder: &Path, name: &str, bytes: &[u8]) -> Value {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let (status, upload) = choose_file(app, path.clone()).await;
    assert_eq!(status, StatusCode::OK, "{upload}");
    let at = format!("desktop/uploads/{}", upload["id"].as_str().unwrap());
    let upload = app
        .wait_until_at(&at, "an end", |upload| {
            !["sending", "finishing"].contains(&upload["state"].as_str().unwrap())
        })
        .await;
    // It was copied, so the original may change.
    std::fs::remove_file(path).unwrap();
    upload
}

/// Chooses a file; answers its address here.
async fn store_offline(app: &TestApp, folder: &Path, name: &str, bytes: &[u8]) -> String {
    let upload = choose_offline(app, folder, name, bytes).await;
    assert_eq!((&upload["state"], &upload["file"]["name"]), (&json!("kept"), &json!(name)), "{upload}");
    let address = upload["file"]["url"].as_str().unwrap().to_owned();
    assert_eq!(app.file(&address).await.body(), bytes);
    address
}

/// A paper of so many bytes.
fn pdf(bytes: usize) -> Vec<u8> {
    let mut paper = b"%PDF-1.7\n".to_vec();
    paper.extend((0_u8..251).cycle().take(bytes - paper.len()));
    paper
}

/// Files that wait in the folder of the app.
fn stored_files(folder: &Path) -> usize {
    let profiles = std::fs::read_dir(folder.join("profiles")).unwrap();
    let files = profiles.flatten().filter_map(|profile| std::fs::read_dir(profile.path().join("files")).ok());
    files.flatten().count()
}

/// An editor whose school is away.
struct OfflineApp {
    school: School,
    folder: TempDir,
    /// Where files are chosen.
    files: TempDir,
    app: TestApp,
    lesson: Value,
    /// Of the lesson.
    path: String,
}

async fn offline_app() -> OfflineApp {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    detect_offline(&app).await;
    OfflineApp { school, folder, files: TempDir::new().unwrap(), app, lesson, path }
}

/// Sends a request, and waits until the app has recorded that the school cannot be reached.
async fn detect_offline(app: &TestApp) {
    app.send(Method::GET, "contact-messages/count", Value::Null, &[]).await;
    app.wait_until("the school is away", |state| state["connection"] == "offline").await;
}

fn lesson_with(address: &str) -> Value {
    json!({"content": format!("<p>Le quai</p><img src=\"{address}\" alt=\"\">")})
}

#[tokio::test]
async fn offline_files_survive_a_restart_and_are_sent_before_their_rows() {
    let OfflineApp { mut school, folder, files, app, lesson, path } = offline_app().await;

    let picture = store_offline(&app, files.path(), "Quai.png", PICTURE).await;
    let sheet = pdf(3 * MEGABYTE);
    let sheet_at = store_offline(&app, files.path(), "Horaires d’été.pdf", &sheet).await;
    let resource =
        json!({"chapterLessonId": lesson["id"], "title": "Horaires", "type": "PDF", "url": sheet_at});
    app.ok(Method::POST, "resources", resource).await;
    let (status, saved) = app.change(&path, &lesson, lesson_with(&picture)).await;
    assert_eq!((status, &saved["content"]), (StatusCode::OK, &lesson_with(&picture)["content"]));
    let operations = app.get("desktop/operations").await;
    let names: Vec<&Value> =
        operations.as_array().unwrap().iter().map(|operation| &operation["file"]).collect();
    assert_eq!(names, [&json!("Horaires d’été.pdf"), &json!("Quai.png")]);
    assert_eq!(stored_files(folder.path()), 2);
    drop(app);

    let app = TestApp::open(folder.path()).await;
    assert_eq!(app.file(&picture).await.body(), PICTURE);
    school.start().await;
    app.sync().await;
    app.wait_until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    let content = colleague.get(&format!("/{path}")).await["content"].as_str().unwrap().to_owned();
    let there = content.split('"').nth(1).unwrap().to_owned();
    for (address, kind) in [(&there, "image/png"), (&sheet_at, "application/pdf")] {
        let (status, headers) = colleague.file(address).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (StatusCode::OK, kind), "{address}");
    }
    let resources = colleague.get(&format!("/resources/lesson/{}", lesson["id"])).await;
    assert!(resources.as_array().unwrap().iter().any(|resource| resource["url"] == sheet_at.as_str()));
    assert_eq!(stored_files(folder.path()), 0);
    // A form that was open all the time still shows the picture, and names the school's.
    assert_eq!(app.file(&picture).await.status(), StatusCode::OK);
    let seen = app.get(&path).await;
    let (status, saved) = app
        .change(&path, &seen, json!({"content": format!("<p><img src=\"{picture}\" alt=\"\"></p>")}))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert!(saved["content"].as_str().unwrap().contains(&there), "{saved}");
}

#[tokio::test]
async fn a_row_is_never_sent_before_its_file() {
    let (school, folder, files) = (School::open().await, TempDir::new().unwrap(), TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    let app = TestApp::signed_in(folder.path(), &proxy.url).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    proxy.set_fault(Fault { down: true, ..Fault::default() });
    detect_offline(&app).await;
    let sheet = store_offline(&app, files.path(), "Fiche.pdf", &pdf(12 * MEGABYTE)).await;
    let resource = json!({"chapterLessonId": lesson["id"], "title": "Fiche", "type": "PDF", "url": sheet});
    app.ok(Method::POST, "resources", resource).await;
    app.change(&path, &lesson, json!({"title": "Avant le fichier"})).await;

    // The file breaks off in its third chunk; the other change does not wait for it.
    proxy.cut_after(std::iter::once(6 * MEGABYTE).chain(std::iter::repeat_n(1, 10_000)));
    proxy.set_fault(Fault::default());
    app.sync().await;
    let colleague = school.colleague(EDITOR).await;
    let one = |sql: &str| school.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let broken = async {
        while proxy.cuts_left() > 9_999 || one("SELECT COUNT(*) FROM upload_chunks") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_mins(1), broken).await.expect("the file breaks off");
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Avant le fichier");
    let resources = format!("/resources/lesson/{}", lesson["id"]);
    let named =
        |rows: &Value| rows.as_array().unwrap().iter().filter(|row| row["url"] == sheet.as_str()).count();
    assert_eq!(named(&colleague.get(&resources).await), 0);
    drop(app);

    proxy.cut_after([]);
    let app = TestApp::open(folder.path()).await;
    app.sync().await;
    app.wait_until_sent().await;
    assert_eq!(named(&colleague.get(&resources).await), 1);
    assert_eq!(colleague.file(&sheet).await.0, StatusCode::OK);
    assert_eq!(one("SELECT COUNT(*) FROM uploads"), 1, "the same upload went on");
}

#[tokio::test]
async fn files_of_the_wrong_type_are_refused() {
    let OfflineApp { mut school, folder, files, app, lesson, path } = offline_app().await;
    let lie = choose_offline(&app, files.path(), "lie.png", b"<p>no picture").await;
    assert_eq!((&lie["state"], &lie["problem"]["code"]), (&json!("failed"), &json!("file_type_mismatch")));
    assert_eq!(stored_files(folder.path()), 0);

    // It begins as a picture, and is none.
    let broken = store_offline(&app, files.path(), "broken.png", &PICTURE[..24]).await;
    app.change(&path, &lesson, lesson_with(&broken)).await;
    school.start().await;
    app.sync().await;
    let failed = |operations: &Value| operations[0]["state"] == "failed";
    let operations = app.wait_until_at("desktop/operations", "a refusal", failed).await;
    assert_eq!(operations[0]["problem"]["fields"][0]["name"], "content", "{operations}");
    assert!(app.events().contains(&Event::SyncFailed));
    // Another picture mends it.
    let whole = choose_offline(&app, files.path(), "whole.png", PICTURE).await;
    let seen = app.get(&path).await;
    app.change(&path, &seen, lesson_with(whole["file"]["url"].as_str().unwrap())).await;
    app.wait_until_sent().await;
    let content = school.colleague(EDITOR).await.get(&format!("/{path}")).await["content"].clone();
    assert!(content.as_str().unwrap().contains("<img"), "{content}");
}

#[tokio::test]
async fn a_queued_file_waits_while_too_many_uploads_are_in_progress() {
    let OfflineApp { mut school, folder: _folder, files, app, lesson, path } = offline_app().await;
    let picture = store_offline(&app, files.path(), "Quai.png", PICTURE).await;
    app.change(&path, &lesson, lesson_with(&picture)).await;
    for n in 0..5 {
        let begun = "INSERT INTO uploads (id, user_id, name, size, created_at, touched_at)
            SELECT 'other' || ?1 || '-' || id, id, 'film.mp4', 9, '2099-01-01T00:00:00Z', '2099-01-01T00:00:00Z' FROM users";
        school.database().execute(begun, [n]).unwrap();
    }
    school.start().await;
    app.sync().await;
    let refused = |event: &Event| matches!(event, Event::Upload(upload) if upload["state"] == "waiting");
    app.wait_until("the school to refuse one more", |_| app.events().iter().any(refused)).await;
    assert!(!app.events().contains(&Event::SyncFailed));
    school.database().execute("DELETE FROM uploads", []).unwrap();
    app.wait_until_sent().await;
    let content = school.colleague(EDITOR).await.get(&format!("/{path}")).await["content"].clone();
    assert!(content.as_str().unwrap().contains("<img"), "{content}");
}
