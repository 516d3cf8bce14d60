//! A damaged database: moved aside and replaced, with everything that was written on this computer.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, EDITOR, School};
use crate::test_app::TestApp;
use crate::unreliable_proxy::{Fault, UnreliableProxy};

pub fn database(folder: &Path) -> PathBuf {
    let profile = fs::read_dir(folder.join("profiles")).unwrap().next().unwrap().unwrap().path();
    profile.join("drafts.db")
}

/// Overwrites the pages of a table's rows.
fn damage_table(file: &Path, table: &str) {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let size: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let root: u32 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [table], |row| row.get(0))
        .unwrap();
    drop(connection);
    let mut file = fs::OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start(u64::from(root - 1) * u64::from(size))).unwrap();
    file.write_all(&vec![0xEE; usize::try_from(size).unwrap()]).unwrap();
}

/// As when the machine loses power: the app does not close the file.
fn mark_open(file: &Path) {
    fs::write(file.with_extension("open"), []).unwrap();
}

#[tokio::test]
async fn a_damaged_database_is_replaced_and_its_pending_operations_are_sent() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let form = app.course("Espagnol rescapé", &["Un"]).await;
    let count = app.get("courses").await.as_array().unwrap().len();
    school.stop();
    app.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "À moitié"}});
    app.ok(Method::PUT, "desktop/drafts/course%2Fnew", draft).await;
    app.close(folder.path()).await;
    let file = database(folder.path());
    damage_table(&file, "copy");
    mark_open(&file);

    let app = TestApp::open(folder.path()).await;
    let state = app.state().await;
    assert_eq!(
        (&state["user"]["email"], &state["waiting"], &state["copied"]),
        (&json!(EDITOR), &json!(1), &json!(false))
    );
    assert_eq!(app.get("desktop/drafts/course%2Fnew").await["value"]["name"], "À moitié");
    let told = &state["damage"][0];
    assert_eq!(
        (&told["changes"], &told["drafts"], &told["unread"]),
        (&json!(1), &json!(1), &json!([])),
        "{state}"
    );
    let aside = PathBuf::from(told["file"].as_str().unwrap());
    assert!(aside.is_file() && aside.parent() == file.parent(), "{told}");
    school.start().await;
    app.sync().await;
    app.wait_until_sent().await;
    app.wait_until("a new copy", |state| state["copied"] == true).await;
    assert_eq!(app.get("courses").await.as_array().unwrap().len(), count + 1);
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_moved_aside() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    TestApp::signed_in(folder.path(), &school.url()).await.close(folder.path()).await;
    let file = database(folder.path());
    fs::write(&file, vec![0x42; 20_000]).unwrap();
    let app = TestApp::open(folder.path()).await;
    let told = app.state().await["damage"][0].clone();
    assert_eq!(told["unread"], json!(["changes", "drafts", "texts"]), "{told}");
    app.wait_until("a new copy", |state| state["copied"] == true).await;
    assert_ne!(app.get("courses").await, Value::Array(Vec::new()));
}

#[tokio::test]
async fn damage_is_reported_until_it_is_dismissed() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let form = app.course("Portugais rescapé", &["Un"]).await;
    school.stop();
    app.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "Perdu"}});
    app.ok(Method::PUT, "desktop/drafts/course%2Fnew", draft).await;
    app.close(folder.path()).await;
    let file = database(folder.path());
    damage_table(&file, "drafts");
    mark_open(&file);

    TestApp::open(folder.path()).await.close(folder.path()).await;
    let app = TestApp::open(folder.path()).await;
    let damage = app.state().await["damage"].clone();
    assert_eq!(damage.as_array().unwrap().len(), 1, "{damage}");
    assert_eq!(
        (&damage[0]["changes"], &damage[0]["drafts"], &damage[0]["unread"]),
        (&json!(1), &json!(0), &json!(["drafts"]))
    );
    app.ok(Method::DELETE, "desktop/damage", Value::Null).await;
    assert_eq!(app.state().await["damage"], json!([]));
    drop(app);
    assert_eq!(TestApp::open(folder.path()).await.state().await["damage"], json!([]));
}

#[tokio::test]
async fn a_restored_school_is_copied_again() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    school.stop();
    school.database().execute("UPDATE change_counter SET epoch = 'another'", []).unwrap();
    let count = app.get("courses").await.as_array().unwrap().len();
    school.start().await;
    let before = app.state().await["lastSync"].clone();
    app.sync().await;
    app.wait_until("a new copy", |state| state["lastSync"] != before && state["connection"] == "online")
        .await;
    school.stop();
    assert_eq!(app.get("courses").await.as_array().unwrap().len(), count);
}

#[tokio::test]
async fn the_old_copy_is_read_until_the_fresh_one_is_complete() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    let app = TestApp::signed_in(folder.path(), &proxy.url).await;
    let lesson = app.some_lesson().await;
    let courses = app.get("courses").await.as_array().unwrap().len();
    let form = app.course("Cours disparu", &["Un"]).await;
    let gone = app.ok(Method::POST, "courses/admin", form).await["id"].clone();
    let path = format!("chapter-lessons/{}", lesson["id"]);
    // Nobody tells the app what became of it: the school was restored, and its numbers say nothing.
    proxy.set_fault(Fault { down: true, ..Fault::default() });
    let colleague = school.colleague(ADMIN).await;
    colleague.ok(Method::DELETE, &format!("/courses/admin/{gone}"), Value::Null).await;
    colleague.change(&format!("/{path}"), &lesson, json!({"title": "Restaurée"})).await;
    school.stop();
    school.database().execute("UPDATE change_counter SET epoch = 'another'", []).unwrap();
    school.start().await;

    // The connection breaks during the fresh copy.
    proxy.set_fault(Fault { stalls_after: Some(20_000), ..Fault::default() });
    app.sync().await;
    proxy.wait_until_stalled().await;
    proxy.set_fault(Fault { down: true, ..Fault::default() });
    app.wait_until("being offline", |state| state["connection"] == "offline").await;
    assert_eq!(app.get(&path).await["title"], lesson["title"]);
    let found = app.get("courses?search=disparu").await.to_string();
    assert!(found.contains("Cours disparu"), "{found}");
    assert_eq!(app.get("courses").await.as_array().unwrap().len(), courses + 1);

    proxy.set_fault(Fault::default());
    let before = app.state().await["lastSync"].clone();
    app.sync().await;
    app.wait_until("the new copy", |state| state["lastSync"] != before && state["connection"] == "online")
        .await;
    school.stop();
    assert_eq!(app.get(&path).await["title"], "Restaurée");
    assert_eq!(app.get("courses").await.as_array().unwrap().len(), courses);
}
