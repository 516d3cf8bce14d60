//! Somebody who calls a server of the school over HTTP, and goes on when it dies under the call.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::Value;

use crate::waiting::PATIENCE;

/// Where the school answers now; another place after each start.
#[derive(Clone, Debug, Default)]
pub struct Address(Arc<Mutex<String>>);

impl Address {
    pub fn of(url: &str) -> Self {
        Self(Arc::new(Mutex::new(url.to_owned())))
    }

    pub fn get(&self) -> String {
        self.0.lock().unwrap().clone()
    }

    pub fn set(&self, url: &str) {
        url.clone_into(&mut self.0.lock().unwrap());
    }
}

/// What the school answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub json: Value,
    /// Whether it is the answer that was kept for a repeat.
    pub replayed: bool,
}

impl Reply {
    pub fn is_ok(&self) -> bool {
        self.status < 300
    }

    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// Worth asking again: the server failed, or another request of the same key is at it.
    fn is_passing(&self) -> bool {
        self.status >= 500 || self.status == 408 || self.code() == "idempotency_in_flight"
    }

    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.is_ok(), "{} {}", self.status, self.json);
        self.json
    }
}

/// One person, with an address of their own: limits of one are not another's.
#[derive(Clone)]
pub struct Caller {
    address: Address,
    pub token: Option<String>,
    ip: Ipv4Addr,
}

static HTTP: LazyLock<reqwest::Client> = LazyLock::new(|| {
    // No connection outlives its call: each test has a runtime of its own.
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0);
    client.timeout(Duration::from_secs(90)).build().unwrap()
});

impl Caller {
    pub fn new(address: &Address) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let ip = Ipv4Addr::from_bits(0x0A00_0000 + NEXT.fetch_add(1, Ordering::Relaxed));
        Self { address: address.clone(), token: None, ip }
    }

    /// The same person at one server of several.
    pub fn on(&self, url: &str) -> Self {
        Self { address: Address::of(url), ..self.clone() }
    }

    pub async fn sign_in(mut self, email: &str, password: &str) -> Self {
        let body = serde_json::json!({ "email": email, "password": password });
        let tokens = self.insist(Method::POST, "/auth/login", Some(&body), None).await.ok();
        self.token = tokens["accessToken"].as_str().map(ToOwned::to_owned);
        self
    }

    /// One call; an error when the server died over it.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Reply, reqwest::Error> {
        let url = format!("{}/api{path}", self.address.get());
        let mut request = HTTP.request(method, url).header("x-forwarded-for", self.ip.to_string());
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        Self::answered(request).await
    }

    /// Sends a chunk of a file; an error when the server died over it.
    pub async fn send_bytes(&self, path: &str, bytes: Vec<u8>) -> Result<Reply, reqwest::Error> {
        let request = HTTP.put(format!("{}/api{path}", self.address.get()));
        let request = request.header("content-type", "application/octet-stream").body(bytes);
        Self::answered(request.bearer_auth(self.token.as_deref().unwrap_or_default())).await
    }

    async fn answered(request: reqwest::RequestBuilder) -> Result<Reply, reqwest::Error> {
        let response = request.send().await?;
        let status = response.status().as_u16();
        let replayed = response.headers().contains_key("idempotent-replayed");
        let text = response.text().await?;
        // Some answers are text.
        let json = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Reply { status, json, replayed })
    }

    pub async fn get(&self, path: &str) -> Value {
        self.insist(Method::GET, path, None, None).await.ok()
    }

    /// A call that must go well at once.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.call(Method::POST, path, Some(body), None).await.unwrap().ok()
    }

    /// Asks again and again, letter by letter, until the school has an answer: what a client does that was cut off.
    pub async fn insist(&self, method: Method, path: &str, body: Option<&Value>, key: Option<&str>) -> Reply {
        let end = Instant::now() + PATIENCE;
        loop {
            let last = match self.call(method.clone(), path, body, key).await {
                Ok(reply) if !reply.is_passing() => return reply,
                Ok(reply) => format!("{reply:?}"),
                Err(error) => format!("{error:?}"),
            };
            assert!(Instant::now() < end, "{method} {path}: no answer within {PATIENCE:?}: {last}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
