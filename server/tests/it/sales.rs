//! What ADMIN sees of the sales: reservations and subscriptions found, what became of one, and the class.

use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, draft_for, run_jobs, sound, start};
use crate::school::{Client, School};

/// Zoé paid for Léa by card, Karim pays at the desk, Jeanne's hold waits.
async fn sold(school: &School) -> Client {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11, 12])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let karim = school.account(Role::Student, "karim@example.fr").await;
    let wish = json!({ "userId": karim.id(), "courseId": 2, "reservedModuleIds": [],
        "requestedStartDate": "2026-03-09" });
    let desk = admin.post("/reservations", wish).await.ok();
    let confirm = format!("/reservations/{}/confirm", desk["id"]);
    admin.patch(&confirm, json!({ "method": "CHEQUE", "note": "Chèque 1234" })).await.ok();
    school.pass(Duration::days(2));
    start(&school.visitor(), draft("jeanne@example.fr", &[13])).await;
    school.sign_in(admin.id()).await
}

fn payers(list: &Value) -> Vec<&str> {
    let rows = list.as_array().or_else(|| list["items"].as_array()).unwrap();
    rows.iter().map(|row| row["purchase"]["payerEmail"].as_str().unwrap()).collect()
}

both_engines!(reservations_are_found_by_people_money_number_and_day, |school| {
    let admin = sold(&school).await;
    let all = ["jeanne@example.fr", "karim@example.fr", "zoe@example.fr"];
    assert_eq!(payers(&admin.get("/reservations").await.ok()), all);
    let paid = admin.get("/reservations?status=CONFIRMED").await.ok();
    let reference = paid[0]["purchase"]["paymentReference"].as_str().unwrap();
    let found = [
        ("q=ZOE", vec![all[2]]),
        ("q=lea%40example", vec![all[2]]),
        ("q=L%C3%A9a%20Martin", vec![all[2]]),
        (&format!("q={reference}") as &str, vec![all[1]]),
        ("q=n%C2%B0%202", vec![all[1]]),
        ("q=%25", vec![]),
        ("q=nobody", vec![]),
        ("from=2026-03-03", vec![all[0]]),
        ("to=2026-03-02", vec![all[1], all[2]]),
        ("from=2026-03-02&to=2026-03-02&status=CONFIRMED&courseId=2", vec![all[1]]),
        ("from=2026-03-05", vec![]),
    ];
    for (query, expected) in found {
        let page = admin.get(&format!("/reservations?page=1&{query}")).await.ok();
        assert_eq!(payers(&page), expected, "{query}");
        assert_eq!(page["total"], page["items"].as_array().unwrap().len(), "{query}");
    }
    let lea = school.count("SELECT id FROM users WHERE email = 'lea@example.fr'").await;
    assert_eq!(payers(&admin.get(&format!("/reservations?userId={lea}")).await.ok()), [all[2]]);
    let second = admin.get("/reservations?page=2&size=2").await.ok();
    assert_eq!((payers(&second), &second["total"]), (vec![all[2]], &json!(3)));
    for bad in ["from=soon", "to=2026-02-30"] {
        let refused = admin.get(&format!("/reservations?{bad}")).await.refused(422, "invalid_date");
        assert_eq!(refused["fields"][0]["name"], bad.split('=').next().unwrap(), "{bad}");
    }
});

both_engines!(an_admin_sees_what_became_of_a_reservation, |school| {
    let admin = sold(&school).await;
    let list = admin.get("/reservations").await.ok();
    let one = |at: usize| format!("/reservations/{}", list[at]["id"]);

    let cheque = admin.get(&one(1)).await.ok()["history"].clone();
    assert_eq!(cheque["note"], "Chèque 1234");
    let payment = &cheque["payments"][0];
    assert_eq!(
        json!([payment["provider"], payment["status"], payment["amount"], payment["received"]]),
        json!(["DESK", "PAID", 100, 100])
    );
    let done: Vec<_> =
        cheque["events"].as_array().unwrap().iter().map(|event| (&event["what"], &event["role"])).collect();
    let by_admin = json!("ADMIN");
    assert_eq!(done, [(&json!("held"), &by_admin), (&json!("confirmed"), &by_admin)]);
    assert!(cheque["events"][0]["by"].as_str().unwrap().len() > 2);
    assert_eq!(cheque["subscription"]["canAccess"], true);

    let card = admin.get(&one(2)).await.ok()["history"].clone();
    let mails: Vec<_> = card["mails"].as_array().unwrap().iter().map(|mail| &mail["kind"]).collect();
    assert_eq!(mails, ["reservation-confirmed", "beneficiary-confirmed", "admin-booking"]);
    assert_eq!(
        (&card["learner"]["name"], &card["learner"]["email"]),
        (&json!("Léa Martin"), &json!("lea@example.fr"))
    );
    assert_eq!(card["payer"]["phone"], "+33 612345678");

    let held = admin.get(&one(0)).await.ok()["history"].clone();
    assert_eq!((&held["payer"]["name"], &held["payer"]["userId"]), (&json!("Zoé Martin"), &Value::Null));
    assert_eq!(held["events"][0]["by"], Value::Null, "a visitor without an account");

    let cancel = format!("{}/cancel", one(2));
    admin.patch(&cancel, json!({})).await.ok();
    run_jobs(&school).await;
    let cancelled = admin.get(&one(2)).await.ok()["history"].clone();
    assert_eq!(
        json!([cancelled["refunds"][0]["status"], cancelled["refunds"][0]["amount"]]),
        json!(["DONE", 190])
    );
    assert_eq!(cancelled["mails"][3]["kind"], "refund");
    assert_eq!(cancelled["subscription"]["canAccess"], false);

    let zoe = school.count("SELECT id FROM users WHERE email = 'zoe@example.fr'").await;
    let seen = school.sign_in(zoe).await.get(&one(2)).await.ok();
    assert_eq!((seen.get("history"), &seen["status"]), (None, &json!("CANCELLED")));
    sound(&school).await;
});

both_engines!(subscriptions_are_found_by_learner_and_standing, |school| {
    let admin = sold(&school).await;
    let learners = |query: &'static str| {
        let admin = admin.clone();
        async move {
            let page = admin.get(&format!("/subscriptions?page=1&{query}")).await.ok();
            let rows = page["items"].as_array().unwrap();
            assert_eq!(page["total"], rows.len(), "{query}");
            rows.iter().map(|row| row["learnerEmail"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    let (karim, lea) = ("karim@example.fr", "lea@example.fr");
    assert_eq!(learners("").await, [karim, lea]);
    assert_eq!(learners("q=LÉA").await, [lea]);
    assert_eq!(learners("state=LIVE").await, [karim, lea]);
    assert!(learners("state=EXPIRING").await.is_empty());
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-04-03' WHERE course_id = 2").await;
    assert_eq!(learners("state=EXPIRING").await, [karim], "the thirtieth day");
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-03' WHERE course_id = 2").await;
    assert_eq!(learners("state=ENDED").await, [karim]);
    assert_eq!(learners("state=LIVE&courseId=1").await, [lea]);
    school.sql("UPDATE subscriptions SET completed_at = created_at WHERE course_id = 1").await;
    assert_eq!(learners("state=COMPLETED").await, [lea]);

    let all = admin.get("/subscriptions").await.ok();
    assert_eq!(
        json!([all[1]["learnerName"], all[1]["sold"], all[1]["grantReason"]]),
        json!(["Léa Martin", true, null])
    );
    let gift = json!({ "userId": admin.id(), "courseId": 1, "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    let given = admin.get(&format!("/subscriptions?userId={}", admin.id())).await.ok();
    assert_eq!(json!([given[0]["sold"], given[0]["grantReason"]]), json!([false, "bourse"]));
    admin.get("/subscriptions?state=SLEEPING").await.refused(422, "invalid_value");
});

both_engines!(a_class_list_names_those_present_and_keeps_holds_apart, |school| {
    let admin = sold(&school).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let class = admin.get("/courses/admin/1/learners").await.ok();
    assert_eq!(json!([class["course"]["name"], class["course"]["seatsTaken"]]), json!(["Italien A1", 2]));
    let lea = &class["learners"][0];
    assert_eq!(
        json!([lea["firstName"], lea["lastName"], lea["moduleTitles"]]),
        json!(["Léa", "Martin", ["Uno", "Due"]])
    );
    assert_eq!(
        json!([lea["startDate"], lea["since"], lea["status"]]),
        json!(["2026-03-09", "2026-03-02", "ACTIVE"])
    );
    let contact = &lea["contact"];
    assert_eq!(
        json!([contact["email"], contact["payerName"], contact["amount"], contact["phone"]]),
        json!(["lea@example.fr", "Zoé Martin", 190, "+33 612345678"])
    );
    assert_eq!(json!([class["holds"][0]["name"], class["holds"][0]["amount"]]), json!(["Zoé Martin", 50.5]));

    let names = editor.get("/courses/admin/1/learners").await.ok();
    assert_eq!(
        (&names["learners"][0]["lastName"], names["learners"][0].get("contact")),
        (&json!("Martin"), None)
    );
    let text = names.to_string();
    assert!(!text.contains('@') && !text.contains("amount") && !text.contains("0612"), "{text}");

    let path = format!("/subscriptions/{}/deactivate", lea["subscriptionId"]);
    admin.patch(&path, json!({})).await.ok();
    assert_eq!(admin.get("/courses/admin/1/learners").await.ok()["learners"], json!([]));
    admin.get("/courses/admin/999/learners").await.refused(404, "not_found");
    school.visitor().get("/courses/admin/1/learners").await.refused(401, "unauthenticated");
});

both_engines!(the_outbox_is_searched_by_recipient, |school| {
    let admin = sold(&school).await;
    for (q, expected) in [("lea%40", 1), ("L%C3%A9a", 1), ("zoe", 2), ("nobody", 0)] {
        let page = admin.get(&format!("/mail?q={q}")).await.ok();
        assert_eq!(page["total"], expected, "{q}: {page}");
    }
});
