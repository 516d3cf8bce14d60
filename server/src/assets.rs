//! The two built sites, embedded: files with their compressed twins, and one page per site.
//!
//! Debug builds read the folders as they stand, so that a site may be built after the server. Which
//! view a page shows is the site's own business: every path without a file gets the page.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::app::App;
use crate::clock::hex;
use crate::headers::{DOCS_POLICY, page_policy};

#[derive(RustEmbed)]
#[folder = "../web-public/dist"]
#[allow_missing = true]
struct Public;

#[derive(RustEmbed)]
#[folder = "../web-admin/dist"]
#[allow_missing = true]
struct Dashboard;

/// What the sites write where the nonce belongs.
const NONCE_MARK: &str = "__CSP_NONCE__";
/// Files under this folder bear a hash in their name and never change.
const HASHED: &str = "static/";
const PAGE: &str = "index.html";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    Public,
    Dashboard,
}

impl Site {
    /// The site that a path belongs to, and the path within it.
    fn of(path: &str) -> (Self, &str) {
        let path = path.trim_start_matches('/');
        match path.strip_prefix("dashboard") {
            Some("") => (Self::Dashboard, ""),
            Some(rest) if rest.starts_with('/') => (Self::Dashboard, rest.trim_start_matches('/')),
            Some(_) | None => (Self::Public, path),
        }
    }

    fn file(self, path: &str) -> Option<EmbeddedFile> {
        match self {
            Self::Public => Public::get(path),
            Self::Dashboard => Dashboard::get(path),
        }
    }
}

/// Answers every path outside the API: a file, or the page of its site.
pub async fn serve(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let (site, path) = Site::of(uri.path());
    if path != PAGE && !path.is_empty() {
        if let Some(response) = file(site, path, &headers) {
            return response;
        }
        // A missing script or picture must not be answered with a page.
        if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            return (StatusCode::NOT_FOUND, "not found").into_response();
        }
    }
    page(&app, site)
}

/// The page that shows the API's description.
pub async fn docs() -> Response {
    let Some(page) = Site::Public.file("docs-ui/index.html") else { return not_built() };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, DOCS_POLICY),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, Body::from(page.data)).into_response()
}

fn page(app: &App, site: Site) -> Response {
    let Some(page) = site.file(PAGE) else { return not_built() };
    let nonce = app.ids.hex128();
    let html = String::from_utf8_lossy(&page.data).replace(NONCE_MARK, &nonce);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, page_policy(&app.config, &nonce)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, html).into_response()
}

fn not_built() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, "The sites are not built: run `make build`.\n").into_response()
}

fn file(site: Site, path: &str, asked: &HeaderMap) -> Option<Response> {
    let plain = site.file(path)?;
    let twins = [("br", ".br"), ("gzip", ".gz")];
    let twins = twins.map(|(encoding, suffix)| (encoding, site.file(&format!("{path}{suffix}"))));
    let has_twin = twins.iter().any(|(_, twin)| twin.is_some());
    let chosen = twins
        .into_iter()
        .find_map(|(encoding, twin)| twin.filter(|_| accepts(asked, encoding)).map(|twin| (encoding, twin)));
    let (encoding, file) = chosen.map_or((None, plain), |(encoding, twin)| (Some(encoding), twin));

    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..16]));
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data).into_response()
    };
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if has_twin {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if !unchanged {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json");
        let kind = if text { format!("{}; charset=utf-8", kind.essence_str()) } else { kind.to_string() };
        headers.extend(HeaderValue::from_str(&kind).map(|kind| (header::CONTENT_TYPE, kind)));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    Some(response)
}

/// Whether the caller takes this encoding.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let refused = |weight: &str| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding)) && !parts.any(refused)
    })
}
