//! Courses with a minimum of learners: what is written and shown of it, and what the school decides when too few enrolled.

use chrono::Duration;
use preau_core::role::Role;
use preau_server::mail::worker;
use preau_server::operations::doctor;
use preau_server::{fetch_all, fetch_one};
use serde_json::{Value, json};

use crate::after_sale::buy;
use crate::booking::{Started, courses, draft, draft_for, sound, start};
use crate::school::{Client, Reply, School};

pub(crate) const PATH: &str = "/courses/admin/1/decision";

/// The Italian course (1) with a minimum of four and its decision day on Friday, an evening course (5) with three seats for
/// 150 €, and their administrator.
pub(crate) async fn below(school: &School) -> Client {
    courses(school).await;
    for statement in [
        "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at) VALUES
            (1, 'Chiara', 'Bellini', 'chiara@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, free, total_hours, language_id,
            level_id, start_date, end_date, capacity, created_at, updated_at) VALUES
            (5, 'PUBLISHED', 'IN_PERSON', 'Italien du soir', 'italien-du-soir', 'Buonasera', 15000, FALSE, 30, 3, 1,
                '2026-03-16', '2026-06-05', 3, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at) VALUES
            (51, 5, 'La sera', 15000, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "UPDATE courses SET description = 'Les premiers mots.', teacher_id = 1 WHERE id IN (1, 5)",
        "UPDATE courses SET minimum_learners = 4, decision_day = '2026-03-06' WHERE id = 1",
    ] {
        school.sql(statement).await;
    }
    school.account(Role::Admin, "admin@preau.test").await
}

pub(crate) async fn student(school: &School, name: &str) -> Client {
    school.account(Role::Student, &format!("{name}@example.fr")).await
}

/// Somebody new who buys modules of the Italian course for themselves.
pub(crate) async fn bought(school: &School, name: &str, modules: &[i64]) -> (Client, Started) {
    let client = student(school, name).await;
    let checkout = buy(&client, draft(&format!("{name}@example.fr"), modules), true).await;
    (client, checkout)
}

/// Somebody new who buys modules of the Italian course for Léa.
pub(crate) async fn bought_for_lea(school: &School, name: &str, modules: &[i64]) -> (Client, Started) {
    let client = student(school, name).await;
    let mut draft = draft_for(&format!("{name}@example.fr"), "lea@example.fr", modules);
    draft["bookerData"]["password"] = Value::Null;
    draft["bookerData"]["passwordConfirmation"] = Value::Null;
    let checkout = buy(&client, draft, true).await;
    (client, checkout)
}

/// Gives a whole course to somebody.
pub(crate) async fn given(admin: &Client, course: i64, learner: i64) -> i64 {
    let gift = json!({ "userId": learner, "courseId": course, "moduleIds": [], "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok()["id"].as_i64().unwrap()
}

pub(crate) async fn again(school: &School, client: &Client) -> Client {
    school.sign_in(client.id()).await
}

pub(crate) async fn preview(admin: &Client, body: &Value) -> Reply {
    admin.post(&format!("{PATH}/preview"), body.clone()).await
}

/// Decides as it was previewed.
pub(crate) async fn decide(admin: &Client, mut body: Value) -> Value {
    body["fingerprint"] = preview(admin, &body).await.ok()["fingerprint"].clone();
    admin.post(PATH, body).await.ok()
}

/// Four weeks later; answers until 16 March.
pub(crate) fn later() -> Value {
    json!({ "choice": "NEW_DATES", "startDate": "2026-04-06", "endDate": "2026-06-27", "answerBy": "2026-03-16",
        "reason": "Trop peu d'inscrits." })
}

/// The latest proposal to this payer.
pub(crate) async fn proposal(client: &Client) -> Value {
    client.get("/proposals/me").await.ok()[0].clone()
}

pub(crate) async fn answer(client: &Client, proposal: &Value, what: &str) -> Reply {
    client.post(&format!("/proposals/{}/{what}", proposal["id"]), json!({})).await
}

pub(crate) async fn mails(school: &School, kind: &'static str) -> usize {
    recipients(school, kind).await.len()
}

/// To whom mails of this kind went, sorted.
pub(crate) async fn recipients(school: &School, kind: &'static str) -> Vec<String> {
    let mut conn = school.app.db.read().await.unwrap();
    let rows = fetch_all!(conn, (String,), "SELECT recipient FROM mails WHERE kind = $1", kind).unwrap();
    let mut all: Vec<String> = rows.into_iter().map(|(recipient,)| recipient).collect();
    all.sort();
    all
}

/// The token in the link of the latest proposal to this address.
pub(crate) async fn token(school: &School, email: &'static str) -> String {
    worker::run_due(&school.app).await.unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT sent_link FROM mails WHERE kind = 'course-proposal' AND recipient = $1 ORDER BY id DESC LIMIT 1";
    let (link,): (Option<String>,) = fetch_one!(conn, (Option<String>,), sql, email).unwrap();
    link.unwrap().split_once("/proposition#").unwrap().1.to_owned()
}

/// The doctor finds nothing, also where mails went with an account.
pub(crate) async fn is_sound(school: &School) {
    let found: Vec<String> =
        doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found, [""; 0]);
}

/// Code and parameters of the fault of a field.
#[track_caller]
fn fault(reply: &Reply, field: &str) -> Value {
    let problem = reply.json();
    let fields = problem["fields"].as_array().cloned().unwrap_or_default();
    let found = fields.iter().find(|one| one["name"] == field);
    let found = found.unwrap_or_else(|| panic!("no fault of {field}: {}", reply.text()));
    json!([found["code"], found["params"]])
}

both_engines!(a_course_has_a_minimum_with_its_decision_day_or_neither, |school| {
    let admin = below(&school).await;
    school.sql("UPDATE courses SET minimum_learners = NULL, decision_day = NULL").await;
    let put = async |change: Value| admin.put("/courses/admin/1", change).await;
    let both = |learners: i64, day: &str| json!({ "minimumLearners": learners, "decisionDay": day });
    let cases = [
        (json!({ "minimumLearners": 4 }), "decisionDay", json!(["decision_day_required", null])),
        (json!({ "decisionDay": "2026-03-06" }), "minimumLearners", json!(["minimum_required", null])),
        (
            both(0, "2026-03-06"),
            "minimumLearners",
            json!(["minimum_out_of_range", { "min": 1, "max": 1000 }]),
        ),
        (
            both(1001, "2026-03-06"),
            "minimumLearners",
            json!(["minimum_out_of_range", { "min": 1, "max": 1000 }]),
        ),
        (both(11, "2026-03-06"), "minimumLearners", json!(["minimum_above_capacity", { "max": 10 }])),
        (both(4, "2026-03-10"), "decisionDay", json!(["decision_day_after_start", { "max": "2026-03-09" }])),
    ];
    for (change, field, expected) in cases {
        let reply = put(change.clone()).await;
        assert_eq!((reply.status.as_u16(), fault(&reply, field)), (422, expected), "{change}");
        assert_eq!(reply.field_names(), [field]);
    }
    assert_eq!(put(both(4, "2026-02-30")).await.field_names(), ["decisionDay"]);
    let online = admin.put("/courses/admin/2", both(4, "2026-03-04")).await;
    assert_eq!(fault(&online, "minimumLearners"), json!(["minimum_in_person", null]));

    let shown = |course: &Value| {
        json!([
            course["minimumLearners"],
            course["decisionDay"],
            course["enrolled"],
            course["startConfirmed"]
        ])
    };
    let written = put(both(4, "2026-03-06")).await.ok();
    assert_eq!(shown(&written), json!([4, "2026-03-06", 0, false]));
    let visitor = school.visitor();
    assert_eq!(shown(&visitor.get("/courses/1/details").await.ok()), shown(&written));
    let other = put(json!({ "location": "Salle Figuier" })).await.ok();
    assert_eq!(shown(&other), shown(&written), "what is not sent stays");
    let half = put(json!({ "minimumLearners": null })).await;
    assert_eq!(fault(&half, "minimumLearners"), json!(["minimum_required", null]));
    let cleared = put(json!({ "minimumLearners": null, "decisionDay": null })).await.ok();
    assert_eq!(shown(&cleared), json!([null, null, 0, false]));
    assert_eq!(shown(&visitor.get("/courses/1/details").await.ok()), shown(&cleared));
});

both_engines!(the_public_reads_how_many_have_a_seat, |school| {
    let admin = below(&school).await;
    let visitor = school.visitor();
    let seen = async |enrolled: i64| {
        // Once more, out of the cache.
        for _ in 0..2 {
            assert_eq!(visitor.get("/courses/1/details").await.ok()["enrolled"], enrolled);
        }
        let listed = visitor.get("/courses").await.ok();
        let listed = listed.as_array().unwrap().iter().find(|course| course["id"] == 1).unwrap().clone();
        assert_eq!(listed["enrolled"], enrolled);
    };
    seen(0).await;
    let (_, checkout) = bought(&school, "zoe", &[11]).await;
    seen(1).await;
    let ali = school.add_user(Role::Student, "ali@example.fr").await;
    let gift = given(&admin, 1, ali).await;
    seen(2).await;
    start(&school.visitor(), draft("jeanne@example.fr", &[13])).await;
    seen(2).await;
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    seen(1).await;
    admin.patch(&format!("/subscriptions/{gift}/deactivate"), json!({})).await.ok();
    seen(0).await;
    assert_eq!(visitor.get("/courses/1/details").await.ok()["startConfirmed"], false);
    assert_eq!(decide(&admin, json!({ "choice": "CONFIRM" })).await["startConfirmed"], true);
    assert_eq!(visitor.get("/courses/1/details").await.ok()["startConfirmed"], true);
    // A course without a minimum says nothing of it.
    given(&admin, 5, ali).await;
    assert_eq!(visitor.get("/courses/5/details").await.ok()["enrolled"], 0);
    sound(&school).await;
});

both_engines!(administrators_are_told_three_days_before_once_for_each_decision_day, |school| {
    let admin = below(&school).await;
    school.account(Role::Admin, "second@preau.test").await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let due = async |client: &Client| client.get("/courses/admin/decisions").await.ok();
    assert_eq!(
        due(&editor).await,
        json!([{ "courseId": 1, "courseName": "Italien A1", "startDate": "2026-03-09",
            "decisionDay": "2026-03-06", "enrolled": 0, "minimumLearners": 4, "overdue": false }])
    );
    student(&school, "zoe").await.get("/courses/admin/decisions").await.refused(403, "forbidden");
    school
        .sql("UPDATE courses SET start_date = '2026-03-20', decision_day = '2026-03-10' WHERE id = 1")
        .await;
    assert_eq!(due(&editor).await, json!([]), "in eight days");
    school
        .sql("UPDATE courses SET start_date = '2026-03-09', decision_day = '2026-03-06' WHERE id = 1")
        .await;

    // One that has enough learners, and one whose start is confirmed.
    let ali = school.add_user(Role::Student, "ali@example.fr").await;
    given(&admin, 5, ali).await;
    school.sql("UPDATE courses SET minimum_learners = 1, decision_day = '2026-03-04' WHERE id = 5").await;
    school.run_jobs().await;
    assert_eq!(mails(&school, "decision-due").await, 0, "in four days");
    school.pass(Duration::days(1));
    school.run_jobs().await;
    school.run_jobs().await;
    assert_eq!(recipients(&school, "decision-due").await, ["admin@preau.test", "second@preau.test"]);
    school.sql("UPDATE courses SET minimum_learners = 3, start_confirmed = TRUE WHERE id = 5").await;
    school.pass(Duration::days(3));
    school.run_jobs().await;
    assert_eq!(mails(&school, "decision-due").await, 2);
    let editor = again(&school, &editor).await;
    assert_eq!(
        (due(&editor).await[0]["overdue"].clone(), due(&editor).await[0]["courseId"].clone()),
        (json!(true), json!(1))
    );
    let admin = again(&school, &admin).await;
    let seen = admin.get(PATH).await.ok();
    assert_eq!(json!([seen["needsDecision"], seen["enrolled"], seen["last"]]), json!([true, 0, null]));
    school.sql("UPDATE courses SET decision_day = '2026-03-07' WHERE id = 1").await;
    school.run_jobs().await;
    assert_eq!(mails(&school, "decision-due").await, 4, "another day is another decision");

    school.sql("DELETE FROM mails WHERE kind = 'decision-due'").await;
    school.pass(Duration::days(4));
    let found: Vec<String> =
        doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("courses below their minimum after the day of decision"), "{found:?}");
    school.run_jobs().await;
    sound(&school).await;
});

both_engines!(a_confirmed_start_is_told_to_all_and_depends_on_nobody_any_more, |school| {
    let admin = below(&school).await;
    let (zoe, _) = bought(&school, "zoe", &[11, 12]).await;
    let (karim, _) = bought_for_lea(&school, "karim", &[12]).await;
    let ali = student(&school, "ali").await;
    given(&admin, 1, ali.id()).await;
    let threshold = async |expected: Value| {
        assert_eq!(zoe.get("/reservations/me").await.ok()[0]["threshold"], expected);
        assert_eq!(karim.get("/reservations/me").await.ok()[0]["threshold"], expected);
        for client in [&zoe, &ali] {
            let own = client.get(&format!("/subscriptions/user/{}", client.id())).await.ok();
            assert_eq!(own[0]["threshold"], expected);
        }
    };
    threshold(json!({ "missing": 1, "decisionDay": "2026-03-06" })).await;
    let state = admin.get(PATH).await.ok();
    assert_eq!(
        state,
        json!({ "courseId": 1, "minimumLearners": 4, "decisionDay": "2026-03-06", "enrolled": 3,
            "startConfirmed": false, "needsDecision": false,
            "decidable": ["CONFIRM", "NEW_DATES", "OTHER_COURSE", "CANCEL"], "last": null })
    );
    let seen = preview(&admin, &json!({ "choice": "CONFIRM" })).await.ok();
    let outcomes: Vec<_> = seen["reservations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["outcome"], one["paid"], one["refundIfAccepted"], one["refundIfRefused"]]))
        .collect();
    assert_eq!(json!(outcomes), json!([["TOLD", 190, 0, 0], ["TOLD", 70, 0, 0]]));
    assert_eq!(
        json!([seen["people"], seen["refundNow"], seen["byHandNow"], seen["refundIfAllRefuse"]]),
        json!([4, 0, 0, 0])
    );
    assert_eq!(json!([seen["holds"], seen["movedSessions"], seen["target"]]), json!([[], [], null]));
    assert_eq!(seen["granted"][0]["email"], "ali@example.fr");
    let after = decide(&admin, json!({ "choice": "CONFIRM" })).await;
    assert_eq!(
        json!([after["startConfirmed"], after["needsDecision"], after["last"]["choice"]]),
        json!([true, false, "CONFIRM"])
    );
    assert_eq!(json!([after["last"]["decidedBy"], after["last"]["proposals"]]), json!(["Jeanne Morel", []]));
    assert_eq!(after["decidable"], json!(["NEW_DATES", "OTHER_COURSE", "CANCEL"]));
    preview(&admin, &json!({ "choice": "CONFIRM" })).await.refused(409, "not_decidable");
    threshold(Value::Null).await;
    let told = ["ali@example.fr", "karim@example.fr", "lea@example.fr", "zoe@example.fr"];
    assert_eq!(recipients(&school, "course-confirmed").await, told);
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT params FROM mails WHERE kind = 'course-confirmed' AND recipient = 'karim@example.fr'";
    let (params,) = fetch_one!(conn, (String,), sql).unwrap();
    drop(conn);
    assert!(params.contains("Léa Martin") || params.contains("L\\u00e9a Martin"), "{params}");
    school.pass(Duration::days(2));
    school.run_jobs().await;
    assert_eq!(mails(&school, "decision-due").await, 0, "there is nothing to decide");
    sound(&school).await;
});

both_engines!(what_cannot_be_decided_is_refused_by_its_field_or_its_code, |school| {
    let admin = below(&school).await;
    let with = |change: Value| {
        let mut body = later();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    let mut names = preview(&admin, &json!({ "choice": "NEW_DATES" })).await.field_names();
    names.sort();
    assert_eq!(names, ["answerBy", "endDate", "startDate"]);
    let mut names = preview(&admin, &json!({ "choice": "OTHER_COURSE" })).await.field_names();
    names.sort();
    assert_eq!(names, ["answerBy", "targetCourseId"]);
    assert_eq!(preview(&admin, &json!({})).await.field_names(), ["choice"]);
    let range = json!(["answer_by_out_of_range", { "min": "2026-03-03", "max": "2026-04-05" }]);
    let cases = [
        (json!({ "startDate": "2026-03-02" }), "startDate", json!(["start_in_past", null])),
        (json!({ "endDate": "2026-04-06" }), "endDate", json!(["end_before_start", null])),
        (json!({ "answerBy": "2026-03-02" }), "answerBy", range.clone()),
        (json!({ "answerBy": "2026-04-06" }), "answerBy", range),
        (json!({ "decisionDay": "2026-03-16" }), "decisionDay", json!(["decision_day_before_answers", null])),
        (
            json!({ "decisionDay": "2026-04-07" }),
            "decisionDay",
            json!(["decision_day_after_start", { "max": "2026-04-06" }]),
        ),
    ];
    for (change, field, expected) in cases {
        let reply = preview(&admin, &with(change.clone())).await;
        assert_eq!((reply.status.as_u16(), fault(&reply, field)), (422, expected), "{change}");
    }
    // A reason is needed by the decision, not by the preview.
    preview(&admin, &json!({ "choice": "CANCEL" })).await.ok();
    let mut names = admin.post(PATH, json!({ "choice": "CANCEL", "reason": " " })).await.field_names();
    names.sort();
    assert_eq!(names, ["fingerprint", "reason"]);
    let confirm = json!({ "choice": "CONFIRM" });
    admin.post("/courses/admin/4/decision/preview", confirm.clone()).await.refused(409, "not_decidable");
    // A course without a minimum starts however few enrolled.
    admin.post("/courses/admin/5/decision/preview", confirm.clone()).await.refused(409, "not_decidable");
    assert_eq!(admin.get("/courses/admin/5/decision").await.ok()["decidable"], json!([]));
    admin.post("/courses/admin/99/decision/preview", confirm.clone()).await.refused(404, "not_found");
    admin.get("/courses/admin/99/decision").await.refused(404, "not_found");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    preview(&editor, &confirm).await.refused(403, "forbidden");
    editor.post(PATH, confirm.clone()).await.refused(403, "forbidden");

    // Somebody enrols after the preview.
    let mut seen = later();
    seen["fingerprint"] = preview(&admin, &seen).await.ok()["fingerprint"].clone();
    bought(&school, "zoe", &[11]).await;
    admin.post(PATH, seen).await.refused(409, "preview_changed");
    assert_eq!(school.count("SELECT COUNT(*) FROM course_decisions").await, 0);
    assert_eq!(mails(&school, "course-proposal").await, 0);

    // While answers are missing, the course can only be cancelled.
    let after = decide(&admin, with(json!({ "decisionDay": "2026-03-30" }))).await;
    assert_eq!(after["decidable"], json!(["CANCEL"]));
    let other = json!({ "choice": "OTHER_COURSE", "targetCourseId": 5, "answerBy": "2026-03-10" });
    for body in [confirm.clone(), later(), other.clone()] {
        preview(&admin, &body).await.refused(409, "answers_open");
    }
    preview(&admin, &json!({ "choice": "CANCEL" })).await.ok();
    school.pass(Duration::days(15));
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 1, "nobody is reminded after the last day");
    school.sql("UPDATE courses SET start_date = '2026-03-16' WHERE id = 1").await;
    let admin = again(&school, &admin).await;
    preview(&admin, &later_than_today()).await.refused(409, "course_begun");
    assert_eq!(admin.get(PATH).await.ok()["decidable"], json!(["CONFIRM", "CANCEL"]));
    preview(&admin, &confirm).await.ok();
    sound(&school).await;
});

/// Other dates that can be proposed on 17 March.
fn later_than_today() -> Value {
    json!({ "choice": "NEW_DATES", "startDate": "2026-05-04", "endDate": "2026-07-10", "answerBy": "2026-04-10" })
}
