//! Files that arrive in chunks: where each goes on, what is refused, and what is left of those nobody finishes.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use chrono::Duration;
use preau_core::role::Role;
use preau_server::files;
use serde_json::{Value, json};

use crate::fake_s3::{FakeS3, KEY_ID};
use crate::files::{MP4, PDF, PNG, read, send as send_whole, stored, text};
use crate::school::{Client, Engine, Reply, School};

const OCTETS: [(&str, &str); 1] = [("content-type", "application/octet-stream")];
const MEGABYTE: usize = 1024 * 1024;
const LEAST: usize = 256 * 1024;

/// The bytes of a film of this length, no part of it like another.
fn film(length: usize) -> Vec<u8> {
    let rest = (0..u32::MAX).flat_map(u32::to_be_bytes);
    MP4.iter().copied().chain(rest).take(length).collect()
}

async fn begin(client: &Client, name: &str, size: usize) -> Reply {
    client.post("/uploads", json!({ "name": name, "size": size })).await
}

/// Begins one; answers its path.
async fn begun(client: &Client, name: &str, size: usize) -> String {
    let reply = begin(client, name, size).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    format!("/uploads/{}", text(&reply.json(), "id"))
}

async fn send(client: &Client, path: &str, offset: usize, bytes: &[u8]) -> Reply {
    let path = format!("{path}?offset={offset}");
    client.send_bytes(Method::PUT, &path, Some(bytes.to_vec()), &OCTETS).await
}

async fn finish(client: &Client, path: &str) -> Reply {
    client.send(Method::POST, &format!("{path}/finish"), None, &[]).await
}

/// Refused for its place; answers where to go on.
#[track_caller]
fn elsewhere(reply: &Reply) -> i64 {
    reply.refused(409, "upload_offset")["params"]["offset"].as_i64().unwrap()
}

async fn offset(client: &Client, path: &str) -> Value {
    client.get(path).await.ok()["offset"].clone()
}

both_engines!(a_film_that_comes_in_chunks_is_the_file_that_one_request_makes, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let film = film(3 * MEGABYTE + 5);
    let reply = begin(&editor, "Leçon 1.mp4", film.len()).await.ok();
    assert_eq!((&reply["offset"], &reply["size"]), (&json!(0), &json!(film.len())));
    assert_eq!((&reply["chunkSize"], &reply["minChunkSize"]), (&json!(8 * MEGABYTE), &json!(LEAST)));
    let path = format!("/uploads/{}", text(&reply, "id"));
    assert_eq!(elsewhere(&finish(&editor, &path).await), 0, "nothing of it has arrived");

    let (one, two) = (MEGABYTE, 2 * MEGABYTE + 7);
    assert_eq!(send(&editor, &path, 0, &film[..one]).await.ok()["offset"], one);
    // Sent again, too far ahead, and from within: the answer says where to go on, and nothing is changed.
    for wrong in [0, two, one - 1, one + 1] {
        assert_eq!(elsewhere(&send(&editor, &path, wrong, &film[..one]).await), 1024 * 1024, "{wrong}");
    }
    send(&editor, &path, one, &film[one..two]).await.ok();
    assert_eq!(offset(&editor, &path).await, two);
    assert_eq!(elsewhere(&finish(&editor, &path).await), i64::try_from(two).unwrap());
    send(&editor, &path, two, &film[two..]).await.ok();

    let made = finish(&editor, &path).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let made = made.json();
    assert_eq!(
        (&made["name"], &made["kind"], &made["size"]),
        (&json!("Leçon 1.mp4"), &json!("VIDEO"), &json!(film.len()))
    );
    assert_eq!(read(&school.visitor(), &text(&made, "link"), &[]).await.bytes(), film);
    // Its chunks are gone; the same call answers the same file, and so does a whole request.
    assert_eq!(stored(&school).len(), 1);
    let again = finish(&editor, &path).await;
    assert_eq!((again.status, again.json()["url"].clone()), (StatusCode::OK, made["url"].clone()));
    elsewhere(&send(&editor, &path, 0, &film[..one]).await);
    let whole = send_whole(&editor, "autre.mp4", "video/mp4", &film).await;
    assert_eq!((whole.status, whole.json()["url"].clone()), (StatusCode::OK, made["url"].clone()));
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'file.uploaded'").await, 1);

    // A picture is small, and written anew as ever.
    let path = begun(&editor, "photo.png", PNG.len()).await;
    send(&editor, &path, 0, &PNG).await.ok();
    let made = finish(&editor, &path).await.ok();
    assert_eq!((&made["width"], &made["height"]), (&json!(1), &json!(1)));
});

both_engines!(what_cannot_be_a_file_is_refused_before_it_is_sent, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for (name, code) in [("page.html", "file_type_refused"), ("../a.png", "invalid_value"), (" ", "required")]
    {
        let refused = begin(&editor, name, 5).await;
        assert_eq!((refused.status.as_u16(), refused.field_names()), (422, vec!["name".to_owned()]));
        assert_eq!(refused.json()["fields"][0]["code"], code, "{name:?}");
    }
    let large = begin(&editor, "a.png", 10 * MEGABYTE + 1).await.refused(413, "file_too_large");
    assert_eq!(large["params"]["max"], 10);
    let other = json!({ "name": "a.png", "size": 5, "mediaType": "text/html" });
    editor.post("/uploads", other).await.refused(422, "file_type_mismatch");

    // A film that is none is known by its first chunk.
    let path = begun(&editor, "film.mp4", 2 * MEGABYTE).await;
    let lie = send(&editor, &path, 0, &[PDF, vec![7; MEGABYTE].as_slice()].concat()).await;
    assert_eq!(lie.json()["fields"][0]["code"], "file_type_mismatch", "{}", lie.text());
    // Neither more than was announced nor dust; the last chunk may be small.
    let film = film(2 * MEGABYTE);
    send(&editor, &path, 0, &[film.as_slice(), b"!"].concat()).await.refused(413, "too_large");
    send(&editor, &path, 0, &film[..LEAST - 1]).await.refused(422, "invalid_value");
    send(&editor, &path, 0, &[]).await.refused(422, "invalid_value");
    assert_eq!(offset(&editor, &path).await, 0);
    assert!(stored(&school).is_empty());
    // More than a chunk may have, though the file is as long.
    let path = begun(&editor, "film.mp4", 9 * MEGABYTE).await;
    send(&editor, &path, 0, &crate::uploads::film(9 * MEGABYTE)).await.refused(413, "too_large");

    // What only the whole shows is refused at the end, as ever.
    let captions = [b"WEBVTT\n\n".as_slice(), vec![b'x'; LEAST].as_slice(), b"\xff"].concat();
    let path = begun(&editor, "mots.vtt", captions.len()).await;
    send(&editor, &path, 0, &captions[..LEAST]).await.ok();
    send(&editor, &path, LEAST, &captions[LEAST..]).await.ok();
    let refused = finish(&editor, &path).await;
    assert_eq!(refused.json()["fields"][0]["code"], "file_type_mismatch", "{}", refused.text());
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 0);
});

both_engines!(an_upload_is_its_owners_alone, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let path = begun(&editor, "film.mp4", MP4.len()).await;
    for other in [
        school.account(Role::Editor, "autre@preau.test").await,
        school.account(Role::Admin, "admin@preau.test").await,
    ] {
        other.get(&path).await.refused(404, "not_found");
        send(&other, &path, 0, MP4).await.refused(404, "not_found");
        finish(&other, &path).await.refused(404, "not_found");
        other.delete(&path).await.refused(404, "not_found");
    }
    let student = school.account(Role::Student, "eleve@preau.test").await;
    begin(&student, "film.mp4", MP4.len()).await.refused(403, "forbidden");
    begin(&school.visitor(), "film.mp4", MP4.len()).await.refused(401, "unauthenticated");

    // Given up, it is gone with its bytes; a file that was finished stays.
    send(&editor, &path, 0, MP4).await.ok();
    editor.delete(&path).await.ok();
    editor.get(&path).await.refused(404, "not_found");
    finish(&editor, &path).await.refused(404, "not_found");
    assert!(stored(&school).is_empty());
    let path = begun(&editor, "film.mp4", MP4.len()).await;
    send(&editor, &path, 0, MP4).await.ok();
    let made = finish(&editor, &path).await.ok();
    editor.delete(&path).await.ok();
    assert_eq!(read(&editor, &text(&made, "url"), &[]).await.bytes(), MP4);
});

/// A body that breaks off after these bytes.
fn broken(bytes: &[u8]) -> Body {
    let parts = [Ok(bytes.to_vec()), Err(std::io::Error::other("the line is cut"))];
    Body::from_stream(futures_util::stream::iter(parts))
}

both_engines!(a_chunk_arrives_whole_or_not_at_all, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let film = film(2 * MEGABYTE);
    let path = begun(&editor, "film.mp4", film.len()).await;
    send(&editor, &path, 0, &film[..MEGABYTE]).await.ok();
    let address = format!("{path}?offset={MEGABYTE}");
    // Half of the last chunk, though it would be enough for one; its key is of no use here.
    let cut = broken(&film[MEGABYTE..MEGABYTE + 2 * LEAST]);
    let headers = [OCTETS[0], ("idempotency-key", "chunk")];
    editor.send_body(Method::PUT, &address, cut, &headers).await.refused(408, "too_slow");
    assert_eq!(offset(&editor, &path).await, MEGABYTE);
    let whole = Some(film[MEGABYTE..].to_vec());
    editor.send_bytes(Method::PUT, &address, whole, &headers).await.ok();
    let made = finish(&editor, &path).await.ok();
    assert_eq!(read(&editor, &text(&made, "url"), &[]).await.bytes(), film);
});

both_engines!(of_two_twins_one_arrives, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let film = film(2 * MEGABYTE);
    let path = begun(&editor, "film.mp4", film.len()).await;
    for (from, to) in [(0, MEGABYTE), (MEGABYTE, film.len())] {
        let chunk = &film[from..to];
        let (one, other) = tokio::join!(send(&editor, &path, from, chunk), send(&editor, &path, from, chunk));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text(), other.text());
    }
    assert_eq!(stored(&school).len(), 2);
    let (one, other) = tokio::join!(finish(&editor, &path), finish(&editor, &path));
    let (one, other) = (one.ok(), other.ok());
    assert_eq!(one["url"], other["url"]);
    assert_eq!(read(&editor, &text(&one, "url"), &[]).await.bytes(), film);
    assert_eq!((stored(&school).len(), school.count("SELECT COUNT(*) FROM files").await), (1, 1));
});

both_engines!(a_chunk_that_no_row_names_leaves_an_upload_that_goes_on_and_is_deleted, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let film = film(2 * MEGABYTE);
    let path = begun(&editor, "film.mp4", film.len()).await;
    send(&editor, &path, 0, &film[..MEGABYTE]).await.ok();
    // As after a server that stored the next chunk and was killed before it said so.
    let kept = stored(&school).remove(0);
    let lost = kept.with_file_name("0123456789abcdef");
    std::fs::copy(&kept, &lost).unwrap();
    send(&editor, &path, MEGABYTE, &film[MEGABYTE..]).await.ok();
    let made = finish(&editor, &path).await.ok();
    assert_eq!(read(&editor, &text(&made, "url"), &[]).await.bytes(), film);
    assert!(lost.exists());
    // The clock of the tests is behind the one of the files.
    school.pass(Duration::days(4_000));
    files::delete_unused(&school.app).await.unwrap();
    assert!(!lost.exists());
});

both_engines!(what_nobody_continues_for_a_day_is_forgotten, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let film = film(2 * MEGABYTE);
    let (left, continued) =
        (begun(&editor, "a.mp4", film.len()).await, begun(&editor, "b.mp4", film.len()).await);
    for path in [&left, &continued] {
        send(&editor, path, 0, &film[..MEGABYTE]).await.ok();
    }
    school.pass(Duration::hours(11));
    let editor = school.sign_in(editor.id()).await;
    send(&editor, &continued, MEGABYTE, &film[MEGABYTE..MEGABYTE + LEAST]).await.ok();
    school.pass(Duration::hours(13));
    let editor = school.sign_in(editor.id()).await;
    files::delete_unused(&school.app).await.unwrap();
    editor.get(&left).await.refused(404, "not_found");
    assert_eq!(stored(&school).len(), 2);
    send(&editor, &continued, MEGABYTE + LEAST, &film[MEGABYTE + LEAST..]).await.ok();
    let made = finish(&editor, &continued).await.ok();
    // Its row goes a day later; the file has its own time.
    assert_eq!(school.count("SELECT COUNT(*) FROM uploads").await, 1);
    school.sql("UPDATE uploads SET touched_at = '2026-03-01T09:00:00Z'").await;
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM uploads").await, 0);
    assert_eq!(read(&editor, &text(&made, "url"), &[]).await.bytes(), film);
});

both_engines!(an_account_has_few_unfinished_uploads_and_the_school_has_room, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let colleague = school.account(Role::Editor, "autre@preau.test").await;
    let film = film(2 * MEGABYTE);
    let mut paths = Vec::new();
    for _ in 0..5 {
        school.pass(Duration::seconds(1));
        paths.push(begun(&editor, "film.mp4", film.len()).await);
    }
    send(&editor, &paths[0], 0, &film[..MEGABYTE]).await.ok();
    let refused = begin(&editor, "film.mp4", film.len()).await;
    refused.refused(429, "too_many_uploads");
    assert_eq!(refused.headers["retry-after"], "60");
    begun(&colleague, "film.mp4", film.len()).await;
    // One that was finished does not count.
    send(&editor, &paths[0], MEGABYTE, &film[MEGABYTE..]).await.ok();
    finish(&editor, &paths[0]).await.ok();
    paths.push(begun(&editor, "film.mp4", film.len()).await);
    // After ten minutes of silence the one that was silent longest gives way.
    send(&editor, &paths[1], 0, &film[..MEGABYTE]).await.ok();
    school.pass(Duration::minutes(10));
    let (editor, colleague) = (school.sign_in(editor.id()).await, school.sign_in(colleague.id()).await);
    begun(&editor, "film.mp4", film.len()).await;
    editor.get(&paths[2]).await.refused(404, "not_found");
    editor.get(&paths[1]).await.ok();

    // All that is announced together has its limit too.
    school.sql("UPDATE uploads SET size = 17179869184 WHERE address IS NULL AND received = 0 AND name = 'film.mp4'").await;
    begin(&colleague, "film.mp4", film.len()).await.refused(429, "too_many_uploads");
});

#[tokio::test(flavor = "multi_thread")]
async fn chunks_stand_in_a_bucket_too_and_any_server_goes_on() {
    let s3 = FakeS3::default();
    let endpoint = s3.serve().await;
    let flags = ["--files", "s3://school/files", "--files-endpoint", &endpoint, "--files-key-id", KEY_ID];
    let flags = [&flags[..], &["--files-secret-key", "secret"]].concat();
    let school = School::open(Engine::Sqlite, &flags).await;
    let twin = school.twin_with(&flags).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let elsewhere = twin.sign_in(editor.id()).await;
    let film = film(9 * MEGABYTE);
    let path = begun(&editor, "film.mp4", film.len()).await;
    send(&editor, &path, 0, &film[..8 * MEGABYTE]).await.ok();
    send(&elsewhere, &path, 8 * MEGABYTE, &film[8 * MEGABYTE..]).await.ok();
    assert_eq!(s3.keys().len(), 2);
    let made = finish(&editor, &path).await.ok();
    assert_eq!(read(&elsewhere, &text(&made, "url"), &[]).await.bytes(), film);
    assert_eq!(s3.keys().len(), 1, "{:?}", s3.keys());
}
