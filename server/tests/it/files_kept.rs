//! Files that are kept: what is forgotten, what a copy of the school brings back, and where they stand.

use axum::http::StatusCode;
use chrono::Duration;
use preau_server::files::copies;
use preau_server::{doctor, files, jobs};
use serde_json::json;

use crate::content::{fill, with_modules};
use crate::fake_s3::{FakeS3, KEY_ID};
use crate::files::{MP4, PDF, PNG, read, send, stored, taught, text, upload, walk};
use crate::school::{Engine, School};

both_engines!(what_nothing_refers_to_is_forgotten_after_a_day, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let [paper, ..] = taught(&editor, &filled).await;
    let spare = text(&upload(&editor, "spare.png", PNG).await, "url");
    jobs::run_all(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 5, "who has a form open loses nothing");

    // What a killed server leaves of an upload; the clock of the tests is behind the one of the files.
    std::fs::write(school.data_dir().join("files/unfinished/abc#1"), "half of it").unwrap();
    files::forget(&school.app).await.unwrap();
    assert_eq!(stored(&school).len(), 6, "it may still be arriving");
    school.pass(Duration::days(4_000));
    let editor = school.sign_in(editor.id()).await;
    upload(&editor, "spare.png", PNG).await;
    files::forget(&school.app).await.unwrap();
    assert_eq!(stored(&school).len(), 5, "it was wanted again today");
    school.pass(Duration::days(1));
    files::forget(&school.app).await.unwrap();
    assert_eq!((stored(&school).len(), school.count("SELECT COUNT(*) FROM files").await), (4, 4));
    let editor = school.sign_in(editor.id()).await;
    read(&editor, &spare, &[]).await.refused(404, "not_found");
    assert_eq!(read(&editor, &paper, &[]).await.status, StatusCode::OK);
    let question = json!({ "languagesTaught": [], "firstName": "A", "lastName": "B", "email": "a@b.fr", "photoUrl": spare });
    editor.post("/teachers", question).await.refused(422, "unknown_reference");
});

both_engines!(a_copy_brings_the_files_back_and_the_doctor_misses_what_is_gone, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    taught(&editor, &filled).await;
    upload(&editor, "spare.png", PNG).await;
    let found = async || {
        let found = doctor::check(&school.app).await.unwrap();
        found.iter().map(ToString::to_string).filter(|line| line.starts_with("file")).collect::<Vec<_>>()
    };
    assert_eq!(found().await, [""; 0]);

    let (app, copy) = (&school.app, school.data_dir().join("copy"));
    let saved = copies::save(&app.db, &app.config.storage, &copy).await.unwrap();
    assert_eq!((saved.whole, saved.lost.len()), (4, 0), "what is used is copied");

    let store = school.data_dir().join("files");
    std::fs::remove_dir_all(&store).unwrap();
    assert_eq!(found().await.len(), 4);
    // One that was damaged in the copy does not keep the others back.
    let one = walk(&copies::beside(&copy)).remove(0);
    let size = std::fs::metadata(&one).unwrap().len();
    std::fs::write(&one, vec![b'!'; usize::try_from(size).unwrap()]).unwrap();
    let back = copies::bring_back(&app.db, &app.config.storage, &copy).await.unwrap();
    assert_eq!((back.whole, back.lost.len()), (3, 1), "{:?}", back.lost);
    let found = found().await;
    assert!(found.len() == 1 && found[0].contains("is gone"), "{found:?}");
});

#[tokio::test(flavor = "multi_thread")]
async fn files_stand_in_a_bucket_as_they_do_in_the_folder() {
    let store = FakeS3::default();
    let endpoint = store.serve().await;
    let flags = ["--files", "s3://school/files", "--files-endpoint", &endpoint, "--files-key-id", KEY_ID];
    let flags = [&flags[..], &["--files-secret-key", "secret"]].concat();
    let school = School::open(Engine::Sqlite, &flags).await;
    let editor = with_modules(&school).await;
    let film = [MP4, vec![7; 12 * 1024 * 1024].as_slice()].concat();
    let sent = upload(&editor, "a.mp4", &film).await;
    let url = text(&sent, "url");
    assert_eq!(read(&editor, &url, &[]).await.bytes(), film);
    assert_eq!(read(&editor, &url, &[("range", "bytes=4-11")]).await.bytes(), b"ftypisom");
    assert_eq!(send(&editor, "a.mp4", "video/mp4", &film).await.status, StatusCode::OK);
    send(&editor, "a.png", "image/png", PDF).await.refused(422, "file_type_mismatch");
    assert_eq!(store.keys().len(), 1, "{:?}", store.keys());
    assert!(store.keys()[0].starts_with("school/files/"));

    let filled = fill(&editor, 11).await;
    let resource = json!({ "chapterLessonId": filled.lesson, "title": "Film", "url": url, "type": "VIDEO" });
    editor.post("/resources", resource).await.ok();
    upload(&editor, "spare.png", PNG).await;
    assert_eq!(store.keys().len(), 2);
    school.pass(Duration::days(2));
    files::forget(&school.app).await.unwrap();
    assert_eq!(store.keys().len(), 1);

    let copy = school.data_dir().join("copy");
    let (db, storage) = (&school.app.db, &school.app.config.storage);
    assert_eq!(copies::save(db, storage, &copy).await.unwrap().whole, 1);
    store.lose(&store.keys()[0]);
    assert_eq!(files::missing(&school.app).await.unwrap().len(), 1);
    assert_eq!(copies::bring_back(db, storage, &copy).await.unwrap().whole, 1);
    assert_eq!(files::missing(&school.app).await.unwrap(), [""; 0]);
}
