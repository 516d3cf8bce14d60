//! What learners and teachers are told of sessions: one mail for ten minutes of changes, calendars that follow, the reminder
//! before the first, and the switches of the profile.

use std::collections::BTreeMap;

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::catalogue::change_mails;
use preau_server::mail::worker;
use preau_server::operations::jobs;
use serde_json::{Value, json};

use crate::calendar::{read, with_sessions};
use crate::progress::give;
use crate::school::{Client, Engine, School};
use crate::smtp::{Arrived, Sink};

/// Signed in anew: a token lasts for ten minutes.
async fn editor(school: &School) -> Client {
    school.account(Role::Editor, "editor@preau.test").await
}

async fn put(school: &School, editor: &Client, id: i64, change: Value) {
    school.sign_in(editor.id()).await.put(&format!("/class-sessions/{id}"), change).await.ok();
}

/// Lets ten minutes pass; answers the recipient and the facts of the mails of this kind.
async fn told(school: &School, kind: &str) -> Vec<(String, Value)> {
    school.pass(Duration::minutes(10));
    change_mails::queue_due(&school.app).await.unwrap();
    mails(school, kind).await
}

async fn mails(school: &School, kind: &str) -> Vec<(String, Value)> {
    const ALL: &str = "SELECT recipient, kind, params FROM mails ORDER BY id";
    let mut conn = school.app.db.read().await.unwrap();
    let all = preau_server::fetch_all!(conn, (String, String, String), ALL).unwrap();
    let ours = all.into_iter().filter(|(_, one, _)| one == kind);
    ours.map(|(to, _, params)| (to, serde_json::from_str(&params).unwrap())).collect()
}

fn when(session: &Value) -> Value {
    json!([session["day"], session["startTime"], session["place"], session["cancelled"]])
}

async fn remind(school: &School) -> Vec<(String, Value)> {
    let job = jobs::JOBS.iter().find(|job| job.name == "session-reminders").unwrap();
    jobs::run_if_due(&school.app, job).await.unwrap();
    mails(school, "session-reminder").await
}

fn calendars(mail: &Arrived) -> BTreeMap<String, BTreeMap<String, String>> {
    let files = mail.attachments().into_iter().filter(|(name, _)| name == "seances.ics");
    let text: String = files.map(|(_, bytes)| String::from_utf8(bytes).unwrap()).collect();
    read(&text.replace("\r\n", "\n").replace('\n', "\r\n"))
}

both_engines!(changes_of_ten_minutes_are_one_mail_and_one_calendar, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let sink = Sink::open().await;
    let school =
        school.twin_with(&["--smtp-url", &sink.url(), "--mail-from", "École <ecole@ecole.example>"]).await;
    give(&admin, &zoe, &[]).await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    give(&admin, &lea, &[12]).await;
    let made = zoe.post("/calendar-tokens", json!({ "kind": "OWN" })).await.ok();
    let address = made["address"].as_str().unwrap().split_once("/api").unwrap().1.to_owned();
    let before = read(&school.visitor().get(&address).await.text());
    let editor = editor(&school).await;
    put(&school, &editor, 2, json!({ "date": "2026-03-10" })).await;
    school.pass(Duration::minutes(6));
    put(&school, &editor, 2, json!({ "startTime": "19:00", "roomId": 2 })).await;
    let path = "/class-sessions/3/cancel";
    let reason = json!({ "reason": "Grève des trains" });
    school.sign_in(editor.id()).await.send(Method::PATCH, path, Some(reason), &[]).await.ok();
    assert_eq!(told(&school, "course-changed").await.len(), 2);
    assert_eq!(told(&school, "course-changed").await.len(), 2, "once");

    let all = mails(&school, "course-changed").await;
    let (to, facts) = &all[0];
    assert_eq!((to.as_str(), &facts["changes"]), ("zoe@example.fr", &json!([])));
    let [moved, cancelled] = [&facts["sessions"][0], &facts["sessions"][1]];
    assert_eq!(
        when(&moved["before"]),
        json!(["2026-03-09", "18:30", "Figuier, 2, rue des Figuiers, Arles", false])
    );
    assert_eq!(when(&moved["now"]), json!(["2026-03-10", "19:00", "Tilleul", false]));
    assert_eq!(
        json!([cancelled["now"]["cancelled"], cancelled["now"]["reason"]]),
        json!([true, "Grève des trains"])
    );
    // The third is of a module that Léa has not.
    assert_eq!((all[1].0.as_str(), all[1].1["sessions"].as_array().unwrap().len()), ("lea@example.fr", 1));
    let teachers = mails(&school, "teaching-changed").await;
    let count = |mail: &Value| mail["sessions"].as_array().unwrap().len();
    let seen: Vec<_> = teachers.iter().map(|(to, facts)| (to.as_str(), count(facts))).collect();
    assert_eq!(seen, [("chiara@preau.test", 1), ("matteo@preau.test", 1)]);

    worker::run_due(&school.app).await.unwrap();
    let arrived = sink.arrived();
    let mail =
        arrived.iter().find(|mail| mail.to == "zoe@example.fr" && !mail.attachments().is_empty()).unwrap();
    let feed = read(&school.visitor().get(&address).await.text());
    let events = calendars(mail);
    assert_eq!(events.keys().collect::<Vec<_>>(), ["seance-2", "seance-3"]);
    for (uid, event) in &events {
        for name in ["UID", "SEQUENCE", "STATUS", "DTSTART", "DTEND", "SUMMARY"] {
            assert_eq!(event[name], feed[uid][name], "{name} of {uid}");
        }
        let number = |event: &BTreeMap<String, String>| event["SEQUENCE"].parse::<i64>().unwrap();
        assert!(number(event) > number(&before[uid]), "{event:?}");
    }
    assert_eq!(events["seance-3"]["STATUS"], "CANCELLED");
});

both_engines!(what_was_taken_back_is_over_or_not_on_sale_is_told_to_nobody, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    give(&admin, &zoe, &[]).await;
    if school.engine == Engine::Postgres {
        // After the ids that the class was written with.
        school.sql("ALTER TABLE class_sessions ALTER COLUMN id RESTART WITH 100").await;
    }
    let editor = editor(&school).await;
    put(&school, &editor, 2, json!({ "startTime": "20:00" })).await;
    put(&school, &editor, 2, json!({ "startTime": "18:30" })).await;
    let body =
        json!({ "courseId": 1, "date": "2026-03-12", "startTime": "10:00", "minutes": 60, "roomId": 1 });
    let added = editor.post("/class-sessions", body.clone()).await.ok();
    editor.delete(&format!("/class-sessions/{}", added["id"])).await;
    put(&school, &editor, 2, json!({ "note": "Apportez un stylo." })).await;
    assert_eq!(told(&school, "course-changed").await, []);
    assert_eq!(mails(&school, "teaching-changed").await, []);
    assert_eq!(school.count("SELECT COUNT(*) FROM course_changes").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM session_changes").await, 0);

    // Taken off the site, and nobody is in it.
    school.sql("UPDATE courses SET status = 'DRAFT' WHERE id = 1").await;
    school.sql("UPDATE subscriptions SET active = FALSE, holds_seat = FALSE").await;
    put(&school, &editor, 2, json!({ "startTime": "20:00" })).await;
    assert_eq!(told(&school, "course-changed").await, []);
    assert_eq!(mails(&school, "teaching-changed").await, []);
    // With a class it goes on being told.
    school.sql("UPDATE subscriptions SET active = TRUE").await;
    put(&school, &editor, 2, json!({ "startTime": "20:30" })).await;
    assert_eq!(told(&school, "course-changed").await.len(), 1);

    school.sql("UPDATE courses SET status = 'PUBLISHED' WHERE id = 1").await;
    school.sign_in(editor.id()).await.post("/class-sessions", body).await.ok();
    school.sign_in(editor.id()).await.delete("/class-sessions/2").await;
    let all = told(&school, "course-changed").await;
    let shown =
        |n: usize| json!([all[1].1["sessions"][n]["before"]["day"], all[1].1["sessions"][n]["now"]["day"]]);
    assert_eq!(json!([shown(0), shown(1)]), json!([["2026-03-09", null], [null, "2026-03-12"]]));
});

both_engines!(other_rooms_can_be_switched_off_and_other_times_cannot, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    give(&admin, &zoe, &[]).await;
    let path = format!("/users/{}", zoe.id());
    let user = zoe.get(&path).await.ok();
    assert_eq!(json!([user["sessionReminders"], user["sessionChanges"]]), json!([true, true]));
    let user = zoe.put(&path, json!({ "sessionChanges": false })).await.ok();
    assert_eq!(json!([user["sessionReminders"], user["sessionChanges"]]), json!([true, false]));
    zoe.put(&path, json!({ "sessionChanges": "no" })).await.refused(422, "invalid_type");
    let editor = editor(&school).await;
    put(&school, &editor, 2, json!({ "roomId": 2, "teacherId": 2 })).await;
    assert_eq!(told(&school, "course-changed").await, []);
    let teachers: Vec<_> = mails(&school, "teaching-changed").await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(teachers, ["chiara@preau.test", "matteo@preau.test"], "who gave it and who gives it");
    put(&school, &editor, 2, json!({ "roomId": 1, "minutes": 60 })).await;
    assert_eq!(told(&school, "course-changed").await.len(), 1);

    let course = async |change: Value| {
        school.sign_in(editor.id()).await.put("/courses/admin/1", change).await.ok();
        told(&school, "course-changed").await.len()
    };
    assert_eq!(
        course(json!({ "location": "12, rue des Tilleuls" })).await,
        1,
        "another place is switched off too"
    );
    let teaching = mails(&school, "teaching-changed").await;
    let (to, facts) = teaching.last().unwrap();
    assert_eq!(
        (to.as_str(), &facts["changes"][0]["now"]),
        ("chiara@preau.test", &json!("12, rue des Tilleuls"))
    );
    assert_eq!(course(json!({ "schedule": "Le mardi" })).await, 2);
});

both_engines!(the_first_session_is_recalled_once_on_the_day_before, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    give(&admin, &zoe, &[]).await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    give(&admin, &lea, &[]).await;
    lea.put(&format!("/users/{}", lea.id()), json!({ "sessionReminders": false })).await.ok();
    // The 2nd of March, at ten; the first session is on the 9th at half past six.
    school.pass(Duration::days(5));
    assert_eq!(remind(&school).await, []);
    school.pass(Duration::hours(24 - 3));
    assert_eq!(remind(&school).await, [], "not before nine o’clock");
    school.pass(Duration::hours(3));
    let late = school.account(Role::Student, "tom@example.fr").await;
    give(&school.sign_in(admin.id()).await, &late, &[]).await;
    let recalled = remind(&school).await;
    assert_eq!(recalled.len(), 1, "{recalled:?}");
    let (to, facts) = &recalled[0];
    assert_eq!(to, "zoe@example.fr");
    assert_eq!(
        when(&facts["session"]),
        json!(["2026-03-09", "18:30", "Figuier, 2, rue des Figuiers, Arles", false])
    );
    school.pass(Duration::minutes(30));
    assert_eq!(remind(&school).await.len(), 1, "once");
    let shown = school.sign_in(admin.id()).await.get("/mail").await.ok();
    let text = shown["items"][0]["text"].as_str().unwrap().replace(['\u{a0}', '\u{202f}'], " ");
    assert!(text.contains("lundi 9 mars 2026, 18 h 30 – 20 h 00"), "{text}");
    school.pass(Duration::days(21));
    assert_eq!(remind(&school).await.len(), 1, "it is not the first any more");
});
