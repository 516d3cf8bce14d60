//! Uploads of files from the disk: over a broken connection, after a restart, and cancelled.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;
use crate::unreliable_proxy::UnreliableProxy;

const MEGABYTE: usize = 1024 * 1024;
/// Names the folder of the app, and the film, to a process of its own.
const FOLDER: &str = "PREAU_TEST_FOLDER";
const FILM: &str = "PREAU_TEST_FILM";
/// Megabytes of the film that is sent over a line that is cut five times; 500 takes half a minute.
const FILM_MEGABYTES: &str = "PREAU_FILM_MB";

/// A film of so many bytes, no megabyte of it like another; answers its hash.
fn video(path: &Path, bytes: usize) -> String {
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

/// The file that the dialog returns from now on.
fn set_chosen_file(app: &TestApp, path: Option<PathBuf>) {
    app.inner.on_choose(move |_| {
        let path = path.clone();
        Box::pin(async move { path })
    });
}

fn video_rules() -> Value {
    json!({"rules": [{"formats": "MP4", "extensions": ["mp4"], "megabytes": 1024}]})
}

async fn choose_file(app: &TestApp) -> (StatusCode, Value) {
    app.send(Method::POST, "desktop/uploads", video_rules(), &[]).await
}

/// Chooses a file; answers the id of its way.
async fn start_upload(app: &TestApp) -> String {
    let (status, upload) = choose_file(app).await;
    assert_eq!(status, StatusCode::OK, "{upload}");
    upload["id"].as_str().unwrap().to_owned()
}

/// Waits until an upload fulfils a condition.
async fn wait_until_upload(app: &TestApp, id: &str, what: &str, condition: impl Fn(&Value) -> bool) -> Value {
    app.wait_until_at(&format!("desktop/uploads/{id}"), what, condition).await
}

async fn wait_until_arrived(app: &TestApp, id: &str) -> Value {
    let ended = |upload: &Value| upload["state"] == "arrived" || upload["state"] == "failed";
    let upload = wait_until_upload(app, id, "the end of the file", ended).await;
    assert_eq!(upload["state"], "arrived", "{upload}");
    assert_eq!(upload["sent"], upload["size"]);
    upload["file"].clone()
}

/// How many chunks the school has been sent, and how many uploads it has.
fn school_uploads(school: &School) -> (i64, i64) {
    let one = |sql: &str| school.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    (one("SELECT COUNT(*) FROM upload_chunks"), one("SELECT COUNT(*) FROM uploads"))
}

#[tokio::test]
async fn an_upload_is_sent_and_its_progress_is_reported() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    set_chosen_file(&app, None);
    assert_eq!(choose_file(&app).await.0, StatusCode::NO_CONTENT);

    let path = folder.path().join("Leçon 1.mp4");
    let hash = video(&path, 3 * MEGABYTE + 5);
    set_chosen_file(&app, Some(path.clone()));
    let file = wait_until_arrived(&app, &start_upload(&app).await).await;
    assert_eq!((&file["name"], &file["size"]), (&json!("Leçon 1.mp4"), &json!(3 * MEGABYTE + 5)));
    assert_eq!(file["url"], format!("/api/files/{hash}.mp4"));
    let shown = app.file(file["url"].as_str().unwrap()).await;
    assert_eq!(shown.body(), &std::fs::read(&path).unwrap());
    let told = app.events();
    let how = |event: &Event| match event {
        Event::Upload(upload) => Some(upload["state"].as_str().unwrap().to_owned()),
        _ => None,
    };
    let mut went: Vec<String> = told.iter().filter_map(how).collect();
    went.dedup();
    assert_eq!(went, ["sending", "finishing", "arrived"]);
    // Chosen again it is not sent again.
    let again = wait_until_arrived(&app, &start_upload(&app).await).await;
    assert_eq!(again["url"], file["url"]);
    assert_eq!(school_uploads(&school), (0, 1));

    // What cannot be chosen, what is too large, what is not what it says, and what is gone.
    std::fs::write(folder.path().join("page.html"), "<p>").unwrap();
    set_chosen_file(&app, Some(folder.path().join("page.html")));
    let (status, refused) = choose_file(&app).await;
    assert_eq!((status.as_u16(), &refused["code"]), (422, &json!("file_type_refused")));
    set_chosen_file(&app, Some(folder.path().join("gone.mp4")));
    assert_eq!(choose_file(&app).await.1["code"], "file_unreadable");
    let large = folder.path().join("large.mp4");
    std::fs::File::create(&large).unwrap().set_len(1024 * 1024 * 1024 + 1).unwrap();
    set_chosen_file(&app, Some(large));
    let (status, refused) = choose_file(&app).await;
    assert_eq!((status.as_u16(), &refused["code"]), (413, &json!("file_too_large")));
    assert_eq!(refused["params"]["max"], 1024);
    let lie = folder.path().join("lie.mp4");
    std::fs::write(&lie, vec![b'x'; 2 * MEGABYTE]).unwrap();
    set_chosen_file(&app, Some(lie));
    let refused =
        wait_until_upload(&app, &start_upload(&app).await, "a refusal", |upload| upload["state"] == "failed")
            .await;
    assert_eq!(refused["problem"]["fields"][0]["code"], "file_type_mismatch", "{refused}");
}

#[tokio::test]
async fn an_upload_resumes_after_a_restart_unless_the_file_changed() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    let app = TestApp::signed_in(folder.path(), &proxy.url).await;
    let path = folder.path().join("film.mp4");
    let hash = video(&path, 12 * MEGABYTE);
    set_chosen_file(&app, Some(path.clone()));
    // Chunks of 1, 2 and 4 megabytes: the third breaks off.
    proxy.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    let id = start_upload(&app).await;
    wait_until_upload(&app, &id, "a cut", |upload| upload["state"] == "waiting").await;
    let (before, _) = school_uploads(&school);
    assert!(before > 0);
    drop(app);

    proxy.cut_after([]);
    let app = TestApp::open(folder.path()).await;
    set_chosen_file(&app, Some(path.clone()));
    let file = wait_until_arrived(&app, &start_upload(&app).await).await;
    assert_eq!(file["url"], format!("/api/files/{hash}.mp4"));
    assert_eq!(school_uploads(&school).1, 1, "the same upload went on");

    // A file that is written on while it is sent is not the one that was chosen.
    proxy.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    video(&path, 13 * MEGABYTE);
    let id = start_upload(&app).await;
    wait_until_upload(&app, &id, "a cut", |upload| upload["state"] == "waiting").await;
    video(&path, 14 * MEGABYTE);
    proxy.cut_after([]);
    let refused = wait_until_upload(&app, &id, "a refusal", |upload| upload["state"] == "failed").await;
    assert_eq!(refused["problem"]["code"], "file_unreadable", "{refused}");
}

#[tokio::test]
async fn cancelled_uploads_are_deleted_at_the_school() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    let app = TestApp::signed_in(folder.path(), &proxy.url).await;
    let path = folder.path().join("film.mp4");
    video(&path, 12 * MEGABYTE);
    set_chosen_file(&app, Some(path));
    let slow_down = |proxy: &UnreliableProxy| {
        proxy.cut_after(std::iter::once(5 * MEGABYTE).chain(std::iter::repeat_n(1, 1_000)));
    };
    slow_down(&proxy);
    let id = start_upload(&app).await;
    wait_until_upload(&app, &id, "a cut", |upload| upload["state"] == "waiting").await;
    assert_eq!(school_uploads(&school).1, 1);
    proxy.cut_after([]);
    app.ok(Method::DELETE, &format!("desktop/uploads/{id}"), Value::Null).await;
    let (status, _) = app.send(Method::GET, &format!("desktop/uploads/{id}"), Value::Null, &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let let_go = async {
        while school_uploads(&school) != (0, 0) {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), let_go).await.expect("the school keeps what was given up");

    slow_down(&proxy);
    let id = start_upload(&app).await;
    wait_until_upload(&app, &id, "a cut", |upload| upload["state"] == "waiting").await;
    proxy.cut_after([]);
    app.ok(Method::POST, "desktop/sign-out", json!({"force": true})).await;
    assert_eq!(school_uploads(&school), (0, 0));
    app.sign_in(EDITOR).await;
    let (status, _) = app.send(Method::GET, &format!("desktop/uploads/{id}"), Value::Null, &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// Not a test of its own: the process whose memory is measured.
#[tokio::test]
#[ignore = "is run by the test below"]
async fn sends_a_video_and_prints_its_memory() {
    let (Some(folder), Some(path)) = (std::env::var_os(FOLDER), std::env::var_os(FILM)) else { return };
    let app = TestApp::open(folder.as_ref()).await;
    set_chosen_file(&app, Some(path.into()));
    let file = wait_until_arrived(&app, &start_upload(&app).await).await;
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("uploaded {} {}", file["url"].as_str().unwrap(), most.trim().trim_end_matches(" kB"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_video_is_uploaded_over_a_broken_connection_with_little_memory() {
    let megabytes = std::env::var(FILM_MEGABYTES).map_or(160, |text| text.parse().unwrap());
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    drop(TestApp::signed_in(folder.path(), &proxy.url).await);
    let path = folder.path().join("film.mp4");
    let hash = video(&path, megabytes * MEGABYTE);
    proxy.cut_after((1..=5).map(|cut| megabytes * MEGABYTE / 8 + cut * 7_777));
    let begun = Instant::now();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "uploads::sends_a_video_and_prints_its_memory", "--ignored", "--nocapture"])
        .env(FOLDER, folder.path())
        .env(FILM, &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = tokio::task::spawn_blocking(move || {
        lines.filter_map(|line| Some(line.split("uploaded ").nth(1)?.to_owned())).last()
    });
    let told = told.await.unwrap().unwrap_or_default();
    assert!(child.wait().unwrap().success());
    let (url, kilobytes) = told.split_once(' ').unwrap();
    assert_eq!(url, format!("/api/files/{hash}.mp4"));
    assert_eq!(proxy.cuts_left(), 0);
    println!("{megabytes} MB in {:?}, {kilobytes} kB of memory", begun.elapsed());
    assert!(kilobytes.parse::<usize>().unwrap() < 150 * 1024, "{kilobytes} kB");
}
