//! The server killed while a seat is offered, accepted, or passed on: started again and asked again, the seat is offered
//! once, to one person, with one mail, and the doctor finds nothing.

use reqwest::Method;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::school::{ADMIN, Engine, School};
use crate::server::Server;
use crate::waiting::until_is;

on_both_engines! {
    killed_as_a_seat_is_taken_for_an_offer_it_is_offered_once => async |engine| through_death(engine, "waitlist.seat-taken", Call::Free).await;
    killed_as_an_offer_is_written_it_is_offered_once => async |engine| through_death(engine, "waitlist.offered", Call::Free).await;
    killed_as_an_offer_is_accepted_it_is_accepted_once => async |engine| through_death(engine, "waitlist.accepted", Call::Accept).await;
    killed_after_an_offer_was_accepted_it_is_accepted_once => async |engine| through_death(engine, "waitlist.accepted.committed", Call::Accept).await;
    killed_as_an_offer_lapses_it_passes_on_once => async |engine| through_death(engine, "waitlist.lapsed", Call::Lapse).await;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// A seat comes free.
    Free,
    Accept,
    /// Nobody answers; the job passes the seat on.
    Lapse,
}

const FIRST: &str = "nadege@exemple.test";
const SECOND: &str = "paul@exemple.test";

/// A full course for a seat of which two people wait.
struct Stage {
    school: School,
    server: Server,
    admin: Caller,
    granted: i64,
    course_id: i64,
}

impl Stage {
    async fn open(engine: Engine, step: &str) -> Self {
        let school = School::open(engine).await;
        let server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
        let admin = school.person(ADMIN).await;
        let course_id = school
            .number("SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND capacity > seats_taken")
            .await;
        let user = school.number("SELECT MIN(id) FROM users WHERE role = 'EDITOR'").await;
        let gift = json!({ "userId": user, "courseId": course_id, "reason": "Échange" });
        let granted = admin.post("/subscriptions", &gift).await["id"].as_i64().unwrap();
        school.sql(&format!("UPDATE courses SET capacity = seats_taken WHERE id = {course_id}")).await;
        for (place, email) in [FIRST, SECOND].into_iter().enumerate() {
            let at = "'2026-01-01T09:00:00+00:00'";
            school
                .sql(&format!(
                    "INSERT INTO waitlist_entries (course_id, position, status, scope, payer_email, learner_email,
                        first_name, language, created_at, updated_at)
                     VALUES ({course_id}, {place}, 'WAITING', 'COURSE', '{email}', '{email}', 'Nadège', 'fr', {at}, {at})"
                ))
                .await;
        }
        Self { school, server, admin, granted, course_id }
    }

    /// Ends the access of whoever was granted a seat; asked until there is an answer.
    async fn free(&self) {
        let path = format!("/subscriptions/{}/deactivate", self.granted);
        self.admin.insist(Method::PATCH, &path, None, None).await.ok();
    }

    /// A mail that is on its way as the server dies may arrive twice: that is tested elsewhere.
    async fn mails_have_left(&self) {
        let on_their_way = "SELECT COUNT(*) FROM mails WHERE status <> 'SENT'";
        until_is("the mails have left", &0, async || self.school.number(on_their_way).await).await;
    }

    async fn entry(&self, email: &str) -> i64 {
        self.school.number(&format!("SELECT id FROM waitlist_entries WHERE payer_email = '{email}'")).await
    }

    async fn status(&self, email: &str, status: &str) -> bool {
        let found = format!(
            "SELECT COUNT(*) FROM waitlist_entries WHERE payer_email = '{email}' AND status = '{status}'"
        );
        self.school.number(&found).await == 1
    }
}

async fn through_death(engine: Engine, step: &str, call: Call) {
    let mut stage = Stage::open(engine, step).await;
    match call {
        Call::Free => {
            let path = format!("/subscriptions/{}/deactivate", stage.granted);
            let _ = stage.admin.call(Method::PATCH, &path, None, None).await;
        }
        Call::Accept => {
            stage.free().await;
            stage.mails_have_left().await;
            let _ = accept(&stage).await;
        }
        Call::Lapse => {
            stage.free().await;
            stage.mails_have_left().await;
            stage
                .school
                .sql("UPDATE reservations SET hold_until = '2026-01-02T09:00:00+00:00' WHERE kind = 'OFFER'")
                .await;
            stage.school.jobs_are_due().await;
        }
    }
    stage.server.ended().await;
    stage.school.leases_run_out().await;
    stage.server = stage.school.serve().await;
    match call {
        Call::Free => stage.free().await,
        Call::Accept => {
            assert!(accept(&stage).await["reservationId"].is_i64());
        }
        Call::Lapse => stage.school.jobs_are_due().await,
    }
    let told = match call {
        Call::Free => [("OFFERED", 1), ("WAITING", 0)],
        Call::Accept => [("ACCEPTED", 1), ("WAITING", 0)],
        Call::Lapse => [("LAPSED", 2), ("OFFERED", 1)],
    };
    for (email, (status, mails)) in [FIRST, SECOND].into_iter().zip(told) {
        until_is(&format!("{email} is {status}"), &true, async || stage.status(email, status).await).await;
        let school = &stage.school;
        until_is(&format!("mails to {email}"), &mails, async || school.postman.to(email).len()).await;
    }
    let seats = format!("SELECT capacity - seats_taken FROM courses WHERE id = {}", stage.course_id);
    assert_eq!(stage.school.number(&seats).await, 0, "the seat is kept");
    stage.school.is_sound().await;
    stage.server.terminate().await;
}

/// Whoever was offered the seat takes it, by the link of the mail.
async fn accept(stage: &Stage) -> Value {
    let id = stage.entry(FIRST).await;
    // The token as the link has it; only its hash is stored.
    let hash = "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0";
    stage
        .school
        .sql(&format!(
            "INSERT INTO waitlist_tokens (token_hash, entry_id) VALUES ('{hash}', {id}) ON CONFLICT (token_hash) DO NOTHING"
        ))
        .await;
    let body = json!({ "token": "token" });
    let visitor = stage.school.visitor();
    match visitor.call(Method::POST, &format!("/waitlist/{id}/accept"), Some(&body), None).await {
        Ok(reply) if reply.is_ok() => reply.ok(),
        Ok(_) | Err(_) => Value::Null,
    }
}
