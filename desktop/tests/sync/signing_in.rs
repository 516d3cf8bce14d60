//! Finding the school, signing in by both ways, signing out, and sessions that end.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use crate::desk::Desk;
use crate::school::{ADMIN, EDITOR, PASSWORD, School, free_port};

fn field(answer: &Value) -> (&str, &str) {
    let field = &answer["fields"][0];
    (field["name"].as_str().unwrap_or_default(), field["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn the_school_is_found_by_what_one_types() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::open(folder.path()).await;
    assert_eq!(desk.state().await["school"], Value::Null);
    let typed = json!({"address": format!(" 127.0.0.1:{}/dashboard/ ", school.port())});
    let found = desk.ok(Method::PUT, "desktop/school", typed).await;
    assert_eq!(found["address"], school.url());
    assert_eq!(found["google"], false);
    assert_eq!(desk.state().await["school"]["address"], school.url());
    let refused = async |address: String| {
        desk.send(Method::PUT, "desktop/school", json!({ "address": address }), &[]).await.1
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
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let sign_in = async |email: &str, password: &str| {
        let who = desk.credentials(email, password).await;
        desk.send(Method::POST, "desktop/sign-in", who, &[]).await
    };
    let (status, wrong) = sign_in(EDITOR, "wrong").await;
    assert_eq!((status, &wrong["code"]), (StatusCode::UNAUTHORIZED, &json!("login_failed")));
    let (status, student) = sign_in("student@preau.test", PASSWORD).await;
    assert_eq!((status, &student["code"]), (StatusCode::FORBIDDEN, &json!("staff_only")));
    let (status, refused) = desk.send(Method::POST, "auth/refresh", Value::Null, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::UNAUTHORIZED, &json!("session_expired")));

    let (status, state) = sign_in(EDITOR, PASSWORD).await;
    assert_eq!((status, &state["user"]["email"]), (StatusCode::OK, &json!(EDITOR)));
    assert_eq!(state["secret"], "file");
    let tokens = desk.ok(Method::POST, "auth/refresh", Value::Null).await;
    assert_eq!(tokens, json!({"accessToken": "desktop", "refreshToken": "desktop"}));
    desk.until("the first copy", |state| state["copied"] == true).await;
    let courses = desk.get("courses").await;
    drop(desk);
    school.stop();

    let desk = Desk::open(folder.path()).await;
    let state = desk.state().await;
    assert_eq!(state["user"]["email"], EDITOR);
    assert_eq!(desk.get("courses").await.as_array().unwrap().len(), courses.as_array().unwrap().len());
    desk.until("being offline", |state| state["connection"] == "offline").await;
    let (status, answer) = desk.send(Method::GET, "stats/overview", Value::Null, &[]).await;
    assert_eq!((status, &answer["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("network_needed")));
    assert_eq!(desk.get("users/me").await["email"], EDITOR);
}

#[tokio::test]
async fn nothing_is_sent_to_another_school_than_the_one_that_is_shown() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let sessions = || -> i64 {
        school.database().query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap()
    };
    let before = sessions();
    let mut who = desk.credentials(EDITOR, PASSWORD).await;
    for shown in ["https://autre.example", ""] {
        who["address"] = json!(shown);
        let (status, refused) = desk.send(Method::POST, "desktop/sign-in", who.clone(), &[]).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        assert_eq!(field(&refused), ("address", "other_school"));
    }
    let shown = json!({"address": "https://autre.example", "challenge": "a", "code": "123456"});
    let (_, refused) = desk.send(Method::POST, "desktop/sign-in/code", shown.clone(), &[]).await;
    assert_eq!(field(&refused), ("address", "other_school"));
    let (_, refused) = desk.send(Method::POST, "desktop/sign-in/browser", shown, &[]).await;
    assert_eq!(field(&refused), ("address", "other_school"));
    assert_eq!((sessions(), &desk.state().await["user"]), (before, &Value::Null));
}

#[tokio::test]
async fn a_second_factor_is_asked_for_after_the_password() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    let on = "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at)
        SELECT id, ?1, created_at, created_at FROM users WHERE email = ?2";
    school.database().execute(on, [secret, EDITOR]).unwrap();
    let phone = totp_rs::Builder::new()
        .with_secret(totp_rs::Secret::try_from_base32(secret).unwrap())
        .build()
        .unwrap();

    let who = desk.credentials(EDITOR, PASSWORD).await;
    let (status, refused) = desk.send(Method::POST, "desktop/sign-in", who, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::UNAUTHORIZED, &json!("second_factor_required")));
    assert_eq!(desk.state().await["user"], Value::Null);
    let answer = async |code: String| {
        let address = school.url();
        let body = json!({"address": address, "challenge": refused["params"]["challenge"], "code": code});
        desk.send(Method::POST, "desktop/sign-in/code", body, &[]).await
    };
    let (status, wrong) = answer("ABCD-EFGH-IJKL-MNOP".to_owned()).await;
    assert_eq!((status, field(&wrong)), (StatusCode::UNPROCESSABLE_ENTITY, ("code", "wrong_code")));
    let (status, state) = answer(phone.generate_current().to_string()).await;
    assert_eq!((status, &state["user"]["email"]), (StatusCode::OK, &json!(EDITOR)), "{state}");
    desk.until("the first copy", |state| state["copied"] == true).await;
}

#[tokio::test]
async fn staff_without_the_second_factor_that_the_school_requires_is_told_so() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    school.database().execute("UPDATE school SET second_factor_required = TRUE", []).unwrap();
    let who = desk.credentials(EDITOR, PASSWORD).await;
    let (status, refused) = desk.send(Method::POST, "desktop/sign-in", who, &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("second_factor_missing")));
    assert_eq!(desk.state().await["user"], Value::Null);
}

#[tokio::test]
async fn staff_signs_in_through_the_browser() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::open(folder.path()).await;
    desk.ok(Method::PUT, "desktop/school", json!({"address": school.url()})).await;
    let begun = desk.ok(Method::POST, "desktop/sign-in/browser", json!({"address": school.url()})).await;
    assert_eq!(desk.state().await["signingIn"], true);
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
    let state = desk.until("the sign-in", |state| state["user"] != Value::Null).await;
    assert_eq!(state["user"]["email"], ADMIN);
    desk.until("the end of waiting", |state| state["signingIn"] == false).await;
}

#[tokio::test]
async fn signing_out_warns_of_what_waits_and_leaves_it_for_the_next_sign_in() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let course = desk.course("Italien pour dormeurs", &["Un"]).await;
    school.stop();
    desk.ok(Method::POST, "courses/admin", course).await;
    let (status, warning) = desk.send(Method::POST, "desktop/sign-out", json!({}), &[]).await;
    assert_eq!(
        (status, &warning["code"], &warning["params"]["count"]),
        (StatusCode::CONFLICT, &json!("operations_waiting"), &json!(1))
    );
    desk.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    let state = desk.state().await;
    assert_eq!((&state["user"], &state["connection"]), (&Value::Null, &json!("signed_out")));
    assert_eq!(desk.get("desktop/profiles").await[0]["current"], false);
    school.start().await;
    desk.sign_in(EDITOR).await;
    desk.until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses?search=dormeurs&size=100").await;
    assert!(courses.to_string().contains("Italien pour dormeurs"), "{courses}");
}

#[tokio::test]
async fn a_session_that_was_ended_pauses_the_queue_until_somebody_signs_in() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    let (status, _) = desk.change(&path, &lesson, json!({"title": "Écrit ailleurs"})).await;
    assert_eq!(status, StatusCode::OK);
    school
        .database()
        .execute("UPDATE sessions SET ended_at = '2026-01-01T00:00:00.000Z', ended_why = 'THEFT'", [])
        .unwrap();
    school.start().await;
    desk.sync().await;
    let state = desk.until("being signed out", |state| state["connection"] == "signed_out").await;
    assert_eq!((&state["waiting"], &state["user"]["email"]), (&json!(1), &json!(EDITOR)));
    assert_eq!(desk.get(&path).await["title"], "Écrit ailleurs");
    desk.sign_in(EDITOR).await;
    desk.until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit ailleurs");
}

#[tokio::test]
async fn a_school_that_is_too_new_is_sent_nothing() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    school.stop();
    let path = format!("chapter-lessons/{}", lesson["id"]);
    desk.change(&path, &lesson, json!({"title": "Attend la mise à jour"})).await;
    let newer = crate::line::newer_school(school.port()).await;
    desk.sync().await;
    let state = desk.until("the newer school", |state| state["connection"] == "too_new").await;
    assert_eq!(state["waiting"], 1);
    assert_eq!(desk.get(&path).await["title"], "Attend la mise à jour");
    let (_, refused) = desk.send(Method::PUT, "desktop/school", json!({"address": school.url()}), &[]).await;
    assert_eq!(field(&refused), ("address", "school_too_new"));
    assert_eq!(newer.end().await, ["GET /api/version"]);
    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
}
