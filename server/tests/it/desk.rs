//! A sale at the desk, whole in one call.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{courses, draft, sound, start};
use crate::school::School;

fn sale(email: &str) -> Value {
    json!({ "courseId": 1, "reservedModuleIds": [11, 12], "requestedStartDate": "2026-03-09", "amount": 190,
        "learner": { "firstName": "Rosa", "lastName": "Diaz", "email": email },
        "payment": { "method": "CHEQUE", "note": "n° 12" } })
}

async fn nothing_left(school: &School) {
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE role = 'STUDENT'").await, 0);
}

both_engines!(a_person_is_entered_sold_to_and_enrolled_in_one_change, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let key = [("Idempotency-Key", "sale-1")];
    let sell =
        async || admin.send(Method::POST, "/reservations/desk", Some(sale("rosa@example.fr")), &key).await;
    let sold = sell().await;
    assert_eq!(sold.status.as_u16(), 201, "{}", sold.text());
    let sold = sold.json();
    assert_eq!(
        json!([sold["status"], sold["purchase"]["confirmedBy"], sold["purchase"]["amount"]]),
        json!(["CONFIRMED", "CHEQUE", 190])
    );
    assert_eq!(sell().await.json()["id"], sold["id"], "pressed twice, sold once");
    assert_eq!(school.count("SELECT COUNT(*) FROM payments WHERE provider = 'DESK'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'set-password'").await, 1);

    let again = admin.post("/reservations/desk", sale("ROSA@example.fr ")).await;
    again.refused(422, "already_owned");
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE role = 'STUDENT'").await, 1);
    sound(&school).await;
});

both_engines!(somebody_else_may_pay_and_the_seat_may_wait_a_week, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let mut waiting = sale("lea@example.fr");
    waiting["payer"] = json!({ "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.fr" });
    waiting.as_object_mut().unwrap().remove("payment");
    let held = admin.post("/reservations/desk", waiting).await.ok();
    let purchase = &held["purchase"];
    assert_eq!(
        json!([held["status"], purchase["payerEmail"], purchase["learnerEmail"], purchase["forAnother"]]),
        json!(["HELD", "zoe@example.fr", "lea@example.fr", true])
    );
    assert_eq!(purchase["expiresAt"], "2026-03-09T09:00:00.000Z");
    assert_eq!(school.count("SELECT COUNT(*) FROM beneficiaries").await, 1);
    sound(&school).await;
});

both_engines!(a_seat_just_paid_on_the_site_is_not_sold_again, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let rosa = school.account(Role::Student, "rosa@example.fr").await;
    let checkout = start(&rosa, draft("rosa@example.fr", &[11, 12])).await;
    // The school has not heard of it yet.
    let paid = "UPDATE sandbox_intents SET status = 'SUCCEEDED'";
    school.sql(paid).await;
    admin.post("/reservations/desk", sale("rosa@example.fr")).await.refused(422, "already_owned");
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0);
    sound(&school).await;
});

/// The languages of a sale of the desk by an Italian-speaking administrator: of the mails to these two people, and of
/// the invoice.
async fn languages(school: &School, sale: Value, emails: [&str; 2]) -> Value {
    let admin = school.account(Role::Admin, &format!("{}.admin@preau.test", emails[0])).await;
    let headers = [("Accept-Language", "it")];
    let sold = admin.send(Method::POST, "/reservations/desk", Some(sale), &headers).await.ok();
    let id = sold["id"].as_i64().unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let mails = "SELECT DISTINCT language FROM mails WHERE recipient = $1";
    let mut read = Vec::new();
    for email in emails {
        let rows = preau_server::fetch_all!(conn, (String,), mails, email).unwrap();
        read.push(rows.into_iter().map(|(language,)| language).collect::<Vec<_>>());
    }
    let paper = "SELECT language FROM invoices WHERE reservation_id = $1";
    let paper = preau_server::fetch_all!(conn, (String,), paper, id).unwrap();
    json!([read[0], read[1], paper[0].0])
}

both_engines!(everybody_is_written_to_in_their_own_language_whoever_sells, |school| {
    courses(&school).await;
    let with = |learner: &str, payer: Option<&str>, language: Option<&str>| {
        let mut sale = sale(learner);
        if let Some(payer) = payer {
            sale["payer"] = json!({ "firstName": "Zoé", "lastName": "Martin", "email": payer });
        }
        if let Some(language) = language {
            sale["language"] = json!(language);
        }
        sale
    };
    let nobody = ["a@example.fr", "b@example.fr"];
    let none_known = languages(&school, with(nobody[0], Some(nobody[1]), None), nobody).await;
    assert_eq!(none_known, json!([["it"], ["it"], "it"]), "the desk's, as nothing else is known");

    let nobody = ["c@example.fr", "d@example.fr"];
    let chosen = languages(&school, with(nobody[0], Some(nobody[1]), Some("zh")), nobody).await;
    assert_eq!(chosen, json!([["zh"], ["zh"], "zh"]), "what was chosen at the desk");

    school.add_user(Role::Student, "english@example.fr").await;
    school.sql("UPDATE users SET language = 'en' WHERE email = 'english@example.fr'").await;
    let known = ["e@example.fr", "english@example.fr"];
    let payer_known = languages(&school, with(known[0], Some(known[1]), Some("zh")), known).await;
    assert_eq!(payer_known, json!([["zh"], ["en"], "en"]), "who is known reads their own, and their invoice");

    let wrong = school.account(Role::Admin, "admin@preau.test").await;
    let wrong = wrong.post("/reservations/desk", with("f@example.fr", None, Some("de"))).await;
    assert_eq!((wrong.status.as_u16(), wrong.field_names()), (422, vec!["language".to_owned()]));
    sound(&school).await;
});

both_engines!(what_cannot_be_sold_leaves_nobody_behind, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let with = |name: &str, value: Value| {
        let mut sale = sale("rosa@example.fr");
        sale[name] = value;
        sale
    };
    let refused = admin.post("/reservations/desk", with("amount", json!(120))).await;
    assert_eq!(refused.refused(409, "amount_mismatch")["params"]["amount"], 190.0);
    let someone = json!({ "firstName": "", "lastName": "Diaz", "email": "rosa" });
    let fields = admin.post("/reservations/desk", with("learner", someone)).await;
    assert_eq!(fields.field_names(), ["learner.firstName", "learner.email"]);
    let unpaid = admin.post("/reservations/desk", with("payment", json!({ "note": "x" }))).await;
    assert_eq!(unpaid.field_names(), ["payment.method"]);
    admin.post("/reservations/desk", with("courseId", json!(4))).await.refused(409, "not_published");
    school.sql("UPDATE courses SET capacity = 0 WHERE id = 1").await;
    admin.post("/reservations/desk", sale("rosa@example.fr")).await.refused(409, "full");
    nothing_left(&school).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    editor.post("/reservations/desk", sale("rosa@example.fr")).await.refused(403, "forbidden");
    sound(&school).await;
});
