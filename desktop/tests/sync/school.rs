//! A real school on a folder and a port of its own: stopped and started again as a test needs it.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

pub const PASSWORD: &str = "un-prau-au-soleil";
pub const EDITOR: &str = "editor@preau.test";
pub const ADMIN: &str = "admin@preau.test";

/// A demo school.
pub struct School {
    child: Option<Child>,
    client: reqwest::Client,
    port: u16,
    folder: TempDir,
}

/// A user who is signed in without the app.
pub struct Colleague<'a> {
    school: &'a School,
    pub token: String,
}

impl Drop for School {
    fn drop(&mut self) {
        self.stop();
    }
}

impl School {
    pub async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::copy(demo_backup(), folder.path().join("preau.db")).unwrap();
        let client = reqwest::Client::new();
        let mut school = Self { child: None, client, port: free_port(), folder };
        school.start().await;
        school
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its database, for what only time or another hand would bring.
    pub fn database(&self) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(self.folder.path().join("preau.db")).unwrap();
        connection.busy_timeout(Duration::from_secs(10)).unwrap();
        connection
    }

    /// The same data on the same port.
    pub async fn start(&mut self) {
        assert!(self.child.is_none(), "the school is open already");
        let child = command(&self.folder)
            .arg("serve")
            .env("PREAU_ADDR", format!("127.0.0.1:{}", self.port))
            .env("PREAU_PUBLIC_URL", self.url())
            .spawn()
            .unwrap();
        self.child = Some(child);
        let begun = Instant::now();
        loop {
            let asked = self.client.get(format!("{}/readyz", self.url())).send().await;
            if asked.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "the school does not open");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// As when its machine loses power.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().ok();
            child.wait().ok();
        }
    }

    pub async fn colleague(&self, email: &str) -> Colleague<'_> {
        let mut colleague = Colleague { school: self, token: String::new() };
        let tokens =
            colleague.ok(Method::POST, "/auth/login", json!({"email": email, "password": PASSWORD})).await;
        tokens["accessToken"].as_str().unwrap().clone_into(&mut colleague.token);
        colleague
    }
}

impl Colleague<'_> {
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Value,
        version: Option<i64>,
    ) -> (StatusCode, Value) {
        let url = format!("{}/api{path}", self.school.url());
        let mut request = self.school.client.request(method, url);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(version) = version {
            request = request.header("if-match", format!("\"{version}\""));
        }
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        (status, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default())
    }

    pub async fn ok(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, answer) = self.send(method.clone(), path, body, None).await;
        assert!(status.is_success(), "{method} {path}: {status} {answer}");
        answer
    }

    pub async fn get(&self, path: &str) -> Value {
        self.ok(Method::GET, path, Value::Null).await
    }

    /// What a file is sent with.
    pub async fn file(&self, address: &str) -> (StatusCode, HeaderMap) {
        let request = self.school.client.get(format!("{}{address}", self.school.url()));
        let answer = request.bearer_auth(&self.token).send().await.unwrap();
        (answer.status(), answer.headers().clone())
    }

    /// Changes the current version of a row.
    pub async fn change(&self, path: &str, seen: &Value, body: Value) -> Value {
        let (status, answer) = self.send(Method::PUT, path, body, seen["version"].as_i64()).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }
}

pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn command(folder: &TempDir) -> Command {
    let mut command = Command::new(binary());
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("PREAU_DATA_DIR", folder.path()).env("PREAU_DEMO_PASSWORD", PASSWORD);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The demo school is filled once; each test starts from a copy.
fn demo_backup() -> PathBuf {
    static DEMO: OnceLock<TempDir> = OnceLock::new();
    let folder = DEMO.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        assert!(command(&folder).arg("demo").status().unwrap().success(), "the demo school is not filled");
        let copy = folder.path().join("copy.db");
        assert!(command(&folder).arg("backup").arg(&copy).status().unwrap().success());
        folder
    });
    folder.path().join("copy.db")
}

fn binary() -> PathBuf {
    let named = std::env::var_os("PREAU_BINARY").map(PathBuf::from);
    let beside = || std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("preau");
    let binary = named.unwrap_or_else(beside);
    assert!(binary.exists(), "the school's program is not built: {}", binary.display());
    binary
}
