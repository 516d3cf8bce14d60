//! The way to the school, and what can go wrong on it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A school of a version that nobody knows yet; notes what it is asked.
pub struct Newer {
    asked: Arc<Mutex<BTreeSet<String>>>,
    task: JoinHandle<()>,
}

pub async fn newer_school(port: u16) -> Newer {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let asked = Arc::<Mutex<BTreeSet<String>>>::default();
    let noted = Arc::clone(&asked);
    let task = tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = head(&mut stream).await;
            let line = head.lines().next().unwrap_or_default();
            noted.lock().unwrap().insert(line.split(" HTTP").next().unwrap_or_default().to_owned());
            let body = r#"{"product":"preau","version":"9.0.0","api":2}"#;
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.ok();
        }
    });
    Newer { asked, task }
}

impl Newer {
    /// What it was asked.
    pub async fn end(self) -> Vec<String> {
        self.task.abort();
        self.task.await.ok();
        self.asked.lock().unwrap().iter().cloned().collect()
    }
}

async fn head(stream: &mut TcpStream) -> String {
    let (mut read, mut piece) = (Vec::new(), [0; 4096]);
    while !read.windows(4).any(|end| end == b"\r\n\r\n") {
        let length = stream.read(&mut piece).await.unwrap_or(0);
        if length == 0 {
            break;
        }
        read.extend_from_slice(&piece[..length]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// A line on which answers may be lost: what was asked has arrived then.
pub struct Line {
    pub url: String,
    loses: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Line {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let loses = Arc::<AtomicBool>::default();
        let losing = Arc::clone(&loses);
        let task = tokio::spawn(async move {
            loop {
                let (here, _) = listener.accept().await.unwrap();
                tokio::spawn(carry(here, port, Arc::clone(&losing)));
            }
        });
        Self { url, loses, task }
    }

    pub fn loses_answers(&self, loses: bool) {
        self.loses.store(loses, Ordering::SeqCst);
    }
}

async fn carry(here: TcpStream, port: u16, loses: Arc<AtomicBool>) {
    let Ok(there) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let (mut from_app, mut to_app) = here.into_split();
    let (mut from_school, mut to_school) = there.into_split();
    let up = tokio::spawn(async move { tokio::io::copy(&mut from_app, &mut to_school).await });
    let mut piece = [0; 16 * 1024];
    while let Ok(length) = from_school.read(&mut piece).await {
        if length == 0 || loses.load(Ordering::SeqCst) {
            break;
        }
        if to_app.write_all(&piece[..length]).await.is_err() {
            break;
        }
    }
    up.abort();
}
