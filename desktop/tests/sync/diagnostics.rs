//! The support report: the state of the app, and no secrets.

use std::fs;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, PASSWORD, School};
use crate::test_app::TestApp;

const TOKEN: &str = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl";
const SHORT: &str = "abricot-7";

async fn report(app: &TestApp) -> String {
    let request = http::Request::get("preau://localhost/api/desktop/diagnostics").body(Vec::new()).unwrap();
    let answer = app.inner.answer(request).await;
    assert_eq!(answer.status(), StatusCode::OK);
    String::from_utf8(answer.into_body()).unwrap()
}

#[tokio::test]
async fn the_report_has_the_state_and_no_secrets() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let logs = folder.path().join("logs");
    fs::create_dir(&logs).unwrap();
    let proxy = |what: &str| format!("2026-11-24T22:00:00Z  INFO preau_desktop: {what}\n");
    let planted = [
        proxy(&format!("authorization: Bearer {TOKEN}")),
        proxy(&format!("{{\"email\":\"{EDITOR}\",\"password\":\"{PASSWORD}\"}}")),
        proxy(&format!("password={SHORT}&email=lea%40ecole.fr refreshToken: {SHORT}")),
        proxy(&format!("GET https://ecole.fr/api/files/a?token={SHORT} mot de passe : {PASSWORD}")),
        proxy("the school does not answer reason=\"connection refused\""),
    ];
    fs::write(logs.join("preau-desktop.log"), planted.concat()).unwrap();
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let form = app.course("Cours confidentiel", &["Module confidentiel"]).await;
    school.stop();
    app.ok(Method::POST, "courses/admin", form).await;
    let draft = json!({"place": "/course/new", "title": "Titre confidentiel", "value": {"name": "x"}});
    app.ok(Method::PUT, "desktop/drafts/course%2Fnew", draft).await;

    let text = report(&app).await;
    for told in [env!("CARGO_PKG_VERSION"), std::env::consts::OS, &school.url(), "connection refused"] {
        assert!(text.contains(told), "{told} is missing in {text}");
    }
    let lower = text.to_lowercase();
    assert!(lower.contains("course create waiting: 1") && lower.contains("drafts: 1"), "{text}");
    for hidden in [TOKEN, PASSWORD, SHORT, EDITOR, "lea%40", "@", "confidentiel", "eyJ"] {
        assert!(!text.contains(hidden), "{hidden} is told in {text}");
    }
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    let locked = report(&app).await;
    assert!(!locked.to_lowercase().contains("course create"), "{locked}");
    assert_eq!(app.state().await["user"], Value::Null);
}
