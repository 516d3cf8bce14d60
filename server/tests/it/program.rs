//! The real program on a data folder of its own, filled with the demo school: what only a process of its own shows.

use std::process::Stdio;
use std::time::Duration;

use reqwest::StatusCode;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};

/// Of the three accounts of the demo school.
pub const DEMO_PASSWORD: &str = "Mouchard-Personnel-9";

/// A port on loopback that was free a moment ago.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Runs a command of the program with these settings and no others; answers its exit code and all it said.
pub async fn run(arguments: &[&str], settings: &[(&str, &str)]) -> (Option<i32>, String) {
    ended(Command::new(env!("CARGO_BIN_EXE_preau")).args(arguments), settings).await
}

/// The same for a command that may be wrapped into another.
pub async fn ended(command: &mut Command, settings: &[(&str, &str)]) -> (Option<i32>, String) {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let done = command.envs(settings.iter().copied()).stdin(Stdio::null()).kill_on_drop(true).output();
    let done = tokio::time::timeout(Duration::from_mins(1), done).await.expect("it goes on").unwrap();
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

/// The program while it serves.
pub struct Program {
    process: Child,
    pub port: u16,
    folder: tempfile::TempDir,
    output: tokio::task::JoinHandle<String>,
}

impl Program {
    /// Serves the demo school, logs what `log` says, and may at first open so many files.
    pub async fn start(log: &str, files: u32) -> Self {
        let demo = [("PREAU_DEMO", "1"), ("PREAU_DEMO_PASSWORD", DEMO_PASSWORD), ("RUST_LOG", log)];
        Self::start_with(&demo, files).await
    }

    /// Serves with these settings, and may at first open so many files.
    pub async fn start_with(settings: &[(&str, &str)], files: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let begin = format!("ulimit -S -n {files}; exec \"$0\" serve --addr 127.0.0.1:{port}");
        let mut process = Command::new("/bin/sh")
            .args(["-c", &begin, env!("CARGO_BIN_EXE_preau")])
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("PREAU_DATA_DIR", folder.path())
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut stderr = process.stderr.take().unwrap();
        let output = tokio::spawn(async move {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let program = Self { process, port, folder, output };
        for _ in 0..600 {
            let ready = reqwest::get(program.url("/readyz")).await;
            if ready.is_ok_and(|reply| reply.status() == StatusCode::OK) {
                return program;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it does not start");
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Its data folder.
    pub fn folder(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    /// Asks it to stop, as a system does.
    pub async fn terminate(&self) {
        let id = self.process.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
    }

    /// Ends it as a system does; answers all it said.
    pub async fn end(self) -> String {
        self.terminate().await;
        self.ended().await
    }

    /// Waits until it has ended well; answers all it said.
    pub async fn ended(mut self) -> String {
        assert!(self.process.wait().await.unwrap().success());
        self.output.await.unwrap()
    }
}
