//! Sessions of classes: planned, moved and cancelled away from the school, which decides when it hears of them.

use http::{Method, StatusCode};
use preau_core::calendar::{add_days, paris_day};
use preau_desktop::clock::Clock;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{ADMIN, School};
use crate::test_app::TestApp;

/// Planned sessions of the next weeks that have a room.
async fn coming(app: &TestApp) -> Vec<Value> {
    let tomorrow = add_days(paris_day(Clock::System.now()), 1);
    let list = app.get(&format!("class-sessions?from={tomorrow}&to={}", add_days(tomorrow, 60))).await;
    let planned = |session: &&Value| session["status"] == "PLANNED" && session["roomId"].is_number();
    list.as_array().unwrap().iter().filter(planned).cloned().collect()
}

async fn cancel(app: &TestApp, session: &Value, reason: &str) -> (StatusCode, Value) {
    let path = format!("class-sessions/{}/cancel", session["id"]);
    let version = format!("\"{}\"", session["version"]);
    app.send(Method::PATCH, &path, json!({ "reason": reason }), &[("if-match", &version)]).await
}

fn at(session: &Value) -> String {
    format!("/class-sessions?courseId={}", session["courseId"])
}

fn of(list: &Value, id: &Value) -> Value {
    list.as_array().unwrap().iter().find(|session| &session["id"] == id).cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_room_that_somebody_else_took_meanwhile_is_told_and_solved_there() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let session = coming(&app).await.swap_remove(0);
    let path = format!("class-sessions/{}", session["id"]);
    let early = |course: &Value| {
        json!({
            "courseId": course, "date": session["date"], "startTime": "06:00", "minutes": 60, "roomId": session["roomId"],
            "teacherId": null,
        })
    };
    school.stop();
    let (status, moved) = app.change(&path, &session, early(&session["courseId"])).await;
    assert_eq!((status, &moved["startTime"]), (StatusCode::OK, &json!("06:00")), "{moved}");
    // Here the room is taken already by what waits.
    let (status, refused) = app.send(Method::POST, "class-sessions", early(&session["courseId"]), &[]).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("room_taken")), "{refused}");

    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    let other = colleague.get("/courses?status=PUBLISHED").await[0]["id"].clone();
    let mut theirs = early(&other);
    theirs["extendCourse"] = json!(true);
    colleague.ok(Method::POST, "/class-sessions", theirs).await;
    app.sync().await;
    app.wait_until("the refusal", |state| state["failed"] == 1).await;
    let operation = app.get("desktop/operations").await[0].clone();
    assert_eq!(
        (&operation["problem"]["code"], &operation["action"]),
        (&json!("room_taken"), &json!("update"))
    );
    assert_eq!(operation["place"], json!(format!("/course/sessions/{}", session["courseId"])));

    let waiting = of(&app.get(&at(&session)[1..]).await, &session["id"]);
    let (status, answer) = app.change(&path, &waiting, json!({"startTime": "05:00"})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    app.sync().await;
    app.wait_until_sent().await;
    let stands = of(&colleague.get(&at(&session)).await, &session["id"]);
    assert_eq!((&stands["startTime"], &stands["minutes"]), (&json!("05:00"), &json!(60)), "{stands}");
}

#[tokio::test]
async fn a_session_is_cancelled_though_somebody_else_moved_it() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let sessions = coming(&app).await;
    let [moved, deleted, ..] = &sessions[..] else { panic!("the demo school meets more often") };
    school.stop();
    for session in [moved, deleted] {
        let (status, cancelled) = cancel(&app, session, "Chiara est malade.").await;
        assert_eq!((status, &cancelled["status"]), (StatusCode::OK, &json!("CANCELLED")), "{cancelled}");
    }
    let (status, refused) =
        app.change(&format!("class-sessions/{}", moved["id"]), moved, json!({"note": "x"})).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("session_cancelled")), "{refused}");
    drop(app);

    school.start().await;
    let colleague = school.colleague(ADMIN).await;
    let theirs = json!({"startTime": "06:10", "minutes": 45});
    colleague.change(&format!("/class-sessions/{}", moved["id"]), moved, theirs).await;
    colleague.ok(Method::DELETE, &format!("/class-sessions/{}", deleted["id"]), Value::Null).await;
    let app = TestApp::open(folder.path()).await;
    app.wait_until_sent().await;
    let stands = of(&colleague.get(&at(moved)).await, &moved["id"]);
    let reason = json!("Chiara est malade.");
    assert_eq!((&stands["status"], &stands["reason"]), (&json!("CANCELLED"), &reason), "{stands}");
    assert_eq!(stands["startTime"], "06:10");
    assert_eq!(of(&colleague.get(&at(deleted)).await, &deleted["id"]), Value::Null);
    assert_eq!(of(&app.get(&at(moved)[1..]).await, &moved["id"])["status"], "CANCELLED");
}
