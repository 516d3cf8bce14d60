//! A mail server on loopback that does as it is told: takes mails, refuses them, or hangs up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use mail_parser::{MessageParser, MimeHeaders as _};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with the next mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 550 to its recipient.
    RefuseForGood,
    /// 451 to its recipient.
    RefuseForNow,
    /// 530: the school must sign in first.
    WantSignIn,
    /// Takes the content and hangs up without a word.
    HangUpAfterData,
}

/// A mail that was taken.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub to: String,
    pub raw: String,
}

impl Arrived {
    pub fn message_id(&self) -> String {
        self.parsed(|mail| mail.message_id().unwrap().to_owned())
    }

    pub fn subject(&self) -> String {
        self.parsed(|mail| mail.subject().unwrap().to_owned())
    }

    pub fn text(&self) -> String {
        self.parsed(|mail| mail.body_text(0).unwrap().replace("\r\n", "\n"))
    }

    pub fn html(&self) -> String {
        self.parsed(|mail| mail.body_html(0).unwrap().into_owned())
    }

    pub fn reply_to(&self) -> Option<String> {
        self.parsed(|mail| Some(mail.reply_to()?.first()?.address()?.to_owned()))
    }

    /// The names of all headers, in small letters.
    pub fn headers(&self) -> Vec<String> {
        self.parsed(|mail| mail.headers().iter().map(|header| header.name().to_lowercase()).collect())
    }

    /// Names and bytes of what comes with it.
    pub fn attachments(&self) -> Vec<(String, Vec<u8>)> {
        self.parsed(|mail| {
            let whole = |part: &mail_parser::MessagePart<'_>| {
                (part.attachment_name().unwrap().to_owned(), part.contents().to_vec())
            };
            mail.attachments().map(whole).collect()
        })
    }

    fn parsed<T>(&self, read: impl FnOnce(&mail_parser::Message<'_>) -> T) -> T {
        read(&MessageParser::default().parse(self.raw.as_bytes()).unwrap())
    }
}

#[derive(Default)]
struct State {
    arrived: Vec<Arrived>,
    answers: VecDeque<Answer>,
}

/// The server; it ends with the test.
#[derive(Clone)]
pub struct Sink {
    state: Arc<Mutex<State>>,
    port: u16,
}

impl Sink {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let sink = Self { state: Arc::default(), port };
        let serving = sink.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let sink = serving.clone();
                tokio::spawn(async move {
                    // A client that hangs up ends its conversation, nothing else.
                    let _ = sink.talk(socket).await;
                });
            }
        });
        sink
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// What to do with the next mails, one each; then all are taken.
    pub fn answer(&self, answers: &[Answer]) {
        self.state.lock().unwrap().answers.extend(answers);
    }

    pub fn arrived(&self) -> Vec<Arrived> {
        self.state.lock().unwrap().arrived.clone()
    }

    async fn talk(&self, socket: TcpStream) -> std::io::Result<()> {
        let mut socket = BufReader::new(socket);
        socket.write_all(b"220 sink ESMTP\r\n").await?;
        let (mut to, mut hang_up) = (String::new(), false);
        let mut line = String::new();
        loop {
            line.clear();
            if socket.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let command = line.trim_end().to_owned();
            let reply: &[u8] = match command.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
                "EHLO" => b"250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
                "MAIL" | "NOOP" | "RSET" => b"250 fine\r\n",
                "RCPT" => {
                    to = command.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    let answer = self.state.lock().unwrap().answers.pop_front();
                    hang_up = answer == Some(Answer::HangUpAfterData);
                    match answer {
                        Some(Answer::RefuseForGood) => b"550 5.1.1 nobody of that name\r\n",
                        Some(Answer::RefuseForNow) => b"451 4.3.0 come back later\r\n",
                        Some(Answer::WantSignIn) => b"530 5.7.0 sign in first\r\n",
                        Some(Answer::HangUpAfterData) | None => b"250 fine\r\n",
                    }
                }
                "DATA" => {
                    socket.write_all(b"354 go on\r\n").await?;
                    let raw = content(&mut socket).await?;
                    self.state.lock().unwrap().arrived.push(Arrived { to: to.clone(), raw });
                    if hang_up {
                        return Ok(());
                    }
                    b"250 taken\r\n"
                }
                "QUIT" => {
                    socket.write_all(b"221 bye\r\n").await?;
                    return Ok(());
                }
                _ => b"502 unknown\r\n",
            };
            socket.write_all(reply).await?;
        }
    }
}

async fn content(socket: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut raw = String::new();
    loop {
        let mut line = String::new();
        if socket.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(raw);
        }
        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
