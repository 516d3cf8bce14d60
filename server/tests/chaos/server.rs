//! The program itself as a child process: started, killed, asked for its other commands.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use tokio::process::{Child, Command};

use crate::waiting::{PATIENCE, until};

/// Settings as environment variables.
pub type Settings = Vec<(String, String)>;

/// Settings, written as pairs.
pub fn settings(pairs: &[(&str, &str)]) -> Settings {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The program with these settings and no others.
pub fn preau(arguments: &[&str], settings: &Settings) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_preau"));
    dress(command.args(arguments), settings);
    command
}

fn dress(command: &mut Command, settings: &Settings) {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).kill_on_drop(true);
}

/// One server of a school.
pub struct Server {
    process: Child,
    pub url: String,
    log: std::path::PathBuf,
}

impl Server {
    /// Starts one, and does not wait. `wrapper`: what the program is started by, if not directly.
    pub fn spawn(folder: &Path, settings: &Settings, wrapper: &[&str]) -> Self {
        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        let mut all = settings.clone();
        all.push(("PREAU_ADDR".to_owned(), format!("127.0.0.1:{port}")));
        let mut command = match wrapper {
            [] => preau(&["serve"], &all),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                dress(command.args(rest).arg(env!("CARGO_BIN_EXE_preau")).arg("serve"), &all);
                command
            }
        };
        let log = folder.join("server.log");
        let out = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        command.stdout(out.try_clone().unwrap()).stderr(out);
        Self { process: command.spawn().unwrap(), url, log }
    }

    /// Waits until it may be sent visitors.
    pub async fn ready(&mut self) {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let url = format!("{}/readyz", self.url);
        let end = Instant::now() + PATIENCE;
        loop {
            if let Ok(reply) = http.get(&url).send().await
                && reply.status().is_success()
            {
                return;
            }
            assert!(self.is_running() && Instant::now() < end, "the server does not begin:\n{}", self.log());
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    pub fn is_running(&mut self) -> bool {
        self.process.try_wait().unwrap().is_none()
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.id().expect("it runs")
    }

    /// SIGKILL.
    pub async fn kill(&mut self) {
        let _ = self.process.start_kill();
        self.ended().await;
    }

    /// SIGTERM.
    pub async fn terminate(&mut self) {
        if let Some(pid) = self.process.id() {
            Command::new("kill").arg(pid.to_string()).status().await.unwrap();
        }
        self.ended().await;
    }

    /// Waits until it has ended, by whatever.
    pub async fn ended(&mut self) {
        let ended = tokio::time::timeout(PATIENCE, self.process.wait()).await;
        assert!(ended.is_ok(), "the server goes on:\n{}", self.log());
    }

    /// The end of what this school's servers said.
    pub fn log(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
    }
}

/// A port on loopback that was free a moment ago.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Runs another command of the program; answers whether it went well and what it said.
pub async fn run(arguments: &[&str], settings: &Settings) -> (bool, String) {
    let done = preau(arguments, settings).output().await.unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// The same, when it must go well.
pub async fn must_run(arguments: &[&str], settings: &Settings) -> String {
    let (well, said) = run(arguments, settings).await;
    assert!(well, "preau {arguments:?}: {said}");
    said
}

/// What `/readyz` of a server answers, as soon as it answers anything.
pub async fn readiness(url: &str) -> (u16, String) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    until("an answer of /readyz", || async {
        let reply = http.get(format!("{url}/readyz")).send().await.ok()?;
        Some((reply.status().as_u16(), reply.text().await.ok()?))
    })
    .await
}
