//! Files: what is taken, who may read it, and in which parts.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode, header};
use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::content::{Filled, fill, with_modules};
use crate::learning::give;
use crate::pictures::png;
use crate::school::{Client, Reply, School};

/// As the school writes it, so that it stays as it is.
pub(crate) static PNG: LazyLock<Vec<u8>> = LazyLock::new(|| png(1, 1));
pub(crate) const PDF: &[u8] = b"%PDF-1.7 the rest of a paper";
pub(crate) const MP4: &[u8] = b"\0\0\0\x20ftypisom the rest of a film";
const VTT: &[u8] = b"WEBVTT\n\n00:01.000 --> 00:02.000\nCiao";
const MP3: &[u8] = b"ID3\x04 the rest of a recording";

pub(crate) async fn send(client: &Client, name: &str, kind: &str, bytes: &[u8]) -> Reply {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let path = format!("/files?name={name}");
    client.send_bytes(Method::POST, &path, Some(bytes.to_vec()), &[("content-type", kind)]).await
}

pub(crate) async fn upload(client: &Client, name: &str, bytes: &[u8]) -> Value {
    send(client, name, "application/octet-stream", bytes).await.ok()
}

pub(crate) fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("no {name}: {value}")).to_owned()
}

pub(crate) async fn read(client: &Client, address: &str, headers: &[(&str, &str)]) -> Reply {
    client.request(Method::GET, address, None, headers).await
}

/// The files under a folder.
pub(crate) fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

/// What stands in the store.
pub(crate) fn stored(school: &School) -> Vec<std::path::PathBuf> {
    walk(&school.data_dir().join("files"))
}

both_engines!(a_file_that_lies_is_too_large_or_names_a_place_is_refused_and_leaves_nothing, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for (name, kind, bytes) in [
        ("photo.png", "image/png", PDF),
        ("photo.png", "image/png", b"".as_slice()),
        ("photo.png", "image/jpeg", PNG.as_slice()),
        ("fiche.pdf", "text/html", PDF),
        ("film.mp4", "video/mp4", b"\0\0\0\x20ftypheic a picture".as_slice()),
        ("mots.vtt", "text/vtt", b"WEBVTT\n\n\xff\xfe".as_slice()),
    ] {
        let reply = send(&editor, name, kind, bytes).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", reply.text());
        assert_eq!(reply.json()["fields"][0]["code"], "file_type_mismatch", "{name} {kind}");
    }
    for (name, code) in [
        ("logo.svg", "file_type_refused"),
        ("page.html", "file_type_refused"),
        ("../photo.png", "invalid_value"),
        ("a/photo.png", "invalid_value"),
        ("a\\photo.png", "invalid_value"),
        ("a\0.png", "control_character"),
        ("a\n.png", "control_character"),
        (" ", "required"),
    ] {
        let reply = send(&editor, name, "image/png", &PNG).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", reply.text());
        assert_eq!(reply.json()["fields"][0]["code"], code, "{name:?}");
        assert_eq!(reply.field_names(), ["name"]);
    }
    let large = [VTT, vec![b'x'; 1024 * 1024].as_slice()].concat();
    let refused = send(&editor, "mots.vtt", "text/vtt", &large).await.refused(413, "file_too_large");
    assert_eq!(refused["params"]["max"], 1);
    let announced = [("content-type", "image/png"), ("content-length", "10485761")];
    let reply = editor.send_bytes(Method::POST, "/files?name=a.png", Some(PNG.to_vec()), &announced).await;
    reply.refused(413, "file_too_large");
    assert!(stored(&school).is_empty());
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 0);
});

both_engines!(the_same_bytes_are_one_file_and_only_staff_brings_them, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let student = school.account(Role::Student, "eleve@preau.test").await;
    send(&school.visitor(), "a.png", "image/png", &PNG).await.refused(401, "unauthenticated");
    send(&student, "a.png", "image/png", &PNG).await.refused(403, "forbidden");

    let first = send(&editor, "Zoé.PNG", "image/png", &PNG).await;
    assert_eq!(first.status, StatusCode::CREATED);
    let first = first.ok();
    assert_eq!(
        (&first["name"], &first["kind"], &first["size"]),
        (&json!("Zoé.PNG"), &json!("IMAGE"), &json!(PNG.len()))
    );
    let again = send(&editor, "autre.png", "image/png", &PNG).await;
    assert_eq!((again.status, &again.json()["url"]), (StatusCode::OK, &first["url"]));
    assert_eq!(stored(&school).len(), 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'file.uploaded'").await, 1);

    // A file of more than a body of JSON may have, with a key that is of no use here.
    let film = [MP4, vec![7; 3 * 1024 * 1024].as_slice()].concat();
    let headers = [("content-type", "video/mp4"), ("idempotency-key", "film")];
    let sent =
        editor.send_bytes(Method::POST, "/files?name=film.mp4", Some(film.clone()), &headers).await.ok();
    assert_eq!(read(&school.visitor(), &text(&sent, "link"), &[]).await.bytes(), film);

    // Bytes that were lost come back with the next upload.
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    assert_eq!(read(&school.visitor(), &text(&first, "link"), &[]).await.status.as_u16(), 500);
    upload(&editor, "a.png", &PNG).await;
    assert_eq!(read(&school.visitor(), &text(&first, "link"), &[]).await.bytes(), PNG.as_slice());
});

both_engines!(two_who_send_the_same_at_once_make_one_file, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let (one, other) = tokio::join!(upload(&editor, "a.png", &PNG), upload(&editor, "b.png", &PNG));
    assert_eq!(one["url"], other["url"]);
    assert_eq!((stored(&school).len(), school.count("SELECT COUNT(*) FROM files").await), (1, 1));
});

/// A lesson with a paper, a film with captions and a recording in its quiz; their addresses.
pub(crate) async fn taught(editor: &Client, filled: &Filled) -> [String; 4] {
    let mut urls = Vec::new();
    for (name, bytes) in [("a.pdf", PDF), ("a.mp4", MP4), ("a.vtt", VTT), ("a.mp3", MP3)] {
        urls.push(text(&upload(editor, name, bytes).await, "url"));
    }
    let urls: [String; 4] = urls.try_into().unwrap();
    let [paper, film, captions, sound] = &urls;
    let lesson = filled.lesson;
    for resource in [
        json!({ "chapterLessonId": lesson, "title": "Fiche", "url": paper, "type": "PDF" }),
        json!({ "chapterLessonId": lesson, "title": "Film", "url": film, "type": "VIDEO", "captionsUrl": captions }),
    ] {
        editor.post("/resources", resource).await.ok();
    }
    let question = json!({ "quizId": filled.quiz, "questionText": "?", "typeCode": "AUDIO", "mediaUrl": sound,
        "correctAnswer": "sette" });
    editor.post("/questions", question).await.ok();
    urls
}

/// The links to the files of a lesson that this client is given.
async fn links(client: &Client, filled: &Filled) -> Vec<String> {
    let resources = client.get(&format!("/resources/lesson/{}", filled.lesson)).await.ok();
    let questions = client.get(&format!("/questions/quiz/{}", filled.quiz)).await.ok();
    let values = resources.as_array().unwrap().iter().flat_map(|one| [&one["link"], &one["captionsLink"]]);
    let values = values.chain(questions.as_array().unwrap().iter().map(|one| &one["mediaLink"]));
    values.filter_map(|link| link.as_str().map(ToOwned::to_owned)).collect()
}

both_engines!(a_lessons_files_are_for_staff_and_whoever_may_read_the_lesson, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let filled = fill(&editor, 11).await;
    let urls = taught(&editor, &filled).await;
    let learner = school.account(Role::Student, "eleve@example.fr").await;
    let stranger = school.account(Role::Student, "autre@example.fr").await;
    let neighbour = school.account(Role::Student, "voisin@example.fr").await;
    give(&admin, &learner, &[11]).await;
    give(&admin, &neighbour, &[12]).await;
    for url in &urls {
        for refused in [&school.visitor(), &stranger, &neighbour] {
            read(refused, url, &[]).await.refused(404, "not_found");
        }
        assert_eq!(read(&learner, url, &[]).await.status, StatusCode::OK);
        assert_eq!(read(&editor, url, &[]).await.status, StatusCode::OK);
    }

    let links = links(&learner, &filled).await;
    assert_eq!(links.len(), 4);
    let browser = school.visitor();
    for link in &links {
        let reply = read(&browser, link, &[]).await;
        assert_eq!(reply.status, StatusCode::OK);
        assert!(reply.headers[header::CACHE_CONTROL].to_str().unwrap().starts_with("private"));
    }
    // Nobody's link fits another file, another person or another day.
    let (address, seal) = links[0].split_once('?').unwrap();
    let other = urls.iter().find(|url| *url != address).unwrap();
    let by = format!("by={}", learner.id());
    for forged in [
        format!("{other}?{seal}"),
        links[0].replace(&by, &format!("by={}", editor.id())),
        links[0].replace("until=", "until=9"),
        links[0][..links[0].len() - 1].to_owned(),
        format!("{address}?{by}&until=99999999999"),
    ] {
        read(&browser, &forged, &[]).await.refused(404, "not_found");
    }
    school.pass(Duration::hours(13));
    read(&browser, &links[0], &[]).await.refused(404, "not_found");

    // A link says who reads; what they may read is looked up again.
    let fresh = links_of(&school, &learner, &filled).await;
    assert_eq!(read(&browser, &fresh, &[]).await.status, StatusCode::OK);
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-01'").await;
    read(&browser, &fresh, &[]).await.refused(404, "not_found");
});

async fn links_of(school: &School, learner: &Client, filled: &Filled) -> String {
    links(&school.sign_in(learner.id()).await, filled).await.remove(0)
}

both_engines!(what_stands_on_public_pages_is_for_everybody, |school| {
    let editor = with_modules(&school).await;
    let photo = upload(&editor, "elena.png", &PNG).await;
    let url = text(&photo, "url");
    read(&school.visitor(), &url, &[]).await.refused(404, "not_found");
    let teacher =
        json!({ "firstName": "Elena", "lastName": "Ricci", "email": "elena@ecole.fr", "photoUrl": url });
    let teacher = editor.post("/teachers", teacher).await.ok();
    assert_eq!(teacher["photoUrl"], url);
    let shown = school.visitor().get("/teachers").await.ok();
    assert_eq!(shown[0]["photoUrl"], url);
    let reply = read(&school.visitor(), &url, &[]).await;
    let said = |name| reply.headers[name].to_str().unwrap();
    assert_eq!((reply.bytes(), said(header::CONTENT_TYPE)), (PNG.as_slice(), "image/png"));
    assert_eq!(said(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
    assert!(said(header::CONTENT_SECURITY_POLICY).contains("sandbox"));
    assert!(said(header::CACHE_CONTROL).starts_with("public"));

    // A photo is an image, and one that was uploaded.
    let path = format!("/teachers/{}", teacher["id"]);
    let paper = text(&upload(&editor, "a.pdf", PDF).await, "url");
    let nowhere = format!("/api/files/{}.png", "0".repeat(64));
    for (wrong, code) in
        [(paper, "invalid_value"), ("/api/files/x".into(), "invalid_value"), (nowhere, "unknown_reference")]
    {
        let reply = editor.put(&path, json!({ "photoUrl": wrong })).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", reply.text());
        assert_eq!(reply.json()["fields"][0]["code"], code, "{wrong}");
    }
    editor.put(&path, json!({ "photoUrl": null })).await.ok();
    read(&school.visitor(), &url, &[]).await.refused(404, "not_found");
});

both_engines!(players_are_given_the_part_they_want, |school| {
    let editor = with_modules(&school).await;
    let film = [MP4, vec![7; 9_000].as_slice()].concat();
    let url = text(&upload(&editor, "a.mp4", &film).await, "url");
    let part = read(&editor, &url, &[("range", "bytes=4-11")]).await;
    assert_eq!((part.status, part.bytes()), (StatusCode::PARTIAL_CONTENT, b"ftypisom".as_slice()));
    assert_eq!(part.headers[header::CONTENT_RANGE], format!("bytes 4-11/{}", film.len()));
    let end = read(&editor, &url, &[("range", "bytes=-2"), ("accept-encoding", "gzip")]).await;
    assert_eq!((end.status, end.bytes()), (StatusCode::PARTIAL_CONTENT, [7, 7].as_slice()));
    let beyond = read(&editor, &url, &[("range", "bytes=99999-")]).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    let whole = read(&editor, &url, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!((whole.status, whole.bytes()), (StatusCode::OK, film.as_slice()));
    assert!(!whole.headers.contains_key(header::CONTENT_ENCODING), "a film is not compressed again");
    let tag = whole.headers[header::ETAG].to_str().unwrap();
    assert_eq!(read(&editor, &url, &[("if-none-match", tag)]).await.status, StatusCode::NOT_MODIFIED);
});
