//! The two built sites, embedded: their files, the page of each site, the rendering program.
//!
//! Debug builds read the folders at run time, so that a site can be built after the server.

use std::time::SystemTime;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::stored::{Encoding, Stored};
use crate::error::Error;
use crate::http::range::{self, Part};

// What is excluded stands beside it compressed; see `precompress.ts`.
#[derive(RustEmbed)]
#[folder = "../web-public/dist"]
#[exclude = "*.vite/*"]
#[exclude = "*.js"]
#[exclude = "*.css"]
#[exclude = "*.svg"]
#[exclude = "*.json"]
#[exclude = "*.txt"]
#[exclude = "*.xml"]
#[exclude = "*.webmanifest"]
#[exclude = "*.html"]
struct Public;

#[derive(RustEmbed)]
#[folder = "../web-admin/dist"]
#[exclude = "*.vite/*"]
#[exclude = "*.js"]
#[exclude = "*.css"]
#[exclude = "*.svg"]
#[exclude = "*.json"]
#[exclude = "*.txt"]
#[exclude = "*.xml"]
#[exclude = "*.webmanifest"]
#[exclude = "*.html"]
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

    fn file(self, path: &str) -> Option<Stored> {
        match self {
            Self::Public => Stored::find(path, Public::get),
            Self::Dashboard => Stored::find(path, Dashboard::get),
        }
    }

    /// A file without compression.
    pub(super) fn plain(self, path: &str) -> Option<Bytes> {
        self.file(path)?.bytes(Encoding::Plain).ok()
    }

    /// The built page, without rendered content.
    pub(super) fn page(self) -> Option<String> {
        self.plain(PAGE).map(|page| String::from_utf8_lossy(&page).into_owned())
    }

    /// A file with its headers; `None` when there is none.
    pub(super) fn respond(self, path: &str, asked: &HeaderMap) -> Option<Response> {
        if path.split('/').any(|name| name.starts_with('.')) {
            return None;
        }
        self.file(path).map(|file| file_response(path, file, asked))
    }
}

/// The program that renders the public site.
pub(super) fn renderer_program() -> Option<Bytes> {
    Stored::find(RENDERER, Public::get)?.plain_once().ok()
}

/// The digest of that program; empty when it is not built.
pub(super) fn renderer_digest() -> String {
    Stored::find(RENDERER, Public::get).map(|file| file.tag(Encoding::Brotli)).unwrap_or_default()
}

/// Changes when the site is rebuilt; only debug builds see that.
pub(super) fn renderer_version() -> Option<SystemTime> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-public/dist/.ssr/ssr.js");
    if cfg!(debug_assertions) { std::fs::metadata(file).ok()?.modified().ok() } else { None }
}

fn file_response(path: &str, file: Stored, asked: &HeaderMap) -> Response {
    let is_compressed = file.is_compressed;
    let encoding = if is_compressed { Encoding::accepted(asked) } else { Encoding::Plain };
    let tag = file.tag(encoding);
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = match file.bytes(encoding) {
        _ if unchanged => StatusCode::NOT_MODIFIED.into_response(),
        Ok(bytes) if is_compressed => Body::from(bytes).into_response(),
        Ok(bytes) => range_response(&bytes, asked, &tag),
        Err(error) => return Error::internal(error.to_string()).into_response(),
    };
    let has_content = response.status().is_success();
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if is_compressed {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if has_content {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json");
        let kind = if text { format!("{}; charset=utf-8", kind.essence_str()) } else { kind.to_string() };
        headers.extend(HeaderValue::from_str(&kind).map(|kind| (header::CONTENT_TYPE, kind)));
        if let Some(encoding) = encoding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    response
}

/// The requested bytes of a file that is sent uncompressed.
fn range_response(data: &Bytes, asked: &HeaderMap, tag: &str) -> Response {
    let length = data.len();
    let (status, range, body) = match range::part(asked, tag, length) {
        Part::Whole => (StatusCode::OK, None, data.clone()),
        Part::Bytes(bytes) => {
            let range = format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1);
            (StatusCode::PARTIAL_CONTENT, Some(range), data.slice(bytes))
        }
        Part::Beyond => (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{length}")), Bytes::new()),
    };
    let range = range.map(|range| [(header::CONTENT_RANGE, range)]);
    (status, [(header::ACCEPT_RANGES, "bytes")], range, Body::from(body)).into_response()
}
