//! The journal: every staff write is in it, nothing personal is, and an editor reads what is about content.

use preau_core::permission::{Access, lookup};
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::course_form;
use crate::document::{Operation, operations};
use crate::school::{Client, School};
use crate::second_factor::PROTECTED;

/// Writes that are no staff's work, by the beginning of their path: what staff does there it does as anybody.
const NOT_STAFF: &[(&str, &str)] = &[
    ("/attempts/", "taking a level test"),
    ("/auth/", "one's own sessions"),
    ("/certificates/verify", "a certificate is held up"),
    ("/checkout", "buying, or asking for a price"),
    ("/contact", "a visitor writes"),
    ("/courses/admin/{id}/decision/preview", "what a decision would do"),
    ("/email/", "mails about facts that have their own rows"),
    ("/mail/test", "a mail to oneself"),
    ("/payment/", "buying"),
    ("/progress/", "learning"),
    ("/proposals/", "a payer answers"),
    ("/quizzes/{id}/submit", "learning"),
    ("/revision/", "learning"),
    ("/subscriptions/from-reservation/", "buying"),
    ("/subscriptions/{id}/messages/", "a learner answers"),
    ("/teachers/invitation", "a link out of a mail"),
    ("/subscriptions/{id}/complete", "learning"),
    ("/subscriptions/{id}/modules/", "learning"),
    ("/tests/{language}/attempts", "taking a level test"),
    ("/tests/{language}/submit", "a level test keeps nothing"),
    ("/session-series/preview", "what a rule would do"),
    ("/tests/grade", "an answer is tried out"),
    ("/uploads", "a file on its way: it is noted once it is finished, which the tests of uploads look for"),
    ("/users/me", "one's own account"),
    ("/users/confirm-", "a link out of a mail"),
    ("/users/verify-email", "a link out of a mail"),
    ("/users/forgot-password", "a link is asked for"),
];

fn is_staff_write(operation: &Operation) -> bool {
    let row = lookup(&operation.method, &operation.path).unwrap();
    let visitors = |(path, _): &(&str, &str)| {
        operation.path.starts_with(path) && !operation.path.starts_with("/contact/{id}")
    };
    operation.method != "GET"
        && (row.editor != Access::No || row.admin != Access::No)
        && !NOT_STAFF.iter().any(visitors)
}

/// The demo school and its administrator at work. Row 1 exists in every table.
struct Desk<'s> {
    school: &'s School,
    admin: Client,
}

impl Desk<'_> {
    /// Somebody who was never seen before.
    async fn newcomer(&self) -> i64 {
        let number = self.school.count("SELECT COUNT(*) FROM users").await;
        self.school.add_user(Role::Student, &format!("newcomer{number}@preau.test")).await
    }

    async fn reservation(&self) -> Value {
        let open = "SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE' AND NOT free";
        let module = "SELECT MIN(m.id) FROM modules m JOIN courses c ON c.id = m.course_id
            WHERE c.status = 'PUBLISHED' AND c.type = 'ONLINE' AND NOT c.free";
        json!({ "userId": self.newcomer().await, "courseId": self.school.count(open).await,
            "reservedModuleIds": [self.school.count(module).await], "requestedStartDate": "2026-04-10" })
    }

    async fn gift(&self) -> Value {
        let wish = self.reservation().await;
        json!({ "userId": wish["userId"], "courseId": wish["courseId"], "moduleIds": [], "reason": "bourse" })
    }

    /// A course that nobody has seen yet, with a module, objectives and a prerequisite.
    async fn draft(&self) -> Value {
        self.admin.post("/courses/admin", course_form::form()).await.ok()
    }

    /// What is sent to make something at this path.
    async fn sample(&self, path: &str) -> Value {
        let number = self.school.count("SELECT COUNT(*) FROM users").await;
        match path {
            "/courses/admin" => course_form::form(),
            "/modules" => json!({ "courseId": self.draft().await["id"], "title": "Tre", "price": 30 }),
            path if path.ends_with("/course/{courseId}") => json!({ "description": "Lire un menu" }),
            "/chapters" => {
                json!({ "courseModuleId": 1, "title": "Saluer", "content": "Les mots de la porte." })
            }
            "/chapter-lessons" => json!({ "chapterId": 1, "title": "Ciao", "content": "<p>Ciao !</p>" }),
            "/resources" => {
                json!({ "chapterLessonId": 1, "title": "Le train", "url": "https://youtu.be/t4IjJav7xbg", "type": "VIDEO" })
            }
            "/quizzes" => json!({ "lessonId": 1, "instructions": "Une question." }),
            "/questions" => {
                json!({ "quizId": 1, "questionText": "« Salve » est poli.", "typeCode": "TRUE_FALSE",
                    "correctAnswer": "TRUE", "explanation": "Un salut neutre." })
            }
            "/tests/create" => {
                json!({ "language": "it", "question": "« Salve » est poli.", "typeCode": "TRUE_FALSE", "correctAnswer": "TRUE" })
            }
            "/faq" => {
                json!({ "category": "AUTRES_DEMANDES", "question": "Et le parking ?", "answer": "<p>Devant.</p>" })
            }
            "/faq/categories" => {
                let number = self.school.count("SELECT COUNT(*) FROM faq_categories").await;
                json!({ "label": format!("Le quartier {number}") })
            }
            "/rooms" => {
                json!({ "name": format!("Salle {}", self.school.count("SELECT COUNT(*) FROM rooms").await) })
            }
            "/closures" => json!({ "label": "Pont", "firstDay": "2026-05-15" }),
            "/class-sessions" => {
                json!({ "courseId": self.draft().await["id"], "date": "2026-04-02", "startTime": "18:30",
                    "minutes": 90, "teacherId": null })
            }
            "/session-series" => {
                json!({ "courseId": self.draft().await["id"], "weekdays": [2], "startTime": "18:30", "minutes": 90,
                    "firstDay": "2026-04-02", "count": 3, "teacherId": null })
            }
            "/calendar-tokens" => json!({ "kind": "OWN" }),
            "/comments" => json!({ "message": "Entendu à la sortie.", "rating": 5 }),
            "/languages" => {
                let unused = ["co", "de", "es", "pt", "el", "nl", "sv", "da"];
                let number = self.school.count("SELECT COUNT(*) FROM languages").await;
                let code = unused[usize::try_from(number).unwrap() % unused.len()];
                json!({ "name": format!("Langue {code}"), "code": code })
            }
            "/levels" => {
                json!({ "name": format!("N{}", self.school.count("SELECT COUNT(*) FROM levels").await) })
            }
            "/teachers" => {
                let number = self.school.count("SELECT COUNT(*) FROM teachers").await;
                json!({ "firstName": "Lin", "lastName": "Wei", "email": format!("lin{number}@preau.test"),
                    "experienceYears": 3 })
            }
            "/users/register" => {
                json!({ "firstName": "Zoé", "lastName": "Martin", "email": format!("zoe{number}@preau.test"),
                    "password": "zebre-bleu-7", "phoneNumber": "0612345678", "dialCode": "+33",
                    "country": "France", "birthDate": "1990-02-28" })
            }
            "/users/beneficiaries" => {
                json!({ "firstName": "Léo", "lastName": "Martin", "email": format!("leo{number}@preau.test"),
                    "phoneNumber": "0612345678", "dialCode": "+33", "country": "France", "birthDate": "1990-02-28" })
            }
            "/reservations" => self.reservation().await,
            "/subscriptions" => self.gift().await,
            "/reservations/desk" => {
                let reservation = self.reservation().await;
                json!({ "courseId": reservation["courseId"], "reservedModuleIds": reservation["reservedModuleIds"],
                    "requestedStartDate": reservation["requestedStartDate"],
                    "learner": { "firstName": "Rosa", "lastName": "Diaz", "email": "rosa@preau.test" } })
            }
            other => panic!("POST {other}: say here what a body of it looks like"),
        }
    }

    /// Makes something at this path; answers its id.
    async fn made(&self, path: &str) -> i64 {
        let made = self.admin.post(path, self.sample(path).await).await.ok();
        let made = made.get(0).unwrap_or(&made).clone();
        made["id"].as_i64().unwrap_or_else(|| panic!("no id at {path}: {made}"))
    }

    /// Address and body of a call about certificates that goes well.
    async fn certificate(&self, operation: &Operation) -> (String, Option<Value>) {
        let own = |id: i64| operation.fill(|_| id.to_string());
        match operation.path.as_str() {
            "/certificates" => {
                self.school.sql(OVER).await;
                self.school.sql(DONE).await;
                let completed = self.school.count(COMPLETED).await;
                (operation.path.clone(), Some(json!({ "subscriptionId": completed })))
            }
            "/certificates/{id}/reinstate" => {
                let revoked =
                    "UPDATE certificates SET revoked_at = issued_at, revoke_reason = 'x' WHERE id = 2";
                self.school.sql(revoked).await;
                (own(2), None)
            }
            _ => (own(1), Some(json!({ "reason": "Erreur de nom" }))),
        }
    }

    /// Address and body of a call about a new category of the FAQ.
    async fn category(&self, operation: &Operation) -> (String, Option<Value>) {
        let made = self.admin.post("/faq/categories", self.sample("/faq/categories").await).await.ok();
        let address = operation.fill(|_| made["code"].as_str().unwrap().to_owned());
        (address, (operation.method == "PUT").then(|| json!({ "label": "Nos voisins" })))
    }

    /// Address and body of a call about the waiting list of a full course.
    async fn waitlist(&self, operation: &Operation) -> (String, Option<Value>) {
        self.school.sql(FULL).await;
        if operation.path == "/waitlist" {
            return (
                operation.path.clone(),
                Some(json!({ "courseId": self.school.count(FULL_COURSE).await })),
            );
        }
        self.school.sql(WAITING).await;
        let id = self.school.count("SELECT MAX(id) FROM waitlist_entries").await;
        let address = operation.fill(|_| id.to_string());
        match operation.path.as_str() {
            "/waitlist/confirm" => {
                self.school.sql(UNCONFIRMED).await;
                self.school.sql(WAITING_TOKEN).await;
                return (address, Some(json!({ "token": "token" })));
            }
            "/waitlist/{id}/position" => return (address, Some(json!({ "reason": "Une erreur" }))),
            "/waitlist/{id}/leave" => {}
            _ => {
                self.school.sql(ONE_FREE).await;
                if !operation.path.ends_with("/offer") {
                    self.admin.post(&format!("/waitlist/{id}/offer"), Value::Null).await.ok();
                }
            }
        }
        (address, None)
    }

    /// A session that begins now.
    async fn roll(&self, made: &'static str) -> i64 {
        self.school.sql(made).await;
        self.school.count("SELECT MAX(id) FROM class_sessions").await
    }

    /// Somebody new with a second factor.
    async fn protected(&self) -> i64 {
        let user = self.newcomer().await;
        self.school.sql(PROTECTED).await;
        user
    }

    /// Address and body of a call about sessions and who gives or attends them, if this is one.
    async fn class_call(&self, operation: &Operation) -> Option<(String, Option<Value>)> {
        let own = |id: i64| operation.fill(|_| id.to_string());
        Some(match (operation.method.as_str(), operation.path.as_str()) {
            ("POST", "/class-sessions/{id}/attendance") => {
                let begun = self.roll(ROLL).await;
                let subscription = self.school.count(CLASSMATE).await;
                let mark = json!({ "clientId": "0193a5f2-7c1e-7abc-8def-0123456789ab",
                    "subscriptionId": subscription, "status": "PRESENT" });
                (own(begun), Some(json!([mark])))
            }
            ("POST", "/class-sessions/{id}/close") => (own(self.roll(EMPTY_ROLL).await), None),
            ("POST", "/courses/{id}/messages") => (own(1), Some(json!({ "text": "À lundi." }))),
            ("PATCH", "/subscriptions/{id}/level") => (own(1), Some(json!({ "level": "A2" }))),
            ("POST", "/teachers/{id}/invite") => {
                (own(self.made("/teachers").await), Some(json!({ "email": "lin@exemple.test" })))
            }
            ("POST" | "PATCH", path) if path.starts_with("/waitlist") => self.waitlist(operation).await,
            ("DELETE", "/teachers/{id}/account") => (own(self.made("/teachers").await), None),
            ("PUT", "/users/{id}/needs") => {
                (own(self.newcomer().await), Some(json!({ "text": "Près du tableau.", "consent": true })))
            }
            ("DELETE", "/users/{id}/needs") => {
                let learner = self.newcomer().await;
                self.school.sql(NEEDS).await;
                (own(learner), None)
            }
            ("PATCH", "/class-sessions/{id}/cancel") => {
                (own(self.made("/class-sessions").await), Some(json!({ "reason": "Grève" })))
            }
            ("PUT" | "DELETE", "/session-series/{id}") => {
                let series =
                    self.admin.post("/session-series", self.sample("/session-series").await).await.ok();
                let address = own(series["series"]["id"].as_i64().unwrap());
                (address, (operation.method == "PUT").then(|| json!({ "startTime": "19:00" })))
            }
            ("PUT", "/class-sessions/{id}") => {
                (own(self.made("/class-sessions").await), Some(json!({ "startTime": "19:00" })))
            }
            _ => return None,
        })
    }

    /// A decision about a course with a minimum.
    async fn decision(&self, operation: &Operation) -> (String, Option<Value>) {
        let id = self.school.count(WITH_MINIMUM).await;
        let address = operation.fill(|_| id.to_string());
        let choice = json!({ "choice": "CONFIRM" });
        let seen = self.admin.post(&format!("{address}/preview"), choice).await.ok();
        (address, Some(json!({ "choice": "CONFIRM", "fingerprint": seen["fingerprint"] })))
    }

    /// Address and body of a call that goes well.
    async fn call(&self, operation: &Operation) -> (String, Option<Value>) {
        if let Some(call) = self.class_call(operation).await {
            return call;
        }
        let path = operation.path.as_str();
        let own = |id: i64| operation.fill(|_| id.to_string());
        match (operation.method.as_str(), path) {
            ("POST", "/courses/admin/{id}/cancel") => {
                let address = own(self.draft().await["id"].as_i64().unwrap());
                let seen = self.admin.get(&address).await.ok();
                let body = json!({ "reason": "Trop peu d'élèves.", "fingerprint": seen["fingerprint"] });
                (address, Some(body))
            }
            ("POST", "/courses/admin/{id}/decision") => self.decision(operation).await,
            ("POST", "/reservations/{id}/withdraw" | "/reservations/{id}/refund") => {
                (own(self.school.count(SOLD).await), Some(json!({ "amount": 1, "note": "Geste" })))
            }
            ("POST", "/refunds/{id}/retry" | "/refunds/{id}/by-hand") => {
                self.school.sql(FAILED_REFUND).await;
                let id = self.school.count("SELECT MAX(id) FROM refunds").await;
                (own(id), Some(json!({ "method": "CASH" })))
            }
            ("POST", _) if path.starts_with("/certificates") => self.certificate(operation).await,
            ("POST", "/withdrawals/{id}/decision") => {
                self.school.sql(WITHDRAWN).await;
                let id = self.school.count("SELECT MAX(id) FROM withdrawals").await;
                (own(id), Some(json!({ "amount": 1 })))
            }
            (_, _) if path.starts_with("/courses/admin/{id}") => {
                let course = self.draft().await["id"].as_i64().unwrap();
                if path.ends_with("/unpublish") {
                    let published = format!("/courses/admin/{course}/publish");
                    self.admin.patch(&published, Value::Null).await.ok();
                }
                (own(course), (operation.method == "PUT").then(|| json!({ "name": "Autres pas" })))
            }
            ("PUT" | "DELETE", "/modules/{id}" | "/objectives/{id}" | "/prerequisites/{id}") => {
                let kind = path.split('/').nth(1).unwrap();
                let part = self.draft().await[kind][0]["id"].as_i64().unwrap();
                let body = json!({ "title": "Autre", "description": "Autre" });
                (own(part), (operation.method == "PUT").then_some(body))
            }
            ("PATCH", "/reservations/{id}/confirm") => {
                (own(self.made("/reservations").await), Some(json!({ "method": "CASH" })))
            }
            ("PATCH" | "DELETE", _) if path.starts_with("/reservations/") => {
                (own(self.made("/reservations").await), None)
            }
            ("PATCH", "/subscriptions/{id}/extend") => {
                (format!("{}?days=3", own(self.made("/subscriptions").await)), None)
            }
            ("PATCH" | "DELETE", _) if path.starts_with("/subscriptions/") => {
                (own(self.made("/subscriptions").await), None)
            }
            ("PATCH", "/comments/{id}/status") => (own(1), Some(json!({ "active": false }))),
            ("PATCH", "/contact/{id}") => (own(1), Some(json!({ "handled": true }))),
            ("POST", "/contact/{id}/replies") => (own(1), Some(json!({ "text": "Oui, à jeudi." }))),
            ("POST", "/mail/{id}/resend") => {
                (own(self.school.count("SELECT MIN(id) FROM mails").await), None)
            }
            ("PUT", "/users/{id}/reset-password") => {
                (own(self.newcomer().await), Some(json!({ "newPassword": "zebre-bleu-8" })))
            }
            ("PUT", "/users/{id}") => {
                (own(self.newcomer().await), Some(json!({ "role": "EDITOR", "country": "Italie" })))
            }
            ("PUT", _) if path.starts_with("/settings/") => (path.to_owned(), Some(setting(path))),
            ("PUT" | "DELETE", "/faq/categories/{code}") => self.category(operation).await,
            ("DELETE", "/users/{id}/second-factor") => (own(self.protected().await), None),
            ("PUT", "/pages/{slug}") => ("/pages/cgv".to_owned(), Some(json!({ "html": "<p>Un</p>" }))),
            ("DELETE", "/users/{id}") => (own(self.newcomer().await), None),
            ("PUT", _) if path.ends_with("/order") => {
                let key = |name: &str| if name == "category" { "AUTRES_DEMANDES" } else { "1" }.to_owned();
                (operation.fill(key), Some(json!([])))
            }
            ("POST" | "DELETE", _) if path.contains("{courseId}") => {
                let course = self.draft().await["id"].to_string();
                let one = self.sample(path.trim_end_matches("/batch")).await;
                let body = if path.ends_with("/batch") { json!([one]) } else { one };
                (operation.fill(|_| course.clone()), (operation.method == "POST").then_some(body))
            }
            ("POST", _) if path.ends_with("/batch") => {
                let one = self.sample(path.trim_end_matches("/batch")).await;
                (path.to_owned(), Some(json!([one])))
            }
            ("POST", "/tests/import" | "/class-sessions/import") => (path.to_owned(), None),
            ("POST", "/files") => ("/files?name=fiche.pdf".to_owned(), None),
            ("POST", _) => (path.to_owned(), Some(self.sample(path).await)),
            (method, _) => {
                let kind = path.split("/{").next().unwrap().trim_end_matches("/id");
                let kind = if kind == "/tests" { "/tests/create" } else { kind };
                let body = (method == "PUT").then(|| self.sample(kind));
                let body = match body {
                    Some(body) => Some(body.await),
                    None => None,
                };
                (own(self.made(kind).await), body)
            }
        }
    }
}

/// What is written to a page of the settings.
fn setting(path: &str) -> Value {
    match path {
        "/settings/second-factor" => json!({ "secondFactorRequired": false }),
        "/settings/guide" => json!({ "putAway": true }),
        "/settings/networks" => json!({ "networks": ["192.0.2.7"] }),
        _ => json!({ "city": "Arles" }),
    }
}

// The latest sale by card of which nothing went back.
macro_rules! sold {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "(SELECT id FROM reservations r WHERE r.status = 'CONFIRMED' AND r.confirmed_by = 'CARD'
                AND NOT EXISTS (SELECT 1 FROM refunds f WHERE f.reservation_id = r.id)
                AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.reservation_id = r.id)
              ORDER BY r.confirmed_at DESC LIMIT 1)",
            $after
        )
    };
}
const SOLD: &str = sold!("SELECT id FROM reservations WHERE id =", "");
const FAILED_REFUND: &str = sold!(
    "INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, next_attempt_at, created_at)
     SELECT payment_id, id, 100, 'CANCELLED', 'FAILED', created_at, created_at FROM reservations WHERE id =",
    ""
);
const WITHDRAWN: &str = sold!(
    "INSERT INTO withdrawals (reservation_id, declared_at, outcome, paid_cents, proposed_cents)
     SELECT id, created_at, 'REQUESTED', amount_cents, 0 FROM reservations WHERE id =",
    ""
);

// A course on the net that somebody has completed, before there were certificates.
const OVER: &str = "UPDATE courses SET type = 'ONLINE', start_date = '2026-01-05', end_date = '2026-02-27'
    WHERE id = (SELECT MIN(c.id) FROM courses c JOIN subscriptions s ON s.course_id = c.id
        WHERE c.type = 'IN_PERSON' AND s.active AND s.completed_at IS NULL)";
const DONE: &str = "UPDATE subscriptions SET status = 'COMPLETED', completed_at = created_at
    WHERE active AND completed_at IS NULL AND course_id IN (SELECT id FROM courses WHERE end_date = '2026-02-27')";
const WITH_MINIMUM: &str =
    "SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND minimum_learners > 0 AND NOT start_confirmed";
const COMPLETED: &str = "SELECT MIN(s.id) FROM subscriptions s JOIN courses c ON c.id = s.course_id
    WHERE c.end_date = '2026-02-27' AND s.active AND s.completed_at = s.created_at";

// A session of the course of the first subscription, and one of a course that nobody has.
macro_rules! roll {
    ($uid:literal, $courses:literal) => {
        concat!(
            "INSERT INTO class_sessions (course_id, day, start_time, minutes, starts_at, ends_at, uid, created_at,
                 updated_at)
             SELECT MIN(c.id), '2026-03-02', '10:00', 90, '2026-03-02T09:00:00Z', '2026-03-02T10:30:00Z', ",
            $uid,
            ", '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z' FROM courses c WHERE ",
            $courses
        )
    };
}
const ROLL: &str = roll!(
    "'roll'",
    "c.id = (SELECT course_id FROM subscriptions WHERE id = (SELECT MIN(id) FROM subscriptions WHERE scope = 'COURSE'
        AND active AND access_expires_at >= '2026-03-02' AND subscription_date < '2026-03-02'))"
);
const CLASSMATE: &str = "SELECT MIN(id) FROM subscriptions WHERE scope = 'COURSE' AND active
    AND access_expires_at >= '2026-03-02' AND subscription_date < '2026-03-02'";
const EMPTY_ROLL: &str =
    roll!("'empty'", "NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.course_id = c.id)");
const NEEDS: &str = "INSERT INTO learner_needs (user_id, text, consented_at)
    SELECT MAX(id), 'Près du tableau.', '2026-03-02T09:00:00Z' FROM users";

// A full course, and somebody who waits for a seat in it.
const FULL_COURSE: &str =
    "SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE' AND NOT free";
const FULL: &str = "UPDATE courses SET capacity = CASE WHEN seats_taken < 1 THEN 1 ELSE seats_taken END,
    seats_taken = CASE WHEN seats_taken < 1 THEN 1 ELSE seats_taken END
    WHERE id = (SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE' AND NOT free)";
const ONE_FREE: &str = "UPDATE courses SET capacity = capacity + 1
    WHERE id = (SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE' AND NOT free)";
const WAITING: &str = "INSERT INTO waitlist_entries (course_id, position, status, scope, payer_id, payer_email,
        learner_email, language, created_at, updated_at)
    SELECT (SELECT MIN(id) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE' AND NOT free),
        9000 + (SELECT COUNT(*) FROM waitlist_entries), 'WAITING', 'COURSE', MAX(id), 'second-admin@preau.test',
        'waits' || CAST((SELECT COUNT(*) FROM waitlist_entries) AS TEXT) || '@preau.test', 'fr',
        '2026-03-02T09:00:00+00:00', '2026-03-02T09:00:00+00:00'
    FROM users WHERE email = 'second-admin@preau.test'";
const UNCONFIRMED: &str = "UPDATE waitlist_entries SET status = 'UNCONFIRMED'
    WHERE id = (SELECT MAX(id) FROM waitlist_entries)";
const WAITING_TOKEN: &str = "WITH newest AS (SELECT MAX(id) AS id FROM waitlist_entries)
    INSERT INTO waitlist_tokens (token_hash, entry_id)
    SELECT '3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0', id FROM newest";

const ROWS: &str = "SELECT COUNT(*) FROM audit WHERE role = 'ADMIN'";

both_engines!(every_staff_write_is_in_the_journal, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let message = json!({ "name": "Zoé", "email": "zoe@exemple.fr", "message": "Bonjour ?", "subject": "Question",
        "consent": true });
    assert!(school.visitor().post("/contact", message).await.status.is_success());
    let admin = school.account(Role::Admin, "second-admin@preau.test").await;
    let desk = Desk { school: &school, admin: admin.clone() };
    let mut calls = 0;
    for operation in operations().iter().filter(|operation| is_staff_write(operation)) {
        let (address, body) = desk.call(operation).await;
        let before = school.count(ROWS).await;
        let file: Option<(&str, String)> = match operation.path.as_str() {
            "/tests/import" => {
                Some(("text/csv", "language,question,typeCode,correctAnswer\nit,Ciao ?,TEXT,Ciao".to_owned()))
            }
            "/class-sessions/import" => {
                let course = desk.draft().await;
                let row = format!("{},{},05:00,30", course["slug"], course["startDate"]).replace('"', "");
                Some(("text/csv", format!("course,date,startTime,minutes\n{row}")))
            }
            "/files" => Some(("application/pdf", "%PDF-1.7".to_owned())),
            _ => None,
        };
        let method = operation.method.parse().unwrap();
        let reply = match file {
            Some((kind, file)) => {
                let kind = [("Content-Type", kind)];
                admin.send_bytes(method, &address, Some(file.into_bytes()), &kind).await
            }
            None => admin.send(method, &address, body, &[]).await,
        };
        assert!(reply.status.is_success(), "{}: {} {}", operation.name(), reply.status, reply.text());
        assert!(school.count(ROWS).await > before, "{} left no trace", operation.name());
        let newest = admin.get("/audit?size=1").await.ok();
        let entry = &newest["items"][0];
        assert_eq!(entry["userId"], admin.id(), "{}: {entry}", operation.name());
        assert_eq!(entry["userName"], "Jeanne Morel");
        calls += 1;
    }
    assert!(calls > 40, "{calls}");
    everything_impersonal(&admin).await;
});

/// Not one e-mail address, phone number, password or birth date in the whole journal.
async fn everything_impersonal(admin: &Client) {
    let mut page = 1;
    loop {
        let journal = admin.get(&format!("/audit?size=100&page={page}")).await.ok();
        let items = journal["items"].as_array().unwrap();
        if items.is_empty() {
            return;
        }
        // What the school publishes of itself is nobody's.
        for entry in items.iter().filter(|entry| entry["entity"] != "school") {
            let text = json!([entry["before"], entry["after"]]).to_string();
            for personal in ["@", "612345678", "zebre-bleu", "1990-02-28", "$argon2"] {
                assert!(!text.contains(personal), "{personal}: {entry}");
            }
        }
        page += 1;
    }
}

both_engines!(what_is_personal_never_reaches_the_journal, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let call = preau_server::change!(school.app, None, |tx| {
        let teacher = json!({ "firstName": "Lin", "lastName": "Wei", "email": "lin@ecole.fr", "phoneNumber": "06",
            "birthDate": "1980-01-01" });
        tx.audit("teacher.created", "teacher", 99, None, Some(teacher)).await
    });
    call.unwrap();
    school.sql("UPDATE audit SET role = 'ADMIN', user_id = (SELECT MIN(id) FROM users)").await;
    let journal = admin.get("/audit").await.ok();
    assert_eq!(journal["items"][0]["after"], json!({ "firstName": "Lin", "lastName": "Wei" }));
    assert_eq!(journal["items"][0]["name"], "Lin Wei");
});

fn faq() -> Value {
    json!({ "category": "AUTRES_DEMANDES", "question": "Et le parking ?", "answer": "<p>Devant.</p>" })
}

async fn total(client: &Client, query: &str) -> Value {
    client.get(&format!("/audit?{query}")).await.ok()["total"].clone()
}

both_engines!(the_journal_says_who_what_before_and_after, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let made = editor.post("/faq", faq()).await.ok();
    school.pass(chrono::Duration::days(1));
    let editor = school.sign_in(editor.id()).await;
    let mut other = faq();
    other["question"] = json!("Où se garer ?");
    let path = format!("/faq/{}", made["id"]);
    let reply = editor.put(&path, other).await;
    let journal = editor.get("/audit").await.ok();
    let entry = &journal["items"][0];
    assert_eq!(
        json!([entry["action"], entry["entity"], entry["entityId"], entry["role"], entry["at"]]),
        json!(["faq.updated", "faq", made["id"], "EDITOR", "2026-03-03T09:00:00.000Z"])
    );
    assert_eq!(
        json!([entry["before"]["question"], entry["after"]["question"]]),
        json!(["Et le parking ?", "Où se garer ?"])
    );
    assert_eq!(entry["name"], "Où se garer ?");
    assert_eq!(entry["requestId"].as_str(), reply.headers["x-request-id"].to_str().ok());
    assert_eq!((&journal["items"][1]["action"], &journal["total"]), (&json!("faq.created"), &json!(2)));
    assert_eq!(journal["writers"], json!([]), "names are for an administrator");

    for (query, found) in [
        ("entity=faq", 2),
        ("entity=course", 0),
        ("action=faq.updated", 1),
        ("from=2026-03-03", 1),
        ("to=2026-03-02", 1),
        ("from=2026-03-02&to=2026-03-03", 2),
        ("userId=99999", 0),
    ] {
        assert_eq!(total(&editor, query).await, found, "{query}");
    }
    assert_eq!(total(&editor, &format!("entity=faq&entityId={}", made["id"])).await, 2);
    assert_eq!(editor.get("/audit?from=hier").await.field_names(), ["from"]);
    assert_eq!(editor.get("/audit?from=2026-03-03&to=2026-03-02").await.field_names(), ["to"]);
    assert_eq!(editor.get("/audit?size=1000").await.field_names(), ["size"]);

    editor.delete(&path).await;
    let gone = editor.get("/audit?action=faq.deleted").await.ok();
    assert_eq!(json!([gone["items"][0]["name"], gone["items"][0]["after"]]), json!(["Où se garer ?", null]));
});

both_engines!(an_editor_reads_about_content_alone_and_nobody_of_those_who_left, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let leaving = school.account(Role::Editor, "leaving@preau.test").await;
    leaving.post("/comments", json!({ "message": "Entendu à la sortie.", "rating": 5 })).await.ok();
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    admin.delete(&format!("/users/{}", leaving.id())).await;

    let all = admin.get("/audit").await.ok();
    assert_eq!(all["items"][0]["action"], "user.deleted");
    assert_eq!(
        (&all["items"][0]["name"], &all["items"][0]["userName"]),
        (&Value::Null, &json!("Jeanne Morel"))
    );
    assert_eq!(all["writers"], json!([{ "id": admin.id(), "name": "Jeanne Morel" }]));
    let seen = editor.get("/audit").await.ok();
    assert_eq!(seen["total"], 1);
    let entry = &seen["items"][0];
    assert_eq!(
        json!([entry["action"], entry["userId"], entry["userName"]]),
        json!(["comment.created", leaving.id(), null])
    );
    assert_eq!(total(&editor, "entity=user").await, 0);
    school.account(Role::Student, "s@preau.test").await.get("/audit").await.refused(403, "forbidden");
});

both_engines!(what_students_and_the_server_write_is_not_staff_work, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let student = school.account(Role::Student, "s@preau.test").await;
    student.post("/comments", json!({ "message": "Un accueil chaleureux.", "rating": 5 })).await.ok();
    assert!(school.count("SELECT COUNT(*) FROM audit").await > 0);
    assert_eq!(total(&admin, "").await, 0);
});
