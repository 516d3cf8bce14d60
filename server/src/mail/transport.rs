//! How a mail leaves: by SMTP, or in development, when no server is configured, as an `.eml` file in the
//! data folder. The real school writes no file: its links would stand there for whoever reads a copy.
//!
//! Tells a refusal for good from one that may pass. Retries are [`super::worker`]'s business.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::{AsyncSmtpTransportBuilder, PoolConfig};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::config::smtp;
use crate::error::{Error, Result};

/// Longest wait for the server to take the connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Longest a whole delivery may take; a school that is to stop waits for it. A server that looks through what it was
/// given may take long to say that it has taken it: whoever hangs up before delivers it again.
const DELIVERY_TIME: Duration = Duration::from_secs(80);
/// Most connections kept to the SMTP server.
const CONNECTIONS: u32 = 4;

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// It has left.
    Sent,
    /// Not now; another try may succeed.
    Delayed(String),
    /// Never, as it is.
    Refused(String),
}

type Pool = AsyncSmtpTransport<Tokio1Executor>;

/// The way out.
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
    ///
    /// # Errors
    /// When the address cannot be understood.
    pub(super) fn open(smtp_url: Option<&str>, folder: Option<PathBuf>) -> Result<Self> {
        let Some(smtp_url) = smtp_url else { return Ok(folder.map_or(Self::Closed, Self::Folder)) };
        let settings = settings(smtp_url)?;
        let pool = Mutex::new(settings.clone().build());
        Ok(Self::Smtp { settings, pool })
    }

    /// Connects to the SMTP server and signs in there, without a mail; in words what refused it.
    pub(super) async fn try_out(&self) -> Result<(), String> {
        let Self::Smtp { settings, .. } = self else { return Ok(()) };
        let server: Pool = settings.clone().build();
        match tokio::time::timeout(CONNECT_TIME, server.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("it hung up after the greeting".to_owned()),
            Ok(Err(error)) => Err(with_sources(&error)),
            Err(_) => Err(format!("no answer within {} seconds", CONNECT_TIME.as_secs())),
        }
    }

    /// Hands a mail over. `file` names it in the folder: the same mail replaces itself.
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
                    Ok(Err(error)) => judge(&error),
                    Err(_) => {
                        // A connection left in the middle of a dialogue would answer the next mail's
                        // questions with this one's answers: none of the pool's is used again.
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

/// The settings of the connection to this address.
fn settings(smtp_url: &str) -> Result<AsyncSmtpTransportBuilder> {
    let builder = smtp::connection(smtp_url).ok_or_else(|| {
        Error::internal("SMTP_URL must look like smtp://user:password@host:port or smtps://…")
    })?;
    Ok(builder.timeout(Some(CONNECT_TIME)).pool_config(PoolConfig::new().max_size(CONNECTIONS)))
}

/// Lettre tells the reason apart from the kind.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !said.contains(&more) {
            said = format!("{said}: {more}");
        }
        source = error.source();
    }
    said
}

fn judge(error: &lettre::transport::smtp::Error) -> Delivery {
    let said = error.to_string();
    // 530 to 538 refuse the school's sign-in, not this mail: they pass once the settings are corrected.
    let about_sign_in = error.status().is_some_and(|code| (530..=538).contains(&u16::from(code)));
    if error.is_client() || (error.is_permanent() && !about_sign_in) {
        Delivery::Refused(said)
    } else {
        Delivery::Delayed(said)
    }
}

/// Whole or not at all: written beside and renamed.
async fn write(folder: &Path, file: &str, bytes: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let partial = folder.join(format!("{file}.part"));
    tokio::fs::write(&partial, bytes).await?;
    tokio::fs::rename(&partial, folder.join(file)).await
}
