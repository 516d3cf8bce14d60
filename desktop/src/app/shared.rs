//! What the parts of the app share: which profile is open, how the line to the school is, who is to be told.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::clock::Clock;
use crate::error::{Error, Problem, Result};
use crate::profile::{Home, Open, Profile, Remembered};
use crate::school::tokens::{Nobody, Session};
use crate::school::{Answered, Ask, Line, School};
use crate::secrets::Secrets;
use crate::store::Store;

/// How the line to the school is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    Online,
    Offline,
    /// The school wants to know who it is.
    SignedOut,
    /// The school is newer than this app knows: nothing is sent until the app is renewed.
    TooNew,
}

/// What the window is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Something in `GET /api/desktop/state` is different.
    State,
    /// The copy has changed: the kinds of content of which it has.
    Changed(Vec<String>),
    /// Something was refused when it was sent from the queue.
    SyncFailed,
    /// Somebody has to choose.
    Conflict { title: String },
    /// The system's browser is to show this address.
    OpenBrowser(String),
}

type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// What is so at the moment.
#[derive(Debug)]
pub(crate) struct Now {
    pub(crate) connection: Connection,
    /// Whether the school's version was looked at since the line was last found.
    pub(crate) checked: bool,
    pub(crate) syncing: bool,
    /// Rows of the first copy that are here.
    pub(crate) copying: Option<u64>,
    pub(crate) pulled_at: Option<DateTime<Utc>>,
    /// Changes are wanted at once.
    pub(crate) pull_wanted: bool,
    /// Nothing is sent before: somebody may think again.
    pub(crate) held_until: Option<DateTime<Utc>>,
    pub(crate) sign_in: Option<AbortHandle>,
    /// Why signing in through the browser came to nothing.
    pub(crate) sign_in_problem: Option<Problem>,
    pub(crate) remembered: Remembered,
    open: Option<Arc<Open>>,
}

/// What the parts of the app share.
pub(crate) struct Shared {
    pub(crate) home: Home,
    pub(crate) line: Line,
    pub(crate) secrets: Secrets,
    pub(crate) clock: Clock,
    /// Wakes what works beside the page.
    pub(crate) wake: Notify,
    /// Whoever holds it may send; one operation at a time is on its way.
    pub(crate) sending: tokio::sync::Mutex<()>,
    pub(crate) pulling: tokio::sync::Mutex<()>,
    now: Mutex<Now>,
    listeners: Mutex<Vec<Listener>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("home", &self.home).finish_non_exhaustive()
    }
}

impl Shared {
    pub(super) fn new(folder: &Path, secrets: Secrets, clock: Clock) -> Result<Self> {
        let home = Home::open(folder)?;
        let now = Now {
            connection: Connection::Online,
            checked: false,
            syncing: false,
            copying: None,
            pulled_at: None,
            pull_wanted: true,
            held_until: None,
            sign_in: None,
            sign_in_problem: None,
            remembered: home.remembered(),
            open: None,
        };
        Ok(Self {
            home,
            line: Line::new()?,
            secrets,
            clock,
            wake: Notify::new(),
            sending: tokio::sync::Mutex::default(),
            pulling: tokio::sync::Mutex::default(),
            now: Mutex::new(now),
            listeners: Mutex::default(),
        })
    }

    pub(crate) fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn listen(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(listener));
    }

    pub(crate) fn tell(&self, event: &Event) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in listeners {
            listener(event.clone());
        }
    }

    /// Changes what is so, and tells of it.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.now());
        self.tell(&Event::State);
    }

    /// The profile that is open.
    pub(crate) fn open(&self) -> Option<Arc<Open>> {
        self.now().open.clone()
    }

    /// The school that is spoken with.
    pub(crate) fn school(&self) -> Option<School> {
        let now = self.now();
        now.open.as_ref().map(|open| open.profile.school.clone()).or_else(|| now.remembered.school.clone())
    }

    pub(crate) fn connection(&self) -> Connection {
        self.now().connection
    }

    /// Whether the school is there, and is one that this app knows.
    pub(crate) fn is_live(&self) -> bool {
        let now = self.now();
        now.checked && now.connection == Connection::Online
    }

    /// Opens the profile that was open last.
    pub(super) async fn reopen(&self) {
        let current = self.now().remembered.current.clone();
        let Some(profile) = current.and_then(|id| self.home.profile(&id)) else { return };
        if let Err(error) = self.enter(profile, None).await {
            tracing::error!(%error, "the profile cannot be opened");
        }
    }

    /// Makes a profile the one that is open.
    ///
    /// # Errors
    /// When its database cannot be opened.
    pub(crate) async fn enter(&self, profile: Profile, session: Option<Arc<Session>>) -> Result<Arc<Open>> {
        // Nothing of the one before is on its way meanwhile.
        let _sending = self.sending.lock().await;
        let folder = self.home.keep(&profile)?;
        let store = match self.open().filter(|open| open.profile.id == profile.id) {
            Some(open) => open.store.clone(),
            None => self.store(folder).await?,
        };
        let kept = || Arc::new(Session::kept(&profile.school.address, &profile.id, self.secrets.clone()));
        let session = session.unwrap_or_else(kept);
        let open = Arc::new(Open { profile, store, session });
        let mut now = self.now();
        now.remembered.current = Some(open.profile.id.clone());
        now.remembered.school = Some(open.profile.school.clone());
        self.home.remember(&now.remembered)?;
        now.open = Some(Arc::clone(&open));
        now.connection = Connection::Online;
        now.checked = false;
        now.pull_wanted = true;
        drop(now);
        self.tell(&Event::State);
        self.wake.notify_one();
        Ok(open)
    }

    /// Who is signed in has other facts by now.
    ///
    /// # Errors
    /// When they cannot be kept.
    pub(crate) fn renew(&self, open: &Open, user: Value) -> Result<()> {
        let profile = Profile { user, ..open.profile.clone() };
        self.home.keep(&profile)?;
        let session = Arc::clone(&open.session);
        let renewed = Open { profile, store: open.store.clone(), session };
        self.change(|now| {
            if now.open.as_ref().is_some_and(|open| open.profile.id == renewed.profile.id) {
                now.open = Some(Arc::new(renewed));
            }
        });
        Ok(())
    }

    async fn store(&self, folder: std::path::PathBuf) -> Result<Store> {
        let clock = self.clock.clone();
        let opened = tokio::task::spawn_blocking(move || Store::open_at(&folder, clock)).await;
        let (store, opened) = opened.map_err(|error| Error::internal(error.to_string()))??;
        if let Some(aside) = opened.quarantined {
            tracing::warn!(aside = %aside.display(), "the damaged database lies aside");
        }
        Ok(store)
    }

    /// Nobody is signed in any more; what waits stays in the profile.
    pub(crate) fn leave(&self) -> Result<()> {
        let mut now = self.now();
        now.open = None;
        now.remembered.current = None;
        self.home.remember(&now.remembered)?;
        drop(now);
        self.tell(&Event::State);
        Ok(())
    }

    pub(crate) fn cancel_sign_in(&self) {
        if let Some(waiting) = self.now().sign_in.take() {
            waiting.abort();
        }
    }

    /// Asks the school in the name of who is signed in, and takes note of how the line is.
    pub(crate) async fn ask(&self, open: &Open, ask: &Ask) -> Result<Answered, Nobody> {
        let answered = open.session.ask(&self.line, ask).await;
        // Who has left meanwhile says nothing of the line of who came.
        if self.open().is_none_or(|now| now.profile.id != open.profile.id) {
            return answered;
        }
        match &answered {
            Ok(answer) if is_nobodys(answer) => {
                self.is(Connection::Offline);
                return Err(Error::Unreached(answer.status.to_string()).into());
            }
            Ok(_) => {}
            Err(Nobody::SignedOut) => self.is(Connection::SignedOut),
            Err(Nobody::Failed(Error::Unreached(reason))) => {
                tracing::info!(reason, "the school does not answer");
                self.is(Connection::Offline);
            }
            Err(Nobody::Failed(error)) => tracing::error!(%error, "the school was not asked"),
        }
        answered
    }

    /// The line is like this now.
    pub(crate) fn is(&self, connection: Connection) {
        let mut now = self.now();
        let was = (now.connection, now.checked);
        now.connection = connection;
        now.checked = connection == Connection::Online || connection == Connection::SignedOut;
        let news = was != (now.connection, now.checked);
        drop(now);
        if news {
            self.tell(&Event::State);
            self.wake.notify_one();
        }
    }
}

/// Whether something on the way says that the school is not there.
fn is_nobodys(answer: &Answered) -> bool {
    matches!(answer.status.as_u16(), 502..=504) && answer.json().get("code").is_none()
}
