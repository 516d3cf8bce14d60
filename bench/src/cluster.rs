//! A PostgreSQL server for the benchmark, on loopback, with durable commits as a school would run it. Its
//! data stays in the benchmark's folder; the server stops with the benchmark.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::database::Database;
use crate::error::{Result, because};
use crate::school::free_port;

/// Maximum time for a start.
const START: Duration = Duration::from_mins(1);

/// A running PostgreSQL.
pub struct Cluster {
    process: Child,
    port: u16,
}

impl Cluster {
    /// Starts the server; creates its data folder when there is none.
    pub async fn start(dir: &Path) -> Result<Self> {
        let data = dir.join("data");
        if !data.join("PG_VERSION").is_file() {
            make(dir, &data).await?;
        }
        let port = free_port()?;
        let log = std::fs::File::create(dir.join("log"))?;
        let mut server = program("postgres")?;
        server.arg("-D").arg(&data).arg("-k").arg(&data).args(["-p", &port.to_string()]);
        for setting in
            ["listen_addresses=127.0.0.1", "max_connections=200", "shared_buffers=512MB", "max_wal_size=4GB"]
        {
            server.args(["-c", setting]);
        }
        let process = server.stdin(Stdio::null()).stderr(log).kill_on_drop(true).spawn()?;
        let cluster = Self { process, port };
        let begun = Instant::now();
        loop {
            match Database::postgres(&cluster.url("postgres")).await {
                Ok(db) => {
                    db.close().await?;
                    return Ok(cluster);
                }
                Err(error) if begun.elapsed() > START => return Err(because("starting PostgreSQL", error)),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// The URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://preau@127.0.0.1:{}/{database}", self.port)
    }

    /// Whether a database of this name exists.
    pub async fn has(&self, database: &str) -> Result<bool> {
        let mut db = Database::postgres(&self.url("postgres")).await?;
        Ok(db
            .texts("SELECT CAST(datname AS TEXT) FROM pg_database")
            .await?
            .iter()
            .any(|name| name == database))
    }

    /// Creates a database, empty or as a copy of another one; replaces an existing one of the same name.
    pub async fn make_database(&self, database: &str, like: &str) -> Result<()> {
        let mut db = Database::postgres(&self.url("postgres")).await?;
        db.execute_text(format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)")).await?;
        db.execute_text(format!("CREATE DATABASE {database} TEMPLATE {like}")).await?;
        db.execute("CHECKPOINT", &[]).await?;
        db.close().await
    }

    /// Stops the server cleanly.
    pub async fn stop(mut self) -> Result<()> {
        if let Some(id) = self.process.id() {
            run(Command::new("kill").arg("-INT").arg(id.to_string())).await?;
        }
        self.process.wait().await?;
        Ok(())
    }
}

async fn make(dir: &Path, data: &Path) -> Result<()> {
    std::fs::create_dir_all(dir)?;
    if is_root()? {
        run(Command::new("chown").arg("nobody:nogroup").arg(dir)).await?;
    }
    let mut make = program("initdb")?;
    make.args(["-U", "preau", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-D"]).arg(data);
    run(&mut make).await
}

/// A command for one of PostgreSQL's programs. They refuse to run as root.
fn program(name: &str) -> Result<Command> {
    let program = programs()?.join(name);
    if !is_root()? {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
    Ok(command)
}

fn is_root() -> Result<bool> {
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}

/// The folder of PostgreSQL's programs: Debian's, else the one in which `initdb` is found.
fn programs() -> Result<PathBuf> {
    let kept = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = kept.map(|version| version.path().join("bin")).collect();
    places.sort();
    places.reverse();
    places.extend(std::env::split_paths(&path));
    let found = places.into_iter().find(|place| place.join("initdb").is_file());
    found
        .ok_or_else(|| "PostgreSQL's server programs are missing (Debian: apt-get install postgresql)".into())
}

/// Runs a program to its end; its output is part of the error.
pub async fn run(command: &mut Command) -> Result<()> {
    let done = command.stdin(Stdio::null()).output().await?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    Err(because(&command.as_std().get_program().to_string_lossy(), said.trim()))
}

/// Copies a folder recursively.
pub async fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    run(Command::new("cp").arg("-r").arg(from).arg(to)).await
}
