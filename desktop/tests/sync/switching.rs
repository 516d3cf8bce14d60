//! Two schools, and somebody who goes from one to the other while the line to the first is slow.

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::line::{Line, Trouble};
use crate::school::{ADMIN, EDITOR, School};

async fn profile(desk: &Desk, address: &str) -> String {
    let profiles = desk.get("desktop/profiles").await;
    let of_school = |profile: &&Value| profile["address"] == address;
    profiles.as_array().unwrap().iter().find(of_school).unwrap()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_copy_that_is_still_being_made_says_nothing_of_the_school_that_was_chosen_meanwhile() {
    let (first, second) = tokio::join!(School::open(), School::open());
    let (line, folder) = (Line::to(first.port()).await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &second.url()).await;
    desk.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": line.url})).await;
    // Everything of the content stands still on the way.
    line.is(Trouble { holds_after: Some(20_000), ..Trouble::default() });
    desk.sign_in(EDITOR).await;
    desk.until("the first copy", |state| state["copying"] != Value::Null).await;

    let other = profile(&desk, &second.url()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": second.url()})).await;
    desk.sign_in_at(&second.url(), EDITOR).await;
    assert_eq!(desk.state().await["copying"], Value::Null);
    let colleague = second.colleague(ADMIN).await;
    colleague.ok(Method::POST, "/languages", json!({"name": "Occitan", "code": "oc"})).await;
    let before = desk.state().await["lastSync"].clone();
    desk.sync().await;
    desk.until("a look at the second school", |state| state["lastSync"] != before).await;
    assert_eq!(desk.get("desktop/profiles").await.as_array().unwrap().len(), 2);

    // The first goes on where it stood.
    line.is(Trouble::default());
    let first = profile(&desk, &line.url).await;
    assert_ne!(first, other);
    desk.ok(Method::POST, &format!("desktop/profiles/{first}"), Value::Null).await;
    desk.until("the copy of the first", |state| state["copied"] == true).await;
}
