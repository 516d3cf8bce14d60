//! A cache of rendered pages. Each is stored with the API responses it was made from, and used while these are unchanged.

use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::future::join_all;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tower::ServiceExt as _;

use super::files::renderer_version;
use super::sent::Sent;
use super::ssr::{Outcome, RenderRequest, Rendered};

/// Capacity: approximate number of pages, and maximum bytes.
const PAGES: usize = 200;
const BYTES: u64 = 8 * 1024 * 1024;

/// One response of the API, identified by address, status and tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub address: String,
    pub status: u16,
    /// The response's `ETag`; empty for an error, which the status identifies.
    tag: String,
}

/// Requests an address of the API as a visitor without an account.
pub(super) async fn fetch(api: &Router, address: &str) -> (Source, String) {
    let source = |status: StatusCode, tag: &str| Source {
        address: address.to_owned(),
        status: status.as_u16(),
        tag: tag.to_owned(),
    };
    let request = Request::get(address).body(Body::empty());
    let (Ok(request), true) = (request, address.starts_with("/api/")) else {
        return (source(StatusCode::BAD_REQUEST, ""), String::new());
    };
    let response = match api.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let status = response.status();
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok()).unwrap_or_default();
    let source = source(status, tag);
    match to_bytes(response.into_body(), usize::MAX).await {
        Ok(body) => (source, String::from_utf8_lossy(&body).into_owned()),
        Err(_) => (Source { status: 500, ..source }, String::new()),
    }
}

/// What a rendered page depends on besides the API's responses.
type Key = (String, &'static str, chrono::NaiveDate, Option<SystemTime>);

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Rendered>> for Weight {
    fn weight(&self, (address, ..): &Key, rendered: &Arc<Rendered>) -> u64 {
        let size = match &rendered.outcome {
            Outcome::Page(content) => Sent::weight(content),
            Outcome::Redirect { .. } | Outcome::ClientOnly | Outcome::Failed { .. } => 0,
        };
        (address.len() + size + 200) as u64
    }
}

pub(super) struct PageCache(Cache<Key, Arc<Rendered>, Weight>);

impl Default for PageCache {
    fn default() -> Self {
        Self(Cache::with_weighter(PAGES, BYTES, Weight))
    }
}

impl PageCache {
    /// The cached page, if the API still gives the responses it was made from.
    pub(super) async fn get(&self, request: &RenderRequest, api: &Router) -> Option<Arc<Rendered>> {
        let rendered = self.0.get(&key(request))?;
        let fetched = join_all(rendered.sources.iter().map(|source| fetch(api, &source.address))).await;
        let unchanged = fetched.iter().zip(&rendered.sources).all(|((now, _), then)| now == then);
        unchanged.then_some(rendered)
    }

    pub(super) fn insert(&self, request: &RenderRequest, rendered: Rendered) -> Arc<Rendered> {
        let rendered = Arc::new(rendered);
        self.0.insert(key(request), rendered.clone());
        rendered
    }
}

fn key(request: &RenderRequest) -> Key {
    (format!("{}{}", request.path, request.query), request.language, request.today, renderer_version())
}
