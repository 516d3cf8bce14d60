//! Compares responses from the copy with the school's own, for the demo school: every reading call, also after a day
//! of offline work was sent.
//!
//! `PREAU_BINARY` names the school's program; otherwise the one next to this program is used.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "what is written stands in the call")]

mod random_writes;
mod reads;
mod refusals;
#[path = "../sync/school.rs"]
#[allow(dead_code, reason = "other tests stop it and look into it")]
mod school;
mod test_app;
mod writes;

use http::Method;
use preau_core::calendar::{add_days, paris_day};
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue::{Answer, Next, Outcome};
use preau_desktop::clock::Clock;
use preau_desktop::content::{acknowledged, read, route};
use preau_desktop::store::{Change, Key, Row, Store};
use school::Colleague;
use serde_json::Value;

/// What the school answers to a reading call.
async fn school_value(school: &Colleague<'_>, path: &str) -> Value {
    school.send(Method::GET, path, Value::Null, None).await.1
}

/// The same, and what the copy answers.
async fn both_values(school: &Colleague<'_>, store: &Store, path: &str) -> (Value, Value) {
    (school_value(school, path).await, local_value(store, path))
}

fn local_value(store: &Store, path: &str) -> Value {
    let (bare, query) = path.split_once('?').map_or((path, None), |(bare, query)| (bare, Some(query)));
    let call = route(&Method::GET, bare).unwrap_or_else(|| panic!("{path} is no content"));
    match read(store, &call, query) {
        Ok(response) => serde_json::from_slice(response.body()).unwrap(),
        Err(error) => serde_json::to_value(error.into_problem()).unwrap(),
    }
}

/// Sessions of the next three months that take place, or do not.
fn planned_sessions(app: &test_app::TestApp, status: &str) -> Vec<Value> {
    let tomorrow = add_days(paris_day(Clock::System.now()), 1);
    let period = format!("from={tomorrow}&to={}", add_days(tomorrow, 91));
    let mut sessions = app.get(&format!("/class-sessions?{period}")).as_array().unwrap().clone();
    sessions.retain(|session| session["status"] == status);
    sessions
}

/// Copies all that changed.
async fn pull(school: &Colleague<'_>, store: &Store) {
    loop {
        let cursor: String = store.setting("cursor").unwrap().unwrap_or_default();
        let page = school_value(school, &format!("/changes?limit=500&cursor={cursor}")).await;
        let changes: Vec<Change> = serde_json::from_value(page["items"].clone()).unwrap();
        store.apply_page(&changes, page["cursor"].as_str().unwrap()).unwrap();
        if page["more"] == false {
            break;
        }
    }
    store.apply_held_back().unwrap();
}

/// Sends all that waits.
async fn send(school: &Colleague<'_>, store: &Store) {
    let now = "2026-01-01T10:00:00Z".parse().unwrap();
    while let Next::Send(request) = store.change_queue(|queue| queue.take(now)).unwrap() {
        let (method, path) = preau_desktop::content::request_target(&request).unwrap();
        let (status, body) = school.send(method.clone(), &path, request.body.clone(), request.version).await;
        let answer = Answer::read(status.as_u16(), body.clone(), None);
        if status.is_success() {
            acknowledged(store, &request, &body).unwrap();
        }
        let outcome = store.change_queue(|queue| queue.answered(&request.operation, answer, now, 0)).unwrap();
        match outcome {
            Some(Outcome::Done(row)) => copy(store, &request, &row),
            Some(Outcome::Retry) => {}
            other => panic!("{method} {path} {}: {status} {body} {other:?}", request.body),
        }
    }
    assert_eq!(store.queue().unwrap().operations(), []);
}

/// The school's answer in the copy, as far as it is a row.
fn copy(store: &Store, request: &preau_core::draft::queue::Request, row: &Value) {
    let kind = request.kind.as_str().parse().unwrap();
    match (request.action, &request.target) {
        (Action::Delete, Target::Id(id)) => store.remove(kind, &Key::Id(*id)).unwrap(),
        (Action::Create | Action::Update | Action::Cancel, target) => {
            let id = Key::Id(row["id"].as_i64().unwrap());
            let client_id = target.client_id().map(ToOwned::to_owned);
            let version = row["version"].as_i64().unwrap();
            store.put(kind, &Row { id, parent: None, version, client_id, row: row.clone() }).unwrap();
        }
        (Action::Delete | Action::Reorder, _) => {}
    }
}

/// Where two answers differ. Links to files run out, and only the school makes them.
fn differences(path: &str, school: &Value, here: &Value) -> Vec<String> {
    match (school, here) {
        (Value::Object(school), Value::Object(here)) => {
            let names: std::collections::BTreeSet<&String> = school.keys().chain(here.keys()).collect();
            let names = names.into_iter().filter(|name| !SIGNED.contains(&name.as_str()));
            let inside = |name: &String| {
                let [school, here] = [school, here].map(|fields| fields.get(name));
                match (school, here) {
                    (Some(_), Some(here)) if is_not_copied(name, here) => Vec::new(),
                    (Some(school), Some(here)) => differences(&format!("{path}.{name}"), school, here),
                    _ => vec![format!("{path}.{name}: {school:?} | {here:?}")],
                }
            };
            names.flat_map(inside).collect()
        }
        (Value::Array(school), Value::Array(here)) if school.len() == here.len() => {
            let pairs = school.iter().zip(here).enumerate();
            pairs.flat_map(|(n, (school, here))| differences(&format!("{path}[{n}]"), school, here)).collect()
        }
        (Value::Number(school), Value::Number(here)) if school.as_f64() == here.as_f64() => Vec::new(),
        (school, here) if school == here => Vec::new(),
        (school, here) => vec![format!("{path}: {school} | {here}")],
    }
}

/// Attendance is not copied: the copy says of no session that its roll was called.
fn is_not_copied(name: &str, here: &Value) -> bool {
    match name {
        "hasMarks" => here == false,
        "sheetClosedAt" => here.is_null(),
        _ => false,
    }
}

const SIGNED: [&str; 4] = ["link", "captionsLink", "mediaLink", "linkedContent"];
