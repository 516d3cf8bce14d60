//! How staff writes what stands inside modules: every kind in the same way.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, School};

const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

/// Two courses with a module or two, and somebody who fills them.
pub(crate) async fn with_modules(school: &School) -> Client {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "DELETE FROM changes",
        "INSERT INTO languages (id, name, code, created_at, updated_at)
            VALUES (1, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at)
            VALUES (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
            start_date, end_date, created_at, updated_at) VALUES
            (1, 'PUBLISHED', 'ONLINE', 'Primi passi', 'primi-passi', '…', 9000, 30, 1, 1,
                '2026-03-09', '2026-05-30', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'PUBLISHED', 'ONLINE', 'Ciao', 'ciao', '…', 9000, 30, 1, 1,
                '2026-03-05', '2026-05-30', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at) VALUES
            (11, 1, 'Uno', 5000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (12, 1, 'Due', 4000, 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (21, 2, 'Ciao', 9000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
    school.account(Role::Editor, "editor@preau.test").await
}

/// The id of what was just made.
#[track_caller]
pub(crate) fn id(made: &Value) -> i64 {
    made["id"].as_i64().unwrap_or_else(|| panic!("no id: {made}"))
}

/// One row of each kind in a module, each inside the one before.
pub(crate) struct Filled {
    pub(crate) chapter: i64,
    pub(crate) lesson: i64,
    pub(crate) resource: i64,
    pub(crate) quiz: i64,
    pub(crate) question: i64,
}

pub(crate) async fn fill(editor: &Client, module: i64) -> Filled {
    let make = async |path: &str, sent: Value| id(&editor.post(path, sent).await.ok());
    let chapter = make("/chapters", chapter(module)).await;
    let lesson = make("/chapter-lessons", lesson(chapter)).await;
    let resource = make("/resources", resource(lesson)).await;
    let quiz = make("/quizzes", quiz(lesson)).await;
    let question = make("/questions", question(quiz)).await;
    Filled { chapter, lesson, resource, quiz, question }
}

fn chapter(module: i64) -> Value {
    json!({ "courseModuleId": module, "title": "Saluer", "content": "Les mots de la porte." })
}

fn lesson(chapter: i64) -> Value {
    json!({ "chapterId": chapter, "title": "Ciao", "content": "<p>Ciao !</p>" })
}

fn resource(lesson: i64) -> Value {
    json!({ "chapterLessonId": lesson, "title": "Le train", "url": "https://youtu.be/t4IjJav7xbg", "type": "VIDEO" })
}

fn quiz(lesson: i64) -> Value {
    json!({ "lessonId": lesson, "instructions": "Une question." })
}

fn question(quiz: i64) -> Value {
    json!({
        "quizId": quiz, "questionText": "« Salve » est poli.", "typeCode": "TRUE_FALSE", "correctAnswer": "TRUE",
        "explanation": "Un salut neutre.",
    })
}

/// A kind of content as these tests look at it.
struct Kind {
    path: &'static str,
    entity: &'static str,
    /// The field that names what it stands in.
    parent: &'static str,
    /// The same, as it is read.
    read_parent: &'static str,
    /// A text of it.
    text: &'static str,
    /// Where its rows are put in order, and listed; nothing when they have none.
    list: &'static str,
    sample: fn(i64) -> Value,
}

impl Kind {
    fn ordered(&self) -> bool {
        !self.list.is_empty()
    }
}

const KINDS: [Kind; 5] = [
    Kind {
        path: "/chapters",
        entity: "chapter",
        parent: "courseModuleId",
        read_parent: "moduleId",
        text: "title",
        list: "/chapters/module",
        sample: chapter,
    },
    Kind {
        path: "/chapter-lessons",
        entity: "lesson",
        parent: "chapterId",
        read_parent: "chapterId",
        text: "title",
        list: "/chapter-lessons/chapter",
        sample: lesson,
    },
    Kind {
        path: "/resources",
        entity: "resource",
        parent: "chapterLessonId",
        read_parent: "chapterLessonId",
        text: "title",
        list: "/resources/lesson",
        sample: resource,
    },
    Kind {
        path: "/quizzes",
        entity: "quiz",
        parent: "lessonId",
        read_parent: "lessonId",
        text: "instructions",
        list: "",
        sample: quiz,
    },
    Kind {
        path: "/questions",
        entity: "quiz-question",
        parent: "quizId",
        read_parent: "quizId",
        text: "questionText",
        list: "/questions/quiz",
        sample: question,
    },
];

/// What a row of each kind may stand in: first one that holds none of it, then another.
async fn parents(editor: &Client) -> [[i64; 2]; KINDS.len()] {
    let (mut chapters, mut lessons, mut quizzes) = ([0; 2], [0; 2], [0; 2]);
    for (n, module) in [11, 12].into_iter().enumerate() {
        chapters[n] = id(&editor.post("/chapters", chapter(module)).await.ok());
        let inside = id(&editor.post("/chapters", chapter(module)).await.ok());
        lessons[n] = id(&editor.post("/chapter-lessons", lesson(inside)).await.ok());
        let inside = id(&editor.post("/chapter-lessons", lesson(inside)).await.ok());
        quizzes[n] = id(&editor.post("/quizzes", quiz(inside)).await.ok());
    }
    [[21, 11], chapters, lessons, lessons, quizzes]
}

fn texts<'r>(kind: &Kind, rows: &'r Value) -> Vec<&'r str> {
    rows.as_array().unwrap().iter().map(|row| row[kind.text].as_str().unwrap()).collect()
}

both_engines!(every_kind_is_made_changed_and_deleted_in_the_same_way, |school| {
    let editor = with_modules(&school).await;
    for (kind, [parent, other]) in KINDS.iter().zip(parents(&editor).await) {
        let mut sample = (kind.sample)(parent);
        sample["clientId"] = json!(CLIENT_ID);
        let first = editor.post(kind.path, sample.clone()).await;
        let again = editor.post(kind.path, sample.clone()).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200), "{}", first.text());
        let made = first.json();
        assert_eq!(made, again.json());
        assert_eq!((&made["version"], &made[kind.read_parent]), (&json!(1), &json!(parent)));

        let path = format!("{}/{}", kind.path, made["id"]);
        let changed = editor.put(&path, json!({ kind.text: "Autrement" })).await.ok();
        let mut expected = made.clone();
        expected[kind.text] = json!("Autrement");
        expected["version"] = json!(2);
        assert_eq!(changed, expected, "what is absent stays");
        let old = [("If-Match", "\"1\"")];
        let stale = editor.send(Method::PUT, &path, Some(json!({ kind.text: "x" })), &old).await;
        assert_eq!(stale.refused(412, "stale")["current"], changed);
        let moved = editor.put(&path, json!({ kind.parent: other })).await.ok();
        assert_eq!(moved[kind.read_parent], other);
        let nowhere = editor.put(&path, json!({ kind.parent: 999 })).await;
        nowhere.refused(422, "unknown_reference");
        assert_eq!(nowhere.field_names(), [kind.parent]);

        editor.send(Method::DELETE, &path, None, &old).await.refused(412, "stale");
        assert_eq!(editor.delete(&path).await.status, 204);
        editor.delete(&path).await.refused(404, "not_found");
        editor.put(&path, json!({})).await.refused(404, "not_found");
        editor.post(kind.path, sample).await.refused(410, "gone");
        let buried = format!("SELECT COUNT(*) FROM changes WHERE deleted AND entity = '{}'", kind.entity);
        assert_eq!(school.count(buried.leak()).await, 1);
        let noted = format!(
            "SELECT COUNT(*) FROM audit WHERE entity = '{}' AND entity_id = {}",
            kind.entity, made["id"]
        );
        assert_eq!(school.count(noted.leak()).await, 4);
    }
});

both_engines!(many_rows_are_made_together_or_not_at_all, |school| {
    let editor = with_modules(&school).await;
    for (kind, [parent, _]) in KINDS.iter().zip(parents(&editor).await) {
        let batch = format!("{}/batch", kind.path);
        let rows = |texts: &[&str]| -> Vec<Value> {
            let row = |text: &&str| {
                let mut row = (kind.sample)(parent);
                row[kind.text] = json!(text);
                row
            };
            texts.iter().map(row).collect()
        };
        let count = format!("SELECT COUNT(*) FROM audit WHERE action = '{}.created'", kind.entity).leak();
        let before = school.count(count).await;
        let mut wrong = rows(&["a", &"x".repeat(3000), "c"]);
        wrong[2][kind.parent] = json!("x");
        assert_eq!(editor.post(&batch, json!(wrong)).await.field_names(), [format!("[2].{}", kind.parent)]);
        wrong[2][kind.parent] = json!(999);
        let refused = editor.post(&batch, json!(wrong)).await;
        assert_eq!(refused.field_names(), [format!("[1].{}", kind.text)], "{}", refused.text());
        wrong[1][kind.text] = json!("b");
        let refused = editor.post(&batch, json!(wrong)).await;
        assert_eq!(refused.field_names(), [format!("[2].{}", kind.parent)]);
        editor.post(&batch, json!(rows(&["x"; 201]))).await.refused(422, "too_many");
        assert_eq!(school.count(count).await, before, "nothing was made");

        let mut good = rows(&["a", "b"]);
        good[0]["clientId"] = json!(CLIENT_ID);
        let made = editor.post(&batch, json!(good)).await;
        assert_eq!((made.status.as_u16(), texts(kind, &made.json())), (201, vec!["a", "b"]));
        good[1]["clientId"] = json!(CLIENT_ID);
        assert_eq!(editor.post(&batch, json!(good)).await.field_names(), ["[1].clientId"]);
        let again = editor.post(&batch, json!([good[0]])).await;
        assert_eq!((again.status.as_u16(), &again.json()[0]), (200, &made.json()[0]));
        assert_eq!(school.count(count).await, before + 2);
        assert_eq!(editor.post(&batch, json!([])).await.ok(), json!([]));
    }
});

both_engines!(rows_stand_in_the_order_that_was_given, |school| {
    let editor = with_modules(&school).await;
    let parents = parents(&editor).await;
    for (kind, [parent, other]) in KINDS.iter().zip(parents).filter(|(kind, _)| kind.ordered()) {
        let mut ids = Vec::new();
        for (n, text) in ["a", "b", "c"].into_iter().enumerate() {
            let mut row = (kind.sample)(parent);
            row[kind.text] = json!(text);
            let made = editor.post(kind.path, row).await.ok();
            assert_eq!(made["orderIndex"], n + 1, "the last, unless it says where");
            ids.push(id(&made));
        }
        let (list, order) = (format!("{}/{parent}", kind.list), format!("{}/{parent}/order", kind.list));
        let ordered = editor.put(&order, json!([ids[2], ids[0]])).await.ok();
        assert_eq!(texts(kind, &ordered), ["c", "a", "b"]);
        assert_eq!(editor.get(&list).await.ok(), ordered);
        let stale = editor.send(Method::PUT, &order, Some(json!(ids)), &[("If-Match", "\"1\"")]).await;
        assert_eq!(stale.refused(412, "stale")["current"]["id"], parent);
        assert_eq!(editor.put(&order, json!([ids[0], ids[0], 999])).await.field_names(), ["[1]", "[2]"]);
        editor.put(&format!("{}/999/order", kind.list), json!([])).await.refused(404, "not_found");

        let path = format!("{}/{}", kind.path, ids[0]);
        let placed = editor.put(&path, json!({ "orderIndex": 9 })).await.ok();
        assert_eq!(placed["orderIndex"], 9);
        assert_eq!(texts(kind, &editor.get(&list).await.ok()), ["c", "b", "a"]);
        let moved = editor.put(&path, json!({ kind.parent: other })).await.ok();
        let there = editor.get(&format!("{}/{other}", kind.list)).await.ok();
        assert_eq!(there.as_array().unwrap().last(), Some(&moved), "at the end of another list");
    }
});

both_engines!(only_staff_writes, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let student = school.account(Role::Student, "zoe@example.fr").await;
    for (kind, [parent, _]) in KINDS.iter().zip(parents(&editor).await) {
        let path = format!("{}/1", kind.path);
        let batch = format!("{}/batch", kind.path);
        for (client, status, code) in
            [(&school.visitor(), 401, "unauthenticated"), (&student, 403, "forbidden")]
        {
            client.post(kind.path, (kind.sample)(parent)).await.refused(status, code);
            client.post(&batch, json!([(kind.sample)(parent)])).await.refused(status, code);
            client.put(&path, json!({})).await.refused(status, code);
            client.delete(&path).await.refused(status, code);
            if kind.ordered() {
                client.put(&format!("{}/{parent}/order", kind.list), json!([])).await.refused(status, code);
            }
        }
    }
    assert_eq!(id(&editor.get(&format!("/chapter-lessons/{}", filled.lesson)).await.ok()), filled.lesson);
});

both_engines!(a_resource_leads_to_the_web_or_to_this_site, |school| {
    let editor = with_modules(&school).await;
    let lesson = fill(&editor, 11).await.lesson;
    let made = editor.post("/resources", resource(lesson)).await.ok();
    assert_eq!((&made["youtubeId"], &made["captionsUrl"]), (&json!("t4IjJav7xbg"), &Value::Null));
    let path = format!("/resources/{}", made["id"]);
    for evil in ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x", "treno.mp4"]
    {
        let refused = editor.put(&path, json!({ "url": evil })).await;
        refused.refused(422, "invalid_value");
        assert_eq!(refused.field_names(), ["url"], "{evil}");
        assert_eq!(editor.put(&path, json!({ "captionsUrl": evil })).await.field_names(), ["captionsUrl"]);
    }
    let film = json!({ "url": "/assets/video/treno.mp4", "captionsUrl": "/assets/video/treno.vtt" });
    let film = editor.put(&path, film).await.ok();
    assert_eq!((&film["youtubeId"], &film["captionsUrl"]), (&Value::Null, &json!("/assets/video/treno.vtt")));
    let paper = editor.put(&path, json!({ "type": "PDF" })).await.ok();
    assert_eq!(paper["captionsUrl"], Value::Null);
    assert_eq!(editor.put(&path, json!({ "type": "FILM" })).await.field_names(), ["type"]);
    let nothing = editor.post("/resources", json!({ "chapterLessonId": lesson })).await;
    let problem = nothing.refused(422, "resource_incomplete");
    assert_eq!(problem["message"], "Veuillez remplir tous les champs de la ressource.");
    assert_eq!(nothing.field_names(), ["title", "url", "type"]);
});

both_engines!(a_lesson_is_cleaned_when_it_is_written, |school| {
    let editor = with_modules(&school).await;
    let chapter = fill(&editor, 11).await.chapter;
    let sent = json!({
        "chapterId": chapter,
        "title": "<b>Ciao</b>",
        "content": "<h2 onclick=\"x()\">Ciao</h2><script>alert(1)</script><p style=\"color:red\">a<iframe src=\"https://evil.example\"></iframe></p>",
    });
    let made = editor.post("/chapter-lessons", sent).await.ok();
    assert_eq!((&made["title"], &made["content"]), (&json!("<b>Ciao</b>"), &json!("<h2>Ciao</h2><p>a</p>")));
    let path = format!("/chapter-lessons/{}", made["id"]);
    let nothing_left = editor.put(&path, json!({ "content": "<script>alert(1)</script>" })).await;
    nothing_left.refused(422, "lesson_incomplete");
    assert_eq!(nothing_left.field_names(), ["content"]);
    let long = editor.put(&path, json!({ "content": format!("<p>{}</p>", "x".repeat(100_000)) })).await;
    long.refused(422, "too_long");
    let untitled =
        editor.post("/chapters", json!({ "courseModuleId": 11, "title": " ", "content": "" })).await;
    let problem = untitled.refused(422, "chapter_incomplete");
    assert_eq!(problem["message"], "Veuillez remplir le titre et la description du chapitre.");
    assert_eq!(untitled.field_names(), ["title", "content"]);
});

both_engines!(what_goes_with_a_chapter_is_buried_too_and_completions_stay, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let gift = json!({ "userId": zoe.id(), "courseId": 1, "moduleIds": [11], "reason": "bourse" });
    let subscription = admin.post("/subscriptions", gift).await.ok();
    school
        .sql(
            "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at)
             SELECT s.id, l.id, s.created_at FROM subscriptions s, lessons l",
        )
        .await;
    let path = |what: &str| format!("/subscriptions/{}{what}", subscription["id"]);
    zoe.patch(&path("/modules/11/complete"), json!({})).await.ok();
    zoe.patch(&path("/complete"), json!({})).await.ok();

    assert_eq!(editor.delete(&format!("/chapters/{}", filled.chapter)).await.status, 204);
    editor.get(&format!("/chapter-lessons/{}", filled.lesson)).await.refused(404, "not_found");
    assert_eq!(school.count("SELECT COUNT(*) FROM lesson_views").await, 0);
    let buried = "SELECT COUNT(*) FROM changes WHERE deleted";
    assert_eq!(school.count(buried).await, 5, "with its lesson, and what stood in that");
    let after = zoe.get(&path("")).await.ok();
    assert_eq!((&after["status"], &after["progressionPercentage"]), (&json!("COMPLETED"), &json!(100)));
    assert_eq!(after["moduleCompletionMap"], json!({ "11": true }));
});
