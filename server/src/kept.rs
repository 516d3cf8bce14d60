//! Answers about the catalogue that everybody may have, kept as the bytes that were sent: what visitors read most is
//! made once and not for each of them.
//!
//! An answer is good until this server commits a write that it may show ([`Conn::note`]), and for a second at most: by
//! then what another server wrote is seen, too. Whoever asks for one that is being made waits for it.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::app::App;
use crate::db;
use crate::error::Error;
use crate::etag;

/// What is kept; to those who are not signed in all of it looks alike.
const ROUTES: [&str; 3] = ["/api/courses", "/api/courses/details", "/api/courses/{id}/details"];
/// Answers that the room is laid out for.
const ANSWERS: usize = 4096;
/// Most memory of all of them, in bytes.
const BYTES: u64 = 24 * 1024 * 1024;
/// Longest address, and longest list of encodings, of which answers are kept.
const LONGEST: usize = 400;

/// Where they are kept.
#[derive(Clone)]
pub(crate) struct Shelf {
    app: App,
    answers: Arc<Cache<Key, Arc<Answer>, Weight>>,
    opened: Instant,
}

/// What an answer depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    address: String,
    /// As the browser named them.
    encodings: Option<HeaderValue>,
    /// Of this server, before it was made.
    writes: u64,
    /// Since the shelf was opened.
    second: u64,
    today: NaiveDate,
}

struct Answer {
    tag: HeaderValue,
    headers: HeaderMap,
    body: Bytes,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Arc<Answer>> for Weight {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        (key.address.len() + answer.body.len() + 1000) as u64
    }
}

impl Shelf {
    pub(crate) fn new(app: App) -> Self {
        let answers = Arc::new(Cache::with_weighter(ANSWERS, BYTES, Weight));
        Self { app, answers, opened: Instant::now() }
    }

    /// What the answer to this request depends on; nothing for what is not kept.
    fn key(&self, request: &Request) -> Option<Key> {
        let route = request.extensions().get::<MatchedPath>()?.as_str();
        let headers = request.headers();
        let address = request.uri().path_and_query()?.as_str();
        let encodings = headers.get(header::ACCEPT_ENCODING).cloned();
        let keeps = *request.method() == Method::GET
            && ROUTES.contains(&route)
            && !headers.contains_key(header::AUTHORIZATION)
            && address.len().max(encodings.as_ref().map_or(0, HeaderValue::len)) <= LONGEST;
        keeps.then(|| Key {
            address: address.to_owned(),
            encodings,
            writes: db::writes(),
            second: self.opened.elapsed().as_secs(),
            today: self.app.clock.today(),
        })
    }
}

/// The layer around the API.
pub(crate) async fn layer(State(shelf): State<Shelf>, mut request: Request, next: Next) -> Response {
    let Some(key) = shelf.key(&request) else { return next.run(request).await };
    let known = request.headers_mut().remove(header::IF_NONE_MATCH);
    let made = shelf.answers.get_or_insert_async(&key, Answer::of(next.run(request))).await;
    made.map_or_else(|other| *other, |answer| answer.to(known.as_ref()))
}

impl Answer {
    /// Reads an answer; one that is no success, or has no tag, is handed on as it is.
    async fn of(answering: impl Future<Output = Response>) -> Result<Arc<Self>, Box<Response>> {
        let answer = answering.await;
        let tag = answer.headers().get(header::ETAG).cloned();
        let (StatusCode::OK, Some(tag)) = (answer.status(), tag) else { return Err(Box::new(answer)) };
        let (parts, body) = answer.into_parts();
        match to_bytes(body, usize::MAX).await {
            Ok(body) => Ok(Arc::new(Self { tag, headers: parts.headers, body })),
            Err(_) => Err(Box::new(Error::internal("an answer that cannot be read").into_response())),
        }
    }

    fn to(&self, known: Option<&HeaderValue>) -> Response {
        let mut response = Response::new(Body::empty());
        response.headers_mut().clone_from(&self.headers);
        if known.is_some_and(|known| etag::knows(known, &self.tag)) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            for of_the_body in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
                response.headers_mut().remove(of_the_body);
            }
        } else {
            *response.body_mut() = Body::from(self.body.clone());
        }
        response
    }
}
