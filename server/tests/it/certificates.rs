//! Certificates of completion: issued once, by completion or by hand; verified, revoked, put in force again; and what is
//! left of them when an account is deleted.

use axum::http::header;
use chrono::Duration;
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::learning::certificates::issue;
use preau_server::mail;
use preau_server::operations::doctor;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, sound, start};
use crate::progress::{give, italian as in_class, view};
use crate::school::{Client, School};
use crate::smtp::Sink;

const CERTIFICATES: &str = "SELECT COUNT(*) FROM certificates";
const MAILS: &str = "SELECT COUNT(*) FROM mails WHERE kind = 'certificate-issued'";

/// The course of [`in_class`], online: there a completion counts. Each of its modules has lessons.
pub async fn italian(school: &School) -> (Client, Client) {
    let people = in_class(school).await;
    school.sql("UPDATE courses SET type = 'ONLINE', start_date = '2026-03-02'").await;
    school.sql("UPDATE chapters SET module_id = 13 WHERE id = 3").await;
    people
}

/// Follows the Italian course, or modules of it; answers the subscription's id.
async fn complete(admin: &Client, learner: &Client, modules: &[i64], lessons: &[i64]) -> i64 {
    let id = give(admin, learner, modules).await;
    for lesson in lessons {
        view(learner, id, *lesson).await.ok();
    }
    id
}

const ALL: [i64; 5] = [101, 102, 103, 104, 105];

async fn own(learner: &Client) -> Vec<Value> {
    learner.get("/certificates/me").await.ok().as_array().unwrap().clone()
}

async fn verify(who: &Client, text: &str) -> crate::school::Reply {
    who.post("/certificates/verify", json!({ "code": text })).await
}

/// The code in the address that a certificate bears.
fn code(certificate: &Value) -> String {
    certificate["verifyUrl"].as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

both_engines!(who_completes_a_course_has_one_certificate_and_one_mail, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &ALL[..4]).await;
    assert_eq!(school.count(CERTIFICATES).await, 0);
    for _ in 0..3 {
        view(&zoe, id, 105).await.ok();
    }
    let found = own(&zoe).await;
    assert_eq!(found.len(), 1);
    let mut seen = found[0].clone();
    let number = seen["number"].as_str().unwrap().to_owned();
    assert!(number.starts_with("ATT-2026-") && number.len() == 17, "{number}");
    let url = seen["verifyUrl"].as_str().unwrap().to_owned();
    assert!(url.starts_with("http://localhost:8080/verifier#PREAU2."), "{url}");
    for field in ["number", "verifyUrl"] {
        seen[field] = Value::Null;
    }
    assert_eq!(
        seen,
        json!({ "id": 1, "number": null, "learnerName": "Jeanne Morel", "courseName": "Italien A1", "language": "it",
            "level": "A1", "hours": null, "attendedMinutes": null, "heldMinutes": null, "startsOn": "2026-03-02", "endsOn": "2026-03-02",
            "issuedAt": "2026-03-02T09:00:00.000Z", "revokedAt": null, "revokeReason": null, "subscriptionId": id,
            "verifyUrl": null })
    );
    assert_eq!(
        verify(&school.visitor(), &url).await.ok(),
        json!({ "number": number, "schoolName": "Préau", "learnerName": "Jeanne Morel", "courseName": "Italien A1",
            "language": "it", "level": "A1", "hours": null, "attendedMinutes": null, "heldMinutes": null, "startsOn": "2026-03-02", "endsOn": "2026-03-02",
            "issuedOn": "2026-03-02" })
    );
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (1, 1));
    let issued = "SELECT COUNT(*) FROM audit WHERE action = 'certificate.issued'";
    assert_eq!(school.count(issued).await, 1);
    sound(&school).await;
});

both_engines!(the_certificate_comes_by_mail_as_it_is_downloaded, |school| {
    let sink = Sink::open().await;
    let school = school.twin_with(&["--smtp-url", &sink.url()]).await;
    let (admin, zoe) = italian(&school).await;
    school.sql("UPDATE users SET language = 'it' WHERE email = 'zoe@example.fr'").await;
    complete(&admin, &zoe, &[], &ALL).await;
    mail::worker::run_due(&school.app).await.unwrap();
    let arrived = sink.arrived();
    let brought: Vec<_> = arrived.iter().filter(|mail| mail.to == "zoe@example.fr").collect();
    assert_eq!(brought.len(), 1);
    let attached = brought[0].attachments();
    let own = own(&zoe).await;
    assert_eq!(attached.len(), 1);
    assert_eq!(attached[0].0, format!("{}.pdf", own[0]["number"].as_str().unwrap()));
    let answer = zoe.get("/certificates/1/pdf").await;
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/pdf");
    assert_eq!(answer.bytes(), attached[0].1);
    let told = &admin.get("/mail").await.ok()["items"][0];
    assert_eq!(told["subject"], "Il suo attestato di fine corso: Italien A1");
});

both_engines!(modules_bought_later_have_a_second_certificate, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[11], &[101, 102]).await;
    school.pass(Duration::hours(1));
    let (admin, zoe) = (school.sign_in(admin.id()).await, school.sign_in(zoe.id()).await);
    complete(&admin, &zoe, &[12], &[103]).await;
    let found = own(&zoe).await;
    let names: Vec<_> = found.iter().map(|one| one["courseName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Italien A1 (Uno, Due)", "Italien A1 (Uno)"]);
    assert_ne!(found[0]["number"], found[1]["number"]);
    assert_eq!(school.count(MAILS).await, 2);
    sound(&school).await;
});

both_engines!(what_was_bought_and_given_back_earns_no_second_certificate, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[11], &[101, 102]).await;
    let first = own(&zoe).await;
    school.pass(Duration::hours(1));
    let (admin, zoe) = (school.sign_in(admin.id()).await, school.sign_in(zoe.id()).await);
    let checkout = start(&zoe, draft("zoe@example.fr", &[12])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    view(&zoe, id, 101).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE status = 'COMPLETED'").await, 1);
    assert_eq!(own(&zoe).await, first);
    let again = admin.post("/certificates", json!({ "subscriptionId": id })).await.ok();
    assert_eq!((again["number"].clone(), school.count(CERTIFICATES).await), (first[0]["number"].clone(), 1));
    sound(&school).await;
});

both_engines!(modules_without_lessons_are_on_no_certificate, |school| {
    let (admin, zoe) = italian(&school).await;
    school.sql("DELETE FROM lessons WHERE id > 102").await;
    complete(&admin, &zoe, &[], &[101, 102]).await;
    let found = own(&zoe).await;
    assert_eq!(found.len(), 1);
    assert!(found[0]["courseName"].as_str().unwrap().starts_with("Italien A1 ("), "{found:?}");
    sound(&school).await;
});

both_engines!(a_certificate_says_for_ever_what_it_said, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    let before = (own(&zoe).await, zoe.get("/certificates/1/pdf").await.bytes().to_vec());
    for statement in [
        "UPDATE courses SET name = 'Autre', total_hours = 99, start_date = '2026-01-01'",
        "UPDATE school SET name = 'Ailleurs', city = 'Arles'",
        "UPDATE levels SET name = 'Z9'",
        "UPDATE users SET first_name = 'X', language = 'zh' WHERE role = 'STUDENT'",
    ] {
        school.sql(statement).await;
    }
    // A newer key signs what is issued from now on.
    school.pass(Duration::days(1));
    school
        .sql("INSERT INTO server_keys (name, secret, created_at)
            SELECT 'certificate 2', secret, '2026-03-03T00:00:00Z' FROM server_keys WHERE name = 'access-token'")
        .await;
    let (admin, zoe) = (school.sign_in(admin.id()).await, school.sign_in(zoe.id()).await);
    assert_eq!(before, (own(&zoe).await, zoe.get("/certificates/1/pdf").await.bytes().to_vec()));
    let lea = school.account(Role::Student, "lea@example.fr").await;
    complete(&admin, &lea, &[], &ALL).await;
    let keys = school.visitor().get("/certificates/keys").await.ok();
    let key = |nth: usize| keys[nth]["id"].as_str().unwrap().to_owned();
    let (newer, older) = (own(&lea).await, own(&zoe).await);
    assert!(code(&newer[0]).starts_with(&format!("PREAU2.{}.", key(0))));
    assert!(code(&older[0]).starts_with(&format!("PREAU2.{}.", key(1))));
    for certificate in [&newer[0], &older[0]] {
        verify(&lea, &code(certificate)).await.ok();
    }
});

both_engines!(what_the_school_did_not_sign_is_not_genuine, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    let code = code(&own(&zoe).await[0]);
    let visitor = school.visitor();
    let lines: Vec<String> =
        code.as_bytes().chunks(50).map(|line| String::from_utf8(line.to_vec()).unwrap()).collect();
    for pasted in [
        code.clone(),
        format!("\n  {}\n", lines.join("\r\n")),
        format!("http://localhost:8080/verifier#{code}"),
        format!("https://ecole.example/verifier?lang=it&code={code}&x=1"),
    ] {
        verify(&visitor, &pasted).await.ok();
    }
    let parts: Vec<&str> = code.split('.').collect();
    let changed = |text: &str| {
        let other = if text.starts_with('A') { "B" } else { "A" };
        format!("{other}{}", &text[1..])
    };
    let (key, payload, signature) = (parts[1], parts[2], parts[3]);
    let stranger: Value = serde_json::from_str(include_str!("../../../core/cases/certificate.json")).unwrap();
    for forged in [
        format!("PREAU2.{}.{payload}.{signature}", changed(key)),
        format!("PREAU2.{key}.{}.{signature}", changed(payload)),
        format!("PREAU2.{key}.{payload}.{}", changed(signature)),
        stranger["cases"][0]["code"].as_str().unwrap().to_owned(),
    ] {
        let refused = verify(&visitor, &forged).await;
        refused.refused(422, "certificate_forged");
        assert_eq!(refused.field_names(), ["code"]);
    }
    for unreadable in [&code[..code.len() - 1], &code[..40], "ATT-2026-00000000", "PREAU1.a.b.c", "bonjour"] {
        let refused = verify(&visitor, unreadable).await;
        refused.refused(422, "certificate_unreadable");
        assert_eq!(refused.field_names(), ["code"]);
    }
    for empty in [json!({}), json!({ "code": " \n" }), json!({ "code": null })] {
        let refused = visitor.post("/certificates/verify", empty).await;
        refused.refused(422, "required");
        assert_eq!(refused.field_names(), ["code"]);
    }
    school.sql("DELETE FROM certificates").await;
    verify(&visitor, &code).await.refused(404, "not_found");
});

both_engines!(a_code_is_neither_kept_nor_asked_about_without_end, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    let code = code(&own(&zoe).await[0]);
    let visitor = school.visitor();
    let key = [("idempotency-key", "k1")];
    let body = Some(json!({ "code": code }));
    let answer = visitor.send(axum::http::Method::POST, "/certificates/verify", body, &key).await;
    answer.ok();
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(school.count("SELECT COUNT(*) FROM idempotency_keys WHERE answer IS NOT NULL").await, 0);
    for _ in 0..59 {
        verify(&visitor, &code).await.ok();
    }
    verify(&visitor, &code).await.refused(429, "too_many_requests");
    verify(&school.visitor(), &code).await.ok();
    school.pass(Duration::seconds(61));
    verify(&visitor, &code).await.ok();
});

both_engines!(a_revoked_certificate_is_not_in_force_until_it_is_again, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    let code = code(&own(&zoe).await[0]);
    for (reason, refusal) in [
        (json!(null), "reason_required"),
        (json!("  "), "reason_required"),
        (json!("x".repeat(501)), "too_long"),
    ] {
        let refused = admin.post("/certificates/1/revoke", json!({ "reason": reason })).await;
        refused.refused(422, refusal);
        assert_eq!(refused.field_names(), ["reason"]);
    }
    for reason in ["Délivrée par erreur", "encore"] {
        let revoked = admin.post("/certificates/1/revoke", json!({ "reason": reason })).await.ok();
        assert_eq!(revoked["revokeReason"], "Délivrée par erreur", "the first word stands");
        assert_eq!(revoked["revokedAt"], "2026-03-02T09:00:00.000Z");
    }
    let refused = verify(&school.visitor(), &code).await.refused(410, "certificate_revoked");
    assert_eq!(refused["params"]["day"], "2026-03-02");
    for reader in [&zoe, &admin] {
        reader.get("/certificates/1/pdf").await.refused(410, "certificate_revoked");
    }
    let seen = &own(&zoe).await[0];
    assert_eq!(
        (&seen["revokedAt"], &seen["revokeReason"]),
        (&json!("2026-03-02T09:00:00.000Z"), &Value::Null)
    );
    for _ in 0..2 {
        let back = admin.send(axum::http::Method::POST, "/certificates/1/reinstate", None, &[]).await.ok();
        assert_eq!((&back["revokedAt"], &back["revokeReason"]), (&Value::Null, &Value::Null));
    }
    verify(&school.visitor(), &code).await.ok();
    assert_eq!(zoe.get("/certificates/1/pdf").await.status, 200);
    let journal = admin.get("/audit").await.ok();
    let actions: Vec<_> =
        journal["items"].as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions[..2], [json!("certificate.reinstated"), json!("certificate.revoked")]);
    assert_eq!(journal["items"][0]["name"], seen["number"]);
    admin.post("/certificates/99/revoke", json!({ "reason": "x" })).await.refused(404, "not_found");
});

both_engines!(a_course_in_person_has_no_certificate_without_sheets, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let id = give(&admin, &zoe, &[11, 12]).await;
    let online = json!({ "userId": zoe.id(), "courseId": 2, "moduleIds": [], "reason": "bourse" });
    let online = admin.post("/subscriptions", online).await.ok()["id"].as_i64().unwrap();
    for lesson in [101, 102, 103] {
        view(&zoe, id, lesson).await.ok();
    }
    // The course is over.
    school.pass(Duration::days(100));
    let admin = school.sign_in(admin.id()).await;
    let by_hand = async |id: i64| admin.post("/certificates", json!({ "subscriptionId": id })).await;
    by_hand(id).await.refused(409, "certificate_no_sheets");
    by_hand(online).await.refused(409, "certificate_not_due");
    let unknown = by_hand(999).await;
    unknown.refused(422, "unknown_reference");
    assert_eq!(unknown.field_names(), ["subscriptionId"]);
    assert_eq!(admin.post("/certificates", json!({})).await.field_names(), ["subscriptionId"]);
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (0, 0));
    sound(&school).await;
});

both_engines!(nobody_completes_a_course_before_its_first_day, |school| {
    let (admin, zoe) = italian(&school).await;
    school.sql("UPDATE courses SET start_date = '2026-03-09' WHERE id = 1").await;
    let id = complete(&admin, &zoe, &[], &ALL).await;
    assert_eq!(zoe.get(&format!("/subscriptions/{id}")).await.ok()["displayStatus"], "COMPLETED");
    admin.post("/certificates", json!({ "subscriptionId": id })).await.refused(409, "certificate_not_due");
    issue::run_waiting(&school.app).await.unwrap();
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (0, 0));
    sound(&school).await;
    school.pass(Duration::days(7));
    for _ in 0..2 {
        issue::run_waiting(&school.app).await.unwrap();
    }
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (1, 1));
    let zoe = school.sign_in(zoe.id()).await;
    assert_eq!(own(&zoe).await[0]["issuedAt"], "2026-03-09T09:00:00.000Z");
    sound(&school).await;
});

both_engines!(what_was_marked_with_its_chapter_earns_no_certificate, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &[101]).await;
    for chapter in [1, 2, 3] {
        let path = format!("/progress/chapter/complete?subscriptionId={id}&chapterId={chapter}");
        let told = zoe.send(axum::http::Method::POST, &path, None, &[]).await.ok();
        assert_eq!((&told["chapter"]["percent"], &told["chapter"]["completed"]), (&json!(100), &json!(true)));
    }
    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["displayStatus"], &seen["progressionPercentage"]), (&json!("COMPLETED"), &json!(100)));
    assert_eq!(school.count(CERTIFICATES).await, 0);
    sound(&school).await;
    admin.post("/certificates", json!({ "subscriptionId": id })).await.refused(409, "certificate_not_due");
    for lesson in [102, 103, 104] {
        view(&zoe, id, lesson).await.ok();
    }
    assert_eq!(school.count(CERTIFICATES).await, 0, "one lesson is left");
    for _ in 0..2 {
        view(&zoe, id, 105).await.ok();
    }
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (1, 1));
    sound(&school).await;
});

both_engines!(certificates_of_before_keep_their_form, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    let newer = code(&own(&zoe).await[0]);
    school.sql("UPDATE certificates SET hours = 24").await;
    let seen = &own(&zoe).await[0];
    let older = code(seen);
    assert!(older.starts_with("PREAU1.") && seen["hours"] == 24, "{seen}");
    assert_eq!(verify(&zoe, &older).await.ok()["hours"], 24);
    // The row says what was issued: nothing else counts under its number.
    verify(&zoe, &newer).await.refused(422, "certificate_forged");
    assert_eq!(zoe.get("/certificates/1/pdf").await.status, 200);
});

both_engines!(ten_hands_at_once_issue_one_certificate, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &ALL).await;
    for statement in ["DELETE FROM certificates", "DELETE FROM mails WHERE kind = 'certificate-issued'"] {
        school.sql(statement).await;
    }
    let calls = (0..10).map(|_| {
        let admin = admin.clone();
        tokio::spawn(async move { admin.post("/certificates", json!({ "subscriptionId": id })).await })
    });
    let answers = join_all(calls).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.as_ref().unwrap().status.as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 9, "{statuses:?}");
    assert_eq!((school.count(CERTIFICATES).await, school.count(MAILS).await), (1, 1));
});

both_engines!(a_completion_of_old_gets_its_certificate_by_hand, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &ALL).await;
    for statement in ["DELETE FROM certificates", "DELETE FROM mails WHERE kind = 'certificate-issued'"] {
        school.sql(statement).await;
    }
    sound(&school).await;
    let made = admin.post("/certificates", json!({ "subscriptionId": id })).await;
    assert_eq!((made.status.as_u16(), &made.ok()["endsOn"]), (201, &json!("2026-03-02")));
    sound(&school).await;
    school.sql("DELETE FROM mails WHERE kind = 'certificate-issued'").await;
    let found: Vec<String> =
        doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("certificates without the mail"), "{found:?}");
});

both_engines!(the_doctor_misses_a_certificate_that_was_not_issued, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    school.pass(Duration::hours(1));
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let admin = school.sign_in(admin.id()).await;
    let id = complete(&admin, &lea, &[], &ALL).await;
    sound(&school).await;
    school.sql("DELETE FROM certificates WHERE id = 2").await;
    let found = doctor::check(&school.app).await.unwrap();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, [format!("1 completed subscriptions without the certificate that they earned: {id}")]);
});

both_engines!(who_leaves_takes_their_name_along, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &ALL).await;
    let code = code(&own(&zoe).await[0]);
    let held = zoe.get("/users/me/export").await.ok();
    assert_eq!(held["certificates"][0]["courseName"], "Italien A1");
    assert_eq!(held["certificates"][0]["learnerName"], "Jeanne Morel");
    let listed =
        async |q: &str| admin.get(&format!("/certificates?page=1&q={q}")).await.ok()["total"].clone();
    assert_eq!((listed("jeanne").await, listed("italien").await), (json!(1), json!(1)));
    admin.delete(&format!("/users/{}", zoe.id())).await;

    let named =
        "SELECT COUNT(*) FROM certificates WHERE learner_name IS NOT NULL OR learner_search IS NOT NULL";
    assert_eq!((school.count(named).await, school.count(MAILS).await), (0, 0));
    sound(&school).await;
    assert_eq!((listed("jeanne").await, listed("italien").await), (json!(0), json!(1)));
    let left = admin.get("/certificates").await.ok();
    assert_eq!((&left[0]["learnerName"], &left[0]["verifyUrl"]), (&Value::Null, &Value::Null));
    admin.get("/certificates/1/pdf").await.refused(410, "gone");
    assert_eq!(
        verify(&school.visitor(), &code).await.ok()["learnerName"],
        "Jeanne Morel",
        "the paper still counts"
    );
    let again = admin.post("/certificates", json!({ "subscriptionId": id })).await;
    assert_eq!(again.status, 200, "the one there is");
    school.sql("DELETE FROM certificates").await;
    let nameless = admin.post("/certificates", json!({ "subscriptionId": id })).await;
    nameless.refused(409, "certificate_nameless");
});

both_engines!(a_certificate_outlives_the_gift_it_was_for, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = complete(&admin, &zoe, &[], &ALL).await;
    admin.delete(&format!("/subscriptions/{id}")).await;
    let seen = &own(&zoe).await[0];
    assert_eq!(seen["subscriptionId"], Value::Null);
    verify(&zoe, &code(seen)).await.ok();
    assert_eq!(zoe.get("/certificates/1/pdf").await.status, 200);
});

both_engines!(certificates_are_listed_and_found, |school| {
    let (admin, zoe) = italian(&school).await;
    complete(&admin, &zoe, &[], &ALL).await;
    school.pass(Duration::minutes(5));
    let lea = school.account(Role::Student, "lea@example.fr").await;
    school
        .sql("UPDATE users SET first_name = 'Léa', last_name = 'Nguyễn' WHERE email = 'lea@example.fr'")
        .await;
    school.sql("UPDATE courses SET name = 'Été à Gênes' WHERE id = 1").await;
    complete(&admin, &lea, &[], &ALL).await;
    let all = admin.get("/certificates").await.ok();
    let names: Vec<_> = all.as_array().unwrap().iter().map(|one| one["learnerName"].clone()).collect();
    assert_eq!(names, [json!("Léa Nguyễn"), json!("Jeanne Morel")]);
    let page = admin.get("/certificates?page=2&size=1").await.ok();
    assert_eq!((&page["total"], &page["items"][0]["learnerName"]), (&json!(2), &json!("Jeanne Morel")));
    let number = all[1]["number"].as_str().unwrap();
    for (q, found) in [
        ("lea", 1),
        ("NGUYEN%20ete", 1),
        ("genes", 1),
        ("jeanne%20italien", 1),
        (number, 1),
        (&number[9..], 1),
        ("att-2026", 2),
        ("personne", 0),
        ("%25", 0),
        ("", 2),
    ] {
        let total = admin.get(&format!("/certificates?page=1&q={q}")).await.ok()["total"].clone();
        assert_eq!(total, found, "{q}");
    }
    zoe.get("/certificates/2/pdf").await.refused(404, "not_found");
    assert_eq!(own(&zoe).await.len(), 1);
});
