//! Writing with the school there, away from it, and over a line that loses answers.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::line::{Line, Trouble};
use crate::school::{EDITOR, School};

/// One white point.
const PICTURE: &[u8] = include_bytes!("point.png");

/// The courses of this name.
fn named(courses: &Value, name: &str) -> Vec<Value> {
    let list = courses.as_array().or_else(|| courses["items"].as_array()).unwrap();
    list.iter().filter(|course| course["name"] == name).cloned().collect()
}

#[tokio::test]
async fn with_the_school_there_its_own_answer_comes_and_what_it_refuses_is_not_kept() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let (status, saved) = desk.change(&path, &lesson, json!({"title": "Écrit en ligne"})).await;
    assert_eq!((status, &saved["title"]), (StatusCode::OK, &json!("Écrit en ligne")));
    let colleague = school.colleague(EDITOR).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit en ligne");

    let (status, refused) = desk.change(&path, &saved, json!({"title": ""})).await;
    assert_eq!((status, &refused["fields"][0]["name"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("title")));
    // What only the school knows it refuses itself.
    let taken = desk.get("languages").await[0].clone();
    let twice = json!({"name": "Encore", "code": taken["code"]});
    let (status, refused) = desk.send(Method::POST, "languages", twice, &[]).await;
    assert!(status.is_client_error() && refused["code"].is_string(), "{status} {refused}");
    // Somebody else was first: the form brings both together.
    let theirs = colleague.change(&format!("/{path}"), &saved, json!({"title": "Leur titre"})).await;
    let (status, stale) = desk.change(&path, &saved, json!({"title": "Mon titre"})).await;
    assert_eq!((status, &stale["current"]["title"]), (StatusCode::PRECONDITION_FAILED, &theirs["title"]));
    assert_eq!(desk.get("desktop/operations").await, json!([]));
    assert_eq!(desk.get("desktop/history").await, json!([]));
}

#[tokio::test]
async fn what_is_written_away_from_the_school_survives_a_stop_and_arrives_once_each() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let lesson = desk.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let form = desk.course("Chinois du soir", &["Les tons"]).await;
    school.stop();

    let course = desk.ok(Method::POST, "courses/admin", form).await;
    let id = course["id"].as_i64().unwrap();
    assert!(id < 0, "{course}");
    let module = json!({"courseId": id, "title": "Les traits", "description": "", "price": 30});
    let module = desk.ok(Method::POST, "modules", module).await;
    let chapter = json!({"courseModuleId": module["id"], "title": "Un", "content": "Un trait."});
    let chapter = desk.ok(Method::POST, "chapters", chapter).await;
    desk.ok(
        Method::POST,
        "chapter-lessons",
        json!({"chapterId": chapter["id"], "title": "一", "content": "<p>一</p>"}),
    )
    .await;
    let (status, _) = desk.change(&path, &lesson, json!({"title": "Écrit dans le train"})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(desk.until("being offline", |s| s["connection"] == "offline").await["failed"], 0);
    drop(desk);

    let desk = Desk::open(folder.path()).await;
    assert_eq!(desk.get(&path).await["title"], "Écrit dans le train");
    assert_eq!(named(&desk.get("courses").await, "Chinois du soir").len(), 1);
    assert_eq!(desk.get(&format!("modules/course/{id}")).await.as_array().unwrap().len(), 2);
    let operations = desk.get("desktop/operations").await;
    assert!(
        operations.as_array().unwrap().iter().all(|operation| operation["state"] == "waiting"),
        "{operations}"
    );

    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    let courses = named(&colleague.get("/courses").await, "Chinois du soir");
    assert_eq!(courses.len(), 1);
    let modules = colleague.get(&format!("/modules/course/{}", courses[0]["id"])).await;
    let titles: Vec<&str> = modules.as_array().unwrap().iter().filter_map(|m| m["title"].as_str()).collect();
    assert_eq!(titles, ["Les tons", "Les traits"]);
    let chapters = colleague.get(&format!("/chapters/module/{}", modules[1]["id"])).await;
    let lessons = colleague.get(&format!("/chapter-lessons/chapter/{}", chapters[0]["id"])).await;
    assert_eq!((lessons.as_array().unwrap().len(), &lessons[0]["title"]), (1, &json!("一")));
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit dans le train");
    // The page may stand on the number it was given here.
    let course = desk.get(&format!("courses/admin/{id}")).await;
    assert_eq!(course["name"], "Chinois du soir");
}

#[tokio::test]
async fn a_lost_answer_makes_nothing_happen_twice() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let line = Line::to(school.port()).await;
    let desk = Desk::signed_in(folder.path(), &line.url).await;
    let form = desk.course("Anglais perdu", &["Un", "Deux"]).await;
    line.is(Trouble { loses_answers: true, ..Trouble::default() });
    let key = "0193a5f2-7c1e-7abc-8def-0123456789ab";
    let (status, course) =
        desk.send(Method::POST, "courses/admin", form.clone(), &[("idempotency-key", key)]).await;
    assert_eq!(status, StatusCode::CREATED, "{course}");
    let again = desk.send(Method::POST, "courses/admin", form, &[("idempotency-key", key)]).await;
    assert_eq!(again, (status, course.clone()));
    let mut wider = course;
    wider["name"] = json!("Anglais retrouvé");
    let renamed = desk
        .change(&format!("courses/admin/{}", wider["id"]), &wider, json!({"name": "Anglais retrouvé"}))
        .await;
    assert_eq!(renamed.0, StatusCode::OK, "{}", renamed.1);
    line.is(Trouble::default());
    desk.sync().await;
    desk.until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses").await;
    assert_eq!((named(&courses, "Anglais perdu").len(), named(&courses, "Anglais retrouvé").len()), (0, 1));
}

#[tokio::test]
async fn what_the_school_refuses_later_is_shown_corrected_and_sent() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    school.stop();
    desk.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    desk.ok(Method::POST, "levels", json!({"name": "Z9", "rank": 99, "description": "Au bout"})).await;
    school.start().await;
    let colleague = school.colleague("admin@preau.test").await;
    colleague.ok(Method::POST, "/languages", json!({"name": "Occitan d'ailleurs", "code": "oc"})).await;
    desk.sync().await;
    desk.until("the refusal", |state| state["failed"] == 1 && state["waiting"] == 0).await;
    assert!(colleague.get("/levels").await.to_string().contains("Z9"), "the others pass");
    let operations = desk.get("desktop/operations").await;
    let refused = &operations[0];
    assert_eq!((&refused["kind"], &refused["title"]), (&json!("language"), &json!("Occitan")));
    assert!(refused["problem"]["code"].is_string(), "{refused}");
    let id = refused["id"].as_str().unwrap();
    let corrected = json!({"payload": {"code": "eu"}});
    desk.ok(Method::PUT, &format!("desktop/operations/{id}"), corrected).await;
    desk.until_sent().await;
    assert!(colleague.get("/languages").await.to_string().contains("\"eu\""));
}

#[tokio::test]
async fn what_is_given_up_is_found_in_the_history() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    school.stop();
    let form = desk.course("Cours abandonné", &["Un module rare"]).await;
    desk.ok(Method::POST, "courses/admin", form).await;
    let operations = desk.get("desktop/operations").await;
    assert_eq!(desk.get("desktop/operations/export").await["operations"], operations);
    let id = operations[0]["id"].as_str().unwrap();
    desk.ok(Method::DELETE, &format!("desktop/operations/{id}"), Value::Null).await;
    assert_eq!(desk.get("desktop/operations").await, json!([]));
    assert_eq!(named(&desk.get("courses").await, "Cours abandonné").len(), 0);
    let history = desk.get("desktop/history").await.to_string();
    assert!(history.contains("Cours abandonné") && history.contains("Un module rare"), "{history}");
    assert!(history.contains("discarded"), "{history}");
}

#[tokio::test]
async fn what_was_typed_of_a_row_made_away_is_found_under_the_number_the_school_gives_it() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let form = desk.course("Italien du soir", &["Les pâtes"]).await;
    school.stop();
    let course = desk.ok(Method::POST, "courses/admin", form).await["id"].as_i64().unwrap();
    let module = desk.get(&format!("modules/course/{course}")).await[0]["id"].as_i64().unwrap();
    let draft = |text: &str| {
        let place = format!("/course/modules/{course}?module={module}");
        json!({"place": place, "title": "Chapitre", "value": [{"typed": text}]})
    };
    desk.ok(Method::PUT, &format!("desktop/drafts/chapter%2Fnew%2F{module}"), draft("Avant")).await;
    let place = |of: &str| format!("desktop/place?of={}", of.replace('?', "%3F").replace('=', "%3D"));
    let standing = format!("/course/modules/{course}?module={module}");
    assert_eq!(desk.get(&place(&standing)).await, json!(standing));

    school.start().await;
    desk.sync().await;
    desk.until_sent().await;
    let now = named(&desk.get("courses").await, "Italien du soir")[0]["id"].as_i64().unwrap();
    let inside = desk.get(&format!("modules/course/{now}")).await[0]["id"].as_i64().unwrap();
    assert!(now > 0 && inside > 0, "{now} {inside}");
    assert_eq!(desk.get(&place(&standing)).await, json!(format!("/course/modules/{now}?module={inside}")));

    let found = desk.get(&format!("desktop/drafts/chapter%2Fnew%2F{inside}")).await;
    assert_eq!(found["value"], json!([{"typed": "Avant"}]));
    assert_eq!(found["place"], json!(format!("/course/modules/{now}?module={inside}")));
    // A form that was open all the time still calls itself as it did.
    desk.ok(Method::PUT, &format!("desktop/drafts/chapter%2Fnew%2F{module}"), draft("Après")).await;
    let drafts = desk.get("desktop/drafts").await;
    assert_eq!((drafts.as_array().unwrap().len(), &drafts[0]["value"][0]["typed"]), (1, &json!("Après")));
}

#[tokio::test]
async fn a_picture_that_was_shown_is_there_without_the_school() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let (kind, address) = desk.bring("image.png", "image/png", PICTURE).await;
    assert_eq!(kind, StatusCode::CREATED, "{address}");
    let shown = desk.file(&address).await;
    assert_eq!(shown.status(), StatusCode::OK);
    school.stop();
    let again = desk.file(&address).await;
    assert_eq!((again.status(), again.body()), (StatusCode::OK, shown.body()));
    assert_eq!(again.headers()["content-type"], "image/png");
    let narrow = desk.file(&format!("{address}?width=480")).await;
    assert_eq!(
        (narrow.status(), narrow.body()),
        (StatusCode::OK, shown.body()),
        "at another width, as it is"
    );
    let other = desk.file(&format!("{address}0")).await;
    assert_eq!(other.status(), StatusCode::SERVICE_UNAVAILABLE);
}
