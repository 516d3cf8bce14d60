//! A database that was damaged: put aside and made anew, with what somebody wrote.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::school::{EDITOR, School};

fn database(folder: &Path) -> PathBuf {
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
    drop(desk);
    let file = database(folder.path());
    damage(&file, "copy");

    let desk = Desk::open(folder.path()).await;
    let state = desk.state().await;
    assert_eq!(
        (&state["user"]["email"], &state["waiting"], &state["copied"]),
        (&json!(EDITOR), &json!(1), &json!(false))
    );
    assert_eq!(desk.get("desktop/drafts/course%2Fnew").await["value"]["name"], "À moitié");
    let aside = fs::read_dir(file.parent().unwrap()).unwrap().flatten();
    assert!(aside.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("damaged-")));
    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
    desk.until("a new copy", |state| state["copied"] == true).await;
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), count + 1);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_put_aside() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    drop(Desk::signed_in(folder.path(), &school.url()).await);
    let file = database(folder.path());
    for suffix in ["-wal", "-shm"] {
        fs::remove_file(format!("{}{suffix}", file.display())).ok();
    }
    fs::write(&file, vec![0x42; 20_000]).unwrap();
    let desk = Desk::open(folder.path()).await;
    desk.until("a new copy", |state| state["copied"] == true).await;
    assert_ne!(desk.get("courses").await, Value::Array(Vec::new()));
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
