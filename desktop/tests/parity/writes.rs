//! A day of offline work: rows with pending edits equal the school's rows after sending.

use std::collections::BTreeMap;

use preau_desktop::store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;
use crate::{differences, local_value, planned_sessions, pull, school_value, send};

fn id(row: &Value) -> i64 {
    row["id"].as_i64().unwrap_or_else(|| panic!("no row: {row}"))
}

/// A new language, level and teacher, and a course with all its parts.
fn create_course(app: &TestApp) {
    let language = app.make("/languages", json!({"name": "Espagnol", "code": "ES"}));
    let level = app.make("/levels", json!({"name": "A0", "rank": 1, "description": " "}));
    let teacher = app.make(
        "/teachers",
        json!({
            "firstName": "Inés", "lastName": "Ruiz", "email": "Ines@Preau.test", "languagesTaught": ["es"],
        }),
    );
    let course = app.make("/courses/admin", json!({
        "name": "Espagnol pour commencer", "description": "Les premiers mots.", "type": "IN_PERSON", "totalHours": 20,
        "languageId": id(&language), "levelId": id(&level), "teacherId": id(&teacher), "location": "",
        "startDate": "2026-12-05", "endDate": "2027-03-05", "price": 90.5, "sellingPoints": ["Petits groupes"],
        "modules": [{"title": "Saluer", "price": 40.5}, {"title": "Compter", "price": 50, "description": "1 à 20"}],
        "objectives": [{"description": "Saluer"}, {"description": "Compter"}], "prerequisites": [],
    }));
    assert_eq!((&course["price"], &course["capacity"]), (&json!(90.5), &json!(10)));
    // A module more, and the others in another order.
    let mut again = course.clone();
    again["modules"] = json!([
        {"id": course["modules"][1]["id"], "title": "Compter", "price": 50, "description": "De 1 à 20"},
        {"title": "Manger", "price": 10},
        {"id": course["modules"][0]["id"], "title": "Saluer", "price": 40.5},
    ]);
    again["price"] = json!(100.5);
    let course = app.change(&format!("/courses/admin/{}", id(&course)), &course, again);
    create_chapters(app, id(&course["modules"][1]));
    create_chapters(app, id(&course["modules"][2]));
    let module = &course["modules"][0];
    app.change(&format!("/modules/{}", id(module)), module, json!({"title": "Compter loin", "price": 60}));
    app.make(&format!("/objectives/course/{}", id(&course)), json!({"description": "Manger"}));
}

/// A course that is made and left open in its form.
fn update_open_form(app: &TestApp) -> Value {
    let ids = |path: &str| app.ids(path)[0];
    let course = app.make(
        "/courses/admin",
        json!({
            "name": "Un brouillon", "description": "À suivre, bientôt.", "type": "ONLINE", "totalHours": 2,
            "languageId": ids("/languages"), "levelId": ids("/levels"), "teacherId": ids("/teachers"),
            "startDate": "2026-12-05", "endDate": "2027-03-05",
            "modules": [{"title": "Un", "price": 40}, {"title": "Deux", "price": 50}],
        }),
    );
    app.make(
        "/chapters",
        json!({"courseModuleId": course["modules"][1]["id"], "title": "Neuf", "content": "Neuf."}),
    );
    app.get(&format!("/courses/admin/{}", id(&course)))
}

/// Chapters, lessons and their contents.
fn create_chapters(app: &TestApp, module: i64) {
    let chapters: Vec<i64> = ["Un", "Deux", "Trois"]
        .map(|title| {
            id(&app
                .make("/chapters", json!({"courseModuleId": module, "title": title, "content": "Le texte."})))
        })
        .to_vec();
    let seen = app.get(&format!("/modules/{module}"));
    let order = json!([chapters[2], chapters[0]]);
    app.change(&format!("/chapters/module/{module}/order"), &seen, order);
    for chapter in &chapters[..2] {
        let lessons = ["A", "B"].map(|title| {
            app.make(
                "/chapter-lessons",
                json!({"chapterId": chapter, "title": title, "content": "<p>Texte.</p>"}),
            )
        });
        let [lesson, other] = lessons.each_ref().map(id);
        app.change(&format!("/chapter-lessons/{lesson}"), &lessons[0], json!({"title": "A bis"}));
        resources(app, lesson);
        quiz(app, other);
    }
    app.delete(&format!("/chapters/{}", chapters[1]));
}

fn resources(app: &TestApp, lesson: i64) {
    let video = app.make("/resources", json!({
        "chapterLessonId": lesson, "title": "Voir", "type": "VIDEO", "url": "https://youtu.be/t4IjJav7xbg",
    }));
    assert_eq!(video["youtubeId"], json!("t4IjJav7xbg"));
    app.make("/resources", json!({
        "chapterLessonId": lesson, "title": "Lire", "type": "LINK", "url": "https://exemple.fr/a", "captionsUrl": "",
    }));
}

fn quiz(app: &TestApp, lesson: i64) {
    let quiz = id(&app.make("/quizzes", json!({"lessonId": lesson, "instructions": "Répondez."})));
    app.make("/questions", json!({
        "quizId": quiz, "questionText": "2 + 2", "typeCode": "QCM", "options": ["3", "4"], "correctAnswer": "4",
        "explanation": "",
    }));
    let question = app.make("/questions", json!({
        "quizId": quiz, "questionText": "Deux ?", "typeCode": "TEXT", "correctAnswer": "dos", "explanation": "2",
    }));
    app.change(&format!("/questions/{}", id(&question)), &question, json!({"correctAnswer": "dos|2"}));
}

/// What exists is changed, moved, put in order and deleted.
fn change_existing(app: &TestApp) {
    let course = app.ids("/courses")[1];
    let path = format!("/courses/admin/{course}");
    let seen = app.get(&path);
    let mut body = seen.clone();
    body["name"] = json!("Un autre nom");
    body["objectives"] = json!([{"description": "Tout neuf"}, seen["objectives"][0]]);
    body["modules"][0]["title"] = json!("Un autre titre");
    app.change(&path, &seen, body);
    let modules = app.ids(&format!("/modules/course/{course}"));
    let chapters = app.ids(&format!("/chapters/module/{}", modules[0]));
    let lessons = app.ids(&format!("/chapter-lessons/chapter/{}", chapters[0]));
    let seen = app.get(&format!("/chapter-lessons/{}", lessons[0]));
    let to = app.make("/chapters", json!({"moduleId": modules[0], "title": "Neuf", "content": "Neuf."}));
    let moved = app.change(&format!("/chapter-lessons/{}", lessons[0]), &seen, json!({"chapterId": id(&to)}));
    assert_eq!((&moved["chapterId"], &moved["orderIndex"]), (&to["id"], &json!(1)));
    assert_eq!(app.ids(&format!("/chapter-lessons/chapter/{}", id(&to))), [lessons[0]]);
    let rest: Vec<i64> = app.ids(&format!("/chapter-lessons/chapter/{}", chapters[0]));
    let reversed: Vec<i64> = rest.into_iter().rev().collect();
    let seen = app.get(&format!("/chapters/module/{}", modules[0]))[0].clone();
    app.change(&format!("/chapter-lessons/chapter/{}/order", chapters[0]), &seen, json!(reversed));
    app.delete(&format!("/chapter-lessons/{}", reversed[0]));
}

/// Questions and answers, the level test, and names that other rows contain.
fn write_other_content(app: &TestApp) {
    let categories = app.get("/faq/categories");
    let code = |n: usize| categories[n]["code"].as_str().unwrap().to_owned();
    let entry = app.make(
        "/faq",
        json!({
            "category": code(0), "question": "Quand ?", "answer": "<p>Demain.</p>",
        }),
    );
    let mut order = app.ids(&format!("/faq/category/{}", code(0)));
    order.rotate_right(1);
    app.change(&format!("/faq/category/{}/order", code(0)), &categories[0], json!(order));
    app.delete(&format!("/faq/{}", order[1]));
    let seen = app.get(&format!("/faq/category/{}", code(1)))[0].clone();
    let moved = json!({
        "category": code(0), "question": "Déplacée ?", "answer": seen["answer"], "lang": "it",
        "translations": [{"lang": "fr", "question": "Quand ?", "answer": "<p>Demain.</p>"}],
    });
    app.change(&format!("/faq/{}", id(&seen)), &seen, moved);
    app.change(&format!("/faq/{}", id(&entry)), &entry, json!({"lang": "en"}));
    let question = |text: &str| {
        json!({
            "language": "it", "question": text, "typeCode": "QCM", "options": ["sono", "ho"], "correctAnswer": "sono",
            "level": "A1", "mediaUrl": null,
        })
    };
    let made = app.make("/tests/create", json!([question("Io ___ qui"), question("Io ___ là")]));
    assert_eq!(made.as_array().map(Vec::len), Some(2));
    app.change(&format!("/tests/{}/update", id(&made[1])), &made[1], json!({"level": null}));
    let first = app.get("/tests/it")[0].clone();
    app.change(&format!("/tests/{}/update", id(&first)), &first, json!({"language": "en"}));
    app.delete(&format!("/tests/{}/delete", id(&app.get("/tests/fr")[0])));
    let teacher = app.get("/teachers")[0].clone();
    app.change(&format!("/teachers/{}", id(&teacher)), &teacher, json!({"lastName": "Zola", "bio": "  "}));
    let language = app.get("/languages")[0].clone();
    app.change(&format!("/languages/{}", id(&language)), &language, json!({"name": "Une langue"}));
}

/// Sessions that are planned, moved, given to somebody else, cancelled and deleted.
fn plan_sessions(app: &TestApp, draft: &Value) {
    let [first, second, third, fourth, ..] = &planned_sessions(app, "PLANNED")[..] else {
        panic!("the demo school meets more often")
    };
    let path = |session: &Value| format!("/class-sessions/{}", id(session));
    let elsewhere = json!({"startTime": "07:05", "minutes": 45, "roomId": null, "note": "Nous partons tôt."});
    let moved = app.change(&path(first), first, elsewhere);
    assert_eq!((&moved["startTime"], &moved["note"]), (&json!("07:05"), &json!("Nous partons tôt.")));
    app.change(&path(first), &moved, json!({"teacherId": null}));
    app.cancel(&path(second), second, "Chiara est malade.");
    app.change(&path(third), third, json!({"note": "Cela ne compte plus."}));
    app.cancel(&path(third), third, "Reportée");
    app.delete(&path(fourth));
    let of_draft = json!({
        "courseId": draft["id"], "moduleId": draft["modules"][1]["id"], "date": draft["startDate"], "startTime": "06:10",
        "minutes": 50,
    });
    let made = app.make("/class-sessions", of_draft);
    assert_eq!((&made["moduleName"], &made["byHand"]), (&json!("Deux"), &json!(false)));
    let late = json!({
        "courseId": draft["id"], "date": draft["endDate"], "startTime": "06:10", "minutes": 50, "teacherId": null,
    });
    let late = app.make("/class-sessions", late);
    app.cancel(&path(&late), &late, "Trop tard");
}

/// Without what only time and the school's counting make.
fn as_content(value: &Value) -> Value {
    match value {
        Value::Array(rows) => rows.iter().map(as_content).collect(),
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !["version", "updatedAt"].contains(&name.as_str()));
            kept.map(|(name, value)| (name.clone(), as_content(value))).collect()
        }
        other => other.clone(),
    }
}

// What is done here blocks; the line to the school is to be looked after meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_with_pending_edits_match_the_school_s_rows_after_sending() {
    let school = School::open().await;
    let school = school.colleague(EDITOR).await;
    let folder = TempDir::new().unwrap();
    let app = TestApp { store: Store::open(folder.path()).unwrap().0 };
    pull(&school, &app.store).await;
    create_course(&app);
    let course = update_open_form(&app);
    change_existing(&app);
    write_other_content(&app);
    plan_sessions(&app, &course);
    let before: BTreeMap<String, Value> = app.all();
    assert!(before.keys().any(|path| path.starts_with("/questions/quiz/-")), "{:?}", before.keys());
    send(&school, &app.store).await;
    pull(&school, &app.store).await;
    let mut wrong = Vec::new();
    for (path, seen) in before {
        let real = app.address(&path);
        let theirs = school_value(&school, &real).await;
        wrong.extend(differences(&path, &as_content(&theirs), &as_content(&app.numbered(&seen))));
        for address in [&path, &real] {
            wrong.extend(differences(
                &format!("{address} again"),
                &theirs,
                &local_value(&app.store, address),
            ));
        }
    }
    // The form that made the course is still open, and knows no other number of it and of its modules.
    let mut again = course.clone();
    again["modules"][1]["title"] = json!("Encore deux");
    let path = format!("/courses/admin/{}", id(&course));
    let seen = app.change(&path, &course, again);
    send(&school, &app.store).await;
    let theirs = school_value(&school, &app.address(&path)).await;
    assert_eq!(theirs["modules"][1]["title"], "Encore deux");
    wrong.extend(differences(&path, &as_content(&theirs), &as_content(&seen)));
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}
