//! Sends mails: by SMTP, or in development without a configured server as an `.eml` file in the data folder.
//! In production no file is written: anybody with a copy of it could use its links.
//!
//! Distinguishes permanent refusals from temporary ones. Retries are in [`super::worker`].

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::{AsyncSmtpTransportBuilder, PoolConfig};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::config::smtp;
use crate::error::{Error, Result};

/// Timeout for the connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Timeout of a whole delivery; a server that is stopping waits for it. An SMTP server that scans a mail may
/// take long to acknowledge it: a client that disconnects earlier delivers it again.
const DELIVERY_TIME: Duration = Duration::from_secs(80);
/// Maximum number of pooled connections to the SMTP server.
const CONNECTIONS: u32 = 4;

/// The result of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// The mail was sent.
    Sent,
    /// Temporary failure; another attempt may succeed.
    Delayed(String),
    /// Permanent refusal.
    Refused(String),
}

type Pool = AsyncSmtpTransport<Tokio1Executor>;

/// The means of sending.
pub(super) enum Transport {
    /// An SMTP server.
    Smtp { settings: AsyncSmtpTransportBuilder, pool: Mutex<Pool> },
    /// A folder of `.eml` files.
    Folder(PathBuf),
    /// None: mails wait in the outbox.
    Closed,
}

impl Transport {
    /// The SMTP server at `smtp_url`, else the folder, else none.
    pub(super) fn open(smtp_url: Option<&str>, folder: Option<PathBuf>) -> Result<Self> {
        let Some(smtp_url) = smtp_url else { return Ok(folder.map_or(Self::Closed, Self::Folder)) };
        let settings = settings(smtp_url)?;
        let pool = Mutex::new(settings.clone().build());
        Ok(Self::Smtp { settings, pool })
    }

    /// Connects to the SMTP server and signs in, without a mail; the error is a readable message.
    pub(super) async fn test_connection(&self) -> Result<(), String> {
        let Self::Smtp { settings, .. } = self else { return Ok(()) };
        let server: Pool = settings.clone().build();
        match tokio::time::timeout(CONNECT_TIME, server.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("it hung up after the greeting".to_owned()),
            Ok(Err(error)) => Err(with_sources(&error)),
            Err(_) => Err(format!("no answer within {} seconds", CONNECT_TIME.as_secs())),
        }
    }

    /// Delivers a mail. `file` is its name in the folder: a repeat replaces it.
    pub(super) async fn deliver(&self, mail: &Message, file: &str) -> Delivery {
        match self {
            Self::Folder(folder) => match write(folder, file, &mail.formatted()).await {
                Ok(()) => Delivery::Sent,
                Err(error) => Delivery::Delayed(error.to_string()),
            },
            Self::Closed => Delivery::Delayed("no SMTP server is configured".to_owned()),
            Self::Smtp { settings, pool } => {
                let current = pool.lock().unwrap_or_else(PoisonError::into_inner).clone();
                match tokio::time::timeout(DELIVERY_TIME, current.send(mail.clone())).await {
                    Ok(Ok(_)) => Delivery::Sent,
                    Ok(Err(error)) => classify(&error),
                    Err(_) => {
                        // A connection that is abandoned in the middle of a dialogue would give the responses
                        // of this mail to the next one: the whole pool is replaced.
                        let fresh = settings.clone().build();
                        *pool.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
                        current.shutdown().await;
                        Delivery::Delayed("the SMTP server did not answer in time".to_owned())
                    }
                }
            }
        }
    }
}

/// The connection settings for this address.
fn settings(smtp_url: &str) -> Result<AsyncSmtpTransportBuilder> {
    let builder = smtp::connection(smtp_url).ok_or_else(|| {
        Error::internal("SMTP_URL must look like smtp://user:password@host:port or smtps://…")
    })?;
    Ok(builder.timeout(Some(CONNECT_TIME)).pool_config(PoolConfig::new().max_size(CONNECTIONS)))
}

/// Lettre's message of an error omits its cause.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    text
}

fn classify(error: &lettre::transport::smtp::Error) -> Delivery {
    let text = error.to_string();
    // 530 to 538 refuse the school's sign-in, not this mail: they are temporary until the settings are
    // corrected.
    let about_sign_in = error.status().is_some_and(|code| (530..=538).contains(&u16::from(code)));
    if error.is_client() || (error.is_permanent() && !about_sign_in) {
        Delivery::Refused(text)
    } else {
        Delivery::Delayed(text)
    }
}

/// Writes atomically, with a temporary file and a rename.
async fn write(folder: &Path, file: &str, bytes: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let partial = folder.join(format!("{file}.part"));
    tokio::fs::write(&partial, bytes).await?;
    tokio::fs::rename(&partial, folder.join(file)).await
}
