//! Two servers on one PostgreSQL are one school: sessions, limits, holds and jobs.

use reqwest::Method;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::errands::{VISITOR_PASSWORD, bookable_courses, draft, good_card};
use crate::pair::{leases_of_run_out, name_of_the_only_server};
use crate::school::{EDITOR, Engine, STUDENT, School};
use crate::waiting::until;

async fn status(caller: &Caller, method: Method, path: &str, body: Option<&Value>) -> u16 {
    caller.call(method, path, body, None).await.unwrap().status
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_sessions_limits_holds_and_jobs() {
    let school = School::open(Engine::Postgres).await;
    let mut first = school.serve().await;
    let one = first.url.clone();
    let name = name_of_the_only_server(&school).await;
    let mut second = school.serve().await;
    let two = second.url.clone();
    signed_in_on_one_known_on_the_other(&school, &one, &two).await;
    failures_count_together(&school, &one, &two).await;

    // A seat held on one is gone on the other.
    let visitor = school.visitor();
    let course = bookable_courses(&visitor.on(&one), "?language=Italien&type=IN_PERSON").await.remove(0);
    let email = "paul@exemple.test";
    let checkout = visitor.on(&one).post("/checkout", &draft(&course, email)).await;
    let seen = visitor.on(&two).get(&format!("/courses/{}/details", course.id)).await;
    assert_eq!(seen["seatsLeft"], course.seats_left - 1);

    // Paid on one, which is killed; completed on the other.
    visitor.on(&one).post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    first.kill().await;
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    visitor.on(&two).post(&path, &json!({ "checkoutToken": checkout["checkoutToken"] })).await;
    let payer = visitor.on(&two).sign_in(email, VISITOR_PASSWORD).await;
    let me = payer.get("/users/me").await;
    let subscriptions = payer.get(&format!("/subscriptions/user/{}", me["id"])).await;
    assert_eq!(subscriptions.as_array().unwrap().len(), 1);
    let confirmations = || {
        let letters = school.postman.to(email);
        letters.iter().filter(|letter| letter.subject.contains("réservation est confirmée")).count()
    };
    leases_of_run_out(&school, &name).await;
    until("the confirmation", || async { (confirmations() > 0).then_some(()) }).await;
    assert_eq!(confirmations(), 1);
    school.is_sound().await;
    second.terminate().await;
}

async fn signed_in_on_one_known_on_the_other(school: &School, one: &str, two: &str) {
    let student = school.visitor().on(one).sign_in(STUDENT, crate::school::PASSWORD).await;
    assert_eq!(status(&student.on(two), Method::GET, "/users/me", None).await, 200);
    let signed_out = status(&student.on(two), Method::POST, "/auth/logout", Some(&json!({}))).await;
    assert!(signed_out < 300, "{signed_out}");
    assert_eq!(status(&student, Method::GET, "/users/me", None).await, 401, "signed out everywhere");
}

async fn failures_count_together(school: &School, one: &str, two: &str) {
    let somebody = school.visitor();
    let wrong = json!({ "email": EDITOR, "password": "tout à fait faux" });
    let mut statuses = Vec::new();
    for tries in 0..12 {
        let at = if tries % 2 == 0 { one } else { two };
        statuses.push(status(&somebody.on(at), Method::POST, "/auth/login", Some(&wrong)).await);
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[10..], [429, 429]);
}
