//! The roll call: marks that count once, sheets that are closed, codes that are scanned, and what follows from them.

use chrono::Duration;
use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::operations::doctor;
use preau_server::{change, execute, fetch_one};
use serde_json::{Value, json};

use crate::content::with_modules;
use crate::school::{Client, School};
use crate::teachers_accounts::session;

/// A class: the teacher of course 1, two learners of all of it and one of its module 12, and a session that begins now.
struct Class {
    admin: Client,
    editor: Client,
    teacher: Client,
    lea: Client,
    /// Their subscriptions.
    ids: [i64; 3],
    session: i64,
}

pub(crate) async fn enrol(school: &School, learner: &Client, course: i64, module: Option<i64>) -> i64 {
    let app = &school.app;
    let scope = if module.is_some() { "MODULES" } else { "COURSE" };
    let sql = "INSERT INTO subscriptions (user_id, course_id, scope, holds_seat, subscription_date, access_expires_at,
            granted_scope, grant_reason, created_at, updated_at)
        VALUES ($1, $2, $3, FALSE, '2026-02-20', '2026-12-01', $3, 'x', $4, $4) RETURNING id";
    let before = app.clock.now() - Duration::days(10);
    let id = change!(app, None, |tx| {
        let (id,) = fetch_one!(tx, (i64,), sql, learner.id(), course, scope, before)?;
        if let Some(module) = module {
            let sql = "INSERT INTO subscription_modules (subscription_id, module_id) VALUES ($1, $2)";
            execute!(tx, sql, id, module)?;
        }
        Ok(id)
    });
    id.unwrap()
}

async fn class(school: &School) -> Class {
    let editor = with_modules(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@preau.test").await;
    school.assign(1, Some(teacher_id)).await;
    school.sql("UPDATE courses SET type = 'IN_PERSON', end_date = '2026-03-02' WHERE id = 1").await;
    let lea = school.account(Role::Student, "lea@preau.test").await;
    let karim = school.account(Role::Student, "karim@preau.test").await;
    let rosa = school.account(Role::Student, "rosa@preau.test").await;
    let ids = [
        enrol(school, &lea, 1, None).await,
        enrol(school, &karim, 1, None).await,
        enrol(school, &rosa, 1, Some(12)).await,
    ];
    let session = session(school, 1, None, "2026-03-02").await;
    Class { admin, editor, teacher, lea, ids, session }
}

impl Class {
    fn path(&self, rest: &str) -> String {
        format!("/class-sessions/{}/{rest}", self.session)
    }

    async fn mark(&self, who: &Client, marks: Value) -> Value {
        who.post(&self.path("attendance"), marks).await.ok()
    }

    /// Marks everybody of the class present.
    async fn all_present(&self) {
        let marks = self.ids.iter().enumerate().map(|(n, id)| mark(n, *id, "PRESENT")).collect();
        self.mark(&self.teacher, marks).await;
    }
}

fn mark(number: usize, subscription: i64, status: &str) -> Value {
    json!({ "clientId": format!("0193a5f2-7c1e-7abc-8def-0000000000{number:02}"), "subscriptionId": subscription,
        "status": status })
}

fn with(mark: Value, name: &str, value: Value) -> Value {
    let mut mark = mark;
    mark[name] = value;
    mark
}

async fn findings(school: &School) -> Vec<String> {
    doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect()
}

both_engines!(each_mark_counts_once_and_a_closed_sheet_keeps_its_hash, |school| {
    let class = class(&school).await;
    let [lea, karim, rosa] = class.ids;
    let late = with(mark(2, karim, "LATE"), "minutes", json!(10));
    let sent = json!([mark(1, lea, "PRESENT"), late, mark(3, 99, "ABSENT"), mark(4, rosa, "LATE")]);
    let answer = class.mark(&class.teacher, sent.clone()).await;
    let states = |answer: &Value| -> Vec<Value> {
        let results = answer["results"].as_array().unwrap();
        results.iter().map(|result| json!([result["status"], result["code"]])).collect()
    };
    let refused = [json!(["REFUSED", "not_in_class"]), json!(["REFUSED", "required"])];
    assert_eq!(states(&answer)[..2], [json!(["STORED", null]), json!(["STORED", null])]);
    assert_eq!(states(&answer)[2..], refused);
    let again = class.mark(&class.teacher, sent).await;
    assert_eq!(states(&again)[..2], [json!(["REPEATED", null]), json!(["REPEATED", null])]);
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance").await, 2);

    let own = format!("/subscriptions/{lea}/sessions");
    let open = class.lea.get(&own).await.ok();
    let seen = |answer: &Value| {
        let session = &answer["sessions"][0];
        json!([session["sheetClosed"], session["attendance"]["status"], answer["rate"]["attended"]])
    };
    assert_eq!(seen(&open), json!([false, null, null]), "a mark is told once the sheet is closed");

    let missing = class.teacher.post(&class.path("close"), Value::Null).await;
    let missing = missing.refused(409, "marks_missing");
    assert_eq!(missing["params"]["subscriptionIds"], json!([rosa]));
    class.mark(&class.editor, json!([mark(5, rosa, "EXCUSED")])).await;
    let closed = class.teacher.post(&class.path("close"), Value::Null).await.ok();
    assert_eq!(closed["hash"].as_str().unwrap().len(), 64);
    assert_eq!(class.admin.post(&class.path("close"), Value::Null).await.ok(), closed, "again");
    let told = class.lea.get(&own).await.ok();
    assert_eq!(seen(&told), json!([true, "PRESENT", 1]));
    assert_eq!(told["rate"]["attendedMinutes"], told["rate"]["heldMinutes"]);
    let made = class.teacher.post("/calendar-tokens", json!({ "kind": "OWN" })).await.ok();
    let address = made["address"].as_str().unwrap();
    let feed = class.teacher.get(address.split_once("/api").unwrap().1).await;
    assert_eq!(feed.text().matches("BEGIN:VEVENT").count(), 1, "a teacher's own sessions: {}", feed.text());

    let correction = with(mark(6, lea, "ABSENT"), "reason", json!("Partie à la pause"));
    let marks = json!([mark(7, lea, "ABSENT"), correction]);
    let answer = class.mark(&class.teacher, marks).await;
    assert_eq!(states(&answer), [json!(["REFUSED", "reason_required"]), json!(["STORED", null])]);
    let row = &answer["roster"]["rows"][0];
    assert_eq!(json!([row["mark"]["status"], row["mark"]["reason"]]), json!(["ABSENT", "Partie à la pause"]));
    assert_eq!(answer["roster"]["sheet"]["hash"], closed["hash"]);
    let all = class.teacher.get(&class.path("attendance")).await.ok();
    assert_eq!(json!([all[3]["replaces"], all[3]["markedBy"]]), json!([all[0]["id"], "Jeanne Morel"]));

    assert_eq!(findings(&school).await, Vec::<String>::new());
    for statement in [
        "UPDATE attendance SET status = 'PRESENT' WHERE status = 'EXCUSED'",
        "DELETE FROM attendance",
        "UPDATE session_sheets SET hash = ''",
        "DELETE FROM session_sheets",
    ] {
        let app = &school.app;
        change!(app, None, |tx| execute!(tx, statement)).unwrap_err();
    }
    school.sql("UPDATE class_sessions SET minutes = 60").await;
    let found = findings(&school).await;
    assert_eq!(found.iter().filter(|line| line.contains("that were altered")).count(), 1, "{found:?}");
});

async fn code(class: &Class) -> String {
    let shown = class.teacher.get(&class.path("check-in-code")).await.ok();
    assert!(
        shown["url"].as_str().unwrap().ends_with(&format!("/pointage#{}", shown["code"].as_str().unwrap()))
    );
    assert!((1..=20).contains(&shown["validSeconds"].as_i64().unwrap()));
    shown["url"].as_str().unwrap().to_owned()
}

both_engines!(a_learner_scans_the_code_once_while_it_is_fresh, |school| {
    let class = class(&school).await;
    let scan = async |who: &Client, code: &str| who.post("/check-in", json!({ "code": code })).await;
    let shown = code(&class).await;
    let done = scan(&class.lea, &shown).await.ok();
    assert_eq!(
        json!([done["sessionId"], done["courseName"], done["repeated"]]),
        json!([class.session, "Primi passi", false])
    );
    assert_eq!(scan(&class.lea, &shown).await.ok()["repeated"], true);
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance").await, 1);
    let stranger = school.account(Role::Student, "zoe@preau.test").await;
    scan(&stranger, &shown).await.refused(409, "not_in_class");
    for staff in [&class.teacher, &class.editor, &class.admin] {
        scan(staff, &shown).await.refused(403, "forbidden");
    }
    let forged = shown.replace('.', ".0");
    scan(&class.lea, &forged).await.refused(404, "code_unknown");
    scan(&class.lea, "12").await.refused(404, "code_unknown");
    scan(&class.lea, " ").await.refused(422, "required");
    school.pass(Duration::seconds(40));
    scan(&class.lea, &shown).await.refused(409, "code_expired");

    let row = class.teacher.get(&class.path("roster")).await.ok()["rows"][0].clone();
    assert!(row["scan"]["at"].is_string() && row["mark"].is_null(), "{row}");
    let [lea, karim, rosa] = class.ids;
    let marks = json!([mark(1, lea, "ABSENT"), mark(2, karim, "PRESENT"), mark(3, rosa, "PRESENT")]);
    class.mark(&class.teacher, marks).await;
    let fresh = code(&class).await;
    class.teacher.post(&class.path("close"), Value::Null).await.ok();
    class.teacher.get(&class.path("check-in-code")).await.refused(409, "check_in_over");
    let karim =
        school.sign_in(school.count("SELECT id FROM users WHERE email = 'karim@preau.test'").await).await;
    scan(&karim, &fresh).await.refused(409, "check_in_over");
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance").await, 4);
});

both_engines!(forty_phones_behind_one_address_are_all_counted_once, |school| {
    const PHONES: usize = 40;
    let class = class(&school).await;
    let mut phones = Vec::new();
    for n in 0..PHONES {
        let mut learner = school.account(Role::Student, &format!("eleve{n}@preau.test")).await;
        enrol(&school, &learner, 1, None).await;
        // They share the school's wireless network.
        learner.ip = class.lea.ip;
        phones.push(learner);
    }
    let shown = code(&class).await;
    for repeated in [false, true] {
        let body = json!({ "code": shown });
        let scans = join_all(phones.iter().map(|phone| phone.post("/check-in", body.clone()))).await;
        for scan in scans {
            assert_eq!(scan.ok()["repeated"], repeated);
        }
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance WHERE manner = 'SCAN'").await, 40);
    assert_eq!(school.count("SELECT COUNT(DISTINCT subscription_id) FROM attendance").await, 40);
    let seen = class.teacher.get(&class.path("check-in-code")).await.ok();
    assert_eq!(seen["scans"], PHONES);
});

both_engines!(a_roll_is_called_from_a_quarter_of_an_hour_before, |school| {
    let class = class(&school).await;
    let tomorrow = Class { session: session(&school, 1, None, "2026-03-03").await, ..class };
    let [lea, ..] = tomorrow.ids;
    let answer = tomorrow.mark(&tomorrow.teacher, json!([mark(1, lea, "PRESENT")])).await;
    assert_eq!(answer["results"][0]["code"], "session_not_begun");
    tomorrow.teacher.get(&tomorrow.path("check-in-code")).await.refused(409, "check_in_not_open");
    tomorrow.teacher.post(&tomorrow.path("close"), Value::Null).await.refused(409, "session_not_begun");
    school.pass(Duration::hours(24) - Duration::minutes(15));
    let teacher = school.sign_in(tomorrow.teacher.id()).await;
    let answer = tomorrow.mark(&teacher, json!([mark(1, lea, "PRESENT")])).await;
    assert_eq!(answer["results"][0]["status"], "STORED");
    teacher.get(&tomorrow.path("check-in-code")).await.ok();
    let editor = school.sign_in(tomorrow.editor.id()).await;
    let path = format!("/class-sessions/{}", tomorrow.session);
    editor.delete(&path).await.refused(409, "session_marked");
    editor.put(&path, json!({ "startTime": "11:00" })).await.refused(409, "session_marked");
    editor.patch(&format!("{path}/cancel"), json!({ "reason": "x" })).await.refused(409, "session_marked");
    editor.put(&path, json!({ "note": "Apportez le livre." })).await.ok();
    let admin = school.sign_in(tomorrow.admin.id()).await;
    admin.delete(&format!("/subscriptions/{lea}")).await.refused(409, "in_use");
});

both_engines!(who_sees_a_class, |school| {
    let class = class(&school).await;
    let (other, other_id) = school.teacher(Role::Teacher, "wei@preau.test").await;
    let note = json!({ "text": "Près du tableau.", "consent": true });
    class.lea.put(&format!("/users/{}/needs", class.lea.id()), note).await.ok();
    let needs = async |who: &Client| {
        let rows = who.get(&class.path("roster")).await.ok()["rows"].as_array().unwrap().clone();
        assert_eq!(rows.len(), 3);
        rows.into_iter().find(|row| row["subscriptionId"] == class.ids[0]).unwrap()["needs"].clone()
    };
    assert_eq!(needs(&class.teacher).await, "Près du tableau.");
    assert_eq!(needs(&class.admin).await, "Près du tableau.");
    assert_eq!(needs(&class.editor).await, Value::Null);
    let level = format!("/subscriptions/{}/level", class.ids[0]);
    class.editor.patch(&level, json!({ "level": "B1" })).await.ok();
    let listed = async |who: &Client| {
        let class = who.get("/courses/admin/1/learners").await.ok();
        let lea = class["learners"].as_array().unwrap().iter().find(|one| one["level"] == "B1").unwrap();
        lea["needs"].clone()
    };
    assert_eq!(listed(&class.admin).await, "Près du tableau.");
    assert_eq!(listed(&class.editor).await, Value::Null);
    class.all_present().await;
    for rest in ["roster", "attendance", "check-in-code", "sheet.pdf"] {
        other.get(&class.path(rest)).await.refused(404, "not_found");
        class.lea.get(&class.path(rest)).await.refused(403, "forbidden");
        class.teacher.get(&class.path(rest)).await;
    }
    other.post(&class.path("attendance"), json!([])).await.refused(404, "not_found");
    other.post(&class.path("close"), Value::Null).await.refused(404, "not_found");
    class.teacher.post("/class-sessions/99/close", Value::Null).await.refused(404, "not_found");

    let days = "?from=2026-03-01&to=2026-03-10";
    let listed = async |who: &Client| who.get(&format!("/class-sessions{days}")).await.ok();
    assert_eq!(listed(&class.teacher).await[0]["hasMarks"], true);
    assert_eq!(listed(&other).await, json!([]));
    let substitute = session(&school, 1, Some(other_id), "2026-03-04").await;
    assert_eq!(listed(&other).await[0]["id"], substitute);
    assert_eq!(listed(&class.teacher).await.as_array().unwrap().len(), 2);

    school.pass(Duration::hours(2));
    let lines = async |who: &Client| {
        let who = school.sign_in(who.id()).await;
        let file = who.get(&format!("/attendance/export.csv{days}")).await;
        assert_eq!(file.status, 200);
        file.text().lines().count() - 1
    };
    assert_eq!((lines(&class.teacher).await, lines(&class.admin).await, lines(&other).await), (3, 3, 0));
    let editor = school.sign_in(class.editor.id()).await;
    editor.get("/attendance/export.csv").await.refused(403, "forbidden");
});

/// A purchase of the whole course, or of a module, in a subscription that is there; with the wished day of its start.
async fn purchase(school: &School, subscription: i64, module: Option<i64>, start: &str, confirmed: &str) {
    let app = &school.app;
    let scope = if module.is_some() { "MODULES" } else { "COURSE" };
    const RESERVATION: &str = "INSERT INTO reservations (status, course_id, scope, start_date, payer_email, learner_email,
            hold_until, holds_seat, amount_cents, confirmed_at, confirmed_by, created_at, updated_at)
        VALUES ('CONFIRMED', 1, $1, $2, 'p@preau.test', 'l@preau.test', $3, FALSE, 100, $3, 'CASH', $3, $3) RETURNING id";
    const LINE: &str = "INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents) VALUES ($1, 1, $2, 'x', 100)";
    const PART: &str =
        "INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES ($1, $2, $3)";
    const BOUGHT: &str = "UPDATE subscriptions SET granted_scope = NULL WHERE id = $1";
    let start: chrono::NaiveDate = start.parse().unwrap();
    let confirmed: chrono::DateTime<chrono::Utc> = confirmed.parse().unwrap();
    let written = change!(app, None, |tx| {
        let (id,) = fetch_one!(tx, (i64,), RESERVATION, scope, start, confirmed)?;
        execute!(tx, LINE, id, module)?;
        execute!(tx, PART, id, subscription, scope)?;
        execute!(tx, BOUGHT, subscription)
    });
    written.unwrap();
}

both_engines!(a_learner_is_in_the_class_from_the_wished_day_and_of_a_module_from_its_purchase, |school| {
    let class = class(&school).await;
    let [lea, karim, rosa] = class.ids;
    // Bought before the session, to start the day after; and a module that was added after the session.
    purchase(&school, lea, None, "2026-03-03", "2026-02-21T10:00:00Z").await;
    purchase(&school, rosa, Some(12), "2026-02-20", "2026-02-20T10:00:00Z").await;
    purchase(&school, rosa, Some(11), "2026-02-20", "2026-03-02T18:00:00Z").await;
    let members = async |session: i64| -> Vec<i64> {
        let roster = class.editor.get(&format!("/class-sessions/{session}/roster")).await.ok();
        let rows = roster["rows"].as_array().unwrap().iter();
        let mut ids: Vec<i64> = rows.map(|row| row["subscriptionId"].as_i64().unwrap()).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(members(class.session).await, [karim, rosa]);
    let tomorrow = session(&school, 1, None, "2026-03-03").await;
    assert_eq!(members(tomorrow).await, [lea, karim, rosa]);
    school.sql("UPDATE class_sessions SET module_id = 11").await;
    assert_eq!(members(class.session).await, [karim]);
    assert_eq!(members(tomorrow).await, [lea, karim, rosa]);

    // A grant of the whole course counts from its day on, for sessions of no module too.
    school.sql("UPDATE class_sessions SET module_id = NULL").await;
    school
        .sql(
            "UPDATE subscriptions SET granted_scope = 'COURSE', granted_at = '2026-03-02T20:00:00.000+00:00'
            WHERE granted_scope IS NULL",
        )
        .await;
    assert_eq!(members(class.session).await, [karim, rosa], "what was bought before stays");
    assert_eq!(members(tomorrow).await, [lea, karim, rosa]);
    school.sql("UPDATE subscriptions SET granted_scope = NULL WHERE granted_at IS NOT NULL").await;

    let own = class.lea.get(&format!("/subscriptions/{lea}/sessions")).await.ok();
    let days: Vec<_> = own["sessions"].as_array().unwrap().iter().map(|one| &one["date"]).collect();
    assert_eq!(days, ["2026-03-03"], "as the roll has it");
    school.sql("UPDATE subscriptions SET active = FALSE, ended_at = '2026-03-02T20:00:00.000+00:00'").await;
    let own = class.lea.get(&format!("/subscriptions/{lea}/sessions")).await.ok();
    assert_eq!(own["sessions"], json!([]), "nothing after its end");
});

both_engines!(a_substitute_exports_the_classes_of_fourteen_days, |school| {
    let class = class(&school).await;
    let (other, other_id) = school.teacher(Role::Teacher, "wei@preau.test").await;
    session(&school, 1, Some(other_id), "2026-03-03").await;
    let lines = async |days: i64| {
        school.pass(Duration::days(days));
        let other = school.sign_in(other.id()).await;
        other.get("/attendance/export.csv").await.text().lines().count() - 1
    };
    assert_eq!(lines(2).await, class.ids.len());
    assert_eq!(lines(14).await, 0);
});

both_engines!(a_telephone_with_a_wrong_clock_marks_within_the_roll, |school| {
    let class = class(&school).await;
    let [lea, karim, rosa] = class.ids;
    let at = |number, id, at: &str| with(mark(number, id, "PRESENT"), "markedAt", json!(at));
    let long_ago = at(1, lea, "-262143-01-01T00:00:00Z");
    let marks = json!([long_ago, at(2, karim, "0001-01-01T00:00:00Z"), at(3, rosa, "2099-01-01T00:00:00Z")]);
    class.mark(&class.teacher, marks).await;
    let marks = class.teacher.get(&class.path("attendance")).await.ok();
    let starts_at = &class.teacher.get(&class.path("roster")).await.ok()["session"]["startsAt"];
    let starts_at: chrono::DateTime<chrono::Utc> = starts_at.as_str().unwrap().parse().unwrap();
    let times: Vec<chrono::DateTime<chrono::Utc>> = marks
        .as_array()
        .unwrap()
        .iter()
        .map(|mark| mark["markedAt"].as_str().unwrap().parse().unwrap())
        .collect();
    assert!(
        times.iter().all(|time| (starts_at - Duration::minutes(15)..=school.app.clock.now()).contains(time)),
        "{times:?}"
    );
});

both_engines!(a_certificate_of_attendance_states_the_minutes_of_closed_sheets, |school| {
    let class = class(&school).await;
    let give = json!({ "subscriptionId": class.ids[0] });
    class.admin.post("/certificates", give.clone()).await.refused(409, "certificate_no_sheets");
    let [lea, karim, rosa] = class.ids;
    let late = with(mark(1, lea, "LATE"), "minutes", json!(15));
    let marks = json!([late, mark(2, karim, "PRESENT"), mark(3, rosa, "PRESENT")]);
    class.mark(&class.teacher, marks).await;
    class.admin.post("/certificates", give.clone()).await.refused(409, "certificate_no_sheets");
    for rest in ["sheet.pdf", "sheet.pdf?blank=true"] {
        assert!(class.teacher.get(&class.path(rest)).await.bytes().starts_with(b"%PDF-"), "{rest}");
    }
    class.teacher.post(&class.path("close"), Value::Null).await.ok();
    assert!(class.teacher.get(&class.path("sheet.pdf")).await.bytes().starts_with(b"%PDF-"));
    school.sql("UPDATE courses SET start_date = '2026-01-05' WHERE id = 1").await;
    let open = session(&school, 1, None, "2026-02-27").await;
    let refused =
        class.admin.post("/certificates", give.clone()).await.refused(409, "certificate_sheets_open");
    assert_eq!(refused["params"]["count"], 1);
    class.admin.patch(&format!("/class-sessions/{open}/cancel"), json!({ "reason": "Neige" })).await.ok();
    let made = class.admin.post("/certificates", give.clone()).await.ok();
    assert_eq!(json!([made["attendedMinutes"], made["heldMinutes"], made["hours"]]), json!([75, 90, null]));
    let code = made["verifyUrl"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    assert!(code.starts_with("PREAU2."));
    let verified = class.lea.post("/certificates/verify", json!({ "code": code })).await.ok();
    assert!(verified.to_string().contains("\"attendedMinutes\":75"), "{verified}");
    let pdf = class.lea.get(&format!("/certificates/{}/pdf", made["id"])).await;
    assert!(pdf.bytes().starts_with(b"%PDF-"));
    assert_eq!(class.admin.post("/certificates", give).await.ok()["id"], made["id"], "again");
});

both_engines!(attendance_is_seen_in_the_statistics, |school| {
    let class = class(&school).await;
    let [lea, karim, rosa] = class.ids;
    let mut day = class;
    for (n, date) in ["2026-03-02", "2026-03-03"].into_iter().enumerate() {
        if n > 0 {
            day.session = session(&school, 1, None, date).await;
            school.pass(Duration::days(1));
            day.teacher = school.sign_in(day.teacher.id()).await;
        }
        let marks = json!([
            mark(n * 10, lea, "ABSENT"),
            mark(n * 10 + 1, karim, "PRESENT"),
            mark(n * 10 + 2, rosa, if n == 0 { "ABSENT" } else { "EXCUSED" })
        ]);
        day.mark(&day.teacher, marks).await;
        day.teacher.post(&day.path("close"), Value::Null).await.ok();
    }
    let admin = school.sign_in(day.admin.id()).await;
    let stats = admin.get("/stats").await.ok();
    assert_eq!(
        stats["attendance"],
        json!([{ "courseId": 1, "courseName": "Primi passi", "sheets": 2, "rate": 0.333 }])
    );
    assert_eq!(
        stats["absentTwice"],
        json!([{ "subscriptionId": lea, "learnerName": "Jeanne Morel", "courseName": "Primi passi",
            "lastDates": ["2026-03-03", "2026-03-02"] }])
    );
    let held = day.lea.get("/users/me/export").await;
    assert_eq!(held.status, 401, "the session has ended");
    let lea_now = school.sign_in(day.lea.id()).await;
    let held = lea_now.get("/users/me/export").await.ok();
    assert_eq!(held["attendance"][1]["status"], "ABSENT");
});

both_engines!(what_is_typed_about_a_learner_goes_with_the_account_and_the_mark_stays, |school| {
    let class = class(&school).await;
    let typed = with(mark(1, class.ids[0], "EXCUSED"), "reason", json!("Chez le médecin"));
    class.mark(&class.teacher, json!([typed])).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance_reasons").await, 1);
    assert_eq!(class.admin.delete(&format!("/users/{}", class.lea.id())).await.status, 204);
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance_reasons").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM attendance").await, 1);
    let row = class.teacher.get(&class.path("roster")).await.ok()["rows"].clone();
    assert!(row.to_string().contains("Ancien élève"), "{row}");
});
