//! What a payer agrees to before a seat is held: asked for when the sale needs it, kept with version and time.

use preau_core::role::Role;
use preau_server::fetch_all;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, draft_for, person, sound, start};
use crate::school::{Client, School};

/// The two courses, with terms of sale in force.
async fn with_terms(school: &School) -> Client {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    admin.put("/pages/cgv", json!({ "html": "<p>Un</p>" })).await.ok();
    admin
}

fn with(mut draft: Value, given: Value) -> Value {
    let Value::Object(given) = given else { panic!("an object") };
    draft.as_object_mut().unwrap().extend(given);
    draft
}

/// The Chinese course on the net.
fn online(email: &str) -> Value {
    with(draft(email, &[]), json!({ "courseId": 2 }))
}

/// What was agreed to, by reservation, with the number of the terms.
async fn kept(school: &School) -> Vec<(i64, String, Option<i64>)> {
    const KEPT: &str = "
        SELECT c.reservation_id, c.kind, p.number FROM consents c LEFT JOIN school_pages p ON p.id = c.page_id
        ORDER BY c.reservation_id, c.kind";
    let mut conn = school.app.db.read().await.unwrap();
    fetch_all!(conn, (i64, String, Option<i64>), KEPT).unwrap()
}

fn kinds(kept: &[(i64, String, Option<i64>)]) -> Vec<(&str, Option<i64>)> {
    kept.iter().map(|(_, kind, terms)| (kind.as_str(), *terms)).collect()
}

both_engines!(an_early_start_is_asked_for_and_not_demanded, |school| {
    courses(&school).await;
    let quote = json!({ "courseId": 2, "reservedModuleIds": [] });
    let quote = school.visitor().post("/checkout/quote", quote).await.ok();
    assert_eq!((&quote["consents"], &quote["termsVersion"]), (&json!(["EARLY_START"]), &Value::Null));
    let unasked = with(online("zoe@example.fr"), json!({ "requestEarlyStart": false }));
    school.visitor().post("/checkout", unasked).await.ok();
    assert_eq!(kept(&school).await, []);
    school.visitor().post("/checkout", online("lea@example.fr")).await.ok();
    assert_eq!(kinds(&kept(&school).await), [("EARLY_START", None)]);
});

both_engines!(an_online_course_that_would_be_over_first_is_sold_with_an_early_start_alone, |school| {
    courses(&school).await;
    // Two weeks before its end, the last day on which it is sold.
    school.sql("UPDATE courses SET start_date = '2026-02-02', end_date = '2026-03-16' WHERE id = 2").await;
    let today = json!({ "requestedStartDate": "2026-03-02" });
    let quote = with(json!({ "courseId": 2, "reservedModuleIds": [] }), today.clone());
    let quote = school.visitor().post("/checkout/quote", quote).await.ok();
    assert_eq!(
        (&quote["earlyStartRequired"], &quote["opensWithoutEarlyStart"]),
        (&json!(true), &json!("2026-03-17"))
    );
    let asked = with(online("zoe@example.fr"), today);
    let unasked = with(asked.clone(), json!({ "requestEarlyStart": false }));
    let refused = school.visitor().post("/checkout", unasked).await;
    refused.refused(422, "early_start_required");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
    start(&school.visitor(), asked).await;
    sound(&school).await;
});

both_engines!(a_class_that_meets_later_opens_its_lessons_early_when_that_is_asked_for, |school| {
    courses(&school).await;
    school.sql("UPDATE courses SET start_date = '2026-05-04', end_date = '2026-07-31' WHERE id = 1").await;
    let wished = |day: &str| json!({ "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": day });
    let asked = async |day: &str| {
        school.visitor().post("/checkout/quote", wished(day)).await.ok()["consents"].clone()
    };
    assert_eq!(asked("2026-03-09").await, json!(["EARLY_START"]));
    assert_eq!(asked("2026-05-04").await, json!([]));
});

both_engines!(a_visitor_agrees_to_the_terms_and_to_an_early_start, |school| {
    with_terms(&school).await;
    let visitor = school.visitor();
    let quote = visitor.post("/checkout/quote", json!({ "courseId": 2, "reservedModuleIds": [] })).await.ok();
    assert_eq!((&quote["consents"], &quote["termsVersion"]), (&json!(["TERMS", "EARLY_START"]), &json!(1)));
    let nothing = with(online("zoe@example.fr"), json!({ "requestEarlyStart": false }));
    let refused = visitor.post("/checkout", nothing).await;
    assert_eq!(refused.field_names(), ["acceptTerms"]);
    assert_eq!(refused.status, 422);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);

    let sure = with(
        online("zoe@example.fr"),
        json!({ "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true }),
    );
    let checkout = Started::new(&visitor, &visitor.post("/checkout", sure).await.ok());
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    assert_eq!(kinds(&kept(&school).await), [("EARLY_START", None), ("TERMS", Some(1))]);
    let given = "SELECT COUNT(*) FROM consents c JOIN reservations r ON r.id = c.reservation_id
        WHERE c.given_at = r.created_at";
    assert_eq!(school.count(given).await, 2);
    sound(&school).await;
});

both_engines!(terms_that_changed_meanwhile_are_accepted_anew, |school| {
    let admin = with_terms(&school).await;
    let visitor = school.visitor();
    let said = |version: i64| {
        with(
            draft("zoe@example.fr", &[11]),
            json!({ "acceptTerms": true, "termsVersion": version, "requestEarlyStart": true }),
        )
    };
    let held = visitor.post("/checkout", said(1)).await.ok();
    admin.put("/pages/cgv", json!({ "html": "<p>Deux</p>" })).await.ok();
    let again = with(
        said(1),
        json!({ "reservationId": held["reservationId"], "checkoutToken": held["checkoutToken"] }),
    );
    let changed = visitor.post("/checkout", again).await;
    assert_eq!(changed.field_names(), ["acceptTerms"]);
    assert_eq!(changed.refused(409, "terms_changed")["fields"][0]["params"]["version"], 2);
    let again = with(
        said(2),
        json!({ "reservationId": held["reservationId"], "checkoutToken": held["checkoutToken"] }),
    );
    let replaced = visitor.post("/checkout", again).await.ok();
    let kept = kept(&school).await;
    let numbers: Vec<_> =
        kept.iter().filter(|(_, kind, _)| kind == "TERMS").map(|(_, _, number)| *number).collect();
    assert_eq!(numbers, [Some(1), Some(2)], "each hold keeps what was agreed to for it");
    assert_ne!(replaced["reservationId"], held["reservationId"]);
});

both_engines!(parents_agree_for_a_learner_under_eighteen_and_to_the_data_of_one_under_fifteen, |school| {
    courses(&school).await;
    let mut child = draft_for("zoe@example.fr", "lea@example.fr", &[11]);
    child["beneficiaryData"]["birthDate"] = json!("2011-03-03");
    let visitor = school.visitor();
    let silent = visitor.post("/checkout", child.clone()).await;
    assert_eq!(silent.field_names(), ["parentalConsent", "childDataConsent"]);
    let quote = json!({ "courseId": 1, "reservedModuleIds": [11], "birthDate": "2011-03-03" });
    let quote = visitor.post("/checkout/quote", quote).await.ok();
    assert_eq!(quote["consents"], json!(["EARLY_START", "PARENTAL", "CHILD_DATA"]));
    let both = json!({ "parentalConsent": true, "childDataConsent": true });
    visitor.post("/checkout", with(child.clone(), both)).await.ok();
    assert_eq!(
        kinds(&kept(&school).await),
        [("CHILD_DATA", None), ("EARLY_START", None), ("PARENTAL", None)]
    );

    // From the fifteenth birthday on the learner consents for their data, from the eighteenth on nobody is asked.
    child["beneficiaryData"]["birthDate"] = json!("2011-03-02");
    child["beneficiaryData"]["email"] = json!("mia@example.fr");
    child["bookerData"]["email"] = json!("yves@example.fr");
    let visitor = school.visitor();
    assert_eq!(visitor.post("/checkout", child.clone()).await.field_names(), ["parentalConsent"]);
    child["beneficiaryData"]["birthDate"] = json!("2008-03-02");
    visitor.post("/checkout", child).await.ok();
});

both_engines!(who_is_signed_in_agrees_too_and_the_desk_does_not, |school| {
    let admin = with_terms(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let wish = json!({ "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09" });
    zoe.post("/reservations", wish.clone()).await.refused(422, "terms_required");
    let agreed = json!({ "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true });
    zoe.post("/reservations", with(wish.clone(), agreed)).await.ok();
    assert_eq!(kept(&school).await.len(), 2);

    let lea = school.account(Role::Student, "lea@example.fr").await;
    admin.post("/reservations", with(wish, json!({ "userId": lea.id() }))).await.ok();
    assert_eq!(kept(&school).await.len(), 2, "the school reserves for them at the desk");
});

both_engines!(a_free_course_has_terms_and_nothing_to_withdraw_from, |school| {
    with_terms(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = created_at").await;
    let mut free = with(draft("zoe@example.fr", &[]), json!({ "courseId": 3 }));
    free["bookerData"] = person("zoe@example.fr");
    zoe.post("/checkout", free.clone()).await.refused(422, "terms_required");
    let given =
        zoe.post("/checkout", with(free, json!({ "acceptTerms": true, "termsVersion": 1 }))).await.ok();
    assert_eq!(given["status"], "CONFIRMED");
    assert_eq!(kinds(&kept(&school).await), [("TERMS", Some(1))]);
    sound(&school).await;
});

both_engines!(what_was_agreed_to_goes_with_a_reservation_that_is_deleted, |school| {
    let admin = with_terms(&school).await;
    let agreed = json!({ "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true });
    let visitor = school.visitor();
    let checkout =
        Started::new(&visitor, &visitor.post("/checkout", with(online("zoe@example.fr"), agreed)).await.ok());
    assert_eq!(admin.get("/pages/cgv/versions").await.ok()[0]["accepted"], 1);
    checkout.cancel().await.ok();
    school.sql("DELETE FROM payments").await;
    let path = format!("/reservations/{}", checkout.id);
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(kept(&school).await, []);
});

both_engines!(what_the_payer_agreed_to_and_withdrew_from_is_theirs_to_take_along, |school| {
    with_terms(&school).await;
    let sure = with(
        online("zoe@example.fr"),
        json!({ "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true,
            "reservationTarget": "other", "beneficiaryData": person("lea@example.fr") }),
    );
    let visitor = school.visitor();
    let checkout = Started::new(&visitor, &visitor.post("/checkout", sure).await.ok());
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let zoe = school.count("SELECT id FROM users WHERE email = 'zoe@example.fr'").await;
    let lea = school.count("SELECT id FROM users WHERE email = 'lea@example.fr'").await;
    let zoe = school.sign_in(zoe).await;
    zoe.post(&format!("/reservations/{}/withdraw", checkout.id), json!({})).await.ok();

    let at = "2026-03-02T09:00:00.000Z";
    let export = zoe.get("/users/me/export").await.ok();
    assert_eq!(
        export["consents"],
        json!([
            { "reservationId": checkout.id, "kind": "EARLY_START", "termsVersion": null, "givenAt": at },
            { "reservationId": checkout.id, "kind": "TERMS", "termsVersion": 1, "givenAt": at },
        ])
    );
    assert_eq!(
        export["withdrawals"],
        json!([{ "reservationId": checkout.id, "declaredAt": at, "outcome": "REFUNDED", "proposedCents": 10_000,
            "decidedCents": null, "decidedAt": null, "note": null, "refundStatus": "PENDING" }])
    );
    let hers = school.sign_in(lea).await.get("/users/me/export").await.ok();
    assert_eq!((&hers["consents"], &hers["withdrawals"]), (&json!([]), &json!([])), "the payer's affair");
});
