//! Staff answers messages of the contact form in the dashboard.

use axum::http::Method;
use preau_core::role::Role;
use preau_server::mail::worker;
use serde_json::{Value, json};

use crate::school::{Client, School};
use crate::smtp::{Answer, Sink};

const MAILS: &str = "SELECT COUNT(*) FROM mails WHERE kind = 'contact-reply'";
const REPLIES: &str = "SELECT COUNT(*) FROM contact_replies";

/// Somebody writes, in this language.
async fn written(school: &School, email: &str, language: &str) {
    let message = json!({ "name": "Zoé Blanc", "email": email, "message": "Bonjour,\nest-ce possible ?",
        "subject": "Janvier" });
    let headers = [("Accept-Language", language)];
    let reply = school.visitor().send(Method::POST, "/contact", Some(message), &headers).await;
    assert_eq!(reply.status, 200);
}

async fn editor(school: &School) -> Client {
    school.account(Role::Editor, "editor@preau.test").await
}

fn text(text: &str) -> Value {
    json!({ "text": text })
}

both_engines!(an_answer_is_kept_and_mailed_once, |school| {
    let sink = Sink::open().await;
    let url = sink.url();
    let flags = ["--smtp-url", &url, "--mail-admin", "Accueil <accueil@ecole.example>"];
    let school = school.twin_with(&flags).await;
    school.account(Role::Student, "zoe@preau.test").await;
    written(&school, "zoe@preau.test", "en").await;
    worker::run_due(&school.app).await.unwrap();
    let editor = editor(&school).await;
    for _ in 0..2 {
        let said = Some(text("Oui, en janvier.\n\nÀ bientôt <b>"));
        let key = [("Idempotency-Key", "twice")];
        let answered = editor.send(Method::POST, "/contact/1/replies", said, &key).await;
        assert_eq!(answered.status, 201);
        let message = answered.ok();
        assert_eq!((message["handled"].clone(), message["version"].clone()), (true.into(), 2.into()));
    }
    assert_eq!((school.count(REPLIES).await, school.count(MAILS).await), (1, 1));
    let inbox = editor.get("/contact").await.ok();
    let reply = &inbox[0]["replies"][0];
    assert_eq!(reply["text"], "Oui, en janvier.\n\nÀ bientôt <b>");
    assert!(reply["author"].is_string() && reply["createdAt"].is_string(), "{reply}");

    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    let mails = sink.arrived();
    let mail = mails.last().unwrap();
    assert_eq!(
        (mail.to.as_str(), mail.reply_to().as_deref()),
        ("zoe@preau.test", Some("accueil@ecole.example"))
    );
    assert_eq!(mail.subject(), "Our reply to your message: Janvier");
    let body = mail.text();
    assert!(!body.contains("Hello"), "staff greets: {body}");
    let (answer, quote) =
        (body.find("Oui, en janvier.").unwrap(), body.find("> Bonjour,\n> est-ce possible ?").unwrap());
    assert!(answer < quote && body.contains("À bientôt <b>"), "{body}");

    // Taking back what was handled leaves the answer.
    let open = editor.patch("/contact/1", json!({ "handled": false })).await.ok();
    assert_eq!((open["handled"].clone(), open["replies"].as_array().unwrap().len()), (false.into(), 1));
});

both_engines!(an_answer_that_does_not_leave_is_shown_and_its_message_waits_again, |school| {
    let sink = Sink::open().await;
    let url = sink.url();
    let school = school.twin_with(&["--smtp-url", &url]).await;
    written(&school, "nobody@example.fr", "fr").await;
    worker::run_due(&school.app).await.unwrap();
    let editor = editor(&school).await;
    editor.post("/contact/1/replies", text("Oui, en janvier.")).await.ok();
    sink.answer(&[Answer::RefuseForNow, Answer::RefuseForGood]);
    worker::run_due(&school.app).await.unwrap();
    let waiting = editor.get("/contact").await.ok()[0].clone();
    assert_eq!(
        (waiting["replies"][0]["mailStatus"].as_str(), &waiting["handled"]),
        (Some("QUEUED"), &json!(true))
    );
    assert!(waiting["replies"][0]["mailError"].as_str().unwrap().contains("come back later"));

    school.pass(chrono::Duration::minutes(1));
    worker::run_due(&school.app).await.unwrap();
    let open = editor.get("/contact?handled=false").await.ok()[0].clone();
    let reply = &open["replies"][0];
    assert_eq!((reply["mailStatus"].as_str(), open["version"].as_i64()), (Some("PARKED"), Some(3)));
    assert!(reply["mailError"].as_str().unwrap().contains("nobody of that name"), "{reply}");

    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.post(&format!("/mail/{}/resend", reply["mailId"]), json!({})).await.ok();
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 1);
    let sent = editor.get("/contact").await.ok()[0]["replies"][0].clone();
    assert_eq!((sent["mailStatus"].as_str(), &sent["mailError"]), (Some("SENT"), &Value::Null));
});

both_engines!(who_answers_at_the_same_time_reads_the_others_answer_first, |school| {
    written(&school, "zoe@example.fr", "fr").await;
    let one = editor(&school).await;
    let other = school.account(Role::Editor, "other@preau.test").await;
    let seen = [("If-Match", "\"1\"")];
    let send = |who: &Client, said: &str| {
        let (who, said) = (who.clone(), text(said));
        async move { who.send(Method::POST, "/contact/1/replies", Some(said), &seen).await }
    };
    let (first, second) = tokio::join!(send(&one, "Oui."), send(&other, "Non."));
    let (done, late) = if first.status == 201 { (first, second) } else { (second, first) };
    assert_eq!(done.status, 201);
    assert_eq!((school.count(REPLIES).await, school.count(MAILS).await), (1, 1));
    let now = late.refused(412, "stale")["current"].clone();
    assert_eq!((now["version"].as_i64(), now["replies"].as_array().map(Vec::len)), (Some(2), Some(1)));

    // Having read it, one may add to it.
    let read = [("If-Match", "\"2\"")];
    let added = other.send(Method::POST, "/contact/1/replies", Some(text("J'ajoute")), &read).await.ok();
    assert_eq!(added["replies"][1]["text"], "J'ajoute");
    assert_eq!(school.count(MAILS).await, 2);
});

both_engines!(an_address_that_nobody_confirmed_gets_only_what_staff_wrote, |school| {
    written(&school, "zoe@example.fr", "it").await;
    editor(&school).await.post("/contact/1/replies", text("Oui, en janvier.")).await.ok();
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let mails = admin.get("/mail?q=zoe@example.fr").await.ok();
    let mail = &mails["items"][0];
    assert_eq!((mail["kind"].as_str(), mail["language"].as_str()), (Some("contact-reply"), Some("it")));
    let body = mail["text"].as_str().unwrap();
    assert!(body.contains("Oui, en janvier."), "{body}");
    for typed in ["Zoé", "Janvier", "Bonjour", "est-ce possible"] {
        assert!(
            !body.contains(typed) && !mail["subject"].as_str().unwrap().contains(typed),
            "{typed}: {body}"
        );
    }
    // What the form itself writes is no stranger's text.
    school.sql("UPDATE contact_messages SET subject = 'Rendez-vous de 15 minutes'").await;
    admin.post("/contact/1/replies", text("Demain à midi ?")).await.ok();
    let mail = admin.get("/mail?q=zoe@example.fr").await.ok()["items"][0].clone();
    assert!(mail["subject"].as_str().unwrap().ends_with("Rendez-vous de 15 minutes"), "{mail}");
});

both_engines!(only_staff_answers_and_says_something, |school| {
    written(&school, "zoe@example.fr", "fr").await;
    let path = "/contact/1/replies";
    school.visitor().post(path, text("Oui")).await.refused(401, "unauthenticated");
    school
        .account(Role::Student, "s@preau.test")
        .await
        .post(path, text("Oui"))
        .await
        .refused(403, "forbidden");
    let editor = editor(&school).await;
    let long = "x".repeat(5001);
    for (body, code) in [
        (json!({}), "required"),
        (text(" \n "), "required"),
        (text(&long), "too_long"),
        (text("a\u{0}b"), "control_character"),
    ] {
        let refused = editor.post(path, body).await;
        refused.refused(422, code);
        assert_eq!(refused.field_names(), ["text"]);
    }
    editor.post("/contact/999/replies", text("Oui")).await.refused(404, "not_found");
    assert_eq!((school.count(REPLIES).await, school.count(MAILS).await), (0, 0));
    assert_eq!(editor.get("/contact").await.ok()[0]["handled"], false);
});

both_engines!(a_message_has_ten_answers_and_an_account_writes_thirty_an_hour, |school| {
    for _ in 0..4 {
        written(&school, "zoe@example.fr", "fr").await;
    }
    let editor = editor(&school).await;
    for message in 1..=3 {
        for answer in 0..10 {
            let path = format!("/contact/{message}/replies");
            editor.post(&path, text(&format!("Réponse {answer}"))).await.ok();
        }
    }
    let refused = editor.post("/contact/4/replies", text("Encore")).await;
    refused.refused(429, "too_many_requests");
    let other = school.account(Role::Editor, "other@preau.test").await;
    let eleventh = other.post("/contact/1/replies", text("Encore")).await;
    assert_eq!(eleventh.refused(409, "too_many_replies")["params"]["max"], 10);
    assert_eq!(school.count(REPLIES).await, 30);
    let page = editor.get("/contact?handled=true&page=1&size=2").await.ok();
    let ids: Vec<_> = page["items"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [3, 2]);
    for message in page["items"].as_array().unwrap() {
        let texts: Vec<_> =
            message["replies"].as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
        assert_eq!((texts.len(), &texts[0], &texts[9]), (10, &json!("Réponse 0"), &json!("Réponse 9")));
    }
});

both_engines!(answers_are_taken_along_and_go_with_who_asked, |school| {
    let zoe = school.account(Role::Student, "zoe@preau.test").await;
    for email in ["zoe@preau.test", "other@example.fr"] {
        written(&school, email, "fr").await;
    }
    let editor = editor(&school).await;
    for message in [1, 2] {
        editor.post(&format!("/contact/{message}/replies"), text("Oui, en janvier.")).await.ok();
    }
    let held = zoe.get("/users/me/export").await.ok();
    assert_eq!(held["messageReplies"].as_array().unwrap().len(), 1);
    assert_eq!(
        (held["messageReplies"][0]["subject"].as_str(), held["messageReplies"][0]["text"].as_str()),
        (Some("Janvier"), Some("Oui, en janvier."))
    );
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    assert_eq!(admin.delete(&format!("/users/{}", zoe.id())).await.status, 204);
    assert_eq!(
        (school.count(REPLIES).await, school.count(MAILS).await),
        (1, 1),
        "also what had not left yet"
    );

    // Whoever wrote an answer may leave: the answer stays, nobody's.
    assert_eq!(admin.delete(&format!("/users/{}", editor.id())).await.status, 204);
    let inbox = admin.get("/contact").await.ok();
    assert_eq!(
        (inbox[0]["replies"][0]["author"].clone(), inbox[0]["email"].as_str()),
        (Value::Null, Some("other@example.fr"))
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM contact_replies WHERE author_id IS NULL").await, 1);
});
