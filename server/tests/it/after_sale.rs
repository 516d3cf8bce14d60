//! What a learner has after the payment: the class's link, lessons from the day on which they open, one mail about what
//! staff changes, and what stays once it is over.

use chrono::{Duration, NaiveDate};
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::catalogue::change_mails;
use preau_server::fetch_all;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, courses, draft, sound, start};
use crate::progress::{give, italian, view};
use crate::school::{Client, School};

pub const LINK: &str = "https://visio.example/italien";

/// The Italian course with all that a class is told of, and people around it.
pub async fn class(school: &School) -> (Client, Client) {
    let people = italian(school).await;
    for statement in [
        "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at) VALUES
            (1, 'Chiara', 'Bellini', 'chiara@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'Matteo', 'Riva', 'matteo@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "UPDATE courses SET teacher_id = 1, schedule = 'Lundi, 18 h 30', location = 'Salle Figuier',
            description = 'Les premiers mots.', meeting_url = 'https://visio.example/italien' WHERE id = 1",
    ] {
        school.sql(statement).await;
    }
    people
}

/// Buys modules of a course; `early`: with the express request to begin at once.
pub async fn buy(client: &Client, mut draft: Value, early: bool) -> Started {
    draft["requestEarlyStart"] = json!(early);
    let checkout = start(client, draft).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    checkout
}

async fn mine(client: &Client) -> Value {
    client.get(&format!("/subscriptions/user/{}", client.id())).await.ok()[0].clone()
}

both_engines!(the_link_is_shown_to_live_subscribers_alone, |school| {
    let (admin, zoe) = class(&school).await;
    let id = give(&admin, &zoe, &[11]).await;
    let seen = mine(&zoe).await;
    assert_eq!(
        json!([
            seen["meetingUrl"],
            seen["schedule"],
            seen["location"],
            seen["teacherName"],
            seen["courseStartDate"]
        ]),
        json!([LINK, "Lundi, 18 h 30", "Salle Figuier", "Chiara Bellini", "2026-03-09"])
    );
    let stranger = school.account(Role::Student, "tom@example.fr").await;
    let public = ["/courses/1", "/courses", "/courses?page=1", "/courses/slug/italien-a1", "/school"];
    for reader in [&school.visitor(), &stranger] {
        for path in public {
            assert!(!reader.get(path).await.text().contains(LINK), "{path}");
        }
    }
    stranger.get(&format!("/subscriptions/{id}")).await.refused(404, "not_found");

    admin.patch(&format!("/subscriptions/{id}/deactivate"), json!({})).await.ok();
    let ended = mine(&zoe).await;
    assert_eq!((&ended["meetingUrl"], &ended["resume"]), (&Value::Null, &Value::Null));
    for path in public {
        assert!(!zoe.get(path).await.text().contains(LINK), "{path} after the end");
    }
});

both_engines!(the_link_ends_with_the_access, |school| {
    let (admin, zoe) = class(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    school.pass(Duration::days(184));
    let zoe = school.sign_in(zoe.id()).await;
    assert_eq!(mine(&zoe).await["meetingUrl"], LINK, "the last day");
    school.pass(Duration::days(1));
    let zoe = school.sign_in(zoe.id()).await;
    assert_eq!(mine(&zoe).await["meetingUrl"], Value::Null);
    assert!(!zoe.get(&format!("/subscriptions/{id}")).await.text().contains(LINK));
});

both_engines!(the_confirmation_brings_the_link_to_the_learner, |school| {
    let (admin, zoe) = class(&school).await;
    buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    let mut other = crate::booking::draft_for("zoe@example.fr", "lea@example.fr", &[12]);
    other["bookerData"]["password"] = Value::Null;
    other["bookerData"]["passwordConfirmation"] = Value::Null;
    buy(&zoe, other, true).await;
    let mails = admin.get("/mail").await.ok();
    let texts = |kind: &str| -> Vec<bool> {
        let all = mails["items"].as_array().unwrap().iter().rev();
        all.filter(|mail| mail["kind"] == kind)
            .map(|mail| mail["text"].as_str().unwrap().contains(LINK))
            .collect()
    };
    assert_eq!(texts("reservation-confirmed"), [true, false], "for oneself, for somebody else");
    assert_eq!(texts("beneficiary-confirmed"), [true]);
    assert_eq!(texts("admin-booking"), [false, false]);
});

both_engines!(lessons_open_on_the_wished_day, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    let seen = mine(&zoe).await;
    let id = seen["id"].as_i64().unwrap();
    assert_eq!(
        json!([seen["canAccess"], seen["opensOn"], seen["opensAfterWithdrawal"], seen["resume"]]),
        json!([true, "2026-03-09", false, null])
    );
    assert_eq!(seen["modules"][0]["opensOn"], "2026-03-09");
    let page = format!("/progress/module?subscriptionId={id}&moduleId=11");
    let chapter = format!("/progress/chapter/complete?subscriptionId={id}&chapterId=1");
    for refused in [
        view(&zoe, id, 101).await,
        zoe.get(&page).await,
        zoe.get("/chapter-lessons/101").await,
        zoe.send(axum::http::Method::POST, &chapter, None, &[]).await,
    ] {
        assert_eq!(refused.refused(403, "access_not_open")["params"]["on"], "2026-03-09");
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM lesson_views").await, 0);
    school.pass(Duration::days(7));
    let zoe = school.sign_in(zoe.id()).await;
    view(&zoe, id, 101).await.ok();
    zoe.get("/chapter-lessons/101").await.ok();
    let seen = mine(&zoe).await;
    assert_eq!(json!([seen["opensOn"], seen["resume"]["lessonId"]]), json!([null, 102]));
    sound(&school).await;
});

both_engines!(without_the_request_lessons_wait_for_the_end_of_the_withdrawal_period, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let bought = buy(&zoe, draft("zoe@example.fr", &[11]), false).await;
    let seen = mine(&zoe).await;
    // The last day to withdraw is the 16th.
    assert_eq!(json!([seen["opensOn"], seen["opensAfterWithdrawal"]]), json!(["2026-03-17", true]));
    // A module that comes later opens on a day of its own.
    buy(&zoe, draft("zoe@example.fr", &[12]), true).await;
    let seen = mine(&zoe).await;
    let days: Vec<_> = seen["modules"].as_array().unwrap().iter().map(|one| one["opensOn"].clone()).collect();
    assert_eq!(
        (days, &seen["opensOn"]),
        (vec![json!("2026-03-17"), json!("2026-03-09")], &json!("2026-03-09"))
    );
    let id = seen["id"].as_i64().unwrap();

    school.pass(Duration::days(8));
    let zoe = school.sign_in(zoe.id()).await;
    view(&zoe, id, 103).await.ok();
    view(&zoe, id, 101).await.refused(403, "access_not_open");
    // Even a view that came about before costs nothing without the request.
    let view = "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at, opened_at)
        SELECT id, 101, created_at, created_at FROM subscriptions";
    school.sql(view).await;
    let path = format!("/reservations/{}/withdraw", bought.id);
    let done = zoe.post(&path, json!({})).await.ok();
    let withdrawal = &done["purchase"]["withdrawal"];
    assert_eq!(json!([withdrawal["outcome"], withdrawal["refund"]]), json!(["REFUNDED", 120]));
    sound(&school).await;
});

both_engines!(what_cannot_be_withdrawn_from_opens_at_once_and_so_does_what_was_sold_before, |school| {
    let (admin, zoe) = italian(&school).await;
    let given = give(&admin, &zoe, &[11]).await;
    view(&zoe, given, 101).await.ok();
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let sale = json!({ "userId": lea.id(), "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-02" });
    let desk = admin.post("/reservations", sale).await.ok()["id"].as_i64().unwrap();
    admin.patch(&format!("/reservations/{desk}/confirm"), json!({ "method": "CASH" })).await.ok();
    assert_eq!(mine(&lea).await["opensOn"], Value::Null);

    let tom = school.account(Role::Student, "tom@example.fr").await;
    buy(&tom, draft("tom@example.fr", &[11]), false).await;
    for statement in
        ["UPDATE subscriptions SET opens_on = NULL", "UPDATE subscription_modules SET opens_on = NULL"]
    {
        school.sql(statement).await;
    }
    let old = mine(&tom).await;
    assert_eq!(old["opensOn"], Value::Null);
    view(&tom, old["id"].as_i64().unwrap(), 101).await.ok();
});

both_engines!(a_subscription_that_ended_keeps_its_modules_and_its_progress, |school| {
    let (admin, zoe) = italian(&school).await;
    let bought = buy(&zoe, draft("zoe@example.fr", &[11, 12]), true).await;
    school.pass(Duration::days(7));
    let (admin, zoe) = (school.sign_in(admin.id()).await, school.sign_in(zoe.id()).await);
    let id = mine(&zoe).await["id"].as_i64().unwrap();
    view(&zoe, id, 101).await.ok();
    let kept =
        |of: Value| json!([of["moduleIds"], of["moduleTitles"], of["progressionPercentage"], of["modules"]]);
    let before = kept(mine(&zoe).await);
    assert_eq!(before[2], 20);
    admin.patch(&format!("/reservations/{}/cancel", bought.id), json!({})).await.ok();
    let after = mine(&zoe).await;
    assert_eq!(json!([after["active"], after["displayStatus"]]), json!([false, "EXPIRED"]));
    assert_eq!(kept(after), before);
    sound(&school).await;

    // A new purchase of the same is a subscription of its own.
    buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    let all = zoe.get(&format!("/subscriptions/user/{}", zoe.id())).await.ok();
    assert_eq!(all.as_array().unwrap().len(), 2);
    assert_eq!(all[0]["moduleIds"], json!([11]));
    sound(&school).await;
});

async fn told(school: &School) -> Vec<(String, String)> {
    const TOLD: &str = "SELECT recipient, params FROM mails WHERE kind = 'course-changed' ORDER BY id";
    let mut conn = school.app.db.read().await.unwrap();
    fetch_all!(conn, (String, String), TOLD).unwrap()
}

/// Signed in anew: a token lasts for ten minutes.
async fn edit(school: &School, editor: &Client, change: Value) {
    school.sign_in(editor.id()).await.put("/courses/admin/1", change).await.ok();
}

both_engines!(ten_edits_in_ten_minutes_are_one_mail_with_old_and_new, |school| {
    let (admin, zoe) = class(&school).await;
    give(&admin, &zoe, &[11]).await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    school.sql("UPDATE users SET language = 'en' WHERE email = 'lea@example.fr'").await;
    give(&admin, &lea, &[]).await;
    let gone = school.account(Role::Student, "gone@example.fr").await;
    let ended = give(&admin, &gone, &[]).await;
    admin.patch(&format!("/subscriptions/{ended}/deactivate"), json!({})).await.ok();
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for hour in 10..20 {
        edit(&school, &editor, json!({ "schedule": format!("Mardi, {hour} h") })).await;
    }
    edit(&school, &editor, json!({ "teacherId": 2, "startDate": "2026-03-16", "location": null })).await;
    edit(
        &school,
        &editor,
        json!({ "name": "Italien, premiers pas", "description": "Une autre description." }),
    )
    .await;
    school.pass(Duration::minutes(9));
    change_mails::queue_due(&school.app).await.unwrap();
    assert_eq!(told(&school).await, []);

    // Whoever comes now has seen it.
    let late = school.account(Role::Student, "late@example.fr").await;
    give(&admin, &late, &[]).await;
    school.pass(Duration::minutes(1));
    let servers = [school.twin().await, school.twin().await];
    for done in join_all(servers.iter().map(|server| change_mails::queue_due(&server.app))).await {
        done.unwrap();
    }
    change_mails::queue_due(&school.app).await.unwrap();
    let mails = told(&school).await;
    let recipients: Vec<_> = mails.iter().map(|(recipient, _)| recipient.as_str()).collect();
    assert_eq!(recipients, ["zoe@example.fr", "lea@example.fr"]);
    let params: Value = serde_json::from_str(&mails[0].1).unwrap();
    assert_eq!(
        params["changes"],
        json!([
            { "part": "start", "before": "2026-03-09", "now": "2026-03-16" },
            { "part": "schedule", "before": "Lundi, 18 h 30", "now": "Mardi, 19 h" },
            { "part": "location", "before": "Salle Figuier", "now": null },
            { "part": "teacher", "before": "Chiara Bellini", "now": "Matteo Riva" },
        ])
    );
    let shown = school.sign_in(admin.id()).await.get("/mail").await.ok();
    let text = |recipient: &str| {
        let all = shown["items"].as_array().unwrap().iter();
        let mut ours = all.filter(|mail| mail["kind"] == "course-changed" && mail["recipient"] == recipient);
        ours.next().unwrap()["text"].as_str().unwrap().to_owned()
    };
    for part in ["Avant : 9 mars 2026", "Maintenant : 16 mars 2026", "Mardi, 19 h", "non précisé"] {
        let text = text("zoe@example.fr").replace(['\u{a0}', '\u{202f}'], " ");
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text("lea@example.fr").contains("Before: 9 March 2026"), "{}", text("lea@example.fr"));
    assert_eq!(school.count("SELECT COUNT(*) FROM course_changes").await, 0);
    sound(&school).await;
});

both_engines!(what_was_taken_back_and_what_concerns_no_class_is_told_to_nobody, |school| {
    let (admin, zoe) = class(&school).await;
    give(&admin, &zoe, &[]).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    edit(&school, &editor, json!({ "schedule": "Mardi" })).await;
    edit(&school, &editor, json!({ "schedule": "Lundi, 18 h 30" })).await;
    school.pass(Duration::minutes(11));
    change_mails::queue_due(&school.app).await.unwrap();
    assert_eq!(
        (told(&school).await.len(), school.count("SELECT COUNT(*) FROM course_changes").await),
        (0, 0)
    );

    let lesson = json!({ "title": "Autre", "content": "<p>Autre</p>" });
    school.sign_in(editor.id()).await.put("/chapter-lessons/101", lesson).await.ok();
    edit(&school, &editor, json!({ "description": "Une autre description.", "sellingPoints": ["Neuf"] }))
        .await;
    assert_eq!(school.count("SELECT COUNT(*) FROM course_changes").await, 0);
});

both_engines!(a_second_change_later_is_a_second_mail_and_a_server_that_stops_loses_none, |school| {
    let (admin, zoe) = class(&school).await;
    give(&admin, &zoe, &[]).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for (nth, day) in (1..=2).zip(["2026-06-01", "2026-06-08"]) {
        edit(&school, &editor, json!({ "endDate": day })).await;
        school.pass(Duration::minutes(11));
        // Another server, after this one has gone.
        school.twin().await.run_jobs().await;
        let mails = told(&school).await;
        assert_eq!(mails.len(), nth);
        assert!(mails[nth - 1].1.contains(day), "{mails:?}");
    }
});

both_engines!(the_link_that_changes_is_told_to_those_whose_access_lives, |school| {
    let (admin, zoe) = class(&school).await;
    give(&admin, &zoe, &[]).await;
    let seated = school.account(Role::Student, "tom@example.fr").await;
    give(&admin, &seated, &[]).await;
    // The seat stays, the access is over.
    school
        .sql(
            "UPDATE subscriptions SET access_expires_at = '2026-03-01'
            WHERE user_id = (SELECT id FROM users WHERE email = 'tom@example.fr')",
        )
        .await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    edit(&school, &editor, json!({ "meetingUrl": "https://visio.example/autre" })).await;
    school.pass(Duration::minutes(10));
    change_mails::queue_due(&school.app).await.unwrap();
    let recipients: Vec<_> = told(&school).await.into_iter().map(|(recipient, _)| recipient).collect();
    assert_eq!(recipients, ["zoe@example.fr"]);
    edit(&school, &editor, json!({ "schedule": "Samedi" })).await;
    school.pass(Duration::minutes(10));
    change_mails::queue_due(&school.app).await.unwrap();
    assert_eq!(told(&school).await.len(), 3, "the timetable is told to both");
});

both_engines!(the_first_day_of_a_purchase_is_kept_with_it, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    let mut conn = school.app.db.read().await.unwrap();
    let rows = fetch_all!(
        conn,
        (Option<NaiveDate>, Option<NaiveDate>),
        "SELECT s.opens_on, m.opens_on FROM subscriptions s JOIN subscription_modules m ON m.subscription_id = s.id"
    );
    let day = NaiveDate::from_ymd_opt(2026, 3, 9);
    assert_eq!(rows.unwrap(), [(day, day)]);
    let export = zoe.get("/users/me/export").await.ok();
    assert_eq!(export["subscriptions"][0]["opensOn"], "2026-03-09");
});
