//! A demo school of one test: its data on either engine, its postman, its servers.

use std::path::{Path, PathBuf};

use preau_server::db::{Db, Pools};
use preau_server::fetch_scalar;
use sqlx::{AssertSqlSafe, Executor as _};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::caller::{Address, Caller};
use crate::postgres;
use crate::postman::Postman;
use crate::server::{Server, Settings, must_run, settings};

/// Of the demo school's accounts.
pub const PASSWORD: &str = "un-prau-au-soleil";
pub const ADMIN: &str = "admin@preau.test";
pub const EDITOR: &str = "editor@preau.test";
pub const STUDENT: &str = "student@preau.test";
/// Who is told of bookings.
pub const OFFICE: &str = "ecole@preau.test";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Makes a test of each engine of `async fn(Engine)`s: `on_both_engines!(name, name);`.
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident => $run:expr;)+) => { $(
        mod $name {
            #[allow(unused_imports, reason = "a test takes what it needs")]
            use super::*;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let run = $run;
                run($crate::school::Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let run = $run;
                run($crate::school::Engine::Postgres).await;
            }
        }
    )+ };
}

/// The school of one test.
pub struct School {
    pub engine: Engine,
    pub folder: TempDir,
    pub postman: Postman,
    pub settings: Settings,
    /// Where its newest server answers.
    pub address: Address,
}

impl School {
    /// A demo school on a fresh database. Nobody serves it yet.
    pub async fn open(engine: Engine) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = match engine {
            Engine::Sqlite => {
                std::fs::write(folder.path().join("preau.db"), demo_database().await).unwrap();
                None
            }
            Engine::Postgres => Some(postgres::demo_database().await),
        };
        Self::of(engine, folder, database).await
    }

    /// A school on a database that stands.
    pub async fn of(engine: Engine, folder: TempDir, database: Option<String>) -> Self {
        let postman = Postman::open().await;
        let mut settings = settings(&[
            ("PREAU_DATA_DIR", folder.path().to_str().unwrap()),
            ("PREAU_PUBLIC_URL", "http://localhost:8080"),
            ("PREAU_TRUSTED_PROXIES", "127.0.0.1/32"),
            ("PREAU_MAIL_ADMIN", OFFICE),
            ("SMTP_URL", &postman.url()),
        ]);
        settings.extend(database.map(|url| ("DATABASE_URL".to_owned(), url)));
        Self { engine, folder, postman, settings, address: Address::default() }
    }

    /// One more server, ready.
    pub async fn serve(&self) -> Server {
        self.serve_with(&[]).await
    }

    /// One more server with these settings too, ready.
    pub async fn serve_with(&self, more: &[(&str, &str)]) -> Server {
        let mut server = self.spawn_with(more, &[]);
        server.ready().await;
        server
    }

    /// One more server that was only just started.
    pub fn spawn_with(&self, more: &[(&str, &str)], wrapper: &[&str]) -> Server {
        let mut all = self.settings.clone();
        all.extend(settings(more));
        let server = Server::spawn(self.folder.path(), &all, wrapper);
        self.address.set(&server.url);
        server
    }

    pub fn visitor(&self) -> Caller {
        Caller::new(&self.address)
    }

    /// One of the demo school's people.
    pub async fn person(&self, email: &str) -> Caller {
        self.visitor().sign_in(email, PASSWORD).await
    }

    /// A file beside the school's.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The database, opened for a moment.
    pub async fn db(&self) -> Db {
        let url = self.settings.iter().find(|(name, _)| name == "DATABASE_URL");
        match url {
            Some((_, url)) => Db::connect_postgres(url, 1).await.unwrap(),
            None => Db::open_sqlite(&self.file("preau.db")).await.unwrap(),
        }
    }

    /// Changes rows behind the servers' back: what else only time would bring.
    pub async fn sql(&self, statement: &str) -> u64 {
        let db = self.db().await;
        let touched = run_sql(&db, statement).await;
        db.close().await;
        touched
    }

    /// One number out of the database.
    pub async fn number(&self, query: &str) -> i64 {
        let db = self.db().await;
        let mut conn = db.read().await.unwrap();
        let number = fetch_scalar!(conn, i64, AssertSqlSafe(query.to_owned())).unwrap();
        drop(conn);
        db.close().await;
        number
    }

    /// The doctor, as its command, must find nothing.
    pub async fn is_sound(&self) {
        let said = must_run(&["doctor"], &self.settings).await;
        assert!(said.contains("Everything is in order."), "{said}");
    }

    /// Whatever a killed server had taken is due, as it is once the leases have run out, and so is every job.
    pub async fn leases_run_out(&self) {
        let db = self.db().await;
        for statement in [
            "UPDATE jobs SET lease_until = '2026-01-01T00:00:00Z', last_run_at = NULL",
            "UPDATE mails SET next_attempt_at = '2026-01-01T00:00:00Z' WHERE status = 'QUEUED' AND leased_by IS NOT NULL",
            "UPDATE refunds SET next_attempt_at = '2026-01-01T00:00:00Z' WHERE status = 'PENDING'",
            "UPDATE idempotency_keys SET claimed_until = '2026-01-01T00:00:00Z' WHERE status IS NULL",
        ] {
            run_sql(&db, statement).await;
        }
        db.close().await;
    }

    /// Every job is to run at once.
    pub async fn jobs_are_due(&self) {
        self.sql("UPDATE jobs SET last_run_at = NULL").await;
    }
}

pub async fn run_sql(db: &Db, statement: &str) -> u64 {
    let statement = AssertSqlSafe(statement.to_owned());
    match &db.pools {
        Pools::Sqlite { write, .. } => write.execute(statement).await.unwrap().rows_affected(),
        Pools::Postgres(pool) => pool.execute(statement).await.unwrap().rows_affected(),
    }
}

/// The demo school is filled once; each test begins with a copy.
async fn demo_database() -> &'static [u8] {
    static DEMO: OnceCell<Vec<u8>> = OnceCell::const_new();
    DEMO.get_or_init(|| async {
        let folder = tempfile::tempdir().unwrap();
        let settings = demo_settings(folder.path());
        must_run(&["demo"], &settings).await;
        let copy = folder.path().join("copy.db");
        must_run(&["backup", copy.to_str().unwrap()], &settings).await;
        std::fs::read(copy).unwrap()
    })
    .await
}

/// What `preau demo` needs.
pub fn demo_settings(folder: &Path) -> Settings {
    settings(&[("PREAU_DATA_DIR", folder.to_str().unwrap()), ("PREAU_DEMO_PASSWORD", PASSWORD)])
}
