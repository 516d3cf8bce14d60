//! The timetable: rooms, closures, series with their preview, single sessions, clashes, and what the public sees of it.

use axum::http::Method;
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::operations::doctor;
use serde_json::{Value, json};

use crate::catalogue::catalogue;
use crate::school::{Client, Reply, School};

/// The catalogue, two rooms, and somebody who plans.
async fn planner(school: &School) -> (Client, [i64; 2]) {
    catalogue(school).await;
    let editor = school.account(Role::Editor, "emma@preau.test").await;
    let mut rooms = [0; 2];
    for (place, (name, seats)) in [("Figuier", 12), ("Platane", 6)].into_iter().enumerate() {
        let room = editor.post("/rooms", json!({ "name": name, "seats": seats })).await;
        assert_eq!(room.status, 201);
        rooms[place] = room.json()["id"].as_i64().unwrap();
    }
    (editor, rooms)
}

/// Mondays and Thursdays of the spring, for the course in person.
fn spring(room: i64) -> Value {
    json!({ "courseId": 1, "weekdays": [1, 4], "startTime": "18:30", "minutes": 90, "firstDay": "2026-03-09",
        "lastDay": "2026-05-28", "roomId": room })
}

fn with(mut body: Value, change: Value) -> Value {
    let Value::Object(change) = change else { panic!("no object: {change}") };
    for (name, value) in change {
        body[name.as_str()] = value;
    }
    body
}

fn session(course: i64, date: &str, start: &str, room: Option<i64>) -> Value {
    json!({ "courseId": course, "date": date, "startTime": start, "minutes": 60, "roomId": room, "teacherId": null })
}

/// Changes what was read, as the one who read it.
async fn put(client: &Client, path: &str, row: &Value, change: Value) -> Reply {
    let version = format!("\"{}\"", row["version"]);
    let path = format!("{path}/{}", row["id"]);
    client.send(Method::PUT, &path, Some(change), &[("If-Match", &version)]).await
}

fn days<'v>(lines: &'v Value, name: &str, wanted: &str) -> Vec<&'v str> {
    let lines = lines.as_array().unwrap().iter();
    lines.filter(|line| line[name] == wanted).map(|line| line["date"].as_str().unwrap()).collect()
}

both_engines!(rooms_and_closures_are_written_and_a_used_room_stays, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    editor.post("/rooms", json!({ "name": "figuier" })).await.refused(409, "taken");
    let rooms = editor.get("/rooms").await.ok();
    assert_eq!(json!([rooms[0]["name"], rooms[1]["name"]]), json!(["Figuier", "Platane"]));
    let changed = put(&editor, "/rooms", &rooms[1], json!({ "seats": 8, "note": "Au fond" })).await.ok();
    assert_eq!(json!([changed["seats"], changed["note"], changed["version"]]), json!([8, "Au fond", 2]));
    put(&editor, "/rooms", &rooms[1], json!({ "seats": 9 })).await.refused(412, "stale");

    editor.post("/class-sessions", session(1, "2026-03-10", "18:30", Some(figuier))).await.ok();
    let refused = editor.delete(&format!("/rooms/{figuier}")).await.refused(409, "in_use");
    assert_eq!(refused["params"]["sessions"], 1);
    assert_eq!(editor.delete(&format!("/rooms/{platane}")).await.status, 204);

    let closure = json!({ "label": "Pont", "firstDay": "2026-05-15", "lastDay": "2026-05-14" });
    let reply = editor.post("/closures", closure.clone()).await;
    reply.refused(422, "end_before_start");
    assert_eq!(reply.field_names(), ["lastDay"]);
    editor.post("/closures", with(closure, json!({ "lastDay": "2026-05-16" }))).await.ok();
    let all = editor.get("/closures").await.ok();
    assert_eq!(all["closures"][0]["label"], "Pont");
    let easter = json!({ "day": "2026-04-06", "label": "Lundi de Pâques", "holiday": "EASTER_MONDAY" });
    assert!(all["holidays"].as_array().unwrap().contains(&easter), "{}", all["holidays"]);
});

both_engines!(a_series_is_previewed_and_written_as_it_was_previewed, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    let pont = json!({ "label": "Pont", "firstDay": "2026-05-15", "lastDay": "2026-05-18" });
    editor.post("/closures", pont).await.ok();
    let preview = editor.post("/session-series/preview", spring(figuier)).await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 0, "a preview writes nothing");
    let dates = &preview["dates"];
    let skipped: Vec<_> =
        dates.as_array().unwrap().iter().filter(|date| !date["skipped"].is_null()).collect();
    let told: Vec<_> =
        skipped.iter().map(|date| (date["date"].as_str().unwrap(), &date["skipped"]["reason"])).collect();
    let holiday = json!("HOLIDAY");
    let expected = [
        ("2026-04-06", &holiday),
        ("2026-05-14", &holiday),
        ("2026-05-18", &json!("CLOSURE")),
        ("2026-05-25", &holiday),
    ];
    assert_eq!(told, expected);
    assert_eq!(skipped[2]["skipped"]["label"], "Pont");
    assert_eq!(days(dates, "change", "ADD").len(), 20);
    let sums =
        json!([preview["hours"], preview["courseHours"], preview["totalHours"], preview["outsideCourse"]]);
    assert_eq!(sums, json!([30.0, 30.0, 30, false]));

    let written = editor.post("/session-series", spring(figuier)).await;
    assert_eq!(written.status, 201);
    let written = written.json();
    let sessions = written["sessions"].as_array().unwrap();
    let on: Vec<_> = sessions.iter().map(|session| session["date"].as_str().unwrap()).collect();
    assert_eq!(on, days(dates, "change", "ADD"));
    // The last Sunday of March lies between them: the hour in Paris stays.
    let around =
        ["2026-03-26", "2026-03-30"].map(|day| sessions.iter().find(|one| one["date"] == day).unwrap());
    let instants = around.map(|one| (one["startTime"].clone(), one["startsAt"].clone()));
    assert_eq!(instants[0], (json!("18:30"), json!("2026-03-26T17:30:00.000Z")));
    assert_eq!(instants[1], (json!("18:30"), json!("2026-03-30T16:30:00.000Z")));
    assert_eq!(
        json!([sessions[0]["teacherName"], sessions[0]["roomName"]]),
        json!(["Chiara Bellini", "Figuier"])
    );
    // The smaller room is named, and may be taken all the same.
    let small = editor.post("/session-series/preview", spring(platane)).await.ok();
    assert_eq!(small["warnings"], json!(["room_too_small"]));
});

both_engines!(a_changed_rule_moves_its_sessions_and_leaves_those_that_are_not_its_own_any_more, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    let written = editor.post("/session-series", spring(figuier)).await.ok();
    let (series, sessions) = (&written["series"], written["sessions"].as_array().unwrap());
    let [by_hand, cancelled] = [&sessions[2], &sessions[3]];
    put(&editor, "/class-sessions", by_hand, json!({ "startTime": "19:00" })).await.ok();
    let path = format!("/class-sessions/{}/cancel", cancelled["id"]);
    editor.patch(&path, json!({ "reason": "Professeure absente" })).await.ok();
    school.pass(chrono::Duration::days(8)); // the first is past
    let editor = school.sign_in(editor.id()).await;

    let change = json!({ "startTime": "18:00", "roomId": platane, "lastDay": "2026-04-30" });
    let preview = with(change.clone(), json!({ "id": series["id"] }));
    let preview = editor.post("/session-series/preview", preview).await.ok();
    let why: Vec<_> =
        preview["dates"].as_array().unwrap().iter().map(|date| date["why"].clone()).take(4).collect();
    assert_eq!(json!(why), json!(["PAST", null, "BY_HAND", "CANCELLED"]));
    let after = put(&editor, "/session-series", series, change).await.ok();
    let after = after["sessions"].as_array().unwrap();
    let seen = |place: usize| json!([after[place]["id"], after[place]["startTime"], after[place]["roomId"]]);
    assert_eq!(seen(0), json!([sessions[0]["id"], "18:30", figuier]), "past");
    assert_eq!(seen(1), json!([sessions[1]["id"], "18:00", platane]), "moved, and the same session");
    assert_eq!(seen(2), json!([by_hand["id"], "19:00", figuier]), "by hand");
    assert_eq!(seen(3), json!([cancelled["id"], "18:30", figuier]), "cancelled");
    assert!(after.iter().all(|one| one["date"].as_str().unwrap() <= "2026-04-30"), "the rest is removed");
    // What calendars know a session by stays, and its number rises once for the one change.
    let moved = school
        .count("SELECT COUNT(*) FROM class_sessions WHERE start_time = '18:00' AND sequence <> 1")
        .await;
    assert_eq!(moved, 0);
    assert_eq!(school.count("SELECT COUNT(*) - COUNT(DISTINCT uid) FROM class_sessions").await, 0);

    let series = editor.get("/session-series/course/1").await.ok();
    let path = format!("/session-series/{}", series[0]["id"]);
    assert_eq!(editor.delete(&path).await.status, 204);
    let left = "SELECT COUNT(*) FROM class_sessions WHERE series_id IS NULL";
    assert_eq!(school.count(left).await, 3, "past, by hand and cancelled");
});

both_engines!(a_room_and_a_teacher_are_in_one_place_at_a_time, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    let first = editor.post("/class-sessions", session(1, "2026-03-10", "18:30", Some(figuier))).await.ok();
    let other = session(2, "2026-03-10", "19:00", Some(figuier));
    let problem = editor.post("/class-sessions", other.clone()).await.refused(409, "room_taken");
    let told = &problem["params"]["session"];
    assert_eq!(
        json!([told["id"], told["courseName"], told["startTime"]]),
        json!([first["id"], "Primi passi", "18:30"])
    );
    editor.post("/class-sessions", with(other.clone(), json!({ "startTime": "19:30" }))).await.ok();
    editor.post("/class-sessions", with(other, json!({ "roomId": platane }))).await.ok();

    // A draft occupies its teacher; what is cancelled or to come of an archived course does not.
    let draft = with(session(3, "2026-04-07", "10:00", None), json!({ "teacherId": 1 }));
    let draft = editor.post("/class-sessions", draft).await.ok();
    let wanted = with(session(1, "2026-04-07", "10:30", None), json!({ "teacherId": 1 }));
    editor.post("/class-sessions", wanted.clone()).await.refused(409, "teacher_taken");
    let cancel = format!("/class-sessions/{}/cancel", draft["id"]);
    editor.patch(&cancel, json!({ "reason": " " })).await.refused(422, "reason_required");
    editor.patch(&cancel, json!({ "reason": "Grève" })).await.ok();
    let kept = editor.post("/class-sessions", wanted).await.ok();
    editor.patch("/courses/admin/1/archive", json!({})).await.ok();
    let again = with(session(3, "2026-04-07", "10:30", None), json!({ "teacherId": 1 }));
    editor.post("/class-sessions", again).await.ok();
    // The archived course does not come back over it.
    editor.patch("/courses/admin/1/unpublish", json!({})).await.refused(409, "teacher_taken");
    assert_eq!(kept["status"], "PLANNED");
});

both_engines!(a_hundred_requests_for_one_room_at_one_hour_make_one_session, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    let requests = (0..100).map(|n| {
        let editor = editor.clone();
        let body = session(1 + n % 3, "2026-04-08", &format!("18:{:02}", n % 60), Some(figuier));
        tokio::spawn(async move { editor.post("/class-sessions", body).await.status.as_u16() })
    });
    let replies: Vec<u16> = join_all(requests).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(replies.iter().filter(|status| **status == 201).count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|status| **status == 409).count(), 99, "{replies:?}");
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 1);
});

both_engines!(a_session_outside_the_course_is_refused_with_an_offer_to_extend_it, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    let late = session(1, "2026-06-04", "18:30", Some(figuier));
    let problem = editor.post("/class-sessions", late.clone()).await.refused(409, "outside_course_dates");
    assert_eq!(problem["params"]["endDate"], "2026-05-30");
    let made = editor.post("/class-sessions", with(late, json!({ "extendCourse": true }))).await.ok();
    let course = editor.get("/courses/admin/1").await.ok();
    assert_eq!(json!([course["startDate"], course["endDate"]]), json!(["2026-03-09", "2026-06-04"]));
    // A rule that goes on too long is refused whole.
    let long = with(spring(figuier), json!({ "startTime": "10:00", "lastDay": "2026-06-30" }));
    editor.post("/session-series", long).await.refused(409, "outside_course_dates");
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 1);
    let moved = put(&editor, "/class-sessions", &made, json!({ "date": "2026-06-11" })).await;
    moved.refused(409, "outside_course_dates");
    put(&editor, "/class-sessions", &made, json!({ "note": "Dernière séance" })).await.ok();
});

both_engines!(what_begun_stays_and_what_is_cancelled_is_not_changed, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    let made = editor.post("/class-sessions", session(1, "2026-03-10", "18:30", Some(figuier))).await.ok();
    let stale = [("If-Match", "\"7\"")];
    let path = format!("/class-sessions/{}", made["id"]);
    editor.send(Method::DELETE, &path, None, &stale).await.refused(412, "stale");
    let cancelled = editor.patch(&format!("{path}/cancel"), json!({ "reason": "Grève" })).await.ok();
    assert_eq!(json!([cancelled["status"], cancelled["reason"]]), json!(["CANCELLED", "Grève"]));
    put(&editor, "/class-sessions", &cancelled, json!({ "startTime": "20:00" }))
        .await
        .refused(409, "session_cancelled");
    let past = editor.post("/class-sessions", session(1, "2026-03-12", "18:30", Some(figuier))).await.ok();
    school.pass(chrono::Duration::days(14));
    let editor = school.sign_in(editor.id()).await;
    editor.delete(&format!("/class-sessions/{}", past["id"])).await.refused(409, "session_past");
    let range = editor.get("/class-sessions?from=2026-03-01&to=2026-06-30").await;
    range.refused(422, "range_too_long");
    let listed = editor.get("/class-sessions?from=2026-03-09&to=2026-03-11").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let whole = editor
        .get(&format!("/class-sessions?courseId=1&roomId={figuier}&from=2026-03-01&to=2026-03-31"))
        .await;
    assert_eq!(whole.ok().as_array().unwrap().len(), 2);
});

both_engines!(the_public_sees_when_and_where_and_no_link, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    editor.post("/session-series", spring(figuier)).await.ok();
    let link = json!({ "meetingUrl": "https://meet.example/secret" });
    editor.post("/class-sessions", with(session(2, "2026-03-10", "12:00", None), link)).await.ok();
    let visitor = school.visitor();
    let sessions = visitor.get("/courses/1/sessions").await.ok();
    let first = &sessions[0];
    assert_eq!(
        json!([first["date"], first["roomName"], first["teacherName"]]),
        json!(["2026-03-09", "Figuier", "Chiara Bellini"])
    );
    let online = visitor.get("/courses/2/sessions").await;
    assert!(!online.text().contains("secret") && online.ok()[0].get("meetingUrl").is_none());
    visitor.get("/courses/3/sessions").await.refused(404, "not_found");

    let list = visitor.get("/courses").await.ok();
    let listed = |id: i64| list.as_array().unwrap().iter().find(|course| course["id"] == id).unwrap();
    let summary = &listed(1)["sessionsSummary"];
    let slot = json!([{ "weekdays": [1, 4], "startTime": "18:30", "endTime": "20:00" }]);
    assert_eq!(json!([summary["slots"], summary["count"], summary["hours"]]), json!([slot, 21, 31.5]));
    let next: Vec<_> = summary["next"].as_array().unwrap().iter().map(|one| one["date"].clone()).collect();
    assert_eq!(json!(next), json!(["2026-03-09", "2026-03-12", "2026-03-16"]));
    assert_eq!(visitor.get("/courses/1/details").await.ok()["sessionsSummary"], *summary);

    // What is changed is seen at once.
    let first = editor.get("/class-sessions?courseId=1").await.ok()[0].clone();
    editor.patch(&format!("/class-sessions/{}/cancel", first["id"]), json!({ "reason": "Grève" })).await.ok();
    let sessions = visitor.get("/courses/1/sessions").await.ok();
    assert_eq!(
        (&sessions[0]["status"], sessions[0].get("reason")),
        (&json!("CANCELLED"), None),
        "its class reads why"
    );
    let summary = visitor.get("/courses/1/details").await.ok()["sessionsSummary"].clone();
    assert_eq!(json!([summary["count"], summary["next"][0]["date"]]), json!([20, "2026-03-12"]));
});

both_engines!(a_cancelled_course_cancels_its_sessions_to_come, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    editor.post("/session-series", spring(figuier)).await.ok();
    school.pass(chrono::Duration::days(8)); // the first is past
    let admin = school.account(Role::Admin, "ana@preau.test").await;
    let seen = admin.get("/courses/admin/1/cancel").await.ok();
    let body = json!({ "reason": "Trop peu d'élèves.", "fingerprint": seen["fingerprint"] });
    admin.post("/courses/admin/1/cancel", body).await.ok();
    let sessions = admin.get("/class-sessions?courseId=1").await.ok();
    let told = |place: usize| {
        json!([sessions[place]["status"], sessions[place]["reason"], sessions[place]["version"]])
    };
    assert_eq!(told(0), json!(["PLANNED", null, 1]), "held");
    assert_eq!(told(1), json!(["CANCELLED", "Trop peu d'élèves.", 2]));
    let left = "SELECT COUNT(*) FROM class_sessions WHERE status = 'PLANNED' OR sequence <> 1";
    assert_eq!(school.count(left).await, 1);
    let mails =
        "SELECT COUNT(*) FROM mails WHERE kind = 'course-cancelled' AND recipient = 'chiara@preau.test'";
    assert_eq!(school.count(mails).await, 1, "whoever would have given them is told");
});

both_engines!(alsace_and_moselle_have_two_holidays_more, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    let admin = school.account(Role::Admin, "ana@preau.test").await;
    assert_eq!(school.visitor().get("/settings/school").await.ok()["alsaceMoselle"], false);
    let good_friday = with(spring(figuier), json!({ "weekdays": [5] }));
    let skipped = |preview: &Value| {
        let dates = preview["dates"].as_array().unwrap().iter();
        dates
            .filter(|date| date["date"] == "2026-04-03")
            .map(|date| date["skipped"]["label"].clone())
            .collect::<Vec<_>>()
    };
    let before = editor.post("/session-series/preview", good_friday.clone()).await.ok();
    assert_eq!(skipped(&before), [Value::Null]);
    let saved = admin.put("/settings/school", json!({ "alsaceMoselle": true })).await.ok();
    assert_eq!(saved["alsaceMoselle"], true);
    let after = editor.post("/session-series/preview", good_friday).await.ok();
    assert_eq!(skipped(&after), ["Vendredi saint"]);
    // Another change of the settings leaves it.
    assert_eq!(admin.put("/settings/school", json!({ "city": "Colmar" })).await.ok()["alsaceMoselle"], true);
});

both_engines!(the_doctor_names_sessions_that_are_not_when_or_where_they_can_be, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    for (start, room) in [("09:00", figuier), ("11:00", figuier), ("11:00", platane)] {
        assert_eq!(
            editor.post("/class-sessions", session(1, "2026-04-02", start, Some(room))).await.status,
            201
        );
    }
    let findings = async || {
        let found = doctor::check(&school.app).await.unwrap();
        found.iter().map(ToString::to_string).filter(|line| line.contains("sessions")).collect::<Vec<_>>()
    };
    assert_eq!(findings().await, Vec::<String>::new());
    for (damage, finding) in [
        (
            "UPDATE class_sessions SET teacher_id = (SELECT MIN(id) FROM teachers) WHERE id > 1",
            "1 sessions of a teacher who gives another at that time: 3",
        ),
        (
            "UPDATE class_sessions SET room_id = (SELECT MIN(id) FROM rooms)",
            "1 sessions in a room where another is at that time: 3",
        ),
    ] {
        school.sql(damage).await;
        assert!(findings().await.contains(&finding.to_owned()), "{:?}", findings().await);
    }
    school
        .sql("UPDATE class_sessions SET teacher_id = NULL, room_id = NULL, start_time = '10:00' WHERE id = 1")
        .await;
    school.sql("UPDATE class_sessions SET teacher_id = NULL, room_id = NULL WHERE id > 1").await;
    assert_eq!(
        findings().await,
        ["1 sessions whose instants are not those of their day and time in Paris: 1"]
    );
});

both_engines!(a_course_whose_class_still_meets_is_not_archived, |school| {
    let (editor, [figuier, _]) = planner(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    editor.post("/class-sessions", session(1, "2026-03-10", "18:30", Some(figuier))).await.ok();
    let lea = school.account(Role::Student, "lea@preau.test").await;
    let id = crate::progress::give(&admin, &lea, &[]).await;
    let archive = "/courses/admin/1/archive";
    let refused = editor.patch(archive, Value::Null).await.refused(409, "sessions_to_come");
    assert_eq!(refused["params"]["count"], 1);
    school.sql("UPDATE subscriptions SET active = FALSE, holds_seat = FALSE").await;
    editor.patch(archive, Value::Null).await.ok();
    assert!(id > 0);
});

both_engines!(another_teacher_of_a_course_takes_its_sessions_to_come, |school| {
    let (editor, [figuier, platane]) = planner(&school).await;
    let course = editor.get("/courses/admin/1").await.ok();
    let before = course["teacherId"].as_i64().unwrap();
    school
        .sql("INSERT INTO teachers (id, first_name, last_name, email, languages_taught, created_at, updated_at) VALUES
            (2, 'Wei', 'Chen', 'wei@preau.test', '[]', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')")
        .await;
    let to = 2;
    let body = |day: &str, teacher: i64| {
        with(session(1, day, "18:30", Some(figuier)), json!({ "teacherId": teacher }))
    };
    let own = editor.post("/class-sessions", body("2026-03-10", before)).await.ok();
    let substitute = editor.post("/class-sessions", body("2026-03-12", to)).await.ok();
    let series =
        editor.post("/session-series", with(spring(platane), json!({ "firstDay": "2026-04-13" }))).await.ok();
    let teachers = async || {
        let all = editor.get("/class-sessions?courseId=1").await.ok();
        let of = |id: &Value| {
            all.as_array().unwrap().iter().find(|one| &one["id"] == id).unwrap()["teacherId"].clone()
        };
        let rules = editor.get("/session-series/course/1").await.ok();
        json!([
            of(&own["id"]),
            of(&substitute["id"]),
            rules[0]["teacherId"],
            all.as_array().unwrap().last().unwrap()["teacherId"]
        ])
    };
    assert_eq!(teachers().await, json!([before, to, before, before]), "{series}");

    let elsewhere =
        with(session(2, "2026-03-10", "18:45", None), json!({ "teacherId": to, "extendCourse": true }));
    let elsewhere = editor.post("/class-sessions", elsewhere).await.ok();
    let change = json!({ "teacherId": to });
    put(&editor, "/courses/admin", &course, change.clone()).await.refused(409, "teacher_taken");
    assert_eq!(teachers().await, json!([before, to, before, before]), "nothing is half done");
    editor.delete(&format!("/class-sessions/{}", elsewhere["id"])).await;
    let course = editor.get("/courses/admin/1").await.ok();
    put(&editor, "/courses/admin", &course, change).await.ok();
    assert_eq!(teachers().await, json!([to, to, to, to]));
});
