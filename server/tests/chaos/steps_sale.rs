//! The server killed at each step between paying and being enrolled, and between giving money back and noting it:
//! the subscription exists once, one mail of each kind, and the doctor finds nothing.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::errands::{VISITOR_PASSWORD, bookable_courses, draft, good_card};
use crate::school::{ADMIN, Engine, OFFICE, School};
use crate::server::Server;
use crate::waiting::until;

on_both_engines! {
    killed_as_a_payment_is_read_a_visitor_is_enrolled_once => async |engine| paid_through_death(engine, "payment.succeeded").await;
    killed_as_an_invoice_is_numbered_a_visitor_is_enrolled_once => async |engine| paid_through_death(engine, "invoice.numbered").await;
    killed_as_an_invoice_is_issued_a_visitor_is_enrolled_once => async |engine| paid_through_death(engine, "invoice.issued").await;
    killed_after_the_completion_a_visitor_is_enrolled_once => async |engine| paid_through_death(engine, "completion.committed").await;
    killed_after_paying_with_the_browser_gone_the_job_enrols => the_browser_is_gone;
    killed_as_money_is_credited_it_goes_back_once => async |engine| given_back_through_death(engine, "invoice.credited").await;
    killed_after_the_provider_gave_money_back_it_goes_back_once => async |engine| given_back_through_death(engine, "refund.executed").await;
    killed_as_a_seat_is_held_the_same_visitor_tries_again_and_holds_one => async |engine| held_through_death(engine, "checkout.held").await;
    killed_before_the_answer_of_the_checkout_the_same_visitor_tries_again_and_holds_one => async |engine| held_through_death(engine, "checkout.intent-opened").await;
}

const EMAIL: &str = "jeanne@exemple.test";

/// A school whose server dies at `step`, a visitor about to book there, and what they send.
struct Stage {
    school: School,
    server: Server,
    visitor: Caller,
    seats_left: i64,
    body: Value,
}

impl Stage {
    async fn open(engine: Engine, step: &str) -> Self {
        let school = School::open(engine).await;
        let server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
        let visitor = school.visitor();
        let courses = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await;
        let body = draft(&courses[0], EMAIL);
        Self { school, server, visitor, seats_left: courses[0].seats_left, body }
    }

    /// The server has died and is started again, with nothing to die at.
    async fn start_again(&mut self) {
        self.server.ended().await;
        self.school.leases_run_out().await;
        self.server = self.school.serve().await;
    }

    /// The visitor pays; the server dies over it.
    async fn pay_through_death(&mut self) -> Value {
        let checkout = self.visitor.post("/checkout", &self.body).await;
        let card = good_card(&checkout);
        let _ = self.visitor.call(Method::POST, "/payment/sandbox/confirm", Some(&card), None).await;
        self.start_again().await;
        checkout
    }

    /// What the books must say once somebody was enrolled, however often the server died.
    async fn enrolled_once(&self) {
        let school = &self.school;
        received(school, EMAIL, "réservation est confirmée").await;
        let payer = self.visitor.clone().sign_in(EMAIL, VISITOR_PASSWORD).await;
        let me = payer.get("/users/me").await;
        let subscriptions = payer.get(&format!("/subscriptions/user/{}", me["id"])).await;
        assert_eq!(subscriptions.as_array().unwrap().len(), 1);
        received(school, OFFICE, "").await;
        school.is_sound().await;
        for address in [EMAIL, OFFICE] {
            let subjects: Vec<String> =
                school.postman.to(address).into_iter().map(|one| one.subject).collect();
            assert_eq!(subjects.iter().collect::<BTreeSet<_>>().len(), subjects.len(), "{subjects:?}");
        }
    }
}

/// Waits for a mail to `address` of this subject.
async fn received(school: &School, address: &str, subject: &str) {
    until(&format!("a mail to {address} about {subject:?}"), || async {
        school.postman.to(address).into_iter().find(|mail| mail.subject.contains(subject))
    })
    .await;
}

async fn paid_through_death(engine: Engine, step: &str) {
    let mut stage = Stage::open(engine, step).await;
    let checkout = stage.pay_through_death().await;
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    let token = json!({ "checkoutToken": checkout["checkoutToken"] });
    let done = stage.visitor.insist(Method::POST, &path, Some(&token), None).await.ok();
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    stage.enrolled_once().await;
}

async fn the_browser_is_gone(engine: Engine) {
    let mut stage = Stage::open(engine, "payment.succeeded").await;
    // Nobody calls /complete: the browser was closed. What was paid a minute ago is looked at by the job.
    stage.pay_through_death().await;
    let long_ago = "'2026-01-01T00:00:00Z'";
    stage
        .school
        .sql(&format!("UPDATE sandbox_intents SET updated_at = {long_ago} WHERE announced_at IS NULL"))
        .await;
    stage.school.sql(&format!("UPDATE reservations SET created_at = {long_ago} WHERE status = 'HELD'")).await;
    stage.school.jobs_are_due().await;
    stage.enrolled_once().await;
}

async fn given_back_through_death(engine: Engine, step: &str) {
    let mut stage = Stage::open(engine, step).await;
    let visitor = &stage.visitor;
    let checkout = visitor.post("/checkout", &stage.body).await;
    let id = checkout["reservationId"].as_i64().unwrap();
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    let token = json!({ "checkoutToken": checkout["checkoutToken"] });
    visitor.post(&format!("/checkout/{id}/complete"), &token).await;
    let admin = stage.school.person(ADMIN).await;
    let cancel = format!("/reservations/{id}/cancel");
    admin.call(Method::PATCH, &cancel, Some(&json!({})), None).await.unwrap().ok();
    // The job that gives money back dies over it.
    stage.school.jobs_are_due().await;
    stage.start_again().await;
    received(&stage.school, EMAIL, "avoir A").await;
    let purchase = admin.get(&format!("/reservations/{id}")).await["purchase"].clone();
    let papers = purchase["papers"].as_array().unwrap();
    let kinds: Vec<&str> = papers.iter().map(|paper| paper["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["INVOICE", "CREDIT_NOTE"]);
    assert_eq!(papers[1]["total"], purchase["amount"]);
    stage.school.is_sound().await;
}

async fn held_through_death(engine: Engine, step: &str) {
    let mut stage = Stage::open(engine, step).await;
    let key = Some("the same request");
    let _ = stage.visitor.call(Method::POST, "/checkout", Some(&stage.body), key).await;
    stage.start_again().await;
    let checkout = stage.visitor.insist(Method::POST, "/checkout", Some(&stage.body), key).await.ok();
    let course = stage.visitor.get(&format!("/courses/{}/details", stage.body["courseId"])).await;
    assert_eq!(course["seatsLeft"], stage.seats_left - 1);
    stage.visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    stage.enrolled_once().await;
}
