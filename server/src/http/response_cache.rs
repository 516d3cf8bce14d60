//! A cache of the public API responses that the pages of the site show, as the bytes that were sent.
//!
//! An entry is valid until this server commits a write that it may show (`Db::public_writes`), and for at most a second and
//! a half, so that writes of other servers become visible. Requests for an entry that is being computed wait for it.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::context::AppContext;
use crate::error::Error;
use crate::http::etag;
use crate::metrics;

/// Expected number of entries.
const ENTRIES: usize = 4096;
/// Memory limit of one cache, in bytes; there are two caches.
const BYTES: u64 = 12 * 1024 * 1024;
/// Entries expire after this time, so that writes of other servers are visible within two seconds.
const TTL: Duration = Duration::from_millis(1500);
/// Requests with a longer address or list of encodings, in bytes, are not cached.
const LONGEST: usize = 400;

#[derive(Clone)]
pub(crate) struct ResponseCache {
    app: AppContext,
    entries: Arc<Cache<Key, Arc<Entry>, Weight>>,
    created: Instant,
    /// Whether the requests come from clients: these get a request id and are counted in the metrics.
    external: bool,
}

/// What a response depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    address: String,
    /// `Accept-Encoding` as the client sent it.
    encodings: Option<HeaderValue>,
    /// Writes of this server before the response was computed.
    writes: u64,
    /// How many TTLs have passed since the cache was created.
    period: u128,
    today: NaiveDate,
}

struct Entry {
    tag: HeaderValue,
    headers: HeaderMap,
    /// Headers of a response with status 304.
    unchanged: HeaderMap,
    body: Bytes,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Entry>> for Weight {
    fn weight(&self, key: &Key, entry: &Arc<Entry>) -> u64 {
        (key.address.len() + entry.body.len() + 2000) as u64
    }
}

impl ResponseCache {
    /// For requests of clients; the outermost layer.
    pub(crate) fn external(app: AppContext) -> Self {
        let entries = Arc::new(Cache::with_weighter(ENTRIES, BYTES, Weight));
        Self { app, entries, created: Instant::now(), external: true }
    }

    /// For calls of the API by server-side rendering.
    pub(crate) fn internal(app: AppContext) -> Self {
        Self { external: false, ..Self::external(app) }
    }

    /// Puts the cache in front of a router: cached responses are sent before the router matches the route.
    pub(crate) fn wrap(self, router: Router) -> Router {
        Router::new().fallback_service(router).layer(middleware::from_fn_with_state(self, layer))
    }

    /// The route of a request and its key; `None` when the response is not cached.
    fn key(&self, request: &Request) -> Option<(&'static str, Key)> {
        let address = request.uri().path_and_query()?;
        let route = route(address.path()).filter(|_| *request.method() == Method::GET)?;
        let (address, headers) = (address.as_str(), request.headers());
        let encodings = headers.get(header::ACCEPT_ENCODING).cloned();
        let cacheable = !headers.contains_key(header::AUTHORIZATION)
            && address.len().max(encodings.as_ref().map_or(0, HeaderValue::len)) <= LONGEST;
        let key = || Key {
            address: address.to_owned(),
            encodings,
            writes: self.app.db.public_writes(),
            period: (self.created.elapsed() + offset(address)).as_millis() / TTL.as_millis(),
            today: self.app.clock.today(),
        };
        cacheable.then(|| (route, key()))
    }
}

/// The route, if its responses are cached. They are the same for everybody who is not signed in.
fn route(path: &str) -> Option<&'static str> {
    const ROUTES: [&str; 16] = [
        "/api/comments",
        "/api/comments/course/{id}",
        "/api/comments/course/{id}/rating",
        "/api/courses",
        "/api/courses/details",
        "/api/courses/summary",
        "/api/courses/{id}/details",
        "/api/courses/{id}/sessions",
        "/api/faq",
        "/api/faq/categories",
        "/api/languages",
        "/api/levels",
        "/api/pages/{slug}",
        "/api/settings/school",
        "/api/teachers",
        "/api/teachers/{id}",
    ];
    let segments = || path.split('/');
    let fits = |route: &&str| {
        route.split('/').count() == segments().count()
            && route.split('/').zip(segments()).all(|(of_route, segment)| {
                of_route == segment || of_route.starts_with('{') && !segment.is_empty()
            })
    };
    ROUTES.into_iter().find(fits)
}

/// Entries expire one after the other, not all at once.
fn offset(address: &str) -> Duration {
    let mut hasher = DefaultHasher::new();
    address.hash(&mut hasher);
    Duration::from_millis(hasher.finish() % 1500)
}

async fn layer(State(cache): State<ResponseCache>, mut request: Request, next: Next) -> Response {
    let Some((route, key)) = cache.key(&request) else { return next.run(request).await };
    let started = Instant::now();
    let known = request.headers_mut().remove(header::IF_NONE_MATCH);
    let guard = match cache.entries.get_value_or_guard_async(&key).await {
        Ok(entry) if cache.external => {
            return with_metrics(&cache.app, route, entry.response(known.as_ref()), started);
        }
        Ok(entry) => return entry.response(known.as_ref()),
        Err(guard) => guard,
    };
    match Entry::of(next.run(request).await).await {
        Ok(entry) => {
            // Fails when the placeholder was evicted meanwhile; the next request computes the entry again.
            let _ = guard.insert(Arc::clone(&entry));
            entry.response(known.as_ref())
        }
        Err(other) => *other,
    }
}

/// Adds a request id and counts the request, like requests that are not cached. Not logged: there are too many.
fn with_metrics(app: &AppContext, route: &str, mut response: Response, started: Instant) -> Response {
    metrics::request("GET", route, response.status().as_u16(), started.elapsed().as_secs_f64());
    if let Ok(id) = HeaderValue::from_str(&app.ids.hex128()) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

impl Entry {
    /// Reads a response; one without status 200 or without a tag is returned unchanged.
    async fn of(response: Response) -> Result<Arc<Self>, Box<Response>> {
        let tag = response.headers().get(header::ETAG).cloned();
        let (StatusCode::OK, Some(tag)) = (response.status(), tag) else { return Err(Box::new(response)) };
        let (parts, body) = response.into_parts();
        let mut unchanged = parts.headers.clone();
        for of_the_body in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
            unchanged.remove(of_the_body);
        }
        match to_bytes(body, usize::MAX).await {
            Ok(body) => Ok(Arc::new(Self { tag, headers: parts.headers, unchanged, body })),
            Err(_) => Err(Box::new(Error::internal("an answer that cannot be read").into_response())),
        }
    }

    /// The response for a client that has the tags `known`.
    fn response(&self, known: Option<&HeaderValue>) -> Response {
        let mut response = Response::new(Body::empty());
        if known.is_some_and(|known| etag::matches_tag(known, &self.tag)) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().clone_from(&self.unchanged);
        } else {
            response.headers_mut().clone_from(&self.headers);
            *response.body_mut() = Body::from(self.body.clone());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::route;

    #[test]
    fn the_routes_that_pages_show_are_cached() {
        assert_eq!(route("/api/courses"), Some("/api/courses"));
        assert_eq!(route("/api/courses/details"), Some("/api/courses/details"));
        assert_eq!(route("/api/courses/ciao-2/details"), Some("/api/courses/{id}/details"));
        assert_eq!(route("/api/comments/course/2"), Some("/api/comments/course/{id}"));
        assert_eq!(route("/api/comments/course/2/rating"), Some("/api/comments/course/{id}/rating"));
        assert_eq!(route("/api/pages/cgv"), Some("/api/pages/{slug}"));
        assert_eq!(route("/api/teachers/3"), Some("/api/teachers/{id}"));
        for other in [
            "/api/comments/",
            "/api/pages/cgv/versions",
            "/api/users/3",
            "/api/comments/course/",
            "/api/comments/course//rating",
            "/api/comments/course/2/3",
            "/api/comments/user/2",
            "/api/coursesdetails",
            "/api/courses/",
            "/api/courses//details",
            "/api/courses/2",
            "/api/courses/2/details/",
            "/api/courses/2/modules/details",
            "/api/courses/admin",
            "/courses/2/details",
        ] {
            assert_eq!(route(other), None, "{other}");
        }
    }
}
