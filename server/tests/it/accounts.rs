//! Accounts: opening, reading, changing and leaving; and what one account may do to another.

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::one_time_tokens::{self, Purpose};
use preau_server::sales::checkout::settle::Settled;
use preau_server::{change, execute, fetch_scalar};
use serde_json::{Value, json};

use crate::booking;
use crate::school::{Client, Reply, School};

const PASSWORD: &str = "zebre-volant-7";

impl School {
    /// The token that a mail of this purpose would carry.
    pub async fn link(&self, purpose: Purpose, user_id: i64, payload: Option<&str>) -> String {
        let app = &self.app;
        change!(app, None, |tx| one_time_tokens::create(tx, purpose, user_id, payload).await).unwrap()
    }

    pub async fn mails(&self, kind: &str, recipient: &str) -> i64 {
        let mut conn = self.app.db.read().await.unwrap();
        let query = "SELECT COUNT(*) FROM mails WHERE kind = $1 AND recipient = $2";
        fetch_scalar!(conn, i64, query, kind, recipient).unwrap()
    }

    async fn logs_in(&self, email: &str, password: &str) -> bool {
        let reply = self.visitor().post("/auth/login", json!({ "email": email, "password": password })).await;
        reply.status == 200
    }
}

fn zoe() -> Value {
    json!({ "firstName": "Zoé", "lastName": "Martin", "email": "zoe@preau.test", "password": PASSWORD,
        "phoneNumber": "0000000000", "role": "ADMIN", "registrationDate": "2020-01-01" })
}

fn beneficiary(email: &str) -> Value {
    json!({ "firstName": "Léo", "lastName": "Petit", "email": email, "phoneNumber": "0612345678",
        "dialCode": "+33", "country": "France", "birthDate": "2010-05-06" })
}

async fn reset(client: &Client, id: i64, body: Value) -> Reply {
    client.put(&format!("/users/{id}/reset-password"), body).await
}

both_engines!(signing_up_makes_a_student_whatever_is_claimed, |school| {
    let reply = school.visitor().post("/auth/register", zoe()).await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (201, "Inscription réussie"));
    assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    assert!(school.logs_in("zoe@preau.test", PASSWORD).await);
    let facts = "SELECT COUNT(*) FROM users WHERE role = 'STUDENT' AND phone_number IS NULL
        AND registration_date = '2026-03-02' AND email_verified_at IS NULL";
    assert_eq!(school.count(facts).await, 1);
    assert_eq!(school.mails("verify-email", "zoe@preau.test").await, 1);

    let again = school.visitor().post("/auth/register", zoe()).await;
    assert_eq!(again.refused(409, "email_taken")["message"], "Email déjà utilisé");
    let empty = school.visitor().post("/auth/register", json!({})).await;
    empty.refused(422, "required");
    assert_eq!(empty.field_names(), ["firstName", "lastName", "email", "password"]);
});

both_engines!(a_repeated_sign_up_with_its_key_answers_as_the_first, |school| {
    let visitor = school.visitor();
    let key = [("Idempotency-Key", "zoe-1")];
    let first = visitor.send(Method::POST, "/auth/register", Some(zoe()), &key).await;
    let again = visitor.send(Method::POST, "/auth/register", Some(zoe()), &key).await;
    assert_eq!((again.status, again.text()), (first.status, first.text()));
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 1);
});

both_engines!(trying_out_addresses_is_limited, |school| {
    school.add_user(Role::Student, "zoe@preau.test").await;
    let curious = school.visitor();
    for _ in 0..10 {
        curious.post("/users/register", zoe()).await.refused(409, "email_taken");
    }
    curious.post("/users/register", zoe()).await.refused(429, "too_many_requests");
});

both_engines!(only_an_admin_chooses_a_role, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let student = school.account(Role::Student, "paul@preau.test").await;
    let mut claim = zoe();
    claim["role"] = json!("EDITOR");
    assert_eq!(student.post("/users/register", claim.clone()).await.ok()["role"], "STUDENT");
    claim["email"] = json!("editrice@preau.test");
    let user = admin.post("/users/register", claim).await.ok();
    assert_eq!((&user["role"], &user["mustResetPassword"]), (&json!("EDITOR"), &json!(true)));
});

both_engines!(one_reads_oneself_and_an_admin_everybody, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let student = school.account(Role::Student, "paul@preau.test").await;
    let path = format!("/users/{}", student.id());
    assert_eq!(student.get(&path).await.ok(), student.get("/users/me").await.ok());
    assert_eq!(admin.get(&path).await.ok()["email"], "paul@preau.test");
    editor.get(&path).await.refused(404, "not_found");
    editor.get("/users/email/paul@preau.test").await.refused(404, "not_found");
    editor.get("/users").await.refused(403, "forbidden");
    student.get("/users/email/PAUL@preau.test").await.ok();
    school.visitor().get(&path).await.refused(401, "unauthenticated");

    assert_eq!(admin.get("/users").await.ok().as_array().unwrap().len(), 3);
    let page = admin.get("/users?page=1&size=2").await.ok();
    assert_eq!((page["items"].as_array().unwrap().len(), page["total"].as_i64()), (2, Some(3)));
});

both_engines!(an_admin_finds_people_by_a_part_of_their_name, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.post("/users/register", zoe()).await.ok();
    let names = |reply: Reply| {
        reply.ok().as_array().unwrap().iter().map(|u| u["firstName"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(admin.get("/users?q=ZOE%20mart").await), ["Zoé"]);
    assert_eq!(names(admin.get("/users?q=martin%20zo%C3%A9").await), ["Zoé"]);
    assert!(names(admin.get("/users?q=%25").await).is_empty());
    assert_eq!(names(admin.get("/users?q=zoe&role=ADMIN").await), ["Zoé"]);
    assert!(names(admin.get("/users?q=zoe&role=STUDENT").await).is_empty());
    let page = admin.get("/users?role=STUDENT&page=1").await.ok();
    assert_eq!(page["total"], 0);
});

both_engines!(a_beneficiary_gets_an_account_whose_password_nobody_sees, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    let created = student.post("/users/beneficiaries", beneficiary("leo@preau.test")).await.ok();
    assert_eq!(created["rawPassword"], Value::Null);
    assert_eq!(created["user"]["role"], "STUDENT");
    let reserved_for = "SELECT COUNT(*) FROM beneficiaries";
    assert_eq!(school.count(reserved_for).await, 1);

    let own = student.post("/users/beneficiaries", beneficiary("paul@preau.test")).await;
    own.refused(422, "same_email");
    school
        .visitor()
        .post("/users/beneficiaries", beneficiary("x@preau.test"))
        .await
        .refused(401, "unauthenticated");
    let incomplete = student.post("/users/beneficiaries", json!({ "email": "a@b.fr" })).await;
    incomplete.refused(422, "beneficiary_incomplete");
});

both_engines!(an_existing_beneficiary_may_be_looked_up_for_half_an_hour, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    let id = school.add_user(Role::Student, "leo@preau.test").await;
    student.get("/users/email/leo@preau.test").await.refused(404, "not_found");
    let taken = student.post("/users/beneficiaries", beneficiary("leo@preau.test")).await;
    assert_eq!(taken.refused(409, "email_taken")["message"], "Email déjà utilisé");
    let found = student.get("/users/email/leo@preau.test").await.ok();
    assert_eq!(found, json!({ "id": id, "email": "leo@preau.test" }));
    school
        .account(Role::Student, "eve@preau.test")
        .await
        .get("/users/email/leo@preau.test")
        .await
        .refused(404, "not_found");
    let student = {
        school.pass(Duration::minutes(30));
        school.sign_in(student.id()).await
    };
    student.get("/users/email/leo@preau.test").await.refused(404, "not_found");
});

both_engines!(five_beneficiaries_a_day_are_enough, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    for number in 0..5 {
        let email = format!("leo{number}@preau.test");
        student.post("/users/beneficiaries", beneficiary(&email)).await.ok();
    }
    student
        .post("/users/beneficiaries", beneficiary("leo6@preau.test"))
        .await
        .refused(429, "too_many_requests");
});

both_engines!(a_password_an_admin_hands_over_must_be_replaced_within_three_days, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let created = admin.post("/users/beneficiaries", beneficiary("leo@preau.test")).await.ok();
    let raw = created["rawPassword"].as_str().unwrap();
    let id = created["user"]["id"].as_i64().unwrap();
    let mut leo = school.visitor();
    let tokens = leo.post("/auth/login", json!({ "email": "leo@preau.test", "password": raw })).await.ok();
    leo.token = tokens["accessToken"].as_str().map(ToOwned::to_owned);
    assert_eq!(leo.get("/users/me").await.ok()["mustResetPassword"], true);
    leo.get("/auth/sessions").await.refused(403, "must_reset_password");
    let short = reset(&leo, id, json!({ "newPassword": "abc" })).await;
    assert_eq!(
        short.refused(422, "new_password_too_short")["message"],
        "Le mot de passe doit contenir au moins 6 caractères."
    );
    assert_eq!(reset(&leo, id, json!({ "newPassword": PASSWORD })).await.status, 204);
    leo.get("/auth/sessions").await.ok();
    assert!(school.logs_in("leo@preau.test", PASSWORD).await);

    let other = admin.post("/users/beneficiaries", beneficiary("lea@preau.test")).await.ok();
    school.pass(Duration::hours(72));
    assert!(!school.logs_in("lea@preau.test", other["rawPassword"].as_str().unwrap()).await);
});

both_engines!(a_session_that_must_choose_a_password_reaches_nobody_else, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let other = school.account(Role::Admin, "other@preau.test").await;
    school.give_password(other.id(), PASSWORD).await;
    school.sql("UPDATE users SET must_reset_password = TRUE WHERE email = 'admin@preau.test'").await;
    let path = format!("/users/{}", other.id());
    admin.get(&path).await.refused(404, "not_found");
    admin.get("/users/email/other@preau.test").await.refused(404, "not_found");
    reset(&admin, other.id(), json!({ "newPassword": "pirate-99" })).await.refused(404, "not_found");
    admin.get("/users").await.refused(403, "must_reset_password");
    // As if it were not there, where a bad token is not heeded either.
    let login = json!({ "email": "other@preau.test", "password": PASSWORD });
    admin.post("/auth/login", login).await.ok();
    assert_eq!(admin.get(&format!("/users/{}", admin.id())).await.ok()["role"], "ADMIN");
    assert_eq!(reset(&admin, admin.id(), json!({ "newPassword": PASSWORD })).await.status, 204);
    admin.get(&path).await.ok();
});

both_engines!(one_changes_oneself_but_never_one_s_rights, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    school.give_password(student.id(), PASSWORD).await;
    let other = school.add_user(Role::Student, "leo@preau.test").await;
    let path = format!("/users/{}", student.id());
    let body = json!({ "firstName": " Paul ", "country": "Italie", "fontSize": 75, "language": "it",
        "role": "ADMIN", "mustResetPassword": true, "password": "pirate-99", "email": "paul@preau.test" });
    let user = student.put(&path, body).await.ok();
    assert_eq!(
        (&user["firstName"], &user["country"], &user["fontSize"], &user["language"]),
        (&json!("Paul"), &json!("Italie"), &json!(75), &json!("it"))
    );
    assert_eq!((&user["role"], &user["mustResetPassword"]), (&json!("STUDENT"), &json!(false)));
    assert!(school.logs_in("paul@preau.test", PASSWORD).await);
    assert_eq!(student.put(&path, json!({ "country": null })).await.ok()["country"], Value::Null);
    student.put(&format!("/users/{other}"), json!({ "firstName": "X" })).await.refused(404, "not_found");
    let wrong =
        student.put(&path, json!({ "firstName": "", "fontSize": 1000, "birthDate": "2026-13-01" })).await;
    wrong.refused(422, "invalid");
    assert_eq!(wrong.field_names(), ["firstName", "birthDate", "fontSize"]);
});

both_engines!(an_older_version_is_refused_with_the_present_one, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    let path = format!("/users/{}", student.id());
    student.put(&path, json!({ "firstName": "Paul" })).await.ok();
    let stale =
        student.send(Method::PUT, &path, Some(json!({ "firstName": "X" })), &[("If-Match", "\"1\"")]).await;
    assert_eq!(stale.refused(412, "stale")["current"]["firstName"], "Paul");
});

both_engines!(a_new_address_of_one_s_own_counts_once_its_link_was_followed, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    school.give_password(student.id(), PASSWORD).await;
    school.add_user(Role::Student, "leo@preau.test").await;
    let path = format!("/users/{}", student.id());
    let new = |password: Value| json!({ "email": "Polo@preau.test", "currentPassword": password });
    student.put(&path, new(Value::Null)).await.refused(422, "required");
    let wrong = student.put(&path, new(json!("faux-mot"))).await;
    wrong.refused(422, "wrong_password");
    assert_eq!(wrong.field_names(), ["currentPassword"]);
    let of_leo = json!({ "email": "leo@preau.test", "currentPassword": PASSWORD });
    student.put(&path, of_leo).await.refused(409, "email_taken");

    let user = student.put(&path, new(json!(PASSWORD))).await.ok();
    assert_eq!(user["email"], "paul@preau.test", "not before the link was followed");
    assert_eq!(school.mails("change-email", "polo@preau.test").await, 1);
    assert_eq!(school.mails("email-change-notice", "paul@preau.test").await, 1);
    let token = school.link(Purpose::ChangeEmail, student.id(), Some("polo@preau.test")).await;
    let confirm = json!({ "token": token });
    assert_eq!(school.visitor().post("/users/confirm-email", confirm.clone()).await.status, 204);
    assert_eq!(student.get("/users/me").await.ok()["email"], "polo@preau.test");
    school.visitor().post("/users/confirm-email", confirm).await.refused(401, "invalid_token");
});

both_engines!(the_last_admin_can_be_neither_demoted_nor_deleted, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    school.give_password(admin.id(), PASSWORD).await;
    let path = format!("/users/{}", admin.id());
    admin.put(&path, json!({ "role": "EDITOR" })).await.refused(409, "last_admin");
    admin.delete(&path).await.refused(409, "last_admin");
    let me = json!({ "currentPassword": PASSWORD });
    admin.send(Method::DELETE, "/users/me", Some(me), &[]).await.refused(409, "last_admin");

    let second = school.account(Role::Admin, "chef@preau.test").await;
    let second_path = format!("/users/{}", second.id());
    let (one, other) = tokio::join!(
        admin.put(&second_path, json!({ "role": "STUDENT" })),
        second.put(&path, json!({ "role": "STUDENT" }))
    );
    let done = [one.status.is_success(), other.status.is_success()];
    assert_eq!(done.iter().filter(|done| **done).count(), 1, "{} {}", one.text(), other.text());
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE role = 'ADMIN'").await, 1);
});

both_engines!(a_change_of_role_takes_effect_at_once, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let editor = school.account(Role::Admin, "chef@preau.test").await;
    editor.get("/users").await.ok();
    admin.put(&format!("/users/{}", editor.id()), json!({ "role": "STUDENT" })).await.ok();
    editor.get("/users").await.refused(403, "forbidden");
});

both_engines!(a_password_is_replaced_in_four_ways_and_no_other, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let student = school.account(Role::Student, "paul@preau.test").await;
    let elsewhere = school.sign_in(student.id()).await;
    let other = school.account(Role::Student, "leo@preau.test").await;
    school.give_password(student.id(), PASSWORD).await;
    let id = student.id();
    let new = json!({ "newPassword": "nouveau-mot-1" });
    reset(&school.visitor(), id, new.clone()).await.refused(401, "unauthenticated");
    reset(&other, id, new.clone()).await.refused(404, "not_found");
    reset(&student, id, new.clone()).await.refused(422, "required");
    let wrong = json!({ "newPassword": "nouveau-mot-1", "currentPassword": "faux" });
    reset(&student, id, wrong).await.refused(422, "wrong_password");

    let own = json!({ "newPassword": "nouveau-mot-1", "currentPassword": PASSWORD });
    assert_eq!(reset(&student, id, own).await.status, 204);
    student.get("/users/me").await.ok();
    elsewhere.get("/users/me").await.refused(401, "session_expired");
    assert_eq!(school.mails("password-changed", "paul@preau.test").await, 1);

    assert_eq!(reset(&admin, id, json!({ "newPassword": "remis-par-2" })).await.status, 204);
    student.get("/users/me").await.refused(401, "session_expired");
    assert!(school.logs_in("paul@preau.test", "remis-par-2").await);
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE must_reset_password").await, 1);
    school.pass(Duration::hours(72));
    assert!(!school.logs_in("paul@preau.test", "remis-par-2").await);
});

both_engines!(a_mailed_link_sets_a_password_once, |school| {
    let id = school.add_user(Role::Student, "paul@preau.test").await;
    let other = school.add_user(Role::Student, "leo@preau.test").await;
    school.sql("UPDATE users SET email_verified_at = NULL").await;
    let by_link = |token: &str| json!({ "newPassword": PASSWORD, "token": token });
    let visitor = school.visitor();
    for (purpose, life) in
        [(Purpose::ResetPassword, Duration::minutes(30)), (Purpose::SetPassword, Duration::days(7))]
    {
        let late = school.link(purpose, id, None).await;
        school.pass(life);
        reset(&visitor, id, by_link(&late)).await.refused(401, "invalid_token");
        let token = school.link(purpose, id, None).await;
        let sibling = school.link(purpose, id, None).await;
        reset(&visitor, other, by_link(&token)).await.refused(401, "invalid_token");
        reset(&visitor, id, json!({ "newPassword": "123456", "token": &token }))
            .await
            .refused(422, "password_too_common");
        assert_eq!(reset(&visitor, id, by_link(&token)).await.status, 204);
        reset(&visitor, id, by_link(&token)).await.refused(401, "invalid_token");
        reset(&visitor, id, by_link(&sibling)).await.refused(401, "invalid_token");
    }
    assert!(school.logs_in("paul@preau.test", PASSWORD).await);
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE email_verified_at IS NOT NULL").await, 1);
});

both_engines!(forgetting_a_password_answers_alike_and_mails_three_times_at_most, |school| {
    school.add_user(Role::Student, "paul@preau.test").await;
    let visitor = school.visitor();
    for number in 0..5 {
        let known = visitor.post("/users/forgot-password", json!({ "email": "Paul@preau.test" })).await;
        let unknown = visitor.post("/users/forgot-password", json!({ "email": "nul@preau.test" })).await;
        assert_eq!((known.status.as_u16(), known.text()), (204, String::new()), "{number}");
        assert_eq!((known.status, known.text()), (unknown.status, unknown.text()));
        school.pass(Duration::seconds(1));
    }
    assert_eq!(school.mails("reset-password", "paul@preau.test").await, 3);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails").await, 3);
    visitor.post("/users/forgot-password", json!({ "email": "paul" })).await.refused(422, "invalid_email");
});

both_engines!(a_link_to_a_new_password_takes_google_from_whoever_linked_it_before, |school| {
    for (verified, kept, sql) in [
        (true, 1, "SELECT COUNT(*) FROM users WHERE google_sub = 'of true'"),
        (false, 0, "SELECT COUNT(*) FROM users WHERE google_sub = 'of false'"),
    ] {
        let id = school.add_user(Role::Student, &format!("paul-{verified}@preau.test")).await;
        change!(school.app, None, |tx| {
            let link = "UPDATE users SET google_sub = $2, email_verified_at = $3 WHERE id = $1";
            execute!(tx, link, id, format!("of {verified}"), verified.then_some(tx.now))
        })
        .unwrap();
        let token = school.link(Purpose::ResetPassword, id, None).await;
        let new = json!({ "newPassword": PASSWORD, "token": token });
        assert_eq!(reset(&school.visitor(), id, new).await.status, 204);
        assert_eq!(school.count(sql).await, kept, "verified: {verified}");
    }
});

both_engines!(an_account_is_mailed_three_links_an_hour_wherever_they_are_asked_for, |school| {
    school.add_user(Role::Student, "paul@preau.test").await;
    for mails in [1, 2, 3, 3, 3] {
        let asked =
            school.visitor().post("/users/forgot-password", json!({ "email": "paul@preau.test" })).await;
        assert_eq!(asked.status, 204);
        assert_eq!(school.mails("reset-password", "paul@preau.test").await, mails);
        school.pass(Duration::seconds(1));
    }
    school.pass(Duration::hours(1));
    school.visitor().post("/users/forgot-password", json!({ "email": "paul@preau.test" })).await;
    assert_eq!(school.mails("reset-password", "paul@preau.test").await, 4);
});

both_engines!(one_address_asks_for_twenty_links_an_hour, |school| {
    let visitor = school.visitor();
    let ask = async |n: i32| {
        visitor.post("/users/forgot-password", json!({ "email": format!("u{n}@preau.test") })).await
    };
    for n in 0..20 {
        assert_eq!(ask(n).await.status, 204);
    }
    ask(20).await.refused(429, "too_many_requests");
});

both_engines!(a_new_address_is_asked_for_three_times_an_hour_and_mailed_three_times_a_day, |school| {
    let paul = school.account(Role::Student, "paul@preau.test").await;
    school.give_password(paul.id(), PASSWORD).await;
    let path = format!("/users/{}", paul.id());
    let ask = async |email: &str| {
        school.pass(Duration::seconds(1));
        let paul = school.sign_in(paul.id()).await;
        paul.put(&path, json!({ "email": email, "currentPassword": PASSWORD })).await
    };
    for n in 0..3 {
        ask(&format!("paul{n}@preau.test")).await.ok();
    }
    ask("paul3@preau.test").await.refused(429, "too_many_requests");
    school.pass(Duration::hours(1));
    for _ in 0..2 {
        ask("paul0@preau.test").await.ok();
    }
    ask("paul0@preau.test").await.refused(429, "too_many_requests");
    assert_eq!(school.mails("change-email", "paul0@preau.test").await, 3);
});

both_engines!(a_link_shows_that_an_address_is_one_s_own, |school| {
    school.visitor().post("/auth/register", zoe()).await;
    let id = school.count("SELECT id FROM users").await;
    let token = school.link(Purpose::VerifyEmail, id, None).await;
    let wrong = school.link(Purpose::ResetPassword, id, None).await;
    let visitor = school.visitor();
    visitor.post("/users/verify-email", json!({ "token": wrong })).await.refused(401, "invalid_token");
    assert_eq!(visitor.post("/users/verify-email", json!({ "token": token })).await.status, 204);
    assert_eq!(school.sign_in(id).await.get("/users/me").await.ok()["emailVerified"], true);
});

both_engines!(the_link_to_one_s_own_address_is_mailed_again_until_it_was_followed, |school| {
    school.visitor().post("/auth/register", zoe()).await;
    let zoe = school.sign_in(school.count("SELECT id FROM users").await).await;
    school.pass(Duration::seconds(1));
    assert_eq!(zoe.post("/users/me/verification", json!({})).await.status, 204);
    assert_eq!(school.mails("verify-email", "zoe@preau.test").await, 2);
    school.visitor().post("/users/me/verification", json!({})).await.refused(401, "unauthenticated");

    let token = school.link(Purpose::VerifyEmail, zoe.id(), None).await;
    school.visitor().post("/users/verify-email", json!({ "token": token })).await;
    school.pass(Duration::seconds(1));
    assert_eq!(zoe.post("/users/me/verification", json!({})).await.status, 204);
    assert_eq!(school.mails("verify-email", "zoe@preau.test").await, 2, "it is verified");
    zoe.post("/users/me/verification", json!({})).await;
    zoe.post("/users/me/verification", json!({})).await.refused(429, "too_many_requests");
});

both_engines!(leaving_frees_the_address_and_keeps_the_books, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    school.give_password(student.id(), PASSWORD).await;
    let app = &school.app;
    change!(app, None, |tx| {
        tx.public_content_changed();
        execute!(
            tx,
            "INSERT INTO comments (user_id, signature, message, rating, created_at, updated_at)
            VALUES ($1, 'Paul M.', 'Très bien', 5, $2, $2)",
            student.id(),
            tx.now
        )
    })
    .unwrap();
    student.post("/users/beneficiaries", beneficiary("leo@preau.test")).await.ok();
    let export = student.get("/users/me/export").await.ok();
    assert_eq!(export["account"]["email"], "paul@preau.test");
    assert_eq!(export["comments"][0]["message"], "Très bien");

    let wrong = json!({ "currentPassword": "faux" });
    student.send(Method::DELETE, "/users/me", Some(wrong), &[]).await.refused(422, "wrong_password");
    let right = json!({ "currentPassword": PASSWORD });
    assert_eq!(student.send(Method::DELETE, "/users/me", Some(right), &[]).await.status, 204);
    student.get("/users/me").await.refused(401, "session_expired");
    assert!(!school.logs_in("paul@preau.test", PASSWORD).await);
    assert_eq!(school.count("SELECT COUNT(*) FROM comments WHERE signature = 'Ancien élève'").await, 1);
    let left = "SELECT COUNT(*) FROM users WHERE email LIKE '%paul%' OR search_text <> '' AND deleted_at IS NOT NULL";
    assert_eq!(school.count(left).await, 0);
    let mut again = zoe();
    again["email"] = json!("paul@preau.test");
    assert_eq!(school.visitor().post("/auth/register", again).await.status, 201);
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.get(&format!("/users/{}", student.id())).await.refused(404, "not_found");
    admin.delete(&format!("/users/{}", student.id())).await.refused(404, "not_found");
});

both_engines!(without_a_password_one_leaves_by_a_link, |school| {
    let student = school.account(Role::Student, "paul@preau.test").await;
    let asked = student.send(Method::DELETE, "/users/me", Some(json!({})), &[]).await;
    assert_eq!(asked.status, 202);
    assert_eq!(school.mails("delete-account", "paul@preau.test").await, 1);
    let token = school.link(Purpose::DeleteAccount, student.id(), None).await;
    let gone = school.visitor().post("/users/confirm-deletion", json!({ "token": token })).await;
    assert_eq!(gone.status, 204);
    student.get("/users/me").await.refused(401, "session_expired");
});

both_engines!(leaving_ends_what_one_follows_and_forgets_what_was_noted, |school| {
    booking::courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let paul = school.account(Role::Student, "paul@preau.test").await;
    let bought = booking::start(&paul, booking::draft("paul@preau.test", &[11])).await;
    bought.pay(booking::CARD_GOOD).await.ok();
    bought.complete().await.ok();
    let gift =
        json!({ "userId": paul.id(), "courseId": 2, "moduleIds": [], "reason": "Paul, cousin de Zoé" });
    admin.post("/subscriptions", gift).await.ok();
    let back = json!({ "amount": 10, "note": "Paul a appelé" });
    admin.post(&format!("/reservations/{}/refund", bought.id), back).await.ok();
    let noted = "SELECT COUNT(*) FROM refunds WHERE note LIKE '%Paul%'";
    assert_eq!(school.count(noted).await, 1);
    let seen = format!("/users/{}", paul.id());
    let renamed = json!({ "phoneNumber": "0600000000" });
    admin.send(Method::PUT, &seen, Some(renamed), &[("Idempotency-Key", "kept")]).await;
    let kept = "SELECT COUNT(*) FROM idempotency_keys WHERE answer LIKE '%paul@preau.test%'";
    assert!(school.count(kept).await > 0);

    admin.delete(&seen).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active OR holds_seat").await, 0);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE grant_reason LIKE '%Paul%'").await, 0);
    assert_eq!(school.count(noted).await, 0);
    assert_eq!(school.count(kept).await, 0);
    booking::sound(&school).await;
});

both_engines!(the_school_s_own_address_does_not_open_its_mail_to_whoever_registers_it, |school| {
    booking::courses(&school).await;
    let message = json!({ "name": "Ida", "email": "ida@example.fr", "subject": "Horaires", "message": "Bonjour à vous" });
    assert!(school.visitor().post("/contact", message).await.status.is_success());
    school.sql("UPDATE mails SET recipient = 'ecole@preau.test' WHERE kind = 'contact'").await;
    let stranger = school.account(Role::Student, "ecole@preau.test").await;
    assert_eq!(stranger.get("/users/me/export").await.ok()["mails"], json!([]));
    school.sql("UPDATE users SET email_verified_at = NULL").await;
    assert_eq!(stranger.get("/users/me/export").await.ok()["mails"], json!([]));
});

both_engines!(an_address_that_nobody_confirmed_reads_no_stranger_s_text, |school| {
    let mut account = zoe();
    account["firstName"] = json!("Gagnez 1000 euros");
    assert_eq!(school.visitor().post("/auth/register", account).await.status, 201);
    school.visitor().post("/users/forgot-password", json!({ "email": "zoe@preau.test" })).await;
    let paul = school.account(Role::Student, "paul@preau.test").await;
    school.give_password(paul.id(), PASSWORD).await;
    let moved = json!({ "email": "victim@preau.test", "currentPassword": PASSWORD });
    paul.put(&format!("/users/{}", paul.id()), moved).await.ok();
    let told = "SELECT COUNT(*) FROM mails WHERE kind IN ('verify-email', 'reset-password', 'change-email')";
    assert!(school.count(told).await >= 3);
    let typed = "SELECT COUNT(*) FROM mails WHERE recipient_name <> '' AND recipient <> 'paul@preau.test'";
    assert_eq!(school.count(typed).await, 0);
});

both_engines!(naming_beneficiaries_does_not_tell_who_has_an_account, |school| {
    for n in 0..15 {
        school.add_user(Role::Student, &format!("known{n}@preau.test")).await;
    }
    let mut told = 0;
    for account in 0..3 {
        let mut asker = school.account(Role::Student, &format!("asker{account}@preau.test")).await;
        asker.ip = "192.0.2.7".parse().unwrap();
        for n in 0..5 {
            let email = format!("known{}@preau.test", account * 5 + n);
            told += u32::from(asker.post("/users/beneficiaries", beneficiary(&email)).await.status == 409);
        }
    }
    assert_eq!(told, 10, "of one address, whichever account asks");
});

both_engines!(leaving_takes_one_s_name_out_of_the_books, |school| {
    booking::courses(&school).await;
    let paul = school.account(Role::Student, "paul@preau.test").await;
    let lea = school.account(Role::Student, "lea@preau.test").await;
    let bought = booking::start(&paul, booking::draft("paul@preau.test", &[11])).await;
    bought.pay(booking::CARD_GOOD).await.ok();
    bought.complete().await.ok();
    let given = booking::start(&lea, booking::draft_for("lea@preau.test", "paul@preau.test", &[12])).await;
    given.pay(booking::CARD_GOOD).await.ok();
    given.complete().await.ok();
    let mut open = booking::draft("paul@preau.test", &[]);
    open["courseId"] = json!(2);
    let open = booking::start(&paul, open).await;
    let waiting = booking::start(&lea, booking::draft_for("lea@preau.test", "paul@preau.test", &[13])).await;

    let admin = school.account(Role::Admin, "admin@preau.test").await;
    assert_eq!(admin.delete(&format!("/users/{}", paul.id())).await.status, 204);
    let named = "SELECT COUNT(*) FROM reservations WHERE payer_email LIKE 'paul%' OR draft IS NOT NULL AND status <> 'HELD'
        OR learner_email LIKE 'paul%' AND status <> 'HELD'";
    assert_eq!(school.count(named).await, 0);
    let sum = "SELECT CAST(SUM(cents) AS BIGINT) FROM reservation_lines";
    assert_eq!(school.count(sum).await, 12_000 + 7_000 + 10_000 + 5_050, "the amounts stay");
    assert_eq!(
        (open.status(&school).await, waiting.status(&school).await),
        ("CANCELLED".into(), "HELD".into())
    );
    assert_eq!(open.money_arrives(&school).await, Settled::Refunded);
    booking::run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE'").await, 1);
    booking::sound(&school).await;
});
