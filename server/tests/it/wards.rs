//! Children: who books for them, what becomes of one without an e-mail, and what a guardian may do for a ward.

use chrono::Duration;
use futures_util::future::join_all;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, draft_for, person, sound, start};
use crate::school::{Client, School};

pub const WARDS: &str = "SELECT COUNT(*) FROM users WHERE email IS NULL AND deleted_at IS NULL";

/// A visitor's draft for a child of ten without an e-mail.
fn for_child(guardian: &str, modules: &[i64]) -> Value {
    let mut draft = draft_for(guardian, "", modules);
    draft["beneficiaryData"]["birthDate"] = json!("2015-06-01");
    draft["parentalConsent"] = json!(true);
    draft["childDataConsent"] = json!(true);
    draft
}

/// The same of somebody signed in.
fn for_own_child(guardian: &str, modules: &[i64]) -> Value {
    let mut draft = for_child(guardian, modules);
    draft["bookerData"] = person(guardian);
    draft
}

async fn buy(client: &Client, draft: Value) -> Value {
    let checkout = start(client, draft).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok()
}

/// A guardian with an account, and the subscription and the ward that a purchase made.
pub async fn guardian_and_ward(school: &School) -> (Client, i64, i64) {
    courses(school).await;
    let guardian = school.account(Role::Student, "zoe@example.fr").await;
    let bought = buy(&guardian, for_own_child("zoe@example.fr", &[11])).await;
    let subscription = &bought["subscription"];
    (guardian, subscription["id"].as_i64().unwrap(), subscription["userId"].as_i64().unwrap())
}

both_engines!(nobody_under_eighteen_books, |school| {
    courses(&school).await;
    // Today is 2 March 2026.
    for (born, allowed) in [("2008-03-03", false), ("2008-03-02", true)] {
        let mut own = draft("zoe@example.fr", &[11]);
        own["bookerData"]["birthDate"] = json!(born);
        let reply = school.visitor().post("/checkout", own).await;
        if allowed {
            reply.ok();
        } else {
            assert_eq!(reply.field_names(), ["bookerData.birthDate"]);
            reply.refused(422, "guardian_required");
            assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
        }
    }
    let minor = school.account(Role::Student, "ado@example.fr").await;
    school.sql("UPDATE users SET birth_date = '2010-01-01' WHERE email = 'ado@example.fr'").await;
    let wish = json!({ "courseId": 1, "reservedModuleIds": [12], "requestedStartDate": "2026-03-09" });
    let reply = minor.post("/reservations", wish).await;
    assert_eq!(reply.field_names(), ["birthDate"]);
    reply.refused(422, "guardian_required");
});

both_engines!(a_visitor_buys_for_a_child_without_an_e_mail, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let mut silent = for_child("zoe@example.fr", &[11]);
    silent.as_object_mut().unwrap().remove("parentalConsent");
    silent.as_object_mut().unwrap().remove("childDataConsent");
    assert_eq!(
        visitor.post("/checkout", silent).await.field_names(),
        ["parentalConsent", "childDataConsent"]
    );
    let mut grown = for_child("zoe@example.fr", &[11]);
    grown["beneficiaryData"]["birthDate"] = json!("2008-03-02");
    assert_eq!(visitor.post("/checkout", grown).await.field_names(), ["beneficiaryData.email"]);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);

    let bought = buy(&visitor, for_child("zoe@example.fr", &[11])).await;
    let of_ward = "SELECT COUNT(*) FROM users w JOIN users g ON g.id = w.guardian_id
        WHERE w.email IS NULL AND w.first_name = 'Léa' AND w.password_hash IS NULL AND g.email = 'zoe@example.fr'";
    assert_eq!(school.count(of_ward).await, 1);
    assert_ne!(bought["subscription"]["userId"], bought["user"]["id"]);
    assert_eq!(bought["subscription"]["learnerName"], "Léa Martin");
    let consents = "SELECT COUNT(*) FROM consents WHERE kind IN ('PARENTAL', 'CHILD_DATA')";
    assert_eq!(school.count(consents).await, 2);
    // One mail to the guardian, who is the payer, and none to nobody.
    assert_eq!(school.mails("reservation-confirmed", "zoe@example.fr").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'beneficiary-confirmed'").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE recipient = ''").await, 0);
    sound(&school).await;

    // Nobody signs in without an address, nor asks for a link.
    let empty = json!({ "email": "", "password": "zebre-bleu-7" });
    assert_eq!(school.visitor().post("/auth/login", empty).await.status, 422);
    let ward = bought["subscription"]["userId"].as_i64().unwrap();
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let reset = json!({ "newPassword": "zebre-bleu-7" });
    admin.put(&format!("/users/{ward}/reset-password"), reset).await.refused(409, "no_email");
    admin.put(&format!("/users/{ward}"), json!({ "role": "EDITOR" })).await.refused(409, "no_email");
    let ageless = admin.put(&format!("/users/{ward}"), json!({ "birthDate": null })).await;
    assert_eq!(ageless.field_names(), ["birthDate"]);
});

both_engines!(one_child_is_one_ward, |school| {
    let (guardian, _, ward) = guardian_and_ward(&school).await;
    // Typed again, and written otherwise.
    let mut again = for_own_child("zoe@example.fr", &[12]);
    again["beneficiaryData"]["firstName"] = json!(" LEA ");
    let second = buy(&guardian, again).await;
    assert_eq!(second["subscription"]["userId"], ward);
    // Chosen from the list.
    let learners = guardian.get("/users/me/learners").await.ok();
    assert_eq!((learners.as_array().unwrap().len(), &learners[0]["version"]), (1, &json!(1)));
    let mut chosen = for_own_child("zoe@example.fr", &[13]);
    chosen.as_object_mut().unwrap().remove("beneficiaryData");
    chosen["beneficiaryId"] = learners[0]["id"].clone();
    let third = buy(&guardian, chosen.clone()).await;
    assert_eq!(third["subscription"]["userId"], ward);
    guardian.post("/checkout", chosen).await.refused(422, "already_owned");
    assert_eq!(school.count(WARDS).await, 1);
    // A brother is somebody else.
    let mut brother = for_own_child("zoe@example.fr", &[11]);
    brother["beneficiaryData"]["firstName"] = json!("Tom");
    buy(&guardian, brother).await;
    assert_eq!(school.count(WARDS).await, 2);
    sound(&school).await;
});

both_engines!(two_purchases_at_once_make_one_ward, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let italian = start(&visitor, for_child("zoe@example.fr", &[11])).await;
    let mut other = for_child("zoe@example.fr", &[]);
    other["courseId"] = json!(2);
    let chinese = start(&visitor, other).await;
    for checkout in [&italian, &chinese] {
        checkout.pay(CARD_GOOD).await.ok();
    }
    let both = [italian, chinese]
        .map(|checkout: Started| tokio::spawn(async move { checkout.complete().await.ok() }));
    let done: Vec<Value> = join_all(both).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(done[0]["subscription"]["userId"], done[1]["subscription"]["userId"]);
    assert_eq!(school.count(WARDS).await, 1);
    sound(&school).await;
});

both_engines!(one_child_is_held_once_on_a_course, |school| {
    courses(&school).await;
    let guardian = school.account(Role::Student, "zoe@example.fr").await;
    let tasks = (0..3).map(|_| {
        let client = guardian.clone();
        tokio::spawn(async move {
            client.post("/checkout", for_own_child("zoe@example.fr", &[11])).await.status.as_u16()
        })
    });
    let replies: Vec<u16> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert!(replies.contains(&201), "{replies:?}");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE status = 'HELD'").await, 1);
    // Somebody else's child of the same name and day is another child.
    start(&school.visitor(), for_child("yves@example.fr", &[11])).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE status = 'HELD'").await, 2);
    sound(&school).await;
});

both_engines!(a_guardian_follows_the_courses_of_a_ward, |school| {
    let (guardian, subscription, ward) = guardian_and_ward(&school).await;
    let own = guardian.get(&format!("/subscriptions/user/{}", guardian.id())).await.ok();
    assert_eq!((&own[0]["id"], &own[0]["learnerName"]), (&json!(subscription), &json!("Léa Martin")));
    guardian.get(&format!("/subscriptions/{subscription}")).await.ok();
    // Whenever lessons open, they are open by now.
    school.pass(Duration::days(30));
    let guardian = school.sign_in(guardian.id()).await;
    guardian.get("/chapter-lessons/chapter/1").await.ok();
    for lesson in [101, 102] {
        let view = format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
        guardian.post(&view, json!({})).await.ok();
    }
    guardian.get(&format!("/users/{ward}")).await.ok();
    guardian.get(&format!("/reservations/student/{ward}")).await.ok();
    let export = guardian.get("/users/me/export").await.ok();
    assert_eq!(export["wards"][0]["account"]["firstName"], "Léa");
    assert_eq!(export["wards"][0]["subscriptions"].as_array().unwrap().len(), 1);

    let stranger = school.account(Role::Student, "paul@example.fr").await;
    for path in [
        format!("/subscriptions/user/{ward}"),
        format!("/subscriptions/{subscription}"),
        format!("/users/{ward}"),
        format!("/reservations/student/{ward}"),
    ] {
        stranger.get(&path).await.refused(404, "not_found");
    }
    let view = format!("/progress/view?subscriptionId={subscription}&lessonId=101");
    stranger.post(&view, json!({})).await.refused(404, "not_found");
    stranger
        .put(&format!("/users/{ward}"), json!({ "email": "a@example.fr" }))
        .await
        .refused(404, "not_found");
    let mut named = for_own_child("paul@example.fr", &[12]);
    named.as_object_mut().unwrap().remove("beneficiaryData");
    named["beneficiaryId"] = json!(ward);
    named["requestedStartDate"] = json!("2026-04-06");
    let refused = stranger.post("/checkout", named).await;
    assert_eq!(refused.field_names(), ["beneficiaryId"]);
    let quote = json!({ "courseId": 1, "reservedModuleIds": [12], "reservationTarget": "other", "beneficiaryId": ward });
    assert_eq!(stranger.post("/checkout/quote", quote).await.field_names(), ["beneficiaryId"]);
    let single = json!({ "userId": ward, "courseId": 1, "reservedModuleIds": [12], "requestedStartDate": "2026-03-09" });
    stranger.post("/reservations", single).await.refused(404, "not_found");
});

both_engines!(an_e_mail_ends_the_guardianship, |school| {
    let (guardian, subscription, ward) = guardian_and_ward(&school).await;
    let path = format!("/users/{ward}");
    guardian.put(&path, json!({ "email": "lea@" })).await.refused(422, "invalid_email");
    guardian.put(&path, json!({ "email": "zoe@example.fr" })).await.refused(409, "email_taken");
    guardian.put(&path, json!({ "email": "lea@example.fr" })).await.ok();
    assert_eq!(school.mails("set-password", "lea@example.fr").await, 1);
    assert_eq!(school.count(WARDS).await, 0);
    guardian.get(&path).await.refused(404, "not_found");
    guardian.get(&format!("/subscriptions/{subscription}")).await.refused(404, "not_found");
    guardian.put(&path, json!({ "email": "zoe2@example.fr" })).await.refused(404, "not_found");
    let lea = school.sign_in(ward).await;
    lea.get(&format!("/subscriptions/{subscription}")).await.ok();
    // The purchase stays the payer's, and they may book for the child again.
    let bought = guardian.get("/reservations/me").await.ok();
    assert_eq!(bought.as_array().unwrap().len(), 1);
    let learners = guardian.get("/users/me/learners").await.ok();
    assert_eq!((&learners[0]["version"], &learners[0]["birthDate"]), (&Value::Null, &Value::Null));
});

both_engines!(an_admin_sees_the_guardian_and_gives_an_e_mail, |school| {
    let (_, _, ward) = guardian_and_ward(&school).await;
    school
        .sql("UPDATE users SET search_text = 'zoe martin zoe@example.fr' WHERE email = 'zoe@example.fr'")
        .await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    for sought in ["lea", "zoe@example.fr"] {
        let found = admin.get(&format!("/users?q={sought}")).await.ok();
        let child = found.as_array().unwrap().iter().find(|user| user["id"] == ward).unwrap().clone();
        assert_eq!((&child["email"], &child["guardian"]["email"]), (&Value::Null, &json!("zoe@example.fr")));
    }
    admin.put(&format!("/users/{ward}"), json!({ "email": "lea@example.fr" })).await.ok();
    assert_eq!(school.mails("set-password", "lea@example.fr").await, 1);
    let child = admin.get(&format!("/users/{ward}")).await.ok();
    assert_eq!((&child["email"], &child["guardian"]), (&json!("lea@example.fr"), &Value::Null));
});

both_engines!(wards_go_with_their_guardian, |school| {
    let (guardian, _, _) = guardian_and_ward(&school).await;
    school.sql("UPDATE mails SET status = 'SENT'").await;
    assert!(school.count("SELECT COUNT(*) FROM mails WHERE params LIKE '%Léa%'").await > 0);
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.delete(&format!("/users/{}", guardian.id())).await.ok();
    assert_eq!(school.count(WARDS).await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE first_name = 'Léa'").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE active").await, 0);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE child_key <> ''").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE params LIKE '%Léa%'").await, 0);
});
