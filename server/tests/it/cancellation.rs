//! A course the school cancels: seen first, then done as it was seen; everybody gets money and word, once.

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, draft_for, run_jobs, sound, start};
use crate::school::{Client, School};

const PATH: &str = "/courses/admin/1/cancel";

/// Zoé paid for Léa by card, Karim paid at the desk, Jeanne holds a seat, Ali was given one.
async fn sold(school: &School) -> (Client, Started) {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11, 12])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let desk = json!({ "courseId": 1, "reservedModuleIds": [13], "requestedStartDate": "2026-03-09",
        "learner": { "firstName": "Karim", "lastName": "Benali", "email": "karim@example.fr" },
        "payment": { "method": "CASH" } });
    admin.post("/reservations/desk", desk).await.ok();
    let held = start(&school.visitor(), draft("jeanne@example.fr", &[13])).await;
    let ali = school.add_user(Role::Student, "ali@example.fr").await;
    let gift = json!({ "userId": ali, "courseId": 1, "moduleIds": [], "reason": "Bourse" });
    admin.post("/subscriptions", gift).await.ok();
    (admin, held)
}

fn emails(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["payer"]["email"].as_str().unwrap()).collect()
}

both_engines!(everybody_gets_money_and_word_once, |school| {
    let (admin, held) = sold(&school).await;
    let seen = admin.get(PATH).await.ok();
    assert_eq!(emails(&seen["reservations"]), ["zoe@example.fr", "karim@example.fr"]);
    assert_eq!(emails(&seen["holds"]), ["jeanne@example.fr"]);
    assert_eq!(
        json!([seen["granted"][0]["email"], seen["toRefund"], seen["byHand"], seen["people"]]),
        json!(["ali@example.fr", 190, 50.5, 5])
    );
    assert_eq!(admin.get(PATH).await.ok(), seen, "looking changes nothing");

    let reason = "La professeure est souffrante.";
    let done = admin.post(PATH, json!({ "reason": reason, "fingerprint": seen["fingerprint"] })).await.ok();
    assert_eq!(json!([done["status"], done["reservations"], done["people"]]), json!(["ARCHIVED", [], 0]));
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'course-cancelled'").await, 5);
    assert_eq!(
        school.count("SELECT COUNT(*) FROM mails WHERE kind = 'refund'").await,
        0,
        "one mail tells it all"
    );
    assert_eq!(held.status(&school).await, "CANCELLED");
    assert_eq!(held.pay(CARD_GOOD).await.status.as_u16(), 410, "nobody pays for what is no more");
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT MAX(refunded_cents) FROM sandbox_intents").await, 19_000);
    let by_hand = "SELECT COUNT(*) FROM refunds WHERE status = 'PENDING' AND reason = 'COURSE_CANCELLED'";
    assert_eq!(school.count(by_hand).await, 1, "the cash waits for the desk");
    sound(&school).await;

    let again = json!({ "reason": reason, "fingerprint": seen["fingerprint"] });
    admin.post(PATH, again).await.refused(409, "preview_changed");
    sound(&school).await;
});

both_engines!(what_has_changed_since_the_look_is_looked_at_again, |school| {
    let (admin, held) = sold(&school).await;
    let seen = admin.get(PATH).await.ok();
    held.pay(CARD_GOOD).await.ok();
    held.complete().await.ok();
    let body = |seen: &Value| json!({ "reason": "Trop peu d'élèves.", "fingerprint": seen["fingerprint"] });
    admin.post(PATH, body(&seen)).await.refused(409, "preview_changed");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0);
    let fresh = admin.get(PATH).await.ok();
    assert_eq!(fresh["toRefund"], 240.5);
    admin.post(PATH, body(&fresh)).await.ok();
    sound(&school).await;

    let missing = admin.post(PATH, json!({ "reason": " " })).await;
    assert_eq!(missing.field_names(), ["reason", "fingerprint"]);
    admin.get("/courses/admin/999/cancel").await.refused(404, "not_found");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    editor.get(PATH).await.refused(403, "forbidden");
    editor.post(PATH, body(&fresh)).await.refused(403, "forbidden");
});

both_engines!(late_money_finds_no_seat_in_a_cancelled_course, |school| {
    let (admin, held) = sold(&school).await;
    school.pass(chrono::Duration::minutes(16));
    run_jobs(&school).await;
    assert_eq!(held.status(&school).await, "EXPIRED");
    let admin = school.sign_in(admin.id()).await;
    let seen = admin.get(PATH).await.ok();
    admin.post(PATH, json!({ "reason": "Fermé", "fingerprint": seen["fingerprint"] })).await.ok();
    held.money_arrives(&school).await;
    assert_eq!(held.status(&school).await, "CANCELLED");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE reason = 'AFTER_CANCELLATION'").await, 1);
    sound(&school).await;
});

both_engines!(money_heard_after_the_cancellation_goes_back_whole, |school| {
    let (admin, held) = sold(&school).await;
    let seen = admin.get(PATH).await.ok();
    // Paid at this very moment: the school has not heard of it yet.
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    admin.post(PATH, json!({ "reason": "Fermé", "fingerprint": seen["fingerprint"] })).await.ok();
    held.money_arrives(&school).await;
    run_jobs(&school).await;
    assert_eq!(held.status(&school).await, "CANCELLED");
    let whole = "SELECT COUNT(*) FROM refunds f JOIN payments p ON p.id = f.payment_id
        WHERE f.reason = 'AFTER_CANCELLATION' AND f.status = 'DONE' AND f.amount_cents = p.received_cents";
    assert_eq!(school.count(whole).await, 1);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
    sound(&school).await;
});

both_engines!(a_lost_seat_in_a_course_that_is_closed_is_not_sold_at_the_desk, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let wish = json!({ "courseId": 1, "reservedModuleIds": [13], "requestedStartDate": "2026-03-09",
        "learner": { "firstName": "Karim", "lastName": "Benali", "email": "karim@example.fr" } });
    let id = admin.post("/reservations/desk", wish).await.ok()["id"].as_i64().unwrap();
    school.pass(chrono::Duration::days(8));
    run_jobs(&school).await;
    let admin = school.sign_in(admin.id()).await;
    let seen = admin.get(PATH).await.ok();
    admin.post(PATH, json!({ "reason": "Fermé", "fingerprint": seen["fingerprint"] })).await.ok();

    let path = format!("/reservations/{id}/confirm");
    let refused = async |code: &str| {
        admin.patch(&path, json!({ "method": "CASH" })).await.refused(409, code);
        let seen = admin.get(&format!("/reservations/{id}")).await.ok();
        assert_eq!(json!([seen["status"], seen["history"]["payments"]]), json!(["EXPIRED", []]));
        assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
        sound(&school).await;
    };
    refused("not_published").await;
    school.sql("UPDATE courses SET status = 'PUBLISHED', end_date = '2026-03-09' WHERE id = 1").await;
    refused("ended").await;
});

both_engines!(nobody_writes_to_an_account_that_is_no_more, |school| {
    let (admin, _) = sold(&school).await;
    let users = [
        "SELECT id FROM users WHERE email = 'zoe@example.fr'",
        "SELECT id FROM users WHERE email = 'karim@example.fr'",
        "SELECT id FROM users WHERE email = 'ali@example.fr'",
    ];
    for user in users {
        let path = format!("/users/{}", school.count(user).await);
        assert_eq!(admin.delete(&path).await.status, 204);
    }
    let seen = admin.get(PATH).await.ok();
    assert_eq!(json!([seen["toRefund"], seen["people"]]), json!([190, 2]), "Léa and Jeanne are left");
    admin.post(PATH, json!({ "reason": "Fermé", "fingerprint": seen["fingerprint"] })).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'course-cancelled'").await, 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE recipient LIKE '%deleted.invalid'").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
});
