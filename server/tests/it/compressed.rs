//! Requests whose bodies are compressed: they count and compare as what they say, and cannot grow past the limits.

use std::io::Write as _;

use axum::body::Body;
use axum::http::Method;
use flate2::Compression;
use flate2::write::GzEncoder;
use preau_core::role::Role;
use serde_json::json;

use crate::school::{Client, Reply};

const GZIP: (&str, &str) = ("content-encoding", "gzip");
const JSON: (&str, &str) = ("content-type", "application/json");

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

async fn post(client: &Client, headers: &[(&str, &str)], body: Vec<u8>) -> Reply {
    client.send_bytes(Method::POST, "/languages", Some(body), headers).await
}

both_engines!(a_compressed_write_is_the_same_write, |school| {
    let editor = school.account(Role::Editor, "editrice@exemple.fr").await;
    let version = editor.get("/version").await.ok();
    assert_eq!(version["requestEncodings"], json!(["gzip"]));
    let language = json!({"name": "Occitan", "code": "oc"}).to_string().into_bytes();
    let key = ("idempotency-key", "0193a5f2-7c1e-7abc-8def-0123456789ab");
    let made = post(&editor, &[GZIP, JSON, key], gzip(&language)).await.ok();
    assert_eq!(made["name"], "Occitan");
    // Its repeat is known, however it is sent.
    assert_eq!(post(&editor, &[JSON, key], language).await.ok(), made);
    let plain = json!({"name": "Breton", "code": "br"}).to_string().into_bytes();
    assert!(post(&editor, &[GZIP, JSON], plain).await.status.is_client_error());
});

both_engines!(a_small_body_that_becomes_a_large_one_is_refused, |school| {
    let editor = school.account(Role::Editor, "editrice@exemple.fr").await;
    let bomb = gzip(json!({"name": "a".repeat(64 * 1024 * 1024), "code": "oc"}).to_string().as_bytes());
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    for key in [None, Some(("idempotency-key", "0193a5f2-7c1e-7abc-8def-0123456789ab"))] {
        let headers: Vec<_> = [GZIP, JSON].into_iter().chain(key).collect();
        post(&editor, &headers, bomb.clone()).await.refused(413, "too_large");
    }
});

both_engines!(a_body_that_breaks_off_may_be_sent_again_and_one_that_is_no_gzip_may_not, |school| {
    let editor = school.account(Role::Editor, "editrice@exemple.fr").await;
    let whole = json!({"name": "Occitan", "code": "oc"}).to_string().into_bytes();
    for key in [None, Some(("idempotency-key", "0193a5f2-7c1e-7abc-8def-0123456789ab"))] {
        let headers: Vec<_> = [JSON].into_iter().chain(key).collect();
        let parts = [Ok(whole[..9].to_vec()), Err(std::io::Error::other("the line is cut"))];
        let cut = Body::from_stream(futures_util::stream::iter(parts));
        editor.send_body(Method::POST, "/languages", cut, &headers).await.refused(408, "too_slow");
        let headers: Vec<_> = [GZIP].into_iter().chain(headers).collect();
        post(&editor, &headers, whole.clone()).await.refused(400, "malformed_request");
    }
    post(&editor, &[JSON], whole).await.ok();
});
