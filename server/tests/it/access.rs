//! Who may make which call: every operation of the API's description as every kind of caller, against the
//! access table. An operation without a row fails.

use axum::http::{Method, StatusCode};
use chrono::Duration;
use preau_core::permission::{Access, Row, lookup};
use preau_core::role::Role;
use preau_server::fetch_one;
use preau_server::people::auth::access::Access as Token;

use crate::document::{Operation, operations};
use crate::school::{Client, Reply, School};

/// What the demo student owns.
pub(crate) struct Own {
    pub(crate) user: i64,
    pub(crate) email: String,
    reservation: i64,
    invoice: i64,
    certificate: i64,
    pub(crate) subscription: i64,
    pub(crate) course: i64,
    comment: i64,
}

impl Own {
    pub(crate) async fn of(school: &School) -> Self {
        let mut conn = school.app.db.read().await.unwrap();
        let (user, email): (i64, String) =
            fetch_one!(conn, (i64, String), "SELECT id, email FROM users WHERE email = 'student@preau.test'")
                .unwrap();
        let (reservation, subscription, course): (i64, i64, i64) = fetch_one!(
            conn,
            (i64, i64, i64),
            "SELECT r.id, s.id, s.course_id FROM reservations r
             JOIN subscription_reservations sr ON sr.reservation_id = r.id
             JOIN subscriptions s ON s.id = sr.subscription_id
             WHERE r.payer_id = $1 AND s.user_id = $1 ORDER BY s.id LIMIT 1",
            user
        )
        .unwrap();
        let invoice = fetch_one!(
            conn,
            (i64,),
            "SELECT i.id FROM invoices i JOIN reservations r ON r.id = i.reservation_id WHERE r.payer_id = $1 LIMIT 1",
            user
        )
        .unwrap()
        .0;
        let certificate =
            fetch_one!(conn, (i64,), "SELECT id FROM certificates WHERE learner_id = $1 LIMIT 1", user)
                .unwrap()
                .0;
        let comment = school
            .sign_in(user)
            .await
            .post("/comments", serde_json::json!({ "message": "Merci.", "rating": 5 }))
            .await
            .ok()["id"]
            .as_i64()
            .unwrap();
        Self { user, email, reservation, invoice, certificate, subscription, course, comment }
    }

    /// The call's address with the student's own things in it.
    pub(crate) fn address(&self, operation: &Operation, session: i64) -> String {
        let path = operation.path.as_str();
        let mut address = operation.fill(|name| match name {
            "email" => self.email.clone(),
            "slug" if path.starts_with("/pages") => "cgv".to_owned(),
            "language" => "french".to_owned(),
            "code" => "fr".to_owned(),
            "name" => "A1".to_owned(),
            "category" => "AUTRES_DEMANDES".to_owned(),
            _ if path.starts_with("/auth/sessions") => session.to_string(),
            _ if path.starts_with("/users") || path.contains("/user/") || path.contains("/student/") => {
                self.user.to_string()
            }
            _ if path.starts_with("/invoices/{") => self.invoice.to_string(),
            _ if path.starts_with("/certificates/{") => self.certificate.to_string(),
            _ if path.starts_with("/comments/{") => self.comment.to_string(),
            _ if path.starts_with("/refunds") || path.starts_with("/withdrawals") => "1".to_owned(),
            _ if path.starts_with("/reservations") || path.contains("/from-reservation/") => {
                self.reservation.to_string()
            }
            _ if path.starts_with("/subscriptions") && name != "moduleId" && name != "module_id" => {
                self.subscription.to_string()
            }
            _ => self.course.to_string(),
        });
        if operation.name() == "PUT /uploads/{id}" {
            address = format!("{address}?offset=0");
        }
        if path == "/subscriptions/check-access" {
            address = format!("{address}?userId={}&courseId={}", self.user, self.course);
        }
        address
    }
}

/// Calls a bad token is ignored on; see decisions §2.
fn ignores_tokens(operation: &Operation) -> bool {
    let name = operation.name();
    name.starts_with("POST /checkout/") && name.ends_with("/complete")
        || [
            "POST /auth/login",
            "POST /auth/register",
            "POST /auth/refresh",
            "POST /auth/google",
            "POST /auth/second-factor",
            "POST /auth/desktop-token",
            "POST /users/forgot-password",
            "POST /payment/webhook",
            "GET /calendar/{file}",
        ]
        .contains(&name.as_str())
        || name.starts_with("PUT /users/") && name.ends_with("/reset-password")
}

/// What a session that must choose a new password may still do: read itself, reset, log out.
fn open_while_resetting(operation: &Operation) -> bool {
    let name = operation.name();
    ignores_tokens(operation)
        || ["GET /users/me", "POST /auth/logout"].contains(&name.as_str())
        || name.starts_with("GET /users/{") && !name.ends_with("/export")
        || name.starts_with("GET /users/email/")
}

async fn call(operation: &Operation, client: &Client, address: &str) -> Reply {
    let method: Method = operation.method.parse().unwrap();
    // An empty object: enough to see whether the gate opens, too little to change anything.
    let empty =
        if operation.path.ends_with("/attendance") { serde_json::json!([]) } else { serde_json::json!({}) };
    let body = (!operation.body.is_null()).then_some(empty);
    client.send(method, address, body, &[]).await
}

#[track_caller]
fn check(operation: &Operation, who: &str, access: Access, own: bool, reply: &Reply) {
    let what = format!("{} as {who}: {} {}", operation.name(), reply.status, reply.text());
    match access {
        Access::No if who == "a visitor" => assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{what}"),
        Access::No => assert_eq!(reply.status, StatusCode::FORBIDDEN, "{what}"),
        Access::Own if !own && has_owner(operation) => {
            assert_eq!(reply.status, StatusCode::NOT_FOUND, "{what}");
        }
        Access::Yes | Access::Own | Access::Part => {
            let code = reply.status.is_client_error().then(|| reply.json()["code"].clone());
            let refused_by_gate = ["unauthenticated", "session_expired", "forbidden", "must_reset_password"];
            let refused = code
                .as_ref()
                .and_then(|code| code.as_str())
                .is_some_and(|code| refused_by_gate.contains(&code));
            assert!(!refused || needs_more_than_the_gate(operation, who), "{what}");
        }
    }
    assert!(!reply.status.is_server_error() || reply.status == StatusCode::SERVICE_UNAVAILABLE, "{what}");
}

const OWNED: &[&str] = &[
    "/users/",
    "/reservations/",
    "/subscriptions/",
    "/auth/sessions/",
    "/comments/",
    "/invoices/",
    "/certificates/",
    "/uploads/",
    "/class-sessions/",
    "/calendar-tokens/",
    "/proposals/",
    "/revision/cards/",
];

/// Calls whose address names somebody's own row.
fn has_owner(operation: &Operation) -> bool {
    let path = operation.path.as_str();
    path == "/subscriptions/check-access"
        || path.contains('{') && OWNED.iter().any(|prefix| path.starts_with(prefix))
}

/// Open to visitors, but only with a token in the body that the empty object does not have.
fn needs_more_than_the_gate(operation: &Operation, who: &str) -> bool {
    who == "a visitor" && operation.path.ends_with("/reset-password")
}

fn row(operation: &Operation) -> &'static Row {
    lookup(&operation.method, &operation.path)
        .unwrap_or_else(|| panic!("{} has no row in the access table", operation.name()))
}

both_engines!(every_operation_answers_every_caller_as_the_access_table_says, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let own = Own::of(&school).await;
    let other = school.account(Role::Student, "other@preau.test").await.id();
    let (teacher, _) = school.teacher(Role::Teacher, "teacher@exemple.test").await;
    let teacher = teacher.id();
    let editor = school.account(Role::Editor, "second-editor@preau.test").await.id();
    let admin = school.account(Role::Admin, "second-admin@preau.test").await.id();
    let resetting = school.account(Role::Student, "resetting@preau.test").await.id();
    school.sql("UPDATE users SET must_reset_password = TRUE WHERE email = 'resetting@preau.test'").await;

    let mut operations = operations();
    operations.sort_by_key(|operation| (operation.method == "DELETE", operation.name()));
    for operation in &operations {
        let row = row(operation);
        let (student, session) = signed_in(&school, own.user).await;
        let address = own.address(operation, session);

        let reply = call(operation, &school.visitor(), &address).await;
        check(operation, "a visitor", row.anonymous, false, &reply);
        let reply = call(operation, &school.sign_in(other).await, &address).await;
        check(operation, "another student", row.student, false, &reply);
        let reply = call(operation, &school.sign_in(teacher).await, &address).await;
        check(operation, "a teacher of others", row.teacher, false, &reply);
        let reply = call(operation, &school.sign_in(editor).await, &address).await;
        check(operation, "an editor", row.editor, false, &reply);
        let reply = call(operation, &student, &address).await;
        check(operation, "the student", row.student, true, &reply);

        let reply = call(operation, &expired(&school, own.user).await, &address).await;
        if ignores_tokens(operation) {
            assert_ne!(reply.json()["code"], "session_expired", "{}", operation.name());
        } else {
            reply.refused(401, "session_expired");
        }
        let reply = call(operation, &school.sign_in(resetting).await, &address).await;
        if !open_while_resetting(operation) && row.student != Access::No {
            reply.refused(403, "must_reset_password");
        }
    }
    // Last, because an administrator's calls may succeed and change what the others look at.
    for operation in &operations {
        let (_, session) = signed_in(&school, own.user).await;
        let address = own.address(operation, session);
        let reply = call(operation, &school.sign_in(admin).await, &address).await;
        let access = row(operation).admin;
        check(operation, "an administrator", access, access != Access::Own, &reply);
    }
});

async fn signed_in(school: &School, user: i64) -> (Client, i64) {
    let client = school.sign_in(user).await;
    (client, school.count("SELECT MAX(id) FROM sessions").await)
}

async fn expired(school: &School, user: i64) -> Client {
    let mut client = school.sign_in(user).await;
    let session_id = school.count("SELECT MAX(id) FROM sessions").await;
    let long_ago = school.app.clock.now() - Duration::hours(1);
    client.token =
        Some(school.app.access_keys().issue(Token { user_id: user, session_id }, long_ago).unwrap());
    client
}
