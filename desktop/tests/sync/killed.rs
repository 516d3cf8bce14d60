//! A process that is killed while it writes: everything that it reported as stored is there afterwards.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use http::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;

const FOLDER: &str = "PREAU_TEST_FOLDER";

/// Not a test of its own: the process that is killed.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let app = TestApp::open(folder.as_ref()).await;
    for number in 0.. {
        let form = app.course(&format!("Cours {number:04}"), &["Un"]).await;
        app.ok(Method::POST, "courses/admin", form).await;
        let draft = json!({"place": "/", "title": "Brouillon", "value": number});
        app.ok(Method::PUT, "desktop/drafts/form", draft).await;
        println!("stored {number}");
    }
}

/// Not a test of its own either: is killed while it sends.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn sends_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let app = TestApp::open(folder.as_ref()).await;
    app.wait_until("the end", |state| {
        println!("stored {}", state["waiting"]);
        false
    })
    .await;
}

/// Starts a process that runs a test of this file; returns the numbers that it reports as stored.
fn spawn_test(test: &str, folder: &Path) -> (Child, impl Iterator<Item = u64>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("killed::{test}"), "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    (child, lines.filter_map(|line| line.split("stored ").nth(1)?.trim().parse().ok()))
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn stored_operations_survive_a_kill_and_are_sent_once() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    drop(TestApp::signed_in(folder.path(), &school.url()).await);
    school.stop();
    let (child, kept) = spawn_test("writes_until_it_is_killed", folder.path());
    let last = kept.take(12).last().unwrap();
    kill(child);

    let app = TestApp::open(folder.path()).await;
    let draft = app.get("desktop/drafts/form").await["value"].as_u64().unwrap();
    assert!(draft >= last, "{draft} {last}");
    let waiting = app.state().await["waiting"].as_u64().unwrap();
    assert!(waiting > last, "{waiting} {last}");
    drop(app);

    school.start().await;
    for left in [waiting - 2, waiting - 5, waiting - 8] {
        let (child, mut kept) = spawn_test("sends_until_it_is_killed", folder.path());
        kept.find(|waiting| *waiting <= left).unwrap();
        kill(child);
    }
    // The school holds what it was told in the moment of a kill for a minute.
    let let_go = "UPDATE idempotency_keys SET claimed_until = '2026-01-01T00:00:00Z' WHERE status IS NULL";
    school.database().execute(let_go, []).unwrap();
    let app = TestApp::open(folder.path()).await;
    app.sync().await;
    app.wait_until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses").await.to_string();
    for number in 0..waiting {
        let name = format!("Cours {number:04}");
        assert_eq!(courses.matches(&format!("\"name\":\"{name}\"")).count(), 1, "{name}");
    }
}
