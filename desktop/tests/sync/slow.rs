//! A line of 10 kB/s that breaks: five times as fast here, with a tenth of the patience. With `PREAU_LINE=10000` it is as
//! slow as that, and the patience is the app's own; what it took is printed.

use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{self, Desk};
use crate::line::{Line, Trouble};
use crate::school::{ADMIN, EDITOR, School};

const PATIENCE: Duration = Duration::from_secs(1);
const SLOW: u32 = 50_000;

/// Bytes a second, and how long the app waits.
fn slow() -> (u32, Duration) {
    desk::real_line().map_or((SLOW, PATIENCE), |rate| (rate, Duration::MAX))
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
async fn a_long_lesson_is_sent_and_what_waits_behind_it_too() {
    let ((rate, patience), school, folder) = (slow(), School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    // Checking a password takes longer than this patience.
    drop(Desk::signed_in(folder.path(), &line.url).await);
    let desk = Desk::impatient(folder.path(), patience).await;
    desk.until("the line", |state| state["lastSync"] != Value::Null && state["connection"] == "online").await;
    let lesson = desk.some_lesson().await;
    line.is(Trouble { rate, ..Trouble::default() });
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let content = format!("<p>{}</p>", text(60_000));
    let begun = Instant::now();
    let (status, answer) = desk.change(&path, &lesson, json!({"content": content})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    desk.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    desk.until_sent().await;
    println!("a text of 180 kB and what waits behind it: {:?}", begun.elapsed());
    assert!(begun.elapsed() > PATIENCE, "too fast to show anything");
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["content"], json!(content));
    assert_eq!(desk.get("desktop/operations").await, Value::Array(Vec::new()));
}

#[tokio::test]
async fn the_content_is_copied_though_the_line_breaks_again_and_again() {
    let ((rate, patience), school, folder) = (slow(), School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    // No connection carries a page of 500 changes; while somebody signs in it only holds them.
    line.is(Trouble { holds_after: Some(20_000), ..Trouble::default() });
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": line.url})).await;
    desk.sign_in(EDITOR).await;
    line.until_held().await;
    drop(desk);
    line.is(Trouble { rate, breaks_after: 20_000, ..Trouble::default() });
    let desk = Desk::impatient(folder.path(), patience).await;
    let begun = Instant::now();
    assert_eq!(desk.state().await["copied"], false);
    desk.until("the first copy", |state| state["copied"] == true).await;
    println!("the first copy, broken off after every 20 kB: {:?}", begun.elapsed());
    line.is(Trouble { down: true, ..Trouble::default() });
    desk.sync().await;
    desk.until("being offline", |state| state["connection"] == "offline").await;
    let lesson = desk.some_lesson().await;
    let colleague = school.colleague(ADMIN).await;
    assert_eq!(colleague.get(&format!("/chapter-lessons/{}", lesson["id"])).await["title"], lesson["title"]);
}

#[tokio::test]
async fn a_line_on_which_nothing_moves_is_not_waited_for() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    // Checking a password takes longer than this patience.
    drop(Desk::signed_in(folder.path(), &line.url).await);
    let desk = Desk::impatient(folder.path(), PATIENCE).await;
    desk.until("the line", |state| state["lastSync"] != Value::Null && state["connection"] == "online").await;
    line.is(Trouble { holds_after: Some(0), ..Trouble::default() });
    let begun = Instant::now();
    desk.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    assert!(begun.elapsed() < PATIENCE * 20, "{:?}", begun.elapsed());
    assert_eq!(desk.state().await["waiting"], 1);
    line.is(Trouble::default());
    desk.sync().await;
    desk.until_sent().await;
}
