//! Files that the app reads from the disk and sends: over a line that is cut, after a new start, and given up.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::line::Line;
use crate::school::{EDITOR, School};

const MEGABYTE: usize = 1024 * 1024;
/// Names the folder of the app, and the film, to a process of its own.
const FOLDER: &str = "PREAU_TEST_FOLDER";
const FILM: &str = "PREAU_TEST_FILM";
/// Megabytes of the film that is sent over a line that is cut five times; 500 takes half a minute.
const FILM_MEGABYTES: &str = "PREAU_FILM_MB";

/// A film of so many bytes, no megabyte of it like another; answers its hash.
fn film(path: &Path, bytes: usize) -> String {
    let (mut file, mut hash) = (std::fs::File::create(path).unwrap(), Sha256::new());
    let mut write = |part: &[u8]| {
        hash.update(part);
        file.write_all(part).unwrap();
    };
    let head = b"\0\0\0\x20ftypisom";
    write(head);
    let mut left = bytes - head.len();
    for number in 0_u64.. {
        if left == 0 {
            break;
        }
        let part = number.to_be_bytes().repeat(MEGABYTE / 8);
        let length = left.min(part.len());
        write(&part[..length]);
        left -= length;
    }
    hash.finalize().iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// From now on somebody chooses this file; none, without one.
fn chooses(desk: &Desk, path: Option<PathBuf>) {
    desk.app.on_choose(move |_| {
        let path = path.clone();
        Box::pin(async move { path })
    });
}

fn films() -> Value {
    json!({"rules": [{"formats": "MP4", "extensions": ["mp4"], "megabytes": 1024}]})
}

async fn choose(desk: &Desk) -> (StatusCode, Value) {
    desk.send(Method::POST, "desktop/uploads", films(), &[]).await
}

/// Chooses a file; answers the id of its way.
async fn begun(desk: &Desk) -> String {
    let (status, upload) = choose(desk).await;
    assert_eq!(status, StatusCode::OK, "{upload}");
    upload["id"].as_str().unwrap().to_owned()
}

/// Waits until it goes so with a file.
async fn until(desk: &Desk, id: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    desk.until_at(&format!("desktop/uploads/{id}"), what, is_so).await
}

async fn arrived(desk: &Desk, id: &str) -> Value {
    let ended = |upload: &Value| upload["state"] == "arrived" || upload["state"] == "failed";
    let upload = until(desk, id, "the end of the file", ended).await;
    assert_eq!(upload["state"], "arrived", "{upload}");
    assert_eq!(upload["sent"], upload["size"]);
    upload["file"].clone()
}

/// How many chunks the school has been sent, and how many uploads it has.
fn known(school: &School) -> (i64, i64) {
    let one = |sql: &str| school.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    (one("SELECT COUNT(*) FROM upload_chunks"), one("SELECT COUNT(*) FROM uploads"))
}

#[tokio::test]
async fn a_file_goes_from_the_disk_to_the_school_and_is_told_of() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    chooses(&desk, None);
    assert_eq!(choose(&desk).await.0, StatusCode::NO_CONTENT);

    let path = folder.path().join("Leçon 1.mp4");
    let hash = film(&path, 3 * MEGABYTE + 5);
    chooses(&desk, Some(path.clone()));
    let file = arrived(&desk, &begun(&desk).await).await;
    assert_eq!((&file["name"], &file["size"]), (&json!("Leçon 1.mp4"), &json!(3 * MEGABYTE + 5)));
    assert_eq!(file["url"], format!("/api/files/{hash}.mp4"));
    let shown = desk.file(file["url"].as_str().unwrap()).await;
    assert_eq!(shown.body(), &std::fs::read(&path).unwrap());
    let told = desk.events();
    let how = |event: &Event| match event {
        Event::Upload(upload) => Some(upload["state"].as_str().unwrap().to_owned()),
        _ => None,
    };
    let mut went: Vec<String> = told.iter().filter_map(how).collect();
    went.dedup();
    assert_eq!(went, ["sending", "finishing", "arrived"]);
    // Chosen again it is not sent again.
    let again = arrived(&desk, &begun(&desk).await).await;
    assert_eq!(again["url"], file["url"]);
    assert_eq!(known(&school), (0, 1));

    // What cannot be chosen, what is too large, what is not what it says, and what is gone.
    std::fs::write(folder.path().join("page.html"), "<p>").unwrap();
    chooses(&desk, Some(folder.path().join("page.html")));
    let (status, refused) = choose(&desk).await;
    assert_eq!((status.as_u16(), &refused["code"]), (422, &json!("file_type_refused")));
    chooses(&desk, Some(folder.path().join("gone.mp4")));
    assert_eq!(choose(&desk).await.1["code"], "file_unreadable");
    let large = folder.path().join("large.mp4");
    std::fs::File::create(&large).unwrap().set_len(1024 * 1024 * 1024 + 1).unwrap();
    chooses(&desk, Some(large));
    let (status, refused) = choose(&desk).await;
    assert_eq!((status.as_u16(), &refused["code"]), (413, &json!("file_too_large")));
    assert_eq!(refused["params"]["max"], 1024);
    let lie = folder.path().join("lie.mp4");
    std::fs::write(&lie, vec![b'x'; 2 * MEGABYTE]).unwrap();
    chooses(&desk, Some(lie));
    let refused = until(&desk, &begun(&desk).await, "a refusal", |upload| upload["state"] == "failed").await;
    assert_eq!(refused["problem"]["fields"][0]["code"], "file_type_mismatch", "{refused}");
}

#[tokio::test]
async fn a_file_goes_on_where_it_was_after_a_new_start_and_a_changed_one_does_not() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    let desk = Desk::signed_in(folder.path(), &line.url).await;
    let path = folder.path().join("film.mp4");
    let hash = film(&path, 12 * MEGABYTE);
    chooses(&desk, Some(path.clone()));
    // Chunks of 1, 2 and 4 megabytes: the third breaks off.
    line.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    let id = begun(&desk).await;
    until(&desk, &id, "a cut", |upload| upload["state"] == "waiting").await;
    let (before, _) = known(&school);
    assert!(before > 0);
    drop(desk);

    line.cut_after([]);
    let desk = Desk::open(folder.path()).await;
    chooses(&desk, Some(path.clone()));
    let file = arrived(&desk, &begun(&desk).await).await;
    assert_eq!(file["url"], format!("/api/files/{hash}.mp4"));
    assert_eq!(known(&school).1, 1, "the same upload went on");

    // A file that is written on while it is sent is not the one that was chosen.
    line.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    film(&path, 13 * MEGABYTE);
    let id = begun(&desk).await;
    until(&desk, &id, "a cut", |upload| upload["state"] == "waiting").await;
    film(&path, 14 * MEGABYTE);
    line.cut_after([]);
    let refused = until(&desk, &id, "a refusal", |upload| upload["state"] == "failed").await;
    assert_eq!(refused["problem"]["code"], "file_unreadable", "{refused}");
}

#[tokio::test]
async fn what_is_given_up_is_deleted_at_the_school_and_so_is_all_on_signing_out() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    let desk = Desk::signed_in(folder.path(), &line.url).await;
    let path = folder.path().join("film.mp4");
    film(&path, 12 * MEGABYTE);
    chooses(&desk, Some(path));
    let held =
        |line: &Line| line.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    held(&line);
    let id = begun(&desk).await;
    until(&desk, &id, "a cut", |upload| upload["state"] == "waiting").await;
    assert_eq!(known(&school).1, 1);
    line.cut_after([]);
    desk.ok(Method::DELETE, &format!("desktop/uploads/{id}"), Value::Null).await;
    let (status, _) = desk.send(Method::GET, &format!("desktop/uploads/{id}"), Value::Null, &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let let_go = async {
        while known(&school) != (0, 0) {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), let_go).await.expect("the school keeps what was given up");

    held(&line);
    let id = begun(&desk).await;
    until(&desk, &id, "a cut", |upload| upload["state"] == "waiting").await;
    line.cut_after([]);
    desk.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    assert_eq!(known(&school), (0, 0));
    desk.sign_in(EDITOR).await;
    let (status, _) = desk.send(Method::GET, &format!("desktop/uploads/{id}"), Value::Null, &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// Not a test of its own: the process whose memory is measured.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn sends_a_film_and_tells_its_memory() {
    let (Some(folder), Some(path)) = (std::env::var_os(FOLDER), std::env::var_os(FILM)) else { return };
    let desk = Desk::open(folder.as_ref()).await;
    chooses(&desk, Some(path.into()));
    let file = arrived(&desk, &begun(&desk).await).await;
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("told {} {}", file["url"].as_str().unwrap(), most.trim().trim_end_matches(" kB"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_film_arrives_over_a_line_that_is_cut_five_times_in_little_memory() {
    let megabytes = std::env::var(FILM_MEGABYTES).map_or(160, |text| text.parse().unwrap());
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    drop(Desk::signed_in(folder.path(), &line.url).await);
    let path = folder.path().join("film.mp4");
    let hash = film(&path, megabytes * MEGABYTE);
    line.cut_after((1..=5).map(|cut| megabytes * MEGABYTE / 8 + cut * 7_777));
    let begun = Instant::now();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "uploads::sends_a_film_and_tells_its_memory", "--ignored", "--nocapture"])
        .env(FOLDER, folder.path())
        .env(FILM, &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = tokio::task::spawn_blocking(move || {
        lines.filter_map(|line| Some(line.split("told ").nth(1)?.to_owned())).last()
    });
    let told = told.await.unwrap().unwrap_or_default();
    assert!(child.wait().unwrap().success());
    let (url, kilobytes) = told.split_once(' ').unwrap();
    assert_eq!(url, format!("/api/files/{hash}.mp4"));
    assert_eq!(line.cuts_left(), 0);
    println!("{megabytes} MB in {:?}, {kilobytes} kB of memory", begun.elapsed());
    assert!(kilobytes.parse::<usize>().unwrap() < 150 * 1024, "{kilobytes} kB");
}
