//! A process that is killed while it writes: whatever it was told is kept is there afterwards.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use http::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::desk::Desk;
use crate::school::{EDITOR, School};

const FOLDER: &str = "PREAU_TEST_FOLDER";

/// Not a test of its own: the process that is killed.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let desk = Desk::open(folder.as_ref()).await;
    for number in 0.. {
        let form = desk.course(&format!("Cours {number:04}"), &["Un"]).await;
        desk.ok(Method::POST, "courses/admin", form).await;
        let draft = json!({"place": "/", "title": "Brouillon", "value": number});
        desk.ok(Method::PUT, "desktop/drafts/form", draft).await;
        println!("kept {number}");
    }
}

/// Not a test of its own either: is killed while it sends.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn sends_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let desk = Desk::open(folder.as_ref()).await;
    desk.until("the end", |state| {
        println!("kept {}", state["waiting"]);
        false
    })
    .await;
}

/// A process that runs a test of this file; answers what it says it has kept.
fn begin(test: &str, folder: &Path) -> (Child, impl Iterator<Item = u64>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("killed::{test}"), "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    (child, lines.filter_map(|line| line.split("kept ").nth(1)?.trim().parse().ok()))
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn what_was_kept_before_a_kill_is_there_and_sent_once() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    drop(Desk::signed_in(folder.path(), &school.url()).await);
    school.stop();
    let (child, kept) = begin("writes_until_it_is_killed", folder.path());
    let last = kept.take(12).last().unwrap();
    kill(child);

    let desk = Desk::open(folder.path()).await;
    let draft = desk.get("desktop/drafts/form").await["value"].as_u64().unwrap();
    assert!(draft >= last, "{draft} {last}");
    let waiting = desk.state().await["waiting"].as_u64().unwrap();
    assert!(waiting > last, "{waiting} {last}");
    drop(desk);

    school.start().await;
    for left in [waiting - 2, waiting - 5, waiting - 8] {
        let (child, mut kept) = begin("sends_until_it_is_killed", folder.path());
        kept.find(|waiting| *waiting <= left).unwrap();
        kill(child);
    }
    // The school holds what it was told in the moment of a kill for a minute.
    let let_go = "UPDATE idempotency_keys SET claimed_until = '2026-01-01T00:00:00Z' WHERE status IS NULL";
    school.database().execute(let_go, []).unwrap();
    let desk = Desk::open(folder.path()).await;
    desk.sync().await;
    desk.until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses").await.to_string();
    for number in 0..waiting {
        let name = format!("Cours {number:04}");
        assert_eq!(courses.matches(&format!("\"name\":\"{name}\"")).count(), 1, "{name}");
    }
}
