//! Questions and answers: read by everyone, kept by staff.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::School;

const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

async fn with_categories(school: &School) {
    school.sql("DELETE FROM faq_categories").await;
    school
        .sql(
            "INSERT INTO faq_categories (code, label, position) VALUES
            ('SECOND', 'La deuxième', 2), ('FIRST', 'La première', 1), ('EMPTY', 'Rien', 3)",
        )
        .await;
}

fn entry(category: &str, question: &str) -> Value {
    json!({ "category": category, "question": question, "answer": "<p>Oui.</p>" })
}

fn questions(entries: &Value) -> Vec<&str> {
    entries.as_array().unwrap().iter().map(|entry| entry["question"].as_str().unwrap()).collect()
}

both_engines!(everyone_reads_the_questions_by_category_and_in_order, |school| {
    with_categories(&school).await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    for (category, question) in [("SECOND", "C ?"), ("FIRST", "A ?"), ("FIRST", "B ?")] {
        assert_eq!(editor.post("/faq", entry(category, question)).await.status, 201);
    }
    let visitor = school.visitor();
    let categories = visitor.get("/faq/categories").await.ok();
    let seen: Vec<_> = categories
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["code"].as_str().unwrap(), one["entries"].as_i64().unwrap()))
        .collect();
    assert_eq!(seen, [("FIRST", 2), ("SECOND", 1), ("EMPTY", 0)]);
    assert_eq!(questions(&visitor.get("/faq").await.ok()), ["A ?", "B ?", "C ?"]);
    let page = visitor.get("/faq?page=2&size=2").await.ok();
    assert_eq!((questions(&page["items"]), &page["total"]), (vec!["C ?"], &json!(3)));
    assert_eq!(questions(&visitor.get("/faq/category/FIRST").await.ok()), ["A ?", "B ?"]);
    assert_eq!(visitor.get("/faq/category/EMPTY").await.ok(), json!([]));
    visitor.get("/faq/category/NOWHERE").await.refused(404, "not_found");
    visitor.post("/faq", entry("FIRST", "?")).await.refused(401, "unauthenticated");
});

both_engines!(answers_are_cleaned_when_they_are_written, |school| {
    with_categories(&school).await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let mut sent = entry("FIRST", "A ?");
    sent["answer"] = json!("<p onclick=\"x()\">Le <a href=\"/tests\">test</a><script>alert(1)</script></p>");
    let made = editor.post("/faq", sent).await.ok();
    let clean = "<p>Le <a href=\"/tests\" rel=\"noopener noreferrer\">test</a></p>";
    assert_eq!(made["answer"], clean);
    let path = format!("/faq/{}", made["id"]);
    let nothing_left = json!({ "answer": "<script>alert(1)</script>" });
    assert_eq!(editor.put(&path, nothing_left).await.field_names(), ["answer"]);
    let wrong = json!({ "category": "NOWHERE", "question": "a", "answer": "b" });
    editor.post("/faq", wrong).await.refused(422, "unknown_reference");
    let all = editor.post("/faq", json!({ "lang": "klingon" })).await;
    assert_eq!(all.field_names(), ["category", "question", "answer", "lang"]);
});

both_engines!(a_change_leaves_what_it_does_not_name_and_an_older_version_is_refused, |school| {
    with_categories(&school).await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    editor.post("/faq", entry("SECOND", "Z ?")).await.ok();
    let mut sent = entry("FIRST", "A ?");
    sent["lang"] = json!("it");
    let made = editor.post("/faq", sent).await.ok();
    let path = format!("/faq/{}", made["id"]);
    let changed = editor.put(&path, json!({ "question": "A bis ?" })).await.ok();
    assert_eq!(
        (&changed["answer"], &changed["lang"], &changed["version"], &changed["orderIndex"]),
        (&made["answer"], &json!("it"), &json!(2), &json!(1))
    );
    let old = [("If-Match", "\"1\"")];
    let stale = editor.send(Method::PUT, &path, Some(json!({ "question": "x" })), &old).await;
    assert_eq!(stale.refused(412, "stale")["current"]["question"], "A bis ?");
    let moved = editor.put(&path, json!({ "category": "SECOND", "lang": null })).await.ok();
    assert_eq!(
        (&moved["orderIndex"], &moved["lang"]),
        (&json!(2), &Value::Null),
        "the last of its new category"
    );
    editor.send(Method::DELETE, &path, None, &old).await.refused(412, "stale");
    assert_eq!(editor.delete(&path).await.status, 204);
    editor.delete(&path).await.refused(404, "not_found");
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted AND entity = 'faq'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE entity = 'faq'").await, 5);
});

both_engines!(the_order_of_a_category_is_given_by_its_ids, |school| {
    with_categories(&school).await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let mut ids = Vec::new();
    for question in ["A ?", "B ?", "C ?"] {
        ids.push(editor.post("/faq", entry("FIRST", question)).await.ok()["id"].as_i64().unwrap());
    }
    let path = "/faq/category/FIRST/order";
    let ordered = editor.put(path, json!([ids[2], ids[0]])).await.ok();
    assert_eq!(questions(&ordered), ["C ?", "A ?", "B ?"]);
    assert_eq!(school.visitor().get("/faq/category/FIRST").await.ok(), ordered);
    let stale = editor.send(Method::PUT, path, Some(json!(ids)), &[("If-Match", "\"1\"")]).await;
    stale.refused(412, "stale");
    let wrong = editor.put(path, json!([ids[0], ids[0], 999])).await;
    assert_eq!(wrong.field_names(), ["[1]", "[2]"]);
    editor.put("/faq/category/NOWHERE/order", json!([])).await.refused(404, "not_found");
});

both_engines!(a_repeated_entry_is_made_once, |school| {
    with_categories(&school).await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let mut sent = entry("FIRST", "A ?");
    sent["clientId"] = json!(CLIENT_ID);
    let first = editor.post("/faq", sent.clone()).await;
    let again = editor.post("/faq", sent).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200));
    assert_eq!(first.json(), again.json());
    assert_eq!(school.count("SELECT COUNT(*) FROM faq_entries").await, 1);
});
