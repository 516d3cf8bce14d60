//! The baseline: a plain axum server that returns byte for byte what the school returned, and does nothing
//! else.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;

use crate::error::{Result, because};
use crate::school::client;

/// The school's response at one address: the full one, and the one to a matching `If-None-Match`.
#[derive(Clone, Debug)]
struct Answer {
    tag: String,
    full: HeaderMap,
    body: Bytes,
    unchanged: HeaderMap,
}

/// The baseline server.
pub struct Floor {
    answers: HashMap<String, Answer>,
}

/// The header with which a browser accepts compressed responses.
pub const COMPRESSED: (&str, &str) = ("accept-encoding", "gzip, deflate, br");

impl Floor {
    /// Fetches the school's responses at these addresses, compressed as browsers request them.
    pub async fn of(school: &str, addresses: &[String]) -> Result<Self> {
        let mut answers = HashMap::new();
        for address in addresses {
            let answer = answer(school, address).await.map_err(|error| because(address, error))?;
            answers.insert(address.clone(), answer);
        }
        Ok(Self { answers })
    }

    /// The `ETag` of the response at an address.
    pub fn tag(&self, address: &str) -> Result<&str> {
        self.answers.get(address).map(|answer| answer.tag.as_str()).ok_or_else(|| "an unknown address".into())
    }

    /// Size of a response body in bytes.
    pub fn bytes(&self, address: &str) -> usize {
        self.answers.get(address).map_or(0, |answer| answer.body.len())
    }

    /// Serves until the process ends; returns the base URL.
    pub async fn serve(self) -> Result<String> {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let router = Router::new().fallback(again).with_state(Arc::new(self.answers));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(url)
    }
}

async fn again(State(answers): State<Arc<HashMap<String, Answer>>>, request: Request) -> Response {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    let Some(answer) = answers.get(address) else { return StatusCode::NOT_FOUND.into_response() };
    let known = request.headers().get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == answer.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, answer.unchanged.clone()).into_response();
    }
    (answer.full.clone(), Body::from(answer.body.clone())).into_response()
}

async fn answer(school: &str, address: &str) -> Result<Answer> {
    let http = client()?;
    let ask = || http.get(format!("{school}{address}")).header(COMPRESSED.0, COMPRESSED.1);
    let mut first = ask().send().await?.error_for_status()?;
    // Until the page is rendered, the browser has to do it.
    for _ in 0..50 {
        if first.headers().contains_key(header::ETAG) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        first = ask().send().await?.error_for_status()?;
    }
    let tag = first.headers().get(header::ETAG).ok_or("no ETag")?.to_str()?.to_owned();
    let full = repeatable(first.headers());
    let body = first.bytes().await?;
    let second = ask().header(header::IF_NONE_MATCH, &tag).send().await?;
    if second.status() != StatusCode::NOT_MODIFIED {
        return Err(format!("{} to who has it already", second.status()).into());
    }
    Ok(Answer { tag, full, body, unchanged: repeatable(second.headers()) })
}

/// The headers without those that hyper writes itself.
fn repeatable(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for own in [header::DATE, header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONNECTION] {
        headers.remove(own);
    }
    headers
}
