//! A proxy between app and school with faults, and a school of a newer version.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// A school with an unsupported API version; records its requests.
pub struct NewerSchool {
    requests: Arc<Mutex<BTreeSet<String>>>,
    task: JoinHandle<()>,
}

pub async fn newer_school(port: u16) -> NewerSchool {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let requests = Arc::<Mutex<BTreeSet<String>>>::default();
    let recorded = Arc::clone(&requests);
    let task = tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = head(&mut stream).await;
            let line = head.lines().next().unwrap_or_default();
            recorded.lock().unwrap().insert(line.split(" HTTP").next().unwrap_or_default().to_owned());
            let body = r#"{"product":"preau","version":"9.0.0","api":2}"#;
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.ok();
        }
    });
    NewerSchool { requests, task }
}

impl NewerSchool {
    /// Stops it and returns its requests.
    pub async fn end(self) -> Vec<String> {
        self.task.abort();
        self.task.await.ok();
        self.requests.lock().unwrap().iter().cloned().collect()
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

/// The faults of a proxy.
#[derive(Clone, Copy, Default)]
pub struct Fault {
    /// Responses are dropped after the request was received.
    pub drops_responses: bool,
    /// Connections stall after this many bytes of responses, without being closed.
    pub stalls_after: Option<usize>,
    /// Connections are refused, and open ones are closed.
    pub down: bool,
    /// Bytes per second in each direction of a connection; 0: unlimited.
    pub rate: u32,
    /// Each connection is closed after this many bytes of responses; 0: never.
    pub breaks_after: usize,
}

/// Numbers of bytes from the app after which the connection is closed, the next one last; each counted from the
/// previous one.
type Cuts = Arc<Mutex<Vec<usize>>>;

/// A proxy with faults that a test sets.
pub struct UnreliableProxy {
    pub url: String,
    fault: watch::Sender<Fault>,
    stalled: Arc<Notify>,
    cuts: Cuts,
    task: JoinHandle<()>,
}

impl Drop for UnreliableProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl UnreliableProxy {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (fault, fault_receiver) = watch::channel(Fault::default());
        let stalled = Arc::<Notify>::default();
        let stall_signal = Arc::clone(&stalled);
        let cuts = Cuts::default();
        let cutting = Arc::clone(&cuts);
        let task = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(relay(
                    client,
                    port,
                    fault_receiver.clone(),
                    Arc::clone(&stall_signal),
                    Arc::clone(&cutting),
                ));
            }
        });
        Self { url, fault, stalled, cuts, task }
    }

    /// Closes the connection after each of these numbers of bytes from the app.
    pub fn cut_after(&self, bytes: impl IntoIterator<Item = usize>) {
        let mut cuts: Vec<usize> = bytes.into_iter().collect();
        cuts.reverse();
        *self.cuts.lock().unwrap() = cuts;
    }

    /// Number of cuts that have not happened yet.
    pub fn cuts_left(&self) -> usize {
        self.cuts.lock().unwrap().len()
    }

    /// Waits until a connection is stalled.
    pub async fn wait_until_stalled(&self) {
        tokio::time::timeout(Duration::from_mins(1), self.stalled.notified()).await.unwrap();
    }

    pub fn set_fault(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }
}

async fn relay(
    client: TcpStream,
    port: u16,
    mut fault: watch::Receiver<Fault>,
    stalled: Arc<Notify>,
    cuts: Cuts,
) {
    let Ok(school) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let (from_app, to_app) = client.into_split();
    let (from_school, to_school) = school.into_split();
    let cut = Notify::new();
    let is_whole = |length| {
        let is_cut = is_cut(&mut cuts.lock().unwrap(), length);
        if is_cut {
            cut.notify_one();
        }
        !is_cut
    };
    let up = copy(from_app, to_school, fault.clone(), None, is_whole);
    let down = copy(from_school, to_app, fault.clone(), Some(&stalled), |_| true);
    tokio::select! {
        () = cut.notified() => {}
        () = async { tokio::join!(up, down); } => {}
        _ = fault.wait_for(|fault| fault.down) => {}
    }
}

/// Copies bytes until one side ends or a fault closes the connection. With `stalled`, bytes are counted, and it is
/// notified when the connection stalls.
async fn copy(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut fault: watch::Receiver<Fault>,
    stalled: Option<&Notify>,
    is_whole: impl Fn(usize) -> bool,
) {
    let (mut passed, mut piece) = (0, [0; 2048]);
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        if !is_whole(length) {
            return;
        }
        passed += if stalled.is_some() { length } else { 0 };
        let moves = |fault: &Fault| fault.stalls_after.is_none_or(|most| passed <= most);
        if let Some(stalled) = stalled.filter(|_| !moves(&fault.borrow())) {
            stalled.notify_one();
        }
        let Ok(now) = fault.wait_for(moves).await.map(|now| *now) else { return };
        if stalled.is_some() && now.drops_responses || now.breaks_after > 0 && passed > now.breaks_after {
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

/// Whether the connection is to be closed at these bytes.
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
