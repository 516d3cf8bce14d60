//! Stripe, against a stateful fake over HTTP: keys and repeats, signatures, announcements, money returned.

use std::time::Duration;

use axum::http::Method;
use preau_core::money::Cents;
use preau_core::payment::Provider;
use preau_core::reservation::PaymentRef;
use preau_core::role::Role;
use preau_server::change;
use preau_server::operations::doctor;
use preau_server::restore_mode;
use preau_server::sales::payment::store::{self, NewPayment, Payment};
use preau_server::sales::payment::{Intent, IntentStatus, NewIntent, RefundOutcome};
use preau_server::sales::refunds;
use serde_json::json;

use crate::booking::{Started, courses, draft, run_jobs, sound, start};
use crate::fake_stripe::{self, FakeStripe, Fault, NEXT_WEBHOOK_SECRET, WEBHOOK_SECRET};
use crate::school::{Engine, Reply, School};

/// A school whose payments go to a Stripe of its own, on either engine.
macro_rules! with_stripe {
    ($name:ident, |$school:ident, $stripe:ident| $body:block) => {
        mod $name {
            #[allow(unused_imports, reason = "a test takes what it needs")]
            use super::*;

            async fn run(engine: Engine) {
                let $stripe = FakeStripe::start().await;
                let flags = $stripe.flags();
                let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
                let $school = School::open(engine, &flags).await;
                $body
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                run(Engine::Postgres).await;
            }
        }
    };
}

pub(crate) use with_stripe;

fn new_intent(key: &str) -> NewIntent {
    NewIntent {
        amount: Cents(12_050),
        currency: "EUR".to_owned(),
        payment_ref: PaymentRef(key.to_owned()),
        reservation_id: Some(7),
        idempotency_key: key.to_owned(),
    }
}

async fn open(school: &School, key: &str) -> preau_server::error::Result<Intent> {
    school.app.payments().open(&school.app, new_intent(key)).await
}

/// An open payment with its row.
async fn payment(school: &School, key: &str) -> (i64, Intent) {
    let app = &school.app;
    let intent = open(school, key).await.unwrap();
    let new = NewPayment {
        reservation_id: None,
        user_id: None,
        provider: Provider::Stripe,
        payment_ref: PaymentRef(key.to_owned()),
        amount: Cents(12_050),
    };
    let id = change!(app, None, |tx| {
        let id = store::insert_open(tx, &new).await?.id;
        store::set_provider_id(tx, id, &intent.id).await?;
        Ok(id)
    })
    .unwrap();
    (id, intent)
}

async fn row(school: &School, id: i64) -> Payment {
    let mut conn = school.app.db.read().await.unwrap();
    store::find(&mut conn, id).await.unwrap().unwrap()
}

async fn hear(school: &School, body: &[u8], header: &str) -> Reply {
    let headers = [("Stripe-Signature", header)];
    school.visitor().send_bytes(Method::POST, "/payment/webhook", Some(body.to_vec()), &headers).await
}

/// Stripe announces something, properly signed.
pub async fn announce(school: &School, body: &[u8]) {
    let header = fake_stripe::sign(WEBHOOK_SECRET, school.app.clock.now().timestamp(), body);
    assert_eq!(hear(school, body, &header).await.ok(), json!({ "received": true }));
}

with_stripe!(opening_twice_with_one_key_opens_once, |school, stripe| {
    let (first, second) =
        (open(&school, "PAY_REF_1").await.unwrap(), open(&school, "PAY_REF_1").await.unwrap());
    assert_eq!(first, second);
    assert_eq!((first.amount, first.currency.as_str()), (Cents(12_050), "EUR"));
    let intents = stripe.intents();
    assert_eq!(intents.len(), 1);
    assert_eq!(intents[0]["currency"], "eur");
    assert_eq!(intents[0]["metadata"], json!({ "payment_ref": "PAY_REF_1", "reservation_id": "7" }));
    for call in stripe.calls("POST", "/v1/payment_intents") {
        assert_eq!((call.key.as_deref(), call.version.as_deref()), (Some("PAY_REF_1"), Some("2024-06-20")));
    }
});

with_stripe!(a_lost_answer_and_a_failure_are_repeated_with_the_same_key, |school, stripe| {
    stripe.fail_next([Fault::AnswerLost, Fault::Broken]);
    let intent = open(&school, "PAY_REF_1").await.unwrap();
    assert_eq!(stripe.intents().len(), 1, "the first try had opened it");
    assert_eq!(stripe.intents()[0]["id"], intent.id.as_str());
    assert_eq!(stripe.calls("POST", "/v1/payment_intents").len(), 3);
});

with_stripe!(a_stripe_that_stays_broken_is_told_without_secrets, |school, stripe| {
    stripe.fail_next([Fault::Broken; 3]);
    let error = open(&school, "PAY_REF_1").await.unwrap_err();
    assert_eq!(error.code().as_str(), "unavailable");
    assert!(!error.to_string().contains(fake_stripe::SECRET_KEY), "{error}");
    assert!(!format!("{:?}", school.app.payments()).contains(fake_stripe::SECRET_KEY));
    assert!(stripe.intents().is_empty());
});

with_stripe!(a_slow_answer_is_waited_for, |school, stripe| {
    stripe.fail_next([Fault::Slow(Duration::from_millis(1500))]);
    open(&school, "PAY_REF_1").await.unwrap();
    assert_eq!(stripe.calls("POST", "/v1/payment_intents").len(), 1);
});

with_stripe!(a_declined_card_changes_nothing_and_the_next_one_pays, |school, stripe| {
    let (id, intent) = payment(&school, "PAY_REF_1").await;
    assert_eq!(stripe.confirm(&intent.client_secret, "4000000000000002"), Err("card_declined"));
    announce(&school, &stripe.intent_event("payment_intent.payment_failed", &intent.id)).await;
    assert_eq!(row(&school, id).await.status.as_str(), "OPEN");

    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &intent.id)).await;
    let paid = row(&school, id).await;
    assert_eq!((paid.status.as_str(), paid.received_cents), ("PAID", 12_050));
});

with_stripe!(an_announcement_is_only_a_hint_to_look, |school, stripe| {
    let (id, intent) = payment(&school, "PAY_REF_1").await;
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &intent.id)).await;
    assert_eq!(row(&school, id).await.status.as_str(), "OPEN", "Stripe says it is not paid");

    stripe.pay_other_amount(&intent.id, 100);
    let body = fake_stripe::event(
        "evt_2",
        "payment_intent.succeeded",
        &json!({ "id": intent.id, "amount_received": 12_050 }),
    );
    announce(&school, &body).await;
    assert_eq!(
        row(&school, id).await.received_cents,
        100,
        "what Stripe received counts, not what the event says"
    );
});

with_stripe!(only_a_fresh_signature_of_ours_on_these_bytes_is_heard, |school, stripe| {
    let (id, intent) = payment(&school, "PAY_REF_1").await;
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    let body = stripe.intent_event("payment_intent.succeeded", &intent.id);
    let now = school.app.clock.now().timestamp();
    let good = fake_stripe::sign(WEBHOOK_SECRET, now, &body);
    let mut tampered = body.clone();
    tampered.push(b' ');
    let bad = [
        (&body, String::new()),
        (&tampered, good.clone()),
        (&body, fake_stripe::sign("whsec_wrong", now, &body)),
        (&body, fake_stripe::sign(WEBHOOK_SECRET, now - 301, &body)),
        (&body, fake_stripe::sign(WEBHOOK_SECRET, now + 301, &body)),
    ];
    for (body, header) in bad {
        hear(&school, body, &header).await.refused(400, "invalid_signature");
    }
    assert_eq!(row(&school, id).await.status.as_str(), "OPEN");
    let not_json = b"x";
    let header = fake_stripe::sign(WEBHOOK_SECRET, now, not_json);
    hear(&school, not_json, &header).await.refused(400, "malformed_json");

    hear(&school, &body, &fake_stripe::sign(NEXT_WEBHOOK_SECRET, now, &body)).await.ok();
    assert_eq!(row(&school, id).await.status.as_str(), "PAID");
});

with_stripe!(the_same_announcement_a_hundred_times_at_once_is_heeded_once, |school, stripe| {
    let (id, intent) = payment(&school, "PAY_REF_1").await;
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    let body = stripe.intent_event("payment_intent.succeeded", &intent.id);
    let all = (0..100).map(|_| announce(&school, &body));
    futures_util::future::join_all(all).await;
    assert_eq!(row(&school, id).await.received_cents, 12_050);
    assert_eq!(school.count("SELECT COUNT(*) FROM webhook_events").await, 1);
});

with_stripe!(what_is_not_ours_or_not_known_is_heard_and_left_alone, |school, stripe| {
    let intent = open(&school, "PAY_REF_1").await.unwrap();
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &intent.id)).await;
    let customer = json!({ "id": "cus_1", "object": "customer" });
    announce(&school, &fake_stripe::event("evt_c", "customer.created", &customer)).await;
    announce(&school, &fake_stripe::event("evt_r", "charge.refunded", &json!({ "payment_intent": null })))
        .await;
    assert_eq!(school.count("SELECT COUNT(*) FROM payments").await, 0);
});

with_stripe!(a_refund_whose_answer_was_lost_is_made_once, |school, stripe| {
    let (_, intent) = payment(&school, "PAY_REF_1").await;
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    let refund = async |cents, key: &str| {
        school.app.payments().refund(&school.app, &intent.id, Cents(cents), key).await
    };
    stripe.fail_next([Fault::AnswerLost; 3]);
    refund(12_050, "r1").await.unwrap_err();
    assert!(matches!(refund(12_050, "r1").await.unwrap(), RefundOutcome::Done { .. }));
    assert_eq!(stripe.refunds().len(), 1);
    let more = refund(1, "r2").await.unwrap();
    assert_eq!(more, RefundOutcome::Refused("invalid_request_error charge_already_refunded".to_owned()));
    assert_eq!(school.app.payments().read(&school.app, &intent.id).await.unwrap().refunded, Cents(12_050));
});

with_stripe!(a_refund_that_is_pending_is_asked_about, |school, stripe| {
    let (_, intent) = payment(&school, "PAY_REF_1").await;
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    stripe.answer_refunds_with("pending");
    let outcome = school.app.payments().refund(&school.app, &intent.id, Cents(50), "r1").await.unwrap();
    let RefundOutcome::Pending { provider_id } = outcome else { panic!("{outcome:?}") };
    let read = async || school.app.payments().read_refund(&school.app, &provider_id).await.unwrap();
    assert!(matches!(read().await, RefundOutcome::Pending { .. }));
    stripe.decide_refund(&provider_id, "failed");
    assert!(matches!(read().await, RefundOutcome::Refused(_)));
    stripe.decide_refund(&provider_id, "succeeded");
    assert!(matches!(read().await, RefundOutcome::Done { .. }));
});

with_stripe!(cancelling_closes_an_open_payment_and_leaves_a_paid_one, |school, stripe| {
    let cancel = async |id: &str| school.app.payments().cancel(&school.app, id).await.unwrap();
    let read = async |id: &str| school.app.payments().read(&school.app, id).await.unwrap().status;
    let (id, open) = payment(&school, "PAY_REF_1").await;
    cancel(&open.id).await;
    cancel(&open.id).await;
    assert_eq!(read(&open.id).await, IntentStatus::Cancelled);
    announce(&school, &stripe.intent_event("payment_intent.canceled", &open.id)).await;
    assert_eq!(row(&school, id).await.status.as_str(), "CANCELLED");

    let (_, paid) = payment(&school, "PAY_REF_2").await;
    stripe.confirm(&paid.client_secret, "4242424242424242").unwrap();
    cancel(&paid.id).await;
    assert_eq!(read(&paid.id).await, IntentStatus::Succeeded);
});

with_stripe!(money_returned_by_stripe_itself_is_noted_once, |school, stripe| {
    let (id, intent) = payment(&school, "PAY_REF_1").await;
    stripe.confirm(&intent.client_secret, "4242424242424242").unwrap();
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &intent.id)).await;
    let of = json!({ "id": "ch_1", "payment_intent": intent.id });

    school.app.payments().refund(&school.app, &intent.id, Cents(50), "ours").await.unwrap();
    announce(&school, &fake_stripe::event("evt_1", "charge.refunded", &of)).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0, "ours are noted by whoever made them");

    stripe.refund_by_hand(&intent.id, 1000);
    let inquiry = stripe.dispute(&intent.id, 12_050, "warning_needs_response");
    for event in ["evt_2", "evt_3"] {
        announce(&school, &fake_stripe::event(event, "charge.refunded", &of)).await;
    }
    assert_eq!(
        school.count("SELECT CAST(SUM(amount_cents) AS BIGINT) FROM refunds WHERE status = 'DONE'").await,
        1000
    );

    stripe.decide_dispute(&inquiry, "needs_response");
    for event in ["evt_4", "evt_5"] {
        announce(&school, &fake_stripe::event(event, "charge.dispute.created", &of)).await;
    }
    let mut conn = school.app.db.read().await.unwrap();
    let all = refunds::total(&mut conn, id).await.unwrap();
    drop(conn);
    assert_eq!(all, Cents(12_050), "never more than was received");

    stripe.decide_dispute(&inquiry, "won");
    announce(&school, &fake_stripe::event("evt_6", "charge.dispute.closed", &of)).await;
    assert_eq!(
        school.count("SELECT COUNT(*) FROM refunds WHERE status = 'FAILED'").await,
        1,
        "for an ADMIN to see"
    );
});

with_stripe!(the_browser_gets_the_public_key_and_pays_only_for_a_reservation, |school, stripe| {
    let visitor = school.visitor();
    let config = visitor.get("/payment/config").await;
    let expected =
        json!({ "provider": "stripe", "publishableKey": fake_stripe::PUBLISHABLE_KEY, "testMode": true });
    assert_eq!(config.ok(), expected);
    let refused = visitor.post("/payment/create-payment-intent", json!({ "amount": 10 })).await;
    refused.refused(409, "reservation_required");
    assert!(stripe.intents().is_empty());
});

/// A visitor's hold, and Stripe's name of its payment.
async fn held(school: &School) -> (Started, String) {
    courses(school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11, 12])).await;
    let id = checkout.provider_id(school).await;
    (checkout, id)
}

/// A visitor's place in the class, paid by card.
pub async fn enrolled(school: &School, stripe: &FakeStripe) -> (Started, String) {
    let (checkout, id) = held(school).await;
    stripe.confirm(&checkout.client_secret, "4242424242424242").unwrap();
    announce(school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    assert_eq!(checkout.status(school).await, "CONFIRMED");
    (checkout, id)
}

with_stripe!(a_visitor_is_declined_pays_and_is_enrolled_once, |school, stripe| {
    let (checkout, id) = held(&school).await;
    let intent = stripe.intent(&id);
    assert_eq!((&intent["amount"], &intent["currency"]), (&json!(19_000), &json!("eur")));
    assert_eq!(intent["metadata"]["reservation_id"], checkout.id.to_string());
    stripe.confirm(&checkout.client_secret, "4000000000000002").unwrap_err();
    checkout.complete().await.refused(402, "unpaid");

    stripe.confirm(&checkout.client_secret, "4242424242424242").unwrap();
    let body = stripe.intent_event("payment_intent.succeeded", &id);
    let announcements = (0..100).map(|_| announce(&school, &body));
    let (completed, _) = tokio::join!(checkout.complete(), futures_util::future::join_all(announcements));
    assert_eq!(completed.ok()["reservation"]["status"], "CONFIRMED");
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 1);
    sound(&school).await;
});

with_stripe!(a_payment_opened_for_a_reservation_deleted_meanwhile_is_closed, |school, stripe| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    stripe.fail_next([Fault::Slow(Duration::from_secs(1))]);
    let visitor = school.visitor();
    let delete = async {
        while stripe.intents().is_empty() {
            tokio::task::yield_now().await;
        }
        let id = school.count("SELECT id FROM reservations").await;
        admin.delete(&format!("/reservations/{id}")).await
    };
    let (asked, deleted) = tokio::join!(visitor.post("/checkout", draft("zoe@example.fr", &[11])), delete);
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    asked.refused(404, "not_found");
    assert_eq!(stripe.intents()[0]["status"], "canceled");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    sound(&school).await;
});

with_stripe!(all_that_was_given_back_is_read_however_much_it_is, |school, stripe| {
    let (checkout, id) = enrolled(&school, &stripe).await;
    for _ in 0..5 {
        stripe.refund_by_hand(&id, 100);
    }
    let of = json!({ "id": "ch_1", "payment_intent": id });
    announce(&school, &fake_stripe::event("evt_1", "charge.refunded", &of)).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 5);
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
});

with_stripe!(money_of_another_amount_goes_back_once_though_the_answer_is_lost, |school, stripe| {
    let (checkout, id) = held(&school).await;
    stripe.pay_other_amount(&id, 100);
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    checkout.complete().await.refused(409, "refunded");
    sound(&school).await;

    stripe.fail_next([Fault::AnswerLost; 3]);
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'PENDING'").await, 1);
    school.pass(chrono::Duration::minutes(2));
    run_jobs(&school).await;
    run_jobs(&school).await;
    let refunds = stripe.refunds();
    assert_eq!((refunds.len(), &refunds[0]["amount"]), (1, &json!(100)));
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE'").await, 1);
    sound(&school).await;
});

with_stripe!(a_refund_whose_key_stripe_has_forgotten_is_not_made_again, |school, stripe| {
    let (checkout, id) = held(&school).await;
    stripe.pay_other_amount(&id, 9_000);
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    checkout.complete().await.refused(409, "refunded");
    school.sql("UPDATE refunds SET amount_cents = 4000").await;
    stripe.lose_refund_answers(3);
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'PENDING'").await, 1);
    assert_eq!(stripe.refunds().len(), 1, "it was made all the same");
    stripe.forget_keys();
    school.pass(chrono::Duration::hours(25));
    run_jobs(&school).await;
    assert_eq!(stripe.refunds().len(), 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE'").await, 1);
});

with_stripe!(a_refund_that_stripe_refuses_is_left_for_an_administrator, |school, stripe| {
    let (_, id) = held(&school).await;
    stripe.pay_other_amount(&id, 100);
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    stripe.answer_refunds_with("pending");
    run_jobs(&school).await;
    let refund = stripe.refunds()[0]["id"].as_str().unwrap().to_owned();
    stripe.decide_refund(&refund, "failed");
    school.pass(chrono::Duration::hours(2));
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'FAILED'").await, 1);
    assert_eq!(stripe.refunds().len(), 1, "a pending refund is asked about, not made again");
});

with_stripe!(a_refund_in_stripes_dashboard_ends_what_it_paid_for, |school, stripe| {
    let (checkout, id) = enrolled(&school, &stripe).await;
    let of = json!({ "id": "ch_1", "payment_intent": id });
    stripe.refund_by_hand(&id, 9_000);
    announce(&school, &fake_stripe::event("evt_1", "charge.refunded", &of)).await;
    assert_eq!(checkout.status(&school).await, "CONFIRMED", "part of the money is still here");

    stripe.refund_by_hand(&id, 10_000);
    announce(&school, &fake_stripe::event("evt_2", "charge.refunded", &of)).await;
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    run_jobs(&school).await;
    assert_eq!(stripe.refunds().len(), 2, "what Stripe gave back is not given back again");
    sound(&school).await;
});

with_stripe!(money_whose_going_is_heard_before_its_coming_leaves_nothing_open, |school, stripe| {
    let (checkout, id) = held(&school).await;
    stripe.confirm(&checkout.client_secret, "4242424242424242").unwrap();
    stripe.refund_by_hand(&id, 19_000);
    let of = json!({ "id": "ch_1", "payment_intent": id });
    announce(&school, &fake_stripe::event("evt_1", "charge.refunded", &of)).await;
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    run_jobs(&school).await;
    assert_eq!(stripe.refunds().len(), 1);
    sound(&school).await;
});

with_stripe!(a_dispute_ends_what_was_paid_with_the_money, |school, stripe| {
    let (checkout, id) = enrolled(&school, &stripe).await;
    stripe.dispute(&id, 19_000, "needs_response");
    let of = json!({ "id": "dp_1", "payment_intent": id });
    announce(&school, &fake_stripe::event("evt_1", "charge.dispute.created", &of)).await;
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    sound(&school).await;
});

with_stripe!(a_payment_still_in_process_keeps_its_seat_ten_minutes_longer_once, |school, stripe| {
    let (checkout, id) = held(&school).await;
    stripe.process(&id);
    let waiting = checkout.complete().await;
    assert_eq!((waiting.status.as_u16(), &waiting.json()["status"]), (202, &json!("processing")));
    for (minutes, status) in [(16, "HELD"), (9, "HELD"), (2, "EXPIRED")] {
        school.pass(chrono::Duration::minutes(minutes));
        run_jobs(&school).await;
        assert_eq!(checkout.status(&school).await, status, "{minutes} minutes later");
    }
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    school.pass(chrono::Duration::hours(2));
    run_jobs(&school).await;
    assert_eq!(
        school.count("SELECT COUNT(*) FROM payments WHERE status = 'OPEN'").await,
        1,
        "not decided yet"
    );

    stripe.pay_other_amount(&id, 19_000);
    run_jobs(&school).await;
    assert_eq!(checkout.status(&school).await, "CONFIRMED", "a seat was left");
    sound(&school).await;
});

/// What the doctor finds beside Stripe's own books.
pub async fn compared(school: &School) -> Vec<String> {
    doctor::compare_payments(&school.app).await.unwrap().iter().map(ToString::to_string).collect()
}

with_stripe!(payments_made_since_the_copy_are_found_at_stripe, |school, stripe| {
    let (_, known) = held(&school).await;
    stripe.open_foreign(700);
    assert_eq!(compared(&school).await, Vec::<String>::new());

    // A copy is made; then the school goes on.
    restore_mode::begin(&school.app.db, &school.app.clock).await.unwrap();
    stripe.pass_hours(48);
    let lost = open(&school, "PAY_REF_LOST").await.unwrap();
    stripe.confirm(&lost.client_secret, "4242424242424242").unwrap();
    let open_still = open(&school, "PAY_REF_OPEN").await.unwrap();
    let closed = open(&school, "PAY_REF_CLOSED").await.unwrap();
    school.app.payments().cancel(&school.app, &closed.id).await.unwrap();
    let returned = open(&school, "PAY_REF_RETURNED").await.unwrap();
    stripe.confirm(&returned.client_secret, "4242424242424242").unwrap();
    stripe.refund_by_hand(&returned.id, 12_050);
    // And so it does from the copy, before anybody asks the doctor.
    school.pass(chrono::Duration::hours(50));
    stripe.pass_hours(2);
    start(&school.visitor(), draft("lea@example.fr", &[11])).await;

    let found = compared(&school).await;
    assert_eq!(found.len(), 2, "{found:?}");
    for (id, words) in
        [(&lost.id, "120,50\u{a0}€ received"), (&open_still.id, "120,50\u{a0}€ can still be paid")]
    {
        assert!(found.iter().any(|line| line.contains(id.as_str()) && line.contains(words)), "{found:?}");
    }
    assert!(!found.iter().any(|line| line.contains(&known)), "{found:?}");
    stripe.fail_next([Fault::Broken; 3]);
    assert!(compared(&school).await[0].contains("were not read"));
});

with_stripe!(a_payment_whose_opening_was_cut_short_by_the_copy_is_settled, |school, stripe| {
    let (checkout, _) = held(&school).await;
    stripe.confirm(&checkout.client_secret, "4242424242424242").unwrap();
    school.sql("UPDATE payments SET provider_id = NULL").await;
    let found = compared(&school).await;
    assert!(found[0].contains("made at the provider") && found.len() == 1, "{found:?}");
    school.pass(chrono::Duration::minutes(2));
    run_jobs(&school).await;
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
    sound(&school).await;
});

with_stripe!(a_refund_that_fails_after_it_was_done_is_seen, |school, stripe| {
    let (_, id) = held(&school).await;
    stripe.pay_other_amount(&id, 100);
    announce(&school, &stripe.intent_event("payment_intent.succeeded", &id)).await;
    run_jobs(&school).await;
    sound(&school).await;
    assert_eq!(compared(&school).await, Vec::<String>::new());

    let refund = stripe.refunds()[0]["id"].as_str().unwrap().to_owned();
    stripe.decide_refund(&refund, "failed");
    assert!(compared(&school).await[0].contains("given back"), "the doctor compares both ways");
    let of = json!({ "id": refund, "payment_intent": id, "status": "failed" });
    for (event, kind) in
        [("evt_1", "charge.refund.updated"), ("evt_2", "refund.failed"), ("evt_3", "refund.updated")]
    {
        announce(&school, &fake_stripe::event(event, kind, &of)).await;
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'FAILED'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'refund.failed'").await, 1);
    let admin = school.account(preau_core::role::Role::Admin, "admin@preau.test").await;
    let seen = admin.get("/reservations").await.ok();
    assert_eq!(seen[0]["purchase"]["refunds"][0]["status"], "FAILED");
    assert_eq!(compared(&school).await, Vec::<String>::new());
    school.pass(chrono::Duration::minutes(11));
    let findings = doctor::check(&school.app).await.unwrap();
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    for said in ["the provider refused", "neither a place nor all the money back"] {
        assert!(findings.iter().any(|line| line.contains(said)), "{said}: {findings:?}");
    }
});

with_stripe!(the_doctor_compares_refunds_and_disputes_with_stripe, |school, stripe| {
    let (_, id) = enrolled(&school, &stripe).await;
    let by_hand = stripe.refund_by_hand(&id, 1_000);
    assert!(compared(&school).await[0].contains("given back at the provider"));
    let of = json!({ "id": "ch_1", "payment_intent": id });
    announce(&school, &fake_stripe::event("evt_1", "charge.refunded", &of)).await;
    assert_eq!(compared(&school).await, Vec::<String>::new());
    stripe.decide_refund(&by_hand, "failed");
    announce(&school, &fake_stripe::event("evt_2", "refund.failed", &of)).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'FAILED'").await, 1);
    assert_eq!(compared(&school).await, Vec::<String>::new());

    let dispute = stripe.dispute(&id, 19_000, "needs_response");
    assert!(compared(&school).await[0].contains("given back at the provider"));
    announce(&school, &fake_stripe::event("evt_3", "charge.dispute.created", &of)).await;
    assert_eq!(
        compared(&school).await,
        Vec::<String>::new(),
        "a dispute is no refund, but the money is gone"
    );
    stripe.decide_dispute(&dispute, "won");
    announce(&school, &fake_stripe::event("evt_4", "charge.dispute.closed", &of)).await;
    assert_eq!(compared(&school).await, Vec::<String>::new());
});

both_engines!(payments_of_a_provider_no_longer_in_use_are_left_alone_and_reported, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let abandoned = start(&visitor, draft("lea@example.fr", &[11])).await;
    let late = start(&visitor, draft("tom@example.fr", &[11])).await;
    late.cancel().await.ok();
    late.money_arrives(&school).await;
    let open = start(&visitor, draft("zoe@example.fr", &[11, 12])).await;
    school.pass(chrono::Duration::minutes(10));

    let stripe = FakeStripe::start().await;
    let flags = stripe.flags();
    let twin = school.twin_with(&flags.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let again = twin.visitor();
    let token = [("X-Checkout-Token", open.token.as_str())];
    let state = again.send(Method::GET, &format!("/checkout/{}", open.id), None, &token).await.ok();
    stripe.confirm(state["clientSecret"].as_str().unwrap(), "4242424242424242").unwrap();
    run_jobs(&twin).await;
    assert_eq!(open.status(&twin).await, "CONFIRMED", "it is paid with the new provider");
    school.pass(chrono::Duration::minutes(90));
    run_jobs(&twin).await;
    assert_eq!(abandoned.status(&twin).await, "EXPIRED", "the old provider need not be asked");
    let stranded = "SELECT COUNT(*) FROM refunds WHERE status = 'FAILED' AND stranded AND attempts = 1";
    assert_eq!(school.count(stranded).await, 1, "nobody is asked, and nobody waits for ever");
    let findings = doctor::check(&twin.app).await.unwrap();
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let said = [
        "2 payments still open at a provider that is not in use",
        "1 refunds that failed because their provider is not in use",
        "1 payments that were made and gave neither a place nor all the money back",
    ];
    assert_eq!(findings.len(), said.len(), "{findings:?}");
    assert!(said.iter().all(|said| findings.iter().any(|line| line.contains(said))), "{findings:?}");
    let elsewhere = twin.account(Role::Admin, "admin@preau.test").await;
    elsewhere.post("/refunds/1/retry", json!({})).await.refused(409, "provider_not_in_use");

    school.pass(chrono::Duration::hours(1));
    let again = school.sign_in(elsewhere.id()).await;
    again.post("/refunds/1/retry", json!({})).await.ok();
    run_jobs(&school).await;
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM payments WHERE status = 'OPEN'").await, 0);
    sound(&school).await;
});
