//! The sites as they are served: pages with a strict policy, files with their compressed variants, headers.

use std::io::Read;

use axum::http::{Method, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::school::{Engine, Reply, School};
use crate::site::rendered;

async fn get(school: &School, path: &str, headers: &[(&str, &str)]) -> Reply {
    school.visitor().request(Method::GET, path, None, headers).await
}

/// Whether the sites were built before the tests: without them there is only the answer that says so.
async fn built(school: &School) -> bool {
    let reply = get(school, "/", &[]).await;
    if reply.status == StatusCode::SERVICE_UNAVAILABLE {
        assert!(reply.text().contains("make build"));
        return false;
    }
    true
}

/// The text of the first element of this name without attributes.
fn text_of<'a>(html: &'a str, element: &str) -> &'a str {
    let (_, rest) = html.split_once(&format!("<{element}>")).unwrap();
    rest.split_once(&format!("</{element}>")).unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rendered_page_allows_its_own_script_and_style_and_nothing_else_inline() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let Some(page) = rendered(&school, "/faq", &[]).await else { return };
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    for (directive, element) in [("script-src", "script"), ("style-src", "style")] {
        let hash = STANDARD.encode(Sha256::digest(text_of(&page.text(), element)));
        assert!(policy.contains(&format!("{directive} 'self' 'sha256-{hash}';")), "{policy}");
    }
    // Rendered pages contain style attributes.
    let unsafe_parts = policy.split(';').filter(|part| part.contains("unsafe"));
    assert_eq!(unsafe_parts.collect::<Vec<_>>(), [" style-src-attr 'unsafe-inline'"], "{policy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_the_browser_renders_has_nothing_inline() {
    let school = School::open(Engine::Sqlite, &[]).await;
    if !built(&school).await {
        return;
    }
    for path in ["/profile/subscriptions", "/dashboard", "/dashboard/courses/3"] {
        let page = get(&school, path, &[]).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!page.text().contains("<script>") && !page.text().contains("<style"), "{path}");
        assert_eq!(page.headers[header::CACHE_CONTROL], "no-cache");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_sent_compressed_to_those_who_can_read_it_and_once() {
    let school = School::open(Engine::Sqlite, &[]).await;
    if !built(&school).await {
        return;
    }
    let path = "/assets/i18n/fr.json";
    let plain = get(&school, path, &[]).await;
    let brotli = get(&school, path, &[("Accept-Encoding", "gzip, br")]).await;
    let refused = get(&school, path, &[("Accept-Encoding", "gzip;q=0, br;q=0")]).await;
    assert_eq!(brotli.headers[header::CONTENT_ENCODING], "br");
    assert_eq!(brotli.headers[header::VARY], "Accept-Encoding");
    assert!(brotli.bytes().len() < plain.bytes().len() / 2);
    assert!(!refused.headers.contains_key(header::CONTENT_ENCODING));
    let gzip = get(&school, path, &[("Accept-Encoding", "gzip")]).await;
    assert_eq!(gzip.headers[header::CONTENT_ENCODING], "gzip");
    for (reply, reader) in [
        (&gzip, &mut flate2::read::GzDecoder::new(gzip.bytes()) as &mut dyn Read),
        (&brotli, &mut brotli::Decompressor::new(brotli.bytes(), 4096)),
    ] {
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        assert_eq!(text, plain.bytes());
        assert_ne!(reply.headers[header::ETAG], plain.headers[header::ETAG]);
    }
    assert_eq!(get(&school, &format!("{path}.br"), &[]).await.status, StatusCode::NOT_FOUND);
    let tag = brotli.headers[header::ETAG].to_str().unwrap().to_owned();
    assert_ne!(plain.headers[header::ETAG], tag.as_str());
    let again = get(&school, path, &[("Accept-Encoding", "br"), ("If-None-Match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.bytes().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_is_sent_in_parts_to_those_who_move_along_it() {
    let school = School::open(Engine::Sqlite, &[]).await;
    if !built(&school).await {
        return;
    }
    for (path, kind) in [
        ("/assets/audio/it-treno-bologna.mp3", "audio/mpeg"),
        ("/assets/video/it-cappuccino.mp4", "video/mp4"),
        ("/assets/video/it-cappuccino.vtt", "text/vtt; charset=utf-8"),
    ] {
        let whole = get(&school, path, &[]).await;
        assert_eq!(whole.status, StatusCode::OK, "{path}");
        assert_eq!(whole.headers[header::CONTENT_TYPE], kind);
        assert_eq!(whole.headers[header::ACCEPT_RANGES], "bytes");
        let length = whole.bytes().len();
        let part = get(&school, path, &[("Range", "bytes=50-149")]).await;
        assert_eq!(part.status, StatusCode::PARTIAL_CONTENT, "{path}");
        assert_eq!(part.headers[header::CONTENT_TYPE], kind);
        assert_eq!(part.headers[header::CONTENT_RANGE], format!("bytes 50-149/{length}"));
        assert_eq!(part.bytes(), &whole.bytes()[50..150]);
        let beyond = get(&school, path, &[("Range", &format!("bytes={length}-"))]).await;
        assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
        assert_eq!(beyond.headers[header::CONTENT_RANGE], format!("bytes */{length}"));
        let several = get(&school, path, &[("Range", "bytes=0-1, 5-6")]).await;
        assert_eq!((several.status, several.bytes().len()), (StatusCode::OK, length));
        let other = [("Range", "bytes=100-"), ("If-Range", "\"another file\"")];
        assert_eq!(get(&school, path, &other).await.status, StatusCode::OK);
    }
    let range = [("Range", "bytes=0-1")];
    let compressed = get(&school, "/assets/i18n/fr.json", &range).await;
    assert_eq!(compressed.status, StatusCode::OK);
    assert!(!compressed.headers.contains_key(header::ACCEPT_RANGES));
    let path = "/assets/audio/it-treno-bologna.mp3";
    let head = school.visitor().request(Method::HEAD, path, None, &range).await;
    assert_eq!(head.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_file_is_not_answered_with_a_page() {
    let school = School::open(Engine::Sqlite, &[]).await;
    for path in ["/static/gone.js", "/assets/data/gone.json", "/../Cargo.toml", "/dashboard/static/gone.css"]
    {
        assert_eq!(get(&school, path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let posted = school.visitor().request(Method::POST, "/courses", None, &[]).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_bears_the_security_headers_and_the_api_allows_no_document() {
    let school = School::open(Engine::Sqlite, &[]).await;
    for path in ["/", "/api/version", "/api/nowhere", "/healthz", "/static/gone.js"] {
        let reply = get(&school, path, &[]).await;
        assert_eq!(reply.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(reply.headers["cross-origin-opener-policy"], "same-origin", "{path}");
        assert!(reply.headers.contains_key("permissions-policy"), "{path}");
        assert!(!reply.headers.contains_key(header::STRICT_TRANSPORT_SECURITY), "only in production");
    }
    let api = get(&school, "/api/version", &[]).await;
    assert_eq!(api.headers[header::CONTENT_SECURITY_POLICY], "default-src 'none'; frame-ancestors 'none'");
}

#[tokio::test(flavor = "multi_thread")]
async fn stripe_and_google_are_allowed_only_when_they_are_configured() {
    let flags = [
        "--payment",
        "stripe",
        "--stripe-secret-key",
        "sk_test_1",
        "--stripe-publishable-key",
        "pk_test_1",
        "--stripe-webhook-secret",
        "whsec_1",
        "--google-client-id",
        "school.apps",
    ];
    let school = School::open(Engine::Sqlite, &flags).await;
    let policy = preau_server::http::headers::page_policy(&school.app.config, None);
    for allowed in
        ["script-src 'self' https://js.stripe.com https://accounts.google.com", "https://hooks.stripe.com"]
    {
        assert!(policy.contains(allowed), "{policy}");
    }
    let opener = &get(&school, "/healthz", &[]).await.headers["cross-origin-opener-policy"];
    assert_eq!(opener, "same-origin-allow-popups");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_can_ask_whether_the_school_runs_and_is_ready() {
    let school = School::open(Engine::Sqlite, &[]).await;
    assert_eq!(get(&school, "/healthz", &[]).await.status, StatusCode::OK);
    assert_eq!(get(&school, "/readyz", &[]).await.status, StatusCode::OK);
    school.sql("DELETE FROM _sqlx_migrations").await;
    assert_eq!(get(&school, "/readyz", &[]).await.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_describes_itself_and_shows_it_without_asking_anyone_else() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let document = get(&school, "/api/openapi.json", &[]).await.ok();
    assert_eq!(document["servers"][0]["url"], "/api");
    if !built(&school).await {
        return;
    }
    let page = get(&school, "/api/docs", &[]).await;
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    for file in page.text().split('"').filter(|part| part.starts_with("/docs-ui/")) {
        assert_eq!(get(&school, file, &[]).await.status, StatusCode::OK, "{file}");
    }
}
