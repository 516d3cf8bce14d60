//! Answers about courses and their reviews that everybody may have, kept as the bytes that were sent: what visitors
//! read most is made once and not for each of them.
//!
//! An answer is good until this server commits a write that it may show (`Db::public_writes`), and for a second and a half at
//! most: by then what another server wrote is seen, too. Whoever asks for one that is being made waits for it.

use std::hash::Hash;
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

/// Answers that the room is laid out for.
const ANSWERS: usize = 4096;
/// Most memory of all of them, in bytes; there are two shelves.
const BYTES: u64 = 12 * 1024 * 1024;
/// After so long an answer is made anew, so that others' writes are seen within two seconds.
const GOOD_FOR: Duration = Duration::from_millis(1500);
/// Longest address, and longest list of encodings, of which answers are kept.
const LONGEST: usize = 400;

/// Where they are kept.
#[derive(Clone)]
pub(crate) struct Shelf {
    app: AppContext,
    answers: Arc<Cache<Key, Arc<Answer>, Weight>>,
    opened: Instant,
    /// Whether those who ask come from outside: their requests are named and counted.
    outside: bool,
}

/// What an answer depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    address: String,
    /// As the browser named them.
    encodings: Option<HeaderValue>,
    /// Of this server, before it was made.
    writes: u64,
    /// How many times answers were made anew since the shelf was opened.
    age: u128,
    today: NaiveDate,
}

struct Answer {
    tag: HeaderValue,
    headers: HeaderMap,
    /// For whoever has it already.
    unchanged: HeaderMap,
    body: Bytes,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Answer>> for Weight {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        (key.address.len() + answer.body.len() + 2000) as u64
    }
}

impl Shelf {
    /// For the requests of visitors, around everything.
    pub(crate) fn outside(app: AppContext) -> Self {
        let answers = Arc::new(Cache::with_weighter(ANSWERS, BYTES, Weight));
        Self { app, answers, opened: Instant::now(), outside: true }
    }

    /// For what the sites' pages ask the API from inside.
    pub(crate) fn inside(app: AppContext) -> Self {
        Self { outside: false, ..Self::outside(app) }
    }

    /// Puts the shelf in front of a router: what stands on it is answered before the router looks for its route.
    pub(crate) fn before(self, router: Router) -> Router {
        Router::new().fallback_service(router).layer(middleware::from_fn_with_state(self, layer))
    }

    /// The route of a request and what its answer depends on; nothing for what is not kept.
    fn key(&self, request: &Request) -> Option<(&'static str, Key)> {
        let address = request.uri().path_and_query()?;
        let route = route(address.path()).filter(|_| *request.method() == Method::GET)?;
        let (address, headers) = (address.as_str(), request.headers());
        let encodings = headers.get(header::ACCEPT_ENCODING).cloned();
        let keeps = !headers.contains_key(header::AUTHORIZATION)
            && address.len().max(encodings.as_ref().map_or(0, HeaderValue::len)) <= LONGEST;
        let key = || Key {
            address: address.to_owned(),
            encodings,
            writes: self.app.db.public_writes(),
            age: self.opened.elapsed().as_millis() / GOOD_FOR.as_millis(),
            today: self.app.clock.today(),
        };
        keeps.then(|| (route, key()))
    }
}

/// The route of what is kept; to those who are not signed in all of it looks alike.
fn route(path: &str) -> Option<&'static str> {
    let one = |id: &str| !id.is_empty() && !id.contains('/');
    if let Some(rest) = path.strip_prefix("/api/comments/course/") {
        return match rest.strip_suffix("/rating") {
            Some(id) => one(id).then_some("/api/comments/course/{id}/rating"),
            None => one(rest).then_some("/api/comments/course/{id}"),
        };
    }
    match path.strip_prefix("/api/courses")? {
        "" => Some("/api/courses"),
        "/details" => Some("/api/courses/details"),
        rest => {
            let id = rest.strip_prefix('/')?.strip_suffix("/details")?;
            one(id).then_some("/api/courses/{id}/details")
        }
    }
}

async fn layer(State(shelf): State<Shelf>, mut request: Request, next: Next) -> Response {
    let Some((route, key)) = shelf.key(&request) else { return next.run(request).await };
    let asked = Instant::now();
    let known = request.headers_mut().remove(header::IF_NONE_MATCH);
    let place = match shelf.answers.get_value_or_guard_async(&key).await {
        Ok(answer) if shelf.outside => {
            return counted(&shelf.app, route, answer.to(known.as_ref()), asked);
        }
        Ok(answer) => return answer.to(known.as_ref()),
        Err(place) => place,
    };
    match Answer::of(next.run(request).await).await {
        Ok(answer) => {
            // Whoever emptied the place meanwhile has it made again.
            let _ = place.insert(Arc::clone(&answer));
            answer.to(known.as_ref())
        }
        Err(other) => *other,
    }
}

/// Names and counts a request as those are that are not answered from the shelf. No line tells of it: there are too many.
fn counted(app: &AppContext, route: &str, mut response: Response, asked: Instant) -> Response {
    metrics::request("GET", route, response.status().as_u16(), asked.elapsed().as_secs_f64());
    if let Ok(id) = HeaderValue::from_str(&app.ids.hex128()) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

impl Answer {
    /// Reads an answer; one that is no success, or has no tag, is handed on as it is.
    async fn of(answer: Response) -> Result<Arc<Self>, Box<Response>> {
        let tag = answer.headers().get(header::ETAG).cloned();
        let (StatusCode::OK, Some(tag)) = (answer.status(), tag) else { return Err(Box::new(answer)) };
        let (parts, body) = answer.into_parts();
        let mut unchanged = parts.headers.clone();
        for of_the_body in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
            unchanged.remove(of_the_body);
        }
        match to_bytes(body, usize::MAX).await {
            Ok(body) => Ok(Arc::new(Self { tag, headers: parts.headers, unchanged, body })),
            Err(_) => Err(Box::new(Error::internal("an answer that cannot be read").into_response())),
        }
    }

    fn to(&self, known: Option<&HeaderValue>) -> Response {
        let mut response = Response::new(Body::empty());
        if known.is_some_and(|known| etag::knows(known, &self.tag)) {
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
    fn the_routes_of_a_course_page_are_kept() {
        assert_eq!(route("/api/courses"), Some("/api/courses"));
        assert_eq!(route("/api/courses/details"), Some("/api/courses/details"));
        assert_eq!(route("/api/courses/ciao-2/details"), Some("/api/courses/{id}/details"));
        assert_eq!(route("/api/comments/course/2"), Some("/api/comments/course/{id}"));
        assert_eq!(route("/api/comments/course/2/rating"), Some("/api/comments/course/{id}/rating"));
        for other in [
            "/api/comments",
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
