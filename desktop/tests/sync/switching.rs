//! Switching between two schools while the connection to the first is slow.

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, EDITOR, School};
use crate::test_app::TestApp;
use crate::unreliable_proxy::{Fault, UnreliableProxy};

async fn profile_at(app: &TestApp, address: &str) -> String {
    let profiles = app.get("desktop/profiles").await;
    let of_school = |profile: &&Value| profile["address"] == address;
    profiles.as_array().unwrap().iter().find(of_school).unwrap()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_unfinished_copy_does_not_affect_another_profile() {
    let (first, second) = tokio::join!(School::open(), School::open());
    let (proxy, folder) = (UnreliableProxy::to(first.port()).await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &second.url()).await;
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": proxy.url})).await;
    // All responses with content stall.
    proxy.set_fault(Fault { stalls_after: Some(20_000), ..Fault::default() });
    app.sign_in(EDITOR).await;
    app.wait_until("the first copy", |state| state["copying"] != Value::Null).await;

    let other = profile_at(&app, &second.url()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": second.url()})).await;
    app.sign_in_at(&second.url(), EDITOR).await;
    assert_eq!(app.state().await["copying"], Value::Null);
    let colleague = second.colleague(ADMIN).await;
    colleague.ok(Method::POST, "/languages", json!({"name": "Occitan", "code": "oc"})).await;
    let before = app.state().await["lastSync"].clone();
    app.sync().await;
    app.wait_until("a look at the second school", |state| state["lastSync"] != before).await;
    assert_eq!(app.get("desktop/profiles").await.as_array().unwrap().len(), 2);

    // The first profile continues.
    proxy.set_fault(Fault::default());
    let first = profile_at(&app, &proxy.url).await;
    assert_ne!(first, other);
    app.ok(Method::POST, &format!("desktop/profiles/{first}"), Value::Null).await;
    app.wait_until("the copy of the first", |state| state["copied"] == true).await;
}
