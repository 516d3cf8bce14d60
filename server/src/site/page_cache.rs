//! A cache of rendered pages. Each is stored with the API responses it was made from, and used while these are unchanged.
//! They are compared after each write that the public may see, and every now and then.

use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::future::join_all;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tower::ServiceExt as _;

use super::files::renderer_version;
use super::kept_pages::KeptPages;
use super::sent::Sent;
use super::ssr::{Outcome, RenderRequest, Rendered};

/// Capacity: approximate number of pages, and maximum bytes.
const PAGES: usize = 200;
const BYTES: u64 = 24 * 1024 * 1024;

/// Sources are compared again after this time; while one request compares, others are served for a little longer. With the
/// life of a cached response that is less than two seconds: then a write of another server is visible.
const COMPARED_FOR: Duration = Duration::from_millis(300);
const SERVED_FOR: Duration = Duration::from_millis(480);

/// One response of the API, identified by address, status and tag.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
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

/// A rendered page and when its sources were last compared.
struct Entry {
    rendered: Arc<Rendered>,
    /// Writes of this server before the comparison, and its time; none before the first.
    compared: StdMutex<Option<(u64, Instant)>>,
    /// Held by the request that compares.
    comparing: Mutex<()>,
}

impl Entry {
    fn new(rendered: Rendered, compared: Option<(u64, Instant)>) -> Arc<Self> {
        Arc::new(Self {
            rendered: Arc::new(rendered),
            compared: StdMutex::new(compared),
            comparing: Mutex::default(),
        })
    }

    /// Whether the sources were compared after these writes, no longer ago than this.
    fn was_compared(&self, writes: u64, within: Duration) -> bool {
        let compared = *self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        compared.is_some_and(|(known, at)| known == writes && at.elapsed() < within)
    }

    /// Whether the API still gives the responses that the page was made from.
    async fn is_current(&self, api: &Router, writes: u64) -> bool {
        if self.was_compared(writes, COMPARED_FOR) {
            return true;
        }
        let _comparing = match self.comparing.try_lock() {
            Ok(guard) => guard,
            Err(_) if self.was_compared(writes, SERVED_FOR) => return true,
            Err(_) => self.comparing.lock().await,
        };
        if self.was_compared(writes, COMPARED_FOR) {
            return true;
        }
        let now = Instant::now();
        let sources = &self.rendered.sources;
        let fetched = join_all(sources.iter().map(|source| fetch(api, &source.address))).await;
        let is_current = fetched.iter().zip(sources).all(|((now, _), then)| now == then);
        if is_current {
            *self.compared.lock().unwrap_or_else(PoisonError::into_inner) = Some((writes, now));
        }
        is_current
    }
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Entry>> for Weight {
    fn weight(&self, (address, ..): &Key, entry: &Arc<Entry>) -> u64 {
        let size = match &entry.rendered.outcome {
            Outcome::Page(parts) => Sent::weight(parts),
            Outcome::Redirect { .. } | Outcome::ClientOnly | Outcome::Failed { .. } => 0,
        };
        (address.len() + size + 200) as u64
    }
}

pub(super) struct PageCache {
    entries: Cache<Key, Arc<Entry>, Weight>,
    kept: KeptPages,
}

impl PageCache {
    pub(super) fn new(kept: KeptPages) -> Self {
        Self { entries: Cache::with_weighter(PAGES, BYTES, Weight), kept }
    }

    /// The cached page, if the API still gives the responses it was made from. `writes`: `Db::public_writes`, before.
    pub(super) async fn get(
        &self,
        request: &RenderRequest,
        api: &Router,
        writes: u64,
    ) -> Option<Arc<Rendered>> {
        let key = key(request);
        let entry = if let Some(entry) = self.entries.get(&key) {
            entry
        } else {
            let entry = Entry::new(self.kept.load(request).await?, None);
            self.entries.insert(key, entry.clone());
            entry
        };
        entry.is_current(api, writes).await.then(|| entry.rendered.clone())
    }

    /// `compared`: `Db::public_writes` and the time, before the page was rendered.
    pub(super) fn insert(
        &self,
        request: &RenderRequest,
        rendered: Rendered,
        compared: (u64, Instant),
    ) -> Arc<Rendered> {
        self.kept.store(request, &rendered);
        let entry = Entry::new(rendered, Some(compared));
        self.entries.insert(key(request), entry.clone());
        entry.rendered.clone()
    }
}

fn key(request: &RenderRequest) -> Key {
    (format!("{}{}", request.path, request.query), request.language, request.today, renderer_version())
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use axum::routing::get;
    use futures_util::FutureExt as _;
    use tokio::sync::Notify;

    use super::*;
    use crate::site::sent::Forms;

    const ADDRESS: &str = "/api/school";

    /// An API that answers when it is told to, without a tag.
    fn api(answers: &Arc<Notify>) -> Router {
        let answers = Arc::clone(answers);
        let handler = move || {
            let answers = Arc::clone(&answers);
            async move { answers.notified().await }
        };
        Router::new().route(ADDRESS, get(handler))
    }

    /// A page that was compared after no write, so long ago.
    fn page(tag: &str, age: Duration) -> Arc<Entry> {
        let sources = vec![Source { address: ADDRESS.to_owned(), status: 200, tag: tag.to_owned() }];
        let outcome = Outcome::ClientOnly;
        let rendered = Rendered { outcome, route: String::new(), sources, sent: Forms::default() };
        Entry::new(rendered, Instant::now().checked_sub(age).map(|at| (0, at)))
    }

    #[tokio::test]
    async fn while_one_request_compares_others_are_served_unless_there_was_a_write() {
        let answers = Arc::new(Notify::new());
        let api = api(&answers);
        loop {
            let page = page("", COMPARED_FOR);
            let mut comparing = pin!(page.is_current(&api, 0));
            assert_eq!(comparing.as_mut().now_or_never(), None, "it asks the API");
            let other = page.is_current(&api, 0).now_or_never();
            let is_in_time = page.was_compared(0, SERVED_FOR);
            assert_eq!(page.is_current(&api, 1).now_or_never(), None, "a write is waited for");
            answers.notify_one();
            assert!(comparing.await);
            // On a machine that stood still meanwhile the page was too old to be served.
            if is_in_time {
                assert_eq!(other, Some(true));
                break;
            }
        }
    }

    #[tokio::test]
    async fn a_page_that_was_not_compared_for_long_waits_for_who_compares() {
        let answers = Arc::new(Notify::new());
        let api = api(&answers);
        let page = page("", SERVED_FOR);
        let mut comparing = pin!(page.is_current(&api, 0));
        assert_eq!(comparing.as_mut().now_or_never(), None);
        let mut other = pin!(page.is_current(&api, 0));
        assert_eq!(other.as_mut().now_or_never(), None);
        answers.notify_one();
        assert!(comparing.await);
        assert!(other.await, "by what the other one found");
    }

    #[tokio::test]
    async fn a_page_whose_sources_changed_is_not_current() {
        let answers = Arc::new(Notify::new());
        answers.notify_one();
        assert!(!page("another", COMPARED_FOR).is_current(&api(&answers), 0).await);
    }
}
