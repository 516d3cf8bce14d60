//! A Stripe on loopback that remembers: payment intents, refunds, disputes, idempotency keys, declines,
//! lost answers and signed events. It speaks Stripe's wire format; nothing of the school's payments is in it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

pub const SECRET_KEY: &str = "sk_test_fake_secret";
pub const PUBLISHABLE_KEY: &str = "pk_test_fake";
pub const WEBHOOK_SECRET: &str = "whsec_present";
pub const NEXT_WEBHOOK_SECRET: &str = "whsec_next";

/// What goes wrong with a call.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// Nothing is done; 500.
    Broken,
    /// All is done, but the answer never arrives.
    AnswerLost,
    /// All is done, late.
    Slow(std::time::Duration),
}

/// A call as it arrived.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub key: Option<String>,
    pub version: Option<String>,
}

#[derive(Default)]
struct Books {
    intents: BTreeMap<String, Value>,
    refunds: BTreeMap<String, Value>,
    disputes: BTreeMap<String, Value>,
    kept: HashMap<String, (String, u16, Value)>,
    faults: VecDeque<Fault>,
    /// How many more answers about refunds that were asked for never arrive.
    lost_refunds: u32,
    calls: Vec<Call>,
    refund_status: Option<&'static str>,
    next: u32,
    /// What time it is at Stripe: hours since Monday morning.
    hours: u32,
}

impl Books {
    fn id(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}_fake{}", self.next)
    }

    /// What is on its way back, or was given back.
    fn refunded(&self, intent: &str) -> i64 {
        let failed = |refund: &Value| refund["status"] == "failed" || refund["status"] == "canceled";
        let of_intent = self.refunds.values().filter(|refund| refund["payment_intent"] == intent);
        of_intent.filter(|refund| !failed(refund)).map(|refund| refund["amount"].as_i64().unwrap()).sum()
    }
}

/// A Stripe of its own for one test.
#[derive(Clone)]
pub struct FakeStripe {
    books: Arc<Mutex<Books>>,
    pub base: String,
}

type Form = HashMap<String, String>;

impl FakeStripe {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let stripe = Self { books: Arc::default(), base };
        let routes = Router::new()
            .route("/v1/payment_intents", post(open).get(list_intents))
            .route("/v1/payment_intents/{id}", get(read))
            .route("/v1/payment_intents/{id}/cancel", post(cancel))
            .route("/v1/refunds", post(refund).get(list_refunds))
            .route("/v1/refunds/{id}", get(read_refund))
            .route("/v1/disputes", get(list_disputes))
            .layer(middleware::from_fn_with_state(stripe.clone(), front))
            .with_state(stripe.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        stripe
    }

    /// Flags of a school that uses this Stripe.
    pub fn flags(&self) -> Vec<String> {
        let secrets = format!("{WEBHOOK_SECRET},{NEXT_WEBHOOK_SECRET}");
        [
            "--payment",
            "stripe",
            "--stripe-secret-key",
            SECRET_KEY,
            "--stripe-publishable-key",
            PUBLISHABLE_KEY,
        ]
        .into_iter()
        .chain(["--stripe-webhook-secret", &secrets, "--stripe-api-base", &self.base])
        .map(ToOwned::to_owned)
        .collect()
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap()
    }

    pub fn fail_next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.books().faults.extend(faults);
    }

    /// The next refunds are made, but so many answers never arrive.
    pub fn lose_refund_answers(&self, times: u32) {
        self.books().lost_refunds = times;
    }

    /// A day has passed: keys are forgotten.
    pub fn forget_keys(&self) {
        self.books().kept.clear();
    }

    /// Refunds from now on stand so instead of `succeeded`.
    pub fn answer_refunds_with(&self, status: &'static str) {
        self.books().refund_status = Some(status);
    }

    /// Stripe decides a refund that was pending.
    pub fn decide_refund(&self, id: &str, status: &str) {
        self.books().refunds.get_mut(id).unwrap()["status"] = json!(status);
    }

    pub fn intents(&self) -> Vec<Value> {
        self.books().intents.values().cloned().collect()
    }

    pub fn intent(&self, id: &str) -> Value {
        self.books().intents[id].clone()
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.books().refunds.values().cloned().collect()
    }

    pub fn calls(&self, method: &str, path: &str) -> Vec<Call> {
        let books = self.books();
        books.calls.iter().filter(|call| call.method == method && call.path == path).cloned().collect()
    }

    /// The payer's browser types a card into Stripe's fields. Answers whether it was taken.
    pub fn confirm(&self, client_secret: &str, card: &str) -> Result<(), &'static str> {
        let mut books = self.books();
        let intent =
            books.intents.values_mut().find(|intent| intent["client_secret"] == client_secret).unwrap();
        match (intent["status"].as_str().unwrap(), card) {
            ("requires_payment_method", "4242424242424242") => {
                intent["status"] = json!("succeeded");
                intent["amount_received"] = intent["amount"].clone();
                Ok(())
            }
            ("requires_payment_method", _) => Err("card_declined"),
            _ => Err("payment_intent_unexpected_state"),
        }
    }

    /// Takes another amount than was asked for, as no honest Stripe does.
    pub fn pay_other_amount(&self, id: &str, cents: i64) {
        let mut books = self.books();
        let intent = books.intents.get_mut(id).unwrap();
        intent["status"] = json!("succeeded");
        intent["amount_received"] = json!(cents);
    }

    /// The bank takes its time.
    pub fn process(&self, id: &str) {
        self.books().intents.get_mut(id).unwrap()["status"] = json!("processing");
    }

    /// Somebody refunds in Stripe's dashboard.
    pub fn refund_by_hand(&self, intent: &str, cents: i64) -> String {
        let mut books = self.books();
        let id = books.id("re");
        let refund = json!({ "id": id, "object": "refund", "amount": cents, "payment_intent": intent,
            "status": "succeeded", "metadata": {} });
        books.refunds.insert(id.clone(), refund);
        id
    }

    /// The card's bank takes the money back.
    pub fn dispute(&self, intent: &str, cents: i64, status: &str) -> String {
        let mut books = self.books();
        let id = books.id("dp");
        let dispute = json!({ "id": id, "object": "dispute", "amount": cents, "payment_intent": intent, "status": status });
        books.disputes.insert(id.clone(), dispute);
        id
    }

    pub fn decide_dispute(&self, id: &str, status: &str) {
        self.books().disputes.get_mut(id).unwrap()["status"] = json!(status);
    }

    /// Time passes at Stripe too.
    pub fn pass_hours(&self, hours: u32) {
        self.books().hours += hours;
    }

    /// Another program opens a payment with the same account, which is paid at once.
    pub fn open_foreign(&self, cents: i64) {
        let mut books = self.books();
        let id = books.id("pi");
        let intent = json!({ "id": id, "object": "payment_intent", "client_secret": "x", "amount": cents,
            "amount_received": cents, "currency": "eur", "status": "succeeded", "metadata": {},
            "created": crate::school::monday_morning().timestamp() });
        books.intents.insert(id, intent);
    }

    /// An event about a payment intent, as Stripe sends it.
    pub fn intent_event(&self, kind: &str, intent: &str) -> Vec<u8> {
        event(&format!("evt_{kind}_{intent}"), kind, &self.intent(intent))
    }
}

/// An event's body.
pub fn event(id: &str, kind: &str, object: &Value) -> Vec<u8> {
    let event = json!({ "id": id, "object": "event", "type": kind, "data": { "object": object } });
    serde_json::to_vec(&event).unwrap()
}

/// The header Stripe sends with a body.
pub fn sign(secret: &str, seconds: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.").as_bytes());
    mac.update(body);
    let signature = preau_server::clock::hex(&mac.finalize().into_bytes());
    format!("t={seconds},v1={signature},v0=ignored")
}

fn problem(status: u16, kind: &str, code: &str) -> (u16, Value) {
    (status, json!({ "error": { "type": kind, "code": code, "message": format!("no: {SECRET_KEY}") } }))
}

/// What stands before every call: the key, faults and idempotency.
async fn front(State(stripe): State<FakeStripe>, request: Request, next: Next) -> Response {
    let header = |headers: &HeaderMap, name: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).map(ToOwned::to_owned)
    };
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let key = header(&parts.headers, "idempotency-key");
    let (method, path) = (parts.method.to_string(), parts.uri.path().to_owned());
    let fault = {
        let mut books = stripe.books();
        let version = header(&parts.headers, "stripe-version");
        books.calls.push(Call { method, path: path.clone(), key: key.clone(), version });
        // Looking what was given back is no step of its own: a fault waits for the next one.
        let looks = parts.method == "GET" && ["/v1/refunds", "/v1/disputes"].contains(&path.as_str());
        if parts.method == "POST" && path == "/v1/refunds" && books.lost_refunds > 0 {
            books.lost_refunds -= 1;
            Some(Fault::AnswerLost)
        } else if looks {
            None
        } else {
            books.faults.pop_front()
        }
    };
    if header(&parts.headers, "authorization") != Some(format!("Bearer {SECRET_KEY}")) {
        return answer(problem(401, "invalid_request_error", "api_key_invalid"));
    }
    if matches!(fault, Some(Fault::Broken)) {
        return answer(problem(500, "api_error", "internal"));
    }
    let fingerprint = format!("{path} {}", String::from_utf8_lossy(&bytes));
    let kept = key.as_ref().and_then(|key| stripe.books().kept.get(key).cloned());
    let reply = match kept {
        Some((before, status, body)) if before == fingerprint => (status, body),
        Some(_) => problem(400, "idempotency_error", "idempotency_key_in_use"),
        None => {
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            let status = response.status().as_u16();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            if let Some(key) = key {
                stripe.books().kept.insert(key, (fingerprint, status, body.clone()));
            }
            (status, body)
        }
    };
    match fault {
        Some(Fault::AnswerLost) => {
            let lost = futures_util::stream::iter([Err::<Bytes, _>(std::io::Error::other("line cut"))]);
            Body::from_stream(lost).into_response()
        }
        Some(Fault::Slow(time)) => {
            tokio::time::sleep(time).await;
            answer(reply)
        }
        Some(Fault::Broken) | None => answer(reply),
    }
}

fn answer((status, body): (u16, Value)) -> Response {
    (StatusCode::from_u16(status).unwrap(), axum::Json(body)).into_response()
}

async fn open(State(stripe): State<FakeStripe>, axum::Form(form): axum::Form<Form>) -> Response {
    let mut books = stripe.books();
    let id = books.id("pi");
    let metadata: BTreeMap<&str, &String> = form
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix("metadata[")?.strip_suffix(']')?, value)))
        .collect();
    let intent = json!({
        "id": id, "object": "payment_intent", "client_secret": format!("{id}_secret_x"),
        "amount": form["amount"].parse::<i64>().unwrap(), "amount_received": 0, "currency": form["currency"],
        "status": "requires_payment_method", "metadata": metadata, "latest_charge": null,
        "created": crate::school::monday_morning().timestamp() + i64::from(books.hours) * 3600,
        "payment_method_types": [form["payment_method_types[]"]],
    });
    books.intents.insert(id, intent.clone());
    answer((200, intent))
}

async fn read(State(stripe): State<FakeStripe>, Path(id): Path<String>) -> Response {
    let books = stripe.books();
    match books.intents.get(&id) {
        Some(intent) => answer((200, expanded(&books, intent))),
        None => answer(problem(404, "invalid_request_error", "resource_missing")),
    }
}

/// With its charge, which says how much of it went back.
fn expanded(books: &Books, intent: &Value) -> Value {
    let mut intent = intent.clone();
    if intent["status"] == "succeeded" {
        let refunded = books.refunded(intent["id"].as_str().unwrap());
        let disputed = books.disputes.values().any(|dispute| dispute["payment_intent"] == intent["id"]);
        intent["latest_charge"] = json!({ "id": "ch_1", "amount_refunded": refunded, "disputed": disputed });
    }
    intent
}

async fn cancel(State(stripe): State<FakeStripe>, Path(id): Path<String>) -> Response {
    let mut books = stripe.books();
    let Some(intent) = books.intents.get_mut(&id) else {
        return answer(problem(404, "invalid_request_error", "resource_missing"));
    };
    if intent["status"] != "requires_payment_method" {
        return answer(problem(400, "invalid_request_error", "payment_intent_unexpected_state"));
    }
    intent["status"] = json!("canceled");
    answer((200, intent.clone()))
}

async fn refund(State(stripe): State<FakeStripe>, axum::Form(form): axum::Form<Form>) -> Response {
    let mut books = stripe.books();
    let (intent, amount) = (&form["payment_intent"], form["amount"].parse::<i64>().unwrap());
    let received = books.intents[intent]["amount_received"].as_i64().unwrap();
    if books.refunded(intent) + amount > received {
        return answer(problem(400, "invalid_request_error", "charge_already_refunded"));
    }
    let (id, status) = (books.id("re"), books.refund_status.unwrap_or("succeeded"));
    let refund = json!({ "id": id, "object": "refund", "amount": amount, "payment_intent": intent,
        "status": status, "metadata": { "preau_refund": form["metadata[preau_refund]"] } });
    books.refunds.insert(id, refund.clone());
    answer((200, refund))
}

async fn read_refund(State(stripe): State<FakeStripe>, Path(id): Path<String>) -> Response {
    match stripe.books().refunds.get(&id) {
        Some(refund) => answer((200, refund.clone())),
        None => answer(problem(404, "invalid_request_error", "resource_missing")),
    }
}

async fn list_refunds(State(stripe): State<FakeStripe>, Query(query): Query<Form>) -> Response {
    list(stripe.books().refunds.values(), &query)
}

async fn list_disputes(State(stripe): State<FakeStripe>, Query(query): Query<Form>) -> Response {
    list(stripe.books().disputes.values(), &query)
}

fn list<'a>(all: impl Iterator<Item = &'a Value>, query: &Form) -> Response {
    let of_intent = all.filter(|one| one["payment_intent"] == query["payment_intent"].as_str());
    page(&of_intent.cloned().collect::<Vec<_>>(), query)
}

/// Two at a time, as it is only a matter of how many.
fn page(all: &[Value], query: &Form) -> Response {
    let from = query
        .get("starting_after")
        .map_or(0, |id| all.iter().position(|one| one["id"] == id.as_str()).unwrap() + 1);
    let data: Vec<&Value> = all.iter().skip(from).take(2).collect();
    answer((200, json!({ "object": "list", "data": data, "has_more": from + 2 < all.len() })))
}

/// The newest first.
async fn list_intents(State(stripe): State<FakeStripe>, Query(query): Query<Form>) -> Response {
    let books = stripe.books();
    let since: i64 = query.get("created[gte]").map_or(0, |since| since.parse().unwrap());
    let mut all: Vec<&Value> =
        books.intents.values().filter(|intent| intent["created"].as_i64().unwrap() >= since).collect();
    all.sort_by_key(|intent| std::cmp::Reverse(intent["created"].as_i64()));
    page(&all.iter().map(|intent| expanded(&books, intent)).collect::<Vec<_>>(), &query)
}
