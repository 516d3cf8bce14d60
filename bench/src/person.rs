//! A user of the school's API: signs in, reads, buys and learns.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::error::{Result, because};
use crate::school::PASSWORD;

/// Every person has a client address of their own, so that limits per address do not apply.
static LAST_ADDRESS: AtomicU32 = AtomicU32::new(0);

/// Somebody who uses the school.
#[derive(Clone)]
pub struct Person {
    http: Client,
    school: String,
    /// None for somebody without an account.
    token: Option<String>,
    email: String,
}

impl Person {
    /// Signs in.
    pub async fn sign_in(http: &Client, school: &str, email: &str) -> Result<Self> {
        let body = json!({ "email": email, "password": PASSWORD });
        let ask = http.post(format!("{school}/api/auth/login")).json(&body);
        let answer = heard(from_somewhere(ask), "signing in").await?;
        let token = answer["accessToken"].as_str().ok_or("no token")?.to_owned();
        Ok(Self { token: Some(token), ..Self::newcomer(http, school, email) })
    }

    /// Somebody without an account, who makes one with a purchase.
    pub fn newcomer(http: &Client, school: &str, email: &str) -> Self {
        Self { http: http.clone(), school: school.to_owned(), token: None, email: email.to_owned() }
    }

    /// Reads one address.
    pub async fn read(&self, address: &str) -> Result<Value> {
        heard(self.ask(Method::GET, address), address).await
    }

    /// Calls one address without a body.
    pub async fn call(&self, method: Method, address: &str) -> Result<Value> {
        heard(self.ask(method, address), address).await
    }

    /// Reserves a course and pays with a test card until the seat exists: the three calls of the booking
    /// screens.
    pub async fn buy(&self, sale: &Sale) -> Result<()> {
        let mut draft = json!({
            "courseId": sale.course, "reservedModuleIds": [], "requestedStartDate": sale.day,
            "reservationTarget": "self", "acceptTerms": true, "termsVersion": sale.terms, "requestEarlyStart": true,
            "bookerData": { "firstName": "Camille", "lastName": "Moreau", "email": self.email, "country": "France",
                "phoneNumber": "0612345678", "dialCode": "+33", "birthDate": "1990-02-28" },
        });
        if self.token.is_none() {
            draft["bookerData"]["password"] = json!(PASSWORD);
            draft["bookerData"]["passwordConfirmation"] = json!(PASSWORD);
        }
        let held = heard(self.ask(Method::POST, "/api/checkout").json(&draft), "reserving").await?;
        let card = json!({ "clientSecret": held["clientSecret"], "holderName": "Camille Moreau",
            "cardNumber": "4242 4242 4242 4242", "expMonth": 12, "expYear": sale.card_until, "cvc": "123" });
        let paid =
            heard(self.ask(Method::POST, "/api/payment/sandbox/confirm").json(&card), "paying").await?;
        if paid["status"] != "succeeded" {
            return Err(because("paying", paid));
        }
        let complete = format!("/api/checkout/{}/complete", held["reservationId"]);
        let token = json!({ "checkoutToken": held["checkoutToken"] });
        let place = heard(self.ask(Method::POST, &complete).json(&token), "completing").await?;
        if place["reservation"]["status"] == "CONFIRMED" { Ok(()) } else { Err(because("completing", place)) }
    }

    fn ask(&self, method: Method, address: &str) -> RequestBuilder {
        let ask = self.http.request(method, format!("{}{address}", self.school));
        from_somewhere(match &self.token {
            Some(token) => ask.bearer_auth(token),
            None => ask,
        })
    }
}

/// What is bought.
#[derive(Clone, Debug)]
pub struct Sale {
    pub course: i64,
    /// `yyyy-mm-dd`
    pub day: String,
    /// Number of the terms in force.
    pub terms: i64,
    pub card_until: i32,
}

/// Reads one address without signing in.
pub async fn read(http: &Client, url: &str) -> Result<Value> {
    heard(http.get(url), url).await
}

fn from_somewhere(ask: RequestBuilder) -> RequestBuilder {
    let [_, a, b, c] = LAST_ADDRESS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    ask.header("x-forwarded-for", format!("10.{a}.{b}.{c}"))
}

/// The JSON of a successful response.
async fn heard(ask: RequestBuilder, doing: &str) -> Result<Value> {
    let answer = ask.send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        return Err(because(doing, format!("{status} {text}")));
    }
    if text.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(&text).map_err(|error| because(doing, error))
}
