//! Reading the catalogue: who sees which course, filters and pages, and whose the bodies of chapters are.

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, School};

/// Four courses on Monday 2 March 2026: two published in Italian, a draft in English, an archived one.
pub(crate) async fn catalogue(school: &School) {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
            (1, 'Français', 'fr', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'Anglais', 'en', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
            (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'A2', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO teachers (id, first_name, last_name, email, languages_taught, created_at, updated_at) VALUES
            (1, 'Chiara', 'Bellini', 'chiara@preau.test', '[\"it\",\"fr\"]', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
            teacher_id, start_date, end_date, capacity, seats_taken, meeting_url, search_text, created_at, updated_at) VALUES
            (1, 'PUBLISHED', 'IN_PERSON', 'Primi passi', 'primi-passi', 'Premiers mots', 24050, 30, 3, 1,
                1, '2026-03-09', '2026-05-30', 10, 9, NULL, 'primi passi italien a1 100% oral', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'PUBLISHED', 'ONLINE', 'Ciao', 'ciao', 'En ligne', 10000, 30, 3, 2,
                NULL, '2026-03-05', '2026-05-30', NULL, 4, 'https://meet.example/ciao', 'ciao italien a2', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'DRAFT', 'ONLINE', 'Interview', 'interview', 'Bientôt', 10000, 10, 2, 2,
                1, '2026-04-01', '2026-06-30', 8, 0, NULL, 'interview anglais a2', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (4, 'ARCHIVED', 'IN_PERSON', 'Estate', 'estate', 'L''été', 9000, 10, 3, 1,
                1, '2026-01-05', '2026-02-20', 10, 10, NULL, 'estate italien a1', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO objectives (id, course_id, description, order_index, created_at, updated_at) VALUES
            (1, 1, 'Saluer', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 1, 'Épeler', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 3, 'Convaincre', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO prerequisites (id, course_id, description, order_index, created_at, updated_at) VALUES
            (1, 2, 'Savoir lire', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at) VALUES
            (11, 1, 'Due', 12000, 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (12, 1, 'Uno', 12050, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (21, 2, 'Ciao uno', 10000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (41, 4, 'Mare', 9000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO chapters (id, module_id, title, content, order_index, created_at, updated_at) VALUES
            (1, 11, 'Capitolo', 'Le corps', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 12, 'Primo', 'Un corps', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (4, 41, 'Spiaggia', 'Le sable', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO lessons (chapter_id, title, order_index, created_at, updated_at) VALUES
            (1, 'Uno', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (1, 'Due', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
}

/// A student with a subscription that `statement` makes for user `{user}`.
async fn student(school: &School, email: &str) -> Client {
    school.account(Role::Student, email).await
}

/// The ids of a list.
fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect()
}

both_engines!(the_public_sees_published_courses_and_staff_every_one, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    assert_eq!(ids(&visitor.get("/courses").await.ok()), [2, 1], "the earliest first");
    assert_eq!(ids(&visitor.get("/courses/details").await.ok()), [2, 1]);
    assert_eq!(ids(&visitor.get("/courses?status=DRAFT").await.ok()), [0; 0]);
    assert_eq!(ids(&editor.get("/courses").await.ok()), [4, 2, 1, 3]);
    assert_eq!(ids(&editor.get("/courses?status=DRAFT").await.ok()), [3]);

    for path in ["/courses/3/details", "/courses/4/details", "/courses/99/details", "/modules/course/4"] {
        visitor.get(path).await.refused(404, "not_found");
    }
    for path in ["/objectives/3", "/objectives/course/3", "/modules/41", "/chapters/module/41"] {
        visitor.get(path).await.refused(404, "not_found");
        editor.get(path).await.ok();
    }
});

both_engines!(the_summary_says_what_the_list_would_add_up_to, |school| {
    catalogue(&school).await;
    let summary = school.visitor().get("/courses/summary").await.ok();
    let offers = json!([{ "languageCode": "it", "online": 1, "inPerson": 1, "levels": ["A1", "A2"] }]);
    assert_eq!(summary, json!({ "offers": offers, "lowestHour": 3.33, "highestHour": 8.02 }));
    // What costs nothing promises no price, and what is alike is counted all the same.
    school.sql("UPDATE courses SET status = 'PUBLISHED', type = 'ONLINE', level_id = 2, price_cents = 0, total_hours = 10").await;
    let summary = school.visitor().get("/courses/summary").await.ok();
    let offers = json!([
        { "languageCode": "en", "online": 1, "inPerson": 0, "levels": ["A2"] },
        { "languageCode": "it", "online": 3, "inPerson": 0, "levels": ["A2"] },
    ]);
    assert_eq!(summary, json!({ "offers": offers, "lowestHour": null, "highestHour": null }));
});

both_engines!(a_course_is_shown_with_its_parts_in_their_order, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    let course = visitor.get("/courses/1/details").await.ok();
    assert_eq!(
        json!([
            course["price"],
            course["pricePerHour"],
            course["seatsLeft"],
            course["bookable"],
            course["refusal"]
        ]),
        json!([240.5, 8.02, 1, true, null])
    );
    assert_eq!(
        json!([
            course["language"],
            course["languageCode"],
            course["level"],
            course["teacherName"],
            course["type"]
        ]),
        json!(["Italien", "it", "A1", "Chiara Bellini", "IN_PERSON"])
    );
    assert_eq!(json!([course["startDate"], course["latestStartDate"]]), json!(["2026-03-09", "2026-05-16"]));
    assert_eq!(course["objectives"], json!(["Épeler", "Saluer"]));
    assert_eq!(ids(&course["modules"]), [12, 11]);
    assert_eq!(course["modules"][0]["price"], 120.5);
    assert_eq!(course["modules"][1]["chapters"][0]["title"], "Capitolo");
    assert_eq!(course["modules"][1]["chapters"][0]["lessonCount"], 2);
    assert_eq!(course["modules"][1]["chapters"][0]["content"], Value::Null);

    let list = visitor.get("/courses").await.ok();
    assert_eq!(list[0]["prerequisites"], json!(["Savoir lire"]));
    assert_eq!(json!([list[0]["capacity"], list[0]["seatsLeft"]]), json!([null, null]));
    assert_eq!(list[1]["objectives"], course["objectives"]);
    assert_eq!(ids(&visitor.get("/modules/course/1").await.ok()), [12, 11]);
    assert_eq!(visitor.get("/modules/12").await.ok()["title"], "Uno");
    assert_eq!(visitor.get("/objectives/1").await.ok()["description"], "Saluer");
    assert_eq!(ids(&visitor.get("/objectives/course/1").await.ok()), [2, 1]);
    assert_eq!(visitor.get("/prerequisites/1").await.ok()["courseId"], 2);
    assert_eq!(ids(&visitor.get("/prerequisites/course/1").await.ok()), [0; 0]);
});

both_engines!(a_course_that_cannot_be_reserved_says_why, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    school.sql("UPDATE courses SET seats_taken = 10 WHERE id = 1").await;
    let full = visitor.get("/courses/1/details").await.ok();
    assert_eq!(
        json!([full["bookable"], full["seatsLeft"], full["refusal"]]),
        json!([false, 0, { "code": "full", "message": "Ce cours est complet." }])
    );
    school.pass(chrono::Duration::days(80));
    assert_eq!(visitor.get("/courses/1/details").await.ok()["refusal"]["code"], "no_start_date");
});

both_engines!(filters_understand_every_name_and_unknown_ones_find_nothing, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    for (query, found) in [
        ("language=it", vec![2, 1]),
        ("language=ITALIEN", vec![2, 1]),
        ("language=Italian", vec![2, 1]),
        ("language=3", vec![2, 1]),
        ("language=fran%C3%A7ais", vec![]),
        ("language=klingon", vec![]),
        ("language=Italien&type=ONLINE", vec![2]),
        ("type=IN_PERSON", vec![1]),
        ("level=a2", vec![2]),
        ("level=Z9", vec![]),
        ("teacher=1", vec![1]),
        ("teacher=chiara%20bellini", vec![1]),
        ("teacher=nobody", vec![]),
        ("q=PRIMI%20A1", vec![1]),
        ("q=100%25", vec![1]),
        ("q=%25%25", vec![]),
        ("q=_", vec![]),
        ("q=italien", vec![2, 1]),
        ("language=&level=&q=", vec![2, 1]),
    ] {
        let list = visitor.get(&format!("/courses?{query}")).await.ok();
        assert_eq!(ids(&list), found, "{query}");
    }
    let reply = visitor.get(&format!("/courses?q={}", "a".repeat(60_000))).await;
    reply.refused(422, "too_long");
    assert_eq!(reply.field_names(), ["q"]);
    let reply = visitor.get("/courses?type=OUTDOOR").await;
    reply.refused(422, "invalid_value");
    assert_eq!(reply.field_names(), ["type"]);
});

both_engines!(a_page_tells_how_many_there_are_in_all, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    let first = visitor.get("/courses?page=1&size=1").await.ok();
    assert_eq!(json!([first["page"], first["size"], first["total"]]), json!([1, 1, 2]));
    assert_eq!(ids(&first["items"]), [2]);
    assert_eq!(first["items"][0]["prerequisites"], json!(["Savoir lire"]));
    assert_eq!(ids(&visitor.get("/courses?page=2&size=1").await.ok()["items"]), [1]);
    let beyond = visitor.get("/courses?page=3&size=1").await.ok();
    assert_eq!(json!([beyond["items"], beyond["total"]]), json!([[], 2]));
    assert_eq!(visitor.get("/courses?page=1&language=klingon").await.ok()["total"], 0);
    for query in
        ["page=0", "page=1&size=101", "page=1&size=0", "page=-1", "page=x", "page=99999999999999999999"]
    {
        let reply = visitor.get(&format!("/courses?{query}")).await;
        assert_eq!(reply.status, 422, "{query}: {}", reply.text());
    }
});

both_engines!(chapter_bodies_need_a_live_subscription_that_covers_the_module, |school| {
    catalogue(&school).await;
    let learner = student(&school, "learner@preau.test").await;
    let other = student(&school, "other@preau.test").await;
    let body = async |client: &Client, module: i64| {
        client.get(&format!("/chapters/module/{module}")).await.ok()[0]["content"].clone()
    };
    assert_eq!(school.visitor().get("/chapters/module/11").await.ok()[0]["title"], "Capitolo");
    assert_eq!(body(&school.visitor(), 11).await, Value::Null);
    school
        .sql(
            "INSERT INTO subscriptions (id, user_id, course_id, scope, subscription_date, access_expires_at,
                 grant_reason, created_at, updated_at)
             SELECT 1, id, 1, 'MODULES', '2026-03-01', '2026-03-02', 'test', created_at, created_at
             FROM users WHERE email = 'learner@preau.test'",
        )
        .await;
    school.sql("INSERT INTO subscription_modules (subscription_id, module_id) VALUES (1, 11)").await;
    assert_eq!(body(&learner, 11).await, "Le corps", "the last day is a day of access");
    assert_eq!(body(&learner, 12).await, Value::Null, "not bought");
    assert_eq!(body(&other, 11).await, Value::Null);
    school.pass(chrono::Duration::days(1));
    let learner = school.sign_in(learner.id()).await;
    assert_eq!(body(&learner, 11).await, Value::Null, "over since midnight");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    assert_eq!(body(&editor, 12).await, "Un corps");
});

both_engines!(who_bought_a_course_keeps_reading_it_after_it_was_archived, |school| {
    catalogue(&school).await;
    let learner = student(&school, "learner@preau.test").await;
    school
        .sql(
            "INSERT INTO subscriptions (id, user_id, course_id, scope, subscription_date, access_expires_at,
                 grant_reason, created_at, updated_at)
             SELECT 1, id, 4, 'COURSE', '2026-01-05', '2026-07-05', 'test', created_at, created_at FROM users",
        )
        .await;
    assert_eq!(learner.get("/courses/4/details").await.ok()["status"], "ARCHIVED");
    assert_eq!(learner.get("/chapters/module/41").await.ok()[0]["content"], "Le sable");
    learner.get("/courses/3/details").await.refused(404, "not_found");
    assert_eq!(ids(&learner.get("/courses").await.ok()), [2, 1], "but it is not on offer");
    school.sql("UPDATE subscriptions SET active = FALSE").await;
    learner.get("/courses/4/details").await.refused(404, "not_found");
});

both_engines!(the_address_of_the_online_class_is_for_those_inside, |school| {
    catalogue(&school).await;
    let learner = student(&school, "learner@preau.test").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let shown = async |client: &Client| {
        client.get("/courses/2/details").await.ok().get("meetingUrl").is_some_and(Value::is_string)
    };
    assert!(!shown(&school.visitor()).await);
    assert!(!shown(&learner).await);
    assert!(shown(&editor).await);
    school
        .sql(
            "INSERT INTO subscriptions (id, user_id, course_id, scope, subscription_date, access_expires_at,
                 grant_reason, created_at, updated_at)
             SELECT 1, id, 2, 'COURSE', '2026-03-01', '2026-09-01', 'test', created_at, created_at
             FROM users WHERE email = 'learner@preau.test'",
        )
        .await;
    assert!(shown(&learner).await);
    assert!(!learner.get("/courses").await.text().contains("meet.example"));
});

both_engines!(staff_edits_a_course_with_the_ids_of_its_parts, |school| {
    catalogue(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let course = admin.get("/courses/admin/1").await.ok();
    assert_eq!(ids(&course["objectives"]), [2, 1]);
    assert_eq!(json!([course["seatsTaken"], course["version"]]), json!([9, 1]));
    admin.get("/courses/admin/99").await.refused(404, "not_found");
    admin.get("/courses/admin/x").await.refused(404, "not_found");
    school.visitor().get("/courses/admin/1").await.refused(401, "unauthenticated");
    student(&school, "s@preau.test").await.get("/courses/admin/1").await.refused(403, "forbidden");
});

both_engines!(reference_data_is_found_by_each_of_its_names, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    assert_eq!(ids(&visitor.get("/languages").await.ok()), [1, 2, 3]);
    let details = visitor.get("/languages/details").await.ok();
    assert_eq!(json!([details[2]["onlineCourses"], details[2]["inPersonCourses"]]), json!([1, 1]));
    assert_eq!(json!([details[1]["onlineCourses"], details[1]["name"]]), json!([0, "Anglais"]));
    assert_eq!(visitor.get("/languages/code/IT").await.ok()["id"], 3);
    assert_eq!(visitor.get("/languages/2").await.ok()["code"], "en");
    assert_eq!(visitor.get("/levels/name/a2").await.ok()["id"], 2);
    assert_eq!(visitor.get("/levels/rank/1").await.ok()["name"], "A1");
    assert_eq!(visitor.get("/levels/2").await.ok()["rank"], 2);
    assert_eq!(ids(&visitor.get("/levels").await.ok()), [1, 2]);
    for path in
        ["/languages/9", "/languages/code/xx", "/levels/9", "/levels/name/Z", "/levels/rank/9", "/teachers/9"]
    {
        visitor.get(path).await.refused(404, "not_found");
    }
});

both_engines!(a_teacher_s_address_is_for_staff, |school| {
    catalogue(&school).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let public = school.visitor().get("/teachers/1").await.ok();
    assert_eq!(
        json!([public["fullName"], public["languagesTaught"]]),
        json!(["Chiara Bellini", ["it", "fr"]])
    );
    assert!(public.get("email").is_none());
    assert!(school.visitor().get("/teachers").await.ok()[0].get("email").is_none());
    assert_eq!(editor.get("/teachers").await.ok()[0]["email"], "chiara@preau.test");
});
