//! The school over HTTP: what its answers are, and whether it is one that this app can speak with.
//!
//! Who speaks in whose name is `tokens`' business, signing in through the browser `browser`'s. Nothing here keeps
//! anything.

mod address;
pub mod browser;
mod moving;
pub mod tokens;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use preau_core::device::DESKTOP_APP;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::error::{Error, Problem, Result};

pub use address::origin;
pub use moving::OnSent;
use moving::{Moving, StandsStill, Watched};

/// The newest version of the API that this app knows.
pub const KNOWN_API: u64 = 1;
/// How long nothing may move of a write or a look before the app goes on without an answer.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long nothing may move of a page of the copy.
pub const COPY_PATIENCE: Duration = Duration::from_secs(30);
/// How long nothing may move of a call of the page: some take the school a while.
pub const LONG_PATIENCE: Duration = Duration::from_mins(2);
/// From so many bytes on a body is worth compressing.
const WORTH_COMPRESSING: usize = 2048;
/// Headers of requests that go on to the school.
const PASSED: &[&str] = &[
    "accept",
    "accept-language",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "if-range",
    "range",
];

/// A school by its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct School {
    /// As it calls itself.
    pub name: String,
    /// `https://ecole.fr`
    pub address: String,
}

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    pub name: String,
    pub address: String,
    /// Whether one may sign in with Google, through the browser.
    pub google: bool,
}

/// What the school is asked.
#[derive(Debug, Clone)]
pub struct Ask {
    pub method: Method,
    /// With the query, from `/api` on.
    pub path: String,
    pub headers: HeaderMap,
    /// Shared by all who hold it: a file is large, and may be sent twice.
    pub body: Bytes,
    /// How long nothing may move, in either direction.
    pub patience: Duration,
    /// Hears how much of the body was handed over.
    pub on_sent: Option<OnSent>,
}

/// What it answered.
#[derive(Debug, Clone)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The line to schools: by the system's proxy, if it has one.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    /// For a school on this computer, of which no proxy knows.
    http_here: reqwest::Client,
    /// Follows a school that has moved; for its first look only.
    finder: reqwest::Client,
    finder_here: reqwest::Client,
    /// The most patience there is.
    longest: Duration,
}

/// A school of a version that is known, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    pub known: bool,
    /// Whether it takes compressed requests.
    pub takes_gzip: bool,
}

impl Ask {
    /// A look at something.
    pub fn get(path: impl Into<String>) -> Self {
        Self {
            method: Method::GET,
            path: path.into(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            patience: PATIENCE,
            on_sent: None,
        }
    }

    /// Something with a JSON body.
    pub fn json(method: Method, path: impl Into<String>, body: &Value) -> Self {
        let mut ask = Self { method, ..Self::get(path) };
        if !body.is_null() {
            ask.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            ask.body = body.to_string().into();
        }
        ask
    }

    /// The page's own request, as it goes on to the school.
    #[must_use]
    pub fn of_page(request: &http::Request<Vec<u8>>) -> Self {
        let mut ask = Self::get(request.uri().path_and_query().map_or("/", |path| path.as_str()));
        ask.method = request.method().clone();
        ask.body = Bytes::copy_from_slice(request.body());
        ask.patience = LONG_PATIENCE;
        for name in PASSED {
            ask.headers.extend(
                request
                    .headers()
                    .get(*name)
                    .map(|value| (header::HeaderName::from_static(name), value.clone())),
            );
        }
        ask
    }

    /// The same with a header more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_str(value).ok();
        self.headers.extend(value.map(|value| (header::HeaderName::from_static(name), value)));
        self
    }
}

impl Ask {
    /// The same with its body compressed, where that is worth it. The school sees what it was before.
    #[must_use]
    pub fn compressed(self) -> Self {
        if self.body.len() < WORTH_COMPRESSING {
            return self;
        }
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        let compressed = encoder.write_all(&self.body).and_then(|()| encoder.finish());
        // Writing to memory does not fail; as it is it arrives too.
        let Ok(body) = compressed else { return self };
        Self { body: body.into(), ..self }.with("content-encoding", "gzip")
    }
}

impl Answered {
    /// The body as JSON; null when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The school's own problem, to be told as it is.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let body = self.json();
        let code = body["code"].as_str().unwrap_or("internal");
        Problem {
            message: body["message"].as_str().unwrap_or_default().to_owned(),
            params: body["params"].as_object().cloned().unwrap_or_default(),
            fields: body["fields"].as_array().cloned().unwrap_or_default(),
            ..Problem::new(self.status, code)
        }
    }

    /// Whether the school itself said it, not something on the way to it.
    #[must_use]
    pub fn is_definite(&self) -> bool {
        let by_school = self.json().get("code").is_some();
        self.status.is_success()
            || self.status.is_client_error()
                && by_school
                && !matches!(self.status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS)
    }
}

impl Client {
    /// # Errors
    /// When the machine's TLS cannot be set up.
    pub fn new() -> Result<Self> {
        Self::waiting_at_most(Duration::MAX)
    }

    /// The same with no more patience than that.
    ///
    /// # Errors
    /// When the machine's TLS cannot be set up.
    pub fn waiting_at_most(longest: Duration) -> Result<Self> {
        // Somebody else may have been first.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .user_agent(user_agent())
                .connect_timeout(Duration::from_secs(5))
                .pool_idle_timeout(Duration::from_secs(30))
                .tcp_keepalive(Duration::from_secs(30))
        };
        let built =
            |client: reqwest::Result<reqwest::Client>| client.map_err(|e| Error::internal(e.to_string()));
        let (stay, follow) = (reqwest::redirect::Policy::none, || reqwest::redirect::Policy::limited(5));
        Ok(Self {
            http: built(builder().redirect(stay()).build())?,
            http_here: built(builder().redirect(stay()).no_proxy().build())?,
            finder: built(builder().redirect(follow()).build())?,
            finder_here: built(builder().redirect(follow()).no_proxy().build())?,
            longest,
        })
    }

    /// Asks the school at this address.
    ///
    /// # Errors
    /// `Unreached` when no whole answer came.
    pub async fn ask(&self, address: &str, ask: &Ask, bearer: Option<&str>) -> Result<Answered> {
        let moving = Moving::new(ask.patience.min(self.longest));
        let http = if is_here(address) { &self.http_here } else { &self.http };
        let mut request =
            http.request(ask.method.clone(), format!("{address}{}", ask.path)).headers(ask.headers.clone());
        if let Some(token) = bearer {
            request = request.bearer_auth(token);
        }
        if !ask.body.is_empty() {
            let body = Watched::new(ask.body.clone(), Arc::clone(&moving), ask.on_sent.clone());
            request = request.body(reqwest::Body::wrap(body));
        }
        answered(&moving, request).await
    }

    /// Looks whether a school stands at what somebody typed.
    ///
    /// # Errors
    /// On the field `address`: `required`, `school_unreachable`, `not_a_school`, `school_too_new`.
    pub async fn find(&self, typed: &str) -> Result<Found> {
        if typed.trim().is_empty() {
            return Err(Problem::field("address", "required").into());
        }
        let address = origin(typed).ok_or_else(|| Problem::field("address", "not_a_school"))?;
        let unreachable = |_| Problem::field("address", "school_unreachable");
        let finder = if is_here(&address) { &self.finder_here } else { &self.finder };
        let moving = Moving::new(PATIENCE.min(self.longest));
        let version = begun(&moving, finder.get(format!("{address}/api/version"))).await;
        let version = version.map_err(unreachable)?;
        let moved = version.url().clone();
        let answer = whole(&moving, version).await.map_err(unreachable)?;
        if let Err(code) = speaks(&answer) {
            return Err(Problem::field("address", code).into());
        }
        let address = after_move(&moved).unwrap_or(address);
        let look = async |path: &str| {
            let answer = self.ask(&address, &Ask::get(path), None).await?;
            Ok::<_, Error>(if answer.status.is_success() { answer.json() } else { Value::Null })
        };
        let school = look("/api/settings/school").await.map_err(unreachable)?;
        let config = look("/api/auth/config").await.map_err(unreachable)?;
        let name = school["name"].as_str().or(school["school"]["name"].as_str()).unwrap_or("Préau");
        Ok(Found { name: name.to_owned(), google: config["googleClientId"].is_string(), address })
    }

    /// Whether the school is there and speaks what this app knows.
    ///
    /// # Errors
    /// `Unreached` when it is not there.
    pub async fn is_known(&self, address: &str) -> Result<bool> {
        Ok(self.look(address).await?.known)
    }

    /// Whether the school is there, and what it takes.
    ///
    /// # Errors
    /// `Unreached` when it is not there.
    pub async fn look(&self, address: &str) -> Result<Looked> {
        let answer = self.ask(address, &Ask::get("/api/version"), None).await?;
        let encodings = &answer.json()["requestEncodings"];
        let takes_gzip = encodings.as_array().is_some_and(|all| all.iter().any(|one| one == "gzip"));
        match speaks(&answer) {
            Ok(()) => Ok(Looked { known: true, takes_gzip }),
            Err("school_too_new") => Ok(Looked { known: false, takes_gzip }),
            // Something on the way to it answers in its place.
            Err(code) => Err(Error::Unreached(code.to_owned())),
        }
    }
}

/// Whether an address is one of this computer.
fn is_here(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| address::is_here(&url))
}

/// By which the school's list of sessions knows the app and this computer.
fn user_agent() -> String {
    let system = match std::env::consts::OS {
        "windows" => "Windows NT 10.0",
        "macos" => "Macintosh; Mac OS X",
        "linux" => "X11; Linux",
        other => other,
    };
    format!("{DESKTOP_APP}/{} ({system})", env!("CARGO_PKG_VERSION"))
}

/// Where it was found in the end, when that is as safe.
fn after_move(url: &Url) -> Option<String> {
    (url.scheme() == "https" || address::is_here(url)).then(|| url.origin().ascii_serialization())
}

/// Whether what answers is a school of a version that is known.
fn speaks(answer: &Answered) -> Result<(), &'static str> {
    if answer.status.is_server_error() {
        return Err("school_unreachable");
    }
    let body = answer.json();
    if !answer.status.is_success() || body["product"] != "preau" {
        return Err("not_a_school");
    }
    if body["api"].as_u64().unwrap_or(1) > KNOWN_API { Err("school_too_new") } else { Ok(()) }
}

async fn answered(moving: &Moving, request: reqwest::RequestBuilder) -> Result<Answered> {
    let response = begun(moving, request).await?;
    whole(moving, response).await
}

/// Until the answer begins.
async fn begun(moving: &Moving, request: reqwest::RequestBuilder) -> Result<reqwest::Response> {
    moving.watch(request.send()).await.map_err(stands_still)?.map_err(failed)
}

/// Until all of it is here.
async fn whole(moving: &Moving, mut response: reqwest::Response) -> Result<Answered> {
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = Vec::new();
    loop {
        moving.moved();
        match moving.watch(response.chunk()).await.map_err(stands_still)?.map_err(failed)? {
            Some(piece) => body.extend_from_slice(&piece),
            None => return Ok(Answered { status, headers, body }),
        }
    }
}

fn failed(error: reqwest::Error) -> Error {
    Error::Unreached(error.without_url().to_string())
}

fn stands_still(_: StandsStill) -> Error {
    Error::Unreached("nothing moves".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_is_sent_again_is_not_copied() {
        let request = http::Request::post("/api/files?name=a.mp4").body(vec![7; 100_000]).unwrap();
        let ask = Ask::of_page(&request);
        assert_eq!(ask.body, vec![7; 100_000]);
        assert_eq!(ask.body.clone().as_ptr(), ask.body.as_ptr());
    }
}
