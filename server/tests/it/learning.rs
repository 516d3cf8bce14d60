//! Who may read what stands inside modules.

use axum::http::StatusCode;
use preau_core::role::Role;
use serde_json::json;

use crate::content::{Filled, fill, with_modules};
use crate::school::Client;

/// Every read of what was filled in.
fn reads(filled: &Filled) -> Vec<String> {
    vec![
        format!("/chapter-lessons/chapter/{}", filled.chapter),
        format!("/chapter-lessons/{}", filled.lesson),
        format!("/resources/lesson/{}", filled.lesson),
        format!("/resources/{}", filled.resource),
        format!("/quizzes/lesson/{}", filled.lesson),
        format!("/quizzes/{}", filled.quiz),
        format!("/questions/quiz/{}", filled.quiz),
    ]
}

/// Each read as this client answers with this status, and this code when it is refused.
async fn expect(client: &Client, filled: &Filled, status: u16, code: &str) {
    for path in reads(filled) {
        let reply = client.get(&path).await;
        if status == 200 {
            assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
        } else {
            reply.refused(status, code);
        }
    }
}

/// Gives modules of the first course, or all of it; answers the subscription.
pub(crate) async fn give(admin: &Client, learner: &Client, modules: &[i64]) -> i64 {
    let gift = json!({ "userId": learner.id(), "courseId": 1, "moduleIds": modules, "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok()["id"].as_i64().unwrap()
}

both_engines!(the_inside_of_a_module_is_for_staff_and_live_subscriptions_that_cover_it, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let (bought, other) = (fill(&editor, 11).await, fill(&editor, 12).await);
    let elsewhere = fill(&editor, 21).await;
    let stranger = school.account(Role::Student, "stranger@example.fr").await;
    let partial = school.account(Role::Student, "partial@example.fr").await;
    let whole = school.account(Role::Student, "whole@example.fr").await;
    give(&admin, &partial, &[11]).await;
    give(&admin, &whole, &[]).await;
    for filled in [&bought, &other, &elsewhere] {
        expect(&school.visitor(), filled, 401, "unauthenticated").await;
        expect(&stranger, filled, 404, "not_found").await;
        expect(&editor, filled, 200, "").await;
    }
    expect(&partial, &bought, 200, "").await;
    expect(&partial, &other, 404, "not_found").await;
    expect(&whole, &bought, 200, "").await;
    expect(&whole, &other, 200, "").await;
    expect(&whole, &elsewhere, 404, "not_found").await;
    let nothing = Filled { chapter: 999, lesson: 999, resource: 999, quiz: 999, question: 999 };
    expect(&editor, &nothing, 404, "not_found").await;
    expect(&whole, &nothing, 404, "not_found").await;
});

both_engines!(a_learner_is_told_when_access_ended, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let (bought, other) = (fill(&editor, 11).await, fill(&editor, 12).await);
    let learner = school.account(Role::Student, "zoe@example.fr").await;
    let subscription = give(&admin, &learner, &[11]).await;
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-02'").await;
    expect(&learner, &bought, 200, "").await;
    school.pass(chrono::Duration::days(1));
    let learner = school.sign_in(learner.id()).await;
    let refused = learner.get(&reads(&bought)[0]).await.refused(403, "access_ended");
    assert_eq!(refused["params"], json!({ "on": "2026-03-02" }));
    expect(&learner, &bought, 403, "access_ended").await;
    expect(&learner, &other, 404, "not_found").await;

    let admin = school.sign_in(admin.id()).await;
    admin.patch(&format!("/subscriptions/{subscription}/extend?days=10"), json!({})).await.ok();
    expect(&learner, &bought, 200, "").await;
    admin.patch(&format!("/subscriptions/{subscription}/deactivate"), json!({})).await.ok();
    let refused = learner.get(&reads(&bought)[0]).await.refused(403, "access_ended");
    assert!(refused.get("params").is_none(), "taken back before its last day: {refused}");
    give(&admin, &learner, &[]).await;
    expect(&learner, &bought, 200, "").await;
});

both_engines!(a_learner_keeps_reading_a_course_that_left_the_catalogue, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let filled = fill(&editor, 11).await;
    let learner = school.account(Role::Student, "zoe@example.fr").await;
    give(&admin, &learner, &[11]).await;
    for statement in [
        "UPDATE courses SET status = 'ARCHIVED' WHERE id = 1",
        "UPDATE courses SET status = 'DRAFT' WHERE id = 1",
    ] {
        school.sql(statement).await;
        expect(&learner, &filled, 200, "").await;
        assert_eq!(learner.get("/chapters/module/11").await.ok()[0]["content"], "Les mots de la porte.");
        school.visitor().get("/chapters/module/11").await.refused(404, "not_found");
    }
});
