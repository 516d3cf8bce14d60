//! A school for one test: a fresh database on either engine, the real router, a clock moved by hand.

#![allow(dead_code, reason = "every test takes what it needs")]
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use chrono::{DateTime, Duration, TimeZone as _, Utc};
use clap::Parser as _;
use preau_core::role::Role;
use preau_server::clock::Clock;
use preau_server::config::Config;
use preau_server::context::AppContext;
use preau_server::db::{Db, Pools};
use preau_server::people::auth::access::Access;
use preau_server::router::router;
use preau_server::{change, execute, fetch_scalar};
use serde_json::Value;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tower::ServiceExt as _;

use crate::document::check_status;

/// Which engine a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Runs a test on both engines: `both_engines!(name, |school| { … });`.
#[macro_export]
macro_rules! both_engines {
    ($name:ident, |$school:ident| $body:block) => {
        mod $name {
            #[allow(unused_imports, reason = "a test takes what it needs")]
            use super::*;

            async fn run($school: $crate::school::School) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run($crate::school::School::open($crate::school::Engine::Sqlite, &[]).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                run($crate::school::School::open($crate::school::Engine::Postgres, &[]).await).await;
            }
        }
    };
}

/// The school of one test.
pub struct School {
    pub app: AppContext,
    pub engine: Engine,
    router: Router,
    dir: TempDir,
    url: String,
    /// Held by the school that made the database, not by those that share it.
    database: Option<PostgresDatabase>,
}

#[derive(clap::Parser)]
struct Settings {
    #[command(flatten)]
    config: Config,
}

/// Monday 2 March 2026, ten o'clock in Paris.
pub fn monday_morning() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap()
}

impl School {
    /// A fresh school; `flags` as for `preau serve`.
    pub async fn open(engine: Engine, flags: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(postgres_database().await),
        };
        let url = match &database {
            None => sqlite_database(dir.path()).await,
            Some(database) => postgres_address(&database.0),
        };
        let school = Self::on(engine, url, dir, Clock::manual(monday_morning()), flags).await;
        Self { database, ..school }
    }

    /// Another server of the same school (same database, same clock).
    pub async fn twin(&self) -> Self {
        self.twin_with(&[]).await
    }

    /// Another server of the same school, with `flags` as for `preau serve`.
    pub async fn twin_with(&self, flags: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::on(self.engine, self.url.clone(), dir, self.app.clock.clone(), flags).await
    }

    /// Another database with the same clock; `url` as [`School::url`] answers it.
    pub async fn elsewhere(&self, url: String) -> Self {
        Self::on(self.engine, url, tempfile::tempdir().unwrap(), self.app.clock.clone(), &[]).await
    }

    /// The school on PostgreSQL at `url`, with the same clock.
    pub async fn on_postgres(&self, url: String, flags: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::on(Engine::Postgres, url, dir, self.app.clock.clone(), flags).await
    }

    /// Runs every recurring job once, now.
    pub async fn run_jobs(&self) {
        preau_server::operations::jobs::run_all(&self.app).await.unwrap();
    }

    async fn on(engine: Engine, url: String, dir: TempDir, clock: Clock, flags: &[&str]) -> Self {
        let data = dir.path().display().to_string();
        let mut arguments = vec!["preau", "--data-dir", &data, "--addr", "127.0.0.1:8080"];
        arguments.extend(flags);
        let config = Settings::parse_from(arguments).config;
        let db = match engine {
            Engine::Sqlite => Db::open_sqlite(&PathBuf::from(&url)).await.unwrap(),
            Engine::Postgres => Db::connect_postgres(&url, 16).await.unwrap(),
        };
        db.migrate().await.unwrap();
        let app = preau_server::app::open(config, db, clock).await.unwrap();
        Self { router: router(app.clone()), app, engine, dir, url, database: None }
    }

    /// The data folder.
    pub fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// The database's address (a file for SQLite).
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Moves the clock.
    pub fn pass(&self, time: Duration) {
        self.app.clock.advance(time);
    }

    /// Somebody without an account.
    pub fn visitor(&self) -> Client {
        Client { router: self.router.clone(), token: None, ip: next_address(), user_id: None }
    }

    /// A new account of this role, signed in. Its password hash is not one of any password.
    pub async fn account(&self, role: Role, email: &str) -> Client {
        let user_id = self.add_user(role, email).await;
        self.sign_in(user_id).await
    }

    /// A session of this user.
    pub async fn sign_in(&self, user_id: i64) -> Client {
        let app = &self.app;
        let session_id = change!(app, None, |tx| {
            fetch_scalar!(
                tx,
                i64,
                "INSERT INTO sessions (user_id, remember_me, created_at, last_used_at, expires_at)
                 VALUES ($1, FALSE, $2, $2, $3) RETURNING id",
                user_id,
                tx.now,
                tx.now + Duration::hours(12)
            )
        })
        .unwrap();
        let token = app.access_keys().issue(Access { user_id, session_id }, app.clock.now()).unwrap();
        Client { token: Some(token), user_id: Some(user_id), ..self.visitor() }
    }

    /// A row in `users`, verified, without a password.
    pub async fn add_user(&self, role: Role, email: &str) -> i64 {
        let app = &self.app;
        change!(app, None, |tx| {
            fetch_scalar!(
                tx,
                i64,
                "INSERT INTO users (email, first_name, last_name, role, registration_date, email_verified_at,
                     created_at, updated_at)
                 VALUES ($1, 'Jeanne', 'Morel', $2, $3, $4, $4, $4) RETURNING id",
                email,
                role.as_str(),
                tx.today,
                tx.now
            )
        })
        .unwrap()
    }

    /// Runs a statement, to arrange or to damage. Answers how many rows it touched.
    pub async fn sql(&self, statement: &'static str) -> u64 {
        let app = &self.app;
        change!(app, None, |tx| {
            tx.public_content_changed();
            execute!(tx, statement)
        })
        .unwrap()
    }

    /// One number out of the database.
    pub async fn count(&self, query: &'static str) -> i64 {
        let mut conn = self.app.db.read().await.unwrap();
        fetch_scalar!(conn, i64, query).unwrap()
    }
}

/// Every client has an address of its own, so that limits per address do not meet.
fn next_address() -> IpAddr {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 + NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Somebody who calls the API.
#[derive(Clone)]
pub struct Client {
    router: Router,
    pub token: Option<String>,
    pub ip: IpAddr,
    pub user_id: Option<i64>,
}

impl Client {
    /// The account's id.
    pub fn id(&self) -> i64 {
        self.user_id.unwrap()
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body), &[]).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None, &[]).await
    }

    /// Any call; `path` under `/api`.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Reply {
        let bytes = body.map(|body| serde_json::to_vec(&body).unwrap());
        self.send_bytes(method, path, bytes, headers).await
    }

    /// Any call with any bytes, sent as JSON unless a header says otherwise.
    pub async fn send_bytes(
        &self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        headers: &[(&str, &str)],
    ) -> Reply {
        self.request(method, &format!("/api{path}"), body, headers).await
    }

    /// Any call with a body that may break off.
    pub async fn send_body(&self, method: Method, path: &str, body: Body, headers: &[(&str, &str)]) -> Reply {
        self.exchange(method, &format!("/api{path}"), body, headers).await
    }

    /// Any request with any bytes, also outside the API; JSON unless a header says otherwise.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        headers: &[(&str, &str)],
    ) -> Reply {
        let has_type = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let json = [("content-type", "application/json")];
        let more = if body.is_some() && !has_type { &json[..] } else { &[] };
        let body = body.map_or_else(Body::empty, Body::from);
        self.exchange(method, path, body, &[headers, more].concat()).await
    }

    async fn exchange(&self, method: Method, path: &str, body: Body, headers: &[(&str, &str)]) -> Reply {
        let called = method.clone();
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(body).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(self.ip, 40_000)));
        let response = self.router.clone().oneshot(request).await.unwrap();
        check_status(&called, path, response.status());
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        Reply { status: parts.status, headers: parts.headers, bytes: bytes.to_vec() }
    }
}

/// What the school answered.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Reply {
    /// The body.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The body as JSON (null when there is none).
    pub fn json(&self) -> Value {
        if self.bytes.is_empty() {
            return Value::Null;
        }
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    /// The JSON of an answer that went well.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text());
        self.json()
    }

    /// The answer must be a problem of this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        assert_eq!(
            (self.status.as_u16(), self.json()["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text()
        );
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        self.json()
    }

    /// The names of the fields that are to be corrected.
    pub fn field_names(&self) -> Vec<String> {
        let json = self.json();
        let fields = json["fields"].as_array().cloned().unwrap_or_default();
        fields.iter().filter_map(|field| field["name"].as_str().map(ToOwned::to_owned)).collect()
    }
}

/// A file in this folder, copied from a migrated one.
async fn sqlite_database(folder: &Path) -> String {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let dir = tempfile::tempdir().unwrap();
            let file = dir.path().join("template.db");
            let db = Db::open_sqlite(&file).await.unwrap();
            db.migrate().await.unwrap();
            db.close().await;
            std::fs::read(&file).unwrap()
        })
        .await;
    let file = folder.join("preau.db");
    std::fs::write(&file, template).unwrap();
    file.display().to_string()
}

/// Databases of tests that are over; whoever makes the next one drops them first.
static DROPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A database of one test.
struct PostgresDatabase(String);

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        DROPPED.lock().unwrap().push(std::mem::take(&mut self.0));
    }
}

/// A database of its own, copied from a migrated one.
async fn postgres_database() -> PostgresDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let name = format!("preau_template_{}", std::process::id());
            create_database(&postgres_server(), &name, None).await;
            let db = Db::connect_postgres(&postgres_address(&name), 1).await.unwrap();
            db.migrate().await.unwrap();
            if let Pools::Postgres(pool) = &db.pools {
                pool.close().await;
            }
            name
        })
        .await;
    let name = database_name();
    create_database(&postgres_server(), &name, Some(template)).await;
    PostgresDatabase(name)
}

/// A database without any table.
pub async fn empty_postgres_database() -> String {
    let name = database_name();
    create_database(&postgres_server(), &name, None).await;
    postgres_address(&name)
}

fn database_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("preau_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn postgres_server() -> String {
    std::env::var("PREAU_TEST_POSTGRES")
        .expect("PREAU_TEST_POSTGRES names the PostgreSQL for tests: run them through scripts/with-postgres")
}

fn postgres_address(name: &str) -> String {
    let mut url = url::Url::parse(&postgres_server()).unwrap();
    url.set_path(name);
    url.to_string()
}

async fn create_database(server: &str, name: &str, template: Option<&str>) {
    // One at a time: a template cannot be copied while another copy of it runs.
    static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _one = ONE.lock().await;
    let mut conn = PgConnection::connect(server).await.unwrap();
    let dropped = std::mem::take(&mut *DROPPED.lock().unwrap());
    for name in dropped {
        conn.execute(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).await.unwrap();
    }
    let from = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
    conn.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}{from}"))).await.unwrap();
    conn.close().await.unwrap();
}
