//! The legal pages: published as versions, none of which ever changes.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, Reply};

async fn publish(client: &Client, slug: &str, html: &str, seen: Option<i64>) -> Reply {
    let seen = seen.map(|number| format!("\"{number}\""));
    let header: Vec<_> = seen.iter().map(|value| ("If-Match", value.as_str())).collect();
    client.send(Method::PUT, &format!("/pages/{slug}"), Some(json!({ "html": html })), &header).await
}

both_engines!(a_page_is_published_as_versions_and_the_newest_is_in_force, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let visitor = school.visitor();
    visitor.get("/pages/cgv").await.refused(404, "not_found");
    let first = publish(&admin, "cgv", "<p onclick=\"x()\">Un</p>", Some(0)).await.ok();
    assert_eq!(
        first,
        json!({ "kind": "TERMS", "number": 1, "html": "<p>Un</p>", "createdAt": "2026-03-02T09:00:00.000Z" })
    );
    assert_eq!(publish(&admin, "cgv", "<p>Deux</p>", Some(1)).await.ok()["number"], 2);
    assert_eq!(visitor.get("/pages/cgv").await.ok()["html"], "<p>Deux</p>");
    assert_eq!(publish(&admin, "mentions-legales", "<p>Nous</p>", None).await.ok()["number"], 1);
    let versions = admin.get("/pages/cgv/versions").await.ok();
    let seen: Vec<_> =
        versions.as_array().unwrap().iter().map(|one| (&one["number"], &one["html"])).collect();
    assert_eq!(seen, [(&json!(2), &json!("<p>Deux</p>")), (&json!(1), &json!("<p>Un</p>"))]);
    assert_eq!((&versions[0]["author"], &versions[0]["accepted"]), (&json!("Jeanne Morel"), &json!(0)));
    let pages = &visitor.get("/settings/school").await.ok()["pages"];
    assert_eq!(*pages, json!([{ "kind": "LEGAL", "number": 1 }, { "kind": "TERMS", "number": 2 }]));
});

both_engines!(a_version_is_written_on_the_one_that_was_seen, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    publish(&admin, "cgv", "<p>Un</p>", Some(0)).await.ok();
    let stale = publish(&admin, "cgv", "<p>Autre</p>", Some(0)).await.refused(412, "stale");
    assert_eq!(stale["current"]["html"], "<p>Un</p>");
    let same = publish(&admin, "cgv", "<p>Un</p>", Some(1)).await.ok();
    assert_eq!(same["number"], 1, "the same text adds no version");
    assert_eq!(school.count("SELECT COUNT(*) FROM school_pages").await, 1);
});

both_engines!(a_page_says_something_and_only_an_administrator_publishes, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    for empty in [json!({}), json!({ "html": "<script>x()</script>" }), json!({ "html": " " })] {
        assert_eq!(admin.put("/pages/cgv", empty).await.field_names(), ["html"]);
    }
    admin.put("/pages/nowhere", json!({ "html": "<p>a</p>" })).await.refused(404, "not_found");
    let editor = school.account(Role::Editor, "e@example.fr").await;
    editor.put("/pages/cgv", json!({ "html": "<p>a</p>" })).await.refused(403, "forbidden");
    editor.get("/pages/cgv/versions").await.refused(403, "forbidden");
    school.visitor().put("/pages/cgv", json!({ "html": "<p>a</p>" })).await.refused(401, "unauthenticated");
    assert_eq!(school.count("SELECT COUNT(*) FROM school_pages").await, 0);
});

both_engines!(two_that_publish_at_once_make_two_versions_or_one_is_refused, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let both = tokio::join!(
        publish(&admin, "cgv", "<p>Un</p>", Some(0)),
        publish(&admin, "cgv", "<p>Deux</p>", Some(0)),
    );
    let refused = [&both.0, &both.1].into_iter().filter(|reply| reply.status == 412).count();
    assert_eq!(refused, 1);
    let numbers: Value = admin.get("/pages/cgv/versions").await.ok();
    assert_eq!(numbers.as_array().unwrap().len(), 1);
});
