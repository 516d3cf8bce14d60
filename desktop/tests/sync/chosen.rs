//! Files that are chosen while the school is away: kept here, shown, and sent before the row that names them.

use std::path::{Path, PathBuf};

use http::{Method, StatusCode};
use preau_desktop::app::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::line::{Line, Trouble};
use crate::school::{EDITOR, School};

/// One white point.
const PICTURE: &[u8] = include_bytes!("point.png");
const MEGABYTE: usize = 1024 * 1024;

/// Somebody chooses this file.
async fn choose(desk: &Desk, path: PathBuf) -> (StatusCode, Value) {
    desk.app.on_choose(move |_| {
        let path = path.clone();
        Box::pin(async move { Some(path) })
    });
    let rules = json!({"keeps": true, "rules": [
        {"formats": "PNG", "extensions": ["png"], "megabytes": 10},
        {"formats": "PDF", "extensions": ["pdf"], "megabytes": 50},
    ]});
    desk.send(Method::POST, "desktop/uploads", rules, &[]).await
}

/// Chooses a file with these bytes; answers how it went.
async fn chosen(desk: &Desk, folder: &Path, name: &str, bytes: &[u8]) -> Value {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let (status, upload) = choose(desk, path.clone()).await;
    assert_eq!(status, StatusCode::OK, "{upload}");
    let at = format!("desktop/uploads/{}", upload["id"].as_str().unwrap());
    let upload = desk
        .until_at(&at, "an end", |upload| {
            !["sending", "finishing"].contains(&upload["state"].as_str().unwrap())
        })
        .await;
    // It was copied: what becomes of it where it lay is nobody's business.
    std::fs::remove_file(path).unwrap();
    upload
}

/// Chooses a file; answers its address here.
async fn kept(desk: &Desk, folder: &Path, name: &str, bytes: &[u8]) -> String {
    let upload = chosen(desk, folder, name, bytes).await;
    assert_eq!((&upload["state"], &upload["file"]["name"]), (&json!("kept"), &json!(name)), "{upload}");
    let address = upload["file"]["url"].as_str().unwrap().to_owned();
    assert_eq!(desk.file(&address).await.body(), bytes);
    address
}

/// A paper of so many bytes.
fn paper(bytes: usize) -> Vec<u8> {
    let mut paper = b"%PDF-1.7\n".to_vec();
    paper.extend((0_u8..251).cycle().take(bytes - paper.len()));
    paper
}

/// Files that wait in the folder of the app.
fn waiting(folder: &Path) -> usize {
    let profiles = std::fs::read_dir(folder.join("profiles")).unwrap();
    let files = profiles.flatten().filter_map(|profile| std::fs::read_dir(profile.path().join("files")).ok());
    files.flatten().count()
}

/// An editor whose school is away.
struct Away {
    school: School,
    folder: TempDir,
    /// Where files are chosen.
    files: TempDir,
    desk: Desk,
    lesson: Value,
    /// Of the lesson.
    path: String,
}

async fn away() -> Away {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    school.stop();
    notice(&desk).await;
    Away { school, folder, files: TempDir::new().unwrap(), desk, lesson, path }
}

/// Asks the school, and waits until the app has noticed that it is away.
async fn notice(desk: &Desk) {
    desk.send(Method::GET, "contact-messages/count", Value::Null, &[]).await;
    desk.until("the school is away", |state| state["connection"] == "offline").await;
}

fn naming(address: &str) -> Value {
    json!({"content": format!("<p>Le quai</p><img src=\"{address}\" alt=\"\">")})
}

#[tokio::test]
async fn a_picture_and_a_paper_wait_over_a_new_start_and_arrive_before_what_names_them() {
    let Away { mut school, folder, files, desk, lesson, path } = away().await;

    let picture = kept(&desk, files.path(), "Quai.png", PICTURE).await;
    let sheet = paper(3 * MEGABYTE);
    let sheet_at = kept(&desk, files.path(), "Horaires d’été.pdf", &sheet).await;
    let resource =
        json!({"chapterLessonId": lesson["id"], "title": "Horaires", "type": "PDF", "url": sheet_at});
    desk.ok(Method::POST, "resources", resource).await;
    let (status, saved) = desk.change(&path, &lesson, naming(&picture)).await;
    assert_eq!((status, &saved["content"]), (StatusCode::OK, &naming(&picture)["content"]));
    let operations = desk.get("desktop/operations").await;
    let names: Vec<&Value> =
        operations.as_array().unwrap().iter().map(|operation| &operation["file"]).collect();
    assert_eq!(names, [&json!("Horaires d’été.pdf"), &json!("Quai.png")]);
    assert_eq!(waiting(folder.path()), 2);
    drop(desk);

    let desk = Desk::open(folder.path()).await;
    assert_eq!(desk.file(&picture).await.body(), PICTURE);
    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    let content = colleague.get(&format!("/{path}")).await["content"].as_str().unwrap().to_owned();
    let there = content.split('"').nth(1).unwrap().to_owned();
    for (address, kind) in [(&there, "image/png"), (&sheet_at, "application/pdf")] {
        let (status, headers) = colleague.file(address).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (StatusCode::OK, kind), "{address}");
    }
    let resources = colleague.get(&format!("/resources/lesson/{}", lesson["id"])).await;
    assert!(resources.as_array().unwrap().iter().any(|resource| resource["url"] == sheet_at.as_str()));
    assert_eq!(waiting(folder.path()), 0);
    // A form that was open all the time still shows the picture, and names the school's.
    assert_eq!(desk.file(&picture).await.status(), StatusCode::OK);
    let seen = desk.get(&path).await;
    let (status, saved) = desk
        .change(&path, &seen, json!({"content": format!("<p><img src=\"{picture}\" alt=\"\"></p>")}))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert!(saved["content"].as_str().unwrap().contains(&there), "{saved}");
}

#[tokio::test]
async fn over_a_line_that_is_cut_the_row_never_arrives_before_its_file() {
    let (school, folder, files) = (School::open().await, TempDir::new().unwrap(), TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    let desk = Desk::signed_in(folder.path(), &line.url).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    line.is(Trouble { down: true, ..Trouble::default() });
    notice(&desk).await;
    let sheet = kept(&desk, files.path(), "Fiche.pdf", &paper(12 * MEGABYTE)).await;
    let resource = json!({"chapterLessonId": lesson["id"], "title": "Fiche", "type": "PDF", "url": sheet});
    desk.ok(Method::POST, "resources", resource).await;
    desk.change(&path, &lesson, json!({"title": "Avant le fichier"})).await;

    // The file breaks off in its third chunk; the other change does not wait for it.
    line.cut_after(std::iter::once(6 * MEGABYTE).chain(std::iter::repeat_n(1, 10_000)));
    line.is(Trouble::default());
    desk.sync().await;
    let colleague = school.colleague(EDITOR).await;
    let one = |sql: &str| school.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let broken = async {
        while line.cuts_left() > 9_999 || one("SELECT COUNT(*) FROM upload_chunks") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_mins(1), broken).await.expect("the file breaks off");
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Avant le fichier");
    let resources = format!("/resources/lesson/{}", lesson["id"]);
    let named =
        |rows: &Value| rows.as_array().unwrap().iter().filter(|row| row["url"] == sheet.as_str()).count();
    assert_eq!(named(&colleague.get(&resources).await), 0);
    drop(desk);

    line.cut_after([]);
    let desk = Desk::open(folder.path()).await;
    desk.sync().await;
    desk.until_sent().await;
    assert_eq!(named(&colleague.get(&resources).await), 1);
    assert_eq!(colleague.file(&sheet).await.0, StatusCode::OK);
    assert_eq!(one("SELECT COUNT(*) FROM uploads"), 1, "the same upload went on");
}

#[tokio::test]
async fn what_is_not_what_it_says_is_refused_at_once_and_what_the_school_refuses_is_to_be_corrected() {
    let Away { mut school, folder, files, desk, lesson, path } = away().await;
    let lie = chosen(&desk, files.path(), "lie.png", b"<p>no picture").await;
    assert_eq!((&lie["state"], &lie["problem"]["code"]), (&json!("failed"), &json!("file_type_mismatch")));
    assert_eq!(waiting(folder.path()), 0);

    // It begins as a picture, and is none.
    let broken = kept(&desk, files.path(), "broken.png", &PICTURE[..24]).await;
    desk.change(&path, &lesson, naming(&broken)).await;
    school.start().await;
    desk.sync().await;
    let failed = |operations: &Value| operations[0]["state"] == "failed";
    let operations = desk.until_at("desktop/operations", "a refusal", failed).await;
    assert_eq!(operations[0]["problem"]["fields"][0]["name"], "content", "{operations}");
    assert!(desk.events().contains(&Event::SyncFailed));
    // Another picture mends it.
    let whole = chosen(&desk, files.path(), "whole.png", PICTURE).await;
    let seen = desk.get(&path).await;
    desk.change(&path, &seen, naming(whole["file"]["url"].as_str().unwrap())).await;
    desk.until_sent().await;
    let content = school.colleague(EDITOR).await.get(&format!("/{path}")).await["content"].clone();
    assert!(content.as_str().unwrap().contains("<img"), "{content}");
}

#[tokio::test]
async fn a_file_waits_while_too_many_others_are_on_their_way() {
    let Away { mut school, folder: _folder, files, desk, lesson, path } = away().await;
    let picture = kept(&desk, files.path(), "Quai.png", PICTURE).await;
    desk.change(&path, &lesson, naming(&picture)).await;
    for n in 0..5 {
        let begun = "INSERT INTO uploads (id, user_id, name, size, created_at, touched_at)
            SELECT 'other' || ?1 || '-' || id, id, 'film.mp4', 9, '2099-01-01T00:00:00Z', '2099-01-01T00:00:00Z' FROM users";
        school.database().execute(begun, [n]).unwrap();
    }
    school.start().await;
    desk.sync().await;
    let refused = |event: &Event| matches!(event, Event::Upload(upload) if upload["state"] == "waiting");
    desk.until("the school to refuse one more", |_| desk.events().iter().any(refused)).await;
    assert!(!desk.events().contains(&Event::SyncFailed));
    school.database().execute("DELETE FROM uploads", []).unwrap();
    desk.until_sent().await;
    let content = school.colleague(EDITOR).await.get(&format!("/{path}")).await["content"].clone();
    assert!(content.as_str().unwrap().contains("<img"), "{content}");
}
