//! What becomes of a course: it is published, sold, renamed, copied, archived, deleted; and what a sale forbids.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, draft, start};
use crate::content::fill;
use crate::course_form::{editor, form, ids, path, put, sound, with};
use crate::school::{Client, School};

async fn made(editor: &Client) -> Value {
    editor.post("/courses/admin", form()).await.ok()
}

async fn turn(editor: &Client, course: &Value, into: &str) -> Value {
    editor.send(Method::PATCH, &format!("{}/{into}", path(course)), None, &[]).await.ok()
}

/// A published course.
async fn published(editor: &Client) -> Value {
    let course = made(editor).await;
    turn(editor, &course, "publish").await
}

/// Somebody buys modules of the course, or all of it; answers the amount.
async fn sell(school: &School, course: &Value, email: &str, modules: &[i64]) -> Value {
    let mut draft = draft(email, modules);
    draft["courseId"] = course["id"].clone();
    draft["requestedStartDate"] = json!("2026-04-01");
    let checkout = start(&school.visitor(), draft).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    checkout.amount
}

both_engines!(a_course_is_published_taken_back_archived_and_restored, |school| {
    let editor = editor(&school).await;
    let course = made(&editor).await;
    let public = format!("/courses/{}/details", course["id"]);
    for (into, status, seen) in [
        ("publish", "PUBLISHED", 200),
        ("publish", "PUBLISHED", 200),
        ("unpublish", "DRAFT", 404),
        ("publish", "PUBLISHED", 200),
        ("archive", "ARCHIVED", 404),
        ("unpublish", "DRAFT", 404),
    ] {
        assert_eq!(turn(&editor, &course, into).await["status"], status);
        assert_eq!(school.visitor().get(&public).await.status, seen, "{into}");
    }
    let now = editor.get(&path(&course)).await.ok();
    assert_eq!(now["version"], 6, "what is published already is not written again");
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE entity = 'course'").await, 6);
    let noted = "SELECT COUNT(*) FROM audit WHERE action = 'course.archived'
        AND before_values LIKE '%PUBLISHED%' AND after_values LIKE '%ARCHIVED%'";
    assert_eq!(school.count(noted).await, 1);
    let old = [("If-Match", "\"1\"")];
    let stale = editor.send(Method::PATCH, &format!("{}/publish", path(&course)), None, &old).await;
    assert_eq!(stale.refused(412, "stale")["current"], now);
    editor.send(Method::PATCH, "/courses/admin/999/publish", None, &[]).await.refused(404, "not_found");
});

both_engines!(what_a_published_course_needs_it_gets_and_keeps, |school| {
    let editor = editor(&school).await;
    let bare = editor.post("/courses/admin", with(json!({ "modules": [], "price": 0 }))).await.ok();
    let refused = editor.send(Method::PATCH, &format!("{}/publish", path(&bare)), None, &[]).await;
    let problem = refused.refused(422, "invalid");
    let told: Vec<_> =
        problem["fields"].as_array().unwrap().iter().map(|f| (&f["name"], &f["code"])).collect();
    assert_eq!(json!(told), json!([["modules", "modules_required"], ["price", "price_required"]]));
    assert_eq!(editor.get(&path(&bare)).await.ok(), bare);

    let course = published(&editor).await;
    let module = |n: usize| format!("/modules/{}", course["modules"][n]["id"]);
    for (change, code, field) in [
        (json!({ "modules": [] }), "invalid", "modules"),
        (json!({ "teacherId": null }), "required", "teacherId"),
        (json!({ "endDate": "2026-03-01" }), "end_before_start", "endDate"),
    ] {
        let refused = editor.put(&path(&course), change).await;
        refused.refused(422, code);
        assert_eq!(refused.field_names()[0], field);
    }
    editor.delete(&module(0)).await.ok();
    editor.delete(&module(1)).await.refused(422, "invalid");
    let free = editor.put(&module(1), json!({ "price": 0 })).await;
    free.refused(422, "price_required");
    editor.put(&path(&course), json!({ "free": true })).await.ok();
    editor.put(&module(1), json!({ "price": 0 })).await.ok();
    assert_eq!(editor.get(&path(&course)).await.ok()["price"], 0);
    turn(&editor, &course, "unpublish").await;
    editor.delete(&module(1)).await.ok();
    sound(&school).await;
});

both_engines!(the_address_of_a_draft_follows_its_name_and_that_of_a_public_course_stays, |school| {
    let editor = editor(&school).await;
    let course = made(&editor).await;
    let renamed = put(&editor, &course, json!({ "name": "Ciao a tutti" })).await.ok();
    assert_eq!(renamed["slug"], "ciao-a-tutti");
    let public = turn(&editor, &course, "publish").await;
    let renamed = put(&editor, &public, json!({ "name": "Salve" })).await.ok();
    assert_eq!(json!([renamed["name"], renamed["slug"]]), json!(["Salve", "ciao-a-tutti"]));
    assert_eq!(school.visitor().get("/courses?slug=ciao-a-tutti").await.ok()[0]["name"], "Salve");
    assert_eq!(school.visitor().get("/courses?q=salve").await.ok()[0]["id"], course["id"]);
});

both_engines!(what_was_sold_keeps_its_amount_its_seats_and_its_modules, |school| {
    let editor = editor(&school).await;
    let course = published(&editor).await;
    let modules = ids(&course["modules"]);
    let paid = sell(&school, &course, "zoe@example.fr", &modules[..1]).await;
    let held = {
        let mut draft = draft("lea@example.fr", &modules[1..]);
        draft["courseId"] = course["id"].clone();
        draft["requestedStartDate"] = json!("2026-04-01");
        start(&school.visitor(), draft).await
    };
    assert_eq!(json!([paid, held.amount]), json!([50, 40.5]));
    let dearer = json!({ "capacity": 2, "modules": [{ "id": modules[0], "price": 500 }, { "id": modules[1], "price": 400 }] });
    assert_eq!(editor.put(&path(&course), dearer).await.ok()["price"], 900);
    for (sum, query) in [
        (5000, "SELECT amount_cents FROM reservations WHERE status = 'CONFIRMED'"),
        (4050, "SELECT amount_cents FROM reservations WHERE status = 'HELD'"),
        (9050, "SELECT CAST(SUM(cents) AS BIGINT) FROM reservation_lines"),
    ] {
        assert_eq!(school.count(query).await, sum);
    }
    held.pay(CARD_GOOD).await.ok();
    held.complete().await.ok();
    assert_eq!(
        school.count("SELECT COUNT(*) FROM refunds").await,
        0,
        "the amount of the hold is what counts"
    );

    let few = editor.put(&path(&course), json!({ "capacity": 1 })).await;
    assert_eq!(few.refused(409, "capacity_too_small")["params"], json!({ "taken": 2 }));
    assert_eq!(few.field_names(), ["capacity"]);
    let without = editor.put(&path(&course), json!({ "modules": [{ "id": modules[1] }] })).await;
    let problem = without.refused(409, "module_sold");
    let title = &course["modules"][0]["title"];
    assert_eq!(problem["params"], json!({ "count": 1, "id": modules[0], "title": title }));
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains("archiver") && message.contains(title.as_str().unwrap()), "{message}");
    editor.delete(&format!("/modules/{}", modules[0])).await.refused(409, "module_sold");
    let kept = editor.delete(&path(&course)).await;
    assert_eq!(kept.refused(409, "course_reserved")["params"], json!({ "count": 2 }));

    let more =
        json!({ "modules": [{ "id": modules[1] }, { "id": modules[0] }, { "title": "Tre", "price": 7 }] });
    let more = editor.put(&path(&course), more).await.ok();
    let third = ids(&more["modules"])[2];
    editor.delete(&format!("/modules/{third}")).await.ok();
    sell(&school, &editor.put(&path(&course), json!({ "capacity": 9 })).await.ok(), "ana@example.fr", &[])
        .await;
    let fourth = json!({ "courseId": course["id"], "title": "Quattro", "price": 7 });
    let fourth = editor.post("/modules", fourth).await.ok();
    let sold_whole = editor.delete(&format!("/modules/{}", fourth["id"])).await;
    let sold_whole = sold_whole.refused(409, "module_sold");
    assert_eq!(
        sold_whole["params"],
        json!({ "count": 1, "id": fourth["id"], "title": "Quattro" }),
        "which one it is"
    );
    sound(&school).await;
});

both_engines!(what_was_given_is_not_deleted_either, |school| {
    let editor = editor(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let course = published(&editor).await;
    let modules = ids(&course["modules"]);
    let gift = json!({ "userId": zoe.id(), "courseId": course["id"], "moduleIds": [modules[0]], "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    editor.delete(&path(&course)).await.refused(409, "course_reserved");
    editor.delete(&format!("/modules/{}", modules[0])).await.refused(409, "module_sold");
    editor.delete(&format!("/modules/{}", modules[1])).await.ok();
    sound(&school).await;
});

both_engines!(a_course_goes_with_all_that_stands_inside, |school| {
    let editor = editor(&school).await;
    let (course, other) = (made(&editor).await, made(&editor).await);
    for module in ids(&course["modules"]) {
        fill(&editor, module).await;
    }
    fill(&editor, ids(&other["modules"])[0]).await;
    let gone =
        editor.put(&path(&course), json!({ "modules": [{ "id": course["modules"][1]["id"] }] })).await.ok();
    assert_eq!(
        school.count("SELECT COUNT(*) FROM changes WHERE deleted").await,
        6,
        "a module, with what stood inside"
    );
    let old = [("If-Match", "\"1\"")];
    editor.send(Method::DELETE, &path(&course), None, &old).await.refused(412, "stale");
    assert_eq!(editor.delete(&path(&gone)).await.status, 204);
    editor.get(&path(&course)).await.refused(404, "not_found");
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted").await, 6 + 1 + 3 + 6);
    let noted = "SELECT COUNT(*) FROM audit WHERE action = 'course.deleted' AND after_values IS NULL
        AND before_values LIKE '%\"title\":\"Due\"%'";
    assert_eq!(school.count(noted).await, 1);
    for left in ["courses", "modules", "chapters", "lessons", "resources", "quizzes", "quiz_questions"] {
        let count = school.count(format!("SELECT COUNT(*) FROM {left}").leak()).await;
        assert_eq!(count, if left == "modules" { 2 } else { 1 }, "{left}");
    }
});

both_engines!(a_copy_has_all_that_was_written_and_nothing_that_was_sold, |school| {
    let editor = editor(&school).await;
    let course = published(&editor).await;
    let first = ids(&course["modules"])[0];
    fill(&editor, first).await;
    sell(&school, &course, "zoe@example.fr", &[]).await;
    let course = editor.get(&path(&course)).await.ok();
    let duplicate = format!("{}/duplicate", path(&course));
    let key = [("Idempotency-Key", "twice")];
    let copied = editor.send(Method::POST, &duplicate, None, &key).await;
    let again = editor.send(Method::POST, &duplicate, None, &key).await;
    let copy = copied.json();
    assert_eq!((copied.status.as_u16(), again.json()["id"].clone()), (201, copy["id"].clone()));
    let shown =
        ["name", "slug", "status", "seatsTaken", "price", "version", "capacity", "detailedDescription"];
    let shown: Vec<&Value> = shown.iter().map(|name| &copy[*name]).collect();
    let expected =
        json!(["Primi passi (copie)", "primi-passi-copie", "DRAFT", 0, 90.5, 1, 10, "<p>Ciao</p>"]);
    assert_eq!(json!(shown), expected);
    for (list, text) in
        [("objectives", "description"), ("prerequisites", "description"), ("modules", "title")]
    {
        let texts = |of: &Value| -> Vec<Value> {
            of[list].as_array().unwrap().iter().map(|part| part[text].clone()).collect()
        };
        assert_eq!(texts(&copy), texts(&course), "{list}");
        assert!(ids(&copy[list]).iter().all(|id| !ids(&course[list]).contains(id)), "{list} of its own");
    }
    for table in ["chapters", "lessons", "resources", "quizzes", "quiz_questions"] {
        assert_eq!(school.count(format!("SELECT COUNT(*) FROM {table}").leak()).await, 2, "{table}");
    }
    let inside = copy["modules"][0]["chapters"][0]["id"].as_i64().unwrap();
    let lesson = editor.get(&format!("/chapter-lessons/chapter/{inside}")).await.ok()[0].clone();
    let quiz = editor.get(&format!("/quizzes/lesson/{}", lesson["id"])).await.ok()[0].clone();
    assert_eq!(json!([lesson["title"], quiz["questions"][0]["correctAnswer"]]), json!(["Ciao", "TRUE"]));
    assert_eq!(editor.get("/courses?q=copie%20italien").await.ok()[0]["id"], copy["id"]);
    editor.delete(&path(&copy)).await.ok();
    assert_eq!(editor.get(&path(&course)).await.ok(), course, "the course stays as it was");
    editor.post("/courses/admin/999/duplicate", json!({})).await.refused(404, "not_found");
    let long = editor.put(&path(&course), json!({ "name": "x".repeat(200) })).await.ok();
    let copy = editor.send(Method::POST, &format!("{}/duplicate", path(&long)), None, &[]).await.ok();
    assert_eq!(copy["name"].as_str().unwrap().len(), 200);
    sound(&school).await;
});
