//! The two built sites, embedded: files with their compressed variants, the page of each site, the rendering program.
//!
//! Debug builds read the folders at run time, so that a site can be built after the server.

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

/// Files in this folder have a hash in their name and never change.
const HASHED: &str = "static/";
/// The program of server-side rendering; never sent to anybody.
const RENDERER: &str = ".ssr/ssr.js";
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

    /// The built page, without rendered content.
    pub(super) fn page(self) -> Option<String> {
        self.file(PAGE).map(|page| String::from_utf8_lossy(&page.data).into_owned())
    }

    /// A file with its headers; `None` when there is none.
    pub(super) fn respond(self, path: &str, asked: &HeaderMap) -> Option<Response> {
        if path.split('/').any(|name| name.starts_with('.')) {
            return None;
        }
        let plain = self.file(path)?;
        let variants = [("br", ".br"), ("gzip", ".gz")];
        let variants = variants.map(|(encoding, suffix)| (encoding, self.file(&format!("{path}{suffix}"))));
        let has_variant = variants.iter().any(|(_, file)| file.is_some());
        let chosen = variants.into_iter().find_map(|(encoding, file)| {
            file.filter(|_| accepts(asked, encoding)).map(|file| (encoding, file))
        });
        let (encoding, file) = chosen.map_or((None, plain), |(encoding, file)| (Some(encoding), file));
        Some(file_response(path, file, encoding, has_variant, asked))
    }
}

/// The program that renders the public site.
pub(super) fn renderer_program() -> Option<EmbeddedFile> {
    Public::get(RENDERER)
}

/// Changes when the site is rebuilt; only debug builds see that.
pub(super) fn renderer_version() -> Option<SystemTime> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-public/dist/.ssr/ssr.js");
    if cfg!(debug_assertions) { std::fs::metadata(file).ok()?.modified().ok() } else { None }
}

fn file_response(
    path: &str,
    file: EmbeddedFile,
    encoding: Option<&'static str>,
    has_variant: bool,
    asked: &HeaderMap,
) -> Response {
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..16]));
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else if has_variant {
        Body::from(file.data).into_response()
    } else {
        range_response(file.data, asked, &tag)
    };
    let has_content = response.status().is_success();
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if has_variant {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if has_content {
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

/// The requested bytes of a file that is sent uncompressed.
fn range_response(data: Cow<'static, [u8]>, asked: &HeaderMap, tag: &str) -> Response {
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

/// Whether the caller accepts this encoding.
pub(super) fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let refused = |weight: &str| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding)) && !parts.any(refused)
    })
}
