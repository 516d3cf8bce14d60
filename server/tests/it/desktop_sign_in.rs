//! The desktop app's sign-in through the browser: for staff, once, within a minute, and only for who asked.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::school::{Client, Reply, School};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const LOOPBACK: &str = "http://127.0.0.1:49152/connexion";

fn asked(redirect_uri: &str) -> Value {
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    json!({ "codeChallenge": challenge, "codeChallengeMethod": "S256", "redirectUri": redirect_uri })
}

async fn code(client: &Client) -> String {
    client.post("/auth/desktop-code", asked(LOOPBACK)).await.ok()["code"].as_str().unwrap().to_owned()
}

fn proof(code: &str) -> Value {
    json!({ "code": code, "codeVerifier": VERIFIER, "redirectUri": LOOPBACK })
}

async fn redeem(school: &School, proof: Value) -> Reply {
    school.visitor().post("/auth/desktop-token", proof).await
}

both_engines!(a_code_opens_one_session_of_its_own, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let code = code(&editor).await;
    let agent = [("User-Agent", "Preau/1.0 (Windows NT 10.0)")];
    let reply = school
        .visitor()
        .send("POST".parse().unwrap(), "/auth/desktop-token", Some(proof(&code)), &agent)
        .await;
    assert_eq!(reply.headers["cache-control"], "no-store");
    let tokens = reply.ok();
    let mut app = school.visitor();
    app.token = tokens["accessToken"].as_str().map(ToOwned::to_owned);
    assert_eq!(app.get("/users/me").await.ok()["email"], "editor@preau.test");
    let sessions = editor.get("/auth/sessions").await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    let own = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(own["device"], json!({ "browser": "Application Préau", "system": "Windows" }));
    assert_eq!(own["rememberMe"], true);
    redeem(&school, proof(&code)).await.refused(401, "invalid_token");
    let kept =
        "SELECT COUNT(*) FROM one_time_tokens WHERE purpose = 'DESKTOP_CODE' AND LENGTH(token_hash) = 64";
    assert_eq!(school.count(kept).await, 1);

    let refreshed = json!({ "refreshToken": tokens["refreshToken"] });
    school.pass(Duration::days(29));
    school.visitor().post("/auth/refresh", refreshed).await.ok();
});

both_engines!(a_code_is_worth_nothing_in_other_hands, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    for (name, value) in [
        ("codeVerifier", "x".repeat(43)),
        ("redirectUri", "http://127.0.0.1:49153/connexion".to_owned()),
        ("redirectUri", "preau://auth".to_owned()),
    ] {
        let code = code(&admin).await;
        let mut wrong = proof(&code);
        wrong[name] = json!(value);
        redeem(&school, wrong).await.refused(401, "invalid_token");
        redeem(&school, proof(&code)).await.refused(401, "invalid_token");
    }
    let late = code(&admin).await;
    school.pass(Duration::seconds(61));
    redeem(&school, proof(&late)).await.refused(401, "invalid_token");
    redeem(&school, proof("nonsense")).await.refused(401, "invalid_token");
    let another = school.sign_in(admin.id()).await;
    let left_behind = code(&another).await;
    assert_eq!(another.post("/auth/logout", Value::Null).await.status, 204);
    redeem(&school, proof(&left_behind)).await.refused(401, "invalid_token");
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions").await, 2, "none was opened");
});

both_engines!(what_is_tried_once_is_enough_for_many_at_once, |school| {
    let code = code(&school.account(Role::Editor, "editor@preau.test").await).await;
    let tries = (0..8).map(|_| {
        let (visitor, proof) = (school.visitor(), proof(&code));
        tokio::spawn(async move { visitor.post("/auth/desktop-token", proof).await.status.as_u16() })
    });
    let mut replies = Vec::new();
    for reply in futures_util::future::join_all(tries).await {
        replies.push(reply.unwrap());
    }
    replies.sort_unstable();
    assert_eq!(replies, [200, 401, 401, 401, 401, 401, 401, 401]);
});

both_engines!(the_app_is_for_staff_that_still_is_staff, |school| {
    let student = school.account(Role::Student, "zoe@preau.test").await;
    student.post("/auth/desktop-code", asked(LOOPBACK)).await.refused(403, "staff_only");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let before = code(&editor).await;
    school.sql("UPDATE users SET role = 'STUDENT' WHERE email = 'editor@preau.test'").await;
    redeem(&school, proof(&before)).await.refused(403, "staff_only");
    school.sql("UPDATE users SET role = 'EDITOR' WHERE email = 'editor@preau.test'").await;
    redeem(&school, proof(&before)).await.refused(401, "invalid_token");

    let stolen = code(&editor).await;
    let path = format!("/users/{}/reset-password", editor.id());
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    assert!(admin.put(&path, json!({ "newPassword": "zebre-bleu-8" })).await.status.is_success());
    redeem(&school, proof(&stolen)).await.refused(401, "invalid_token");
});

both_engines!(codes_go_nowhere_else_and_are_not_guessed, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for address in ["https://evil.example/", "http://localhost:49152/", "http://127.0.0.1:80@evil.example/"] {
        let refused = editor.post("/auth/desktop-code", asked(address)).await;
        refused.refused(422, "invalid_value");
        assert_eq!(refused.field_names(), ["redirectUri"]);
    }
    let nothing = redeem(&school, json!({})).await;
    assert_eq!(nothing.field_names(), ["code", "codeVerifier", "redirectUri"]);
    let guesser = school.visitor();
    for _ in 0..10 {
        guesser.post("/auth/desktop-token", proof("guess")).await.refused(401, "invalid_token");
    }
    guesser.post("/auth/desktop-token", proof(&code(&editor).await)).await.refused(429, "too_many_requests");
});
