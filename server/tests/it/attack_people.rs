//! Attacks on other people: reading or changing what is theirs by its id, and sending fields that only the school sets.
//!
//! Who may make which call at all stands in `access`; here whoever may make it names somebody else's rows, with bodies
//! that would do something.

use axum::http::Method;
use preau_core::role::Role;
use preau_server::fetch_one;
use serde_json::{Map, Value, json};

use crate::access::Own;
use crate::bad_input::contents;
use crate::booking::{CARD_GOOD, courses, draft, start};
use crate::document::{Operation, operations};
use crate::school::{Client, Reply, School};

/// What tells of the victim, wherever it is read.
const MARKS: [&str; 4] = ["victime@preau.test", "Zztop-Prenom", "Zztop-Nom", "698765432"];

/// The call with the victim's ids in its address and in its query.
fn address(operation: &Operation, own: &Own, session: i64) -> String {
    let mut address = own.address(operation, session);
    for (name, _) in &operation.query {
        let id = match name.as_str() {
            "subscriptionId" => own.subscription,
            "userId" => own.user,
            "courseId" => own.course,
            "lessonId" | "chapterId" | "moduleId" => 1,
            _ => continue,
        };
        if !address.contains(&format!("{name}=")) {
            let sign = if address.contains('?') { '&' } else { '?' };
            address = format!("{address}{sign}{name}={id}");
        }
    }
    address
}

/// The call's own sample with the victim's ids wherever a body names somebody.
fn body(operation: &Operation, own: &Own) -> Option<Value> {
    let mut body = operation.sample()?;
    if let Some(members) = body.as_object_mut() {
        for (name, id) in
            [("userId", own.user), ("subscriptionId", own.subscription), ("courseId", own.course)]
        {
            if members.contains_key(name) {
                members.insert(name.to_owned(), json!(id));
            }
        }
    }
    Some(body)
}

fn names_somebody(operation: &Operation) -> bool {
    operation.path.contains('{')
        || operation.query.iter().any(|(name, _)| name == "subscriptionId" || name == "userId")
        || operation.sample().is_some_and(|body| body.get("userId").is_some())
}

/// Calls that leave something of the caller's own in the school, and nothing of the victim's.
fn is_open_to_all(operation: &Operation) -> bool {
    let open =
        ["POST /users/forgot-password", "POST /tests/{language}/attempts", "POST /tests/{language}/submit"];
    open.contains(&operation.name().as_str())
}

both_engines!(nobody_reads_or_changes_what_is_somebody_else_s, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let mut own = Own::of(&school).await;
    "victime@preau.test".clone_into(&mut own.email);
    school
        .sql(
            "UPDATE users SET email = 'victime@preau.test', first_name = 'Zztop-Prenom', last_name = 'Zztop-Nom',
                phone_number = '698765432' WHERE email = 'student@preau.test'",
        )
        .await;
    school.sign_in(own.user).await;
    let session = school.count("SELECT MAX(id) FROM sessions").await;
    let student = school.account(Role::Student, "attacker@preau.test").await.id();
    for operation in operations().iter().filter(|operation| names_somebody(operation)) {
        // Reading changes nothing; `bad_input` looks at that.
        let writes = operation.method != "GET" && !is_open_to_all(operation);
        let before = if writes { Some(contents(&school).await) } else { None };
        let address = address(operation, &own, session);
        for client in [school.visitor(), school.sign_in(student).await] {
            let method: Method = operation.method.parse().unwrap();
            let reply = client.send(method, &address, body(operation, &own), &[]).await;
            tells_nothing(operation, &address, &reply);
        }
        if let Some(before) = before {
            assert_eq!(before, contents(&school).await, "{address} changed something");
        }
    }
});

/// A refusal may repeat the address that the caller named, and nothing else.
#[track_caller]
fn tells_nothing(operation: &Operation, address: &str, reply: &Reply) {
    let (name, text) = (operation.name(), reply.text());
    assert!(!reply.status.is_server_error(), "{name}: {text}");
    for mark in MARKS {
        assert!(!text.contains(mark), "{name} as {address} tells {mark}: {text}");
    }
}

both_engines!(an_editor_learns_no_more_of_people_than_names_in_a_class, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let own = Own::of(&school).await;
    school
        .sql(
            "UPDATE users SET email = 'victime@preau.test', phone_number = '698765432'
             WHERE email = 'student@preau.test'",
        )
        .await;
    let editor = school.account(Role::Editor, "second-editor@preau.test").await;
    for operation in operations().iter().filter(|operation| operation.method == "GET") {
        let reply = editor.get(&address(operation, &own, 1)).await;
        for mark in ["victime@preau.test", "698765432"] {
            assert!(!reply.text().contains(mark), "{}: {}", operation.name(), reply.text());
        }
    }
});

/// What only the school decides, in every spelling a body might try.
fn boast() -> Map<String, Value> {
    let boast = json!({
        "id": 1, "userId": 1, "user_id": 1, "payerId": 1, "learnerId": 1, "ownerId": 1,
        "role": "ADMIN", "roles": ["ADMIN"], "isAdmin": true, "admin": true,
        "price": 0, "amount": 0, "total": 0, "priceCents": 0, "free": true, "discount": 100,
        "status": "CONFIRMED", "active": true, "handled": true, "paid": true, "paymentStatus": "PAID",
        "emailVerified": true, "emailVerifiedAt": "2026-01-01T00:00:00Z", "googleSub": "x", "googleLinked": true,
        "passwordHash": "x", "password_hash": "x", "mustResetPassword": false, "version": 99,
        "createdAt": "2000-01-01T00:00:00Z", "registrationDate": "2000-01-01", "deletedAt": null,
        "seatsTaken": 0, "capacity": 999, "signature": "Le directeur", "__proto__": { "role": "ADMIN" },
        "constructor": { "prototype": { "role": "ADMIN" } },
    });
    boast.as_object().cloned().unwrap()
}

/// The body with everything of the boast that it does not say itself.
fn boasting(body: &Value, but: &[&str]) -> Value {
    let mut members = boast();
    members.retain(|name, _| !but.contains(&name.as_str()));
    members.extend(body.as_object().cloned().unwrap());
    Value::Object(members)
}

both_engines!(fields_that_only_the_school_sets_are_left_out, |school| {
    courses(&school).await;
    let new = json!({ "firstName": "Zoé", "lastName": "Martin", "email": "zoe@preau.test", "password": "zebre-bleu-7" });
    for path in ["/auth/register", "/users/register"] {
        let mut body = boasting(&new, &[]);
        body["email"] = json!(format!("{}@preau.test", path.rsplit('/').nth(1).unwrap()));
        assert_eq!(school.visitor().post(path, body).await.status.as_u16(), 201, "{path}");
    }
    let plain = "SELECT COUNT(*) FROM users WHERE role = 'STUDENT' AND email_verified_at IS NULL AND google_sub IS NULL
        AND registration_date = '2026-03-02' AND password_hash <> 'x'";
    assert_eq!(school.count(plain).await, 2);

    let student = school.account(Role::Student, "leo@preau.test").await;
    let beneficiary = json!({ "firstName": "Léa", "lastName": "Petit", "email": "lea@preau.test",
        "phoneNumber": "0612345678", "dialCode": "+33", "country": "France", "birthDate": "1990-05-06" });
    student.post("/users/beneficiaries", boasting(&beneficiary, &[])).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE role <> 'STUDENT'").await, 0);
    assert_eq!(
        school
            .count("SELECT COUNT(*) FROM users WHERE email = 'lea@preau.test' AND password_hash IS NULL")
            .await,
        1
    );

    profile(&student).await;
    comment(&school, &student).await;
    let message = json!({ "name": "Zoé", "email": "zoe@example.fr", "message": "Bonjour" });
    assert_eq!(school.visitor().post("/contact", boasting(&message, &[])).await.status.as_u16(), 200);
    assert_eq!(school.count("SELECT COUNT(*) FROM contact_messages WHERE NOT handled").await, 1);
});

/// One's own profile takes a name, and no rights: those are refused by name or left out.
async fn profile(student: &Client) {
    let path = format!("/users/{}", student.id());
    let now = student.get(&path).await.ok();
    student.put(&path, boasting(&json!({ "firstName": "Léon" }), &["version"])).await;
    for (name, value) in boast() {
        let mut change = json!({ "firstName": "Léon" });
        change[&name] = value;
        student.put(&path, change).await;
    }
    let then = student.get(&path).await.ok();
    for name in [
        "id",
        "role",
        "email",
        "emailVerifiedAt",
        "googleLinked",
        "mustResetPassword",
        "registrationDate",
        "hasPassword",
    ] {
        assert_eq!(now[name], then[name], "{name}");
    }
}

/// A comment waits for the staff, under its writer's own name, whatever it says of itself.
async fn comment(school: &School, student: &Client) {
    let made = student
        .post("/comments", boasting(&json!({ "message": "Merci.", "rating": 5 }), &["courseId"]))
        .await;
    let id = made.ok()["id"].as_i64().unwrap();
    let change = boasting(&json!({ "message": "Merci !", "rating": 5 }), &["version"]);
    student.put(&format!("/comments/{id}"), change).await.ok();
    let mut conn = school.app.db.read().await.unwrap();
    let row =
        fetch_one!(conn, (i64, bool, String), "SELECT user_id, active, signature FROM comments").unwrap();
    assert_eq!((row.0, row.1), (student.id(), false));
    assert_ne!(row.2, "Le directeur");
    student
        .patch(&format!("/comments/{id}/status"), json!({ "active": true }))
        .await
        .refused(403, "forbidden");
}

both_engines!(what_a_course_costs_is_not_the_buyer_s_to_say, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let boasting = boasting(&draft("zoe@example.fr", &[11]), &["amount"]);
    let held = start(&visitor, boasting).await;
    assert_eq!(held.amount, 120);
    held.complete().await.refused(402, "unpaid");
    for amount in [json!(0), json!(1), json!(119.99), json!(-120)] {
        let mut cheap = draft("lea@example.fr", &[11]);
        cheap["amount"] = amount.clone();
        let reply = school.visitor().post("/checkout", cheap).await;
        let asked = reply.status.is_success().then(|| reply.json()["amount"].clone());
        assert!(asked.is_none_or(|asked| asked == 120), "{amount} was taken: {}", reply.text());
    }
    held.pay(CARD_GOOD).await.ok();
    held.complete().await.ok();
    assert_eq!(
        school.count("SELECT CAST(SUM(received_cents) AS BIGINT) FROM payments WHERE status = 'PAID'").await,
        12_000
    );

    // Somebody else's hold is not known without its token, nor completed, nor cancelled.
    let other = start(&school.visitor(), draft("ada@example.fr", &[12])).await;
    for (method, path) in [("GET", ""), ("POST", "/cancel"), ("POST", "/complete")] {
        let path = format!("/checkout/{}{path}", other.id);
        let wrong = [("X-Checkout-Token", held.token.as_str())];
        let body = (method == "POST").then(|| json!({ "checkoutToken": held.token }));
        let reply = visitor.send(method.parse().unwrap(), &path, body, &wrong).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}: {}", reply.text());
    }
    assert_eq!(other.status(&school).await, "HELD");
});
