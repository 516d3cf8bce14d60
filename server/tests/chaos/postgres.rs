//! PostgreSQL for these tests: databases on the server that `scripts/with-postgres` started, and servers of one's own
//! that may be stopped.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::OnceCell;

use crate::school::demo_settings;
use crate::server::{free_port, must_run};

/// A copy of the demo school's database.
pub async fn demo_database() -> String {
    let template = demo_template().await;
    let name = new_name();
    create(&address_of(&name), Some(template)).await;
    address_of(&name)
}

/// A database without any table.
pub async fn empty_database() -> String {
    let url = address_of(&new_name());
    create(&url, None).await;
    url
}

/// The database that holds the demo school, filled once.
async fn demo_template() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let name = format!("preau_chaos_demo_{}", std::process::id());
            fill(&address_of(&name)).await;
            name
        })
        .await
}

/// Makes the database and the demo school in it.
async fn fill(url: &str) {
    create(url, None).await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = demo_settings(folder.path());
    settings.push(("DATABASE_URL".to_owned(), url.to_owned()));
    must_run(&["demo"], &settings).await;
}

fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("preau_chaos_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn address_of(name: &str) -> String {
    let server = std::env::var("PREAU_TEST_POSTGRES")
        .expect("PREAU_TEST_POSTGRES names the PostgreSQL for tests: run them through scripts/with-postgres");
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(name);
    url.to_string()
}

async fn create(url: &str, template: Option<&str>) {
    // One at a time: a template cannot be copied while another copy of it runs.
    static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _one = ONE.lock().await;
    let mut server = url::Url::parse(url).unwrap();
    let name = server.path().trim_start_matches('/').to_owned();
    server.set_path("postgres");
    let mut conn = PgConnection::connect(server.as_str()).await.unwrap();
    let from = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
    conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name}{from}"))).await.unwrap();
    conn.close().await.unwrap();
}

/// A PostgreSQL server of one test, which may stop it. What was committed is on its disk.
pub struct Cluster {
    folder: TempDir,
    bin: PathBuf,
    port: u16,
    /// PostgreSQL refuses to run as root.
    is_root: bool,
}

impl Cluster {
    /// One that runs, with the demo school in its database `school`.
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let id = Command::new("id").arg("-u").output().await.unwrap().stdout;
        let is_root = id.trim_ascii() == b"0";
        if is_root {
            let owner = Command::new("chown").arg("nobody:nogroup").arg(folder.path()).status();
            assert!(owner.await.unwrap().success());
        }
        let cluster = Self { folder, bin: programs(), port: free_port(), is_root };
        let data = cluster.data();
        cluster
            .tool(
                "initdb",
                &["-D", &data, "-U", "preau", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
            )
            .await;
        cluster.start().await;
        fill(&cluster.url()).await;
        cluster
    }

    pub fn url(&self) -> String {
        format!("postgres://preau@127.0.0.1:{}/school", self.port)
    }

    pub async fn start(&self) {
        let data = self.data();
        let options = format!(
            "-p {} -k {data} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=on -c shared_buffers=32MB",
            self.port
        );
        let log = format!("{data}/log");
        self.tool("pg_ctl", &["-D", &data, "-w", "-t", "60", "-l", &log, "-o", &options, "start"]).await;
    }

    /// `fast`: connections are cut and open changes taken back. `immediate`: dead at once, as after SIGKILL.
    pub async fn stop(&self, how: &str) {
        let data = self.data();
        self.tool("pg_ctl", &["-D", &data, "-w", "-t", "60", "-m", how, "stop"]).await;
    }

    fn data(&self) -> String {
        self.folder.path().join("data").to_str().unwrap().to_owned()
    }

    async fn tool(&self, name: &str, arguments: &[&str]) {
        let done = self.command(name).args(arguments).output().await.unwrap();
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert!(done.status.success(), "{name} {arguments:?}: {said}");
    }

    fn command(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        if !self.is_root {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
        command.env("HOME", self.folder.path()).current_dir("/");
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl").into_std();
        stop.args(["-D", &self.data(), "-m", "immediate", "stop"]);
        let _ = stop.output();
    }
}

/// Where PostgreSQL's server programs stand: the newest of Debian's, else beside `initdb`.
fn programs() -> PathBuf {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect())
        .unwrap_or_default();
    found.retain(|bin| bin.join("initdb").exists());
    found.sort();
    found.pop().unwrap_or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let beside = std::env::split_paths(&path).find(|folder| folder.join("initdb").exists());
        beside.expect("PostgreSQL's server programs are missing (Debian: apt-get install postgresql)")
    })
}
