//! A keychain that is locked for a while, and tokens in two places.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use http::{Method, StatusCode};
use preau_desktop::clock::Clock;
use preau_desktop::error::{Error, Result};
use preau_desktop::secrets::{Keychain, SecretStorage, Secrets};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::school::{EDITOR, School};
use crate::test_app::TestApp;

#[derive(Debug, Default)]
struct Chain {
    secrets: Mutex<BTreeMap<String, String>>,
    locked: AtomicBool,
    forgot: Notify,
}

impl Chain {
    fn lock(&self, locked: bool) {
        self.locked.store(locked, Ordering::SeqCst);
    }

    fn opened(&self) -> Result<std::sync::MutexGuard<'_, BTreeMap<String, String>>> {
        if self.locked.load(Ordering::SeqCst) {
            return Err(Error::Keychain("locked".to_owned()));
        }
        Ok(self.secrets.lock().unwrap())
    }

    fn count(&self) -> usize {
        self.secrets.lock().unwrap().len()
    }
}

impl Keychain for Chain {
    fn find(&self, name: &str) -> Result<Option<String>> {
        Ok(self.opened()?.get(name).cloned())
    }

    fn store(&self, name: &str, secret: &str) -> Result<()> {
        self.opened()?.insert(name.to_owned(), secret.to_owned());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<()> {
        self.opened()?.remove(name);
        self.forgot.notify_one();
        Ok(())
    }
}

async fn open(folder: &Path, chain: &Arc<Chain>) -> TestApp {
    let secrets = Secrets::with_keychain(folder, Arc::clone(chain) as Arc<dyn Keychain>);
    TestApp::open_with(folder, secrets, Clock::System).await
}

#[tokio::test]
async fn a_keychain_that_is_locked_at_the_start_does_not_sign_out() {
    let (school, folder, chain) = (School::open().await, TempDir::new().unwrap(), Arc::<Chain>::default());
    let app = open(folder.path(), &chain).await;
    app.enter(&school.url()).await;
    assert_eq!((&app.state().await["secret"], chain.count()), (&json!("keychain"), 1));
    let lesson = app.some_lesson().await;
    drop(app);
    chain.lock(true);

    let app = open(folder.path(), &chain).await;
    let state = app.wait_until("the locked keychain", |s| s["connection"] == "keychain_locked").await;
    assert_eq!((&state["user"]["email"], &state["locked"]), (&json!(EDITOR), &Value::Null));
    let path = format!("chapter-lessons/{}", lesson["id"]);
    let (status, _) = app.change(&path, &lesson, json!({"title": "Écrit pendant ce temps"})).await;
    assert_eq!((status, &app.get(&path).await["title"]), (StatusCode::OK, &json!("Écrit pendant ce temps")));
    let (status, answer) = app.send(Method::GET, "stats/overview", Value::Null, &[]).await;
    assert_eq!((status, &answer["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("network_needed")));
    assert!(!folder.path().join("secrets").exists(), "nothing goes elsewhere meanwhile");

    chain.lock(false);
    app.sync().await;
    app.wait_until_sent().await;
    assert_eq!(app.state().await["connection"], "online");
    let title = school.colleague(EDITOR).await.get(&format!("/{path}")).await["title"].clone();
    assert_eq!(title, "Écrit pendant ce temps");
}

#[tokio::test]
async fn a_profile_of_an_older_version_waits_for_the_keychain() {
    let (school, folder, chain) = (School::open().await, TempDir::new().unwrap(), Arc::<Chain>::default());
    let app = open(folder.path(), &chain).await;
    app.enter(&school.url()).await;
    drop(app);
    let file = fs::read_dir(folder.path().join("profiles")).unwrap().next().unwrap().unwrap().path();
    let file = file.join("profile.json");
    let mut facts: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert!(facts.as_object_mut().unwrap().remove("session").is_some());
    fs::write(&file, facts.to_string()).unwrap();
    chain.lock(true);
    let app = open(folder.path(), &chain).await;
    app.wait_until("the locked keychain", |s| s["connection"] == "keychain_locked").await;
    chain.lock(false);
    app.sync().await;
    app.wait_until("the line", |s| s["connection"] == "online" && s["syncing"] == false).await;
    assert_eq!(app.state().await["user"]["email"], EDITOR);
}

#[tokio::test]
async fn signing_out_deletes_the_token_in_both_storages() {
    let (school, folder, chain) = (School::open().await, TempDir::new().unwrap(), Arc::<Chain>::default());
    let app = open(folder.path(), &chain).await;
    app.enter(&school.url()).await;
    // The next sign-in finds the keychain locked, and the one after that open again.
    chain.lock(true);
    app.sign_in(EDITOR).await;
    assert_eq!(app.state().await["secret"], "file");
    chain.lock(false);
    let id = app.get("desktop/profiles").await[0]["id"].as_str().unwrap().to_owned();
    let file = Secrets::in_file(folder.path());
    assert_eq!((file.locate(&id).await.unwrap(), chain.count()), (Some(SecretStorage::File), 1));
    app.ok(Method::POST, "desktop/sign-out", json!({})).await;
    assert_eq!((file.locate(&id).await.unwrap(), chain.count()), (None, 0));
}

#[tokio::test]
async fn tokens_in_a_locked_keychain_are_deleted_at_the_next_start() {
    let (school, folder, chain) = (School::open().await, TempDir::new().unwrap(), Arc::<Chain>::default());
    let app = open(folder.path(), &chain).await;
    app.enter(&school.url()).await;
    chain.lock(true);
    app.ok(Method::POST, "desktop/sign-out", json!({})).await;
    assert_eq!((&app.state().await["user"], chain.count()), (&Value::Null, 1));
    drop(app);
    chain.lock(false);
    let _desk = open(folder.path(), &chain).await;
    chain.forgot.notified().await;
    assert_eq!(chain.count(), 0);
}
