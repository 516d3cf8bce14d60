//! What a school made from a copy writes: never under an id that was given after the copy was made.

use std::path::Path;

use axum::http::Method;
use chrono::Duration;
use preau_server::db::{Place, Pools, backup};
use preau_server::restore_mode;
use serde_json::{Value, json};

use crate::changes::copy;
use crate::content::{fill, id, with_modules};
use crate::program;
use crate::school::{Client, Engine, School};

fn place(school: &School) -> Place {
    match school.engine {
        Engine::Sqlite => Place::File(school.url().into()),
        Engine::Postgres => Place::Server(school.url().to_owned()),
    }
}

/// The school of this copy, in a database of its own; a file stands in this folder.
async fn restore(school: &School, file: &Path, folder: &Path) -> School {
    let place = match school.engine {
        Engine::Sqlite => {
            std::fs::create_dir(folder).unwrap();
            Place::File(folder.join("preau.db"))
        }
        Engine::Postgres => Place::Server(crate::school::empty_postgres_database().await),
    };
    backup::restore(&place, file).await.unwrap();
    let url = match place {
        Place::File(file) => file.display().to_string(),
        Place::Server(url) => url,
    };
    school.elsewhere(url).await
}

fn lesson(chapter: i64, title: &str) -> Value {
    json!({ "chapterId": chapter, "title": title, "content": format!("<p>{title}</p>") })
}

async fn write_lesson(editor: &Client, chapter: i64, title: &str) -> i64 {
    id(&editor.post("/chapter-lessons", lesson(chapter, title)).await.ok())
}

/// What an editor who still has the lost lesson open sends.
async fn save_lost(editor: &Client, lesson: i64) -> crate::school::Reply {
    save(editor, lesson, "Perdue", 1).await
}

/// Saves a lesson as somebody who has seen this version of it.
async fn save(editor: &Client, lesson: i64, title: &str, seen: i64) -> crate::school::Reply {
    let path = format!("/chapter-lessons/{lesson}");
    let sent = json!({ "title": title, "content": format!("<p>{title}</p>") });
    editor.send(Method::PUT, &path, Some(sent), &[("if-match", &format!("\"{seen}\""))]).await
}

async fn write_objective(editor: &Client) -> i64 {
    let sent = json!({ "courseId": 1, "description": "Se présenter" });
    id(&editor.post("/objectives/course/1", sent).await.ok())
}

both_engines!(no_id_given_since_the_copy_is_given_again, |school| {
    let editor = with_modules(&school).await;
    let chapter = fill(&editor, 11).await.chapter;
    let (_, cursor) = copy(&editor, "", 500).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM objectives").await, 0, "its counter has not begun");
    let file = school.data_dir().join("copy");
    backup::backup(&place(&school), &file).await.unwrap();
    let lost = write_lesson(&editor, chapter, "Perdue").await;
    let lost_objective = write_objective(&editor).await;

    let first = restore(&school, &file, &school.data_dir().join("first")).await;
    restore_mode::begin(&first.app.db, &first.app.clock).await.unwrap();
    let again = first.sign_in(editor.id()).await;
    again.get(&format!("/changes?cursor={cursor}")).await.refused(410, "cursor_gone");
    let written = write_lesson(&again, chapter, "Nouvelle").await;
    assert_ne!(written, lost);
    assert_ne!(write_objective(&again).await, lost_objective);
    save_lost(&again, lost).await.refused(404, "not_found");
    assert_eq!(again.get(&format!("/chapter-lessons/{written}")).await.ok()["title"], "Nouvelle");

    // The wrong copy, or a second accident: what was written meanwhile is lost too.
    school.pass(Duration::minutes(5));
    let second = restore(&school, &file, &school.data_dir().join("second")).await;
    restore_mode::begin(&second.app.db, &second.app.clock).await.unwrap();
    let again = second.sign_in(editor.id()).await;
    let latest = write_lesson(&again, chapter, "Encore").await;
    assert!(latest > written, "{latest} after {written}");
    save_lost(&again, written).await.refused(404, "not_found");
});

both_engines!(a_database_brought_back_by_other_means_is_marked_by_a_command, |school| {
    let editor = with_modules(&school).await;
    let chapter = fill(&editor, 11).await.chapter;
    let (_, cursor) = copy(&editor, "", 500).await;
    let file = school.data_dir().join("copy");
    backup::backup(&place(&school), &file).await.unwrap();
    let lost = write_lesson(&editor, chapter, "Perdue").await;

    let folder = school.data_dir().join("brought-back");
    let brought_back = restore(&school, &file, &folder).await;
    let folder = folder.display().to_string();
    let settings = match school.engine {
        Engine::Sqlite => ("PREAU_DATA_DIR", folder.as_str()),
        Engine::Postgres => ("DATABASE_URL", brought_back.url()),
    };
    let (code, said) = program::run(&["mark-restored"], &[settings]).await;
    assert_eq!((code, said.contains("Jobs are paused")), (Some(0), true), "{said}");
    assert!(restore_mode::is_paused(&brought_back.app).await.unwrap());
    let again = brought_back.twin().await.sign_in(editor.id()).await;
    again.get(&format!("/changes?cursor={cursor}")).await.refused(410, "cursor_gone");
    assert_ne!(write_lesson(&again, chapter, "Nouvelle").await, lost);
});

both_engines!(a_version_seen_since_the_copy_fits_no_row_of_the_restored_school, |school| {
    let editor = with_modules(&school).await;
    let chapter = fill(&editor, 11).await.chapter;
    let lesson = write_lesson(&editor, chapter, "Avant").await;
    let file = school.data_dir().join("copy");
    backup::backup(&place(&school), &file).await.unwrap();
    let lost = save(&editor, lesson, "Perdue", 1).await.ok();
    assert_eq!(lost["version"], 2);

    let restored = restore(&school, &file, &school.data_dir().join("restored")).await;
    restore_mode::begin(&restored.app.db, &restored.app.clock).await.unwrap();
    let colleague = restored.sign_in(editor.id()).await;
    let path = format!("/chapter-lessons/{lesson}");
    let seen = colleague.get(&path).await.ok()["version"].as_i64().unwrap();
    save(&colleague, lesson, "De la collègue", seen).await.ok();
    // Whoever wrote the second version before goes on from it.
    save(&colleague, lesson, "Perdue, puis changée", 2).await.refused(412, "stale");
    assert_eq!(colleague.get(&path).await.ok()["title"], "De la collègue");
});

#[tokio::test]
async fn versions_of_every_table_that_has_them_are_raised() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let tables = "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND c.name = 'version' AND c.dflt_value = '1'";
    let Pools::Sqlite { read, .. } = &school.app.db.pools else { panic!("not SQLite") };
    let mut tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(read).await.unwrap();
    let mut raised: Vec<&str> =
        restore_mode::RAISE_VERSIONS.iter().map(|sql| sql.split(' ').nth(1).unwrap()).collect();
    tables.sort();
    raised.sort_unstable();
    assert_eq!(tables, raised);
}
