//! The server killed around the handing over of a mail. What SMTP cannot promise is seen here too: between the mail
//! server's yes and the note of it lies an instant after which the mail leaves once more, under the same Message-ID.

use reqwest::Method;
use serde_json::json;

use crate::school::{Engine, OFFICE, School};
use crate::waiting::until_is;

on_both_engines! {
    killed_as_a_mail_is_taken_it_leaves_once => async |engine| through_death(engine, "mail.taken", 1).await;
    killed_after_a_mail_was_delivered_it_leaves_again_under_the_same_id => async |engine| through_death(engine, "mail.delivered", 2).await;
    killed_after_a_mail_was_noted_it_leaves_once => async |engine| through_death(engine, "mail.settled", 1).await;
}

async fn through_death(engine: Engine, step: &str, times: usize) {
    let school = School::open(engine).await;
    let mut server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
    let body =
        json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": "Bonjour !", "consent": true });
    let visitor = school.visitor();
    let reply = visitor.call(Method::POST, "/contact", Some(&body), Some("one")).await;
    server.ended().await;
    school.leases_run_out().await;
    let mut server = school.serve().await;
    if reply.is_err() {
        // The mail was on its way before the visitor had their answer.
        visitor.insist(Method::POST, "/contact", Some(&body), Some("one")).await.ok();
    }
    let sent = "SELECT COUNT(*) FROM mails WHERE kind = 'contact' AND status = 'SENT'";
    until_is("the mail to have left", &1, || school.number(sent)).await;
    assert_eq!(school.number("SELECT COUNT(*) FROM contact_messages").await, 1);
    let letters = school.postman.to(OFFICE);
    assert_eq!(letters.len(), times);
    assert!(letters.iter().all(|letter| letter.message_id == letters[0].message_id));
    school.is_sound().await;
    server.terminate().await;
}
