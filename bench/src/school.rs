//! The measured school: the released program as a separate process, and what the system reports about it.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::database::Database;
use crate::error::{Result, because};

/// Password of all accounts.
pub const PASSWORD: &str = "mesure-du-temps-7";

/// Maximum time for a start.
const START: Duration = Duration::from_secs(30);

/// Which program serves which database.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program, `preau`.
    pub program: PathBuf,
    /// Its data folder.
    pub folder: PathBuf,
    /// Its database, when that is not the file in the folder.
    pub database_url: Option<String>,
    /// An SMTP server for mails, instead of files.
    pub smtp_url: Option<String>,
}

impl Setup {
    /// A direct connection to its database.
    pub async fn database(&self) -> Result<Database> {
        match &self.database_url {
            Some(url) => Database::postgres(url).await,
            None => Database::sqlite(&self.folder.join("preau.db")).await,
        }
    }

    /// One of the program's commands on this database.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(name).env("PREAU_DATA_DIR", &self.folder).env("PREAU_DEMO_PASSWORD", PASSWORD);
        command.env("PREAU_TRUSTED_PROXIES", "127.0.0.1").env_remove("RUST_LOG");
        for (key, value) in [("DATABASE_URL", &self.database_url), ("SMTP_URL", &self.smtp_url)] {
            match value {
                Some(value) => command.env(key, value),
                None => command.env_remove(key),
            };
        }
        command
    }

    /// Starts the program; returns after its first response, with the time that took.
    pub async fn start(&self) -> Result<School> {
        let port = free_port()?;
        let log = std::fs::File::create(self.folder.join("log"))?;
        let begun = Instant::now();
        let mut command = self.command("serve");
        command.args(["--addr", &format!("127.0.0.1:{port}")]).stdout(Stdio::null()).stderr(log);
        let process = command.stdin(Stdio::null()).kill_on_drop(true).spawn()?;
        let school = School { process, url: format!("http://127.0.0.1:{port}"), started_in: Duration::ZERO };
        let first = format!("{}/api/courses?type=ONLINE&page=1&size=50", school.url);
        // A refused connection costs nothing; an accepted one waits for its response.
        let http = client()?;
        while begun.elapsed() < START {
            match http.get(&first).send().await {
                Ok(answer) if answer.status().is_success() => {
                    return Ok(School { started_in: begun.elapsed(), ..school });
                }
                Ok(_) | Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
        Err(because("starting the school", format!("no answer; see {}", self.folder.join("log").display())))
    }
}

/// A running school.
pub struct School {
    process: Child,
    /// Its base URL.
    pub url: String,
    /// Time from start to first response.
    pub started_in: Duration,
}

/// Memory of the process.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub now: f64,
    /// The part that is pages of the program's file, which the system may drop and read again.
    pub file: f64,
    pub most: f64,
}

impl School {
    /// Stops the process cleanly.
    pub async fn stop(mut self) -> Result<()> {
        let Some(id) = self.process.id() else { return Ok(()) };
        crate::cluster::run(Command::new("kill").arg("-TERM").arg(id.to_string())).await?;
        if tokio::time::timeout(START, self.process.wait()).await.is_err() {
            self.process.kill().await?;
        }
        Ok(())
    }

    /// The current and the peak memory in megabytes.
    pub fn memory(&self) -> Result<Memory> {
        let id = self.process.id().ok_or("the school has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let megabytes = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0 / 1e6)
        };
        let (now, most) = (megabytes("VmRSS:"), megabytes("VmHWM:"));
        let file = megabytes("RssFile:").ok_or("no RssFile")?;
        Ok(Memory { now: now.ok_or("no VmRSS")?, file, most: most.ok_or("no VmHWM")? })
    }
}

/// A free port on loopback.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// An HTTP client. It leaves bodies as they came, because the floor repeats their bytes.
pub fn client() -> Result<reqwest::Client> {
    Ok(reqwest::Client::builder()
        .no_proxy()
        .no_gzip()
        .no_brotli()
        .timeout(Duration::from_mins(1))
        .tcp_nodelay(true)
        .build()?)
}
