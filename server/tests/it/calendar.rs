//! Sessions as learners and calendar apps see them: whose they are, files that two parsers read, and addresses that are
//! revoked.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode, header};
use chrono::Duration;
use icalendar::{Calendar, CalendarDateTime, Component as _, DatePerhapsTime, EventStatus};
use preau_core::role::Role;
use preau_server::mail::worker;
use serde_json::{Value, json};

use crate::after_sale::{LINK, buy, class};
use crate::booking::{draft, draft_for};
use crate::progress::give;
use crate::school::{Client, Reply, School};
use crate::smtp::Sink;

/// Rooms and sessions of the Italian course: one before the course, one in a room, one online and after the change to
/// summer time for the first module, one of the second module that is cancelled.
pub const SESSIONS: [&str; 2] = [
    "INSERT INTO rooms (id, name, address, seats, created_at, updated_at) VALUES
        (1, 'Figuier', '2, rue des Figuiers, Arles', 12, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        (2, 'Tilleul', NULL, 6, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    "INSERT INTO class_sessions (id, course_id, module_id, day, start_time, minutes, starts_at, ends_at, room_id,
        teacher_id, status, reason, note, uid, sequence, created_at, updated_at) VALUES
        (1, 1, NULL, '2026-02-23', '18:30', 90, '2026-02-23T17:30:00Z', '2026-02-23T19:00:00Z', 1, NULL, 'PLANNED',
            NULL, NULL, 'seance-1', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        (2, 1, NULL, '2026-03-09', '18:30', 90, '2026-03-09T17:30:00Z', '2026-03-09T19:00:00Z', 1, NULL, 'PLANNED',
            NULL, 'Apportez; un crayon, \\ et
du papier : 学习 é', 'seance-2', 3, '2026-01-01T00:00:00Z', '2026-01-02T10:00:00.123Z'),
        (3, 1, 11, '2026-03-30', '18:30', 90, '2026-03-30T16:30:00Z', '2026-03-30T18:00:00Z', NULL, 2, 'PLANNED',
            NULL, NULL, 'seance-3', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        (4, 1, 12, '2026-04-02', '18:30', 90, '2026-04-02T16:30:00Z', '2026-04-02T18:00:00Z', 2, 1, 'CANCELLED',
            'Professeur malade', NULL, 'seance-4', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
];

/// The Italian class with its sessions.
pub async fn with_sessions(school: &School) -> (Client, Client) {
    let people = class(school).await;
    for statement in SESSIONS {
        school.sql(statement).await;
    }
    people
}

async fn sessions(client: &Client, id: i64) -> Value {
    client.get(&format!("/subscriptions/{id}/sessions")).await.ok()
}

fn ids(answer: &Value) -> Vec<i64> {
    answer["sessions"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

both_engines!(a_learner_sees_the_sessions_of_what_was_bought, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let first = give(&admin, &zoe, &[11]).await;
    let seen = sessions(&zoe, first).await;
    assert_eq!((ids(&seen), &seen["rate"]), (vec![2, 3], &Value::Null), "since the purchase, of its modules");
    let [in_room, online] = [&seen["sessions"][0], &seen["sessions"][1]];
    assert_eq!(
        json!([
            in_room["date"],
            in_room["startTime"],
            in_room["startsAt"],
            in_room["endsAt"],
            in_room["minutes"]
        ]),
        json!(["2026-03-09", "18:30", "2026-03-09T17:30:00.000Z", "2026-03-09T19:00:00.000Z", 90])
    );
    assert_eq!(
        json!([in_room["roomName"], in_room["roomAddress"], in_room["meetingUrl"], in_room["teacherName"]]),
        json!(["Figuier", "2, rue des Figuiers, Arles", null, "Chiara Bellini"]),
        "in a room the course's link leads nowhere; without a teacher of its own the course's"
    );
    assert_eq!(
        json!([online["moduleName"], online["meetingUrl"], online["teacherName"], online["attendance"]]),
        json!(["Uno", LINK, "Matteo Riva", null])
    );
    for hidden in ["clientId", "byHand", "version", "seriesId"] {
        assert_eq!(in_room.get(hidden), None, "{hidden}");
    }
    give(&admin, &zoe, &[]).await;
    let whole = sessions(&zoe, first).await;
    assert_eq!((ids(&whole), &whole["sessions"][2]["reason"]), (vec![2, 3, 4], &json!("Professeur malade")));

    let stranger = school.account(Role::Student, "tom@example.fr").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    for path in ["sessions", "calendar.ics"] {
        let path = format!("/subscriptions/{first}/{path}");
        stranger.get(&path).await.refused(404, "not_found");
        school.visitor().get(&path).await.refused(401, "unauthenticated");
        assert_eq!(editor.get(&path).await.status, StatusCode::OK);
    }
    school.pass(Duration::days(29));
    let admin = school.sign_in(admin.id()).await;
    admin.patch(&format!("/subscriptions/{first}/deactivate"), json!({})).await.ok();
    let zoe = school.sign_in(zoe.id()).await;
    let ended = sessions(&zoe, first).await;
    assert_eq!(
        (ids(&ended), &ended["sessions"][1]["meetingUrl"]),
        (vec![2, 3], &Value::Null),
        "those held, no link"
    );
    let file = zoe.get(&format!("/subscriptions/{first}/calendar.ics")).await;
    assert!(!file.text().contains(LINK), "{}", file.text());
});

/// The properties of an event by their names, as `ical` reads them.
fn properties(event: &ical::parser::ical::component::IcalEvent) -> BTreeMap<String, String> {
    event.properties.iter().map(|one| (one.name.clone(), one.value.clone().unwrap_or_default())).collect()
}

/// Reads a file with both parsers, which must agree; answers the events by their names.
pub fn read(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])), "{text}");
    let calendars: Vec<_> = ical::IcalParser::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
    let [calendar] = calendars.as_slice() else { panic!("{text}") };
    let [zone] = calendar.timezones.as_slice() else { panic!("no zone: {text}") };
    assert_eq!(zone.properties.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["TZID"]);
    assert_eq!(zone.transitions.len(), 2);
    let events: BTreeMap<_, _> =
        calendar.events.iter().map(properties).map(|event| (event["UID"].clone(), event)).collect();
    let other: Calendar = text.parse().unwrap();
    assert_eq!(other.events().count(), events.len());
    for event in other.events() {
        let same = &events[event.get_uid().unwrap()];
        assert_eq!(event.get_sequence().unwrap().to_string(), same["SEQUENCE"]);
        assert_eq!(event.get_status() == Some(EventStatus::Cancelled), same["STATUS"] == "CANCELLED");
        let Some(DatePerhapsTime::DateTime(CalendarDateTime::WithTimezone { date_time, tzid })) =
            event.get_start()
        else {
            panic!("{event:?}");
        };
        assert_eq!(tzid, "Europe/Paris");
        assert_eq!(date_time.format("%Y%m%dT%H%M%S").to_string(), same["DTSTART"]);
        assert!(event.get_timestamp().is_some());
    }
    events
}

both_engines!(the_file_of_a_subscription_is_read_by_two_parsers, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let id = give(&admin, &zoe, &[]).await;
    let file = zoe.get(&format!("/subscriptions/{id}/calendar.ics")).await;
    assert_eq!(file.headers[header::CONTENT_TYPE], "text/calendar; charset=utf-8");
    assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"seances.ics\"");
    let events = read(&file.text());
    let of = |uid: &str, name: &str| events[uid].get(name).map(String::as_str);
    assert_eq!(events.keys().collect::<Vec<_>>(), ["seance-2", "seance-3", "seance-4"]);
    assert_eq!(
        (of("seance-2", "DTSTART"), of("seance-2", "DTEND")),
        (Some("20260309T183000"), Some("20260309T200000"))
    );
    assert_eq!(of("seance-3", "DTSTART"), Some("20260330T183000"), "the hour on the wall, in summer too");
    assert_eq!(
        (of("seance-2", "SEQUENCE"), of("seance-2", "DTSTAMP")),
        (Some("3"), Some("20260102T100000Z"))
    );
    assert_eq!(of("seance-2", "LOCATION"), Some("Figuier\\, 2\\, rue des Figuiers\\, Arles"));
    let described = of("seance-2", "DESCRIPTION").unwrap();
    assert!(described.contains("Apportez\\; un crayon\\, \\\\ et\\ndu papier : 学习 é"), "{described}");
    assert_eq!((of("seance-3", "URL"), of("seance-2", "URL")), (Some(LINK), None));
    assert_eq!((of("seance-4", "STATUS"), of("seance-3", "STATUS")), (Some("CANCELLED"), Some("CONFIRMED")));
    assert!(of("seance-4", "DESCRIPTION").unwrap().contains("Professeur malade"));
});

/// Makes an address; answers its id and its path under `/api`.
async fn made(client: &Client, body: Value) -> (i64, String) {
    let answer = client.post("/calendar-tokens", body).await;
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    let answer = answer.ok();
    let address = answer["address"].as_str().unwrap();
    let path = address.split_once("/api").unwrap().1.to_owned();
    (answer["id"].as_i64().unwrap(), path)
}

async fn own(client: &Client) -> (i64, String) {
    made(client, json!({ "kind": "OWN" })).await
}

async fn feed(school: &School, path: &str) -> Reply {
    school.visitor().get(path).await
}

both_engines!(an_app_reads_live_subscriptions_by_an_address_that_is_shown_once, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let (id, path) = own(&zoe).await;
    assert!(read(&feed(&school, &path).await.text()).is_empty());
    give(&admin, &zoe, &[11]).await;
    let first = feed(&school, &path).await;
    assert_eq!(first.headers[header::CONTENT_TYPE], "text/calendar; charset=utf-8");
    assert_eq!(first.headers[header::CACHE_CONTROL], "private, no-cache");
    assert!(first.text().contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H"), "{}", first.text());
    let before = read(&first.text());
    assert_eq!(before.keys().collect::<Vec<_>>(), ["seance-2", "seance-3"], "since they are in the class");
    let tag = first.headers[header::ETAG].to_str().unwrap().to_owned();
    let again = school.visitor().send(Method::GET, &path, None, &[("If-None-Match", &tag)]).await;
    assert_eq!((again.status, again.bytes().len()), (StatusCode::NOT_MODIFIED, 0));

    let moved =
        "UPDATE class_sessions SET starts_at = '2026-03-10T17:30:00Z', ends_at = '2026-03-10T19:00:00Z',
        sequence = sequence + 1, updated_at = '2026-03-02T09:00:00Z' WHERE id = 2";
    school.sql(moved).await;
    let other = school.visitor().send(Method::GET, &path, None, &[("If-None-Match", &tag)]).await;
    let after = read(&other.text());
    assert_eq!(json!([before["seance-2"]["SEQUENCE"], after["seance-2"]["SEQUENCE"]]), json!(["3", "4"]));
    assert_eq!(after["seance-2"]["DTSTART"], "20260310T183000");

    let listed = zoe.get("/calendar-tokens").await.ok();
    assert_eq!(
        json!([listed[0]["id"], listed[0]["kind"], listed[0]["readOn"]]),
        json!([id, "OWN", "2026-03-02"])
    );
    assert!(!listed.to_string().contains("address"), "{listed}");
    let token = path.trim_start_matches("/calendar/").trim_end_matches(".ics");
    assert_eq!(token.len(), 43, "256 bits");
    let tables = crate::bad_input::texts(&school).await;
    assert!(!tables.contains(token), "the token is stored nowhere");
    let export = zoe.get("/users/me/export").await.ok();
    assert_eq!(export["calendars"][0]["kind"], "OWN");
    assert!(!export.to_string().contains(token));

    // Nobody else's, and nothing that is not such an address.
    admin.delete(&format!("/calendar-tokens/{id}")).await.refused(404, "not_found");
    for wrong in ["/calendar/x.ics", "/calendar/.ics", &path[..path.len() - 4], &path.to_uppercase()] {
        let wrong = wrong.replace("/CALENDAR", "/calendar");
        assert_eq!(feed(&school, &wrong).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    assert_eq!(zoe.delete(&format!("/calendar-tokens/{id}")).await.status, StatusCode::NO_CONTENT);
    feed(&school, &path).await.refused(404, "not_found");
});

both_engines!(a_guardian_reads_the_sessions_of_wards, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let ward = school.account(Role::Student, "ward@example.fr").await;
    give(&admin, &ward, &[12]).await;
    school
        .sql("UPDATE users SET email = NULL, guardian_id = (SELECT id FROM users WHERE email = 'zoe@example.fr')
            WHERE email = 'ward@example.fr'")
        .await;
    let (_, path) = own(&zoe).await;
    let events = read(&feed(&school, &path).await.text());
    assert_eq!(events.keys().collect::<Vec<_>>(), ["seance-2", "seance-4"]);
});

both_engines!(the_calendar_of_a_room_names_courses_and_nobody, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    give(&admin, &zoe, &[]).await;
    zoe.post("/calendar-tokens", json!({ "kind": "ROOM", "roomId": 1 })).await.refused(403, "forbidden");
    let wrong = admin.post("/calendar-tokens", json!({ "kind": "ROOM", "roomId": 9 })).await;
    wrong.refused(422, "unknown_reference");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let (id, path) = made(&editor, json!({ "kind": "ROOM", "roomId": 1 })).await;
    let text = feed(&school, &path).await.text();
    let events = read(&text);
    assert_eq!(events.keys().collect::<Vec<_>>(), ["seance-1", "seance-2"]);
    assert!(
        events.values().all(|event| event["SUMMARY"] == "Italien A1" && !event.contains_key("DESCRIPTION"))
    );
    for hidden in ["Chiara", "Bellini", "crayon", LINK, "preau.test"] {
        assert!(!text.contains(hidden), "{hidden} in {text}");
    }
    assert!(text.contains("NAME:Figuier"), "{text}");
    assert_eq!(editor.get("/calendar-tokens").await.ok()[0]["roomName"], "Figuier");
    school.sql("DELETE FROM class_sessions WHERE room_id = 1").await;
    school.sql("DELETE FROM rooms WHERE id = 1").await;
    feed(&school, &path).await.refused(404, "not_found");
    editor.delete(&format!("/calendar-tokens/{id}")).await.refused(404, "not_found");
});

both_engines!(an_address_ends_with_the_role_the_password_and_the_account, |school| {
    let (admin, zoe) = with_sessions(&school).await;
    let account = format!("/users/{}", zoe.id());
    for name in ["role", "password", "account"] {
        let (_, path) = own(&school.sign_in(zoe.id()).await).await;
        assert_eq!(feed(&school, &path).await.status, StatusCode::OK);
        admin.put(&account, json!({ "country": "Italie" })).await.ok();
        assert_eq!(feed(&school, &path).await.status, StatusCode::OK, "another change leaves it");
        match name {
            "role" => drop(admin.put(&account, json!({ "role": "EDITOR" })).await.ok()),
            "password" => {
                let new = json!({ "newPassword": "zebre-bleu-8" });
                admin.put(&format!("{account}/reset-password"), new).await.ok();
                school.sql("UPDATE users SET must_reset_password = FALSE").await;
            }
            _ => assert_eq!(admin.delete(&account).await.status, StatusCode::NO_CONTENT),
        }
        feed(&school, &path).await.refused(404, "not_found");
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM calendar_tokens").await, 0);
});

both_engines!(an_address_that_no_app_reads_is_forgotten, |school| {
    let (_, zoe) = with_sessions(&school).await;
    let (_, read) = own(&zoe).await;
    own(&zoe).await;
    school.pass(Duration::days(300));
    assert_eq!(feed(&school, &read).await.status, StatusCode::OK);
    school.pass(Duration::days(101));
    school.run_jobs().await;
    assert_eq!(school.count("SELECT COUNT(*) FROM calendar_tokens").await, 1);
    assert_eq!(feed(&school, &read).await.status, StatusCode::OK);
});

both_engines!(addresses_cannot_be_guessed_nor_made_without_end, |school| {
    let (_, zoe) = with_sessions(&school).await;
    let (_, path) = own(&zoe).await;
    let visitor = school.visitor();
    for _ in 0..30 {
        visitor.get("/calendar/guess.ics").await.refused(404, "not_found");
    }
    visitor.get("/calendar/guess.ics").await.refused(429, "too_many_requests");
    assert_eq!(visitor.get(&path).await.status, StatusCode::OK, "a right one is answered");
    for _ in 0..19 {
        own(&zoe).await;
    }
    zoe.post("/calendar-tokens", json!({ "kind": "OWN" })).await.refused(429, "too_many_requests");
    school.pass(Duration::hours(2));
    let zoe = school.sign_in(zoe.id()).await;
    zoe.post("/calendar-tokens", json!({ "kind": "OWN" })).await.refused(422, "too_many");
});

both_engines!(the_confirmation_brings_the_sessions_to_the_learner, |school| {
    let (_, zoe) = with_sessions(&school).await;
    let sink = Sink::open().await;
    let url = sink.url();
    let school = school.twin_with(&["--smtp-url", &url, "--mail-from", "École <ecole@ecole.example>"]).await;
    buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    let mut other = draft_for("zoe@example.fr", "lea@example.fr", &[12]);
    other["bookerData"]["password"] = Value::Null;
    other["bookerData"]["passwordConfirmation"] = Value::Null;
    buy(&zoe, other, true).await;
    worker::run_due(&school.app).await.unwrap();
    let files = |to: &str| -> Vec<Vec<String>> {
        let mails = sink.arrived().into_iter().filter(|mail| mail.to == to);
        let events = |mail: crate::smtp::Arrived| {
            let files = mail.attachments().into_iter().filter(|(name, _)| name == "seances.ics");
            let texts = files.map(|(_, bytes)| String::from_utf8(bytes).unwrap());
            texts
                .flat_map(|text| {
                    assert!(
                        text.contains("METHOD:PUBLISH") && text.contains("mailto:ecole@ecole.example"),
                        "{text}"
                    );
                    read(&text.replace("\r\n", "\n").replace('\n', "\r\n")).into_keys()
                })
                .collect()
        };
        mails.map(events).collect()
    };
    assert_eq!(files("lea@example.fr"), [["seance-2"]], "the cancelled one is not hers to see");
    let mut of_payer = files("zoe@example.fr");
    of_payer.sort();
    assert_eq!(
        of_payer,
        [vec![], vec!["seance-2".to_owned(), "seance-3".to_owned()]],
        "for oneself, for another"
    );
});
