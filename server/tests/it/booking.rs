//! What tests of booking share: two courses, a visitor's draft, a card, and the promise that money and
//! seats always agree.

use axum::http::Method;
use preau_server::fetch_optional;
use preau_server::sales::checkout::{jobs, settle};
use serde_json::{Value, json};

use crate::school::{Client, Reply, School};

pub const CARD_GOOD: &str = "4242 4242 4242 4242";
pub const CARD_DECLINED: &str = "4000 0000 0000 0002";

/// Italian in person with ten seats (1), Chinese online without a limit (2), a free course (3), a draft (4).
pub async fn courses(school: &School) {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
            (3, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
            (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, free, total_hours, language_id,
            level_id, start_date, end_date, capacity, created_at, updated_at) VALUES
            (1, 'PUBLISHED', 'IN_PERSON', 'Italien A1', 'italien-a1', 'Ciao', 24050, FALSE, 30, 3, 1,
                '2026-03-09', '2026-05-30', 10, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'PUBLISHED', 'ONLINE', 'Chinois A1', 'chinois-a1', 'Nihao', 10000, FALSE, 30, 3, 1,
                '2026-03-05', '2026-12-30', NULL, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'PUBLISHED', 'ONLINE', 'Découverte', 'decouverte', 'Gratuit', 0, TRUE, 2, 3, 1,
                '2026-03-05', '2026-12-30', NULL, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (4, 'DRAFT', 'ONLINE', 'Bientôt', 'bientot', 'Plus tard', 10000, FALSE, 2, 3, 1,
                '2026-03-05', '2026-12-30', NULL, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at) VALUES
            (11, 1, 'Uno', 12000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (12, 1, 'Due', 7000, 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (13, 1, 'Tre', 5050, 3, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (21, 2, 'Yi', 10000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (31, 3, 'Un', 0, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO chapters (id, module_id, title, order_index, created_at, updated_at) VALUES
            (1, 11, 'Capitolo', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 12, 'Secondo', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO lessons (id, chapter_id, title, order_index, created_at, updated_at) VALUES
            (101, 1, 'Saluti', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (102, 1, 'Numeri', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (103, 2, 'Cibo', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
}

/// A person as a form sends them.
pub fn person(email: &str) -> Value {
    json!({ "firstName": "Zoé", "lastName": "Martin", "email": email, "phoneNumber": "0612345678",
        "dialCode": "+33", "country": "France", "birthDate": "1990-02-28" })
}

/// A booker who makes an account.
pub fn booker(email: &str) -> Value {
    let mut booker = person(email);
    booker["password"] = json!("zebre-bleu-7");
    booker["passwordConfirmation"] = json!("zebre-bleu-7");
    booker
}

/// Modules of the Italian course for the booker themselves.
pub fn draft(email: &str, modules: &[i64]) -> Value {
    json!({ "courseId": 1, "reservedModuleIds": modules, "requestedStartDate": "2026-03-09",
        "reservationTarget": "self", "bookerData": booker(email), "requestEarlyStart": true })
}

/// The same for somebody else.
pub fn draft_for(email: &str, learner: &str, modules: &[i64]) -> Value {
    let mut draft = draft(email, modules);
    draft["reservationTarget"] = json!("other");
    draft["beneficiaryData"] = person(learner);
    draft["beneficiaryData"]["firstName"] = json!("Léa");
    draft
}

/// A checkout that was begun.
#[derive(Clone)]
pub struct Started {
    pub client: Client,
    pub id: i64,
    pub token: String,
    pub client_secret: String,
    pub amount: Value,
}

impl Started {
    pub fn new(client: &Client, answer: &Value) -> Self {
        Self {
            client: client.clone(),
            id: answer["reservationId"].as_i64().unwrap(),
            token: answer["checkoutToken"].as_str().unwrap().to_owned(),
            client_secret: answer["clientSecret"].as_str().unwrap_or_default().to_owned(),
            amount: answer["amount"].clone(),
        }
    }

    /// Types this card into the sandbox's form.
    pub async fn pay(&self, card: &str) -> Reply {
        let card = json!({ "clientSecret": self.client_secret, "holderName": "Zoé Martin", "cardNumber": card,
            "expMonth": 12, "expYear": 2030, "cvc": "123" });
        self.client.post("/payment/sandbox/confirm", card).await
    }

    pub async fn read(&self) -> Reply {
        let token = [("x-checkout-token", self.token.as_str())];
        self.client.send(Method::GET, &format!("/checkout/{}", self.id), None, &token).await
    }

    pub async fn complete(&self) -> Reply {
        let path = format!("/checkout/{}/complete", self.id);
        self.client.post(&path, json!({ "checkoutToken": self.token })).await
    }

    pub async fn cancel(&self) -> Reply {
        let path = format!("/checkout/{}/cancel", self.id);
        self.client.post(&path, json!({ "checkoutToken": self.token })).await
    }

    /// Its status in the database.
    pub async fn status(&self, school: &School) -> String {
        let mut conn = school.app.db.read().await.unwrap();
        let row = fetch_optional!(conn, (String,), "SELECT status FROM reservations WHERE id = $1", self.id);
        row.unwrap().unwrap().0
    }

    /// The provider's name of its payment.
    pub async fn provider_id(&self, school: &School) -> String {
        let mut conn = school.app.db.read().await.unwrap();
        let sql = "SELECT provider_id FROM payments WHERE reservation_id = $1 ORDER BY id DESC LIMIT 1";
        fetch_optional!(conn, (String,), sql, self.id).unwrap().unwrap().0
    }

    /// The money arrives at the provider, whatever the school wanted, and is announced.
    pub async fn money_arrives(&self, school: &School) -> settle::Settled {
        let id = self.provider_id(school).await;
        let app = &school.app;
        preau_server::change!(app, None, |tx| preau_server::execute!(
            tx,
            "UPDATE sandbox_intents SET status = 'SUCCEEDED' WHERE id = $1",
            &id
        ))
        .unwrap();
        settle::settle_payment(app, &id).await.unwrap()
    }
}

/// Begins a checkout that must succeed.
pub async fn start(client: &Client, draft: Value) -> Started {
    let answer = client.post("/checkout", draft).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text());
    Started::new(client, &answer.json())
}

/// The jobs of holds and refunds, once.
pub async fn run_jobs(school: &School) {
    jobs::run_holds(&school.app).await.unwrap();
    jobs::run_refunds(&school.app).await.unwrap();
}

/// No money without a seat or a refund; no seat without money or a grant; one mail of each kind per fact.
pub async fn sound(school: &School) {
    let findings = preau_server::operations::doctor::check(&school.app).await.unwrap();
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{findings:?}");
    // Every payment, also one of this very moment.
    let unsettled = "SELECT COUNT(*) FROM payments p WHERE p.status = 'PAID' AND p.reservation_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.payment_id = p.id AND r.status = 'CONFIRMED')
        AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.reservation_id = p.reservation_id)
        AND NOT EXISTS (SELECT 1 FROM refunds f WHERE f.payment_id = p.id)";
    assert_eq!(school.count(unsettled).await, 0, "money has a place or goes back");
    let untold = "SELECT COUNT(*) FROM reservations r WHERE r.confirmed_at IS NOT NULL AND (SELECT COUNT(*) FROM mails m
        WHERE m.fact = 'reservation ' || r.id AND m.kind IN ('reservation-confirmed', 'admin-booking')) <> 2";
    assert_eq!(school.count(untold).await, 0, "payer and school are told once");
}
