//! Children without an e-mail beside the booking form: at the desk, in a course that is cancelled, in the single call.

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{courses, person, sound};
use crate::wards::{WARDS, guardian_and_ward};

both_engines!(a_child_without_an_e_mail_is_sold_to_at_the_desk, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let payer = json!({ "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.fr" });
    let sale = json!({ "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09",
        "learner": { "firstName": "Léa", "lastName": "Martin", "birthDate": "2015-06-01" },
        "payment": { "method": "CASH" } });
    let alone = admin.post("/reservations/desk", sale.clone()).await;
    assert_eq!(alone.field_names(), ["learner.birthDate"]);
    alone.refused(422, "guardian_required");
    let mut grown = sale.clone();
    grown["payer"] = payer.clone();
    grown["learner"]["birthDate"] = json!("1990-06-01");
    assert_eq!(admin.post("/reservations/desk", grown).await.field_names(), ["learner.email"]);
    let mut sold = sale;
    sold["payer"] = payer;
    let first = admin.post("/reservations/desk", sold.clone()).await.ok();
    assert_eq!((&first["status"], &first["purchase"]["learnerEmail"]), (&json!("CONFIRMED"), &json!("")));
    sold["reservedModuleIds"] = json!([12]);
    admin.post("/reservations/desk", sold).await.ok();
    assert_eq!(school.count(WARDS).await, 1);
    let course = admin.get("/courses/admin/1/learners").await.ok();
    assert_eq!(course["learners"][0]["contact"]["email"], Value::Null);
    sound(&school).await;
});

both_engines!(a_cancelled_course_is_told_to_the_guardian_once, |school| {
    guardian_and_ward(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let preview = admin.get("/courses/admin/1/cancel").await;
    let fingerprint = preview.json()["fingerprint"].clone();
    let body = json!({ "reason": "Le professeur est malade.", "fingerprint": fingerprint });
    admin.post("/courses/admin/1/cancel", body).await.ok();
    assert_eq!(school.mails("course-cancelled", "zoe@example.fr").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'course-cancelled'").await, 1);
});

both_engines!(a_beneficiary_without_an_e_mail_is_a_ward, |school| {
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let mut child = person("");
    child["birthDate"] = json!("2015-06-01");
    let first = zoe.post("/users/beneficiaries", child.clone()).await.ok();
    assert_eq!((&first["user"]["email"], &first["rawPassword"]), (&Value::Null, &Value::Null));
    let again = zoe.post("/users/beneficiaries", child.clone()).await.ok();
    assert_eq!(again["user"]["id"], first["user"]["id"]);
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    assert_eq!(admin.post("/users/beneficiaries", child).await.field_names(), ["email"]);
});
