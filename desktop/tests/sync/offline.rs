//! Writing online, offline, and over a connection that drops responses.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;
use crate::unreliable_proxy::{Fault, UnreliableProxy};

/// One white point.
const PICTURE: &[u8] = include_bytes!("point.png");

/// The courses of this name.
fn courses_named(courses: &Value, name: &str) -> Vec<Value> {
    let list = courses.as_array().or_else(|| courses["items"].as_array()).unwrap();
    list.iter().filter(|course| course["name"] == name).cloned().collect()
}

#[tokio::test]
async fn online_writes_return_the_school_s_response() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let (status, saved) = app.change(&path, &lesson, json!({"title": "Écrit en ligne"})).await;
    assert_eq!((status, &saved["title"]), (StatusCode::OK, &json!("Écrit en ligne")));
    let colleague = school.colleague(EDITOR).await;
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit en ligne");

    let (status, refused) = app.change(&path, &saved, json!({"title": ""})).await;
    assert_eq!((status, &refused["fields"][0]["name"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("title")));
    // What only the school knows it refuses itself.
    let taken = app.get("languages").await[0].clone();
    let twice = json!({"name": "Encore", "code": taken["code"]});
    let (status, refused) = app.send(Method::POST, "languages", twice, &[]).await;
    assert!(status.is_client_error() && refused["code"].is_string(), "{status} {refused}");
    // Somebody else was first: the form brings both together.
    let theirs = colleague.change(&format!("/{path}"), &saved, json!({"title": "Leur titre"})).await;
    let (status, stale) = app.change(&path, &saved, json!({"title": "Mon titre"})).await;
    assert_eq!((status, &stale["current"]["title"]), (StatusCode::PRECONDITION_FAILED, &theirs["title"]));
    assert_eq!(app.get("desktop/operations").await, json!([]));
    assert_eq!(app.get("desktop/history").await, json!([]));
}

#[tokio::test]
async fn offline_writes_survive_a_restart_and_are_sent_once() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let lesson = app.some_lesson().await;
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let form = app.course("Chinois du soir", &["Les tons"]).await;
    school.stop();

    let course = app.ok(Method::POST, "courses/admin", form).await;
    let id = course["id"].as_i64().unwrap();
    assert!(id < 0, "{course}");
    let module = json!({"courseId": id, "title": "Les traits", "description": "", "price": 30});
    let module = app.ok(Method::POST, "modules", module).await;
    let chapter = json!({"courseModuleId": module["id"], "title": "Un", "content": "Un trait."});
    let chapter = app.ok(Method::POST, "chapters", chapter).await;
    app.ok(
        Method::POST,
        "chapter-lessons",
        json!({"chapterId": chapter["id"], "title": "一", "content": "<p>一</p>"}),
    )
    .await;
    let (status, _) = app.change(&path, &lesson, json!({"title": "Écrit dans le train"})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(app.wait_until("being offline", |s| s["connection"] == "offline").await["failed"], 0);
    drop(app);

    let app = TestApp::open(folder.path()).await;
    assert_eq!(app.get(&path).await["title"], "Écrit dans le train");
    assert_eq!(courses_named(&app.get("courses").await, "Chinois du soir").len(), 1);
    assert_eq!(app.get(&format!("modules/course/{id}")).await.as_array().unwrap().len(), 2);
    let operations = app.get("desktop/operations").await;
    assert!(
        operations.as_array().unwrap().iter().all(|operation| operation["state"] == "waiting"),
        "{operations}"
    );

    school.start().await;
    app.sync().await;
    app.wait_until_sent().await;
    let colleague = school.colleague(EDITOR).await;
    let courses = courses_named(&colleague.get("/courses").await, "Chinois du soir");
    assert_eq!(courses.len(), 1);
    let modules = colleague.get(&format!("/modules/course/{}", courses[0]["id"])).await;
    let titles: Vec<&str> = modules.as_array().unwrap().iter().filter_map(|m| m["title"].as_str()).collect();
    assert_eq!(titles, ["Les tons", "Les traits"]);
    let chapters = colleague.get(&format!("/chapters/module/{}", modules[1]["id"])).await;
    let lessons = colleague.get(&format!("/chapter-lessons/chapter/{}", chapters[0]["id"])).await;
    assert_eq!((lessons.as_array().unwrap().len(), &lessons[0]["title"]), (1, &json!("一")));
    assert_eq!(colleague.get(&format!("/{path}")).await["title"], "Écrit dans le train");
    // The page may stand on the number it was given here.
    let course = app.get(&format!("courses/admin/{id}")).await;
    assert_eq!(course["name"], "Chinois du soir");
}

#[tokio::test]
async fn a_lost_response_causes_no_duplicate() {
    let (school, folder) = (School::open().await, TempDir::new().unwrap());
    let proxy = UnreliableProxy::to(school.port()).await;
    let app = TestApp::signed_in(folder.path(), &proxy.url).await;
    let form = app.course("Anglais perdu", &["Un", "Deux"]).await;
    proxy.set_fault(Fault { drops_responses: true, ..Fault::default() });
    let key = "0193a5f2-7c1e-7abc-8def-0123456789ab";
    let (status, course) =
        app.send(Method::POST, "courses/admin", form.clone(), &[("idempotency-key", key)]).await;
    assert_eq!(status, StatusCode::CREATED, "{course}");
    let again = app.send(Method::POST, "courses/admin", form, &[("idempotency-key", key)]).await;
    assert_eq!(again, (status, course.clone()));
    let mut wider = course;
    wider["name"] = json!("Anglais retrouvé");
    let renamed = app
        .change(&format!("courses/admin/{}", wider["id"]), &wider, json!({"name": "Anglais retrouvé"}))
        .await;
    assert_eq!(renamed.0, StatusCode::OK, "{}", renamed.1);
    proxy.set_fault(Fault::default());
    app.sync().await;
    app.wait_until_sent().await;
    let courses = school.colleague(EDITOR).await.get("/courses").await;
    assert_eq!(
        (courses_named(&courses, "Anglais perdu").len(), courses_named(&courses, "Anglais retrouvé").len()),
        (0, 1)
    );
}

#[tokio::test]
async fn a_refused_operation_can_be_corrected() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    school.stop();
    app.ok(Method::POST, "languages", json!({"name": "Occitan", "code": "oc"})).await;
    app.ok(Method::POST, "levels", json!({"name": "Z9", "rank": 99, "description": "Au bout"})).await;
    school.start().await;
    let colleague = school.colleague("admin@preau.test").await;
    colleague.ok(Method::POST, "/languages", json!({"name": "Occitan d'ailleurs", "code": "oc"})).await;
    app.sync().await;
    app.wait_until("the refusal", |state| state["failed"] == 1 && state["waiting"] == 0).await;
    assert!(colleague.get("/levels").await.to_string().contains("Z9"), "the others pass");
    let operations = app.get("desktop/operations").await;
    let refused = &operations[0];
    assert_eq!((&refused["kind"], &refused["title"]), (&json!("language"), &json!("Occitan")));
    assert!(refused["problem"]["code"].is_string(), "{refused}");
    let id = refused["id"].as_str().unwrap();
    let corrected = json!({"payload": {"code": "eu"}});
    app.ok(Method::PUT, &format!("desktop/operations/{id}"), corrected).await;
    app.wait_until_sent().await;
    assert!(colleague.get("/languages").await.to_string().contains("\"eu\""));
}

#[tokio::test]
async fn discarded_operations_are_in_the_history() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    school.stop();
    let form = app.course("Cours abandonné", &["Un module rare"]).await;
    app.ok(Method::POST, "courses/admin", form).await;
    let operations = app.get("desktop/operations").await;
    assert_eq!(app.get("desktop/operations/export").await["operations"], operations);
    let id = operations[0]["id"].as_str().unwrap();
    app.ok(Method::DELETE, &format!("desktop/operations/{id}"), Value::Null).await;
    assert_eq!(app.get("desktop/operations").await, json!([]));
    assert_eq!(courses_named(&app.get("courses").await, "Cours abandonné").len(), 0);
    let history = app.get("desktop/history").await.to_string();
    assert!(history.contains("Cours abandonné") && history.contains("Un module rare"), "{history}");
    assert!(history.contains("discarded"), "{history}");
}

#[tokio::test]
async fn a_draft_of_a_new_row_is_found_under_its_school_id() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let form = app.course("Italien du soir", &["Les pâtes"]).await;
    school.stop();
    let course = app.ok(Method::POST, "courses/admin", form).await["id"].as_i64().unwrap();
    let module = app.get(&format!("modules/course/{course}")).await[0]["id"].as_i64().unwrap();
    let draft = |text: &str| {
        let place = format!("/course/modules/{course}?module={module}");
        json!({"place": place, "title": "Chapitre", "value": [{"typed": text}]})
    };
    app.ok(Method::PUT, &format!("desktop/drafts/chapter%2Fnew%2F{module}"), draft("Avant")).await;
    let place = |of: &str| format!("desktop/place?of={}", of.replace('?', "%3F").replace('=', "%3D"));
    let standing = format!("/course/modules/{course}?module={module}");
    assert_eq!(app.get(&place(&standing)).await, json!(standing));

    school.start().await;
    app.sync().await;
    app.wait_until_sent().await;
    let now = courses_named(&app.get("courses").await, "Italien du soir")[0]["id"].as_i64().unwrap();
    let inside = app.get(&format!("modules/course/{now}")).await[0]["id"].as_i64().unwrap();
    assert!(now > 0 && inside > 0, "{now} {inside}");
    assert_eq!(app.get(&place(&standing)).await, json!(format!("/course/modules/{now}?module={inside}")));

    let found = app.get(&format!("desktop/drafts/chapter%2Fnew%2F{inside}")).await;
    assert_eq!(found["value"], json!([{"typed": "Avant"}]));
    assert_eq!(found["place"], json!(format!("/course/modules/{now}?module={inside}")));
    // A form that was open all the time still calls itself as it did.
    app.ok(Method::PUT, &format!("desktop/drafts/chapter%2Fnew%2F{module}"), draft("Après")).await;
    let drafts = app.get("desktop/drafts").await;
    assert_eq!((drafts.as_array().unwrap().len(), &drafts[0]["value"][0]["typed"]), (1, &json!("Après")));
}

#[tokio::test]
async fn a_cached_picture_is_served_offline() {
    let (mut school, folder) = (School::open().await, TempDir::new().unwrap());
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let (kind, address) = app.upload("image.png", "image/png", PICTURE).await;
    assert_eq!(kind, StatusCode::CREATED, "{address}");
    let shown = app.file(&address).await;
    assert_eq!(shown.status(), StatusCode::OK);
    school.stop();
    let again = app.file(&address).await;
    assert_eq!((again.status(), again.body()), (StatusCode::OK, shown.body()));
    assert_eq!(again.headers()["content-type"], "image/png");
    let narrow = app.file(&format!("{address}?width=480")).await;
    assert_eq!(
        (narrow.status(), narrow.body()),
        (StatusCode::OK, shown.body()),
        "at another width, as it is"
    );
    let other = app.file(&format!("{address}0")).await;
    assert_eq!(other.status(), StatusCode::SERVICE_UNAVAILABLE);
}
