//! The running school: what every request and job shares. No state that matters lives here: it is all
//! in the database, so that several servers can be one school.

use std::ops::Deref;
use std::sync::Arc;

use crate::auth::access::AccessKeys;
use crate::auth::oidc::Oidc;
use crate::clock::{Clock, Ids};
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::files::{Links, Store};
use crate::mail::worker::Mailer;
use crate::passwords::Passwords;
use crate::payment::Payments;
use crate::{certificates, keys};

/// Handle to the running school. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What the handle points to.
pub struct Shared {
    /// All settings.
    pub config: Config,
    /// The database.
    pub db: Db,
    /// What time it is.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub ids: Ids,
    /// Hashing of passwords, a few at a time.
    pub passwords: Passwords,
    /// Signing of access tokens.
    pub access_keys: AccessKeys,
    /// Who vouches for people who sign in with Google.
    pub oidc: Oidc,
    /// Who takes the cards.
    pub payments: Payments,
    /// HTTP client for the provider and the identity provider.
    pub http: reqwest::Client,
    /// Where uploaded files stand.
    pub files: Store,
    /// Links by which protected files are read.
    pub(crate) file_links: Links,
    /// Names this server among several.
    pub server_name: String,
    /// Words mails and hands them over.
    pub mailer: Mailer,
    /// Cancelled once this server is asked to stop: it is to be sent no more visitors.
    pub stopping: tokio_util::sync::CancellationToken,
    /// Wakes the mail worker when a mail was queued here.
    pub mail_queued: tokio::sync::Notify,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Puts the school together on a migrated database.
    ///
    /// # Errors
    /// When the database does not answer or a key in it is damaged.
    pub async fn new(config: Config, db: Db, clock: Clock) -> Result<Self> {
        let ids = Ids;
        let secret = keys::load_or_make(&db, &clock, &ids, "access-token").await?;
        let nonce_key = keys::load_or_make(&db, &clock, &ids, "google-nonce").await?;
        let link_key = keys::load_or_make(&db, &clock, &ids, "file-links").await?;
        keys::load_or_make(&db, &clock, &ids, certificates::keys::FIRST).await?;
        let payments = Payments::from_config(&config.payment, &db, &clock, &ids).await?;
        let http = reqwest::Client::builder()
            .timeout(std::time::Duration::from_secs(20))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(|error| crate::error::Error::internal(error.to_string()))?;
        Ok(Self(Arc::new(Shared {
            access_keys: AccessKeys::new(&secret),
            oidc: Oidc::new(nonce_key),
            passwords: Passwords::new()?,
            files: Store::open(&config.storage)?,
            file_links: Links::new(link_key),
            payments,
            server_name: ids.hex128(),
            mailer: Mailer::new(&config)?,
            stopping: tokio_util::sync::CancellationToken::new(),
            mail_queued: tokio::sync::Notify::new(),
            config,
            db,
            clock,
            ids,
            http,
        })))
    }
}
