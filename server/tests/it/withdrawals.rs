//! Withdrawing from what was bought on the site: in time and too late, before and after the first lesson, once.

use chrono::Duration;
use futures_util::future::join_all;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, draft_for, run_jobs, sound, start};
use crate::school::{Client, Reply, School};

/// Zoé has paid a module of a course that begins in a week.
async fn bought(school: &School) -> (Client, Started) {
    courses(school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let checkout = start(&zoe, draft("zoe@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    (zoe, checkout)
}

async fn withdraw(client: &Client, checkout: &Started) -> Reply {
    client.post(&format!("/reservations/{}/withdraw", checkout.id), json!({})).await
}

/// Where the only withdrawal is decided. PostgreSQL leaves ids out when a write is repeated.
async fn decision(school: &School) -> String {
    format!("/withdrawals/{}/decision", school.count("SELECT id FROM withdrawals").await)
}

async fn shown(client: &Client, checkout: &Started) -> Value {
    let reservation = client.get(&format!("/reservations/{}", checkout.id)).await.ok();
    reservation["purchase"]["withdrawal"].clone()
}

both_engines!(before_the_course_all_the_money_goes_back_at_once, |school| {
    let (zoe, checkout) = bought(&school).await;
    let before = shown(&zoe, &checkout).await;
    assert_eq!(
        json!([before["until"], before["possible"], before["refund"], before["proposed"]]),
        json!(["2026-03-16", true, 120, null])
    );
    assert_eq!(zoe.get("/reservations/me").await.ok()[0]["purchase"]["withdrawal"], before);

    let done = withdraw(&zoe, &checkout).await.ok();
    assert_eq!(done["status"], "CANCELLED");
    let withdrawal = &done["purchase"]["withdrawal"];
    assert_eq!(
        json!([withdrawal["outcome"], withdrawal["refund"], withdrawal["possible"]]),
        json!(["REFUNDED", 120, false])
    );
    assert_eq!(withdrawal["declaredAt"], "2026-03-02T09:00:00.000Z");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
    sound(&school).await;

    let again = withdraw(&zoe, &checkout).await.ok();
    assert_eq!(again["purchase"]["refunds"].as_array().unwrap().len(), 1, "declared once");
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT refunded_cents FROM sandbox_intents").await, 12_000);
    for kind in ["withdrawal-received", "admin-withdrawal", "refund"] {
        let mut conn = school.app.db.read().await.unwrap();
        let sql = "SELECT COUNT(*) FROM mails WHERE kind = $1";
        assert_eq!(preau_server::fetch_scalar!(conn, i64, sql, kind).unwrap(), 1, "{kind}");
    }
    sound(&school).await;
});

both_engines!(a_double_declaration_is_one_withdrawal, |school| {
    let (zoe, checkout) = bought(&school).await;
    let calls = (0..12).map(|_| {
        let (zoe, checkout) = (zoe.clone(), checkout.clone());
        tokio::spawn(async move { withdraw(&zoe, &checkout).await.status.as_u16() })
    });
    let answers: Vec<u16> = join_all(calls).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers, [200; 12]);
    assert_eq!(school.count("SELECT COUNT(*) FROM withdrawals").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 1);
    sound(&school).await;
});

both_engines!(after_the_first_lesson_the_school_decides_only_how_much, |school| {
    let (zoe, checkout) = bought(&school).await;
    one_lesson_opened(&school).await;
    let before = shown(&zoe, &checkout).await;
    assert_eq!(json!([before["refund"], before["proposed"]]), json!([null, 60]), "one of two lessons");

    let done = withdraw(&zoe, &checkout).await.ok();
    assert_eq!(
        json!([done["status"], done["purchase"]["withdrawal"]["outcome"], done["purchase"]["refunded"]]),
        json!(["CANCELLED", "REQUESTED", 0])
    );
    sound(&school).await;

    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let waiting = admin.get("/withdrawals?page=1&state=REQUESTED").await.ok();
    let one = &waiting["items"][0];
    assert_eq!(
        json!([waiting["total"], one["reservationId"], one["paid"], one["proposed"], one["dueBy"]]),
        json!([1, checkout.id, 120, 60, "2026-03-16"])
    );
    let path = format!("/withdrawals/{}/decision", one["id"]);
    zoe.post(&path, json!({ "amount": 1 })).await.refused(403, "forbidden");
    admin.post(&path, json!({ "amount": 120.01 })).await.refused(422, "refund_too_high");
    admin.post(&path, json!({ "note": "?" })).await.refused(422, "required");
    let decided = admin.post(&path, json!({ "amount": 60, "note": "Une leçon sur deux." })).await.ok();
    assert_eq!(json!([decided["outcome"], decided["decided"]]), json!(["DECIDED", 60]));
    admin.post(&path, json!({ "amount": 1 })).await.refused(409, "withdrawal_settled");
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT refunded_cents FROM sandbox_intents").await, 6_000);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'withdrawal-decided'").await, 1);
    assert_eq!(shown(&zoe, &checkout).await["note"], "Une leçon sur deux.");
    sound(&school).await;
});

both_engines!(once_the_course_has_begun_days_count_and_nothing_is_decided_late, |school| {
    let (zoe, checkout) = bought(&school).await;
    school.pass(Duration::days(14));
    let zoe = school.sign_in(zoe.id()).await;
    // 82 days from 9 March to 30 May, 75 of them are left.
    assert_eq!(shown(&zoe, &checkout).await["proposed"], 109.75);
    withdraw(&zoe, &checkout).await.ok();
    sound(&school).await;
    school.pass(Duration::days(15));
    let late = preau_server::operations::doctor::check(&school.app).await.unwrap();
    assert!(late[0].to_string().contains("nobody has decided"), "{late:?}");

    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.post(&decision(&school).await, json!({ "amount": 0 })).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'withdrawal-decided'").await, 1);
    sound(&school).await;
});

both_engines!(too_late_not_the_payer_or_not_on_the_site_is_refused, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let lea = school.count("SELECT id FROM users WHERE email = 'lea@example.fr'").await;
    let lea = school.sign_in(lea).await;
    withdraw(&lea, &checkout).await.refused(404, "not_found");
    let stranger = school.account(Role::Editor, "editor@preau.test").await;
    withdraw(&stranger, &checkout).await.refused(404, "not_found");
    assert_eq!(withdraw(&school.visitor(), &checkout).await.status.as_u16(), 401);

    let karim = school.account(Role::Student, "karim@example.fr").await;
    let wish = json!({ "userId": karim.id(), "courseId": 1, "reservedModuleIds": [],
        "requestedStartDate": "2026-03-09" });
    let desk = admin.post("/reservations", wish).await.ok()["id"].as_i64().unwrap();
    let path = format!("/reservations/{desk}/withdraw");
    karim.post(&path, json!({})).await.refused(409, "not_confirmed");
    admin.patch(&format!("/reservations/{desk}/confirm"), json!({ "method": "CASH" })).await.ok();
    karim.post(&path, json!({})).await.refused(409, "not_online");
    let seen = karim.get(&format!("/reservations/{desk}")).await.ok();
    assert_eq!(
        json!([seen["purchase"]["withdrawUntil"], seen["purchase"].get("withdrawal")]),
        json!([null, null])
    );

    school.pass(Duration::days(15));
    let zoe = school.count("SELECT id FROM users WHERE email = 'zoe@example.fr'").await;
    let zoe = school.sign_in(zoe).await;
    withdraw(&zoe, &checkout).await.refused(409, "withdrawal_over");
    assert_eq!(shown(&zoe, &checkout).await["possible"], false);
    sound(&school).await;
});

both_engines!(mails_that_went_with_an_account_are_not_missed, |school| {
    courses(&school).await;
    let bought = async |email: &str, learner: &str| {
        let checkout = start(&school.visitor(), draft_for(email, learner, &[11])).await;
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        checkout
    };
    let payer_leaves = bought("zoe@example.fr", "lea@example.fr").await;
    let learner_leaves = bought("tom@example.fr", "ali@example.fr").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    for checkout in [&payer_leaves, &learner_leaves] {
        withdraw(&admin, checkout).await.ok();
    }
    run_jobs(&school).await;
    school.sql("UPDATE mails SET status = 'SENT'").await;
    for user in [
        "SELECT id FROM users WHERE email = 'zoe@example.fr'",
        "SELECT id FROM users WHERE email = 'ali@example.fr'",
    ] {
        let id = school.count(user).await;
        assert_eq!(admin.delete(&format!("/users/{id}")).await.status, 204);
    }
    let acknowledged = "SELECT COUNT(*) FROM mails WHERE kind = 'withdrawal-received'";
    assert_eq!(school.count(acknowledged).await, 0, "forgotten with whom they name");
    let findings = preau_server::operations::doctor::check(&school.app).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
});

both_engines!(letters_to_the_school_stay_when_an_account_with_its_address_goes, |school| {
    let (zoe, checkout) = bought(&school).await;
    withdraw(&zoe, &checkout).await.ok();
    run_jobs(&school).await;
    school.sql("UPDATE mails SET status = 'SENT'").await;
    let letters = "SELECT COUNT(*) FROM mails WHERE kind LIKE 'admin-%'";
    let before = school.count(letters).await;
    let of_the_school = "UPDATE users SET email = (SELECT recipient FROM mails WHERE kind = 'admin-booking')
        WHERE email = 'tom@example.fr'";
    let tom = school.account(Role::Student, "tom@example.fr").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    school.sql(of_the_school).await;
    assert_eq!(admin.delete(&format!("/users/{}", tom.id())).await.status, 204);
    assert_eq!((before, school.count(letters).await), (2, 2));
    let findings = preau_server::operations::doctor::check(&school.app).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
});

both_engines!(what_was_given_back_before_is_not_given_back_again, |school| {
    let (zoe, checkout) = bought(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let path = format!("/reservations/{}/refund", checkout.id);
    admin.post(&path, json!({ "amount": 50, "note": "Geste" })).await.ok();
    let done = withdraw(&zoe, &checkout).await.ok();
    assert_eq!(
        json!([done["purchase"]["refunded"], done["purchase"]["withdrawal"]["refund"]]),
        json!([120, 70])
    );
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT refunded_cents FROM sandbox_intents").await, 12_000);
    sound(&school).await;
});

/// Zoé has opened one of the two lessons she bought.
async fn one_lesson_opened(school: &School) {
    let subscription = school.count("SELECT MAX(id) FROM subscriptions").await;
    let app = &school.app;
    preau_server::change!(app, None, |tx| preau_server::execute!(
        tx,
        "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at) VALUES ($1, 101, $2)",
        subscription,
        tx.now
    ))
    .unwrap();
}

both_engines!(what_was_given_back_before_lowers_what_is_proposed_and_what_may_go_back, |school| {
    let (zoe, checkout) = bought(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    one_lesson_opened(&school).await;
    let refund = async |amount: i64| {
        let path = format!("/reservations/{}/refund", checkout.id);
        admin.post(&path, json!({ "amount": amount, "note": "Geste" })).await.ok();
    };
    let waiting = async || {
        let row = admin.get("/withdrawals").await.ok()[0].clone();
        json!([row["paid"], row["returned"], row["left"], row["proposed"]])
    };
    refund(25).await;
    assert_eq!(shown(&zoe, &checkout).await["proposed"], 35, "half of 120, of which 25 are back");
    withdraw(&zoe, &checkout).await.ok();
    assert_eq!(waiting().await, json!([120, 25, 95, 35]));
    // And while the decision waits.
    refund(30).await;
    assert_eq!(waiting().await, json!([120, 55, 65, 5]));
    assert_eq!(shown(&zoe, &checkout).await["proposed"], 5);
    refund(40).await;
    assert_eq!(waiting().await, json!([120, 95, 25, 0]));

    let path = &decision(&school).await;
    let refused = admin.post(path, json!({ "amount": 25.01 })).await;
    assert_eq!(refused.refused(422, "refund_too_high")["fields"][0]["params"]["max"], 25.0);
    assert_eq!(refused.field_names(), ["amount"]);
    admin.post(path, json!({ "amount": 25 })).await.ok();
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT refunded_cents FROM sandbox_intents").await, 12_000);
    assert_eq!(waiting().await, json!([120, 120, 0, 35]), "as it was proposed when it was declared");
    sound(&school).await;
});

both_engines!(two_administrators_decide_one_withdrawal_once, |school| {
    let (zoe, checkout) = bought(&school).await;
    one_lesson_opened(&school).await;
    withdraw(&zoe, &checkout).await.ok();
    let (one, other) = (
        school.account(Role::Admin, "admin@preau.test").await,
        school.account(Role::Admin, "other@preau.test").await,
    );
    let path = decision(&school).await;
    let calls = (0..12).map(|n| {
        let path = path.clone();
        let admin = if n % 2 == 0 { one.clone() } else { other.clone() };
        let body = json!({ "amount": 40 + n });
        tokio::spawn(async move { admin.post(&path, body).await.status.as_u16() })
    });
    let mut answers: Vec<u16> = join_all(calls).await.into_iter().map(Result::unwrap).collect();
    answers.sort_unstable();
    assert_eq!((answers[0], &answers[1..]), (200, [409; 11].as_slice()));
    run_jobs(&school).await;
    let agree = "SELECT COUNT(*) FROM withdrawals w JOIN refunds f ON f.id = w.refund_id
        WHERE w.decided_cents = f.amount_cents AND f.status = 'DONE'";
    assert_eq!(school.count(agree).await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'withdrawal-decided'").await, 1);
    sound(&school).await;
});

both_engines!(the_oldest_that_waits_comes_first_and_who_left_is_not_written_to, |school| {
    courses(&school).await;
    let mut people = Vec::new();
    for email in ["zoe@example.fr", "lea@example.fr", "tom@example.fr"] {
        let person = school.account(Role::Student, email).await;
        let checkout = start(&person, draft(email, &[11])).await;
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        people.push((person, checkout));
    }
    school.pass(Duration::days(14));
    for (person, checkout) in &people {
        withdraw(&school.sign_in(person.id()).await, checkout).await.ok();
    }
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let order = async || {
        let all = admin.get("/withdrawals").await.ok();
        let all = all.as_array().unwrap().clone();
        all.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let ids = order().await;
    assert!(ids.len() == 3 && ids.is_sorted(), "{ids:?}");
    assert_eq!(admin.delete(&format!("/users/{}", people[0].0.id())).await.status, 204);
    for id in &ids[..2] {
        admin.post(&format!("/withdrawals/{id}/decision"), json!({ "amount": 10 })).await.ok();
    }
    assert_eq!(order().await, [ids[2], ids[1], ids[0]], "what waits, then the latest");
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'withdrawal-decided'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE recipient LIKE '%deleted.invalid'").await, 0);
});
