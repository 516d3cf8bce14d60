//! As much of S3 as the school uses, in memory: files in parts, copies, ranges, lists. Whoever has no key is refused.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;

pub const KEY_ID: &str = "PREAUKEY";

/// What stands in it, by bucket and key.
#[derive(Clone, Default)]
pub struct FakeS3(Arc<Mutex<Objects>>);

#[derive(Default)]
struct Objects {
    whole: BTreeMap<String, Bytes>,
    parts: BTreeMap<(String, u32), Bytes>,
    /// Into how many pieces a body is cut, and how long each is waited for.
    slow: Option<(usize, Duration)>,
    reads: usize,
}

impl FakeS3 {
    /// Serves on a port of its own; answers its address.
    pub async fn serve(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router =
            Router::new().fallback(answer).layer(DefaultBodyLimit::disable()).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }

    pub fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap().whole.keys().cloned().collect()
    }

    /// From now on a body comes in so many pieces, with a pause before each.
    pub fn slow_down(&self, pieces: usize, pause: Duration) {
        self.0.lock().unwrap().slow = Some((pieces, pause));
    }

    /// How often an object was asked for.
    pub fn reads(&self) -> usize {
        self.0.lock().unwrap().reads
    }

    pub fn lose(&self, key: &str) {
        self.0.lock().unwrap().whole.remove(key);
    }
}

async fn answer(
    State(FakeS3(objects)): State<FakeS3>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !said("authorization").contains(&format!("Credential={KEY_ID}/")) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let key = uri.path().trim_start_matches('/').to_owned();
    let query: BTreeMap<String, String> =
        url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let mut objects = objects.lock().unwrap();
    let tag = [(header::ETAG, "\"tag\"")];
    match (method, query.get("partNumber")) {
        (Method::POST, _) if query.contains_key("uploads") => {
            xml("<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>")
        }
        (Method::POST, _) => {
            let whole: Vec<u8> = objects
                .parts
                .range((key.clone(), 0)..=(key.clone(), u32::MAX))
                .flat_map(|(_, part)| part.to_vec())
                .collect();
            objects.parts.retain(|(of, _), _| *of != key);
            objects.whole.insert(key, whole.into());
            xml("<CompleteMultipartUploadResult><ETag>\"tag\"</ETag></CompleteMultipartUploadResult>")
        }
        (Method::PUT, Some(number)) => {
            objects.parts.insert((key, number.parse().unwrap()), body);
            tag.into_response()
        }
        (Method::PUT, None) => {
            let from = said("x-amz-copy-source").trim_start_matches('/').to_owned();
            if from.is_empty() {
                objects.whole.insert(key, body);
                return tag.into_response();
            }
            let bytes = objects.whole[&from].clone();
            objects.whole.insert(key, bytes);
            xml("<CopyObjectResult><ETag>\"tag\"</ETag></CopyObjectResult>")
        }
        (Method::DELETE, _) => {
            objects.whole.remove(&key);
            objects.parts.retain(|(of, _), _| *of != key);
            StatusCode::NO_CONTENT.into_response()
        }
        (Method::GET, _) if query.contains_key("list-type") => list(&objects, &key, &query),
        (method, _) => {
            objects.reads += usize::from(method == Method::GET);
            match objects.whole.get(&key) {
                Some(bytes) => slowly(part(bytes, said("range")), objects.slow),
                None => StatusCode::NOT_FOUND.into_response(),
            }
        }
    }
}

fn xml(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/xml")], text).into_response()
}

fn list(objects: &Objects, bucket: &str, query: &BTreeMap<String, String>) -> Response {
    let under = format!("{bucket}/{}", query.get("prefix").map_or("", String::as_str));
    let found = objects.whole.iter().filter(|(key, _)| key.starts_with(&under));
    let row = |(key, bytes): (&String, &Bytes)| {
        let key = key.split_once('/').unwrap().1;
        let size = bytes.len();
        format!(
            "<Contents><Key>{key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>\
             <ETag>\"tag\"</ETag><Size>{size}</Size></Contents>"
        )
    };
    let rows = found.map(row).collect::<Vec<_>>().concat();
    let text = format!("<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>");
    ([(header::CONTENT_TYPE, "application/xml")], text).into_response()
}

fn slowly(response: Response, slow: Option<(usize, Duration)>) -> Response {
    let Some((pieces, pause)) = slow else { return response };
    let (mut head, body) = response.into_parts();
    let size = axum::body::HttpBody::size_hint(&body).exact().unwrap();
    head.headers.insert(header::CONTENT_LENGTH, size.into());
    let whole = futures_util::stream::once(axum::body::to_bytes(body, usize::MAX));
    let cut = whole.flat_map(move |bytes| {
        let bytes = bytes.unwrap();
        let chunks: Vec<_> = bytes.chunks(bytes.len().div_ceil(pieces)).map(Bytes::copy_from_slice).collect();
        futures_util::stream::iter(chunks).then(move |chunk| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, std::io::Error>(chunk)
        })
    });
    Response::from_parts(head, axum::body::Body::from_stream(cut))
}

/// `bytes=a-b`, or all of it.
fn part(bytes: &Bytes, range: &str) -> Response {
    let about = [(header::LAST_MODIFIED, "Thu, 01 Jan 2026 00:00:00 GMT"), (header::ETAG, "\"tag\"")];
    let Some((first, last)) = range.strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return (about, bytes.clone()).into_response();
    };
    let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
    let said = [(header::CONTENT_RANGE, format!("bytes {first}-{last}/{}", bytes.len()))];
    (StatusCode::PARTIAL_CONTENT, about, said, bytes.slice(first..=last)).into_response()
}
