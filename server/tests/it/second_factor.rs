//! The second factor of staff: switched on in the profile, asked for by every way in, required by the school, and
//! taken off by an ADMIN or from the command line.

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::people::auth::second_factor::reset_by_operator;
use preau_server::sales::checkout::settle;
use preau_server::{change, execute};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::booking::{self, CARD_GOOD, draft, start};
use crate::google::{Provider, enter};
use crate::program;
use crate::school::{Client, Engine, Reply, School};

const PASSWORD: &str = "zebre-volant-7";
const FACTOR: &str = "/users/me/second-factor";
const EMAIL: &str = "editor@preau.test";

// The account that was opened last has a second factor.
pub const PROTECTED: &str = "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at)
    SELECT id, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', created_at, created_at FROM users
    WHERE id = (SELECT MAX(id) FROM users)";

/// What makes the codes.
struct Phone(String);

impl Phone {
    /// The code that it shows now.
    fn code(&self, school: &School) -> String {
        let secret = Secret::try_from_base32(&self.0).unwrap();
        let totp = Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(school.app.clock.now().timestamp()).unwrap()).to_string()
    }

    /// The code of the next step.
    fn next_code(&self, school: &School) -> String {
        school.pass(Duration::seconds(30));
        self.code(school)
    }
}

/// Staff with a password, signed in, and the phone and recovery codes of their second factor.
async fn protected(school: &School, role: Role) -> (Client, Phone, Vec<String>) {
    let client = school.account(role, EMAIL).await;
    school.give_password(client.id(), PASSWORD).await;
    let (phone, codes) = switch_on(school, &client).await;
    (client, phone, codes)
}

async fn begin(client: &Client) -> Phone {
    let setup = client.post(FACTOR, json!({ "currentPassword": PASSWORD })).await.ok();
    Phone(setup["secret"].as_str().unwrap().to_owned())
}

async fn switch_on(school: &School, client: &Client) -> (Phone, Vec<String>) {
    let phone = begin(client).await;
    let confirmed =
        client.post(&format!("{FACTOR}/confirm"), json!({ "code": phone.code(school) })).await.ok();
    let codes = confirmed["recoveryCodes"].as_array().unwrap();
    (phone, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

async fn login(school: &School) -> Reply {
    school.visitor().post("/auth/login", json!({ "email": EMAIL, "password": PASSWORD })).await
}

/// The challenge that a sign-in was refused with.
#[track_caller]
fn challenge(reply: &Reply) -> String {
    let refused = reply.refused(401, "second_factor_required");
    refused["params"]["challenge"].as_str().unwrap().to_owned()
}

async fn answer(school: &School, challenge: &str, code: &str) -> Reply {
    school.visitor().post("/auth/second-factor", json!({ "challenge": challenge, "code": code })).await
}

/// The client of these tokens.
async fn let_in(school: &School, tokens: &Value) -> Client {
    let mut client = school.visitor();
    client.token = tokens["accessToken"].as_str().map(ToOwned::to_owned);
    client.get("/users/me").await.ok();
    client
}

async fn switch_off(client: &Client, code: &str) -> Reply {
    client.send(Method::DELETE, FACTOR, Some(json!({ "code": code })), &[]).await
}

async fn require(admin: &Client, required: bool) -> Reply {
    admin.put("/settings/second-factor", json!({ "secondFactorRequired": required })).await
}

async fn mails(school: &School, kind: &'static str) -> i64 {
    let mut conn = school.app.db.read().await.unwrap();
    let query = "SELECT COUNT(*) FROM mails WHERE kind = $1 AND recipient = $2";
    preau_server::fetch_scalar!(conn, i64, query, kind, EMAIL).unwrap()
}

both_engines!(it_is_switched_on_with_the_password_and_a_first_code, |school| {
    let editor = school.account(Role::Editor, EMAIL).await;
    school.give_password(editor.id(), PASSWORD).await;
    let elsewhere = school.sign_in(editor.id()).await;
    let off = json!({ "on": false, "since": null, "recoveryCodesLeft": 0, "required": false });
    assert_eq!(editor.get(FACTOR).await.ok(), off);

    let unproven = editor.post(FACTOR, json!({})).await;
    assert_eq!((unproven.status.as_u16(), unproven.field_names()), (422, vec!["currentPassword".to_owned()]));
    let wrong = editor.post(FACTOR, json!({ "currentPassword": "autre" })).await;
    wrong.refused(422, "wrong_password");
    let reply = editor.post(FACTOR, json!({ "currentPassword": PASSWORD })).await;
    assert_eq!(reply.headers["cache-control"], "no-store");
    let setup = reply.ok();
    let secret = setup["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32, "160 bits");
    assert!(setup["uri"].as_str().unwrap().contains(&format!("editor%40preau.test?secret={secret}")));
    assert!(setup["qrCode"].as_str().unwrap().contains("<svg"));
    login(&school).await.ok();
    assert_eq!(editor.get(FACTOR).await.ok(), off, "nothing is asked for before it is confirmed");

    let phone = begin(&editor).await;
    assert_ne!(phone.0, secret, "begun anew, the secret is another");
    let confirm = format!("{FACTOR}/confirm");
    let old = Phone(secret.to_owned()).code(&school);
    editor.post(&confirm, json!({ "code": old })).await.refused(422, "wrong_code");
    assert_eq!(editor.post(&confirm, json!({ "code": " " })).await.field_names(), ["code"]);
    let done = editor.post(&confirm, json!({ "code": phone.code(&school) })).await.ok();
    assert_eq!(done["recoveryCodes"].as_array().unwrap().len(), 10);
    let state = editor.get(FACTOR).await.ok();
    assert_eq!((&state["on"], &state["recoveryCodesLeft"]), (&json!(true), &json!(10)));
    let me = editor.get("/users/me").await.ok();
    assert_eq!((&me["secondFactor"], &me["secondFactorMissing"]), (&json!(true), &json!(false)));
    elsewhere.get("/users/me").await.refused(401, "session_expired");
    assert_eq!(mails(&school, "second-factor-on").await, 1);
    let kept = "SELECT COUNT(*) FROM recovery_codes WHERE LENGTH(code_hash) = 64";
    assert_eq!(school.count(kept).await, 10);

    editor.post(FACTOR, json!({ "currentPassword": PASSWORD })).await.refused(409, "conflict");
    editor.post(&confirm, json!({ "code": phone.next_code(&school) })).await.refused(409, "conflict");
});

both_engines!(a_secret_waits_half_an_hour_for_its_first_code, |school| {
    let editor = school.account(Role::Editor, EMAIL).await;
    school.give_password(editor.id(), PASSWORD).await;
    let phone = begin(&editor).await;
    school.pass(Duration::minutes(31));
    let late = school.sign_in(editor.id()).await;
    let body = json!({ "code": phone.code(&school) });
    late.post(&format!("{FACTOR}/confirm"), body).await.refused(410, "gone");
    school.run_jobs().await;
    assert_eq!(school.count("SELECT COUNT(*) FROM second_factors").await, 0);
});

both_engines!(without_a_password_a_fresh_sign_in_is_asked_for, |school| {
    let editor = school.account(Role::Editor, EMAIL).await;
    school.pass(Duration::minutes(9));
    editor.post(FACTOR, json!({})).await.ok();
    school.sql("UPDATE sessions SET created_at = '2026-03-02T08:50:00.000Z'").await;
    editor.post(FACTOR, json!({})).await.refused(403, "fresh_sign_in_required");
});

both_engines!(students_are_not_offered_it, |school| {
    let student = school.account(Role::Student, "zoe@preau.test").await;
    student.post(FACTOR, json!({})).await.refused(403, "second_factor_staff_only");
    student.get(FACTOR).await.ok();
    school.visitor().get(FACTOR).await.refused(401, "unauthenticated");
});

both_engines!(the_password_alone_opens_nothing, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    let sessions = school.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await;
    let reply = login(&school).await;
    let challenge = challenge(&reply);
    assert!(!reply.text().contains("oken"), "{}", reply.text());
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await, sessions);
    let kept = "SELECT COUNT(*) FROM sign_in_challenges WHERE LENGTH(challenge_hash) = 64";
    assert_eq!(school.count(kept).await, 1);

    let empty = school.visitor().post("/auth/second-factor", json!({})).await;
    assert_eq!(empty.field_names(), ["challenge", "code"]);
    answer(&school, "guess", "123456").await.refused(410, "second_factor_expired");
    let answered = answer(&school, &challenge, &phone.next_code(&school)).await;
    assert_eq!(answered.headers["cache-control"], "no-store");
    let tokens = answered.ok();
    let client = let_in(&school, &tokens).await;
    client.get("/courses/admin/1").await.refused(404, "not_found");
    let again = answer(&school, &challenge, &phone.next_code(&school)).await;
    again.refused(410, "second_factor_expired");
    school.pass(Duration::hours(11));
    let refreshed = json!({ "refreshToken": tokens["refreshToken"] });
    school.visitor().post("/auth/refresh", refreshed).await.ok();
});

both_engines!(a_session_is_remembered_as_the_password_asked, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "rememberMe": true });
    let challenge = challenge(&school.visitor().post("/auth/login", body).await);
    let tokens = answer(&school, &challenge, &phone.next_code(&school)).await.ok();
    let client = let_in(&school, &tokens).await;
    let sessions = client.get("/auth/sessions").await.ok();
    let current = sessions.as_array().unwrap().iter().find(|session| session["current"] == true).unwrap();
    assert_eq!(current["rememberMe"], true);
});

both_engines!(a_code_is_good_once, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    let first = phone.code(&school);
    answer(&school, &challenge(&login(&school).await), &first).await.refused(422, "wrong_code");
    let second = phone.next_code(&school);
    answer(&school, &challenge(&login(&school).await), &second).await.ok();
    answer(&school, &challenge(&login(&school).await), &second).await.refused(422, "wrong_code");
    answer(&school, &challenge(&login(&school).await), &first).await.refused(422, "wrong_code");
    school.pass(Duration::seconds(90));
    answer(&school, &challenge(&login(&school).await), &phone.code(&school)).await.ok();
});

both_engines!(one_code_opens_one_session_however_many_send_it_at_once, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    let mut challenges = Vec::new();
    for _ in 0..6 {
        challenges.push(challenge(&login(&school).await));
    }
    let before = school.count("SELECT COUNT(*) FROM sessions").await;
    let code = phone.next_code(&school);
    let tries = challenges.iter().map(|challenge| {
        let (visitor, body) = (school.visitor(), json!({ "challenge": challenge, "code": code }));
        tokio::spawn(async move { visitor.post("/auth/second-factor", body).await.status.as_u16() })
    });
    let mut replies = Vec::new();
    for reply in futures_util::future::join_all(tries).await {
        replies.push(reply.unwrap());
    }
    replies.sort_unstable();
    assert_eq!(replies, [200, 422, 422, 422, 422, 422]);
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions").await, before + 1);
});

both_engines!(five_wrong_codes_end_a_challenge_and_ten_an_hour_of_tries, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    for _ in 0..2 {
        let challenge = challenge(&login(&school).await);
        for _ in 0..4 {
            let wrong = answer(&school, &challenge, "ABCD-EFGH-IJKL-MNOP").await;
            assert_eq!((wrong.refused(422, "wrong_code"), wrong.field_names()).1, ["code"]);
        }
        answer(&school, &challenge, "000000").await.refused(410, "second_factor_expired");
        answer(&school, &challenge, &phone.next_code(&school)).await.refused(410, "second_factor_expired");
    }
    let challenge = challenge(&login(&school).await);
    let code = phone.next_code(&school);
    answer(&school, &challenge, &code).await.refused(429, "too_many_requests");
    school.pass(Duration::hours(1));
    let challenge = self::challenge(&login(&school).await);
    answer(&school, &challenge, &phone.code(&school)).await.ok();
});

both_engines!(a_challenge_lives_five_minutes_and_not_longer_than_its_password, |school| {
    let (editor, phone, _) = protected(&school, Role::Editor).await;
    let late = challenge(&login(&school).await);
    school.pass(Duration::minutes(5));
    answer(&school, &late, &phone.code(&school)).await.refused(410, "second_factor_expired");
    school.run_jobs().await;
    assert_eq!(school.count("SELECT COUNT(*) FROM sign_in_challenges").await, 0);

    let stolen = challenge(&login(&school).await);
    let body = json!({ "currentPassword": PASSWORD, "newPassword": "un-autre-8-mots" });
    let path = format!("/users/{}/reset-password", editor.id());
    let editor = school.sign_in(editor.id()).await;
    assert_eq!(editor.put(&path, body).await.status, 204);
    answer(&school, &stolen, &phone.next_code(&school)).await.refused(410, "second_factor_expired");
    login(&school).await.refused(401, "login_failed");
    let body = json!({ "email": EMAIL, "password": "un-autre-8-mots" });
    challenge(&school.visitor().post("/auth/login", body).await);
});

both_engines!(a_recovery_code_opens_once_and_a_mail_says_so, |school| {
    let (editor, phone, codes) = protected(&school, Role::Editor).await;
    let typed = codes[3].to_lowercase().replace('-', " ");
    let tokens = answer(&school, &challenge(&login(&school).await), &typed).await.ok();
    let client = let_in(&school, &tokens).await;
    assert_eq!(client.get(FACTOR).await.ok()["recoveryCodesLeft"], 9);
    assert_eq!(mails(&school, "recovery-code-used").await, 1);
    answer(&school, &challenge(&login(&school).await), &codes[3]).await.refused(422, "wrong_code");

    let renew = format!("{FACTOR}/recovery-codes");
    editor.post(&renew, json!({ "code": "000000" })).await.refused(422, "wrong_code");
    let renewed = editor.post(&renew, json!({ "code": phone.next_code(&school) })).await.ok();
    let renewed = renewed["recoveryCodes"].as_array().unwrap();
    assert_eq!(renewed.len(), 10);
    answer(&school, &challenge(&login(&school).await), &codes[4]).await.refused(422, "wrong_code");
    let fresh = renewed[0].as_str().unwrap();
    answer(&school, &challenge(&login(&school).await), fresh).await.ok();
});

#[tokio::test(flavor = "multi_thread")]
async fn google_is_a_first_factor_like_the_password() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let provider = Provider::open().await;
        let school = provider.school(engine).await;
        let (_, phone, _) = protected(&school, Role::Editor).await;
        school.sql("UPDATE users SET google_sub = 'ada-1'").await;
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        let reply = enter(&school.visitor(), &token).await;
        let challenge = challenge(&reply);
        let client =
            let_in(&school, &answer(&school, &challenge, &phone.next_code(&school)).await.ok()).await;

        // Linking is done by somebody who was asked for it already.
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        let body = json!({ "token": token, "link": true, "currentPassword": PASSWORD });
        client.post("/auth/google", body).await.ok();
    }
}

both_engines!(the_desktop_app_is_let_in_by_a_page_that_was, |school| {
    let (_, phone, _) = protected(&school, Role::Editor).await;
    let verifier = "x".repeat(43);
    let hash = <sha2::Sha256 as sha2::Digest>::digest(verifier.as_bytes());
    let loopback = "http://127.0.0.1:49152/connexion";
    let hash = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, hash);
    let asked = json!({ "codeChallenge": hash, "codeChallengeMethod": "S256", "redirectUri": loopback });

    let challenge = challenge(&login(&school).await);
    let mut intruder = school.visitor();
    intruder.token = Some(challenge.clone());
    intruder.post("/auth/desktop-code", asked.clone()).await.refused(401, "session_expired");
    let tokens = answer(&school, &challenge, &phone.next_code(&school)).await.ok();
    let page = let_in(&school, &tokens).await;
    let code = page.post("/auth/desktop-code", asked).await.ok()["code"].clone();
    let proof = json!({ "code": code, "codeVerifier": verifier, "redirectUri": loopback });
    school.visitor().post("/auth/desktop-token", proof).await.ok();
});

both_engines!(what_was_asked_for_before_it_was_on_opens_nothing_after, |school| {
    let editor = school.account(Role::Editor, EMAIL).await;
    school.give_password(editor.id(), PASSWORD).await;
    let verifier = "x".repeat(43);
    let hash = <sha2::Sha256 as sha2::Digest>::digest(verifier.as_bytes());
    let loopback = "http://127.0.0.1:49152/connexion";
    let hash = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, hash);
    let asked = json!({ "codeChallenge": hash, "codeChallengeMethod": "S256", "redirectUri": loopback });
    let code = editor.post("/auth/desktop-code", asked).await.ok()["code"].clone();
    switch_on(&school, &editor).await;
    let proof = json!({ "code": code, "codeVerifier": verifier, "redirectUri": loopback });
    school.visitor().post("/auth/desktop-token", proof).await.refused(401, "invalid_token");
});

both_engines!(a_purchase_opens_no_session_past_it, |school| {
    booking::courses(&school).await;
    let visitor = school.visitor();
    let checkout = start(&visitor, draft(EMAIL, &[])).await;
    checkout.pay(CARD_GOOD).await.ok();
    settle::reservation(&school.app, checkout.id).await.unwrap();
    school.sql(PROTECTED).await;
    let before = school.count("SELECT COUNT(*) FROM sessions").await;
    let done = checkout.complete().await.ok();
    assert!(done["reservation"]["id"].is_number(), "the purchase is complete");
    assert_eq!((&done["accessToken"], &done["refreshToken"]), (&Value::Null, &Value::Null));
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions").await, before);
});

both_engines!(a_link_that_was_mailed_does_not_open_past_it, |school| {
    use preau_server::one_time_tokens::Purpose;
    let (editor, phone, _) = protected(&school, Role::Editor).await;
    let token = school.link(Purpose::ResetPassword, editor.id(), None).await;
    let body = json!({ "token": token, "newPassword": "un-autre-8-mots" });
    let path = format!("/users/{}/reset-password", editor.id());
    assert_eq!(school.visitor().put(&path, body).await.status, 204);
    let body = json!({ "email": EMAIL, "password": "un-autre-8-mots" });
    let challenge = challenge(&school.visitor().post("/auth/login", body).await);
    answer(&school, &challenge, &phone.next_code(&school)).await.ok();
});

both_engines!(it_is_switched_off_with_a_code, |school| {
    let (editor, phone, codes) = protected(&school, Role::Editor).await;
    let waiting = challenge(&login(&school).await);
    switch_off(&editor, "000000").await.refused(422, "wrong_code");
    assert_eq!(switch_off(&editor, "").await.field_names(), ["code"]);
    assert_eq!(switch_off(&editor, &phone.next_code(&school)).await.status, 204);
    assert_eq!(mails(&school, "second-factor-off").await, 1);
    answer(&school, &waiting, &codes[0]).await.refused(410, "second_factor_expired");
    login(&school).await.ok();
    for table in ["SELECT COUNT(*) FROM second_factors", "SELECT COUNT(*) FROM recovery_codes"] {
        assert_eq!(school.count(table).await, 0, "{table}");
    }
    switch_off(&editor, &phone.next_code(&school)).await.refused(409, "conflict");
    let renew = editor.post(&format!("{FACTOR}/recovery-codes"), json!({ "code": "000000" })).await;
    renew.refused(409, "conflict");
});

both_engines!(a_school_that_requires_it_shuts_its_staff_out_until_they_have_one, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    school.give_password(admin.id(), PASSWORD).await;
    let editor = school.account(Role::Editor, EMAIL).await;
    school.give_password(editor.id(), PASSWORD).await;
    assert_eq!(admin.get("/settings/second-factor").await.ok(), json!({ "secondFactorRequired": false }));
    editor.get("/settings/second-factor").await.refused(403, "forbidden");
    require(&editor, true).await.refused(403, "forbidden");
    require(&admin, true).await.refused(409, "second_factor_first");
    assert_eq!(admin.put("/settings/second-factor", json!({})).await.field_names(), ["secondFactorRequired"]);
    let (phone, _) = switch_on(&school, &admin).await;
    assert_eq!(require(&admin, true).await.ok(), json!({ "secondFactorRequired": true }));

    let token = login(&school).await.ok();
    let fresh = let_in(&school, &token).await;
    for client in [&editor, &fresh] {
        client.get("/courses/admin/1").await.refused(403, "second_factor_missing");
        client.post("/teachers", json!({})).await.refused(403, "second_factor_missing");
        let asked = client.post(
            "/auth/desktop-code",
            json!({ "codeChallenge": "x".repeat(43),
            "codeChallengeMethod": "S256", "redirectUri": "http://127.0.0.1:49152/connexion" }),
        );
        asked.await.refused(403, "second_factor_missing");
        let me = client.get("/users/me").await.ok();
        assert_eq!((&me["role"], &me["secondFactorMissing"]), (&json!("EDITOR"), &json!(true)));
        client.get("/users/me/export").await.ok();
        assert_eq!(client.get(FACTOR).await.ok()["required"], true);
    }
    let path = format!("/users/{}", editor.id());
    editor.put(&path, json!({ "firstName": "Ada", "lastName": "Rossi" })).await.ok();
    let (own, _) = switch_on(&school, &editor).await;
    editor.get("/courses/admin/1").await.refused(404, "not_found");
    switch_off(&editor, &own.next_code(&school)).await.refused(409, "second_factor_mandatory");
    assert_eq!(require(&admin, false).await.ok(), json!({ "secondFactorRequired": false }));
    assert_eq!(switch_off(&editor, &own.next_code(&school)).await.status, 204);
    assert_eq!(switch_off(&admin, &phone.next_code(&school)).await.status, 204);
});

both_engines!(who_becomes_a_student_keeps_it_and_may_switch_it_off, |school| {
    let (editor, phone, _) = protected(&school, Role::Editor).await;
    school.sql("UPDATE users SET role = 'STUDENT'").await;
    school.sql("UPDATE school SET second_factor_required = TRUE").await;
    let challenge = challenge(&login(&school).await);
    answer(&school, &challenge, &phone.next_code(&school)).await.ok();
    assert_eq!(editor.get("/users/me").await.ok()["secondFactorMissing"], false);
    assert_eq!(switch_off(&editor, &phone.next_code(&school)).await.status, 204);
    assert_eq!(editor.get("/users/me").await.ok()["secondFactorMissing"], false);
    login(&school).await.ok();
});

both_engines!(an_admin_takes_it_off_somebody_elses_account, |school| {
    let (editor, ..) = protected(&school, Role::Admin).await;
    let path = format!("/users/{}/second-factor", editor.id());
    editor.delete(&path).await.refused(403, "forbidden");
    let other = school.account(Role::Editor, "other@preau.test").await;
    other.delete(&path).await.refused(403, "forbidden");
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    assert_eq!(admin.get(&format!("/users/{}", editor.id())).await.ok()["secondFactor"], true);
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(mails(&school, "second-factor-reset").await, 1);
    let entry = admin.get("/audit?size=1").await.ok()["items"][0].clone();
    assert_eq!(
        (&entry["action"], &entry["userId"]),
        (&json!("user.second-factor-reset"), &json!(admin.id()))
    );
    admin.delete(&path).await.refused(404, "not_found");
    login(&school).await.ok();
});

both_engines!(the_operator_takes_it_off_the_last_admin, |school| {
    protected(&school, Role::Admin).await;
    reset_by_operator(&school.app, " Editor@Preau.test ").await.unwrap();
    login(&school).await.ok();
    assert_eq!(mails(&school, "second-factor-reset").await, 1);
    for nobody in [EMAIL, "personne@preau.test"] {
        let refused = reset_by_operator(&school.app, nobody).await.unwrap_err();
        assert_eq!(refused.code().as_str(), "not_found");
    }
    assert_eq!(reset_by_operator(&school.app, "editor").await.unwrap_err().code().as_str(), "invalid_email");
});

#[tokio::test(flavor = "multi_thread")]
async fn the_command_says_whose_it_took_off() {
    let school = School::open(Engine::Sqlite, &[]).await;
    protected(&school, Role::Admin).await;
    let folder = school.data_dir().display().to_string();
    let settings = [("PREAU_DATA_DIR", folder.as_str())];
    let command = ["reset-second-factor", "--email", EMAIL];
    let (code, said) = program::run(&command, &settings).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(EMAIL), "{said}");
    login(&school).await.ok();
    let (code, said) = program::run(&command, &settings).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("no account with the address editor@preau.test has a second factor"), "{said}");
}

both_engines!(it_leaves_with_its_account_and_the_export_tells_no_secret, |school| {
    let (editor, phone, _) = protected(&school, Role::Editor).await;
    challenge(&login(&school).await);
    let export = editor.get("/users/me/export").await;
    assert_eq!(export.ok()["account"]["secondFactor"], true);
    assert!(!export.text().contains(&phone.0), "{}", export.text());
    let farewell = json!({ "currentPassword": PASSWORD });
    assert_eq!(editor.send(Method::DELETE, "/users/me", Some(farewell), &[]).await.status, 204);
    for table in [
        "SELECT COUNT(*) FROM second_factors",
        "SELECT COUNT(*) FROM recovery_codes",
        "SELECT COUNT(*) FROM sign_in_challenges",
    ] {
        assert_eq!(school.count(table).await, 0, "{table}");
    }
});

both_engines!(a_deleted_account_answers_no_challenge, |school| {
    let (editor, phone, _) = protected(&school, Role::Editor).await;
    let waiting = challenge(&login(&school).await);
    let app = &school.app;
    let gone = "UPDATE users SET deleted_at = $2 WHERE id = $1";
    change!(app, None, |tx| execute!(tx, gone, editor.id(), tx.now)).unwrap();
    answer(&school, &waiting, &phone.next_code(&school)).await.refused(410, "second_factor_expired");
});
