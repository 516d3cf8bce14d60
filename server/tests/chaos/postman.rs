//! A mail server on loopback with moods: it takes mails, refuses them, is slow to say so, or is away.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mail_parser::MessageParser;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// What the server does with mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Takes,
    /// Takes a mail, and says so only after this long.
    SaysSoAfter(Duration),
    /// 451 to its recipient.
    RefusesForNow,
    /// 550 to its recipient.
    RefusesForGood,
}

/// A mail that was taken.
#[derive(Clone, Debug)]
pub struct Letter {
    pub to: String,
    pub message_id: String,
    pub subject: String,
}

struct State {
    mood: Mood,
    letters: Vec<Letter>,
    /// Recipients that were named, taken or not.
    asked: usize,
}

/// The server; away when `close`d.
pub struct Postman {
    state: Arc<Mutex<State>>,
    address: SocketAddr,
    open: Mutex<Option<(CancellationToken, JoinHandle<()>)>>,
}

impl Postman {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = State { mood: Mood::Takes, letters: Vec::new(), asked: 0 };
        let postman = Self { state: Arc::new(Mutex::new(state)), address, open: Mutex::new(None) };
        postman.listen(listener);
        postman
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn mood(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.state.lock().unwrap().letters.clone()
    }

    pub fn to(&self, address: &str) -> Vec<Letter> {
        self.letters().into_iter().filter(|letter| letter.to == address).collect()
    }

    /// How often each mail arrived, by its Message-ID without what follows `@`.
    pub fn arrivals(&self) -> BTreeMap<String, usize> {
        let mut counted = BTreeMap::new();
        for letter in self.letters() {
            let id = letter.message_id.split('@').next().unwrap_or_default().to_owned();
            *counted.entry(id).or_insert(0) += 1;
        }
        counted
    }

    /// How often a mail was brought, taken or not.
    pub fn asked(&self) -> usize {
        self.state.lock().unwrap().asked
    }

    /// Hangs up on everybody; from then on connections are refused.
    pub async fn close(&self) {
        let open = self.open.lock().unwrap().take();
        if let Some((stop, serving)) = open {
            stop.cancel();
            serving.await.unwrap();
        }
    }

    /// Is there again, at the same address.
    pub async fn reopen(&self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.listen(listener);
    }

    fn listen(&self, listener: TcpListener) {
        let (state, stop) = (self.state.clone(), CancellationToken::new());
        let stopping = stop.clone();
        let serving = tokio::spawn(async move {
            loop {
                let (socket, _) = tokio::select! {
                    () = stopping.cancelled() => return,
                    accepted = listener.accept() => accepted.unwrap(),
                };
                let (state, stopping) = (state.clone(), stopping.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = stopping.cancelled() => {}
                        // A client that hangs up ends its conversation, nothing else.
                        _ = talk(socket, &state) => {}
                    }
                });
            }
        });
        *self.open.lock().unwrap() = Some((stop, serving));
    }
}

async fn talk(socket: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut socket = BufReader::new(socket);
    socket.write_all(b"220 postman ESMTP\r\n").await?;
    let (mut to, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if socket.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let reply: &[u8] = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => b"250-postman\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            "MAIL" | "NOOP" | "RSET" => b"250 fine\r\n",
            "RCPT" => {
                line.split(['<', '>']).nth(1).unwrap_or_default().clone_into(&mut to);
                recipient(state)
            }
            "DATA" => {
                socket.write_all(b"354 go on\r\n").await?;
                take(&mut socket, &to, state).await?;
                b"250 taken\r\n"
            }
            "QUIT" => return socket.write_all(b"221 bye\r\n").await,
            _ => b"502 unknown\r\n",
        };
        socket.write_all(reply).await?;
    }
}

fn recipient(state: &Mutex<State>) -> &'static [u8] {
    let mut state = state.lock().unwrap();
    state.asked += 1;
    match state.mood {
        Mood::RefusesForGood => b"550 5.1.1 nobody of that name\r\n",
        Mood::RefusesForNow => b"451 4.3.0 come back later\r\n",
        Mood::Takes | Mood::SaysSoAfter(_) => b"250 fine\r\n",
    }
}

/// Reads the content. From then on the mail is here, whether or not its sender still hears of it.
async fn take(socket: &mut BufReader<TcpStream>, to: &str, state: &Mutex<State>) -> std::io::Result<()> {
    let mut raw = String::new();
    loop {
        let mut line = String::new();
        if socket.read_line(&mut line).await? == 0 {
            // Broken off: no mail.
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            break;
        }
        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
    let mail = MessageParser::default().parse(raw.as_bytes()).unwrap();
    let message_id = mail.message_id().unwrap().to_owned();
    let subject = mail.subject().unwrap().to_owned();
    let mood = {
        let mut state = state.lock().unwrap();
        state.letters.push(Letter { to: to.to_owned(), message_id, subject });
        state.mood
    };
    if let Mood::SaysSoAfter(pause) = mood {
        tokio::time::sleep(pause).await;
    }
    Ok(())
}
