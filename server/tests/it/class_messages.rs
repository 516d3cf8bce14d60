//! Messages to a class: who writes and reads them, the mails, their files, and what becomes of them.

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::operations::clean_up;
use preau_server::{fetch_all, fetch_one};
use serde_json::{Value, json};

use crate::attendance::enrol;
use crate::content::with_modules;
use crate::files::{MP4, PDF, read, send, text, upload};
use crate::school::{Client, Reply, School};
use crate::teachers_accounts::session;
use crate::wards::guardian_and_ward;

const COURSE: &str = "/courses/1/messages";
const STORED: &str = "SELECT COUNT(*) FROM class_messages";
const MAILS: &str = "SELECT COUNT(*) FROM mails WHERE kind = 'class-message'";

/// The teacher of course 1, two learners of it, and one whose access is over.
struct Class {
    editor: Client,
    teacher: Client,
    lea: Client,
    karim: Client,
    former: Client,
    /// The subscriptions of Léa and of the former learner.
    own: i64,
    ended: i64,
}

async fn class(school: &School) -> Class {
    let editor = with_modules(school).await;
    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@preau.test").await;
    school.assign(1, Some(teacher_id)).await;
    let lea = school.account(Role::Student, "lea@preau.test").await;
    let karim = school.account(Role::Student, "karim@preau.test").await;
    let former = school.account(Role::Student, "former@preau.test").await;
    let own = enrol(school, &lea, 1, None).await;
    enrol(school, &karim, 1, Some(12)).await;
    enrol(school, &karim, 1, None).await;
    let ended = enrol(school, &former, 1, None).await;
    school
        .sql(
            "UPDATE subscriptions SET access_expires_at = '2026-03-01'
            WHERE user_id = (SELECT id FROM users WHERE email = 'former@preau.test')",
        )
        .await;
    school.sql("UPDATE users SET language = 'zh' WHERE email = 'karim@preau.test'").await;
    Class { editor, teacher, lea, karim, former, own, ended }
}

async fn write(client: &Client, key: &str, body: Value) -> Reply {
    client.send(Method::POST, COURSE, Some(body), &[("idempotency-key", key)]).await
}

/// Sends the paper as the dashboard does.
async fn in_chunks(who: &Client) {
    let begun = json!({ "name": "carta.pdf", "size": PDF.len() });
    let upload = text(&who.post("/uploads", begun).await.ok(), "id");
    let path = format!("/uploads/{upload}?offset=0");
    let kind = [("content-type", "application/octet-stream")];
    who.send_bytes(Method::PUT, &path, Some(PDF.to_vec()), &kind).await.ok();
    who.post(&format!("/uploads/{upload}/finish"), Value::Null).await.ok();
}

fn listed(subscription: i64) -> String {
    format!("/subscriptions/{subscription}/messages")
}

both_engines!(a_message_reaches_each_live_learner_once, |school| {
    let class = class(&school).await;
    let body = json!({ "text": "Bonjour,\nà lundi !" });
    let sent = write(&class.teacher, "one", body.clone()).await;
    assert_eq!(sent.status, 201, "{}", sent.text());
    let sent = sent.ok();
    assert_eq!(json!([sent["recipients"], sent["authorName"]]), json!([2, "Jeanne Morel"]));
    assert_eq!(write(&class.teacher, "one", body).await.ok(), sent, "a repeat answers the same");
    assert_eq!((school.count(STORED).await, school.count(MAILS).await), (1, 2));

    let mut conn = school.app.db.read().await.unwrap();
    type Row = (String, String, Option<String>, String);
    let sql = "SELECT recipient, language, reply_to, params FROM mails WHERE kind = 'class-message' ORDER BY recipient";
    let mails: Vec<Row> = fetch_all!(conn, Row, sql).unwrap();
    drop(conn);
    let to: Vec<_> = mails.iter().map(|(to, language, ..)| (to.as_str(), language.as_str())).collect();
    assert_eq!(to, [("karim@preau.test", "zh"), ("lea@preau.test", "fr")]);
    for (_, _, reply_to, params) in &mails {
        assert_eq!(reply_to.as_deref(), Some("bonjour@preau.example"), "replies go to the school");
        assert!(!params.contains("chiara@preau.test"), "{params}");
    }

    let of_teacher = class.teacher.get(COURSE).await.ok();
    assert_eq!(json!([of_teacher["learners"], of_teacher["messages"][0]["recipients"]]), json!([2, 2]));
    let seen = class.lea.get(&listed(class.own)).await.ok();
    assert_eq!(json!([seen[0]["text"], seen[0]["recipients"]]), json!(["Bonjour,\nà lundi !", null]));
    assert_eq!(class.former.get(&listed(class.ended)).await.ok(), json!([]), "after the last day");
    school.sql("UPDATE class_messages SET created_at = '2026-03-01 20:00:00+00:00'").await;
    assert_eq!(class.former.get(&listed(class.ended)).await.ok()[0]["text"], seen[0]["text"]);
    school.sql("UPDATE subscriptions SET active = FALSE WHERE access_expires_at = '2026-03-01'").await;
    assert_eq!(class.former.get(&listed(class.ended)).await.ok(), json!([]), "taken away");
});

both_engines!(whoever_teaches_a_course_or_edits_it_writes_to_its_class, |school| {
    let class = class(&school).await;
    let (other, other_id) = school.teacher(Role::Teacher, "elena@preau.test").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let body = || json!({ "text": "À lundi." });
    for (who, status) in [
        (&school.visitor(), 401),
        (&class.lea, 403),
        (&other, 404),
        (&class.teacher, 201),
        (&class.editor, 201),
        (&admin, 201),
    ] {
        assert_eq!(who.post(COURSE, body()).await.status, status);
        let read = who.get(COURSE).await;
        assert_eq!(read.status.as_u16(), if status == 201 { 200 } else { status }, "{}", read.text());
    }
    admin.post("/courses/999/messages", body()).await.refused(404, "not_found");
    session(&school, 1, Some(other_id), "2026-03-04").await;
    assert_eq!(other.post(COURSE, body()).await.status, 201, "a substitute");
    school.pass(Duration::days(17));
    let other = school.sign_in(other.id()).await;
    other.post(COURSE, body()).await.refused(404, "not_found");
});

both_engines!(messages_are_listed_for_their_learner_and_staff, |school| {
    let class = class(&school).await;
    for (who, status) in [
        (&school.visitor(), 401),
        (&class.karim, 404),
        (&class.teacher, 404),
        (&class.lea, 200),
        (&class.editor, 200),
    ] {
        assert_eq!(who.get(&listed(class.own)).await.status, status);
    }
});

both_engines!(a_file_is_read_by_the_class_and_nobody_else, |school| {
    let class = class(&school).await;
    let (other, _) = school.teacher(Role::Teacher, "elena@preau.test").await;
    let stranger = school.account(Role::Student, "stranger@preau.test").await;
    let video = send(&class.teacher, "film.mp4", "video/mp4", MP4).await;
    video.refused(422, "file_type_refused");
    let video = json!({ "name": "film.mp4", "size": 10 });
    class.teacher.post("/uploads", video).await.refused(422, "file_type_refused");
    assert_eq!(send(&class.lea, "carta.pdf", "application/pdf", PDF).await.status, 403);
    let file = text(&upload(&class.teacher, "carta.pdf", PDF).await, "url");
    let unknown = format!("/api/files/{}.pdf", "ab".repeat(32));
    for (file, code) in [(unknown.as_str(), "unknown_reference"), ("https://a.example/x", "invalid_value")] {
        let refused = class.teacher.post(COURSE, json!({ "text": "Voici.", "fileUrl": file })).await;
        assert_eq!(refused.field_names(), ["fileUrl"]);
        refused.refused(422, code);
    }
    assert_eq!(school.count(STORED).await, 0);
    in_chunks(&class.teacher).await;
    assert_eq!(read(&class.teacher, &file, &[]).await.status, 200, "shown in the form");
    assert_eq!(read(&class.lea, &file, &[]).await.status, 404);

    class.teacher.post(COURSE, json!({ "text": "Voici.", "fileUrl": file })).await.ok();
    for (who, status) in [
        (&school.visitor(), 404),
        (&stranger, 404),
        (&other, 404),
        (&class.former, 404),
        (&class.teacher, 200),
        (&class.lea, 200),
        (&class.karim, 200),
        (&class.editor, 200),
    ] {
        assert_eq!(read(who, &file, &[]).await.status, status);
    }
    let seen = class.lea.get(&listed(class.own)).await.ok();
    assert_eq!(seen[0]["fileName"], "carta.pdf");
    let link = text(&seen[0], "fileUrl");
    let by_link = read(&school.visitor(), &link, &[]).await;
    assert_eq!((by_link.status.as_u16(), by_link.bytes()), (200, PDF), "a browser sends no token");
    school.sql("UPDATE class_messages SET created_at = '2026-03-01 20:00:00+00:00'").await;
    let over = class.former.get(&listed(class.ended)).await.ok();
    assert_eq!(json!([over[0]["text"], over[0]["fileUrl"]]), json!(["Voici.", null]));
    for _ in 0..18 {
        send(&class.teacher, "carta.pdf", "application/pdf", PDF).await;
    }
    let many = send(&class.teacher, "carta.pdf", "application/pdf", PDF).await;
    many.refused(429, "too_many_requests");
});

both_engines!(a_guardian_is_written_to_for_a_ward, |school| {
    let (guardian, subscription, _) = guardian_and_ward(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.post(COURSE, json!({ "text": "Sortie au musée." })).await.ok();
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT recipient, params FROM mails WHERE kind = 'class-message'";
    let (to, params): (String, String) = fetch_one!(conn, (String, String), sql).unwrap();
    drop(conn);
    let params: Value = serde_json::from_str(&params).unwrap();
    assert_eq!(to, "zoe@example.fr");
    assert_eq!(params["subscriptionId"], subscription);
    assert!(params["wardName"].is_string(), "{params}");
    let seen = guardian.get(&listed(subscription)).await.ok();
    assert_eq!(seen[0]["text"], "Sortie au musée.");
});

both_engines!(nobody_floods_a_class, |school| {
    let class = class(&school).await;
    for (body, fields) in [
        (json!({}), ["text"]),
        (json!({ "text": " \n " }), ["text"]),
        (json!({ "text": "x".repeat(5001) }), ["text"]),
        (json!({ "text": "x", "fileUrl": "javascript:alert(1)" }), ["fileUrl"]),
    ] {
        let refused = class.teacher.post(COURSE, body).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(refused.field_names(), fields);
    }
    assert_eq!((school.count(STORED).await, school.count(MAILS).await), (0, 0));
    for number in 0..10 {
        class.teacher.post(COURSE, json!({ "text": format!("{number}") })).await.ok();
    }
    let eleventh = class.teacher.post(COURSE, json!({ "text": "11" })).await;
    eleventh.refused(429, "too_many_requests");
    class.editor.post(COURSE, json!({ "text": "x".repeat(5000) })).await.ok();
    school.pass(Duration::minutes(61));
    let teacher = school.sign_in(class.teacher.id()).await;
    teacher.post(COURSE, json!({ "text": "12" })).await.ok();
    assert_eq!(school.count(MAILS).await, 24);
});

both_engines!(messages_lose_their_author_with_the_account_and_end_a_year_after_the_class, |school| {
    let class = class(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    class.teacher.post(COURSE, json!({ "text": "À lundi." })).await.ok();
    let export = class.teacher.get("/users/me/export").await.ok();
    assert_eq!(export["classMessages"][0]["text"], "À lundi.");
    assert_eq!(class.lea.get("/users/me/export").await.ok()["classMessages"], json!([]));

    school.sql("UPDATE mails SET status = 'SENT'").await;
    let removed = admin.delete(&format!("/users/{}", class.teacher.id())).await;
    assert_eq!(removed.status, 204, "{}", removed.text());
    let seen = class.lea.get(&listed(class.own)).await.ok();
    assert_eq!(json!([seen[0]["text"], seen[0]["authorName"]]), json!(["À lundi.", null]));
    assert_eq!(school.count(MAILS).await, 0, "their name is in none");

    // The accesses end on 1 December 2026.
    school.pass(Duration::days(630));
    clean_up::run(&school.app).await.unwrap();
    assert_eq!(school.count(STORED).await, 1);
    school.pass(Duration::days(20));
    clean_up::run(&school.app).await.unwrap();
    assert_eq!(school.count(STORED).await, 0);
});

fn replies(subscription: i64, message: &Value) -> String {
    format!("/subscriptions/{subscription}/messages/{}/replies", message["id"])
}

both_engines!(an_answer_reaches_the_inbox_of_whoever_wrote, |school| {
    let class = class(&school).await;
    let (other, _) = school.teacher(Role::Teacher, "elena@preau.test").await;
    let stranger = school.account(Role::Student, "stranger@preau.test").await;
    let sent = class.teacher.post(COURSE, json!({ "text": "Qui vient lundi ?" })).await.ok();
    let path = replies(class.own, &sent);
    let body = json!({ "text": "Je viens." });
    for (who, status) in [
        (&school.visitor(), 401),
        (&stranger, 404),
        (&class.karim, 404),
        (&class.teacher, 404),
        (&class.editor, 404),
    ] {
        assert_eq!(who.post(&path, body.clone()).await.status, status);
    }
    class.former.post(&replies(class.ended, &sent), body.clone()).await.refused(403, "access_ended");
    let nowhere = replies(class.own, &json!({ "id": 999 }));
    class.lea.post(&nowhere, body.clone()).await.refused(404, "not_found");
    for text in [" ", &"x".repeat(5001)] {
        assert_eq!(class.lea.post(&path, json!({ "text": text })).await.field_names(), ["text"]);
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM contact_messages").await, 0);

    for _ in 0..2 {
        let key = [("idempotency-key", "one")];
        let reply = class.lea.send(Method::POST, &path, Some(body.clone()), &key).await;
        assert_eq!(reply.status, 204, "{}", reply.text());
    }
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT recipient, reply_to FROM mails WHERE kind IN ('teacher-message', 'contact')";
    let mails: Vec<(String, Option<String>)> = fetch_all!(conn, (String, Option<String>), sql).unwrap();
    drop(conn);
    assert_eq!(mails, [("chiara@preau.test".to_owned(), Some("bonjour@preau.example".to_owned()))]);

    let inbox = class.teacher.get("/contact").await.ok();
    let message = &inbox[0];
    let shown = json!([message["message"], message["classMessage"], message["subject"], message["email"]]);
    assert_eq!(shown, json!(["Je viens.", "Qui vient lundi ?", "Primi passi", null]), "{inbox}");
    assert_eq!(class.editor.get("/contact").await.ok()[0]["email"], "lea@preau.test");
    assert_eq!(other.get("/contact").await.ok(), json!([]));
    assert_eq!(class.lea.get("/contact").await.status, 403);

    let own = format!("/contact/{}", message["id"]);
    let answer = json!({ "text": "À lundi !" });
    other.post(&format!("{own}/replies"), answer.clone()).await.refused(404, "not_found");
    other.patch(&own, json!({ "handled": true })).await.refused(404, "not_found");
    let answered = class.teacher.post(&format!("{own}/replies"), answer).await.ok();
    assert_eq!(json!([answered["handled"], answered["email"]]), json!([true, null]));
    assert_eq!(answered["replies"][0]["text"], "À lundi !");
    assert_eq!(class.teacher.get("/contact?handled=false").await.ok(), json!([]));
    class.teacher.patch(&own, json!({ "handled": false })).await.ok();
    let to_lea = "SELECT COUNT(*) FROM mails WHERE kind = 'contact-reply' AND recipient = 'lea@preau.test'
        AND reply_to = 'bonjour@preau.example' AND params NOT LIKE '%chiara@%'";
    assert_eq!(school.count(to_lea).await, 1);

    let by_staff = class.editor.post(COURSE, json!({ "text": "Bonne rentrée." })).await.ok();
    class.lea.post(&replies(class.own, &by_staff), json!({ "text": "Merci." })).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'contact'").await, 1, "to the school");
    assert_eq!(class.teacher.get("/contact").await.ok().as_array().unwrap().len(), 1);
    for _ in 0..8 {
        class.lea.post(&path, json!({ "text": "encore" })).await;
    }
    class.lea.post(&path, json!({ "text": "encore" })).await.refused(429, "too_many_requests");
});

both_engines!(a_message_to_a_named_teacher_is_read_by_them_too, |school| {
    let class = class(&school).await;
    for to in ["Chiara Bellini", "Personne"] {
        let input =
            json!({ "name": "Zoé", "email": "zoe@example.fr", "message": format!("Pour {to}"), "to": to });
        assert_eq!(school.visitor().post("/contact", input).await.status, 200);
    }
    let inbox = class.teacher.get("/contact").await.ok();
    assert_eq!(inbox.as_array().unwrap().len(), 1, "{inbox}");
    assert_eq!(json!([inbox[0]["message"], inbox[0]["email"]]), json!(["Pour Chiara Bellini", null]));
    assert_eq!(class.editor.get("/contact").await.ok().as_array().unwrap().len(), 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'contact'").await, 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'teacher-message'").await, 1);
    school.teacher(Role::Teacher, "namesake@preau.test").await;
    let input = json!({ "name": "Zoé", "email": "zoe@example.fr", "message": "Bis", "to": "Chiara Bellini" });
    school.visitor().post("/contact", input).await;
    assert_eq!(class.teacher.get("/contact").await.ok().as_array().unwrap().len(), 1, "of two with one name");
});

both_engines!(a_guardian_answers_for_a_ward, |school| {
    let (guardian, subscription, _) = guardian_and_ward(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let sent = admin.post(COURSE, json!({ "text": "Sortie au musée." })).await.ok();
    let reply = guardian.post(&replies(subscription, &sent), json!({ "text": "D'accord." })).await;
    assert_eq!(reply.status, 204, "{}", reply.text());
    let message = &admin.get("/contact").await.ok()[0];
    assert_eq!(message["email"], "zoe@example.fr");
    assert!(message["name"].as_str().unwrap().contains('('), "names the ward: {message}");
    let removed = admin.delete(&format!("/users/{}", guardian.id())).await;
    assert_eq!(removed.status, 204, "{}", removed.text());
    assert_eq!(school.count("SELECT COUNT(*) FROM contact_messages").await, 0);
});
