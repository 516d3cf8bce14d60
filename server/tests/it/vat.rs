//! The ground on which no VAT is charged: chosen by the school, claimed for nobody, asked for in production only.

use preau_core::role::Role;
use preau_server::operations::doctor;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, sound, start};
use crate::paper::{pdf, words};
use crate::school::School;

const PRODUCTION: [&str; 4] = ["--env", "production", "--public-url", "https://ecole.example"];
const GROUND: &str = "TVA non applicable, art. 293 B du CGI";

/// An Italian draft with a paid module.
fn paid_draft() -> Value {
    draft("zoe@example.fr", &[11])
}

fn quote() -> Value {
    json!({ "courseId": 1, "reservedModuleIds": [] })
}

both_engines!(the_real_school_publishes_and_sells_nothing_paid_before_it_chose_a_ground, |school| {
    courses(&school).await;
    school
        .sql(
            "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at) VALUES
        (1, 'Ada', 'Rossi', 'ada@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    school.sql("UPDATE courses SET teacher_id = 1, status = 'DRAFT' WHERE id = 2").await;
    let real = school.twin_with(&PRODUCTION).await;
    let admin = real.account(Role::Admin, "admin@example.fr").await;

    let refused = admin.patch("/courses/admin/2/publish", json!({})).await;
    refused.refused(409, "vat_ground_required");
    assert_eq!(school.count("SELECT COUNT(*) FROM courses WHERE id = 2 AND status = 'DRAFT'").await, 1);
    real.visitor().post("/checkout/quote", quote()).await.refused(409, "vat_ground_required");
    real.visitor().post("/checkout", paid_draft()).await.refused(409, "vat_ground_required");
    let learner = real.add_user(Role::Student, "lea@example.fr").await;
    let at_desk = json!({ "userId": learner, "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09" });
    admin.post("/reservations", at_desk.clone()).await.refused(409, "vat_ground_required");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    // What costs nothing has no invoice.
    let free = json!({ "courseId": 3, "reservedModuleIds": [] });
    real.visitor().post("/checkout/quote", free).await.ok();

    admin.put("/settings/school", json!({ "vatMention": GROUND })).await.ok();
    admin.patch("/courses/admin/2/publish", json!({})).await.ok();
    real.visitor().post("/checkout/quote", quote()).await.ok();
    assert_eq!(real.visitor().post("/checkout", paid_draft()).await.status, 201);
    admin.post("/reservations", at_desk).await.ok();
    let cleared = admin.put("/settings/school", json!({ "vatMention": null })).await;
    assert_eq!(cleared.refused(409, "vat_ground_required")["fields"][0]["name"], "vatMention");
});

both_engines!(what_was_held_before_the_ground_was_asked_for_is_paid_and_noticed, |school| {
    courses(&school).await;
    let learner = school.add_user(Role::Student, "lea@example.fr").await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let at_desk = json!({ "userId": learner, "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09" });
    let held = admin.post("/reservations", at_desk).await.ok()["id"].as_i64().unwrap();
    let by_card = start(&school.visitor(), paid_draft()).await;

    let real = school.twin_with(&PRODUCTION).await;
    let admin = real.account(Role::Admin, "other@example.fr").await;
    let confirm = format!("/reservations/{held}/confirm");
    let cash = json!({ "method": "CASH" });
    admin.patch(&confirm, cash.clone()).await.refused(409, "vat_ground_required");
    assert_eq!(doctor::check(&real.app).await.unwrap(), []);
    by_card.pay(CARD_GOOD).await.ok();
    by_card.complete().await.ok();
    let found = doctor::check(&real.app).await.unwrap();
    assert!(found.len() == 1 && found[0].to_string().contains("nothing of VAT"), "{found:?}");

    admin.put("/settings/school", json!({ "vatMention": GROUND })).await.ok();
    assert_eq!(doctor::check(&real.app).await.unwrap(), []);
    assert_eq!(admin.patch(&confirm, cash).await.ok()["status"], "CONFIRMED");
});

both_engines!(only_grounds_are_chosen_and_what_a_school_said_before_stays, |school| {
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let refused = admin.put("/settings/school", json!({ "vatMention": "TVA 20 %" })).await;
    assert_eq!(refused.refused(422, "invalid_value")["fields"][0]["name"], "vatMention");
    assert_eq!(admin.get("/settings/school").await.ok()["vatMention"], Value::Null);
    // Words of before grounds were offered.
    school.sql("UPDATE school SET vat_mention = 'Exonérée de TVA'").await;
    let kept = json!({ "vatMention": "Exonérée de TVA", "city": "Aix" });
    assert_eq!(admin.put("/settings/school", kept).await.ok()["vatMention"], "Exonérée de TVA");
    let real = school.twin_with(&PRODUCTION).await;
    courses(&school).await;
    assert_eq!(real.visitor().post("/checkout", paid_draft()).await.status, 201);
});

both_engines!(an_invoice_claims_what_the_school_chose_and_nothing_else, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    buy(&school, "zoe@example.fr").await;
    admin.put("/settings/school", json!({ "vatMention": GROUND })).await.ok();
    buy(&school, "lea@example.fr").await;
    assert!(!words(&pdf(&admin, 1).await).contains("non applicable"));
    assert!(words(&pdf(&admin, 2).await).contains(GROUND));
    sound(&school).await;
});

async fn buy(school: &School, email: &str) {
    let checkout = start(&school.visitor(), draft(email, &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
}
