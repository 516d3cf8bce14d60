//! Rendered pages as they are sent. A page is put together, compressed and described by its headers once for each font size,
//! and sent as often as it is asked for.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::ssr::PageParts;
use super::stored::{Encoding, gzip};
use crate::clock::sha256_hex;
use crate::config::Config;
use crate::http::etag;
use crate::http::headers::{Inline, page_policy};

/// Compression level. A page is compressed once, not for each visitor.
const BROTLI: u32 = 9;
/// Window of brotli, as a power of two: more than a page.
const BROTLI_WINDOW: u32 = 20;

/// A rendered page as it is sent in the browser's font size. In other sizes it is in [`OtherSizes`].
#[derive(Debug)]
pub(super) struct Forms {
    /// Identifies the rendering.
    id: u64,
    usual: OnceLock<Sent>,
}

impl Default for Forms {
    fn default() -> Self {
        static RENDERINGS: AtomicU64 = AtomicU64::new(0);
        Self { id: RENDERINGS.fetch_add(1, Ordering::Relaxed), usual: OnceLock::new() }
    }
}

impl Forms {
    /// The response in this font size, `None` being the browser's; made now for the first visitor of this size.
    pub(super) fn response(
        &self,
        font_permille: Option<i32>,
        others: &OtherSizes,
        asked: &HeaderMap,
        make: impl FnOnce() -> Sent,
    ) -> Response {
        let Some(size) = font_permille else { return self.usual.get_or_init(make).response(asked) };
        let key = (self.id, size);
        let sent = others.0.get(&key).unwrap_or_else(|| {
            let sent = Arc::new(make());
            others.0.insert(key, sent.clone());
            sent
        });
        sent.response(asked)
    }
}

/// Pages in font sizes that visitors chose, few of each: ninety sizes of every page would fill the memory.
pub(super) struct OtherSizes(Cache<(u64, i32), Arc<Sent>, Weight>);

/// Capacity: approximate number of pages, and maximum bytes.
const PAGES: usize = 100;
const BYTES: u64 = 6 * 1024 * 1024;

impl Default for OtherSizes {
    fn default() -> Self {
        Self(Cache::with_weighter(PAGES, BYTES, Weight))
    }
}

#[derive(Clone)]
struct Weight;

impl Weighter<(u64, i32), Arc<Sent>> for Weight {
    fn weight(&self, _: &(u64, i32), sent: &Arc<Sent>) -> u64 {
        // With its compressed forms, which are made later.
        (sent.html.len() * 3 / 2) as u64
    }
}

/// A page as it is sent.
#[derive(Debug)]
pub(super) struct Sent {
    status: StatusCode,
    headers: HeaderMap,
    tag: HeaderValue,
    html: Bytes,
    /// Made when first asked for.
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
}

impl Sent {
    /// The built page with the rendered content.
    pub(super) fn new(config: &Config, page: &str, parts: &PageParts) -> Self {
        let inline = Inline { script: &parts.script, style: &parts.style };
        let html = with_parts(page, parts);
        let tag = format!("\"{}\"", sha256_hex(&html).get(..32).unwrap_or_default());
        let header = |text: String| HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (header::CONTENT_SECURITY_POLICY, header(page_policy(config, Some(inline)))),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::VARY, HeaderValue::from_static("Cookie, Accept-Encoding")),
            (header::ETAG, header(tag.clone())),
        ];
        Self {
            status: StatusCode::from_u16(parts.status).unwrap_or_default(),
            headers: headers.into_iter().collect(),
            tag: header(tag),
            html: html.into(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// The response for a browser that sent these headers.
    fn response(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH);
        let (status, encoding, body) =
            if self.status.is_success() && known.is_some_and(|known| etag::matches_tag(known, &self.tag)) {
                (StatusCode::NOT_MODIFIED, None, Bytes::new())
            } else {
                let (encoding, body) = self.compressed(asked);
                (self.status, encoding, body)
            };
        let mut response = (status, Body::from(body)).into_response();
        let headers = response.headers_mut();
        headers.clone_from(&self.headers);
        if status == StatusCode::NOT_MODIFIED {
            headers.remove(header::CONTENT_TYPE);
        }
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }

    /// The page in the best encoding that the browser accepts.
    fn compressed(&self, asked: &HeaderMap) -> (Option<&'static str>, Bytes) {
        let encoding = Encoding::accepted(asked);
        let bytes = match encoding {
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.html).ok()).clone(),
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.html).ok()).clone(),
            Encoding::Plain => None,
        };
        bytes.map_or_else(|| (None, self.html.clone()), |bytes| (encoding.name(), bytes))
    }

    /// Bytes in memory once every form is made, about.
    pub(super) fn weight(parts: &PageParts) -> usize {
        let PageParts { head, script, style, html, data, .. } = parts;
        (head.len() + script.len() + style.len() + html.len() + data.len()) * 5 / 2
    }
}

fn brotli(html: &[u8]) -> io::Result<Bytes> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI, BROTLI_WINDOW);
    writer.write_all(html)?;
    Ok(writer.into_inner().into())
}

/// Inserts the rendered head and content, and the data for hydration.
fn with_parts(page: &str, parts: &PageParts) -> String {
    let PageParts { head, script, style, html, data, .. } = parts;
    let (before, rest) = page.split_once("<!--head-->").unwrap_or((page, ""));
    let (_, rest) = rest.split_once("<!--/head-->").unwrap_or(("", rest));
    let (middle, end) = rest.split_once("<!--root-->").unwrap_or((rest, ""));
    let (middle, _) = middle.rsplit_once("<noscript>").unwrap_or((middle, ""));
    // Only `<` could end a data block.
    let data = data.replace('<', "\\u003c");
    format!(
        "{before}{head}<script>{script}</script><style>{style}</style>{middle}<div id=\"root\">{html}</div>\
         <script type=\"application/json\" id=\"server-rendered\">{data}</script>{end}"
    )
}
