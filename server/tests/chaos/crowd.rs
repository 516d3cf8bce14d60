//! Many visitors at once, behind a proxy: what they read and book, and what became of each single request.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::errands::{Course, draft, good_card};
use crate::waiting::PATIENCE;

/// One request, whatever became of it.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub number: u64,
    pub method: Method,
    pub path: String,
    pub begun: Instant,
    pub ended: Instant,
    /// Its status, or why there is none.
    pub outcome: Result<u16, String>,
}

impl Attempt {
    /// Whether nobody answered: neither a server of the school nor, in its place, another one.
    pub fn failed(&self) -> bool {
        !matches!(self.outcome, Ok(status) if status < 500)
    }
}

/// Everybody.
pub struct Crowd {
    http: reqwest::Client,
    url: String,
    next: AtomicU64,
    next_ip: AtomicU32,
    over: AtomicBool,
    attempts: Mutex<Vec<Attempt>>,
    booked: Mutex<Vec<String>>,
}

impl Crowd {
    /// Visitors of the school that nginx serves at `address`.
    pub fn before(address: SocketAddr) -> Self {
        let http = client(address, None);
        Self {
            http,
            url: format!("https://ecole.example:{}", address.port()),
            next: AtomicU64::new(1),
            next_ip: AtomicU32::new(1),
            over: AtomicBool::new(false),
            attempts: Mutex::default(),
            booked: Mutex::default(),
        }
    }

    pub fn attempts(&self) -> Vec<Attempt> {
        self.attempts.lock().unwrap().clone()
    }

    /// Who has booked, by address, once for each time they were told so.
    pub fn booked(&self) -> Vec<String> {
        self.booked.lock().unwrap().clone()
    }

    /// The number the next request will bear.
    pub fn next_number(&self) -> u64 {
        self.next.load(Ordering::SeqCst)
    }

    /// Everybody finishes what they began.
    pub fn go_home(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    /// Reads these pages, one after the other, again and again.
    pub async fn read(&self, pages: &[&str], token: Option<&str>) {
        while !self.over.load(Ordering::SeqCst) {
            for page in pages {
                self.ask(Method::GET, page, None, &headers_of(token)).await;
            }
        }
    }

    /// Books for one new visitor after the other.
    pub async fn book(&self, course: &Course, who: &str) {
        let mut count = 0;
        while !self.over.load(Ordering::SeqCst) {
            count += 1;
            let email = format!("{who}.{count}@exemple.test");
            // Limits of one address are not another's.
            let ip =
                Ipv4Addr::from_bits(0x0A01_0000 + self.next_ip.fetch_add(1, Ordering::SeqCst)).to_string();
            let visitor = HashMap::from([("x-forwarded-for", ip)]);
            let mut first = visitor.clone();
            first.insert("idempotency-key", email.clone());
            let checkout = self.insist("/api/checkout", &draft(course, &email), &first).await;
            let paid = self.insist("/api/payment/sandbox/confirm", &good_card(&checkout), &visitor).await;
            assert_eq!(paid["status"], "succeeded", "{email}");
            let path = format!("/api/checkout/{}/complete", checkout["reservationId"]);
            let token = json!({ "checkoutToken": checkout["checkoutToken"] });
            let done = self.insist(&path, &token, &visitor).await;
            assert_eq!(done["reservation"]["status"], "CONFIRMED", "{email}");
            self.booked.lock().unwrap().push(email);
        }
    }

    /// Sends the same again, under the same key, until it is answered: as the sites do.
    async fn insist(&self, path: &str, body: &Value, headers: &HashMap<&str, String>) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let (status, answer) = self.ask(Method::POST, path, Some(body), headers).await;
            match status {
                Some(200 | 201) => return answer,
                Some(409) if answer["code"] == "idempotency_in_flight" => {}
                Some(status) if status < 500 => panic!("{path}: {status} {answer}"),
                _ => {}
            }
            assert!(Instant::now() < end, "{path}: no answer");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &HashMap<&str, String>,
    ) -> (Option<u16>, Value) {
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        let mut request = self.http.request(method.clone(), format!("{}{path}", self.url));
        request = request.header("x-number", number);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let begun = Instant::now();
        let answer = async {
            let answer = request.send().await?;
            Ok((answer.status().as_u16(), answer.text().await?))
        };
        let answer: Result<(u16, String), reqwest::Error> = answer.await;
        let outcome = answer.as_ref().map(|(status, _)| *status).map_err(|error| format!("{error:?}"));
        let attempt =
            Attempt { number, method, path: path.to_owned(), begun, ended: Instant::now(), outcome };
        self.attempts.lock().unwrap().push(attempt);
        let json = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        answer.map_or((None, Value::Null), |(status, text)| (Some(status), json(text)))
    }
}

/// Who calls as the school's name, from a loopback address of their own if need be.
pub fn client(address: SocketAddr, from: Option<Ipv4Addr>) -> reqwest::Client {
    // What is compressed on the way is seen as it comes.
    let mut client = reqwest::Client::builder().no_proxy().no_gzip().no_brotli();
    client = client.redirect(reqwest::redirect::Policy::none());
    if let Some(from) = from {
        client = client.local_address(std::net::IpAddr::V4(from));
    }
    // The test's own certificate, which nobody vouches for.
    let client = client.resolve("ecole.example", address).tls_danger_accept_invalid_certs(true);
    client.timeout(Duration::from_secs(90)).build().unwrap()
}

fn headers_of(token: Option<&str>) -> HashMap<&'static str, String> {
    token.map(|token| ("authorization", format!("Bearer {token}"))).into_iter().collect()
}
