//! Tests of what the app preserves through a full disk, the removal or closing of a profile, and a refusal in
//! the middle of a batch.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Method, StatusCode};
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Edit, Target};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::app::App;
use crate::clock::Clock;
use crate::content::Edits;
use crate::profile::{Profile, StoredSession};
use crate::school::tokens::{Session, Tokens};
use crate::school::{ApiResponse, School};
use crate::secrets::Secrets;

/// An app that is signed in to a school that cannot be reached.
async fn signed_in(folder: &std::path::Path) -> App {
    let secrets = Secrets::in_file(folder);
    let app = App::open_with(folder, secrets.clone(), Clock::System).await.unwrap();
    let school = School { name: "Préau".to_owned(), address: "http://127.0.0.1:1".to_owned() };
    let profile = Profile::new(school, json!({"id": 1, "email": "lea@ecole.fr", "role": "EDITOR"})).unwrap();
    let tokens = Tokens { access_token: "a".to_owned(), refresh_token: "b".to_owned() };
    let session = Session::start("http://127.0.0.1:1", &profile.id, secrets, tokens).await.unwrap();
    app.0.context.open_profile(profile, Some(session)).await.unwrap();
    app
}

async fn ask(app: &App, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
    let request = http::Request::builder().method(method).uri(format!("/api/desktop/{path}"));
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    let answer = app.answer(request.body(body).unwrap()).await;
    (answer.status(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

async fn state(app: &App) -> Value {
    ask(app, Method::GET, "state", &Value::Null).await.1
}

#[tokio::test]
async fn a_full_disk_is_reported_until_a_write_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let app = signed_in(folder.path()).await;
    let news = Arc::<Notify>::default();
    let notify = Arc::clone(&news);
    app.on_event(move |_| notify.notify_one());
    let draft = |text: &str| json!({"place": "/course/new", "title": "", "value": text});
    let kept = draft("Avant");
    assert_eq!(ask(&app, Method::PUT, "drafts/a", &kept).await.0, StatusCode::OK);

    let store = app.0.context.open().unwrap().store.clone();
    store.fill_disk(true);
    let long = draft(&"Trop long. ".repeat(20_000));
    let (status, answer) = ask(&app, Method::PUT, "drafts/a", &long).await;
    assert_eq!((status, &answer["code"]), (StatusCode::INSUFFICIENT_STORAGE, &json!("disk_full")));
    let now = state(&app).await;
    assert_eq!((&now["user"]["email"], &now["disk"]), (&json!("lea@ecole.fr"), &json!("full")));
    let (status, there) = ask(&app, Method::GET, "drafts/a", &Value::Null).await;
    assert_eq!((status, &there["value"]), (StatusCode::OK, &json!("Avant")));

    store.fill_disk(false);
    assert_eq!(ask(&app, Method::PUT, "drafts/a", &long).await.0, StatusCode::OK);
    let well = async {
        while !state(&app).await["disk"].is_null() {
            news.notified().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), well).await.expect("the notice goes");
}

#[tokio::test]
async fn unchanged_values_are_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let app = signed_in(folder.path()).await;
    let draft = json!({"place": "/course/new", "title": "", "value": {"name": "Grec"}});
    let first = ask(&app, Method::PUT, "drafts/a", &draft).await;
    let store = app.0.context.open().unwrap().store.clone();
    let changes = store.changes();
    assert_eq!(ask(&app, Method::PUT, "drafts/a", &draft).await, first);
    store.store_setting("name", &"value").unwrap();
    store.store_setting("name", &"value").unwrap();
    assert_eq!(store.changes() - changes, 1, "the first of the two settings");
}

#[tokio::test]
async fn a_removed_profile_gets_a_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let app = signed_in(folder.path()).await;
    let context = &app.0.context;
    let before = context.open().unwrap();
    context.close_profile().unwrap();
    context.data.remove(&before.profile.id).unwrap();

    let session = Arc::clone(&before.session);
    let profile = Profile { session: StoredSession::File, ..before.profile.clone() };
    context.open_profile(profile, None).await.unwrap();
    let now = context.open().unwrap();
    now.store.store_setting("name", &"value").unwrap();
    assert!(now.store.path().exists(), "what is written lies in a file");
    drop((before, session));
}

#[tokio::test]
async fn updating_the_user_after_signing_out_has_no_effect() {
    let folder = tempfile::tempdir().unwrap();
    let app = signed_in(folder.path()).await;
    let context = &app.0.context;
    let open = context.open().unwrap();
    context.sign_out().unwrap();
    context
        .update_user(&open, json!({"id": 1, "email": "lea@ecole.fr", "role": "EDITOR", "firstName": "Léa"}))
        .unwrap();
    assert_eq!(context.data.profile(&open.profile.id).unwrap().session, StoredSession::SignedOut);
}

#[tokio::test]
async fn an_edit_merged_into_a_refused_one_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let app = signed_in(folder.path()).await;
    let open = app.0.context.open().unwrap();
    let change = |id: &str, payload: Value| Edit {
        id: id.to_owned(),
        kind: Kind::Lesson,
        action: Action::Update,
        target: Target::Id(7),
        parent: None,
        payload,
        base: json!({"id": 7, "version": 1, "title": "Avant", "content": "<p>avant</p>"}),
        base_version: Some(1),
    };
    let first = change("first", json!({"title": "Trop long"}));
    let now = open.store.clock().now();
    open.store.change_queue(|queue| queue.add(first.clone())).unwrap().unwrap();
    open.store.change_queue(|queue| queue.take(now)).unwrap();
    let second = change("second", json!({"title": "Trop long", "content": "<p>promis</p>"}));
    open.store.change_queue(|queue| queue.add(second)).unwrap().unwrap();

    let body = json!({"code": "validation", "fields": []}).to_string().into_bytes();
    let refused = ApiResponse { status: StatusCode::UNPROCESSABLE_ENTITY, headers: HeaderMap::new(), body };
    super::content_writes::withdraw(&open, "first", &refused, &Edits::one(first), false).unwrap();
    let left = serde_json::to_string(open.store.queue().unwrap().operations()).unwrap();
    assert!(left.contains("promis"), "{left}");
}
