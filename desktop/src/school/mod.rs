//! The client of the school's API: requests and responses, and whether a school is compatible with this app.
//!
//! Sessions are in `tokens`, signing in through the browser in `browser`. Nothing is stored here.

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

/// The newest version of the API that this app supports.
pub const KNOWN_API: u64 = 1;
/// Inactivity timeout of a read or write of content; after it the app goes on without a response.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// Inactivity timeout of a page of the copy.
pub const COPY_PATIENCE: Duration = Duration::from_secs(30);
/// Inactivity timeout of other calls of the page: some take the school a while.
pub const LONG_PATIENCE: Duration = Duration::from_mins(2);
/// Minimum size in bytes of a body that is compressed.
const WORTH_COMPRESSING: usize = 2048;
/// Request headers of the page that are forwarded to the school.
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

/// A school with its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct School {
    /// As it calls itself.
    pub name: String,
    /// `https://ecole.fr`
    pub address: String,
}

/// The school at an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    pub name: String,
    pub address: String,
    /// Whether one may sign in with Google, through the browser.
    pub google: bool,
}

/// A request to the school.
#[derive(Debug, Clone)]
pub struct Ask {
    pub method: Method,
    /// With the query, from `/api` on.
    pub path: String,
    pub headers: HeaderMap,
    /// Shared, not copied: a file is large, and may be sent twice.
    pub body: Bytes,
    /// Inactivity timeout, in either direction.
    pub patience: Duration,
    /// Called with the number of bytes of the body that were sent.
    pub on_sent: Option<OnSent>,
}

/// The school's response.
#[derive(Debug, Clone)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The HTTP client, which uses the system's proxy if there is one.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    /// For a school on this computer, which a proxy cannot reach.
    http_here: reqwest::Client,
    /// Follows redirects of a school that has moved; for the first request only.
    finder: reqwest::Client,
    finder_here: reqwest::Client,
    /// Upper limit of all timeouts.
    longest: Duration,
}

/// Whether a school is compatible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    pub known: bool,
    /// Whether it accepts compressed requests.
    pub accepts_gzip: bool,
}

impl Ask {
    /// A GET request.
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

    /// A request with a JSON body.
    pub fn json(method: Method, path: impl Into<String>, body: &Value) -> Self {
        let mut ask = Self { method, ..Self::get(path) };
        if !body.is_null() {
            ask.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            ask.body = body.to_string().into();
        }
        ask
    }

    /// A request of the page, to be forwarded to the school.
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

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_str(value).ok();
        self.headers.extend(value.map(|value| (header::HeaderName::from_static(name), value)));
        self
    }
}

impl Ask {
    /// Compresses the body, where that is worth it.
    #[must_use]
    pub fn compressed(self) -> Self {
        if self.body.len() < WORTH_COMPRESSING {
            return self;
        }
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        let compressed = encoder.write_all(&self.body).and_then(|()| encoder.finish());
        // Writing to memory does not fail; the uncompressed body would do too.
        let Ok(body) = compressed else { return self };
        Self { body: body.into(), ..self }.with("content-encoding", "gzip")
    }
}

impl Answered {
    /// The body as JSON; null when it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The school's own problem, to be returned unchanged.
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

    /// Whether the response is from the school itself, not from a proxy.
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
    /// A client.
    pub fn new() -> Result<Self> {
        Self::waiting_at_most(Duration::MAX)
    }

    /// A client with an upper limit of all timeouts.
    pub fn waiting_at_most(longest: Duration) -> Result<Self> {
        // The provider may have been installed before.
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

    /// Sends a request to the school at this address.
    ///
    /// # Errors
    /// `Unreached` when there was no complete response.
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

    /// Checks whether there is a school at a typed address.
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

    /// Whether the school's API is of a version that this app supports.
    ///
    /// # Errors
    /// `Unreached` when the school cannot be reached.
    pub async fn is_known(&self, address: &str) -> Result<bool> {
        Ok(self.look(address).await?.known)
    }

    /// Whether the school is compatible, and what it accepts.
    ///
    /// # Errors
    /// `Unreached` when the school cannot be reached.
    pub async fn look(&self, address: &str) -> Result<Looked> {
        let answer = self.ask(address, &Ask::get("/api/version"), None).await?;
        let encodings = &answer.json()["requestEncodings"];
        let accepts_gzip = encodings.as_array().is_some_and(|all| all.iter().any(|one| one == "gzip"));
        match speaks(&answer) {
            Ok(()) => Ok(Looked { known: true, accepts_gzip }),
            Err("school_too_new") => Ok(Looked { known: false, accepts_gzip }),
            // The response is from a proxy.
            Err(code) => Err(Error::Unreached(code.to_owned())),
        }
    }
}

/// Whether an address is on this computer.
fn is_here(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| address::is_here(&url))
}

/// Identifies the app and this computer in the school's list of sessions.
fn user_agent() -> String {
    let system = match std::env::consts::OS {
        "windows" => "Windows NT 10.0",
        "macos" => "Macintosh; Mac OS X",
        "linux" => "X11; Linux",
        other => other,
    };
    format!("{DESKTOP_APP}/{} ({system})", env!("CARGO_PKG_VERSION"))
}

/// The address after redirects, when that is as safe.
fn after_move(url: &Url) -> Option<String> {
    (url.scheme() == "https" || address::is_here(url)).then(|| url.origin().ascii_serialization())
}

/// Whether the response is from a school with a supported version.
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

/// Waits until the response begins.
async fn begun(moving: &Moving, request: reqwest::RequestBuilder) -> Result<reqwest::Response> {
    moving.watch(request.send()).await.map_err(stands_still)?.map_err(failed)
}

/// Waits until the response is complete.
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
