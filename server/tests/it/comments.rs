//! Comments: whose they are, who sees them, and that nobody speaks of a course they do not follow.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, School};

fn comment() -> Value {
    json!({ "message": "Un accueil chaleureux.", "rating": 5 })
}

/// The demo school, where this student has subscribed to a course; answers them and the course's id.
async fn subscriber(school: &School) -> (Client, i64) {
    preau_server::demo::fill(&school.app).await.unwrap();
    let student = school.count("SELECT id FROM users WHERE email = 'student@preau.test'").await;
    let course = school
        .count(
            "SELECT MIN(s.course_id) FROM subscriptions s JOIN users u ON u.id = s.user_id
            JOIN courses c ON c.id = s.course_id
            WHERE u.email = 'student@preau.test' AND c.status = 'PUBLISHED'",
        )
        .await;
    school.sql("DELETE FROM comments").await;
    (school.sign_in(student).await, course)
}

both_engines!(a_comment_waits_for_staff_and_then_shows_a_first_name_and_an_initial, |school| {
    let student = school.account(Role::Student, "s@example.fr").await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let mut sent = comment();
    for (name, value) in [("active", json!(true)), ("userId", json!(editor.id())), ("id", json!(77))] {
        sent[name] = value;
    }
    let made = student.post("/comments", sent).await;
    assert_eq!(made.status, 201);
    let made = made.json();
    assert_eq!(
        json!([made["active"], made["userId"], made["author"]]),
        json!([false, student.id(), "Jeanne M."])
    );
    assert_eq!((&made["verified"], made["id"] == 77), (&json!(false), false));
    let path = format!("/comments/{}", made["id"]);
    let visitor = school.visitor();
    assert_eq!(visitor.get("/comments").await.ok(), json!([]));
    visitor.get(&path).await.refused(404, "not_found");
    assert_eq!(student.get(&path).await.ok()["message"], made["message"], "one's own");

    student.patch(&format!("{path}/status"), json!({ "active": true })).await.refused(403, "forbidden");
    let shown = editor.patch(&format!("{path}/status"), json!({ "active": true })).await.ok();
    assert_eq!((&shown["active"], &shown["version"]), (&json!(true), &json!(2)));
    let public = visitor.get(&path).await.ok();
    let names: Vec<&String> = public.as_object().unwrap().keys().collect();
    for hidden in ["userId", "active", "version"] {
        assert!(!names.contains(&&hidden.to_owned()), "{names:?}");
    }
    assert_eq!(visitor.get("/comments").await.ok().as_array().unwrap().len(), 1);
    let page = visitor.get("/comments?page=1&size=1&active=false").await.ok();
    assert_eq!((&page["total"], &page["items"][0]["id"]), (&json!(1), &made["id"]));
    assert_eq!(editor.get("/comments?active=false").await.ok(), json!([]));
});

both_engines!(an_edit_by_its_author_hides_a_comment_again_and_nobody_elses_is_touched, |school| {
    let student = school.account(Role::Student, "s@example.fr").await;
    let other = school.account(Role::Student, "o@example.fr").await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let made = student.post("/comments", comment()).await.ok();
    let path = format!("/comments/{}", made["id"]);
    editor.patch(&format!("{path}/status"), json!({ "active": true })).await.ok();
    let corrected = editor.put(&path, json!({ "message": "Un accueil très chaleureux." })).await.ok();
    assert_eq!((&corrected["active"], &corrected["rating"]), (&json!(true), &json!(5)));

    other.put(&path, comment()).await.refused(404, "not_found");
    other.delete(&path).await.refused(404, "not_found");
    other.get(&format!("/comments/user/{}", student.id())).await.refused(404, "not_found");
    let edited = student.put(&path, json!({ "rating": 2 })).await.ok();
    assert_eq!((&edited["active"], &edited["message"]), (&json!(false), &corrected["message"]));
    let stale = student.send(Method::PUT, &path, Some(comment()), &[("If-Match", "\"1\"")]).await;
    stale.refused(412, "stale");
    let own = student.get(&format!("/comments/user/{}", student.id())).await.ok();
    assert_eq!((own.as_array().unwrap().len(), &own[0]["active"]), (1, &json!(false)));
    assert_eq!(student.delete(&path).await.status, 204);
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted AND entity = 'comment'").await, 1);
});

both_engines!(what_staff_writes_is_shown_at_once, |school| {
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let mut sent = comment();
    sent["active"] = json!(false);
    assert_eq!(editor.post("/comments", sent).await.ok()["active"], true);
    assert_eq!(school.visitor().get("/comments").await.ok().as_array().unwrap().len(), 1);
});

both_engines!(only_subscribers_speak_of_a_course_and_once, |school| {
    let (student, course) = subscriber(&school).await;
    let mut sent = comment();
    sent["courseId"] = json!(course);
    for stranger in [Role::Student, Role::Editor] {
        let stranger = school.account(stranger, &format!("{}@example.fr", stranger.as_str())).await;
        let refused = stranger.post("/comments", sent.clone()).await;
        refused.refused(422, "not_subscribed");
        assert_eq!(refused.field_names(), ["courseId"]);
    }
    let made = student.post("/comments", sent.clone()).await.ok();
    assert_eq!(made["verified"], true);
    assert!(made["courseName"].is_string() && made["language"].is_string() && made["level"].is_string());
    student.post("/comments", sent.clone()).await.refused(409, "already_commented");
    assert_eq!(student.post("/comments", comment()).await.status, 201, "one about the school besides");
    sent["courseId"] = json!(99_999);
    student.post("/comments", sent).await.refused(422, "unknown_reference");

    let admin = school.account(Role::Admin, "a@example.fr").await;
    admin.patch(&format!("/comments/{}/status", made["id"]), json!({ "active": true })).await.ok();
    let of_course = school.visitor().get(&format!("/comments/course/{course}")).await.ok();
    assert_eq!((of_course.as_array().unwrap().len(), &of_course[0]["id"]), (1, &made["id"]));
    school.visitor().get("/comments/course/99999").await.refused(404, "not_found");
});

both_engines!(a_course_tells_how_many_shown_comments_it_has_and_their_average, |school| {
    let (student, course) = subscriber(&school).await;
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let visitor = school.visitor();
    let rating = format!("/comments/course/{course}/rating");
    assert_eq!(visitor.get(&rating).await.ok(), json!({ "count": 0, "average": null }));

    let mut sent = comment();
    sent["courseId"] = json!(course);
    let made = student.post("/comments", sent).await.ok();
    assert_eq!(visitor.get(&rating).await.ok()["count"], 0, "not shown yet");
    assert_eq!(admin.get(&rating).await.ok()["count"], 0, "the same for staff");
    admin.patch(&format!("/comments/{}/status", made["id"]), json!({ "active": true })).await.ok();
    for _ in 0..2 {
        school
            .sql(
                "INSERT INTO comments (course_id, signature, message, rating, active, created_at, updated_at)
                SELECT course_id, signature, message, 4, active, created_at, updated_at
                FROM comments WHERE rating = 5",
            )
            .await;
    }
    assert_eq!(visitor.get(&rating).await.ok(), json!({ "count": 3, "average": 4.3 }));
    let path = format!("/comments/course/{course}?active=true&page=1&size=2");
    let page = visitor.get(&path).await.ok();
    assert_eq!((&page["total"], page["items"].as_array().unwrap().len()), (&json!(3), 2));

    visitor.get("/comments/course/99999/rating").await.refused(404, "not_found");
    school.sql("UPDATE courses SET status = 'DRAFT' WHERE id IN (SELECT course_id FROM comments)").await;
    visitor.get(&rating).await.refused(404, "not_found");
});

both_engines!(two_comments_on_one_course_at_once_leave_one, |school| {
    let (student, course) = subscriber(&school).await;
    let mut sent = comment();
    sent["courseId"] = json!(course);
    let (one, two) =
        tokio::join!(student.post("/comments", sent.clone()), student.post("/comments", sent.clone()));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
});

both_engines!(comments_say_what_the_texts_allow, |school| {
    let student = school.account(Role::Student, "s@example.fr").await;
    for (name, value, code) in [
        ("message", json!("ab"), "message_too_short"),
        ("message", json!("x".repeat(1001)), "too_long"),
        ("rating", json!(0), "rating_out_of_range"),
        ("rating", json!(6), "rating_out_of_range"),
    ] {
        let mut sent = comment();
        sent[name] = value;
        let refused = student.post("/comments", sent).await;
        refused.refused(422, code);
        assert_eq!(refused.field_names(), [name]);
    }
    let repeated =
        json!({ "message": "Merci.", "rating": 4, "clientId": "0193a5f2-7c1e-7abc-8def-0123456789ab" });
    let first = student.post("/comments", repeated.clone()).await;
    let again = student.post("/comments", repeated.clone()).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200));
    assert_eq!(first.json()["id"], again.json()["id"]);
    let other = school.account(Role::Student, "o@example.fr").await;
    other.post("/comments", repeated).await.refused(404, "not_found");
});

both_engines!(comments_of_people_who_left_are_signed_by_a_former_student, |school| {
    let student = school.account(Role::Student, "s@example.fr").await;
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let made = student.post("/comments", comment()).await.ok();
    admin.patch(&format!("/comments/{}/status", made["id"]), json!({ "active": true })).await.ok();
    assert_eq!(admin.delete(&format!("/users/{}", student.id())).await.status, 204);
    assert_eq!(school.visitor().get("/comments").await.ok()[0]["author"], "Ancien élève");
});

both_engines!(one_account_writes_ten_comments_an_hour, |school| {
    let student = school.account(Role::Student, "s@example.fr").await;
    for _ in 0..10 {
        assert_eq!(student.post("/comments", comment()).await.status, 201);
    }
    student.post("/comments", comment()).await.refused(429, "too_many_requests");
    school.pass(chrono::Duration::minutes(60));
    let student = school.sign_in(student.id()).await;
    assert_eq!(student.post("/comments", comment()).await.status, 201);
});
