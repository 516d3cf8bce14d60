//! The app without its window: sends the requests of the page.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Method, StatusCode};
use preau_desktop::answer::Response;
use preau_desktop::app::{App, Event};
use preau_desktop::clock::Clock;
use preau_desktop::school::Client;
use preau_desktop::secrets::Secrets;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::school::{EDITOR, PASSWORD};

pub struct TestApp {
    pub inner: App,
    changed: Arc<Notify>,
    events: Arc<Mutex<Vec<Event>>>,
}

/// Bytes per second of the connection in measurements.
pub fn line_rate() -> Option<u32> {
    std::env::var("PREAU_LINE").ok().map(|rate| rate.parse().unwrap())
}

impl TestApp {
    /// The app on the data in this folder.
    pub async fn open(folder: &Path) -> Self {
        Self::open_at(folder, Clock::System).await
    }

    pub async fn open_at(folder: &Path, clock: Clock) -> Self {
        Self::open_with(folder, Secrets::in_file(folder), clock).await
    }

    pub async fn open_with(folder: &Path, secrets: Secrets, clock: Clock) -> Self {
        Self::with_listener(App::open_with(folder, secrets, clock).await.unwrap())
    }

    /// The same with an upper limit of all timeouts.
    pub async fn with_timeout(folder: &Path, timeout: Duration) -> Self {
        let client = Client::with_max_timeout(timeout).unwrap();
        Self::with_listener(
            App::open_on(folder, Secrets::in_file(folder), Clock::System, client).await.unwrap(),
        )
    }

    fn with_listener(app: App) -> Self {
        let (changed, events) = (Arc::<Notify>::default(), Arc::<Mutex<Vec<Event>>>::default());
        let (notify, received) = (Arc::clone(&changed), Arc::clone(&events));
        app.on_event(move |event| {
            received.lock().unwrap().push(event);
            notify.notify_one();
        });
        Self { inner: app, changed, events }
    }

    /// The same, signed in as the editor, with the first copy.
    pub async fn signed_in(folder: &Path, url: &str) -> Self {
        let app = Self::open(folder).await;
        app.enter(url).await;
        app
    }

    /// The editor signs in, and the first copy comes.
    pub async fn enter(&self, url: &str) {
        self.ok(Method::PUT, "desktop/school", json!({"address": url})).await;
        self.sign_in(EDITOR).await;
        self.wait_until("the first copy", |state| state["copied"] == true).await;
    }

    /// Ends the app, and waits until its databases are closed: SQLite has removed its auxiliary files then.
    pub async fn close(self, folder: &Path) {
        drop(self);
        let profiles = || std::fs::read_dir(folder.join("profiles")).unwrap();
        let is_open = || profiles().any(|profile| profile.unwrap().path().join("drafts.db-wal").exists());
        let closed = async {
            while is_open() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), closed).await.expect("the databases are closed");
    }

    pub async fn sign_in(&self, email: &str) {
        let who = self.credentials(email, PASSWORD).await;
        self.ok(Method::POST, "desktop/sign-in", who).await;
    }

    /// The same at another school than that of the profile that is open.
    pub async fn sign_in_at(&self, address: &str, email: &str) {
        let mut who = self.credentials(email, PASSWORD).await;
        who["address"] = json!(address);
        self.ok(Method::POST, "desktop/sign-in", who).await;
    }

    /// What the sign-in page sends: the address that it shows, and who signs in.
    pub async fn credentials(&self, email: &str, password: &str) -> Value {
        let address = self.state().await["school"]["address"].clone();
        json!({"address": address, "email": email, "password": password, "rememberMe": true})
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> (StatusCode, Value) {
        let mut request =
            http::Request::builder().method(method).uri(format!("preau://localhost/api/{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let text = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let request = request.header("content-type", "application/json").body(text).unwrap();
        let answer = self.inner.answer(request).await;
        (answer.status(), serde_json::from_slice(answer.body()).unwrap_or_default())
    }

    pub async fn ok(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, answer) = self.send(method.clone(), path, body, &[]).await;
        assert!(status.is_success(), "{method} {path}: {status} {answer}");
        answer
    }

    /// Uploads a file; answers its address.
    pub async fn upload(&self, name: &str, kind: &str, bytes: &[u8]) -> (StatusCode, String) {
        let request = http::Request::post(format!("preau://localhost/api/files?name={name}"));
        let request = request.header("content-type", kind).body(bytes.to_vec()).unwrap();
        let answer = self.inner.answer(request).await;
        let body: Value = serde_json::from_slice(answer.body()).unwrap_or_default();
        (answer.status(), body["url"].as_str().map_or_else(|| body.to_string(), ToOwned::to_owned))
    }

    /// What is shown of a file.
    pub async fn file(&self, address: &str) -> Response {
        let request = http::Request::get(format!("preau://localhost{address}"));
        self.inner.answer(request.body(Vec::new()).unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.ok(Method::GET, path, Value::Null).await
    }

    /// Changes a row as the page does, which names the version it has seen.
    pub async fn change(&self, path: &str, seen: &Value, body: Value) -> (StatusCode, Value) {
        let version = format!("\"{}\"", seen["version"]);
        self.send(Method::PUT, path, body, &[("if-match", &version)]).await
    }

    pub async fn state(&self) -> Value {
        self.get("desktop/state").await
    }

    /// Starts a synchronisation.
    pub async fn sync(&self) {
        self.ok(Method::POST, "desktop/sync", Value::Null).await;
    }

    /// Waits until the state fulfils a condition.
    pub async fn wait_until(&self, what: &str, condition: impl Fn(&Value) -> bool) -> Value {
        self.wait_until_at("desktop/state", what, condition).await
    }

    /// Waits until the response to a path fulfils a condition. Fails when nothing changes for a minute, or after five
    /// minutes: a slow machine takes long for a large school, but it makes progress.
    pub async fn wait_until_at(&self, path: &str, what: &str, condition: impl Fn(&Value) -> bool) -> Value {
        let is_slow = line_rate().is_some();
        let quiet = Duration::from_mins(if is_slow { 30 } else { 1 });
        let waiting = async {
            loop {
                let found = self.get(path).await;
                if condition(&found) {
                    return Ok(found);
                }
                tokio::time::timeout(quiet, self.changed.notified()).await?;
            }
        };
        let limit = Duration::from_mins(if is_slow { 30 } else { 5 });
        match tokio::time::timeout(limit, waiting).await.flatten() {
            Ok(found) => found,
            Err(elapsed) => panic!(
                "{what} does not come ({elapsed}): {} {}",
                self.state().await,
                self.get("desktop/operations").await
            ),
        }
    }

    /// Waits until everything was sent.
    pub async fn wait_until_sent(&self) {
        let sent = |state: &Value| state["waiting"] == 0 && state["failed"] == 0 && state["conflicts"] == 0;
        self.wait_until("an empty queue", sent).await;
    }

    pub fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap().clone()
    }

    /// The first lesson of the first course that has one.
    pub async fn some_lesson(&self) -> Value {
        for course in self.get("courses").await.as_array().unwrap() {
            for module in self.get(&format!("modules/course/{}", course["id"])).await.as_array().unwrap() {
                for chapter in
                    self.get(&format!("chapters/module/{}", module["id"])).await.as_array().unwrap()
                {
                    let lessons = self.get(&format!("chapter-lessons/chapter/{}", chapter["id"])).await;
                    if let Some(lesson) = lessons.as_array().unwrap().first() {
                        return lesson.clone();
                    }
                }
            }
        }
        panic!("no lesson");
    }

    /// A form of a new course, with these modules.
    pub async fn course(&self, name: &str, modules: &[&str]) -> Value {
        let first = |list: Value| list[0]["id"].clone();
        let modules = modules.iter().map(|title| json!({"title": title, "description": "", "price": 40}));
        json!({
            "name": name, "description": "Pour commencer.", "type": "ONLINE", "totalHours": 20,
            "languageId": first(self.get("languages").await), "levelId": first(self.get("levels").await),
            "teacherId": first(self.get("teachers").await), "startDate": "2027-09-06", "endDate": "2027-12-17",
            "modules": modules.collect::<Vec<_>>(), "objectives": [{"description": "Saluer"}], "prerequisites": [],
        })
    }
}
