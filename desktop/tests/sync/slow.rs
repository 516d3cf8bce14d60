//! A connection of 10 kB/s that breaks: here five times as fast, with a tenth of the timeouts. With
//! `PREAU_LINE=10000` it has that speed, the timeouts are the app's own, and the time taken is printed.

use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, EDITOR, School};
use crate::test_app::{self, TestApp};
use crate::unreliable_proxy::{Fault, UnreliableProxy};

const TIMEOUT: Duration = Duration::from_secs(1);
const SLOW: u32 = 50_000;

/// Bytes per second, and the upper limit of the timeouts.
fn connection_limits() -> (u32, Duration) {
    test_app::line_rate().map_or((SLOW, TIMEOUT), |rate| (rate, Duration::MAX))
}

/// A text of so many signs, three bytes each, that hardly becomes smaller.
fn text(length: u64) -> String {
    let mixed = |n: u64| {
        (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    (0..length)
        .filter_map(|n| char::from_u32(0x4E00 + u32::try_from(mixed(n) >> 45).unwrap() % 20_000))
        .collect()
}

#[tokio::test]
async fn a_long_lesson_is_sent_on_a_slow_connection() {
    let ((rate, patience), school, folder) =
        (connection_limits(), School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    // Checking a password takes longer than this timeout.
    drop(TestApp::signed_in(folder.path(), &proxy.url).await);
    let app = TestApp::with_timeout(folder.path(), patience).await;
    app.wait_until("the line", |state| state["lastSync"] != Value::Null && state["connection"] == "online")
        .await;
    let lesson = app.some_lesson().await;
    proxy.set_fault(Fault { rate, ..Fault::default() });
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let content = format!("<p>{}</p>", text(60_000));
    let begun = Instant::now();
    let (status, answer) = app.change(&path, &lesson, json!({"content": content})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    app.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    app.wait_until_sent().await;
    println!("a text of 180 kB and what waits behind it: {:?}", begun.elapsed());
    assert!(begun.elapsed() > TIMEOUT, "too fast to show anything");
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["content"], json!(content));
    assert_eq!(app.get("desktop/operations").await, Value::Array(Vec::new()));
}

#[tokio::test]
async fn the_copy_completes_over_a_broken_connection() {
    let ((rate, patience), school, folder) =
        (connection_limits(), School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    // No connection carries a page of 500 changes; while somebody signs in it only holds them.
    proxy.set_fault(Fault { stalls_after: Some(20_000), ..Fault::default() });
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": proxy.url})).await;
    app.sign_in(EDITOR).await;
    proxy.wait_until_stalled().await;
    drop(app);
    proxy.set_fault(Fault { rate, breaks_after: 20_000, ..Fault::default() });
    let app = TestApp::with_timeout(folder.path(), patience).await;
    let begun = Instant::now();
    assert_eq!(app.state().await["copied"], false);
    app.wait_until("the first copy", |state| state["copied"] == true).await;
    println!("the first copy, broken off after every 20 kB: {:?}", begun.elapsed());
    proxy.set_fault(Fault { down: true, ..Fault::default() });
    app.sync().await;
    app.wait_until("being offline", |state| state["connection"] == "offline").await;
    let lesson = app.some_lesson().await;
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/chapter-lessons/{}", lesson["id"])).await["title"], lesson["title"]);
}

#[tokio::test]
async fn a_stalled_connection_times_out() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    // Checking a password takes longer than this timeout.
    drop(TestApp::signed_in(folder.path(), &proxy.url).await);
    let app = TestApp::with_timeout(folder.path(), TIMEOUT).await;
    app.wait_until("the line", |state| state["lastSync"] != Value::Null && state["connection"] == "online")
        .await;
    proxy.set_fault(Fault { stalls_after: Some(0), ..Fault::default() });
    let begun = Instant::now();
    app.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    assert!(begun.elapsed() < TIMEOUT * 20, "{:?}", begun.elapsed());
    assert_eq!(app.state().await["waiting"], 1);
    proxy.set_fault(Fault::default());
    app.sync().await;
    app.wait_until_sent().await;
}
