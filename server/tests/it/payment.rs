//! The sandbox: test cards, the confirmation step, and results announced through the signed webhook.

use axum::http::Method;
use preau_core::role::Role;
use preau_server::sales::payment::store;
use serde_json::{Value, json};

use crate::booking::{courses, draft, sound, start};
use crate::school::{Client, Engine, School};

pub const GOOD_CARD: &str = "4242 4242 4242 4242";
const ASKING_CARD: &str = "4000 0025 0000 3155";

/// A card that is fine but for what a test changes.
fn card(client_secret: &str, number: &str) -> Value {
    json!({
        "clientSecret": client_secret, "holderName": "Jeanne Morel", "cardNumber": number,
        "expMonth": 12, "expYear": 2030, "cvc": "123",
    })
}

/// An amount-only payment: its secret and its name.
async fn opened(client: &Client, euros: f64) -> (String, String) {
    let intent = client.post("/payment/create-payment-intent", json!({ "amount": euros })).await.ok();
    let text = |name: &str| intent[name].as_str().unwrap().to_owned();
    (text("clientSecret"), text("paymentRef"))
}

async fn confirm(client: &Client, body: Value) -> Value {
    client.post("/payment/sandbox/confirm", body).await.ok()
}

/// Waits for the announcement, which nobody else waits for.
async fn status_soon(school: &School, payment_ref: &str, wanted: &str) -> store::Payment {
    for _ in 0..100 {
        let mut conn = school.app.db.read().await.unwrap();
        let payment = store::find_by_ref(&mut conn, payment_ref).await.unwrap().unwrap();
        if payment.status.as_str() == wanted {
            return payment;
        }
        drop(conn);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{payment_ref} did not become {wanted}");
}

both_engines!(the_sandbox_says_that_no_real_money_moves, |school| {
    let config = school.visitor().get("/payment/config").await.ok();
    assert_eq!(config, json!({ "provider": "sandbox", "publishableKey": null, "testMode": true }));
});

both_engines!(a_good_card_pays_and_the_webhook_says_so, |school| {
    let visitor = school.visitor();
    let (secret, payment_ref) = opened(&visitor, 120.5).await;
    assert!(payment_ref.starts_with("PAY_REF_"));
    assert_eq!(confirm(&visitor, card(&secret, GOOD_CARD)).await, json!({ "status": "succeeded" }));

    let payment = status_soon(&school, &payment_ref, "PAID").await;
    assert_eq!((payment.amount_cents, payment.received_cents), (12_050, 12_050));
    assert_eq!(
        confirm(&visitor, card(&secret, GOOD_CARD)).await["status"],
        "succeeded",
        "paying twice pays once"
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM payments").await, 1);
});

both_engines!(a_refused_card_says_why_and_another_may_be_tried, |school| {
    let visitor = school.visitor();
    let (secret, payment_ref) = opened(&visitor, 10.0).await;
    let cases = [
        ("4000 0000 0000 0002", "card_declined", None),
        ("4000 0000 0000 9995", "insufficient_funds", None),
        ("4000 0000 0000 0069", "card_expired", Some("expMonth")),
        ("5555 5555 5555 4444", "card_declined", None),
    ];
    for (number, code, field) in cases {
        let answer = confirm(&visitor, card(&secret, number)).await;
        assert_eq!(
            (&answer["status"], &answer["error"]["code"]),
            (&json!("failed"), &json!(code)),
            "{number}"
        );
        assert_eq!(answer["error"]["field"].as_str(), field, "{number}");
        assert!(answer["error"]["message"].is_string());
    }
    status_soon(&school, &payment_ref, "OPEN").await;
    assert_eq!(confirm(&visitor, card(&secret, GOOD_CARD)).await["status"], "succeeded");
    status_soon(&school, &payment_ref, "PAID").await;
});

both_engines!(a_card_that_asks_its_holder_waits_for_the_answer, |school| {
    let visitor = school.visitor();
    let (secret, payment_ref) = opened(&visitor, 10.0).await;
    let answer = |action: &str| json!({ "clientSecret": secret, "action": action });
    visitor.post("/payment/sandbox/confirm", answer("approve")).await.refused(409, "conflict");

    assert_eq!(confirm(&visitor, card(&secret, ASKING_CARD)).await["status"], "requires_action");
    let rejected = confirm(&visitor, answer("reject")).await;
    assert_eq!(rejected["error"]["code"], "authentication_failed");
    visitor.post("/payment/sandbox/confirm", answer("approve")).await.refused(409, "conflict");

    confirm(&visitor, card(&secret, ASKING_CARD)).await;
    assert_eq!(confirm(&visitor, answer("approve")).await["status"], "succeeded");
    status_soon(&school, &payment_ref, "PAID").await;
});

both_engines!(what_was_typed_wrong_stands_under_its_field, |school| {
    let visitor = school.visitor();
    let (secret, _) = opened(&visitor, 10.0).await;
    let wrong = json!({
        "clientSecret": secret, "holderName": " ", "cardNumber": "4242 4242 4242 4241",
        "expMonth": 13, "expYear": 2030, "cvc": "1",
    });
    let answer = confirm(&visitor, wrong).await;
    assert_eq!(answer["status"], "failed");
    assert_eq!(answer["error"]["field"], "holderName");
    assert_eq!(answer["error"]["message"], "Veuillez saisir le nom du titulaire de la carte.");
    let names: Vec<&str> =
        answer["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["holderName", "cardNumber", "expMonth", "cvc"]);

    let missing = visitor.post("/payment/sandbox/confirm", json!({ "clientSecret": secret })).await;
    missing.refused(422, "required");
    assert_eq!(missing.field_names(), ["holderName", "cardNumber", "expMonth", "expYear", "cvc"]);
    for (name, value) in [
        ("expMonth", json!(-1)),
        ("expYear", json!("x")),
        ("cardNumber", json!(42)),
        ("action", json!("pay")),
    ] {
        let mut body = card(&secret, GOOD_CARD);
        body[name] = value;
        let refused = visitor.post("/payment/sandbox/confirm", body).await;
        assert_eq!((refused.status.as_u16(), refused.field_names()), (422, vec![name.to_owned()]));
    }
});

both_engines!(a_payment_that_is_unknown_or_cancelled_takes_no_card, |school| {
    let visitor = school.visitor();
    visitor
        .post("/payment/sandbox/confirm", card("pi_x_secret_y", GOOD_CARD))
        .await
        .refused(404, "not_found");
    let (secret, payment_ref) = opened(&visitor, 10.0).await;
    let payment = status_soon(&school, &payment_ref, "OPEN").await;
    let id = payment.provider_id.unwrap();
    school.app.payments().cancel(&school.app, &id).await.unwrap();
    visitor.post("/payment/sandbox/confirm", card(&secret, GOOD_CARD)).await.refused(410, "expired");
});

both_engines!(a_success_whose_server_died_is_announced_by_the_job, |school| {
    let visitor = school.visitor();
    let (_, payment_ref) = opened(&visitor, 10.0).await;
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    school.pass(chrono::Duration::minutes(1));
    preau_server::sales::payment::sandbox::announce_due(&school.app).await.unwrap();
    preau_server::sales::payment::sandbox::announce_due(&school.app).await.unwrap();
    status_soon(&school, &payment_ref, "PAID").await;
    assert_eq!(school.count("SELECT COUNT(*) FROM webhook_events").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM sandbox_intents WHERE announced_at IS NULL").await, 0);
});

both_engines!(money_goes_back_once_per_key_and_never_more_than_came, |school| {
    let visitor = school.visitor();
    let (secret, payment_ref) = opened(&visitor, 10.0).await;
    confirm(&visitor, card(&secret, GOOD_CARD)).await;
    let id = status_soon(&school, &payment_ref, "PAID").await.provider_id.unwrap();
    let refund = async |cents, key: &str| {
        let cents = preau_core::money::Cents(cents);
        school.app.payments().refund(&school.app, &id, cents, key).await.unwrap()
    };
    use preau_server::sales::payment::RefundOutcome::{Done, Refused};
    let first = refund(600, "a").await;
    assert!(matches!(first, Done { .. }));
    assert_eq!(refund(600, "a").await, first, "the same key is the same refund");
    assert!(matches!(refund(600, "b").await, Refused(_)));
    assert!(matches!(refund(400, "b").await, Done { .. }));
    assert_eq!(school.app.payments().read(&school.app, &id).await.unwrap().refunded.0, 1000);
});

both_engines!(an_amount_that_is_none_opens_nothing, |school| {
    let visitor = school.visitor();
    let cases = [
        (json!(0), "invalid_amount"),
        (json!(-1), "negative_amount"),
        (json!(10.005), "invalid_amount"),
        (json!(1e12), "invalid_amount"),
        (json!("10"), "invalid_type"),
        (json!(null), "invalid_type"),
    ];
    for (amount, code) in cases {
        let reply = visitor.post("/payment/create-payment-intent", json!({ "amount": amount })).await;
        reply.refused(422, code);
        assert_eq!(reply.field_names(), ["amount"], "{amount}");
    }
    visitor.post("/payment/create-payment-intent", json!({})).await.refused(422, "required");
    assert_eq!(school.count("SELECT COUNT(*) FROM payments").await, 0);
});

both_engines!(a_reservation_is_paid_by_its_payer_and_at_its_price, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let mut wish = draft("zoe@example.fr", &[11, 12]);
    for secret in ["password", "passwordConfirmation"] {
        wish["bookerData"].as_object_mut().unwrap().remove(secret);
    }
    let held = start(&zoe, wish).await;
    let body = |amount: f64| json!({ "amount": amount, "reservationId": held.id });
    let ask =
        async |client: &Client, amount| client.post("/payment/create-payment-intent", body(amount)).await;

    let refused = ask(&zoe, 1.0).await.refused(409, "amount_mismatch");
    assert_eq!(refused["params"]["amount"], 190.0);
    ask(&school.visitor(), 190.0).await.refused(401, "unauthenticated");
    let stranger = school.account(Role::Admin, "stranger@example.fr").await;
    ask(&stranger, 190.0).await.refused(404, "not_found");
    let nowhere = json!({ "amount": 190, "reservationId": 999 });
    zoe.post("/payment/create-payment-intent", nowhere).await.refused(404, "not_found");

    let intent = ask(&zoe, 190.0).await.ok();
    assert_eq!(intent["clientSecret"], held.client_secret.as_str(), "the payment that checkout opened");
    assert_eq!(intent["amount"], 190);
    school.pass(chrono::Duration::minutes(16));
    let zoe = school.sign_in(zoe.id()).await;
    ask(&zoe, 190.0).await.refused(410, "expired");
    sound(&school).await;
});

both_engines!(one_address_opens_only_so_many_payments, |school| {
    let visitor = school.visitor();
    for _ in 0..20 {
        opened(&visitor, 1.0).await;
    }
    let refused = visitor.post("/payment/create-payment-intent", json!({ "amount": 1 })).await;
    refused.refused(429, "too_many_requests");
    opened(&school.visitor(), 1.0).await;
});

both_engines!(an_unsigned_announcement_is_refused, |school| {
    let visitor = school.visitor();
    let (_, payment_ref) = opened(&visitor, 10.0).await;
    let id = status_soon(&school, &payment_ref, "OPEN").await.provider_id.unwrap();
    let body = crate::fake_stripe::event("evt_1", "payment_intent.succeeded", &json!({ "id": id }));
    for signature in ["", "t=1,v1=00", "nonsense"] {
        let headers = [("Stripe-Signature", signature)];
        let reply = visitor.send_bytes(Method::POST, "/payment/webhook", Some(body.clone()), &headers).await;
        reply.refused(400, "invalid_signature");
    }
    let large = visitor.send_bytes(Method::POST, "/payment/webhook", Some(vec![b'1'; 300_000]), &[]).await;
    large.refused(413, "too_large");
    status_soon(&school, &payment_ref, "OPEN").await;
});

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_form_is_not_there_with_another_provider() {
    let stripe = crate::fake_stripe::FakeStripe::start().await;
    let flags = stripe.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let school = School::open(Engine::Sqlite, &flags).await;
    let reply = school.visitor().post("/payment/sandbox/confirm", card("pi_1_secret", GOOD_CARD)).await;
    reply.refused(404, "not_found");
}
