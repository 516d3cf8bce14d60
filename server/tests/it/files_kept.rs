//! Files that are kept: what is forgotten, what a copy of the school brings back, and where they stand.

use axum::http::StatusCode;
use chrono::Duration;
use futures_util::TryStreamExt as _;
use preau_core::role::Role;
use preau_server::files;
use preau_server::files::copies;
use preau_server::operations::doctor;
use preau_server::operations::jobs;
use serde_json::json;

use crate::content::{fill, with_modules};
use crate::fake_s3::{FakeS3, KEY_ID};
use crate::files::{MP4, PDF, PNG, read, send, stored, taught, text, upload, walk};
use crate::learning::give;
use crate::school::{Engine, School};

both_engines!(what_nothing_refers_to_is_forgotten_after_a_day, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let [paper, ..] = taught(&editor, &filled).await;
    let spare = text(&upload(&editor, "spare.png", &PNG).await, "url");
    jobs::run_all(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 5, "who has a form open loses nothing");

    // What a killed server leaves of an upload; the clock of the tests is behind the one of the files.
    std::fs::write(school.data_dir().join("files/unfinished/abc#1"), "half of it").unwrap();
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(stored(&school).len(), 6, "it may still be arriving");
    school.pass(Duration::days(4_000));
    let editor = school.sign_in(editor.id()).await;
    upload(&editor, "spare.png", &PNG).await;
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(stored(&school).len(), 5, "it was wanted again today");
    school.pass(Duration::days(1));
    files::delete_unused(&school.app).await.unwrap();
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
    upload(&editor, "spare.png", &PNG).await;
    let found = async || {
        let found = doctor::check(&school.app).await.unwrap();
        found.iter().map(ToString::to_string).filter(|line| line.starts_with("file")).collect::<Vec<_>>()
    };
    assert_eq!(found().await, [""; 0]);

    let (app, copy) = (&school.app, school.data_dir().join("copy"));
    let saved = copies::save(&app.db, &app.config.storage, &copy).await.unwrap();
    assert_eq!((saved.copied, saved.failed.len()), (4, 0), "what is used is copied");

    let store = school.data_dir().join("files");
    std::fs::remove_dir_all(&store).unwrap();
    assert_eq!(found().await.len(), 4);
    // One that was damaged in the copy does not keep the others back.
    let one = walk(&copies::files_folder(&copy)).remove(0);
    let size = std::fs::metadata(&one).unwrap().len();
    std::fs::write(&one, vec![b'!'; usize::try_from(size).unwrap()]).unwrap();
    let back = copies::restore(&app.db, &app.config.storage, &copy).await.unwrap();
    assert_eq!((back.copied, back.failed.len()), (3, 1), "{:?}", back.failed);
    let found = found().await;
    assert!(found.len() == 1 && found[0].contains("is gone"), "{found:?}");
});

/// Other bytes, as many as there were.
fn damage(file: &std::path::Path) {
    let size = std::fs::metadata(file).unwrap().len();
    std::fs::write(file, vec![b'!'; usize::try_from(size).unwrap()]).unwrap();
}

both_engines!(a_file_of_the_right_size_that_is_damaged_is_replaced_and_not_taken_along, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let [paper, ..] = taught(&editor, &filled).await;
    let (db, storage) = (&school.app.db, &school.app.config.storage);
    let copy = school.data_dir().join("copy");
    assert_eq!(copies::save(db, storage, &copy).await.unwrap().copied, 4);
    // One in the copy, another in the school; each side mends the other.
    let copied = walk(&copies::files_folder(&copy));
    damage(&copied[0]);
    assert_eq!(copies::save(db, storage, &copy).await.unwrap().copied, 4);
    for file in stored(&school) {
        damage(&file);
    }
    let elsewhere = copies::save(db, storage, &school.data_dir().join("other")).await.unwrap();
    assert_eq!((elsewhere.copied, elsewhere.failed.len()), (0, 4));
    assert_eq!(copies::restore(db, storage, &copy).await.unwrap().copied, 4);
    assert_eq!(read(&editor, &paper, &[]).await.bytes(), PDF);

    // What could not be brought back is brought by the next try.
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    let whole = std::fs::read(&copied[1]).unwrap();
    damage(&copied[1]);
    let back = copies::restore(db, storage, &copy).await.unwrap();
    assert_eq!((back.copied, back.failed.len()), (3, 1));
    std::fs::write(&copied[1], whole).unwrap();
    let back = copies::restore(db, storage, &copy).await.unwrap();
    assert_eq!((back.copied, back.failed.len()), (4, 0));
});

#[tokio::test(flavor = "multi_thread")]
async fn a_long_film_comes_from_a_bucket_in_one_go_however_slow_its_line_is() {
    let s3 = FakeS3::default();
    let endpoint = s3.serve().await;
    let flags = ["--files", "s3://school/files", "--files-endpoint", &endpoint, "--files-key-id", KEY_ID];
    let flags = [&flags[..], &["--files-secret-key", "secret"]].concat();
    let school = School::open(Engine::Sqlite, &flags).await;
    let editor = with_modules(&school).await;
    let film = [MP4, vec![7; 9_000].as_slice()].concat();
    upload(&editor, "a.mp4", &film).await;
    let place = s3.keys()[0].trim_start_matches("school/files/").to_owned();
    // Ten times as long as the bucket may be silent: more than any number of new tries would make up for.
    let silence = std::time::Duration::from_millis(500);
    s3.slow_down(25, std::time::Duration::from_millis(200));
    let store = files::Store::open_for(&school.app.config.storage, silence).unwrap();
    let before = s3.reads();
    let chunks: Vec<_> = store.read(&place, None).await.unwrap().try_collect().await.unwrap();
    assert_eq!(chunks.concat(), film);
    assert_eq!(s3.reads() - before, 1);
}

both_engines!(what_texts_name_is_kept_and_read_by_who_may_read_the_text, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let filled = fill(&editor, 11).await;
    let paper = upload(&editor, "a.pdf", PDF).await;
    let picture = text(&upload(&editor, "a.png", &PNG).await, "url");
    let (url, link) = (text(&paper, "url"), text(&paper, "link"));
    let lesson = format!("/chapter-lessons/{}", filled.lesson);
    // Copied from the browser, with somebody's right to read it behind it.
    let copied = format!("<p><a href=\"https://preau.test{link}\">La fiche</a></p>");
    let kept = editor.put(&lesson, json!({ "content": copied })).await.ok();
    assert!(text(&kept, "content").contains(&format!("href=\"{url}\"")), "{kept}");
    let page = json!({ "html": format!("<p><img src=\"{picture}\" alt=\"\"></p>") });
    admin.put("/pages/cgv", page).await.ok();
    admin.put("/pages/cgv", json!({ "html": "<p>Deux</p>" })).await.ok();

    let learner = school.account(Role::Student, "eleve@example.fr").await;
    let neighbour = school.account(Role::Student, "voisin@example.fr").await;
    give(&admin, &learner, &[11]).await;
    give(&admin, &neighbour, &[12]).await;
    let shown = text(&learner.get(&lesson).await.ok(), "linkedContent");
    let shown = shown.split('"').nth(1).unwrap().replace("&amp;", "&");
    assert_eq!(read(&school.visitor(), &shown, &[]).await.bytes(), PDF);
    let listed = learner.get(&format!("/chapter-lessons/chapter/{}", filled.chapter)).await.ok();
    assert!(listed[0]["linkedContent"].as_str().unwrap().contains("seal="), "{listed}");
    read(&neighbour, &url, &[]).await.refused(404, "not_found");
    read(&school.visitor(), &url, &[]).await.refused(404, "not_found");
    assert_eq!(
        read(&school.visitor(), &picture, &[]).await.bytes(),
        PNG.as_slice(),
        "a page is for everybody"
    );

    school.pass(Duration::days(4_000));
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 2, "a version of a page is kept for ever");
    let (editor, admin) = (school.sign_in(editor.id()).await, school.sign_in(admin.id()).await);
    assert_eq!(read(&editor, &url, &[]).await.bytes(), PDF);
    editor.put(&lesson, json!({ "content": "<p>Sans fiche</p>" })).await.ok();
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 1);
    read(&editor, &url, &[]).await.refused(404, "not_found");

    // No text begins to name what is gone.
    school
        .sql(
            "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at)
            VALUES (1, 'Anna', 'Bianchi', 'anna@example.fr', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        )
        .await;
    school
        .sql("UPDATE courses SET teacher_id = 1, description = 'Deux heures pour parler ensemble.' WHERE id = 1")
        .await;
    school
        .sql("INSERT INTO faq_categories (code, label, position) VALUES ('LOGIN', 'Se connecter', 1)")
        .await;
    let named = format!("<p><a href=\"{url}\">La fiche</a></p>");
    for (refused, field) in [
        (editor.put(&lesson, json!({ "content": named })).await, "content"),
        (
            editor.put("/courses/admin/1", json!({ "detailedDescription": named })).await,
            "detailedDescription",
        ),
        (admin.put("/pages/cgv", json!({ "html": named })).await, "html"),
        (
            editor.post("/faq", json!({ "category": "LOGIN", "question": "Où ?", "answer": named })).await,
            "answer",
        ),
    ] {
        assert_eq!(refused.field_names(), [field], "{}", refused.text());
        assert_eq!(refused.json()["fields"][0]["code"], "unknown_reference");
        assert_eq!(refused.json()["fields"][0]["params"]["url"], url.as_str());
    }
    // What has named it all along may be written on.
    let app = &school.app;
    let of_old = "UPDATE lessons SET content = $1";
    preau_server::change!(app, None, |tx| {
        tx.public_content_changed();
        preau_server::execute!(tx, of_old, &named)
    })
    .unwrap();
    let mended = json!({ "content": format!("<p>La fiche manque.</p>{named}") });
    editor.put(&lesson, mended).await.ok();
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
    upload(&editor, "spare.png", &PNG).await;
    assert_eq!(store.keys().len(), 2);
    school.pass(Duration::days(2));
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(store.keys().len(), 1);

    let copy = school.data_dir().join("copy");
    let (db, storage) = (&school.app.db, &school.app.config.storage);
    assert_eq!(copies::save(db, storage, &copy).await.unwrap().copied, 1);
    store.lose(&store.keys()[0]);
    assert_eq!(files::missing(&school.app).await.unwrap().len(), 1);
    assert_eq!(copies::restore(db, storage, &copy).await.unwrap().copied, 1);
    assert_eq!(files::missing(&school.app).await.unwrap(), [""; 0]);
}
