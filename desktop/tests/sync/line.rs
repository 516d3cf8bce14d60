//! The way to the school, and what can go wrong on it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
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

/// What is wrong on the way.
#[derive(Clone, Copy, Default)]
pub struct Trouble {
    /// Answers are lost: what was asked has arrived then.
    pub loses_answers: bool,
    /// After so many bytes of answers nothing moves any more on a connection, and nothing ends.
    pub holds_after: Option<usize>,
    /// Nobody gets through, and whoever was on the way is cut off.
    pub down: bool,
    /// Bytes a second in each direction of a connection; 0: as many as want to.
    pub rate: u32,
    /// Each connection breaks after so many bytes of answers; 0: never.
    pub breaks_after: usize,
}

/// After how many bytes from the app the line is cut, the next one last; counted anew after each cut.
type Cuts = Arc<Mutex<Vec<usize>>>;

/// A line with troubles that a test chooses.
pub struct Line {
    pub url: String,
    trouble: watch::Sender<Trouble>,
    held: Arc<Notify>,
    cuts: Cuts,
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
        let (trouble, told) = watch::channel(Trouble::default());
        let held = Arc::<Notify>::default();
        let notes = Arc::clone(&held);
        let cuts = Cuts::default();
        let cutting = Arc::clone(&cuts);
        let task = tokio::spawn(async move {
            loop {
                let (here, _) = listener.accept().await.unwrap();
                tokio::spawn(carry(here, port, told.clone(), Arc::clone(&notes), Arc::clone(&cutting)));
            }
        });
        Self { url, trouble, held, cuts, task }
    }

    /// Cut after each of these numbers of bytes from the app.
    pub fn cut_after(&self, bytes: impl IntoIterator<Item = usize>) {
        let mut cuts: Vec<usize> = bytes.into_iter().collect();
        cuts.reverse();
        *self.cuts.lock().unwrap() = cuts;
    }

    /// How many cuts are still to come.
    pub fn cuts_left(&self) -> usize {
        self.cuts.lock().unwrap().len()
    }

    /// Waits until something stands still on the way.
    pub async fn until_held(&self) {
        tokio::time::timeout(Duration::from_mins(1), self.held.notified()).await.unwrap();
    }

    pub fn is(&self, trouble: Trouble) {
        self.trouble.send_replace(trouble);
    }
}

async fn carry(
    here: TcpStream,
    port: u16,
    mut trouble: watch::Receiver<Trouble>,
    held: Arc<Notify>,
    cuts: Cuts,
) {
    let Ok(there) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let (from_app, to_app) = here.into_split();
    let (from_school, to_school) = there.into_split();
    let cut = Notify::new();
    let is_whole = |length| {
        let is_cut = is_cut(&mut cuts.lock().unwrap(), length);
        if is_cut {
            cut.notify_one();
        }
        !is_cut
    };
    let up = pass(from_app, to_school, trouble.clone(), None, is_whole);
    let down = pass(from_school, to_app, trouble.clone(), Some(&held), |_| true);
    tokio::select! {
        () = cut.notified() => {}
        () = async { tokio::join!(up, down); } => {}
        _ = trouble.wait_for(|trouble| trouble.down) => {}
    }
}

/// Carries until one side ends, or the line breaks. Answers are counted, and tell when they are held.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut trouble: watch::Receiver<Trouble>,
    held: Option<&Notify>,
    is_whole: impl Fn(usize) -> bool,
) {
    let (mut passed, mut piece) = (0, [0; 2048]);
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        if !is_whole(length) {
            return;
        }
        passed += if held.is_some() { length } else { 0 };
        let moves = |trouble: &Trouble| trouble.holds_after.is_none_or(|most| passed <= most);
        if let Some(held) = held.filter(|_| !moves(&trouble.borrow())) {
            held.notify_one();
        }
        let Ok(now) = trouble.wait_for(moves).await.map(|now| *now) else { return };
        if held.is_some() && now.loses_answers || now.breaks_after > 0 && passed > now.breaks_after {
            return;
        }
        if now.rate > 0 {
            let taken = Duration::from_secs(1) * u32::try_from(length).unwrap() / now.rate;
            tokio::time::sleep(taken).await;
        }
        if to.write_all(&piece[..length]).await.is_err() {
            return;
        }
    }
}

/// Whether the line is cut while these bytes pass.
fn is_cut(cuts: &mut Vec<usize>, length: usize) -> bool {
    match cuts.last_mut() {
        Some(left) if *left <= length => {
            cuts.pop();
            true
        }
        Some(left) => {
            *left -= length;
            false
        }
        None => false,
    }
}
