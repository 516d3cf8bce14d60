//! Writing to the school, and what the school is told about bookings and completed courses.

use preau_core::role::Role;
use preau_server::change;
use preau_server::mail::{booking, worker};
use serde_json::json;

use crate::school::School;
use crate::smtp::Sink;

fn message() -> serde_json::Value {
    json!({ "name": "Zoé, \"O'Neil\"", "email": " Zoe@Example.fr ", "message": "Bonjour,\nà bientôt.",
        "to": "Chiara Bellini", "subject": "Rendez-vous de 15 minutes", "wishedDate": "2026-03-05", "wishedTime": "17:30" })
}

async fn with_sink(school: &School) -> (School, Sink) {
    let sink = Sink::open().await;
    let url = sink.url();
    let flags = ["--smtp-url", &url, "--mail-admin", "Accueil <accueil@ecole.example>"];
    (school.twin_with(&flags).await, sink)
}

both_engines!(a_message_is_stored_and_mailed_to_the_school, |school| {
    let (school, sink) = with_sink(&school).await;
    for path in ["/contact", "/email/send"] {
        let reply = school.visitor().post(path, message()).await;
        assert_eq!((reply.status.as_u16(), reply.text().as_str()), (200, "Email envoyé avec succès !"));
        assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    }
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 2);
    let mail = &sink.arrived()[0];
    assert_eq!(mail.to, "accueil@ecole.example");
    assert_eq!(mail.reply_to().unwrap(), "zoe@example.fr");
    assert!(mail.subject().contains("Rendez-vous de 15 minutes"));
    assert!(mail.text().contains("> Bonjour,\n> à bientôt."), "{}", mail.text());
    assert!(mail.text().contains("Chiara Bellini"));
    assert!(
        mail.text().contains("5 mars 2026") && mail.text().contains("17\u{a0}h\u{a0}30"),
        "{}",
        mail.text()
    );
});

both_engines!(nothing_in_a_message_becomes_a_header, |school| {
    let (school, sink) = with_sink(&school).await;
    let visitor = school.visitor();
    for (field, value) in [
        ("name", "Zoé\r\nBcc: all@example.fr"),
        ("subject", "Bonjour\nBcc: all@example.fr"),
        ("to", "x\u{0}y"),
        ("email", "zoe@example.fr\r\nBcc: all@example.fr"),
    ] {
        let mut body = message();
        body[field] = value.into();
        assert_eq!(visitor.post("/contact", body).await.status, 422, "{field}");
    }
    let mut body = message();
    body["name"] = "Bcc: all@example.fr, <x@y.fr>".into();
    body["subject"] = "=?utf-8?Q?=0D=0ABcc:_all=40example.fr?=".into();
    visitor.post("/contact", body).await;
    worker::run_due(&school.app).await.unwrap();
    let mails = sink.arrived();
    assert_eq!(mails.len(), 1);
    assert!(!mails[0].headers().contains(&"bcc".to_owned()), "{:?}", mails[0].headers());
});

both_engines!(what_cannot_be_answered_is_refused_field_by_field, |school| {
    let visitor = school.visitor();
    let reply = visitor.post("/contact", json!({ "name": " ", "email": "zoe@nowhere" })).await;
    reply.refused(422, "invalid");
    assert_eq!(reply.field_names(), ["name", "email", "message"]);
    let mut yesterday = message();
    yesterday["wishedDate"] = "2026-03-01".into();
    assert_eq!(visitor.post("/contact", yesterday).await.field_names(), ["wishedDate"]);
    let mut unticked = message();
    unticked["consent"] = false.into();
    visitor.post("/contact", unticked).await.refused(422, "consent_required");
    visitor.post("/contact", json!({ "name": 3 })).await.refused(422, "invalid_type");
    let mut long = message();
    long["message"] = "x".repeat(5001).into();
    visitor.post("/contact", long).await.refused(422, "too_long");
    assert_eq!(school.count("SELECT COUNT(*) FROM contact_messages").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails").await, 0);
});

both_engines!(one_address_writes_five_times_in_ten_minutes, |school| {
    let visitor = school.visitor();
    for _ in 0..5 {
        assert_eq!(visitor.post("/contact", message()).await.status, 200);
    }
    let refused = visitor.post("/email/send", message()).await;
    refused.refused(429, "too_many_requests");
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(school.visitor().post("/contact", message()).await.status, 200);
    school.pass(chrono::Duration::minutes(10));
    assert_eq!(visitor.post("/contact", message()).await.status, 200);
});

both_engines!(staff_reads_the_inbox_and_marks_what_is_handled, |school| {
    for _ in 0..3 {
        school.visitor().post("/contact", message()).await;
    }
    school.account(Role::Student, "s@example.fr").await.get("/contact").await.refused(403, "forbidden");
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let inbox = editor.get("/contact").await.ok();
    assert_eq!(inbox.as_array().unwrap().len(), 3);
    assert_eq!(
        (inbox[0]["email"].as_str(), inbox[0]["to"].as_str()),
        (Some("zoe@example.fr"), Some("Chiara Bellini"))
    );

    assert_eq!(json!([inbox[0]["wishedDate"], inbox[0]["wishedTime"]]), json!(["2026-03-05", "17:30"]));

    let path = format!("/contact/{}", inbox[0]["id"]);
    let handled = editor.patch(&path, json!({ "handled": true })).await.ok();
    assert_eq!((handled["handled"].clone(), handled["version"].clone()), (true.into(), 2.into()));
    let stale = editor
        .send(axum::http::Method::PATCH, &path, Some(json!({ "handled": false })), &[("If-Match", "\"1\"")])
        .await;
    assert_eq!(stale.refused(412, "stale")["current"]["handled"], true);
    let page = editor.get("/contact?handled=false&page=1&size=1").await.ok();
    assert_eq!((page["total"].clone(), page["items"].as_array().unwrap().len()), (2.into(), 1));
    editor.patch("/contact/999", json!({ "handled": true })).await.refused(404, "not_found");
    editor.patch(&path, json!({})).await.refused(422, "required");
});

/// A course of two modules with two lessons each; a confirmed reservation of user 1 for user 2, who has
/// the first module.
async fn a_booking(school: &School) {
    for statement in [
        "INSERT INTO courses (status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
            start_date, end_date, created_at, updated_at)
         VALUES ('PUBLISHED', 'ONLINE', 'Italien A1', 'italien-a1', 'x', 9000, 20, 3, 1, '2026-03-01', '2026-09-01',
            CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO modules (course_id, title, price_cents, order_index, created_at, updated_at)
         VALUES (1, 'Se présenter', 4000, 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP),
            (1, 'Au café', 5000, 2, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO chapters (module_id, title, order_index, created_at, updated_at)
         VALUES (1, 'a', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP), (2, 'b', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO lessons (chapter_id, title, order_index, created_at, updated_at)
         VALUES (1, 'a', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP), (1, 'b', 2, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP),
            (2, 'c', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP), (2, 'd', 2, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO payments (provider, payment_ref, amount_cents, status, created_at, updated_at)
         VALUES ('SANDBOX', 'PAY_REF_1_ab', 4000, 'PAID', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO reservations (status, course_id, scope, start_date, payer_id, learner_id, payer_email, learner_email,
            hold_until, holds_seat, amount_cents, confirmed_at, confirmed_by, payment_id, created_at, updated_at)
         VALUES ('CONFIRMED', 1, 'MODULES', '2026-03-09', 1, 2, 'payer@example.fr', 'learner@example.fr',
            CURRENT_TIMESTAMP, FALSE, 4000, CURRENT_TIMESTAMP, 'CARD', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents) VALUES (1, 1, 1, 'Se présenter', 4000)",
        "INSERT INTO subscriptions (user_id, course_id, scope, subscription_date, access_expires_at, created_at, updated_at)
         VALUES (2, 1, 'MODULES', '2026-03-02', '2026-09-02', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "INSERT INTO subscription_modules (subscription_id, module_id, reservation_id) VALUES (1, 1, 1)",
        "UPDATE users SET language = 'en' WHERE id = 2",
    ] {
        school.sql(statement).await;
    }
}

both_engines!(a_booking_has_one_mail_for_each_however_often_it_is_told, |school| {
    let (school, sink) = with_sink(&school).await;
    let payer = school.account(Role::Student, "payer@example.fr").await;
    let learner = school.account(Role::Student, "learner@example.fr").await;
    a_booking(&school).await;
    let claims = json!({ "userFirstName": "Mallory", "userEmail": "mallory@example.fr", "courseName": "Gratis",
        "forAnotherPerson": false });
    // The browser may be first, twice, or last.
    assert_eq!(payer.post("/email/admin-notification", claims.clone()).await.status, 202);
    let app = &school.app;
    change!(app, None, |tx| booking::queue_confirmed(tx, &app.config, 1, vec!["Se présenter".to_owned()])
        .await)
    .unwrap();
    assert_eq!(payer.post("/email/admin-notification", claims.clone()).await.status, 202);
    // Somebody who has paid for nothing tells nothing.
    assert_eq!(learner.post("/email/admin-notification", claims.clone()).await.status, 202);
    school.visitor().post("/email/admin-notification", claims).await.refused(401, "unauthenticated");
    payer.post("/email/admin-notification", json!({ "userEmail": 3 })).await.refused(422, "invalid_type");

    assert_eq!(worker::run_due(&school.app).await.unwrap(), 3);
    let mails = sink.arrived();
    let to = |address: &str| mails.iter().find(|mail| mail.to == address).unwrap();
    let school_mail = to("accueil@ecole.example");
    assert!(school_mail.text().contains("Italien A1") && school_mail.text().contains("learner@example.fr"));
    assert!(!school_mail.text().contains("Mallory") && !school_mail.text().contains("Gratis"));
    assert!(to("payer@example.fr").text().contains("40,00\u{a0}€"));
    let learner_mail = to("learner@example.fr");
    assert!(learner_mail.subject().starts_with("A place is waiting for you"), "in the learner's language");
    assert!(learner_mail.text().contains("Se présenter") && !learner_mail.text().contains('€'));
});

both_engines!(a_completed_course_is_told_once_and_only_when_it_is_complete, |school| {
    school.account(Role::Student, "payer@example.fr").await;
    let learner = school.account(Role::Student, "learner@example.fr").await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    a_booking(&school).await;
    let path = "/email/course-completion-notification";
    let claim = json!({ "subscriptionId": 1, "courseName": "Gratis", "completionDate": "2020-01-01" });
    school.sql("INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at) VALUES (1, 1, CURRENT_TIMESTAMP)").await;
    let refused = learner.post(path, claim.clone()).await;
    assert_eq!(refused.refused(409, "not_complete")["params"]["missing"], json!([2]));
    school.sql("INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at) VALUES (1, 2, CURRENT_TIMESTAMP)").await;
    admin.post(path, claim.clone()).await.refused(404, "not_found");
    for _ in 0..3 {
        assert_eq!(learner.post(path, claim.clone()).await.status, 202);
    }
    learner.post(path, json!({ "subscriptionId": 99 })).await.refused(404, "not_found");
    learner.post(path, json!({})).await.refused(422, "required");
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'course-completed'").await, 1);
    assert_eq!(
        school.count("SELECT COUNT(*) FROM subscriptions WHERE completion_notified_at IS NOT NULL").await,
        1
    );
    let mails = admin.get("/mail").await.ok();
    let mail =
        mails["items"].as_array().unwrap().iter().find(|mail| mail["kind"] == "course-completed").unwrap();
    assert!(
        mail["text"].as_str().unwrap().contains("2 mars 2026")
            && mail["subject"] == "Cours terminé\u{a0}: Italien A1"
    );
});
