//! Tests of how operations in every state are displayed, and of the versions that are compared.

use http::{Method, StatusCode};
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, State, Target};
use preau_core::draft::queue::{Answer, Outcome};
use serde_json::json;

use super::fixtures::{done, lesson_as, lesson_changed, school};
use super::{editor_path, title};
use crate::store::Row;

const LESSONS: &str = "/chapter-lessons/chapter/61";
const LESSON: &str = "/chapter-lessons/71";

#[test]
fn pending_writes_do_not_raise_the_version_or_conflict_with_each_other() {
    let school = school();
    for text in ["Un", "Deux"] {
        let (status, row) = school.put(LESSON, 3, json!({"title": text}));
        assert_eq!((status, &row["version"], &row["title"]), (StatusCode::OK, &json!(3), &json!(text)));
    }
    assert_eq!(school.put("/courses/admin/5", 7, json!({"name": "Autrement"})).1["version"], 7);
    let versions: Vec<_> = school.waiting().iter().map(|operation| operation.base_version).collect();
    assert_eq!(versions, [Some(3), Some(7)]);
}

#[test]
fn own_operations_do_not_conflict_with_an_open_form() {
    let school = school();
    school.put(LESSON, 3, json!({"title": "Un"}));
    let request = school.next();
    school.answered(&request, done(lesson_as(4, "Un")));
    school.take(&[lesson_changed(4, "Un")]);
    // The form still has version 3.
    assert_eq!(school.put(LESSON, 3, json!({"title": "Deux"})).0, StatusCode::OK);
    assert_eq!(school.waiting()[0].base_version, Some(4));
    let request = school.next();
    school.answered(&request, done(lesson_as(5, "Deux")));
    school.take(&[lesson_changed(6, "Eux")]);
    let (status, problem) = school.put(LESSON, 3, json!({"title": "Trois"}));
    assert_eq!(status, StatusCode::PRECONDITION_FAILED);
    let expected = lesson_as(6, "Eux");
    assert_eq!((&problem["code"], &problem["current"]), (&json!("stale"), &expected));
    assert_eq!(school.put(LESSON, 6, json!({"title": "Trois"})).0, StatusCode::OK);
}

#[test]
fn reordering_raises_the_versions_of_moved_rows_and_their_parent() {
    let school = school();
    assert_eq!(school.put("/chapter-lessons/chapter/61/order", 4, json!([73, 71])).0, StatusCode::OK);
    assert_eq!(school.ids(LESSONS), [73, 71, 72]);
    let request = school.next();
    assert_eq!((request.version, &request.body), (Some(4), &json!([73, 71])));
    let moved = json!([{"id": 73, "version": 4}, {"id": 71, "version": 4}, {"id": 72, "version": 5}]);
    school.answered(&request, done(moved));
    school.take(&[lesson_changed(4, "Leçon 71")]);
    assert_eq!(school.put(LESSON, 3, json!({"title": "Deux"})).0, StatusCode::OK);
}

#[test]
fn a_newer_version_than_the_copy_s_is_accepted() {
    let school = school();
    let (status, row) = school.put(LESSON, 9, json!({"title": "Un"}));
    assert_eq!((status, &row["version"]), (StatusCode::OK, &json!(9)));
    assert_eq!(school.next().version, Some(9));
}

#[test]
fn a_new_row_is_found_by_its_local_and_by_its_school_id() {
    let school = school();
    let chapter =
        school.post("/chapters", json!({"courseModuleId": 52, "title": "Neuf", "content": "Neuf."}));
    let id = chapter["id"].as_i64().unwrap();
    assert_eq!((id < 0, &chapter["moduleId"], &chapter["version"]), (true, &json!(52), &json!(1)));
    assert_eq!((&chapter["orderIndex"], &chapter["lessonCount"]), (&json!(1), &json!(0)));
    let lesson =
        school.post("/chapter-lessons", json!({"chapterId": id, "title": "A", "content": "<p>B</p>"}));
    assert_eq!(lesson["chapterId"], id);
    assert_eq!(school.get("/chapters/module/52")[0]["lessonCount"], 1);
    let request = school.next();
    school.answered(&request, done(json!({"id": 62, "version": 1})));
    school.take(&[json!({"entity": "chapter", "id": 62, "version": 1, "parentId": 52,
        "clientId": request.target.client_id(), "row": {"id": 62, "version": 1, "moduleId": 52, "title": "Neuf",
        "content": "Neuf.", "orderIndex": 1, "lessonCount": 0}})]);
    assert_eq!(school.ids("/chapters/module/52"), [62]);
    for path in [format!("/chapter-lessons/chapter/{id}"), "/chapter-lessons/chapter/62".to_owned()] {
        assert_eq!(school.get(&path)[0]["chapterId"], 62, "{path}");
    }
    assert_eq!(school.put(&format!("/chapters/{id}"), 1, json!({"title": "Autre"})).1["id"], 62);
    assert_eq!(school.get("/chapter-lessons/-99")["code"], "not_found");
}

#[test]
fn a_row_whose_creation_response_was_lost_is_listed_once() {
    let school = school();
    let new = school.post("/chapter-lessons", json!({"chapterId": 61, "title": "A", "content": "<p>B</p>"}));
    let request = school.next();
    school.answered(&request, Answer::Lost);
    let client_id = request.target.client_id();
    let row = json!({"id": 74, "version": 1, "chapterId": 61, "title": "A", "content": "<p>B</p>", "orderIndex": 4});
    // A pull leaves rows with pending edits alone; a fresh copy does not.
    let copied = Row {
        id: 74.into(),
        parent: Some(61.into()),
        version: 1,
        client_id: client_id.map(ToOwned::to_owned),
        row,
    };
    school.store.put(ContentKind::Lesson, &copied).unwrap();
    assert_eq!(school.ids(LESSONS), [71, 72, 73, 74]);
    let path = format!("/chapter-lessons/{}", new["id"]);
    assert_eq!(school.put(&path, 1, json!({"title": "B"})).1["title"], "B");
    assert_eq!(school.ids(LESSONS).len(), 4);
}

#[test]
fn refused_and_conflicting_edits_stay_visible() {
    let school = school();
    let row =
        school.post("/chapter-lessons", json!({"chapterId": 61, "title": "Neuve", "content": "<p>B</p>"}));
    let request = school.next();
    assert_eq!(school.answered(&request, Answer::Refused(json!({"code": "invalid"}))), Outcome::Failed);
    assert_eq!(school.ids(LESSONS), [71, 72, 73, row["id"].as_i64().unwrap()]);
    school.put(LESSON, 3, json!({"title": "Moi"}));
    let request = school.next();
    let theirs = lesson_as(5, "Eux");
    assert_eq!(school.answered(&request, Answer::Stale(theirs)), Outcome::Conflict);
    assert_eq!(school.get(LESSON)["title"], "Moi");
    school.put("/chapter-lessons/72", 3, json!({"title": "Encore moi"}));
    let request = school.next();
    assert_eq!(school.answered(&request, Answer::Gone), Outcome::Conflict);
    school.store.remove(ContentKind::Lesson, &72.into()).unwrap();
    assert_eq!(school.get("/chapter-lessons/72")["title"], "Encore moi");
}

#[test]
fn a_merged_row_has_both_changes() {
    let school = school();
    school.put(LESSON, 3, json!({"title": "Moi"}));
    let request = school.next();
    let mut theirs = lesson_as(5, "Leçon 71");
    theirs["content"] = json!("<p>Eux.</p>");
    assert_eq!(school.answered(&request, Answer::Stale(theirs)), Outcome::Retry);
    let row = school.get(LESSON);
    assert_eq!((&row["title"], &row["content"]), (&json!("Moi"), &json!("<p>Eux.</p>")));
    assert_eq!(row["version"], 5);
    assert_eq!(school.put(LESSON, 3, json!({"title": "Toujours moi"})).0, StatusCode::PRECONDITION_FAILED);
}

#[test]
fn a_pending_deletion_hides_the_descendants() {
    let school = school();
    school.delete("/chapter-lessons/72");
    assert_eq!(school.ids(LESSONS), [71, 73]);
    assert_eq!(school.get("/chapters/module/51")[0]["lessonCount"], 2);
    school.delete("/chapters/61");
    for path in [LESSONS, LESSON, "/resources/81", "/resources/lesson/71"] {
        assert_eq!(school.get(path)["code"], "not_found", "{path}");
    }
    school.delete("/modules/51");
    let course = school.get("/courses/admin/5");
    assert_eq!((course["modules"].as_array().unwrap().len(), &course["price"]), (1, &json!(50.0)));
    let (status, _) = school.send(Method::PUT, LESSON, &json!({"title": "A"}), &[]);
    assert_eq!(status, StatusCode::NOT_FOUND);
    school.delete("/courses/admin/5");
    assert_eq!(
        (school.get("/courses"), school.get("/modules/course/5")["code"].clone()),
        (json!([]), json!("not_found"))
    );
    let lesson = json!({"chapterId": 61, "title": "A", "content": "<p>B</p>"});
    let (status, problem) = school.send(Method::POST, "/chapter-lessons", &lesson, &[]);
    assert_eq!((status.as_u16(), &problem["code"]), (422, &json!("unknown_reference")));
}

#[test]
fn a_repeated_write_gets_the_same_response() {
    let school = school();
    let key = ("idempotency-key", "0193a5f2-7c1e-4abc-8def-0123456789ab");
    let body = json!({"category": "PRIX", "question": "Et ?", "answer": "<p>Oui.</p>"});
    let first = school.send(Method::POST, "/faq", &body, &[key]);
    assert_eq!(first.0, StatusCode::CREATED);
    assert_eq!(school.send(Method::POST, "/faq", &body, &[key]), first);
    assert_eq!(school.waiting().len(), 1);
    assert_eq!(school.waiting()[0].id, key.1);
    school.store.store_answer("kept", 201, "{\"id\":9}").unwrap();
    let again = school.send(Method::POST, "/faq", &body, &[("idempotency-key", "kept")]);
    assert_eq!(again, (StatusCode::CREATED, json!({"id": 9})));
    assert_eq!(school.get("/faq/categories")[0]["entries"], 3);
}

#[test]
fn changing_another_field_keeps_the_translations() {
    let school = school();
    let translations = json!([{"lang": "en", "question": "Why?", "answer": "<p>So.</p>"}]);
    school.put("/faq/1", 1, json!({"translations": translations}));
    let (status, row) = school.put("/faq/1", 1, json!({"question": "Pourquoi donc ?"}));
    assert_eq!((status, &row["translations"]), (StatusCode::OK, &translations));
    assert_eq!(school.get("/faq")[0]["translations"], translations);

    let question = json!([{"lang": "zh", "question": "填空：Io ___"}]);
    school.put("/tests/1/update", 1, json!({"translations": question}));
    school.put("/tests/1/update", 1, json!({"level": "A2"}));
    assert_eq!(school.get("/tests/it")[0]["translations"], question);
    let wrong = json!({"translations": [{"lang": "fr", "question": "a"}]});
    let (status, problem) = school.put("/tests/1/update", 1, wrong);
    assert_eq!((status.as_u16(), &problem["fields"][0]["name"]), (422, &json!("translations[0].lang")));
    let (_, cleared) = school.put("/tests/1/update", 1, json!({"translations": null}));
    assert_eq!(cleared["translations"], json!([]));
}

#[test]
fn renaming_a_language_code_updates_its_references() {
    let school = school();
    school.put("/languages/1", 1, json!({"code": " SC ", "name": "Sarde"}));
    assert_eq!(school.get("/teachers")[0]["languagesTaught"], json!(["sc"]));
    assert_eq!(school.get("/tests/sc")[0]["language"], "sc");
    let course = &school.get("/courses")[0];
    assert_eq!((&course["language"], &course["languageCode"]), (&json!("Sarde"), &json!("sc")));
}

#[test]
fn every_row_has_a_title_and_an_editor_path() {
    let school = school();
    let chapter =
        school.post("/chapters", json!({"courseModuleId": 52, "title": "Neuf", "content": "Neuf."}));
    let new_chapter = school.waiting()[0].target.clone();
    school.put("/chapter-lessons/chapter/61/order", 4, json!([73]));
    let order = school.waiting()[1].clone();
    assert_eq!((order.action, &order.state), (Action::Reorder, &State::Waiting));
    let new = format!("/course/modules/5?module=52&chapter={}", chapter["id"]);
    let at = |kind, target: &Target, parent: Option<&Target>| {
        editor_path(&school.store, kind, target, parent).unwrap()
    };
    for (kind, target, parent, expected) in [
        (Kind::Course, Target::Id(5), None, "/course/edit/5"),
        (Kind::Module, Target::Id(51), None, "/course/edit/5"),
        (Kind::Lesson, Target::Id(71), None, "/course/modules/5?module=51&chapter=61&lesson=71"),
        (Kind::Resource, Target::Id(81), None, "/course/modules/5?module=51&chapter=61&lesson=71"),
        (Kind::Chapter, new_chapter, None, new.as_str()),
        (Kind::Lesson, order.target, order.parent, "/course/modules/5?module=51&chapter=61"),
        (Kind::Faq, Target::Id(1), None, "/faq/edit/1"),
        (Kind::Teacher, Target::Id(3), None, "/course-metadata?tab=teachers"),
        (Kind::TestQuestion, Target::Id(1), None, "/test-creator?language=it"),
    ] {
        assert_eq!(at(kind, &target, parent.as_ref()), expected);
    }
    school.delete("/chapter-lessons/71");
    let deletion = school.waiting().pop().unwrap();
    let expected = "/course/modules/5?module=51&chapter=61";
    assert_eq!(at(Kind::Lesson, &deletion.target, deletion.parent.as_ref()), expected);
    assert_eq!(title(Kind::Faq, &json!({"question": "Combien ?"})), "Combien ?");
    assert_eq!(title(Kind::Teacher, &json!({"firstName": "Elena", "lastName": "Ricci"})), "Elena Ricci");
}
