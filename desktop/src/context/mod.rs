//! What the parts of the app share: which profile is open, who is to be told.

mod disk;
mod profiles;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use http::StatusCode;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::clock::Clock;
use crate::error::{Disk, Error, Problem, Result};
use crate::profile::{Home, Open, Profile, Remembered};
use crate::school::tokens::AuthError;
use crate::school::{Answered, Ask, Client, School};
use crate::secrets::Secrets;
use crate::standing::{Connection, Facts};
use crate::store::Store;
use crate::transfers::Uploads;

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
    /// How far a file is on its way to the school: what `GET /api/desktop/uploads/{id}` answers.
    Upload(Value),
    /// The system's browser is to show this address.
    OpenBrowser(String),
}

type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// What is so at the moment.
#[derive(Debug)]
pub(crate) struct Status {
    pub(crate) sign_in: Option<AbortHandle>,
    /// Why signing in through the browser came to nothing.
    pub(crate) sign_in_problem: Option<Problem>,
    pub(crate) remembered: Remembered,
    /// What hinders writing, until a write succeeds.
    pub(crate) disk: Option<Disk>,
    /// A profile that was chosen and is signed out: it opens when its account has signed in.
    pub(crate) locked: Option<Profile>,
    pub(crate) open: Option<Arc<Open>>,
}

impl Status {
    /// Why the profile that was open last is not.
    pub(crate) fn hindered(&self) -> Option<Disk> {
        self.disk.filter(|_| self.open.is_none() && self.remembered.current.is_some())
    }
}

/// What the parts of the app share.
pub(crate) struct AppContext {
    pub(crate) home: Home,
    pub(crate) client: Client,
    pub(crate) secrets: Secrets,
    pub(crate) clock: Clock,
    /// Wakes what works beside the page.
    pub(crate) wake: Notify,
    /// Whoever holds it may send; one operation at a time is on its way.
    pub(crate) sending: tokio::sync::Mutex<()>,
    pub(crate) pulling: tokio::sync::Mutex<()>,
    pub(crate) uploads: Uploads,
    status: Mutex<Status>,
    listeners: Mutex<Vec<Listener>>,
    opened: Mutex<Vec<Weak<Open>>>,
}

impl std::fmt::Debug for AppContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppContext").field("home", &self.home).finish_non_exhaustive()
    }
}

impl AppContext {
    pub(crate) fn new(folder: &Path, secrets: Secrets, clock: Clock, client: Client) -> Result<Self> {
        let home = Home::open(folder)?;
        let status = Status {
            sign_in: None,
            sign_in_problem: None,
            remembered: home.remembered(),
            disk: None,
            locked: None,
            open: None,
        };
        Ok(Self {
            home,
            client,
            secrets,
            clock,
            wake: Notify::new(),
            sending: tokio::sync::Mutex::default(),
            pulling: tokio::sync::Mutex::default(),
            uploads: Uploads::default(),
            status: Mutex::new(status),
            listeners: Mutex::default(),
            opened: Mutex::default(),
        })
    }

    pub(crate) fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn listen(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(listener));
    }

    pub(crate) fn tell(&self, event: &Event) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in listeners {
            listener(event.clone());
        }
    }

    /// Changes what is so, and tells of it.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.status());
        self.tell(&Event::State);
    }

    /// Changes how things stand with a profile's school, and tells of it.
    pub(crate) fn stand(&self, open: &Open, change: impl FnOnce(&mut Facts)) {
        change(&mut open.standing.facts());
        self.tell(&Event::State);
    }

    /// The profile that is open.
    pub(crate) fn open(&self) -> Option<Arc<Open>> {
        self.status().open.clone()
    }

    /// The school that is spoken with.
    pub(crate) fn school(&self) -> Option<School> {
        let now = self.status();
        now.open.as_ref().map(|open| open.profile.school.clone()).or_else(|| now.remembered.school.clone())
    }

    /// The profile that is open.
    ///
    /// # Errors
    /// `session_expired` without one; what is wrong with the disk when it hinders the one that was open last.
    pub(crate) fn current(&self) -> Result<Arc<Open>> {
        let now = self.status();
        match (&now.open, now.hindered()) {
            (Some(open), _) => Ok(Arc::clone(open)),
            (None, Some(disk)) => Err(disk.problem().into()),
            (None, None) => Err(Problem::new(StatusCode::UNAUTHORIZED, "session_expired").into()),
        }
    }

    /// Who is signed in has other facts by now.
    ///
    /// # Errors
    /// When they cannot be kept.
    pub(crate) fn renew(&self, open: &Open, user: Value) -> Result<()> {
        let profile = Profile { user, ..open.profile.clone() };
        {
            // Not between the signing out of this profile and what is kept of it.
            let status = self.status();
            if !status.open.as_ref().is_some_and(|now| Arc::ptr_eq(&now.standing, &open.standing)) {
                return Ok(());
            }
            self.home.keep(&profile)?;
        }
        let (session, standing) = (Arc::clone(&open.session), Arc::clone(&open.standing));
        let renewed = self.opens(Open { profile, store: open.store.clone(), session, standing });
        self.change(|now| {
            if now.open.as_ref().is_some_and(|open| Arc::ptr_eq(&open.standing, &renewed.standing)) {
                now.open = Some(renewed);
            }
        });
        Ok(())
    }

    /// A profile that somebody still has, though it may not be the one that is open.
    pub(crate) fn opened(&self, id: &str) -> Option<Arc<Open>> {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.iter().filter_map(Weak::upgrade).find(|open| open.profile.id == id)
    }

    pub(crate) fn opens(&self, open: Open) -> Arc<Open> {
        let open = Arc::new(open);
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|open| open.strong_count() > 0);
        opened.push(Arc::downgrade(&open));
        open
    }

    pub(crate) async fn store(&self, folder: std::path::PathBuf) -> Result<Store> {
        let clock = self.clock.clone();
        let opened = tokio::task::spawn_blocking(move || Store::open_at(&folder, clock)).await;
        let (store, _) = opened.map_err(|error| Error::internal(error.to_string()))??;
        Ok(store)
    }

    pub(crate) fn cancel_sign_in(&self) {
        if let Some(waiting) = self.status().sign_in.take() {
            waiting.abort();
        }
    }

    /// Asks the school in the name of who is signed in, and takes note of how the line is.
    pub(crate) async fn ask(&self, open: &Open, ask: &Ask) -> Result<Answered, AuthError> {
        self.heard(open, open.session.ask(&self.client, ask).await)
    }

    /// Takes note of how the line is.
    pub(crate) fn heard(
        &self,
        open: &Open,
        answered: Result<Answered, AuthError>,
    ) -> Result<Answered, AuthError> {
        match &answered {
            Ok(answer) if is_nobodys(answer) => {
                self.is(open, Connection::Offline);
                return Err(Error::Unreached(answer.status.to_string()).into());
            }
            Ok(_) => {}
            Err(AuthError::SignedOut) => self.is(open, Connection::SignedOut),
            Err(AuthError::Failed(Error::Unreached(reason))) => {
                tracing::info!(reason, "the school does not answer");
                self.is(open, Connection::Offline);
            }
            Err(AuthError::Failed(Error::Keychain(reason))) => {
                tracing::warn!(reason, "the keychain does not answer");
                self.is(open, Connection::KeychainLocked);
            }
            Err(AuthError::Failed(error)) => {
                tracing::error!(%error, "the school was not asked");
                self.note(error);
            }
        }
        answered
    }

    /// The line is like this now.
    pub(crate) fn is(&self, open: &Open, connection: Connection) {
        let mut now = open.standing.facts();
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
