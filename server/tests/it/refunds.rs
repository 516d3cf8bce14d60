//! Refunds as ADMIN makes them: parts of the money, tried again, by hand; and what a dispute does to them.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::Method;
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::sales::refunds;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, run_jobs, sound, start};
use crate::fake_stripe::{self, FakeStripe};
use crate::school::{Client, Engine, Reply, School};
use crate::stripe::{announce, compared, enrolled, with_stripe};

async fn bought(school: &School) -> (Client, Started) {
    courses(school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let checkout = start(&zoe, draft("zoe@example.fr", &[11, 12])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    (school.account(Role::Admin, "admin@preau.test").await, checkout)
}

async fn refund(admin: &Client, checkout: &Started, body: Value) -> Reply {
    admin.post(&format!("/reservations/{}/refund", checkout.id), body).await
}

async fn history(admin: &Client, id: i64) -> Value {
    admin.get(&format!("/reservations/{id}")).await.ok()["history"]["refunds"].clone()
}

both_engines!(a_gesture_leaves_the_place_and_a_cancellation_gives_only_the_rest, |school| {
    let (admin, checkout) = bought(&school).await;
    let bad = [
        (json!({ "amount": 0, "note": "x" }), "invalid_amount", "amount"),
        (json!({ "amount": 190.01, "note": "x" }), "refund_too_high", "amount"),
        (json!({ "amount": 10, "note": " " }), "reason_required", "note"),
        (json!({ "note": "x" }), "required", "amount"),
    ];
    for (body, code, field) in bad {
        let refused = refund(&admin, &checkout, body).await;
        refused.refused(422, code);
        assert_eq!(refused.field_names(), [field]);
    }
    let given = refund(&admin, &checkout, json!({ "amount": 40, "note": "Salle froide" })).await;
    assert_eq!(given.status.as_u16(), 201);
    assert_eq!(
        json!([given.json()["status"], given.json()["purchase"]["refunded"]]),
        json!(["CONFIRMED", 40])
    );
    run_jobs(&school).await;
    let seen = history(&admin, checkout.id).await;
    assert_eq!(
        json!([seen[0]["status"], seen[0]["reason"], seen[0]["note"], seen[0]["attempts"]]),
        json!(["DONE", "GOODWILL", "Salle froide", 1])
    );
    sound(&school).await;

    let stale = [("If-Match", "\"1\"")];
    let path = format!("/reservations/{}/refund", checkout.id);
    let late = admin.send(Method::POST, &path, Some(json!({ "amount": 1, "note": "x" })), &stale).await;
    late.refused(412, "stale");

    refund(&admin, &checkout, json!({ "amount": 50, "note": "Départ", "endAccess": true })).await.ok();
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    refund(&admin, &checkout, json!({ "amount": 100.01, "note": "x" })).await.refused(422, "refund_too_high");
    refund(&admin, &checkout, json!({ "amount": 100, "note": "Le reste" })).await.ok();
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT refunded_cents FROM sandbox_intents").await, 19_000);
    sound(&school).await;
});

both_engines!(many_refunds_at_once_never_give_more_than_came, |school| {
    let (admin, checkout) = bought(&school).await;
    let given = AtomicUsize::new(0);
    let calls = (0..20).map(|n| {
        let (admin, checkout, given) = (admin.clone(), checkout.clone(), &given);
        async move {
            let amount = 11 + n % 7;
            let reply = refund(&admin, &checkout, json!({ "amount": amount, "note": "x" })).await;
            match reply.status.as_u16() {
                201 => drop(given.fetch_add(amount, Ordering::Relaxed)),
                422 => drop(reply.refused(422, "refund_too_high")),
                other => panic!("{other}: {}", reply.text()),
            }
        }
    });
    join_all(calls).await;
    assert!(given.load(Ordering::Relaxed) <= 190);
    run_jobs(&school).await;
    let back = school.count("SELECT refunded_cents FROM sandbox_intents").await;
    assert_eq!(usize::try_from(back).unwrap(), given.load(Ordering::Relaxed) * 100);
    sound(&school).await;
});

both_engines!(what_was_taken_at_the_desk_goes_back_by_hand_and_only_so, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let karim = school.account(Role::Student, "karim@example.fr").await;
    let wish = json!({ "userId": karim.id(), "courseId": 2, "reservedModuleIds": [],
        "requestedStartDate": "2026-03-09" });
    let id = admin.post("/reservations", wish).await.ok()["id"].as_i64().unwrap();
    admin.patch(&format!("/reservations/{id}/confirm"), json!({ "method": "CHEQUE" })).await.ok();
    admin.patch(&format!("/reservations/{id}/cancel"), json!({ "refundAmount": 80 })).await.ok();
    run_jobs(&school).await;
    let waiting = history(&admin, id).await;
    assert_eq!(
        json!([waiting[0]["status"], waiting[0]["atDesk"]]),
        json!(["PENDING", true]),
        "nobody paid it yet"
    );

    let path = |what: &str| format!("/refunds/{}/{what}", waiting[0]["id"]);
    admin.post(&path("retry"), json!({})).await.ok();
    admin.post(&path("by-hand"), json!({ "note": "x" })).await.refused(422, "required");
    karim.post(&path("by-hand"), json!({ "method": "CASH" })).await.refused(403, "forbidden");
    let done = admin.post(&path("by-hand"), json!({ "method": "CASH", "note": "Reçu 7" })).await.ok();
    assert_eq!(
        json!([done["status"], done["byHand"], done["handNote"], done["amount"]]),
        json!(["DONE", "CASH", "Reçu 7", 80])
    );
    admin.post(&path("by-hand"), json!({ "method": "CASH" })).await.refused(409, "refund_not_failed");
    admin.post(&path("retry"), json!({})).await.refused(409, "refund_not_failed");
    sound(&school).await;
});

/// A refund that Stripe has refused for good, of all the money.
async fn failed(school: &School, stripe: &FakeStripe) -> (Client, Started, String, i64) {
    let (checkout, intent) = enrolled(school, stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    stripe.answer_refunds_with("failed");
    run_jobs(school).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(made[0]["status"], "FAILED");
    let id = made[0]["id"].as_i64().unwrap();
    (admin, checkout, intent, id)
}

with_stripe!(a_refund_that_failed_is_tried_again_as_itself, |school, stripe| {
    let (admin, checkout, _, id) = failed(&school, &stripe).await;
    stripe.answer_refunds_with("succeeded");
    let again = admin.post(&format!("/refunds/{id}/retry"), json!({})).await.ok();
    assert_eq!(again["status"], "PENDING");
    run_jobs(&school).await;
    run_jobs(&school).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(json!([made.as_array().unwrap().len(), made[0]["status"]]), json!([1, "DONE"]));
    let keys: Vec<_> = stripe.calls("POST", "/v1/refunds").into_iter().map(|call| call.key).collect();
    assert_eq!(keys.len(), 2);
    assert_ne!(keys[0], keys[1], "another request, for Stripe keeps its answers");
    let app = &school.app;
    preau_server::change!(app, None, |tx| refunds::failed(tx, id, "late").await).unwrap();
    let told = "SELECT COUNT(*) FROM audit WHERE action = 'refund.failed'";
    assert_eq!(school.count(told).await, 1, "what is done does not fail");
    sound(&school).await;
});

with_stripe!(what_was_settled_by_hand_stays_settled, |school, stripe| {
    let (checkout, intent) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    run_jobs(&school).await;
    let of = json!({ "id": "re_1", "payment_intent": intent });
    // Stripe seemed to have done it, and then had not.
    stripe.decide_refund(stripe.refunds()[0]["id"].as_str().unwrap(), "failed");
    announce(&school, &fake_stripe::event("evt_1", "refund.failed", &of)).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(made[0]["status"], "FAILED");
    let id = made[0]["id"].as_i64().unwrap();
    let hand = json!({ "method": "TRANSFER", "note": "Virement du 3" });
    admin.post(&format!("/refunds/{id}/by-hand"), hand).await.ok();
    assert_eq!(compared(&school).await, Vec::<String>::new(), "Stripe knows nothing of a transfer");

    announce(&school, &fake_stripe::event("evt_2", "refund.failed", &of)).await;
    stripe.dispute(&intent, 19_000, "lost");
    announce(&school, &fake_stripe::event("evt_3", "charge.dispute.closed", &of)).await;
    run_jobs(&school).await;
    admin.post(&format!("/refunds/{id}/retry"), json!({})).await.refused(409, "refund_not_failed");
    assert_eq!(stripe.calls("POST", "/v1/refunds").len(), 1, "the job leaves it alone");
    let made = history(&admin, checkout.id).await;
    assert_eq!(
        json!([made.as_array().unwrap().len(), made[0]["status"], made[0]["byHand"]]),
        json!([1, "DONE", "TRANSFER"])
    );
    assert!(compared(&school).await[0].contains("given back at the provider"), "the money is gone twice");
    sound(&school).await;
});

with_stripe!(a_dispute_before_the_refund_takes_its_place, |school, stripe| {
    let (checkout, intent) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    stripe.dispute(&intent, 10_000, "needs_response");
    let of = json!({ "id": "dp_1", "payment_intent": intent });
    announce(&school, &fake_stripe::event("evt_d", "charge.dispute.created", &of)).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(
        json!([made[0]["amount"], made[0]["status"], made[1]["amount"], made[1]["status"]]),
        json!([90, "PENDING", 100, "DONE"]),
        "what the bank took is not given again"
    );
    run_jobs(&school).await;
    assert_eq!(stripe.refunds()[0]["amount"], 9_000);
    sound(&school).await;
});

with_stripe!(the_job_looks_before_it_pays, |school, stripe| {
    let (checkout, intent) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    // The announcement was lost.
    stripe.dispute(&intent, 19_000, "needs_response");
    run_jobs(&school).await;
    assert!(stripe.refunds().is_empty(), "never both");
    let made = history(&admin, checkout.id).await;
    assert_eq!(
        json!([made[0]["amount"], made[0]["status"], made[1]["amount"], made[1]["status"]]),
        json!([0, "DONE", 190, "DONE"])
    );
    sound(&school).await;
});

with_stripe!(nobody_gives_by_hand_what_a_dispute_has_taken, |school, stripe| {
    let (admin, checkout, intent, id) = failed(&school, &stripe).await;
    // The announcement was lost.
    stripe.dispute(&intent, 19_000, "needs_response");
    let hand = admin.post(&format!("/refunds/{id}/by-hand"), json!({ "method": "TRANSFER" })).await;
    hand.refused(409, "refund_not_failed");
    let made = history(&admin, checkout.id).await;
    assert_eq!(
        json!([made[0]["amount"], made[0]["status"], made[1]["amount"], made[1]["status"]]),
        json!([0, "DONE", 190, "DONE"])
    );
    assert_eq!(compared(&school).await, Vec::<String>::new());
    sound(&school).await;
});

with_stripe!(a_dispute_takes_the_place_of_a_refund_that_fails_after_it, |school, stripe| {
    let (checkout, intent) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    refund(&admin, &checkout, json!({ "amount": 60, "note": "Geste" })).await.ok();
    stripe.answer_refunds_with("pending");
    run_jobs(&school).await;
    stripe.dispute(&intent, 19_000, "needs_response");
    let of = json!({ "id": "dp_1", "payment_intent": intent });
    announce(&school, &fake_stripe::event("evt_d", "charge.dispute.created", &of)).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(json!([made[0]["amount"], made[1]["amount"]]), json!([60, 130]), "never more than came");

    stripe.decide_refund(stripe.refunds()[0]["id"].as_str().unwrap(), "failed");
    school.pass(chrono::Duration::hours(2));
    run_jobs(&school).await;
    let admin = school.sign_in(admin.id()).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(
        json!([made[0]["amount"], made[0]["status"], made[1]["amount"], made[1]["status"]]),
        json!([0, "DONE", 190, "DONE"])
    );
    let hand = json!({ "method": "CASH" });
    let path = format!("/refunds/{}/by-hand", made[0]["id"]);
    admin.post(&path, hand).await.refused(409, "refund_not_failed");
    let credited = "SELECT CAST(SUM(total_cents) AS BIGINT) FROM invoices WHERE kind = 'CREDIT_NOTE'";
    assert_eq!(school.count(credited).await, 19_000);
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    assert_eq!(compared(&school).await, Vec::<String>::new());
    sound(&school).await;
});

with_stripe!(a_dispute_after_the_refund_changes_nothing_here, |school, stripe| {
    let (checkout, intent) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    run_jobs(&school).await;
    stripe.dispute(&intent, 19_000, "lost");
    let of = json!({ "id": "dp_1", "payment_intent": intent });
    announce(&school, &fake_stripe::event("evt_d", "charge.dispute.closed", &of)).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(json!([made.as_array().unwrap().len(), made[0]["amount"]]), json!([1, 190]));
    sound(&school).await;
});

with_stripe!(money_that_failed_to_go_back_is_decided_anew_and_once, |school, stripe| {
    let (admin, checkout, _, id) = failed(&school, &stripe).await;
    stripe.answer_refunds_with("succeeded");
    refund(&admin, &checkout, json!({ "amount": 150, "note": "Accord" })).await.ok();
    let made = history(&admin, checkout.id).await;
    assert_eq!(json!([made[0]["amount"], made[1]["amount"]]), json!([40, 150]), "no cent twice");
    admin.post(&format!("/refunds/{id}/retry"), json!({})).await.ok();
    run_jobs(&school).await;
    let back: i64 = stripe
        .refunds()
        .iter()
        .filter(|one| one["status"] == "succeeded")
        .map(|one| one["amount"].as_i64().unwrap())
        .sum();
    assert_eq!(back, 19_000);
    sound(&school).await;
});

with_stripe!(a_refund_at_a_provider_that_is_no_longer_in_use_is_settled_by_hand, |school, stripe| {
    let (checkout, _) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    // From now on the school takes its cards elsewhere.
    let elsewhere = school.twin().await;
    let admin = elsewhere.sign_in(admin.id()).await;
    run_jobs(&elsewhere).await;
    let made = history(&admin, checkout.id).await;
    let one = &made[0];
    assert_eq!(
        json!([one["status"], one["stranded"], one["providerInUse"], one["lastError"]]),
        json!(["FAILED", true, false, "STRIPE is not in use"])
    );
    let detail = admin.get(&format!("/reservations/{}", checkout.id)).await.ok();
    assert_eq!(detail["history"]["payments"][0]["providerInUse"], false);
    let path = |what: &str| format!("/refunds/{}/{what}", one["id"]);
    admin.post(&path("retry"), json!({})).await.refused(409, "provider_not_in_use");
    let hand = json!({ "method": "TRANSFER", "note": "Virement du 3" });
    let done = admin.post(&path("by-hand"), hand.clone()).await.ok();
    assert_eq!(json!([done["status"], done["byHand"]]), json!(["DONE", "TRANSFER"]));
    admin.post(&path("by-hand"), hand).await.refused(409, "refund_not_failed");
    sound(&elsewhere).await;

    // And back again: what was given by hand is not given twice.
    run_jobs(&school).await;
    let back = school.sign_in(admin.id()).await;
    back.post(&path("retry"), json!({})).await.refused(409, "refund_not_failed");
    assert!(stripe.refunds().is_empty());
    sound(&school).await;
});

with_stripe!(a_refund_that_was_asked_for_before_its_provider_was_left_goes_on_as_itself, |school, stripe| {
    let (checkout, _) = enrolled(&school, &stripe).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    refund(&admin, &checkout, json!({ "amount": 60, "note": "Geste" })).await.ok();
    // Stripe has done it, and its answer is lost to the end of the tries.
    stripe.lose_refund_answers(3);
    run_jobs(&school).await;
    assert_eq!(history(&admin, checkout.id).await[0]["status"], "PENDING");
    assert_eq!(stripe.refunds().len(), 1);

    let elsewhere = school.twin().await;
    school.pass(chrono::Duration::hours(2));
    run_jobs(&elsewhere).await;
    let admin = school.sign_in(admin.id()).await;
    let made = history(&admin, checkout.id).await;
    assert_eq!(json!([made[0]["status"], made[0]["stranded"]]), json!(["FAILED", true]));

    admin.post(&format!("/refunds/{}/retry", made[0]["id"]), json!({})).await.ok();
    run_jobs(&school).await;
    assert_eq!(history(&admin, checkout.id).await[0]["status"], "DONE");
    assert_eq!(stripe.refunds().len(), 1, "the same request: no cent twice");
    assert_eq!(compared(&school).await, Vec::<String>::new());
    sound(&school).await;
});

both_engines!(two_administrators_with_one_sale_before_them_give_its_money_back_once, |school| {
    let (one, checkout) = bought(&school).await;
    let other = school.account(Role::Admin, "other@preau.test").await;
    let seen = one.get(&format!("/reservations/{}", checkout.id)).await.ok();
    let version = format!("\"{}\"", seen["version"]);
    let calls = (0..12).map(|n| {
        let admin = if n % 2 == 0 { one.clone() } else { other.clone() };
        let (path, version) = (format!("/reservations/{}", checkout.id), version.clone());
        tokio::spawn(async move {
            let headers = [("If-Match", version.as_str())];
            let reply = if n % 3 == 0 {
                admin.send(Method::PATCH, &format!("{path}/cancel"), Some(json!({})), &headers).await
            } else {
                let body = json!({ "amount": 100, "note": "Geste" });
                admin.send(Method::POST, &format!("{path}/refund"), Some(body), &headers).await
            };
            reply.status.as_u16()
        })
    });
    let mut answers: Vec<u16> = join_all(calls).await.into_iter().map(Result::unwrap).collect();
    answers.sort_unstable();
    assert!(answers[0] < 300, "{answers:?}");
    assert_eq!(answers[1..], [412; 11], "whoever comes later looks again");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 1);
    run_jobs(&school).await;
    assert!(school.count("SELECT refunded_cents FROM sandbox_intents").await <= 19_000);
    sound(&school).await;
});

with_stripe!(a_failed_refund_is_settled_once_whoever_presses_what, |school, stripe| {
    let (one, checkout, _, id) = failed(&school, &stripe).await;
    let other = school.account(Role::Admin, "other@preau.test").await;
    stripe.answer_refunds_with("succeeded");
    let calls = (0..12).map(|n| {
        let admin = if n % 2 == 0 { one.clone() } else { other.clone() };
        let what = if n % 3 == 0 { "retry" } else { "by-hand" };
        tokio::spawn(async move {
            let reply = admin.post(&format!("/refunds/{id}/{what}"), json!({ "method": "CASH" })).await;
            match reply.status.as_u16() {
                200 => true,
                _ => reply.refused(409, "refund_not_failed").is_null(),
            }
        })
    });
    let done = join_all(calls).await.into_iter().filter(|done| *done.as_ref().unwrap()).count();
    assert!(done >= 1);
    run_jobs(&school).await;
    let made = history(&one, checkout.id).await;
    assert_eq!(json!([made.as_array().unwrap().len(), made[0]["status"]]), json!([1, "DONE"]));
    let by_stripe = stripe.refunds().iter().filter(|refund| refund["status"] == "succeeded").count();
    let by_hand = usize::from(made[0]["byHand"] == "CASH");
    assert_eq!(by_stripe + by_hand, 1, "by one way only");
    sound(&school).await;
});
