//! New dates for a course with too few learners: its sessions move, whoever paid is asked, and silence is a refusal.

use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{draft, sound, start};
use crate::decisions::{
    PATH, again, answer, below, bought, bought_for_lea, decide, given, later, mails, preview, proposal,
    recipients, student, token,
};
use crate::school::{Client, School};

/// Mondays and Thursdays of the first two weeks.
async fn two_weeks(admin: &Client) {
    let series = json!({ "courseId": 1, "weekdays": [1, 4], "startTime": "18:30", "minutes": 90,
        "firstDay": "2026-03-09", "lastDay": "2026-03-19" });
    let made = admin.post("/session-series", series).await.ok();
    assert_eq!(made["sessions"].as_array().unwrap().len(), 4);
}

async fn days(school: &School) -> Vec<String> {
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT day FROM class_sessions WHERE course_id = 1 ORDER BY day";
    let rows = preau_server::fetch_all!(conn, (chrono::NaiveDate,), sql).unwrap();
    rows.into_iter().map(|(day,)| day.to_string()).collect()
}

/// What a proposal says of the money and of its answer.
fn terms(proposal: &Value) -> Value {
    let names = ["status", "paid", "newPrice", "refundIfAccepted", "refundIfRefused", "byHand", "forAnother"];
    names.into_iter().map(|name| proposal[name].clone()).collect()
}

/// What the preview says of two who paid, a hold, a grant and four sessions.
async fn previewed(admin: &Client) {
    let seen = preview(admin, &later()).await.ok();
    let outcomes: Vec<_> = seen["reservations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["outcome"], one["left"], one["newPrice"], one["refundIfRefused"]]))
        .collect();
    assert_eq!(json!(outcomes), json!([["ASKED", 150, null, 150], ["ASKED", 70, null, 70]]));
    assert_eq!(
        json!([seen["holds"][0]["outcome"], seen["holds"][0]["refundIfRefused"], seen["waiting"]]),
        json!(["ENDED", 0, 0])
    );
    let sums = ["people", "refundNow", "byHandNow", "refundIfAllAccept", "refundIfAllRefuse"];
    let sums: Vec<_> = sums.into_iter().map(|name| seen[name].clone()).collect();
    assert_eq!(json!(sums), json!([3, 0, 0, 0, 220]), "two payers are asked, and who was granted it is told");
    let moved: Vec<_> = seen["movedSessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["date"], one["newDate"], one["startTime"], one["closure"]]))
        .collect();
    assert_eq!(
        json!(moved),
        json!([
            ["2026-03-09", "2026-04-06", "18:30", "Lundi de Pâques"],
            ["2026-03-12", "2026-04-09", "18:30", null],
            ["2026-03-16", "2026-04-13", "18:30", null],
            ["2026-03-19", "2026-04-16", "18:30", null]
        ])
    );
}

both_engines!(new_dates_move_the_sessions_and_ask_whoever_paid, |school| {
    let admin = below(&school).await;
    two_weeks(&admin).await;
    let (zoe, checkout) = bought(&school, "zoe", &[11, 12]).await;
    let (karim, _) = bought_for_lea(&school, "karim", &[12]).await;
    let held = start(&school.visitor(), draft("jeanne@example.fr", &[13])).await;
    let ali = school.add_user(Role::Student, "ali@example.fr").await;
    given(&admin, 1, ali).await;
    let goodwill = json!({ "amount": 40, "note": "Salle froide" });
    admin.post(&format!("/reservations/{}/refund", checkout.id), goodwill).await.ok();
    school.run_jobs().await;

    previewed(&admin).await;
    assert_eq!(days(&school).await[0], "2026-03-09", "a preview changes nothing");

    let after = decide(&admin, later()).await;
    assert_eq!(
        json!([after["startConfirmed"], after["last"]["oldStartDate"], after["last"]["newStartDate"]]),
        json!([true, "2026-03-09", "2026-04-06"])
    );
    assert_eq!(days(&school).await, ["2026-04-06", "2026-04-09", "2026-04-13", "2026-04-16"]);
    let series = admin.get("/session-series/course/1").await.ok();
    assert_eq!(json!([series[0]["firstDay"], series[0]["lastDay"]]), json!(["2026-04-06", "2026-04-16"]));
    let shown = school.visitor().get("/courses/1/details").await.ok();
    assert_eq!(json!([shown["startDate"], shown["endDate"]]), json!(["2026-04-06", "2026-06-27"]));
    assert_eq!(held.status(&school).await, "CANCELLED");
    assert_eq!(recipients(&school, "course-proposal").await, ["karim@example.fr", "zoe@example.fr"]);
    sound(&school).await;

    // Whoever is asked got the dates with that mail.
    school.pass(Duration::minutes(11));
    school.run_jobs().await;
    assert_eq!(recipients(&school, "course-changed").await, ["ali@example.fr"]);
    let (admin, zoe, karim) =
        (again(&school, &admin).await, again(&school, &zoe).await, again(&school, &karim).await);
    let asked = proposal(&zoe).await;
    assert_eq!(terms(&asked), json!(["OPEN", 150, 150, 0, 150, false, false]));
    assert_eq!(
        json!([asked["kind"], asked["answerBy"], asked["startDate"], asked["newStartDate"]]),
        json!(["NEW_DATES", "2026-03-16", "2026-03-09", "2026-04-06"])
    );
    assert_eq!(json!([asked["newDecisionDay"], asked["reason"]]), json!([null, "Trop peu d'inscrits."]));
    assert_eq!(terms(&proposal(&karim).await), json!(["OPEN", 70, 70, 0, 70, false, true]));

    // Only by their own account, or by the link of their own mail.
    let link = token(&school, "zoe@example.fr").await;
    let visitor = school.visitor();
    let opened = visitor.post("/proposals/open", json!({ "token": link })).await.ok();
    assert_eq!(opened, asked);
    visitor.post("/proposals/open", json!({ "token": "x" })).await.refused(404, "not_found");
    visitor.post("/proposals/open", json!({})).await.refused(404, "not_found");
    let path = format!("/proposals/{}/accept", asked["id"]);
    visitor.post(&path, json!({ "token": "x" })).await.refused(404, "not_found");
    visitor.post(&path, json!({})).await.refused(404, "not_found");
    karim.post(&path, json!({})).await.refused(404, "not_found");
    admin.post(&path, json!({})).await.refused(404, "not_found");
    let of_another = token(&school, "karim@example.fr").await;
    zoe.post(&path, json!({ "token": of_another })).await.refused(404, "not_found");

    let accepted = visitor.post(&path, json!({ "token": link })).await.ok();
    assert_eq!(terms(&accepted), json!(["ACCEPTED", 150, 150, 0, 150, false, false]));
    assert_eq!(answer(&zoe, &asked, "accept").await.ok(), accepted, "the answer may have been lost");
    answer(&zoe, &asked, "refuse").await.refused(410, "proposal_over");
    let own = zoe.get("/reservations/me").await.ok()[0].clone();
    assert_eq!(json!([own["status"], own["requestedStartDate"]]), json!(["CONFIRMED", "2026-04-06"]));
    let own = zoe.get(&format!("/subscriptions/user/{}", zoe.id())).await.ok()[0].clone();
    assert_eq!(json!([own["opensOn"], own["opensAfterWithdrawal"]]), json!(["2026-04-06", false]));
    assert!(own["accessExpiresAt"].as_str().unwrap() > "2026-06-27", "{own}");

    let refused = answer(&karim, &proposal(&karim).await, "refuse").await.ok();
    assert_eq!(terms(&refused), json!(["REFUSED", 70, 70, 0, 70, false, true]));
    answer(&karim, &refused, "accept").await.refused(410, "proposal_over");
    assert_eq!(answer(&karim, &refused, "refuse").await.ok(), refused);
    school.run_jobs().await;
    let back = "SELECT CAST(SUM(refunded_cents) AS BIGINT) FROM sandbox_intents";
    assert_eq!(school.count(back).await, 4_000 + 7_000);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 2);
    assert_eq!(recipients(&school, "proposal-accepted").await, ["zoe@example.fr"]);
    assert_eq!(recipients(&school, "proposal-ended").await, ["karim@example.fr", "lea@example.fr"]);
    assert_eq!(mails(&school, "refund").await, 1, "only of the goodwill");

    let state = admin.get(PATH).await.ok();
    let rows: Vec<_> = state["last"]["proposals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["payer"]["email"], row["status"], row["refund"]]))
        .collect();
    assert_eq!(json!(rows), json!([["zoe@example.fr", "ACCEPTED", 0], ["karim@example.fr", "REFUSED", 70]]));
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let seen = editor.get(PATH).await.ok();
    assert!(!seen.to_string().contains("example.fr"), "{seen}");
    assert_eq!(seen["last"]["proposals"][1]["learner"]["name"], "Léa Martin");
    sound(&school).await;
});

both_engines!(sessions_that_cannot_move_refuse_the_dates_and_change_nothing, |school| {
    let admin = below(&school).await;
    two_weeks(&admin).await;
    let (zoe, _) = bought(&school, "zoe", &[11]).await;
    let mut short = later();
    short["endDate"] = json!("2026-04-10");
    let refused = preview(&admin, &short).await.refused(409, "outside_course_dates");
    let params = &refused["params"];
    assert_eq!(
        json!([params["day"], params["newDay"], params["startTime"]]),
        json!(["2026-03-16", "2026-04-13", "18:30"])
    );
    let mut body = later();
    body["fingerprint"] = preview(&admin, &body).await.ok()["fingerprint"].clone();
    let other = json!({ "courseId": 5, "date": "2026-04-09", "startTime": "19:00", "minutes": 60, "roomId": null,
        "teacherId": 1 });
    admin.post("/class-sessions", other).await.ok();
    preview(&admin, &later()).await.refused(409, "teacher_taken");
    admin.post(PATH, body).await.refused(409, "teacher_taken");
    assert_eq!(school.count("SELECT COUNT(*) FROM course_decisions").await, 0);
    assert_eq!(days(&school).await[0], "2026-03-09");
    let course = school.visitor().get("/courses/1/details").await.ok();
    assert_eq!(course["startDate"], "2026-03-09");
    assert_eq!(zoe.get("/proposals/me").await.ok(), json!([]));
    // A start on another weekday moves the sessions by whole weeks too.
    school.sql("UPDATE class_sessions SET status = 'CANCELLED' WHERE course_id = 5").await;
    let mut friday = later();
    friday["startDate"] = json!("2026-04-03");
    decide(&admin, friday).await;
    assert_eq!(days(&school).await[0], "2026-04-06");
    assert_eq!(answer(&zoe, &proposal(&zoe).await, "accept").await.ok()["status"], "ACCEPTED");
    sound(&school).await;
});

both_engines!(an_earlier_start_keeps_a_decision_day_that_the_form_accepts, |school| {
    let admin = below(&school).await;
    let earlier = json!({ "choice": "NEW_DATES", "startDate": "2026-03-05", "endDate": "2026-05-28",
        "answerBy": "2026-03-04" });
    let after = decide(&admin, earlier).await;
    assert_eq!(json!([after["decisionDay"], after["startConfirmed"]]), json!(["2026-03-05", true]));
    admin.put("/courses/admin/1", json!({ "location": "Salle Figuier" })).await.ok();
});

both_engines!(silence_is_a_refusal_after_the_last_day_and_a_reminder, |school| {
    let admin = below(&school).await;
    let (zoe, checkout) = bought(&school, "zoe", &[11]).await;
    let mut dates = later();
    dates["decisionDay"] = json!("2026-03-30");
    let after = decide(&admin, dates).await;
    assert_eq!(json!([after["startConfirmed"], after["decisionDay"]]), json!([false, "2026-03-30"]));
    let asked = proposal(&zoe).await;
    assert_eq!(asked["newDecisionDay"], "2026-03-30");
    let threshold = zoe.get("/reservations/me").await.ok()[0]["threshold"].clone();
    assert_eq!(threshold, json!({ "missing": 3, "decisionDay": "2026-03-30" }));
    let link = token(&school, "zoe@example.fr").await;
    school.pass(Duration::days(11));
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 1);
    school.pass(Duration::days(1));
    school.run_jobs().await;
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 2, "two days before, once");
    school.pass(Duration::days(2));
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 2);
    let zoe = again(&school, &zoe).await;
    assert_eq!(proposal(&zoe).await["status"], "OPEN", "the last day is one to answer");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0);

    school.pass(Duration::days(1));
    let visitor = school.visitor();
    for what in ["accept", "refuse"] {
        let path = format!("/proposals/{}/{what}", asked["id"]);
        visitor.post(&path, json!({ "token": link })).await.refused(410, "proposal_over");
    }
    school.run_jobs().await;
    school.run_jobs().await;
    let over = visitor.post("/proposals/open", json!({ "token": link })).await.ok();
    assert_eq!(terms(&over), json!(["LAPSED", 120, 120, 0, 120, false, false]));
    let path = format!("/proposals/{}/refuse", asked["id"]);
    visitor.post(&path, json!({ "token": link })).await.refused(410, "proposal_over");
    assert_eq!(checkout.status(&school).await, "CANCELLED");
    assert_eq!(school.count("SELECT MAX(refunded_cents) FROM sandbox_intents").await, 12_000);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(mails(&school, "proposal-ended").await, 1);
    let credited = "SELECT COUNT(*) FROM invoices WHERE kind = 'CREDIT_NOTE' AND total_cents = 12000";
    assert_eq!(school.count(credited).await, 1);
    sound(&school).await;
});

both_engines!(who_is_asked_shortly_before_the_last_day_is_not_reminded_at_once, |school| {
    let admin = below(&school).await;
    bought(&school, "zoe", &[11]).await;
    let mut soon = later();
    soon["answerBy"] = json!("2026-03-04");
    decide(&admin, soon).await;
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 1);
    school.pass(Duration::days(1) + Duration::minutes(1));
    school.run_jobs().await;
    assert_eq!(mails(&school, "course-proposal").await, 2);
    sound(&school).await;
});

both_engines!(a_freed_seat_of_the_new_dates_is_offered_to_who_waits, |school| {
    let admin = below(&school).await;
    let (zoe, _) = bought(&school, "zoe", &[11]).await;
    school.sql("UPDATE courses SET capacity = 1, minimum_learners = 1, enrolled = 1 WHERE id = 1").await;
    let wil = student(&school, "wil").await;
    wil.post("/waitlist", json!({ "courseId": 1 })).await.ok();
    let seen = preview(&admin, &later()).await.ok();
    assert_eq!(seen["waiting"], 0, "the waiting list stays");
    decide(&admin, later()).await;
    assert_eq!(wil.get("/waitlist/me").await.ok()[0]["status"], "WAITING");
    answer(&zoe, &proposal(&zoe).await, "refuse").await.ok();
    assert_eq!(wil.get("/waitlist/me").await.ok()[0]["status"], "OFFERED");
    sound(&school).await;
});
