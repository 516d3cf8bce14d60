//! The server killed while another course is decided, accepted, or ended by silence: started again and asked again, the
//! decision and its answer are there once, with one mail, and the doctor finds nothing.

use chrono::Duration;
use preau_server::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::errands::{bookable_courses, draft, good_card};
use crate::school::{ADMIN, Engine, School};
use crate::server::Server;
use crate::waiting::until_is;

on_both_engines! {
    killed_as_another_course_is_decided_it_is_decided_once => async |engine| through_death(engine, "course.decided", Call::Decide).await;
    killed_after_another_course_was_decided_it_is_decided_once => async |engine| through_death(engine, "course.decided.committed", Call::Decide).await;
    killed_as_a_reservation_moves_it_moves_once => async |engine| through_death(engine, "proposal.moved", Call::Accept).await;
    killed_as_a_proposal_is_answered_it_is_answered_once => async |engine| through_death(engine, "proposal.answered", Call::Accept).await;
    killed_after_a_proposal_was_answered_it_is_answered_once => async |engine| through_death(engine, "proposal.answered.committed", Call::Accept).await;
    killed_as_a_proposal_lapses_its_money_goes_back_once => async |engine| through_death(engine, "proposal.lapsed", Call::Lapse).await;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Decide,
    Accept,
    /// Nobody answers; the job ends it.
    Lapse,
}

const PAYER: &str = "zoe@exemple.test";
// The course of the demo school that is below its minimum, and the one that is not.
const BELOW: &str = "SELECT MIN(id) FROM courses WHERE enrolled < minimum_learners";
const OTHER: &str = "SELECT MIN(id) FROM courses WHERE enrolled >= minimum_learners";
const OTHER_TAKES_ALL: &str = "
    UPDATE courses SET capacity = capacity + 20,
        language_id = (SELECT MIN(b.language_id) FROM courses b WHERE b.enrolled < b.minimum_learners)
    WHERE enrolled >= minimum_learners";

/// Somebody who paid for a course that has too few learners, and a decision about it that was previewed.
struct Stage {
    school: School,
    server: Server,
    admin: Caller,
    course_id: i64,
    other_id: i64,
    reservation_id: i64,
    decision: Value,
    /// How many mails the payer had before.
    mails: usize,
}

impl Stage {
    async fn open(engine: Engine, step: &str) -> Self {
        let school = School::open(engine).await;
        let server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
        let (course_id, other_id) = (school.number(BELOW).await, school.number(OTHER).await);
        school.sql(OTHER_TAKES_ALL).await;
        let reservation_id = buy(&school, course_id).await;
        let admin = school.person(ADMIN).await;
        let answer_by = Clock::System.today() + Duration::days(7);
        let mut decision =
            json!({ "choice": "OTHER_COURSE", "targetCourseId": other_id, "answerBy": answer_by });
        let preview = format!("/courses/admin/{course_id}/decision/preview");
        decision["fingerprint"] = admin.post(&preview, &decision).await["fingerprint"].clone();
        let mut stage =
            Self { school, server, admin, course_id, other_id, reservation_id, decision, mails: 0 };
        stage.mails_have_left().await;
        stage
    }

    /// A mail that is on its way as the server dies may arrive twice: that is tested elsewhere.
    async fn mails_have_left(&mut self) {
        let on_their_way = "SELECT COUNT(*) FROM mails WHERE status <> 'SENT'";
        until_is("the mails have left", &0, async || self.school.number(on_their_way).await).await;
        self.mails = self.school.postman.to(PAYER).len();
    }

    fn path(&self) -> String {
        format!("/courses/admin/{}/decision", self.course_id)
    }

    /// Decides; asked until there is an answer, with the same key.
    async fn decide(&self) {
        let path = self.path();
        self.admin.insist(Method::POST, &path, Some(&self.decision), Some(&path)).await.ok();
    }

    async fn proposal(&self) -> i64 {
        let of_payer =
            format!("SELECT MAX(id) FROM decision_proposals WHERE reservation_id = {}", self.reservation_id);
        self.school.number(&of_payer).await
    }

    /// Whoever paid accepts, by the link of the mail.
    async fn accept(&self) -> Value {
        let id = self.proposal().await;
        // The token as the link has it; only its hash is stored.
        let hash = "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0";
        self.school
            .sql(&format!(
                "INSERT INTO proposal_tokens (token_hash, proposal_id) VALUES ('{hash}', {id})
                 ON CONFLICT (token_hash) DO NOTHING"
            ))
            .await;
        let path = format!("/proposals/{id}/accept");
        let body = json!({ "token": "token" });
        match self.school.visitor().call(Method::POST, &path, Some(&body), None).await {
            Ok(reply) if reply.is_ok() => reply.ok(),
            Ok(_) | Err(_) => Value::Null,
        }
    }

    async fn is(&self, status: &str) {
        let found = format!(
            "SELECT COUNT(*) FROM decision_proposals WHERE reservation_id = {} AND status = '{status}'",
            self.reservation_id
        );
        until_is(&format!("the proposal is {status}"), &1, async || self.school.number(&found).await).await;
    }
}

/// A visitor buys this course. Answers the reservation.
async fn buy(school: &School, course_id: i64) -> i64 {
    let visitor = school.visitor();
    let all = bookable_courses(&visitor, "?type=IN_PERSON").await;
    let course = all.into_iter().find(|course| course.id == course_id).unwrap();
    let mut sale = draft(&course, PAYER);
    let shown = visitor.get(&format!("/courses/{course_id}/details")).await;
    sale["requestedStartDate"] = shown["startDate"].clone();
    let checkout = visitor.post("/checkout", &sale).await;
    let id = checkout["reservationId"].as_i64().unwrap();
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    let token = json!({ "checkoutToken": checkout["checkoutToken"] });
    visitor.post(&format!("/checkout/{id}/complete"), &token).await;
    id
}

async fn through_death(engine: Engine, step: &str, call: Call) {
    let mut stage = Stage::open(engine, step).await;
    if call == Call::Decide {
        let path = stage.path();
        let _ = stage.admin.call(Method::POST, &path, Some(&stage.decision), Some(&path)).await;
    } else {
        stage.decide().await;
        stage.mails_have_left().await;
        if call == Call::Accept {
            let _ = stage.accept().await;
        } else {
            stage.school.sql("UPDATE course_decisions SET answer_by = '2026-01-02'").await;
            stage.school.jobs_are_due().await;
        }
    }
    stage.server.ended().await;
    stage.school.leases_run_out().await;
    stage.server = stage.school.serve().await;
    // The mail about the end is followed by the credit note.
    let (status, mails) = match call {
        Call::Decide => {
            stage.decide().await;
            ("OPEN", 1)
        }
        Call::Accept => {
            assert_eq!(stage.accept().await["status"], "ACCEPTED");
            ("ACCEPTED", 1)
        }
        Call::Lapse => {
            stage.school.jobs_are_due().await;
            ("LAPSED", 2)
        }
    };
    stage.is(status).await;
    let expected = stage.mails + mails;
    until_is("mails to the payer", &expected, async || stage.school.postman.to(PAYER).len()).await;
    let school = &stage.school;
    assert_eq!(school.number("SELECT COUNT(*) FROM course_decisions").await, 1);
    if call == Call::Accept {
        let moved = format!("SELECT course_id FROM reservations WHERE id = {}", stage.reservation_id);
        assert_eq!(school.number(&moved).await, stage.other_id);
        let papers = format!("SELECT COUNT(*) FROM invoices WHERE reservation_id = {}", stage.reservation_id);
        assert_eq!(school.number(&papers).await, 3, "an invoice, its credit note and the new invoice");
    }
    if call == Call::Lapse {
        let open = "SELECT COUNT(*) FROM decision_proposals WHERE status = 'OPEN'";
        until_is("proposals that nobody answered", &0, async || school.number(open).await).await;
        let whole = format!(
            "SELECT COUNT(*) FROM refunds f JOIN payments p ON p.id = f.payment_id
             WHERE f.reservation_id = {} AND f.amount_cents = p.received_cents",
            stage.reservation_id
        );
        assert_eq!(school.number(&whole).await, 1, "all the money, once");
    }
    school.is_sound().await;
    stage.server.terminate().await;
}
