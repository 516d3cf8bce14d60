//! Names on papers: written in every alphabet of the faces; others are asked for in Latin letters, unless they are known.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, draft_for, person, sound, start};
use crate::google::{Provider, enter};
use crate::invoices::{held, paid};
use crate::paper::{pdf, school_with_settings, words};
use crate::school::{Engine, Reply, School};

const ODD: &str = "김민수";

fn with(mut body: Value, path: &str, text: &str) -> Value {
    *body.pointer_mut(path).unwrap() = json!(text);
    body
}

#[track_caller]
fn refused(reply: &Reply, field: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.field_names()),
        (422, vec![field.to_owned()]),
        "{}",
        reply.text()
    );
    let fault = reply.json()["fields"][0].clone();
    assert_eq!((&fault["code"], &fault["params"]["letter"]), (&json!("unwritable_letter"), &json!("김")));
    assert!(fault["message"].as_str().unwrap().ends_with("en lettres latines, comme sur un passeport."));
}

both_engines!(a_letter_of_no_face_is_refused_by_its_field_wherever_a_name_is_typed, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let student = school.account(Role::Student, "eleve@preau.test").await;
    let before = school.count("SELECT COUNT(*) FROM users").await;
    let own = format!("/users/{}", student.id());
    let address = json!({ "street": "3, rue Haute", "postalCode": "13100", "city": ODD });
    let sign_up =
        json!({ "firstName": "Zoé", "lastName": ODD, "email": "zoe@example.fr", "password": "zebre-bleu-7" });
    let mut addressed = draft("zoe@example.fr", &[11]);
    addressed["bookerData"]["address"] = address.clone();
    let sale = json!({ "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09",
        "learner": { "firstName": "Rosa", "lastName": "Diaz", "email": "rosa@example.fr" },
        "payer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.fr" } });
    let visitor = school.visitor();
    refused(&visitor.post("/auth/register", sign_up.clone()).await, "lastName");
    refused(&admin.post("/users/register", sign_up).await, "lastName");
    refused(&student.put(&own, json!({ "firstName": ODD })).await, "firstName");
    refused(&student.put(&own, json!({ "address": address })).await, "address.city");
    refused(
        &student.post("/users/beneficiaries", with(person("lea@example.fr"), "/firstName", ODD)).await,
        "firstName",
    );
    let booked = with(draft("zoe@example.fr", &[11]), "/bookerData/lastName", ODD);
    refused(&visitor.post("/checkout", booked.clone()).await, "bookerData.lastName");
    refused(&student.post("/checkout", booked).await, "bookerData.lastName");
    refused(&visitor.post("/checkout", addressed).await, "bookerData.address.city");
    let another = draft_for("zoe@example.fr", "lea@example.fr", &[11]);
    let another = with(another, "/beneficiaryData/firstName", ODD);
    refused(&visitor.post("/checkout", another).await, "beneficiaryData.firstName");
    for (path, field) in [("/learner/firstName", "learner.firstName"), ("/payer/lastName", "payer.lastName")]
    {
        refused(&admin.post("/reservations/desk", with(sale.clone(), path, ODD)).await, field);
    }
    for field in ["name", "legalName", "street", "city"] {
        refused(&admin.put("/settings/school", json!({ field: ODD })).await, field);
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, before);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
});

both_engines!(a_name_noted_before_stays_and_its_papers_say_it_in_latin_letters, |school| {
    let admin = school_with_settings(&school).await;
    let student = school.account(Role::Student, "minsu@example.fr").await;
    school
        .sql(
            "UPDATE users SET first_name = '민수', last_name = '김', street = '서울로 3', postal_code = '13100', city = '서울'
             WHERE email = 'minsu@example.fr'",
        )
        .await;
    school.sql("UPDATE school SET legal_name = '프레오'").await;
    let own = format!("/users/{}", student.id());
    let address = json!({ "street": "서울로 3", "postalCode": "13001", "city": "서울" });
    let whole = json!({ "firstName": "민수", "lastName": "김", "country": "France", "address": address });
    let saved = student.put(&own, whole).await.ok();
    assert_eq!((&saved["firstName"], &saved["address"]), (&json!("민수"), &address));
    assert_eq!(
        admin.put("/settings/school", json!({ "legalName": "프레오", "city": "Arles" })).await.status,
        200
    );

    let mut booked = draft("minsu@example.fr", &[11]);
    booked["bookerData"]["firstName"] = json!("민수");
    booked["bookerData"]["lastName"] = json!("김");
    booked["bookerData"]["address"] = address;
    let checkout = start(&student, booked).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let found = words(&pdf(&student, 1).await);
    assert!(found.contains("MinSu Gim SeoUlLo 3 13001 SeoUl France"), "{found}");
    assert!(found.contains("PeuLeO · SARL") && !found.contains('?'), "{found}");

    let sale = json!({ "courseId": 2, "requestedStartDate": "2026-03-09", "reservedModuleIds": [],
        "learner": { "firstName": "민수", "lastName": "김", "email": "minsu@example.fr" } });
    admin.post("/reservations/desk", sale).await.ok();
    sound(&school).await;
});

both_engines!(an_invoice_bears_names_of_every_alphabet_of_its_faces, |school| {
    let admin = school_with_settings(&school).await;
    let people = [
        ("Ἀλέξανδρος", "Παπαδόπουλος"),
        ("Ґаля", "Їжакевич"),
        ("Nguyễn", "Thị Ánh Ngọc"),
        ("雅婷", "陳黃"),
        ("さくら", "タナカ"),
        // Apart, as some systems type them.
        ("Zoe\u{301}", "Ho\u{302}\u{309}"),
    ];
    for (nth, (first, last)) in (1..).zip(people) {
        let learner = school.account(Role::Student, &format!("eleve-{nth}@example.fr")).await;
        let named = json!({ "firstName": first, "lastName": last });
        learner.send(Method::PUT, &format!("/users/{}", learner.id()), Some(named), &[]).await.ok();
        paid(&admin, held(&admin, learner.id(), &[]).await).await;
        let pdf = pdf(&admin, nth).await;
        assert!(pdf.len() < 120_000, "{} bytes", pdf.len());
        let found = words(&pdf);
        let expected = if nth == 6 { "Zoé Hổ".to_owned() } else { format!("{first} {last}") };
        assert!(found.contains(&expected) && !found.contains('?'), "{expected} in {found}");
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_google_brings_is_taken_as_it_is() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let provider = Provider::open().await;
        let school: School = provider.school(engine).await;
        let named = json!({ "given_name": "민수", "family_name": "김" });
        let token = provider.sign(&provider.ada(&school, named).await);
        let entered = enter(&school.visitor(), &token).await.ok();
        assert_eq!(entered["user"]["firstName"], "민수");
    }
}
