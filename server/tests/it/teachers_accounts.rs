//! Teachers sign in: invitations, what a teacher may see, and how the access ends.

use chrono::Duration;
use preau_core::role::Role;
use preau_server::mail::worker;
use preau_server::{change, execute, fetch_one};
use serde_json::{Value, json};

use crate::content::{fill, with_modules};
use crate::school::{Client, School};

const PASSWORD: &str = "zebre-volant-7";

impl School {
    /// A teacher with this account, who teaches nothing yet.
    pub(crate) async fn teacher(&self, role: Role, email: &str) -> (Client, i64) {
        let client = self.account(role, email).await;
        let (app, user_id) = (&self.app, client.id());
        let sql = "INSERT INTO teachers (first_name, last_name, email, user_id, created_at, updated_at)
            VALUES ('Chiara', 'Bellini', $1, $2, $3, $3) RETURNING id";
        let id = change!(app, None, |tx| {
            tx.public_content_changed();
            fetch_one!(tx, (i64,), sql, email, user_id, tx.now)
        });
        (client, id.unwrap().0)
    }

    /// The teacher of this course from now on.
    pub(crate) async fn assign(&self, course: i64, teacher: Option<i64>) {
        let app = &self.app;
        change!(app, None, |tx| {
            tx.public_content_changed();
            execute!(tx, "UPDATE courses SET teacher_id = $2 WHERE id = $1", course, teacher)
        })
        .unwrap();
    }
}

/// A session of the course on this day, from ten to half past eleven in Paris, before the clocks change.
pub(crate) async fn session(school: &School, course: i64, teacher: Option<i64>, day: &str) -> i64 {
    let day: chrono::NaiveDate = day.parse().unwrap();
    let starts = day.and_hms_opt(9, 0, 0).unwrap().and_utc();
    let sql = "INSERT INTO class_sessions (course_id, teacher_id, day, start_time, minutes, starts_at, ends_at, uid,
            created_at, updated_at)
        VALUES ($1, $2, $3, '10:00', 90, $4, $5, $6, $4, $4) RETURNING id";
    let app = &school.app;
    let uid = format!("{course}-{teacher:?}-{day}");
    let made = change!(app, None, |tx| {
        tx.public_content_changed();
        fetch_one!(tx, (i64,), sql, course, teacher, day, starts, starts + Duration::minutes(90), &uid)
    });
    made.unwrap().0
}

/// An administrator, and a teacher without an account.
async fn staffed(school: &School) -> (Client, i64) {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let teacher = json!({ "firstName": "Elena", "lastName": "Ricci", "email": "elena@ecole.test" });
    let id = admin.post("/teachers", teacher).await.ok()["id"].as_i64().unwrap();
    (admin, id)
}

/// Invites the teacher; answers the token of the mail that was sent.
async fn invited(school: &School, admin: &Client, teacher: i64, email: &str) -> String {
    let reply = admin.post(&format!("/teachers/{teacher}/invite"), json!({ "email": email })).await;
    assert_eq!(reply.status, 202, "{}", reply.text());
    worker::run_due(&school.app).await.unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT sent_link FROM mails WHERE kind = 'teacher-invitation' ORDER BY id DESC LIMIT 1";
    let (link,): (Option<String>,) = fetch_one!(conn, (Option<String>,), sql).unwrap();
    link.unwrap().split_once("/invitation#").unwrap().1.to_owned()
}

async fn accept(client: &Client, token: &str, password: Option<&str>) -> crate::school::Reply {
    client.post("/teachers/invitation/accept", json!({ "token": token, "password": password })).await
}

fn with_token(client: &Client, accepted: &Value) -> Client {
    let mut client = client.clone();
    client.token = accepted["accessToken"].as_str().map(ToOwned::to_owned);
    client
}

both_engines!(an_invitation_opens_an_account_that_teaches, |school| {
    let (admin, teacher) = staffed(&school).await;
    let token = invited(&school, &admin, teacher, "Elena.Ricci@exemple.test").await;
    let visitor = school.visitor();
    let found = visitor.post("/teachers/invitation", json!({ "token": token })).await.ok();
    let expected =
        json!({ "teacherName": "Elena Ricci", "email": "elena.ricci@exemple.test", "hasAccount": false });
    assert_eq!(found, expected);
    assert_eq!(accept(&visitor, &token, None).await.field_names(), ["password"]);
    assert_eq!(accept(&visitor, &token, Some("123456")).await.field_names(), ["password"]);

    let accepted = accept(&visitor, &token, Some(PASSWORD)).await.ok();
    let me = with_token(&visitor, &accepted).get("/users/me").await.ok();
    assert_eq!(
        json!([me["role"], me["teacherId"], me["email"], me["emailVerified"], me["firstName"]]),
        json!(["TEACHER", teacher, "elena.ricci@exemple.test", true, "Elena"])
    );
    accept(&visitor, &token, Some(PASSWORD)).await.refused(401, "invalid_token");
    let seen = admin.get(&format!("/teachers/{teacher}")).await.ok();
    assert_eq!(seen["accountEmail"], "elena.ricci@exemple.test");
    assert!(seen.get("invitedAt").is_none());
    for other in [&visitor, &with_token(&visitor, &accepted)] {
        let seen = other.get(&format!("/teachers/{teacher}")).await.ok();
        assert!(seen.get("accountEmail").is_none() && seen.get("email").is_none(), "{seen}");
    }
    let path = format!("/teachers/{teacher}/invite");
    admin.post(&path, json!({ "email": "x@y.fr" })).await.refused(409, "teacher_has_account");
});

both_engines!(only_the_newest_invitation_is_good_and_for_seven_days, |school| {
    let (admin, teacher) = staffed(&school).await;
    let first = invited(&school, &admin, teacher, "elena@exemple.test").await;
    school.pass(Duration::seconds(1));
    let second = invited(&school, &admin, teacher, "elena@exemple.test").await;
    let visitor = school.visitor();
    accept(&visitor, &first, Some(PASSWORD)).await.refused(401, "invalid_token");
    assert!(admin.get(&format!("/teachers/{teacher}")).await.ok()["invitedAt"].is_string());
    school.pass(Duration::days(7));
    accept(&visitor, &second, Some(PASSWORD)).await.refused(401, "invalid_token");
    let path = "/teachers/invitation";
    visitor.post(path, json!({ "token": second })).await.refused(401, "invalid_token");
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 1);
    let admin = school.sign_in(admin.id()).await;
    let third = invited(&school, &admin, teacher, "elena@exemple.test").await;
    assert_eq!(admin.delete(&format!("/teachers/{teacher}/account")).await.status, 204);
    accept(&visitor, &third, Some(PASSWORD)).await.refused(401, "invalid_token");
});

both_engines!(an_account_of_somebody_accepts_by_signing_in, |school| {
    let (admin, teacher) = staffed(&school).await;
    let student = school.account(Role::Student, "elena@exemple.test").await;
    school.sql("UPDATE users SET google_sub = 'g' WHERE email = 'elena@exemple.test'").await;
    let own = student.post("/comments", json!({ "message": "Merci.", "rating": 5 })).await.ok();
    let token = invited(&school, &admin, teacher, "elena@exemple.test").await;
    let visitor = school.visitor();
    let found = visitor.post("/teachers/invitation", json!({ "token": token })).await.ok();
    assert_eq!(found["hasAccount"], true);
    for other in [&visitor, &admin] {
        accept(other, &token, Some(PASSWORD)).await.refused(409, "sign_in_to_accept");
    }
    accept(&student, &token, None).await.ok();
    let me = student.get("/users/me").await.ok();
    assert_eq!(json!([me["role"], me["teacherId"]]), json!(["TEACHER", teacher]));
    student.delete(&format!("/comments/{}", own["id"])).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM comments").await, 0, "what was theirs still is");
    let lin = json!({ "firstName": "Lin", "lastName": "Wei", "email": "lin@ecole.test" });
    let other = admin.post("/teachers", lin).await.ok()["id"].as_i64().unwrap();
    let path = format!("/teachers/{other}/invite");
    admin.post(&path, json!({ "email": "elena@exemple.test" })).await.refused(409, "teaches_already");
});

both_engines!(a_stranger_who_registered_the_address_gets_nothing, |school| {
    let (admin, teacher) = staffed(&school).await;
    let stranger = json!({ "firstName": "Zoé", "lastName": "Martin", "email": "elena@exemple.test",
        "password": "zebre-rouge-1" });
    assert!(school.visitor().post("/auth/register", stranger).await.status.is_success());
    let id = school.count("SELECT id FROM users WHERE email = 'elena@exemple.test'").await;
    let stranger = school.sign_in(id).await;
    let token = invited(&school, &admin, teacher, "elena@exemple.test").await;
    let visitor = school.visitor();
    let found = visitor.post("/teachers/invitation", json!({ "token": token })).await.ok();
    assert_eq!(found["hasAccount"], false);
    accept(&visitor, &token, Some(PASSWORD)).await.ok();
    stranger.get("/users/me").await.refused(401, "session_expired");
    let login = |password: &str| json!({ "email": "elena@exemple.test", "password": password });
    visitor.post("/auth/login", login("zebre-rouge-1")).await.refused(401, "login_failed");
    visitor.post("/auth/login", login(PASSWORD)).await.ok();
});

both_engines!(an_access_ends_with_its_link, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@preau.test").await;
    let (editor, editor_teacher) = school.teacher(Role::Editor, "wei@preau.test").await;
    for (client, id) in [(&teacher, teacher_id), (&editor, editor_teacher)] {
        assert_eq!(client.get("/users/me").await.ok()["teacherId"], id);
        client.post("/calendar-tokens", json!({ "kind": "OWN" })).await.ok();
        assert_eq!(admin.delete(&format!("/teachers/{id}/account")).await.status, 204);
        assert_eq!(client.get("/users/me").await.ok()["teacherId"], Value::Null);
        assert_eq!(admin.delete(&format!("/teachers/{id}/account")).await.status, 204, "again");
    }
    assert_eq!(teacher.get("/users/me").await.ok()["role"], "STUDENT");
    assert_eq!(editor.get("/users/me").await.ok()["role"], "EDITOR");
    let addresses = "SELECT COUNT(*) FROM calendar_tokens";
    assert_eq!(school.count(addresses).await, 1, "of the editor, whose role stays");

    // Roles by hand.
    let (third, third_id) = school.teacher(Role::Teacher, "lin@preau.test").await;
    let path = format!("/users/{}", third.id());
    assert_eq!(admin.put(&path, json!({ "role": "EDITOR" })).await.ok()["teacherId"], third_id);
    assert_eq!(admin.put(&path, json!({ "role": "TEACHER" })).await.ok()["role"], "TEACHER");
    let demoted = admin.put(&path, json!({ "role": "STUDENT" })).await.ok();
    assert_eq!(json!([demoted["role"], demoted["teacherId"]]), json!(["STUDENT", null]));
    assert_eq!(admin.put(&path, json!({ "role": "TEACHER" })).await.field_names(), ["role"]);
    let new = json!({ "firstName": "Zoé", "lastName": "Martin", "email": "zoe@preau.test", "password": PASSWORD,
        "role": "TEACHER" });
    assert_eq!(admin.post("/users/register", new).await.field_names(), ["role"]);

    let (fourth, _) = school.teacher(Role::Teacher, "anne@preau.test").await;
    assert_eq!(admin.delete(&format!("/users/{}", fourth.id())).await.status, 204);
    assert_eq!(school.count("SELECT COUNT(*) FROM teachers WHERE user_id IS NOT NULL").await, 0);
});

both_engines!(a_teacher_reads_the_content_of_own_courses_with_answers, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let (teacher, id) = school.teacher(Role::Teacher, "chiara@preau.test").await;
    let (other, _) = school.teacher(Role::Teacher, "wei@preau.test").await;
    school.assign(1, Some(id)).await;
    school.sql("UPDATE courses SET status = 'DRAFT' WHERE id = 1").await;
    let paths = [
        format!("/chapter-lessons/{}", filled.lesson),
        format!("/resources/{}", filled.resource),
        format!("/quizzes/{}", filled.quiz),
        "/courses/1/details".to_owned(),
        "/chapters/module/11".to_owned(),
    ];
    for path in &paths {
        teacher.get(path).await.ok();
        other.get(path).await.refused(404, "not_found");
    }
    assert_eq!(teacher.get("/chapters/module/11").await.ok()[0]["content"], "Les mots de la porte.");
    let answers = teacher.get(&format!("/questions/quiz/{}", filled.quiz)).await.ok();
    assert_eq!(answers[0]["correctAnswer"], "TRUE");
    let path = format!("/chapter-lessons/{}", filled.lesson);
    teacher.put(&path, json!({ "title": "Autre" })).await.refused(403, "forbidden");
    for path in ["/changes", "/courses/admin/1", "/invoices", "/users"] {
        teacher.get(path).await.refused(403, "forbidden");
    }
    let code = json!({ "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "codeChallengeMethod": "S256", "redirectUri": "preau://auth" });
    teacher.post("/auth/desktop-code", code).await.refused(403, "staff_only");
});

both_engines!(a_substitute_sees_the_class_until_two_weeks_after, |school| {
    with_modules(&school).await;
    let (substitute, id) = school.teacher(Role::Teacher, "wei@preau.test").await;
    let learner = school.account(Role::Student, "lea@preau.test").await;
    school.assign(2, None).await;
    let sql = "INSERT INTO subscriptions (user_id, course_id, scope, subscription_date, access_expires_at, created_at,
            updated_at) VALUES ($1, 2, 'COURSE', '2026-03-01', '2026-12-01', $2, $2) RETURNING id";
    let app = &school.app;
    let (subscription,) = change!(app, None, |tx| fetch_one!(tx, (i64,), sql, learner.id(), tx.now)).unwrap();
    let level = format!("/subscriptions/{subscription}/level");
    substitute.patch(&level, json!({ "level": "A2" })).await.refused(404, "not_found");
    session(&school, 2, Some(id), "2026-03-05").await;
    assert_eq!(substitute.patch(&level, json!({ "level": "A2" })).await.ok()["level"], "A2");
    let progress = format!("/progress/course/progress?subscriptionId={subscription}");
    substitute.get(&progress).await.ok();
    substitute.patch(&level, json!({})).await.refused(422, "required");
    learner.patch(&level, json!({ "level": "C2" })).await.refused(403, "forbidden");
    // The fourteenth day after it, and the next one.
    school.pass(Duration::days(17));
    let substitute = school.sign_in(substitute.id()).await;
    assert_eq!(substitute.patch(&level, json!({ "level": null })).await.ok()["level"], Value::Null);
    school.pass(Duration::days(1));
    let substitute = school.sign_in(substitute.id()).await;
    substitute.patch(&level, json!({ "level": "A2" })).await.refused(404, "not_found");
    substitute.get(&progress).await.refused(404, "not_found");
});

both_engines!(a_note_on_needs_exists_with_consent_only, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let learner = school.account(Role::Student, "lea@preau.test").await;
    let path = format!("/users/{}/needs", learner.id());
    assert_eq!(learner.get(&path).await.ok(), Value::Null);
    let note = json!({ "text": "Près du tableau.", "consent": true });
    let refused = learner.put(&path, json!({ "text": "Près du tableau." })).await;
    assert_eq!(refused.field_names(), ["consent"]);
    assert_eq!(learner.put(&path, note.clone()).await.ok()["text"], "Près du tableau.");
    assert_eq!(admin.get(&path).await.ok()["consentedAt"], "2026-03-02T09:00:00.000Z");
    for other in [&editor, &school.account(Role::Student, "s@preau.test").await] {
        other.get(&path).await.refused(404, "not_found");
        other.put(&path, note.clone()).await.refused(404, "not_found");
        other.delete(&path).await.refused(404, "not_found");
    }
    assert_eq!(learner.get("/users/me/export").await.ok()["needs"]["text"], "Près du tableau.");
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE after_values LIKE '%tableau%'").await, 0);
    assert_eq!(learner.delete(&path).await.status, 204);
    assert_eq!(learner.get(&path).await.ok(), Value::Null);
    learner.put(&path, note.clone()).await.ok();
    assert_eq!(admin.delete(&format!("/users/{}", learner.id())).await.status, 204);
    assert_eq!(school.count("SELECT COUNT(*) FROM learner_needs").await, 0);
});

both_engines!(a_teacher_counts_as_staff_for_the_second_factor, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let (teacher, id) = school.teacher(Role::Teacher, "chiara@preau.test").await;
    school.assign(1, Some(id)).await;
    let path = format!("/chapter-lessons/{}", filled.lesson);
    teacher.get(&path).await.ok();
    school.sql("UPDATE school SET second_factor_required = TRUE").await;
    teacher.get(&path).await.refused(404, "not_found");
    assert_eq!(teacher.get("/users/me").await.ok()["secondFactorMissing"], true);
    teacher.post("/users/me/second-factor", json!({})).await.ok();
});
