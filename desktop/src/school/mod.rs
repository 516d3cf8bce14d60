//! The client of the school's API: requests and responses, and whether a school is compatible with this app.
//!
//! Sessions are in `tokens`, signing in through the browser in `browser`. Nothing is stored here.

mod address;
pub mod browser;
mod inactivity;
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
pub use inactivity::OnSent;
use inactivity::{ActivityTimeout, Inactive, MonitoredBody};

/// The newest version of the API that this app supports.
pub const KNOWN_API: u64 = 1;
/// Inactivity timeout of a read or write of content; after it the app goes on without a response.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// Inactivity timeout of a page of the copy.
pub const COPY_TIMEOUT: Duration = Duration::from_secs(30);
/// Inactivity timeout of other calls of the page: some take the school a while.
pub const LONG_TIMEOUT: Duration = Duration::from_mins(2);
/// Minimum size in bytes of a body that is compressed.
const MIN_COMPRESSED_SIZE: usize = 2048;
/// Request headers of the page that are forwarded to the school.
const FORWARDED: &[&str] = &[
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
pub struct ApiRequest {
    pub method: Method,
    /// With the query, from `/api` on.
    pub path: String,
    pub headers: HeaderMap,
    /// Shared, not copied: a file is large, and may be sent twice.
    pub body: Bytes,
    /// Inactivity timeout, in either direction.
    pub timeout: Duration,
    /// Called with the number of bytes of the body that were sent.
    pub on_sent: Option<OnSent>,
}

/// The school's response.
#[derive(Debug, Clone)]
pub struct ApiResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The HTTP client, which uses the system's proxy if there is one.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    /// For a school on this computer, which a proxy cannot reach.
    http_local: reqwest::Client,
    /// Follows redirects of a school that has moved; for the first request only.
    finder: reqwest::Client,
    finder_local: reqwest::Client,
    /// Upper limit of all timeouts.
    max_timeout: Duration,
}

/// Whether a school is compatible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compatibility {
    pub supported: bool,
    /// Whether it accepts compressed requests.
    pub accepts_gzip: bool,
}

impl ApiRequest {
    /// A GET request.
    pub fn get(path: impl Into<String>) -> Self {
        Self {
            method: Method::GET,
            path: path.into(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            timeout: TIMEOUT,
            on_sent: None,
        }
    }

    /// A request with a JSON body.
    pub fn json(method: Method, path: impl Into<String>, body: &Value) -> Self {
        let mut api_request = Self { method, ..Self::get(path) };
        if !body.is_null() {
            api_request.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            api_request.body = body.to_string().into();
        }
        api_request
    }

    /// A request of the page, to be forwarded to the school.
    #[must_use]
    pub fn of_page(request: &http::Request<Vec<u8>>) -> Self {
        let mut api_request = Self::get(request.uri().path_and_query().map_or("/", |path| path.as_str()));
        api_request.method = request.method().clone();
        api_request.body = Bytes::copy_from_slice(request.body());
        api_request.timeout = LONG_TIMEOUT;
        for name in FORWARDED {
            api_request.headers.extend(
                request
                    .headers()
                    .get(*name)
                    .map(|value| (header::HeaderName::from_static(name), value.clone())),
            );
        }
        api_request
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::from_str(value).ok();
        self.headers.extend(value.map(|value| (header::HeaderName::from_static(name), value)));
        self
    }
}

impl ApiRequest {
    /// Compresses the body, where that is worth it.
    #[must_use]
    pub fn compressed(self) -> Self {
        if self.body.len() < MIN_COMPRESSED_SIZE {
            return self;
        }
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        let compressed = encoder.write_all(&self.body).and_then(|()| encoder.finish());
        // Writing to memory does not fail; the uncompressed body would do too.
        let Ok(body) = compressed else { return self };
        Self { body: body.into(), ..self }.with("content-encoding", "gzip")
    }
}

impl ApiResponse {
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
        Self::with_max_timeout(Duration::MAX)
    }

    /// A client with an upper limit of all timeouts.
    pub fn with_max_timeout(max_timeout: Duration) -> Result<Self> {
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
            http_local: built(builder().redirect(stay()).no_proxy().build())?,
            finder: built(builder().redirect(follow()).build())?,
            finder_local: built(builder().redirect(follow()).no_proxy().build())?,
            max_timeout,
        })
    }

    /// Sends a request to the school at this address.
    ///
    /// # Errors
    /// `Unreached` when there was no complete response.
    pub async fn send(
        &self,
        address: &str,
        api_request: &ApiRequest,
        bearer: Option<&str>,
    ) -> Result<ApiResponse> {
        let activity = ActivityTimeout::new(api_request.timeout.min(self.max_timeout));
        let http = if is_local(address) { &self.http_local } else { &self.http };
        let mut request = http
            .request(api_request.method.clone(), format!("{address}{}", api_request.path))
            .headers(api_request.headers.clone());
        if let Some(token) = bearer {
            request = request.bearer_auth(token);
        }
        if !api_request.body.is_empty() {
            let body = MonitoredBody::new(
                api_request.body.clone(),
                Arc::clone(&activity),
                api_request.on_sent.clone(),
            );
            request = request.body(reqwest::Body::wrap(body));
        }
        send(&activity, request).await
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
        let finder = if is_local(&address) { &self.finder_local } else { &self.finder };
        let activity = ActivityTimeout::new(TIMEOUT.min(self.max_timeout));
        let version = response_head(&activity, finder.get(format!("{address}/api/version"))).await;
        let version = version.map_err(unreachable)?;
        let moved = version.url().clone();
        let answer = read_body(&activity, version).await.map_err(unreachable)?;
        if let Err(code) = check_version(&answer) {
            return Err(Problem::field("address", code).into());
        }
        let address = redirected_address(&moved).unwrap_or(address);
        let fetch = async |path: &str| {
            let answer = self.send(&address, &ApiRequest::get(path), None).await?;
            Ok::<_, Error>(if answer.status.is_success() { answer.json() } else { Value::Null })
        };
        let school = fetch("/api/settings/school").await.map_err(unreachable)?;
        let config = fetch("/api/auth/config").await.map_err(unreachable)?;
        let name = school["name"].as_str().or(school["school"]["name"].as_str()).unwrap_or("Préau");
        Ok(Found { name: name.to_owned(), google: config["googleClientId"].is_string(), address })
    }

    /// Whether the school's API is of a version that this app supports.
    ///
    /// # Errors
    /// `Unreached` when the school cannot be reached.
    pub async fn is_supported(&self, address: &str) -> Result<bool> {
        Ok(self.compatibility(address).await?.supported)
    }

    /// Whether the school is compatible, and what it accepts.
    ///
    /// # Errors
    /// `Unreached` when the school cannot be reached.
    pub async fn compatibility(&self, address: &str) -> Result<Compatibility> {
        let answer = self.send(address, &ApiRequest::get("/api/version"), None).await?;
        let encodings = &answer.json()["requestEncodings"];
        let accepts_gzip = encodings.as_array().is_some_and(|all| all.iter().any(|one| one == "gzip"));
        match check_version(&answer) {
            Ok(()) => Ok(Compatibility { supported: true, accepts_gzip }),
            Err("school_too_new") => Ok(Compatibility { supported: false, accepts_gzip }),
            // The response is from a proxy.
            Err(code) => Err(Error::Unreached(code.to_owned())),
        }
    }
}

/// Whether an address is on this computer.
fn is_local(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| address::is_local(&url))
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
fn redirected_address(url: &Url) -> Option<String> {
    (url.scheme() == "https" || address::is_local(url)).then(|| url.origin().ascii_serialization())
}

/// Whether the response is from a school with a supported version.
fn check_version(answer: &ApiResponse) -> Result<(), &'static str> {
    if answer.status.is_server_error() {
        return Err("school_unreachable");
    }
    let body = answer.json();
    if !answer.status.is_success() || body["product"] != "preau" {
        return Err("not_a_school");
    }
    if body["api"].as_u64().unwrap_or(1) > KNOWN_API { Err("school_too_new") } else { Ok(()) }
}

async fn send(activity: &ActivityTimeout, request: reqwest::RequestBuilder) -> Result<ApiResponse> {
    let response = response_head(activity, request).await?;
    read_body(activity, response).await
}

/// Waits until the response begins.
async fn response_head(
    activity: &ActivityTimeout,
    request: reqwest::RequestBuilder,
) -> Result<reqwest::Response> {
    activity.run(request.send()).await.map_err(inactive)?.map_err(failed)
}

/// Waits until the response is complete.
async fn read_body(activity: &ActivityTimeout, mut response: reqwest::Response) -> Result<ApiResponse> {
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = Vec::new();
    loop {
        activity.reset();
        match activity.run(response.chunk()).await.map_err(inactive)?.map_err(failed)? {
            Some(piece) => body.extend_from_slice(&piece),
            None => return Ok(ApiResponse { status, headers, body }),
        }
    }
}

fn failed(error: reqwest::Error) -> Error {
    Error::Unreached(error.without_url().to_string())
}

fn inactive(_: Inactive) -> Error {
    Error::Unreached("nothing moves".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resending_a_body_does_not_copy_it() {
        let request = http::Request::post("/api/files?name=a.mp4").body(vec![7; 100_000]).unwrap();
        let api_request = ApiRequest::of_page(&request);
        assert_eq!(api_request.body, vec![7; 100_000]);
        assert_eq!(api_request.body.clone().as_ptr(), api_request.body.as_ptr());
    }
}
