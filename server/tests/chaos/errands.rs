//! What people do in a school all day, by chance: book, pay, withdraw their mind, sell, give back, write, read.
//! Whoever is cut off asks again, letter by letter, under the same key.

use chrono::Duration;
use preau_server::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};

use crate::books::Ledger;
use crate::caller::{Caller, Reply};
use crate::chance::Chance;
use crate::learner::lessons;
use crate::school::{ADMIN, EDITOR, PASSWORD, STUDENT, School};

/// Of visitors who make an account.
pub const VISITOR_PASSWORD: &str = "Un mot de passe 7";

/// A course that can be booked.
#[derive(Clone, Debug)]
pub struct Course {
    pub id: i64,
    pub modules: Vec<i64>,
    pub seats_left: i64,
}

/// Published courses with seats left that cost something.
pub async fn bookable_courses(visitor: &Caller, query: &str) -> Vec<Course> {
    let all = visitor.get(&format!("/courses{query}")).await;
    let all = all.as_array().unwrap().iter();
    let open = all.filter(|one| one["bookable"] == true && one["free"] == false && one["seatsLeft"] != 1);
    // One that is nearly over begins no more in a week.
    let open = open.filter(|one| one["endDate"].as_str().unwrap_or_default() > in_a_week().as_str());
    let ids =
        |modules: &Value| modules.as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect();
    let course = |one: &Value| Course {
        id: one["id"].as_i64().unwrap(),
        modules: ids(&one["modules"]),
        seats_left: one["seatsLeft"].as_i64().unwrap_or(0),
    };
    open.map(course).collect()
}

/// A week from today, as forms send it.
pub fn in_a_week() -> String {
    (Clock::System.today() + Duration::days(7)).to_string()
}

/// A draft as the site sends it: two modules, for oneself.
pub fn draft(course: &Course, email: &str) -> Value {
    json!({
        "courseId": course.id, "reservedModuleIds": course.modules.iter().take(2).collect::<Vec<_>>(),
        "requestedStartDate": in_a_week(), "reservationTarget": "self", "updateProfile": false,
        "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true,
        "bookerData": { "firstName": "Jeanne", "lastName": "Morel", "email": email, "phoneNumber": "639981204",
            "dialCode": "+33", "country": "France", "birthDate": "1991-03-14",
            "password": VISITOR_PASSWORD, "passwordConfirmation": VISITOR_PASSWORD },
    })
}

/// A test card that is paid, for what a checkout answered.
pub fn good_card(checkout: &Value) -> Value {
    json!({ "clientSecret": checkout["clientSecret"], "holderName": "Jeanne Morel",
        "cardNumber": "4242 4242 4242 4242", "expMonth": 11, "expYear": 2031, "cvc": "123" })
}

/// One person of the staff or a learner, who signs in again when the session is over.
#[derive(Clone)]
pub struct Account {
    email: &'static str,
    pub caller: Caller,
}

impl Account {
    pub async fn open(school: &School, email: &'static str) -> Self {
        Self { email, caller: school.person(email).await }
    }

    async fn insist(&mut self, method: Method, path: &str, body: &Value, key: &str) -> Reply {
        let reply = self.caller.insist(method.clone(), path, Some(body), Some(key)).await;
        if reply.status != 401 {
            return reply;
        }
        self.caller.token = None;
        self.caller = self.caller.clone().sign_in(self.email, PASSWORD).await;
        self.caller.insist(method, path, Some(body), Some(key)).await
    }
}

/// The demo school's people, signed in, and what everybody knows of the school.
#[derive(Clone)]
pub struct Known {
    courses: Vec<Course>,
    admin: Account,
    editor: Account,
    student: Account,
    /// Lessons the student may open, by subscription.
    lessons: Vec<(i64, i64)>,
}

impl Known {
    pub async fn of(school: &School) -> Self {
        let student = Account::open(school, STUDENT).await;
        Self {
            courses: bookable_courses(&school.visitor(), "").await,
            admin: Account::open(school, ADMIN).await,
            editor: Account::open(school, EDITOR).await,
            lessons: lessons(&student.caller).await,
            student,
        }
    }
}

/// Somebody who runs errands.
pub struct Person<'a> {
    school: &'a School,
    ledger: &'a Ledger,
    chance: Chance,
    name: String,
    known: Known,
    confirmed: Vec<i64>,
    pub done: usize,
}

const RESERVED: &str = "SELECT COUNT(*) FROM reservations WHERE id = CAST($1 AS BIGINT)";
const CONFIRMED: &str =
    "SELECT COUNT(*) FROM reservations WHERE id = CAST($1 AS BIGINT) AND confirmed_at IS NOT NULL";
const CANCELLED: &str =
    "SELECT COUNT(*) FROM reservations WHERE id = CAST($1 AS BIGINT) AND status = 'CANCELLED'";
const ENROLLED: &str =
    "SELECT COUNT(*) FROM subscription_reservations WHERE reservation_id = CAST($1 AS BIGINT)";
const BOUGHT: &str = "SELECT COUNT(*) FROM reservations WHERE payer_email = $1 AND confirmed_at IS NOT NULL";
const TOLD: &str =
    "SELECT COUNT(*) FROM mails WHERE kind = 'reservation-confirmed' AND fact = 'reservation ' || $1";
const WITHDRAWN: &str = "SELECT COUNT(*) FROM withdrawals WHERE reservation_id = CAST($1 AS BIGINT)";
const REFUNDED: &str = "SELECT COUNT(*) FROM refunds WHERE reservation_id = CAST($1 AS BIGINT)";
const GIVEN_BACK: &str = "SELECT COUNT(*) FROM refunds WHERE note = $1";
const ASKED: &str = "SELECT COUNT(*) FROM faq_entries WHERE question = $1";
const WRITTEN: &str = "SELECT COUNT(*) FROM contact_messages WHERE message = $1";
const FORWARDED: &str = "SELECT COUNT(*) FROM mails WHERE kind = 'contact' AND params LIKE '%' || $1 || '%'";
const READ: &str = "SELECT COUNT(*) FROM lesson_views WHERE CAST(subscription_id AS TEXT) || ' ' || CAST(lesson_id AS TEXT) = $1";

impl<'a> Person<'a> {
    pub fn new(school: &'a School, ledger: &'a Ledger, chance: Chance, known: Known, name: String) -> Self {
        Self { school, ledger, chance, name, known, confirmed: Vec::new(), done: 0 }
    }

    /// One errand, done to its end.
    pub async fn run(&mut self) {
        self.done += 1;
        let what = format!("{} {}", self.name, self.done);
        match self.chance.below(12) {
            0..4 => self.book(&what).await,
            4 => self.sell(&what).await,
            5 => self.give_back(&what).await,
            6 => self.cancel(&what).await,
            7 | 8 => self.edit(&what).await,
            9 | 10 => self.write(&what).await,
            _ => self.read(&what).await,
        }
    }

    /// A visitor books; most pay, and of those not all come back from the card.
    async fn book(&mut self, what: &str) {
        let visitor = self.school.visitor();
        let email = format!("{}@exemple.test", what.replace(' ', "."));
        let body = draft(self.chance.pick(&self.known.courses), &email);
        let reply = visitor.insist(Method::POST, "/checkout", Some(&body), Some(what)).await;
        if reply.code() == "full" {
            return;
        }
        let checkout = reply.ok();
        let id = checkout["reservationId"].as_i64().unwrap();
        let token = json!({ "checkoutToken": checkout["checkoutToken"] });
        self.ledger.promise(RESERVED, &id);
        match self.chance.below(8) {
            0 => return,
            1 => {
                let path = format!("/checkout/{id}/cancel");
                visitor.insist(Method::POST, &path, Some(&token), None).await.ok();
                return self.ledger.promise(CANCELLED, &id);
            }
            _ => {}
        }
        let paid =
            visitor.insist(Method::POST, "/payment/sandbox/confirm", Some(&good_card(&checkout)), None).await;
        assert_eq!(paid.ok()["status"], "succeeded");
        if self.chance.one_in(4) {
            return;
        }
        let path = format!("/checkout/{id}/complete");
        let done = visitor.insist(Method::POST, &path, Some(&token), None).await.ok();
        assert_eq!(done["reservation"]["status"], "CONFIRMED");
        self.enrolled(id);
        self.ledger.promise(BOUGHT, &email);
        if self.chance.one_in(4) {
            return self.withdraw(visitor, &email, id).await;
        }
        self.confirmed.push(id);
    }

    /// The visitor has thought better of it: all of the money goes back.
    async fn withdraw(&self, visitor: Caller, email: &str, id: i64) {
        let payer = visitor.sign_in(email, VISITOR_PASSWORD).await;
        let path = format!("/reservations/{id}/withdraw");
        payer.insist(Method::POST, &path, None, None).await.ok();
        for query in [CANCELLED, REFUNDED, WITHDRAWN] {
            self.ledger.promise(query, &id);
        }
    }

    fn enrolled(&self, id: i64) {
        for query in [CONFIRMED, ENROLLED, TOLD] {
            self.ledger.promise(query, &id);
        }
    }

    /// The office sells at the desk.
    async fn sell(&mut self, what: &str) {
        let course = self.chance.pick(&self.known.courses).id;
        let email = format!("{}@bureau.test", what.replace(' ', "."));
        let learner = json!({ "firstName": "Rosa", "lastName": "Diaz", "email": email });
        let sale = json!({ "courseId": course, "reservedModuleIds": [], "requestedStartDate": in_a_week(),
            "learner": learner, "payment": { "method": "CASH" } });
        let reply = self.known.admin.insist(Method::POST, "/reservations/desk", &sale, what).await;
        if reply.code() == "full" {
            return;
        }
        let again = self.known.admin.insist(Method::POST, "/reservations/desk", &sale, what).await;
        assert_eq!((&again.json, again.replayed), (&reply.json, true), "a repeat is answered as the first");
        let id = reply.ok()["id"].as_i64().unwrap();
        self.enrolled(id);
        self.ledger.promise(BOUGHT, &email);
    }

    /// The office gives a euro back; the place stays.
    async fn give_back(&mut self, what: &str) {
        let Some(id) = self.confirmed.pop() else { return };
        let body = json!({ "amount": 1, "note": what });
        let path = format!("/reservations/{id}/refund");
        let reply = self.known.admin.insist(Method::POST, &path, &body, what).await;
        let again = self.known.admin.insist(Method::POST, &path, &body, what).await;
        assert_eq!((&again.json, again.replayed), (&reply.json, true), "a repeat is answered as the first");
        reply.ok();
        self.ledger.promise(GIVEN_BACK, &what);
    }

    async fn cancel(&mut self, what: &str) {
        let Some(id) = self.confirmed.pop() else { return };
        let path = format!("/reservations/{id}/cancel");
        self.known.admin.insist(Method::PATCH, &path, &json!({}), what).await.ok();
        self.ledger.promise(CANCELLED, &id);
        self.ledger.promise(REFUNDED, &id);
    }

    /// The editor adds a question, answers it better, and takes some away again.
    async fn edit(&mut self, what: &str) {
        let entry = json!({ "category": "COURS_GROUPES", "question": what, "answer": "<p>Oui.</p>" });
        let reply = self.known.editor.insist(Method::POST, "/faq", &entry, what).await;
        let id = reply.ok()["id"].as_i64().unwrap();
        let path = format!("/faq/{id}");
        let better = json!({ "answer": "<p>Bien sûr.</p>" });
        self.known.editor.insist(Method::PUT, &path, &better, &format!("{what} better")).await.ok();
        if self.chance.one_in(3) {
            self.known.editor.insist(Method::DELETE, &path, &Value::Null, &format!("{what} gone")).await.ok();
            return self.ledger.promise_times(ASKED, &what, 0);
        }
        self.ledger.promise(ASKED, &what);
    }

    /// A visitor writes to the school.
    async fn write(&mut self, what: &str) {
        let message = format!("Bonjour, c’est {what} !");
        let body =
            json!({ "name": "Rosa Diaz", "email": "rosa@exemple.test", "message": message, "consent": true });
        self.school.visitor().insist(Method::POST, "/contact", Some(&body), Some(what)).await.ok();
        self.ledger.promise(WRITTEN, &message);
        self.ledger.promise(FORWARDED, &message);
    }

    /// The student opens a lesson.
    async fn read(&mut self, what: &str) {
        let (subscription, lesson) = *self.chance.pick(&self.known.lessons);
        let path = format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
        self.known.student.insist(Method::POST, &path, &Value::Null, what).await.ok();
        self.ledger.promise(READ, &format!("{subscription} {lesson}"));
    }
}
