//! Paintings that still hold: kept with the answers they were made of, and shown again while the API answers the same.

use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::future::join_all;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tower::ServiceExt as _;

use super::files::painter_version;
use super::painter::{Order, Painted, Painting};

/// Paintings kept, at most about so many, and bytes.
const PAINTINGS: usize = 200;
const BYTES: u64 = 8 * 1024 * 1024;

/// One answer of the API: where it came from, and what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub address: String,
    pub status: u16,
    /// The answer's `ETag`; empty for a refusal, which says all by its status.
    tag: String,
}

/// Asks the API as a visitor without an account.
pub(super) async fn ask(api: &Router, address: &str) -> (Source, String) {
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

/// What a painting depends on besides the API's answers.
type Key = (String, &'static str, chrono::NaiveDate, Option<SystemTime>);

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Painted>> for Weight {
    fn weight(&self, (address, ..): &Key, painted: &Arc<Painted>) -> u64 {
        let size = match &painted.painting {
            Painting::Page { head, html, data, .. } => head.len() + html.len() + data.len(),
            Painting::Redirect { .. } | Painting::Own | Painting::Failed { .. } => 0,
        };
        (address.len() + size + 200) as u64
    }
}

pub(super) struct Kept(Cache<Key, Arc<Painted>, Weight>);

impl Default for Kept {
    fn default() -> Self {
        Self(Cache::with_weighter(PAINTINGS, BYTES, Weight))
    }
}

impl Kept {
    /// The painting of this order, if nothing it shows has changed since.
    pub(super) async fn still_true(&self, order: &Order, api: &Router) -> Option<Arc<Painted>> {
        let painted = self.0.get(&key(order))?;
        let asked = join_all(painted.sources.iter().map(|source| ask(api, &source.address))).await;
        let same = asked.iter().zip(&painted.sources).all(|((now, _), then)| now == then);
        same.then_some(painted)
    }

    pub(super) fn keep(&self, order: &Order, painted: Painted) -> Arc<Painted> {
        let painted = Arc::new(painted);
        self.0.insert(key(order), painted.clone());
        painted
    }
}

fn key(order: &Order) -> Key {
    (format!("{}{}", order.path, order.query), order.language, order.today, painter_version())
}
