//! Subscriptions: given, claimed, lengthened, ended, completed; and whose they are.

use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, run_jobs, sound, start};
use crate::school::{Client, School};

async fn people(school: &School) -> (Client, Client) {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    (admin, school.account(Role::Student, "zoe@example.fr").await)
}

fn gift(user: &Client, modules: &[i64]) -> Value {
    json!({ "userId": user.id(), "courseId": 1, "moduleIds": modules, "reason": "bourse" })
}

both_engines!(a_gift_takes_a_seat_and_has_a_reason, |school| {
    let (admin, zoe) = people(&school).await;
    school.sql("UPDATE courses SET capacity = 1 WHERE id = 1").await;
    let mut unexplained = gift(&zoe, &[]);
    unexplained["reason"] = json!("  ");
    let refused = admin.post("/subscriptions", unexplained).await;
    assert_eq!(refused.json()["fields"][0]["code"], "reason_required");
    zoe.post("/subscriptions", gift(&zoe, &[])).await.refused(403, "forbidden");
    let mut nobody = gift(&zoe, &[]);
    nobody["userId"] = json!(999);
    assert_eq!(admin.post("/subscriptions", nobody).await.field_names(), ["userId"]);

    let given = admin.post("/subscriptions", gift(&zoe, &[11])).await.ok();
    assert_eq!((&given["paymentReference"], &given["canAccess"]), (&Value::Null, &json!(true)));
    admin.post("/subscriptions", gift(&zoe, &[11])).await.refused(422, "already_owned");
    let more = admin.post("/subscriptions", gift(&zoe, &[12])).await.ok();
    assert_eq!((&more["id"], &more["moduleIds"]), (&given["id"], &json!([11, 12])));
    admin.post("/subscriptions", gift(&zoe, &[])).await.ok();
    admin.post("/subscriptions", gift(&zoe, &[])).await.refused(409, "already_subscribed");
    let lea = school.account(Role::Student, "lea@example.fr").await;
    admin.post("/subscriptions", gift(&lea, &[])).await.refused(409, "full");
    sound(&school).await;

    let path = format!("/subscriptions/{}", given["id"]);
    assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
    admin.post("/subscriptions", gift(&lea, &[])).await.ok();
    sound(&school).await;
});

both_engines!(a_subscription_is_lengthened_and_ended_by_the_school_alone, |school| {
    let (admin, zoe) = people(&school).await;
    let given = admin.post("/subscriptions", gift(&zoe, &[])).await.ok();
    let path = |what: &str| format!("/subscriptions/{}/{what}", given["id"]);
    assert_eq!(given["accessExpiresAt"], "2026-09-02");
    let longer = admin.patch(&path("extend?days=10"), json!({})).await.ok();
    assert_eq!(longer["accessExpiresAt"], "2026-09-12");
    for days in ["0", "367", "-1"] {
        let refused = admin.patch(&path(&format!("extend?days={days}")), json!({})).await;
        assert_eq!(refused.json()["fields"][0]["code"], "extension_out_of_range");
    }
    assert_eq!(admin.patch(&path("extend"), json!({})).await.field_names(), ["days"]);
    zoe.patch(&path("extend?days=10"), json!({})).await.refused(403, "forbidden");
    zoe.patch(&path("deactivate"), json!({})).await.refused(403, "forbidden");

    let access = format!("/subscriptions/check-access?userId={}&courseId=1", zoe.id());
    assert_eq!(zoe.get(&access).await.ok(), json!(true));
    admin.patch(&path("deactivate"), json!({})).await.ok();
    admin.patch(&path("deactivate"), json!({})).await.ok();
    assert_eq!(zoe.get(&access).await.ok(), json!(false));
    admin.patch(&path("extend?days=10"), json!({})).await.refused(409, "conflict");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    sound(&school).await;
});

both_engines!(a_subscription_is_complete_when_every_lesson_was_viewed, |school| {
    let (admin, zoe) = people(&school).await;
    let given = admin.post("/subscriptions", gift(&zoe, &[11, 12])).await.ok();
    let id = given["id"].as_i64().unwrap();
    let path = |what: &str| format!("/subscriptions/{id}/{what}");
    let refused = zoe.patch(&path("complete"), json!({})).await.refused(409, "not_complete");
    assert_eq!(refused["params"]["missing"], json!([101, 102, 103]));
    school
        .sql(
            "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at)
        SELECT s.id, l.id, s.created_at FROM subscriptions s, lessons l WHERE l.chapter_id = 1",
        )
        .await;
    let now = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&now["progressionPercentage"], &now["nextModuleId"]), (&json!(66), &json!(12)));
    assert_eq!(now["moduleCompletionMap"], json!({ "11": true, "12": false }));
    assert_eq!(zoe.get(&path("next-module")).await.ok(), json!({ "moduleId": 12, "title": "Due" }));
    zoe.patch(&path("modules/11/complete"), json!({})).await.ok();
    zoe.patch(&path("modules/12/complete"), json!({})).await.refused(409, "not_complete");
    zoe.patch(&path("modules/13/complete"), json!({})).await.refused(404, "not_found");
    school
        .sql(
            "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at)
        SELECT s.id, 103, s.created_at FROM subscriptions s",
        )
        .await;
    for _ in 0..2 {
        let done = zoe.patch(&path("complete"), json!({})).await.ok();
        assert_eq!((&done["status"], &done["displayStatus"]), (&json!("COMPLETED"), &json!("COMPLETED")));
    }
    assert_eq!(zoe.get(&path("next-module")).await.ok(), Value::Null);
    school
        .sql(
            "INSERT INTO lessons (id, chapter_id, title, order_index, created_at, updated_at)
        VALUES (104, 2, 'Nuovo', 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    assert_eq!(zoe.get(&format!("/subscriptions/{id}")).await.ok()["displayStatus"], "COMPLETED");
});

both_engines!(a_subscription_is_seen_by_its_learner_and_the_school, |school| {
    let (admin, zoe) = people(&school).await;
    let given = admin.post("/subscriptions", gift(&zoe, &[11])).await.ok();
    let stranger = school.account(Role::Student, "lea@example.fr").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for path in [
        format!("/subscriptions/{}", given["id"]),
        format!("/subscriptions/{}/next-module", given["id"]),
        format!("/subscriptions/user/{}", zoe.id()),
        format!("/subscriptions/check-access?userId={}&courseId=1", zoe.id()),
    ] {
        zoe.get(&path).await.ok();
        admin.get(&path).await.ok();
        stranger.get(&path).await.refused(404, "not_found");
        editor.get(&path).await.refused(404, "not_found");
        school.visitor().get(&path).await.refused(401, "unauthenticated");
    }
    let path = format!("/subscriptions/{}/complete", given["id"]);
    stranger.patch(&path, json!({})).await.refused(404, "not_found");
    let page = admin.get("/subscriptions?page=1&size=1").await.ok();
    assert_eq!((&page["total"], &page["items"][0]["userId"]), (&json!(1), &json!(zoe.id())));
    zoe.get("/subscriptions").await.refused(403, "forbidden");
});

/// Opens an amount-only payment and pays it.
async fn paid_unbound(client: &Client, amount: i64) -> String {
    let intent = client.post("/payment/create-payment-intent", json!({ "amount": amount })).await.ok();
    let card = json!({ "clientSecret": intent["clientSecret"], "holderName": "Zoé", "cardNumber": CARD_GOOD,
        "expMonth": 12, "expYear": 2030, "cvc": "123" });
    client.post("/payment/sandbox/confirm", card).await.ok();
    intent["paymentRef"].as_str().unwrap().to_owned()
}

both_engines!(a_subscription_is_claimed_with_the_reservation_s_own_payment_only, |school| {
    let (_, zoe) = people(&school).await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let reservation = |client: Client, course: i64, modules: Vec<i64>| async move {
        let body =
            json!({ "courseId": course, "reservedModuleIds": modules, "requestedStartDate": "2026-03-09" });
        client.post("/reservations", body).await.ok()["id"].as_i64().unwrap()
    };
    let id = reservation(zoe.clone(), 1, vec![11]).await;
    let claim = |name: &str| format!("/subscriptions/from-reservation/{id}?paymentRef={name}");
    zoe.post(&claim("PAY_REF_1_made_up"), json!({})).await.refused(409, "payment_mismatch");
    zoe.post(&format!("/subscriptions/from-reservation/{id}"), json!({})).await.refused(402, "unpaid");
    let of_lea = paid_unbound(&lea, 120).await;
    zoe.post(&claim(&of_lea), json!({})).await.refused(409, "payment_mismatch");
    let too_little = paid_unbound(&zoe, 119).await;
    zoe.post(&claim(&too_little), json!({})).await.refused(409, "payment_mismatch");
    let good = paid_unbound(&zoe, 120).await;
    lea.post(&claim(&good), json!({})).await.refused(404, "not_found");

    let made = zoe.post(&claim(&good), json!({})).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let again = zoe.post(&claim(&good), json!({})).await;
    assert_eq!((again.status.as_u16(), &again.json()["id"]), (200, &made.json()["id"]));
    assert_eq!(again.json()["paymentReference"], good);
    let other = reservation(zoe.clone(), 2, vec![]).await;
    let reused = format!("/subscriptions/from-reservation/{other}?paymentRef={good}");
    zoe.post(&reused, json!({})).await.refused(409, "payment_mismatch");

    school.pass(Duration::minutes(31));
    run_jobs(&school).await;
    let unbound = "SELECT COUNT(*) FROM refunds WHERE reason = 'UNBOUND' AND status = 'DONE'";
    assert_eq!(school.count(unbound).await, 2, "what paid for nothing goes back");
    sound(&school).await;
});

both_engines!(the_tab_follows_the_course_and_the_access, |school| {
    let (_, zoe) = people(&school).await;
    let checkout = start(&zoe, draft("zoe@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    let id = checkout.complete().await.ok()["subscription"]["id"].clone();
    school.pass(Duration::days(100));
    let zoe = school.sign_in(zoe.id()).await;
    let ended = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    let seen = (&ended["displayStatus"], &ended["status"], &ended["canAccess"]);
    assert_eq!(
        seen,
        (&json!("EXPIRED"), &json!("ACTIVE"), &json!(true)),
        "the course is over, the access not"
    );
    school.pass(Duration::days(100));
    let zoe = school.sign_in(zoe.id()).await;
    let over = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&over["status"], &over["canAccess"]), (&json!("EXPIRED"), &json!(false)));
    assert_eq!(
        school.count("SELECT seats_taken FROM courses WHERE id = 1").await,
        1,
        "a seat stays after expiry"
    );
});

both_engines!(a_reservation_taken_back_leaves_what_another_one_bought_too, |school| {
    let (admin, zoe) = people(&school).await;
    let mut bought = Vec::new();
    for modules in [&[11, 12][..], &[13]] {
        let checkout = start(&zoe, draft("zoe@example.fr", modules)).await;
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        bought.push(checkout.id);
    }
    // As a school may hold it from before overlapping money went back.
    school
        .sql(
            "INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents)
              SELECT MAX(id), 1, 11, 'Uno', 0 FROM reservations",
        )
        .await;
    admin.patch(&format!("/reservations/{}/cancel", bought[0]), json!({})).await.ok();
    let left = zoe.get(&format!("/subscriptions/user/{}", zoe.id())).await.ok();
    assert_eq!((&left[0]["moduleIds"], &left[0]["canAccess"]), (&json!([11, 13]), &json!(true)));
    admin.patch(&format!("/reservations/{}/cancel", bought[1]), json!({})).await.ok();
    // Over now: what it granted stays to be read.
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscription_modules").await, 2);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    sound(&school).await;
});
