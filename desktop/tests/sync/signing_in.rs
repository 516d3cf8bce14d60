//! Finding the school, signing in by both ways, signing out, and sessions that end.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use crate::school::{ADMIN, EDITOR, PASSWORD, School, free_port};
use crate::test_app::TestApp;

fn field(answer: &Value) -> (&str, &str) {
    let field = &answer["fields"][0];
    (field["name"].as_str().unwrap_or_default(), field["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn the_school_is_found_by_its_typed_address() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    assert_eq!(app.state().await["school"], Value::Null);
    let typed = json!({"address": format!(" 127.0.0.1:{}/dashboard/ ", school.port())});
    let found = app.ok(Method::PUT, "desktop/school", typed).await;
    assert_eq!(found["address"], school.url());
    assert_eq!(found["google"], false);
    assert_eq!(app.state().await["school"]["address"], school.url());
    let refused = async |address: String| {
        app.send(Method::PUT, "desktop/school", json!({ "address": address }), &[]).await.1
    };
    assert_eq!(field(&refused(String::new()).await), ("address", "required"));
    assert_eq!(field(&refused("mon école".to_owned()).await), ("address", "not_a_school"));
    assert_eq!(
        field(&refused(format!("localhost:{}", free_port())).await),
        ("address", "school_unreachable")
    );
}

#[tokio::test]
async fn staff_signs_in_with_a_password_and_is_still_signed_in_without_network() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let sign_in = async |email: &str, password: &str| {
        let who = app.credentials(email, password).await;
        app.send(Method::POST, "desktop/sign-in", who, &[]).await
    };
    let (status, wrong) = sign_in(EDITOR, "wrong").await;
    assert_eq!((status, &wrong["code"]), (StatusCode::UNAUTHORIZED, &json!("login_failed")));
    let (status, student) = sign_in("student@preau.test", PASSWORD).await;
    assert_eq!((status, &student["code"]), (StatusCode::FORBIDDEN, &json!("staff_only")));
    let (status, refused) = app.send(Method::POST, "auth/refresh", Value::Null, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::UNAUTHORIZED, &json!("session_expired")));

    let (status, state) = sign_in(EDITOR, PASSWORD).await;
    assert_eq!((status, &state["user"]["email"]), (StatusCode::OK, &json!(EDITOR)));
    assert_eq!(state["secret"], "file");
    let tokens = app.ok(Method::POST, "auth/refresh", Value::Null).await;
    assert_eq!(tokens, json!({"accessToken": "desktop", "refreshToken": "desktop"}));
    app.wait_until("the first copy", |state| state["copied"] == true).await;
    let courses = app.get("courses").await;
    drop(app);
    school.stop();

    let app = TestApp::open(folder.path()).await;
    let state = app.state().await;
    assert_eq!(state["user"]["email"], EDITOR);
    assert_eq!(app.get("courses").await.as_array().unwrap().len(), courses.as_array().unwrap().len());
    app.wait_until("being offline", |state| state["connection"] == "offline").await;
    let (status, answer) = app.send(Method::GET, "stats/overview", Value::Null, &[]).await;
    assert_eq!((status, &answer["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("network_needed")));
    assert_eq!(app.get("users/me").await["email"], EDITOR);
}

#[tokio::test]
async fn credentials_are_sent_only_to_the_displayed_school() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let sessions = || -> i64 {
        school.database().query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap()
    };
    let before = sessions();
    let mut who = app.credentials(EDITOR, PASSWORD).await;
    for shown in ["https://autre.example", ""] {
        who["address"] = json!(shown);
        let (status, refused) = app.send(Method::POST, "desktop/sign-in", who.clone(), &[]).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        assert_eq!(field(&refused), ("address", "other_school"));
    }
    let shown = json!({"address": "https://autre.example", "challenge": "a", "code": "123456"});
    let (_, refused) = app.send(Method::POST, "desktop/sign-in/code", shown.clone(), &[]).await;
    assert_eq!(field(&refused), ("address", "other_school"));
    let (_, refused) = app.send(Method::POST, "desktop/sign-in/browser", shown, &[]).await;
    assert_eq!(field(&refused), ("address", "other_school"));
    assert_eq!((sessions(), &app.state().await["user"]), (before, &Value::Null));
}

#[tokio::test]
async fn the_second_factor_is_required_after_the_password() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    let on = "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at)
        SELECT id, ?1, created_at, created_at FROM users WHERE email = ?2";
    school.database().execute(on, [secret, EDITOR]).unwrap();
    let phone = totp_rs::Builder::new()
        .with_secret(totp_rs::Secret::try_from_base32(secret).unwrap())
        .build()
        .unwrap();

    let who = app.credentials(EDITOR, PASSWORD).await;
    let (status, refused) = app.send(Method::POST, "desktop/sign-in", who, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::UNAUTHORIZED, &json!("second_factor_required")));
    assert_eq!(app.state().await["user"], Value::Null);
    let answer = async |code: String| {
        let address = school.url();
        let body = json!({"address": address, "challenge": refused["params"]["challenge"], "code": code});
        app.send(Method::POST, "desktop/sign-in/code", body, &[]).await
    };
    let (status, wrong) = answer("ABCD-EFGH-IJKL-MNOP".to_owned()).await;
    assert_eq!((status, field(&wrong)), (StatusCode::UNPROCESSABLE_ENTITY, ("code", "wrong_code")));
    let (status, state) = answer(phone.generate_current().to_string()).await;
    assert_eq!((status, &state["user"]["email"]), (StatusCode::OK, &json!(EDITOR)), "{state}");
    app.wait_until("the first copy", |state| state["copied"] == true).await;
}

#[tokio::test]
async fn staff_without_a_required_second_factor_cannot_sign_in() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    school.database().execute("UPDATE school SET second_factor_required = TRUE", []).unwrap();
    let who = app.credentials(EDITOR, PASSWORD).await;
    let (status, refused) = app.send(Method::POST, "desktop/sign-in", who, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("second_factor_missing")));
    assert_eq!(app.state().await["user"], Value::Null);
}

#[tokio::test]
async fn staff_signs_in_through_the_browser() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::open(folder.path()).await;
    app.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let begun = app.ok(Method::POST, "desktop/sign-in/browser", json!({"address": school.url()})).await;
    assert_eq!(app.state().await["signingIn"], true);
    // What the school's page does once somebody said yes.
    let asked = Url::parse(begun["address"].as_str().unwrap()).unwrap();
    assert!(asked.as_str().starts_with(&format!("{}/bureau?", school.url())));
    let of = |name: &str| asked.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned();
    let body = json!({
        "codeChallenge": of("code_challenge"), "codeChallengeMethod": "S256", "redirectUri": of("redirect_uri"),
    });
    let code = school.colleague(ADMIN).await.ok(Method::POST, "/auth/desktop-code", body).await;
    let answer =
        format!("{}?code={}&state={}", of("redirect_uri"), code["code"].as_str().unwrap(), of("state"));
    assert_eq!(reqwest::get(answer).await.unwrap().status(), StatusCode::OK);
    let state = app.wait_until("the sign-in", |state| state["user"] != Value::Null).await;
    assert_eq!(state["user"]["email"], ADMIN);
    app.wait_until("the end of waiting", |state| state["signingIn"] == false).await;
}

#[tokio::test]
async fn signing_out_warns_of_pending_operations_and_keeps_them() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let course = app.course("Italien pour dormeurs", &["Un"]).await;
    school.stop();
    app.ok(Method::POST, "courses/admin", course).await;
    let (status, warning) = app.send(Method::POST, "desktop/sign-out", json!({}), &[]).await;
    assert_eq!(
        (status, &warning["code"], &warning["params"]["count"]),
        (StatusCode::CONFLICT, &json!("operations_waiting"), &json!(1))
    );
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    let state = app.state().await;
    assert_eq!((&state["user"], &state["connection"]), (&Value::Null, &json!("signed_out")));
    assert_eq!(app.get("desktop/profiles").await[0]["current"], false);
    school.start().await;
    app.sign_in(EDITOR).await;
    app.wait_until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses?search=dormeurs&size=100").await;
    assert!(courses.to_string().contains("Italien pour dormeurs"), "{courses}");
}

#[tokio::test]
async fn an_ended_session_pauses_the_queue_until_the_next_sign_in() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, _) = app.change(&path, &lesson, json!({"title": "Écrit ailleurs"})).await;
    assert_eq!(status, StatusCode::OK);
    school
        .database()
        .execute("UPDATE sessions SET ended_at = '2026-01-01T00:00:00.000Z', ended_why = 'THEFT'", [])
        .unwrap();
    school.start().await;
    app.sync().await;
    let state = app.wait_until("being signed out", |state| state["connection"] == "signed_out").await;
    assert_eq!((&state["waiting"], &state["user"]["email"]), (&json!(1), &json!(EDITOR)));
    assert_eq!(app.get(&path).await["title"], "Écrit ailleurs");
    app.sign_in(EDITOR).await;
    app.wait_until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit ailleurs");
}

#[tokio::test]
async fn nothing_is_sent_to_a_school_with_a_newer_api() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    school.stop();
    let path = format!("chapter-lessons/{}", lesson["id"]);
    app.change(&path, &lesson, json!({"title": "Attend la mise à jour"})).await;
    let newer = crate::unreliable_proxy::newer_school(school.port()).await;
    app.sync().await;
    let state = app.wait_until("the newer school", |state| state["connection"] == "too_new").await;
    assert_eq!(state["waiting"], 1);
    assert_eq!(app.get(&path).await["title"], "Attend la mise à jour");
    let (_, refused) = app.send(Method::PUT, "desktop/school", json!({"address": school.url()}), &[]).await;
    assert_eq!(field(&refused), ("address", "school_too_new"));
    assert_eq!(newer.end().await, ["GET /api/version"]);
    school.start().await;
    app.sync().await;
    app.wait_until_sent().await;
}
