//! Reservations by the single calls and at the desk, and who sees what of them.

use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, draft_for, run_jobs, sound, start};
use crate::school::{Client, School};

/// A reservation made by the single call.
async fn reserve(client: &Client, body: Value) -> i64 {
    let answer = client.post("/reservations", body).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text());
    answer.json()["id"].as_i64().unwrap()
}

fn wish(user: i64, modules: &[i64]) -> Value {
    json!({ "userId": user, "courseId": 1, "reservedModuleIds": modules, "requestedStartDate": "2026-03-09" })
}

async fn desk(school: &School) -> (Client, Client) {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    (admin, school.account(Role::Student, "zoe@example.fr").await)
}

both_engines!(one_reserves_for_oneself_or_a_beneficiary_and_for_nobody_else, |school| {
    let (_, zoe) = desk(&school).await;
    let lea = school.add_user(Role::Student, "lea@example.fr").await;
    zoe.post("/reservations", wish(lea, &[11])).await.refused(404, "not_found");
    zoe.post("/reservations", wish(999, &[11])).await.refused(404, "not_found");
    school
        .sql(
            "INSERT INTO beneficiaries (user_id, beneficiary_id, created_at)
              SELECT z.id, l.id, z.created_at FROM users z, users l
              WHERE z.email = 'zoe@example.fr' AND l.email = 'lea@example.fr'",
        )
        .await;
    let for_lea = reserve(&zoe, wish(lea, &[11])).await;
    let mine =
        reserve(&zoe, json!({ "courseId": 1, "reservedModuleIds": [], "requestedStartDate": "2026-03-09" }))
            .await;
    let reservation = zoe.get(&format!("/reservations/{mine}")).await.ok();
    assert_eq!(reservation["purchase"]["expiresAt"], "2026-03-02T09:15:00.000Z");
    assert_eq!((&reservation["purchase"]["amount"], &reservation["status"]), (&json!(240.5), &json!("HELD")));
    let purchase = &reservation["purchase"];
    assert_eq!(
        json!([
            purchase["forAnother"],
            purchase["cancellable"],
            purchase["withdrawUntil"],
            purchase["refunded"]
        ]),
        json!([false, true, null, 0])
    );
    assert_eq!(zoe.get("/reservations/me").await.ok().as_array().unwrap().len(), 2);
    let as_learner = zoe.get(&format!("/reservations/student/{}", zoe.id())).await.ok();
    assert_eq!(as_learner[0]["id"], mine, "what one pays for oneself is seen before it is confirmed");
    let bad = zoe.post("/reservations", json!({ "reservedModuleIds": null })).await;
    assert_eq!(bad.field_names(), ["courseId", "reservedModuleIds", "requestedStartDate"]);

    let lea = school.sign_in(lea).await;
    let seen = lea.get(&format!("/reservations/{for_lea}")).await.ok();
    assert_eq!((seen.get("purchase"), &seen["status"]), (None, &json!("HELD")));
    let stranger = school.account(Role::Editor, "editor@preau.test").await;
    stranger.get(&format!("/reservations/{for_lea}")).await.refused(404, "not_found");
    stranger.get(&format!("/reservations/student/{}", zoe.id())).await.refused(404, "not_found");
    for path in ["confirm", "cancel"] {
        let path = format!("/reservations/{for_lea}/{path}");
        stranger.patch(&path, json!({})).await.refused(404, "not_found");
        lea.patch(&path, json!({})).await.refused(404, "not_found");
    }
    sound(&school).await;
});

both_engines!(the_payer_confirms_with_a_verified_payment_only, |school| {
    let (_, zoe) = desk(&school).await;
    let id = reserve(&zoe, wish(zoe.id(), &[11])).await;
    let confirm = format!("/reservations/{id}/confirm");
    let send = |body: Option<Value>| {
        let (zoe, confirm) = (zoe.clone(), confirm.clone());
        async move { zoe.send(axum::http::Method::PATCH, &confirm, body, &[]).await }
    };
    send(None).await.refused(402, "unpaid");
    send(Some(json!({ "method": "CASH" }))).await.refused(402, "unpaid");
    let intent = json!({ "amount": 100, "reservationId": id });
    let mismatch = zoe.post("/payment/create-payment-intent", intent).await.refused(409, "amount_mismatch");
    assert_eq!(mismatch["params"]["amount"], json!(120.0));
    let intent = json!({ "amount": 120, "reservationId": id });
    let intent = zoe.post("/payment/create-payment-intent", intent).await.ok();
    let card = json!({ "clientSecret": intent["clientSecret"], "holderName": "Zoé", "cardNumber": CARD_GOOD,
        "expMonth": 12, "expYear": 2030, "cvc": "123" });
    zoe.post("/payment/sandbox/confirm", card).await.ok();
    assert_eq!(send(None).await.ok()["status"], "CONFIRMED");
    let confirmed = &send(None).await.ok()["purchase"];
    assert_eq!(
        json!([
            confirmed["confirmedBy"],
            confirmed["paymentStatus"],
            confirmed["withdrawUntil"],
            confirmed["cancellable"]
        ]),
        json!(["CARD", "PAID", "2026-03-16", false])
    );
    let path = format!("/reservations/{id}/cancel");
    zoe.patch(&path, json!({})).await.refused(409, "not_cancellable");
    sound(&school).await;
});

both_engines!(the_desk_holds_for_a_week_and_takes_cash, |school| {
    let (admin, zoe) = desk(&school).await;
    let id = reserve(&admin, wish(zoe.id(), &[11, 12])).await;
    school.pass(Duration::days(6));
    run_jobs(&school).await;
    let admin = school.sign_in(admin.id()).await;
    let confirm = format!("/reservations/{id}/confirm");
    let stale = admin
        .send(
            axum::http::Method::PATCH,
            &confirm,
            Some(json!({ "method": "CASH" })),
            &[("If-Match", "\"0\"")],
        )
        .await;
    assert_eq!(stale.refused(412, "stale")["current"]["id"], id);
    let done = admin.patch(&confirm, json!({ "method": "CHEQUE", "note": "n° 12" })).await.ok();
    assert_eq!(done["purchase"]["confirmedBy"], "CHEQUE");
    let again = admin.patch(&confirm, json!({ "method": "CASH" })).await.ok();
    assert_eq!(again["purchase"]["confirmedBy"], "CHEQUE", "confirmed once");
    assert_eq!(school.count("SELECT COUNT(*) FROM payments WHERE provider = 'DESK'").await, 1);
    let zoe = school.sign_in(zoe.id()).await;
    assert_eq!(
        zoe.get("/reservations/me").await.ok()[0]["purchase"]["payerId"],
        zoe.id(),
        "the learner pays"
    );

    let late = reserve(&admin, wish(school.add_user(Role::Student, "lea@example.fr").await, &[11])).await;
    school.pass(Duration::days(8));
    run_jobs(&school).await;
    school.sql("UPDATE courses SET capacity = 1 WHERE id = 1").await;
    let admin = school.sign_in(admin.id()).await;
    let late = format!("/reservations/{late}/confirm");
    admin.patch(&late, json!({ "method": "CASH" })).await.refused(409, "full");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0, "the money is still on the table");
    sound(&school).await;
});

both_engines!(a_card_that_is_charged_after_the_desk_was_paid_gives_the_money_back, |school| {
    let (admin, zoe) = desk(&school).await;
    let checkout = start(&zoe, crate::booking::draft("zoe@example.fr", &[11])).await;
    let path = format!("/reservations/{}/confirm", checkout.id);
    admin.patch(&path, json!({ "method": "TRANSFER" })).await.ok();
    school.sql("UPDATE payments SET status = 'OPEN' WHERE provider = 'SANDBOX'").await;
    let id = "SELECT COUNT(*) FROM refunds WHERE reason = 'SECOND_PAYMENT'";
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT provider_id FROM payments WHERE provider = 'SANDBOX'";
    let (intent,) = preau_server::fetch_optional!(conn, (String,), sql).unwrap().unwrap();
    drop(conn);
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    preau_server::sales::checkout::settle::settle_payment(&school.app, &intent).await.unwrap();
    assert_eq!(school.count(id).await, 1);
    assert_eq!(checkout.complete().await.ok()["reservation"]["status"], "CONFIRMED");
    sound(&school).await;
});

both_engines!(only_what_a_cancelled_reservation_bought_ends, |school| {
    let (admin, zoe) = desk(&school).await;
    let mut ids = Vec::new();
    for modules in [&[11][..], &[12]] {
        let checkout = start(&zoe, crate::booking::draft("zoe@example.fr", modules)).await;
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        ids.push(checkout.id);
    }
    let cancel = |id: i64| format!("/reservations/{id}/cancel");
    admin.patch(&cancel(ids[0]), json!({ "refundAmount": 121 })).await.refused(422, "refund_too_high");
    admin.patch(&cancel(ids[0]), json!({ "refundAmount": 20 })).await.ok();
    let subscription = &zoe.get(&format!("/subscriptions/user/{}", zoe.id())).await.ok()[0];
    assert_eq!((&subscription["moduleIds"], &subscription["active"]), (&json!([12]), &json!(true)));
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);

    admin.patch(&cancel(ids[1]), json!({})).await.ok();
    let cancelled = admin.patch(&cancel(ids[1]), json!({})).await.ok();
    assert_eq!(cancelled["purchase"]["refunds"][0]["amount"], 70, "again changes nothing");
    assert_eq!(cancelled["purchase"]["refunded"], 70);
    let subscription = &zoe.get(&format!("/subscriptions/user/{}", zoe.id())).await.ok()[0];
    assert_eq!((&subscription["active"], &subscription["displayStatus"]), (&json!(false), &json!("EXPIRED")));
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    run_jobs(&school).await;
    assert_eq!(
        school.count("SELECT refunded_cents FROM sandbox_intents WHERE amount_cents = 12000").await,
        2000
    );
    assert_eq!(
        school.count("SELECT refunded_cents FROM sandbox_intents WHERE amount_cents = 7000").await,
        7000
    );
    sound(&school).await;
});

both_engines!(a_reservation_with_money_is_never_deleted, |school| {
    let (admin, zoe) = desk(&school).await;
    let held = start(&zoe, crate::booking::draft("zoe@example.fr", &[11])).await;
    let path = format!("/reservations/{}", held.id);
    zoe.delete(&path).await.refused(403, "forbidden");
    assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
    assert_eq!(held.pay(CARD_GOOD).await.status.as_u16(), 410);
    admin.get(&path).await.refused(404, "not_found");
    let paid = start(&zoe, crate::booking::draft("zoe@example.fr", &[11])).await;
    paid.pay(CARD_GOOD).await.ok();
    paid.complete().await.ok();
    admin.delete(&format!("/reservations/{}", paid.id)).await.refused(409, "has_money");
    admin.delete("/reservations/999").await.refused(404, "not_found");
    sound(&school).await;
});

both_engines!(the_school_lists_reservations_by_page_and_state, |school| {
    let (admin, zoe) = desk(&school).await;
    for n in 0..3 {
        start(&zoe, draft_for("zoe@example.fr", &format!("lea{n}@example.fr"), &[11])).await;
    }
    assert_eq!(admin.get("/reservations").await.ok().as_array().unwrap().len(), 3);
    let page = admin.get("/reservations?page=2&size=2&status=HELD&courseId=1").await.ok();
    assert_eq!((&page["total"], page["items"].as_array().unwrap().len()), (&json!(3), 1));
    assert_eq!(page["items"][0]["purchase"]["learnerName"], Value::Null);
    admin.get("/reservations?status=LOST").await.refused(422, "invalid_value");
    zoe.get("/reservations").await.refused(403, "forbidden");
    assert_eq!(school.visitor().get("/reservations").await.status.as_u16(), 401);
});

both_engines!(an_own_hold_that_was_paid_does_not_give_way_to_a_single_call, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let wish = |modules: Value| json!({ "courseId": 1, "reservedModuleIds": modules, "requestedStartDate": "2026-03-09" });
    let first = start(&zoe, draft("zoe@example.fr", &[12])).await;
    zoe.post("/reservations", wish(json!([11]))).await.ok();
    assert_eq!(first.status(&school).await, "CANCELLED");
    assert_eq!(
        school.count("SELECT COUNT(*) FROM payments WHERE status = 'CANCELLED'").await,
        1,
        "closed at once"
    );

    let paid = start(&zoe, draft("zoe@example.fr", &[])).await;
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED' WHERE status = 'OPEN'").await;
    zoe.post("/reservations", wish(json!([]))).await.refused(409, "already_subscribed");
    assert_eq!(paid.status(&school).await, "CONFIRMED");
    sound(&school).await;
});
