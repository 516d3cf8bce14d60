//! A database that was damaged: put aside and made anew, with what somebody wrote.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::line::{Line, Trouble};
use crate::school::{ADMIN, EDITOR, School};

pub fn database(folder: &Path) -> PathBuf {
    let profile = fs::read_dir(folder.join("profiles")).unwrap().next().unwrap().unwrap().path();
    profile.join("drafts.db")
}

/// Overwrites the pages of a table's rows.
fn damage(file: &Path, table: &str) {
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
fn not_closed(file: &Path) {
    fs::write(file.with_extension("open"), []).unwrap();
}

#[tokio::test]
async fn a_damaged_copy_is_made_anew_and_what_waits_is_still_sent() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let form = desk.course("Espagnol rescapé", &["Un"]).await;
    let count = desk.get("courses").await.as_array().unwrap().len();
    school.stop();
    desk.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "À moitié"}});
    desk.ok(Method::PUT, "desktop/drafts/course%2Fnew", draft).await;
    desk.close(folder.path()).await;
    let file = database(folder.path());
    damage(&file, "copy");
    not_closed(&file);

    let desk = Desk::open(folder.path()).await;
    let state = desk.state().await;
    assert_eq!(
        (&state["user"]["email"], &state["waiting"], &state["copied"]),
        (&json!(EDITOR), &json!(1), &json!(false))
    );
    assert_eq!(desk.get("desktop/drafts/course%2Fnew").await["value"]["name"], "À moitié");
    let told = &state["damage"][0];
    assert_eq!(
        (&told["changes"], &told["drafts"], &told["unread"]),
        (&json!(1), &json!(1), &json!([])),
        "{state}"
    );
    let aside = PathBuf::from(told["file"].as_str().unwrap());
    assert!(aside.is_file() && aside.parent() == file.parent(), "{told}");
    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
    desk.until("a new copy", |state| state["copied"] == true).await;
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), count + 1);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_put_aside() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    Desk::signed_in(folder.path(), &school.url()).await.close(folder.path()).await;
    let file = database(folder.path());
    fs::write(&file, vec![0x42; 20_000]).unwrap();
    let desk = Desk::open(folder.path()).await;
    let told = desk.state().await["damage"][0].clone();
    assert_eq!(told["unread"], json!(["changes", "drafts", "texts"]), "{told}");
    desk.until("a new copy", |state| state["copied"] == true).await;
    assert_ne!(desk.get("courses").await, Value::Array(Vec::new()));
}

#[tokio::test]
async fn what_could_not_be_read_is_told_until_it_is_dismissed() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let form = desk.course("Portugais rescapé", &["Un"]).await;
    school.stop();
    desk.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Brouillon", "value": {"name": "Perdu"}});
    desk.ok(Method::PUT, "desktop/drafts/course%2Fnew", draft).await;
    desk.close(folder.path()).await;
    let file = database(folder.path());
    damage(&file, "drafts");
    not_closed(&file);

    Desk::open(folder.path()).await.close(folder.path()).await;
    let desk = Desk::open(folder.path()).await;
    let damage = desk.state().await["damage"].clone();
    assert_eq!(damage.as_array().unwrap().len(), 1, "{damage}");
    assert_eq!(
        (&damage[0]["changes"], &damage[0]["drafts"], &damage[0]["unread"]),
        (&json!(1), &json!(0), &json!(["drafts"]))
    );
    desk.ok(Method::DELETE, "desktop/damage", Value::Null).await;
    assert_eq!(desk.state().await["damage"], json!([]));
    drop(desk);
    assert_eq!(Desk::open(folder.path()).await.state().await["damage"], json!([]));
}

#[tokio::test]
async fn a_school_that_was_restored_is_copied_anew() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    school.stop();
    school.database().execute("UPDATE change_counter SET epoch = 'another'", []).unwrap();
    let count = desk.get("courses").await.as_array().unwrap().len();
    school.start().await;
    let before = desk.state().await["lastSync"].clone();
    desk.sync().await;
    desk.until("a new copy", |state| state["lastSync"] != before && state["connection"] == "online").await;
    school.stop();
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), count);
}

#[tokio::test]
async fn a_copy_that_is_made_anew_is_read_as_it_was_until_the_new_one_is_complete() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    let desk = Desk::signed_in(folder.path(), &line.url).await;
    let lesson = desk.some_lesson().await;
    let courses = desk.get("courses").await.as_array().unwrap().len();
    let form = desk.course("Cours disparu", &["Un"]).await;
    let gone = desk.ok(Method::POST, "courses/admin", form).await["id"].clone();
    let path = format!("chapter-lessons/{}", lesson["id"]);
    // Nobody tells the app what became of it: the school was restored, and its numbers say nothing.
    line.is(Trouble { down: true, ..Trouble::default() });
    let colleague = school.colleague(ADMIN).await;
    colleague.ok(Method::DELETE, &format!("/courses/admin/{gone}"), Value::Null).await;
    colleague.change(&format!("/{path}"), &lesson, json!({"title": "Restaurée"})).await;
    school.stop();
    school.database().execute("UPDATE change_counter SET epoch = 'another'", []).unwrap();
    school.start().await;

    // The line breaks in the middle of the new copy, and is gone.
    line.is(Trouble { holds_after: Some(20_000), ..Trouble::default() });
    desk.sync().await;
    line.until_held().await;
    line.is(Trouble { down: true, ..Trouble::default() });
    desk.until("being offline", |state| state["connection"] == "offline").await;
    assert_eq!(desk.get(&path).await["title"], lesson["title"]);
    let found = desk.get("courses?search=disparu").await.to_string();
    assert!(found.contains("Cours disparu"), "{found}");
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), courses + 1);

    line.is(Trouble::default());
    let before = desk.state().await["lastSync"].clone();
    desk.sync().await;
    desk.until("the new copy", |state| state["lastSync"] != before && state["connection"] == "online").await;
    school.stop();
    assert_eq!(desk.get(&path).await["title"], "Restaurée");
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), courses);
}
