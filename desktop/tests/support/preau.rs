//! A real school on a folder and a port of its own, ended with the test.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

const PASSWORD: &str = "un-prau-au-soleil";

/// A demo school that runs, and somebody of its staff.
pub struct Preau {
    child: Child,
    client: reqwest::Client,
    pub url: String,
    token: String,
    _folder: TempDir,
}

impl Drop for Preau {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Preau {
    /// Opens a demo school and signs its editor in.
    pub async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}");
        let child = Command::new(binary())
            .arg("serve")
            .env("PREAU_DEMO", "1")
            .env("PREAU_DEMO_PASSWORD", PASSWORD)
            .env("PREAU_DATA_DIR", folder.path())
            .env("PREAU_ADDR", format!("127.0.0.1:{port}"))
            .env("PREAU_PUBLIC_URL", &url)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let client = reqwest::Client::new();
        let mut school = Self { child, client, url, token: String::new(), _folder: folder };
        school.ready().await;
        school.sign_in("editor@preau.test").await;
        school
    }

    async fn ready(&self) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            let asked = self.client.get(format!("{}/readyz", self.url)).send().await;
            if asked.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the school does not open");
    }

    async fn sign_in(&mut self, email: &str) {
        let body = json!({"email": email, "password": PASSWORD});
        let (status, tokens) = self.send(&Method::POST, "/auth/login", &body, None, "").await;
        assert_eq!(status, StatusCode::OK, "{tokens}");
        self.token = tokens["accessToken"].as_str().unwrap().to_owned();
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.send(&Method::GET, path, &Value::Null, None, "").await
    }

    /// Asks the school's API.
    pub async fn send(
        &self,
        method: &Method,
        path: &str,
        body: &Value,
        if_match: Option<&str>,
        key: &str,
    ) -> (StatusCode, Value) {
        let mut request = self.client.request(method.clone(), format!("{}/api{path}", self.url));
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        if !key.is_empty() {
            request = request.header("idempotency-key", key);
        }
        if let Some(version) = if_match {
            request = request.header("if-match", version);
        }
        if !body.is_null() {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        (status, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default())
    }
}

fn binary() -> PathBuf {
    let named = std::env::var_os("PREAU_BINARY").map(PathBuf::from);
    let beside = || std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("preau");
    let binary = named.unwrap_or_else(beside);
    assert!(binary.exists(), "the school's program is not built: {}", binary.display());
    binary
}
