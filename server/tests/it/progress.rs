//! Following a course: opening lessons, what that completes, and who may know.

use axum::http::Method;
use chrono::Duration;
use futures_util::future::join_all;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{courses, sound};
use crate::school::{Client, Reply, School};

/// The Italian course, its second module with two chapters: of 11 the lessons 101 and 102, of 12 in
/// chapter 2 the lesson 103, in chapter 3 the lessons 104 and 105, of 13 nothing.
pub async fn italian(school: &School) -> (Client, Client) {
    courses(school).await;
    for statement in [
        "INSERT INTO chapters (id, module_id, title, order_index, created_at, updated_at) VALUES
            (3, 12, 'Terzo', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (21, 21, 'Yi', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO lessons (id, chapter_id, title, order_index, created_at, updated_at) VALUES
            (105, 3, 'Dolci', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (104, 3, 'Vini', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (201, 21, 'Ma', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    (admin, school.account(Role::Student, "zoe@example.fr").await)
}

/// Gives a learner the Italian course, or modules of it; answers the subscription's id.
pub async fn give(admin: &Client, learner: &Client, modules: &[i64]) -> i64 {
    let gift = json!({ "userId": learner.id(), "courseId": 1, "moduleIds": modules, "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok()["id"].as_i64().unwrap()
}

pub async fn view(client: &Client, subscription: i64, lesson: i64) -> Reply {
    let path = format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
    client.send(Method::POST, &path, None, &[]).await
}

async fn ask(client: &Client, what: &str, subscription: i64) -> Value {
    let and = if what.contains('?') { '&' } else { '?' };
    client.get(&format!("/progress/{what}{and}subscriptionId={subscription}")).await.ok()
}

async fn complete_module(client: &Client, subscription: i64, module: i64) -> Reply {
    let path = format!("/progress/module/complete?subscriptionId={subscription}&moduleId={module}");
    client.send(Method::POST, &path, None, &[]).await
}

/// A letter to the school for each completion, and nothing completed in part.
async fn told(school: &School, letters: i64) {
    sound(school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'course-completed'").await, letters);
}

both_engines!(opening_lessons_leads_to_the_end_of_the_course, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    assert_eq!(
        view(&zoe, id, 101).await.ok(),
        json!({
            "lesson": { "id": 101, "viewed": true },
            "chapter": { "id": 1, "percent": 50, "completed": false },
            "module": { "id": 11, "percent": 50, "completed": false },
            "course": { "id": 1, "percent": 20, "completed": false, "completionNotified": false },
        })
    );
    let second = view(&zoe, id, 102).await.ok();
    assert_eq!(second["module"], json!({ "id": 11, "percent": 100, "completed": true }));
    assert_eq!(second["course"]["percent"], 40);
    assert_eq!(view(&zoe, id, 101).await.ok()["course"], second["course"], "opened again");
    view(&zoe, id, 104).await.ok();
    view(&zoe, id, 103).await.ok();
    told(&school, 0).await;
    let last = view(&zoe, id, 105).await.ok();
    assert_eq!(last["chapter"], json!({ "id": 3, "percent": 100, "completed": true }));
    assert_eq!(last["module"], json!({ "id": 12, "percent": 100, "completed": true }));
    let course = json!({ "id": 1, "percent": 100, "completed": true, "completionNotified": false });
    assert_eq!(last["course"], course);
    view(&zoe, id, 105).await.ok();
    told(&school, 1).await;
    let mails = admin.get("/mail").await.ok();
    let mails = mails["items"].as_array().unwrap();
    let mail = mails.iter().find(|mail| mail["kind"] == "course-completed").unwrap();
    assert_eq!(mail["subject"], "Cours terminé\u{a0}: Italien A1");

    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["status"], &seen["displayStatus"]), (&json!("COMPLETED"), &json!("COMPLETED")));
    assert_eq!((&seen["progressionPercentage"], &seen["completionNotified"]), (&json!(100), &json!(false)));
    let claim = json!({ "subscriptionId": id });
    assert_eq!(zoe.post("/email/course-completion-notification", claim).await.status, 202);
    assert_eq!(view(&zoe, id, 105).await.ok()["course"]["completionNotified"], true);
    assert_eq!(zoe.get(&format!("/subscriptions/{id}")).await.ok()["completionNotified"], true);
    told(&school, 1).await;
});

both_engines!(every_question_about_progress_has_its_answer, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    for lesson in [102, 101, 105] {
        view(&zoe, id, lesson).await.ok();
    }
    for (question, answer) in [
        ("lesson/viewed?lessonId=101", json!(true)),
        ("lesson/viewed?lessonId=103", json!(false)),
        ("chapter/viewed-lessons?chapterId=1", json!([101, 102])),
        ("chapter/viewed-lessons?chapterId=2", json!([])),
        ("chapter/completed?chapterId=1", json!(true)),
        ("chapter/completed?chapterId=3", json!(false)),
        ("chapter/progress?chapterId=1", json!(100)),
        ("chapter/progress?chapterId=3", json!(50)),
        ("module/viewed-lessons?moduleId=12", json!([105])),
        ("module/viewed-lessons?moduleId=13", json!([])),
        ("module/completed?moduleId=11", json!(true)),
        ("module/completed?moduleId=12", json!(false)),
        ("module/completed?moduleId=13", json!(false)),
        ("module/progress?moduleId=11", json!(100)),
        ("module/progress?moduleId=12", json!(33)),
        ("module/progress?moduleId=13", json!(0)),
        ("course/completed", json!(false)),
        ("course/completed?courseId=1", json!(false)),
        ("course/progress?courseId=1", json!(60)),
        ("subscription/progress", json!(60)),
    ] {
        assert_eq!(ask(&zoe, question, id).await, answer, "{question}");
    }
});

const QUESTIONS: [&str; 11] = [
    "module?moduleId=11",
    "lesson/viewed?lessonId=101",
    "chapter/viewed-lessons?chapterId=1",
    "chapter/completed?chapterId=1",
    "chapter/progress?chapterId=1",
    "module/viewed-lessons?moduleId=11",
    "module/completed?moduleId=11",
    "module/progress?moduleId=11",
    "course/completed?courseId=1",
    "course/progress?courseId=1",
    "subscription/progress?courseId=1",
];

both_engines!(progress_is_known_to_its_learner_and_to_the_school, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let stranger = school.account(Role::Student, "lea@example.fr").await;
    for question in QUESTIONS {
        let path = format!("/progress/{question}&subscriptionId={id}");
        for reader in [&zoe, &admin, &editor] {
            reader.get(&path).await.ok();
        }
        stranger.get(&path).await.refused(404, "not_found");
        school.visitor().get(&path).await.refused(401, "unauthenticated");
        zoe.get(&format!("/progress/{question}&subscriptionId=999")).await.refused(404, "not_found");
    }
    for other in [&admin, &editor, &stranger] {
        view(other, id, 101).await.refused(404, "not_found");
        complete_module(other, id, 11).await.refused(404, "not_found");
    }
    view(&school.visitor(), id, 101).await.refused(401, "unauthenticated");
    assert_eq!(school.count("SELECT COUNT(*) FROM lesson_views").await, 0);
    let own = give(&admin, &editor, &[11]).await;
    view(&editor, own, 101).await.ok();
});

both_engines!(what_was_not_bought_and_what_does_not_exist_is_not_found, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    for lesson in [103, 201, 999] {
        view(&zoe, id, lesson).await.refused(404, "not_found");
        let path = format!("/progress/lesson/viewed?subscriptionId={id}&lessonId={lesson}");
        zoe.get(&path).await.refused(404, "not_found");
    }
    for module in [12, 21, 999] {
        complete_module(&zoe, id, module).await.refused(404, "not_found");
        for what in ["", "/completed", "/progress", "/viewed-lessons"] {
            let path = format!("/progress/module{what}?subscriptionId={id}&moduleId={module}");
            zoe.get(&path).await.refused(404, "not_found");
        }
    }
    for chapter in [2, 21, 999] {
        for what in ["completed", "progress", "viewed-lessons"] {
            let path = format!("/progress/chapter/{what}?subscriptionId={id}&chapterId={chapter}");
            zoe.get(&path).await.refused(404, "not_found");
        }
    }
    let path = format!("/progress/course/progress?subscriptionId={id}&courseId=2");
    zoe.get(&path).await.refused(404, "not_found");

    for lesson in [101, 102] {
        view(&zoe, id, lesson).await.ok();
    }
    let whole = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!(whole["displayStatus"], "COMPLETED", "what was bought is all there is to complete");
    told(&school, 1).await;
});

both_engines!(what_is_missing_in_a_question_is_named, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    for question in QUESTIONS {
        let asked = zoe.get(&format!("/progress/{question}")).await;
        asked.refused(422, "required");
        assert_eq!(asked.field_names(), ["subscriptionId"], "{question}");
        let wrong = zoe.get(&format!("/progress/{question}&subscriptionId=mine")).await;
        wrong.refused(422, "invalid_type");
    }
    for (question, field) in [
        ("module", "moduleId"),
        ("lesson/viewed", "lessonId"),
        ("chapter/completed", "chapterId"),
        ("module/progress", "moduleId"),
    ] {
        let asked = zoe.get(&format!("/progress/{question}?subscriptionId={id}")).await;
        assert_eq!(asked.field_names(), [field], "{question}");
    }
    let path = format!("/progress/view?subscriptionId={id}");
    assert_eq!(zoe.send(Method::POST, &path, None, &[]).await.field_names(), ["lessonId"]);
});

both_engines!(a_module_is_called_complete_when_it_is, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    view(&zoe, id, 105).await.ok();
    let refused = complete_module(&zoe, id, 12).await.refused(409, "not_complete");
    assert_eq!(refused["params"]["missing"], json!([103, 104]));
    let empty = complete_module(&zoe, id, 13).await.refused(409, "not_complete");
    assert_eq!(empty["params"]["missing"], json!([]));
    for lesson in [103, 104] {
        view(&zoe, id, lesson).await.ok();
    }
    for _ in 0..2 {
        let done = complete_module(&zoe, id, 12).await.ok();
        assert_eq!(done, json!({ "id": 12, "percent": 100, "completed": true }));
    }
    let path = format!("/subscriptions/{id}/modules/12/complete");
    assert_eq!(zoe.patch(&path, json!({})).await.ok()["moduleCompletionMap"]["12"], true);
    assert_eq!(school.count("SELECT COUNT(*) FROM module_completions").await, 1);
});

both_engines!(what_the_school_takes_out_may_complete_a_course, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    view(&zoe, id, 101).await.ok();
    school.sql("DELETE FROM lessons WHERE id = 102").await;
    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["progressionPercentage"], &seen["displayStatus"]), (&json!(100), &json!("COMPLETED")));
    complete_module(&zoe, id, 11).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE status = 'COMPLETED'").await, 1);
    told(&school, 1).await;
});

both_engines!(nobody_loses_a_completion_because_the_school_adds_content, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    for lesson in [101, 102, 103] {
        view(&zoe, id, lesson).await.ok();
    }
    school
        .sql(
            "INSERT INTO lessons (id, chapter_id, title, order_index, created_at, updated_at) VALUES
            (106, 1, 'Nuovo', 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (107, 2, 'Nuovo', 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    for (question, answer) in [
        ("module/completed?moduleId=11", json!(true)),
        ("module/progress?moduleId=11", json!(100)),
        ("chapter/completed?chapterId=1", json!(true)),
        ("chapter/completed?chapterId=2", json!(true)),
        ("lesson/viewed?lessonId=107", json!(false)),
        ("module/completed?moduleId=12", json!(false)),
        ("course/progress", json!(42)),
    ] {
        assert_eq!(ask(&zoe, question, id).await, answer, "{question}");
    }
    for lesson in [104, 105, 106, 107] {
        view(&zoe, id, lesson).await.ok();
    }
    school
        .sql(
            "INSERT INTO lessons (id, chapter_id, title, order_index, created_at, updated_at) VALUES
            (108, 3, 'Altro', 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    assert_eq!(ask(&zoe, "course/completed", id).await, json!(true));
    assert_eq!(ask(&zoe, "course/progress", id).await, json!(100));
    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["displayStatus"], &seen["nextModuleId"]), (&json!("COMPLETED"), &Value::Null));
    told(&school, 1).await;
});

both_engines!(once_the_access_is_over_progress_is_read_but_not_made, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    view(&zoe, id, 101).await.ok();
    school.pass(Duration::days(185));
    let (zoe, admin) = (school.sign_in(zoe.id()).await, school.sign_in(admin.id()).await);
    let refused = view(&zoe, id, 102).await.refused(403, "access_ended");
    assert_eq!(refused["params"]["on"], "2026-09-02");
    let page = format!("/progress/module?subscriptionId={id}&moduleId=11");
    zoe.get(&page).await.refused(403, "access_ended");
    view(&zoe, id, 103).await.refused(404, "not_found");
    assert_eq!(admin.get(&page).await.ok()["learnerId"], zoe.id());
    for question in &QUESTIONS[1..] {
        ask(&zoe, question, id).await;
    }
    complete_module(&zoe, id, 11).await.refused(409, "not_complete");
    admin.patch(&format!("/subscriptions/{id}/extend?days=1"), json!({})).await.ok();
    view(&zoe, id, 102).await.ok();
    admin.patch(&format!("/subscriptions/{id}/deactivate"), json!({})).await.ok();
    view(&zoe, id, 102).await.refused(403, "access_ended");
    zoe.get(&page).await.refused(403, "access_ended");
    assert_eq!(ask(&zoe, "course/completed", id).await, json!(true));
});

both_engines!(a_module_s_page_comes_in_one_piece, |school| {
    let (admin, zoe) = italian(&school).await;
    school.sql("UPDATE modules SET description = 'Mangiare' WHERE id = 12").await;
    let id = give(&admin, &zoe, &[11, 12]).await;
    let page = |module: i64| format!("/progress/module?subscriptionId={id}&moduleId={module}");
    assert_eq!(zoe.get(&page(12)).await.ok()["resumeLessonId"], 103, "nothing viewed: the first");
    for lesson in [104, 103] {
        view(&zoe, id, lesson).await.ok();
        school.pass(Duration::minutes(1));
    }
    assert_eq!(
        zoe.get(&page(12)).await.ok(),
        json!({
            "subscriptionId": id, "learnerId": zoe.id(), "courseId": 1, "courseName": "Italien A1",
            "courseSlug": "italien-a1",
            "languageCode": "it", "level": "A1",
            "moduleId": 12, "title": "Due", "description": "Mangiare", "orderIndex": 2,
            "position": 2, "moduleCount": 2, "moduleIds": [11, 12], "percent": 66, "completed": false,
            "course": { "id": 1, "percent": 40, "completed": false, "completionNotified": false },
            "chapters": [
                { "id": 2, "title": "Secondo", "orderIndex": 1, "percent": 100, "completed": true,
                    "lessons": [{ "id": 103, "title": "Cibo", "orderIndex": 1, "viewed": true }] },
                { "id": 3, "title": "Terzo", "orderIndex": 2, "percent": 50, "completed": false,
                    "lessons": [{ "id": 104, "title": "Vini", "orderIndex": 1, "viewed": true },
                        { "id": 105, "title": "Dolci", "orderIndex": 2, "viewed": false }] },
            ],
            "resumeLessonId": 105,
            "previousModule": { "moduleId": 11, "title": "Uno" }, "nextModule": null,
        })
    );
    view(&zoe, id, 104).await.ok();
    assert_eq!(zoe.get(&page(12)).await.ok()["resumeLessonId"], 105, "opened again, viewed before");
    assert_eq!(
        zoe.get(&format!("/subscriptions/{id}")).await.ok()["resume"],
        json!({ "lessonId": 105, "lessonTitle": "Dolci", "moduleId": 12, "moduleTitle": "Due", "position": 3,
            "lessonCount": 3 })
    );
    admin
        .post("/subscriptions", json!({ "userId": zoe.id(), "courseId": 1, "moduleIds": [], "reason": "x" }))
        .await
        .ok();
    let whole = zoe.get(&page(13)).await.ok();
    assert_eq!(
        (&whole["moduleIds"], &whole["moduleCount"], &whole["position"]),
        (&json!([]), &json!(3), &json!(3))
    );
    assert_eq!((&whole["chapters"], &whole["resumeLessonId"]), (&json!([]), &Value::Null));
    assert_eq!((&whole["percent"], &whole["completed"]), (&json!(0), &json!(false)));
    assert_eq!(whole["previousModule"], json!({ "moduleId": 12, "title": "Due" }));
    let middle = zoe.get(&page(12)).await.ok();
    assert_eq!(middle["nextModule"], json!({ "moduleId": 13, "title": "Tre" }));
});

both_engines!(modules_bought_later_open_a_completed_course_again_without_a_second_letter, |school| {
    let (admin, zoe) = italian(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    for lesson in [101, 102] {
        view(&zoe, id, lesson).await.ok();
    }
    zoe.post("/email/course-completion-notification", json!({ "subscriptionId": id })).await;
    assert_eq!(give(&admin, &zoe, &[12]).await, id);
    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["displayStatus"], &seen["progressionPercentage"]), (&json!("ACTIVE"), &json!(40)));
    for lesson in [103, 104, 105] {
        view(&zoe, id, lesson).await.ok();
    }
    let seen = zoe.get(&format!("/subscriptions/{id}")).await.ok();
    assert_eq!((&seen["displayStatus"], &seen["completionNotified"]), (&json!("COMPLETED"), &json!(true)));
    told(&school, 1).await;
});

const LESSONS: [i64; 5] = [101, 102, 103, 104, 105];

both_engines!(fifty_lessons_opened_at_once_complete_a_course_once, |school| {
    let (admin, zoe) = italian(&school).await;
    // Online, where a completion earns a certificate.
    school.sql("UPDATE courses SET type = 'ONLINE', start_date = '2026-03-02'").await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let (id, other) = (give(&admin, &zoe, &[]).await, give(&admin, &lea, &[]).await);
    let started = std::time::Instant::now();
    let tasks = (0..60).map(|nth| {
        // Every sixth is another learner's, who never comes to the end.
        let (client, subscription) = if nth % 6 == 5 { (lea.clone(), other) } else { (zoe.clone(), id) };
        let lesson = if nth % 6 == 5 { LESSONS[nth / 6 % 4] } else { LESSONS[nth % 5] };
        tokio::spawn(async move { view(&client, subscription, lesson).await.ok() })
    });
    for answer in join_all(tasks).await {
        assert_eq!(answer.unwrap()["lesson"]["viewed"], true);
    }
    println!("{:?}: {:?}", school.engine, started.elapsed());
    assert_eq!(ask(&zoe, "course/progress", id).await, json!(100));
    assert_eq!(ask(&lea, "course/progress", other).await, json!(80));
    for (count, query) in [
        (9, "SELECT COUNT(*) FROM lesson_views"),
        (5, "SELECT COUNT(*) FROM chapter_completions"),
        (3, "SELECT COUNT(*) FROM module_completions"),
        (3, "SELECT COUNT(*) FROM audit WHERE action = 'subscription.module-completed'"),
        (1, "SELECT COUNT(*) FROM audit WHERE action = 'subscription.completed'"),
        (1, "SELECT COUNT(*) FROM subscriptions WHERE status = 'COMPLETED' AND completed_at IS NOT NULL"),
        (1, "SELECT COUNT(*) FROM certificates"),
        (1, "SELECT COUNT(*) FROM mails WHERE kind = 'certificate-issued'"),
    ] {
        assert_eq!(school.count(query).await, count, "{query}");
    }
    told(&school, 1).await;
});
