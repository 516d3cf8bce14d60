//! The mail server away, slow, or refusing: bookings are answered at once, mails wait, and leave once when it is back.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::books::{Books, Ledger};
use crate::errands::{bookable_courses, draft, good_card};
use crate::postman::Mood;
use crate::school::{ADMIN, Engine, School};
use crate::waiting::until_is;

on_both_engines! {
    while_the_mail_server_is_away_mails_wait_and_leave_once => while_it_is_away;
    while_the_mail_server_refuses_for_now_mails_wait_and_leave_once => while_it_refuses_for_now;
    what_the_mail_server_refuses_for_good_is_parked_until_it_is_sent_again => what_it_refuses_for_good;
}

/// Far longer than an answer takes that waits for nobody, and shorter than any wait for a mail server.
const AT_ONCE: Duration = Duration::from_secs(8);

/// A visitor books, pays and is enrolled; answers how long the slowest answer took.
async fn book(school: &School, email: &str) -> Duration {
    let visitor = school.visitor();
    let course = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await.remove(0);
    let mut slowest = Duration::ZERO;
    let mut took = |since: Instant| slowest = slowest.max(since.elapsed());
    let began = Instant::now();
    let checkout = visitor.post("/checkout", &draft(&course, email)).await;
    took(began);
    let began = Instant::now();
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    took(began);
    let began = Instant::now();
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    visitor.post(&path, &json!({ "checkoutToken": checkout["checkoutToken"] })).await;
    took(began);
    assert!(slowest < AT_ONCE, "an answer took {slowest:?}");
    slowest
}

const TRIED: &str =
    "SELECT COUNT(*) FROM mails WHERE status = 'QUEUED' AND leased_by IS NULL AND last_error IS NOT NULL";
const SENT: &str = "SELECT COUNT(*) FROM mails WHERE status = 'SENT' AND recipient = 'zoe@exemple.test'";
const PARKED: &str = "SELECT COUNT(*) FROM mails WHERE status = 'PARKED'";
/// What a booking writes: to the booker, to the school, and to confirm the address.
const OF_A_BOOKING: i64 = 3;

/// The pauses between tries are over.
async fn pauses_end(school: &School) {
    school
        .sql("UPDATE mails SET next_attempt_at = '2026-01-01T00:00:00Z' WHERE status = 'QUEUED' AND leased_by IS NULL")
        .await;
}

async fn left_once(school: &School, mut books: Books, what: &str, slowest: Duration) {
    let posted = books.close(school, &Ledger::default()).await;
    assert_eq!(posted.twice, 0);
    let engine = school.engine;
    println!(
        "chaos: {engine:?}: mail server {what}: {} mails, none twice; slowest answer {slowest:.0?}",
        posted.mails
    );
}

async fn while_it_is_away(engine: Engine) {
    let school = School::open(engine).await;
    let books = Books::open(&school).await;
    let mut server = school.serve().await;
    school.postman.close().await;
    let slowest = book(&school, "zoe@exemple.test").await;
    until_is("every mail to have been tried", &OF_A_BOOKING, || school.number(TRIED)).await;
    school.postman.reopen().await;
    pauses_end(&school).await;
    left_once(&school, books, "away", slowest).await;
    server.terminate().await;
}

async fn while_it_refuses_for_now(engine: Engine) {
    let school = School::open(engine).await;
    let books = Books::open(&school).await;
    let mut server = school.serve().await;
    school.postman.mood(Mood::RefusesForNow);
    let slowest = book(&school, "zoe@exemple.test").await;
    until_is("every mail to have been tried", &OF_A_BOOKING, || school.number(TRIED)).await;
    assert_eq!((school.number(PARKED).await, school.postman.letters().len()), (0, 0));
    school.postman.mood(Mood::Takes);
    pauses_end(&school).await;
    left_once(&school, books, "refusing for now (451)", slowest).await;
    server.terminate().await;
}

async fn what_it_refuses_for_good(engine: Engine) {
    let school = School::open(engine).await;
    let books = Books::open(&school).await;
    let mut server = school.serve().await;
    school.postman.mood(Mood::RefusesForGood);
    let slowest = book(&school, "zoe@exemple.test").await;
    until_is("every mail to be parked", &OF_A_BOOKING, || school.number(PARKED)).await;
    let asked = school.postman.asked();
    school.postman.mood(Mood::Takes);
    let admin = school.person(ADMIN).await;
    let parked = admin.get("/mail?status=PARKED").await;
    let parked = parked["items"].as_array().unwrap();
    assert!(parked.iter().all(|mail| mail["lastError"].as_str().unwrap().contains("nobody of that name")));
    assert_eq!(school.postman.asked(), asked, "what is parked is not tried again by itself");
    for mail in parked {
        admin.insist(Method::POST, &format!("/mail/{}/resend", mail["id"]), None, None).await.ok();
    }
    left_once(&school, books, "refusing for good (550)", slowest).await;
    server.terminate().await;
}

/// As long as a server may well take that looks through what it was given.
const ITS_TIME: Duration = Duration::from_secs(40);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_that_takes_its_time_gets_every_mail_once() {
    let school = School::open(Engine::Sqlite).await;
    let books = Books::open(&school).await;
    let mut server = school.serve().await;
    school.postman.mood(Mood::SaysSoAfter(ITS_TIME));
    let slowest = book(&school, "zoe@exemple.test").await;
    assert_eq!(school.number(SENT).await, 0, "it has not said so yet");
    left_once(&school, books, "saying yes after 40 s", slowest).await;
    server.terminate().await;
}
