//! The shared state of requests and jobs. Everything that matters is in the database, so that several servers
//! can serve one school.
//!
//! Modules of higher layers store their own state here as parts, each with an accessor next to the part's
//! type (`app.payments()`); `app` assembles all of them.

use std::ops::Deref;
use std::sync::Arc;

use axum::http::Extensions;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, Ids};
use crate::config::Config;
use crate::db::Db;

/// Handle to the running school. Cheap to clone.
#[derive(Clone)]
pub struct AppContext(Arc<Shared>);

/// The state behind the handle.
pub struct Shared {
    pub config: Config,
    pub db: Db,
    /// Source of time.
    pub clock: Clock,
    /// Source of identifiers and secrets.
    pub ids: Ids,
    /// HTTP client for the payment provider and the identity provider.
    pub http: reqwest::Client,
    /// Identifies this server among several.
    pub server_name: String,
    /// Cancelled once this server is asked to stop: load balancers should send it no more requests.
    pub stopping: CancellationToken,
    /// Wakes the mail worker when this server has queued a mail.
    pub mail_queued: Notify,
    parts: Extensions,
}

impl Deref for AppContext {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppContext {
    /// Creates the context, with the state of other modules in `parts`.
    #[must_use]
    pub fn new(config: Config, db: Db, clock: Clock, http: reqwest::Client, parts: Parts) -> Self {
        Self(Arc::new(Shared {
            config,
            db,
            clock,
            ids: Ids,
            http,
            server_name: Ids.hex128(),
            stopping: CancellationToken::new(),
            mail_queued: Notify::new(),
            parts: parts.0,
        }))
    }

    /// The part of this type.
    #[expect(clippy::expect_used, reason = "`app::open` adds every part, and a part has one accessor")]
    pub(crate) fn part<T: Send + Sync + 'static>(&self) -> &T {
        self.parts.get::<Arc<T>>().expect("a part that app::open adds")
    }
}

/// The state of modules, one of each type.
#[derive(Default)]
pub struct Parts(Extensions);

impl Parts {
    /// Adds a part.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, part: T) -> Self {
        self.0.insert(Arc::new(part));
        self
    }
}
