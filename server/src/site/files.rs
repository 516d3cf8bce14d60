//! The two built sites, embedded: files with their compressed twins, the page of each site, the painter's program.
//!
//! Debug builds read the folders as they stand, so that a site may be built after the server.

use std::borrow::Cow;
use std::time::SystemTime;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::clock::hex;
use crate::http::range::{self, Part};

#[derive(RustEmbed)]
#[folder = "../web-public/dist"]
#[exclude = "*.vite/*"]
struct Public;

#[derive(RustEmbed)]
#[folder = "../web-admin/dist"]
#[exclude = "*.vite/*"]
struct Dashboard;

/// Files under this folder bear a hash in their name and never change.
const HASHED: &str = "static/";
/// What the server runs and nobody is sent.
const PAINTER: &str = ".painter/painter.js";
/// The notices of third-party licences, written by `make licences`.
pub(super) const LICENCES: &str = "licences.txt";
pub(super) const PAGE: &str = "index.html";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    Public,
    Dashboard,
}

impl Site {
    /// The site that a path belongs to, and the path within it.
    pub(super) fn of(path: &str) -> (Self, &str) {
        let path = path.trim_start_matches('/');
        match path.strip_prefix("dashboard") {
            Some("") => (Self::Dashboard, ""),
            Some(rest) if rest.starts_with('/') => (Self::Dashboard, rest.trim_start_matches('/')),
            Some(_) | None => (Self::Public, path),
        }
    }

    pub(super) fn file(self, path: &str) -> Option<EmbeddedFile> {
        match self {
            Self::Public => Public::get(path),
            Self::Dashboard => Dashboard::get(path),
        }
    }

    /// The page before anything is painted into it.
    pub(super) fn page(self) -> Option<String> {
        self.file(PAGE).map(|page| String::from_utf8_lossy(&page.data).into_owned())
    }

    /// A file with its headers, unless there is none.
    pub(super) fn answer(self, path: &str, asked: &HeaderMap) -> Option<Response> {
        if path.split('/').any(|name| name.starts_with('.')) {
            return None;
        }
        let plain = self.file(path)?;
        let twins = [("br", ".br"), ("gzip", ".gz")];
        let twins = twins.map(|(encoding, suffix)| (encoding, self.file(&format!("{path}{suffix}"))));
        let has_twin = twins.iter().any(|(_, twin)| twin.is_some());
        let chosen = twins.into_iter().find_map(|(encoding, twin)| {
            twin.filter(|_| accepts(asked, encoding)).map(|twin| (encoding, twin))
        });
        let (encoding, file) = chosen.map_or((None, plain), |(encoding, twin)| (Some(encoding), twin));
        Some(sent(path, file, encoding, has_twin, asked))
    }
}

/// The program that paints the public site.
pub(super) fn painter_program() -> Option<EmbeddedFile> {
    Public::get(PAINTER)
}

/// Changes when the site is built anew, which happens only under a debug build.
pub(super) fn painter_version() -> Option<SystemTime> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-public/dist/.painter/painter.js");
    if cfg!(debug_assertions) { std::fs::metadata(file).ok()?.modified().ok() } else { None }
}

fn sent(
    path: &str,
    file: EmbeddedFile,
    encoding: Option<&'static str>,
    has_twin: bool,
    asked: &HeaderMap,
) -> Response {
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..16]));
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else if has_twin {
        Body::from(file.data).into_response()
    } else {
        part_of(file.data, asked, &tag)
    };
    let bears_content = response.status().is_success();
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if has_twin {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if bears_content {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json");
        let kind = if text { format!("{}; charset=utf-8", kind.essence_str()) } else { kind.to_string() };
        headers.extend(HeaderValue::from_str(&kind).map(|kind| (header::CONTENT_TYPE, kind)));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    response
}

/// The bytes that are asked for of a file that is sent as it is.
fn part_of(data: Cow<'static, [u8]>, asked: &HeaderMap, tag: &str) -> Response {
    let data = match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    };
    let length = data.len();
    let (status, range, body) = match range::part(asked, tag, length) {
        Part::Whole => (StatusCode::OK, None, data),
        Part::Bytes(bytes) => {
            let range = format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1);
            (StatusCode::PARTIAL_CONTENT, Some(range), data.slice(bytes))
        }
        Part::Beyond => (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{length}")), Bytes::new()),
    };
    let range = range.map(|range| [(header::CONTENT_RANGE, range)]);
    (status, [(header::ACCEPT_RANGES, "bytes")], range, Body::from(body)).into_response()
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
