//! The shared state of the app: which profile is open, and the listeners for events.

mod disk;
mod profiles;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use http::StatusCode;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::clock::Clock;
use crate::connection_state::{Connection, ConnectionStatus};
use crate::error::{Disk, Error, Problem, Result};
use crate::profile::{DataFolder, OpenProfile, Profile, SavedState};
use crate::school::tokens::AuthError;
use crate::school::{ApiRequest, ApiResponse, Client, School};
use crate::secrets::Secrets;
use crate::store::Store;
use crate::upload_registry::UploadRegistry;

/// An event for the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `GET /api/desktop/state` has a new result.
    State,
    /// The copy has changed: the kinds of content that are affected.
    Changed(Vec<String>),
    /// The school refused an operation.
    SyncFailed,
    /// A conflict has to be resolved.
    Conflict { title: String },
    /// Progress of an upload, as in `GET /api/desktop/uploads/{id}`.
    Upload(Value),
    /// Opens this address in the system's browser.
    OpenBrowser(String),
}

type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// The current status.
#[derive(Debug)]
pub(crate) struct Status {
    pub(crate) sign_in: Option<AbortHandle>,
    /// Why signing in through the browser failed.
    pub(crate) sign_in_problem: Option<Problem>,
    pub(crate) saved: SavedState,
    /// The disk's condition while it prevents writing, until a write succeeds.
    pub(crate) disk: Option<Disk>,
    /// A chosen profile without a session: it opens when its account has signed in.
    pub(crate) locked: Option<Profile>,
    pub(crate) open: Option<Arc<OpenProfile>>,
}

impl Status {
    /// Why the last profile could not be opened.
    pub(crate) fn opening_error(&self) -> Option<Disk> {
        self.disk.filter(|_| self.open.is_none() && self.saved.current.is_some())
    }
}

/// The shared state of the app.
pub(crate) struct AppContext {
    pub(crate) data: DataFolder,
    pub(crate) client: Client,
    pub(crate) secrets: Secrets,
    pub(crate) clock: Clock,
    /// Wakes the background task.
    pub(crate) wake: Notify,
    /// Its holder may send; one operation at a time is being sent.
    pub(crate) sending: tokio::sync::Mutex<()>,
    pub(crate) pulling: tokio::sync::Mutex<()>,
    pub(crate) uploads: UploadRegistry,
    status: Mutex<Status>,
    listeners: Mutex<Vec<Listener>>,
    open_profiles: Mutex<Vec<Weak<OpenProfile>>>,
}

impl std::fmt::Debug for AppContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppContext").field("data", &self.data).finish_non_exhaustive()
    }
}

impl AppContext {
    pub(crate) fn new(folder: &Path, secrets: Secrets, clock: Clock, client: Client) -> Result<Self> {
        let data = DataFolder::open(folder)?;
        let status = Status {
            sign_in: None,
            sign_in_problem: None,
            saved: data.saved_state(),
            disk: None,
            locked: None,
            open: None,
        };
        Ok(Self {
            data,
            client,
            secrets,
            clock,
            wake: Notify::new(),
            sending: tokio::sync::Mutex::default(),
            pulling: tokio::sync::Mutex::default(),
            uploads: UploadRegistry::default(),
            status: Mutex::new(status),
            listeners: Mutex::default(),
            open_profiles: Mutex::default(),
        })
    }

    pub(crate) fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn listen(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(listener));
    }

    pub(crate) fn emit(&self, event: &Event) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in listeners {
            listener(event.clone());
        }
    }

    /// Changes the status, and notifies listeners.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.status());
        self.emit(&Event::State);
    }

    /// Changes the connection's state of a profile, and notifies listeners.
    pub(crate) fn update_connection(&self, open: &OpenProfile, change: impl FnOnce(&mut ConnectionStatus)) {
        change(&mut open.connection_state.status());
        self.emit(&Event::State);
    }

    /// The profile that is open.
    pub(crate) fn open(&self) -> Option<Arc<OpenProfile>> {
        self.status().open.clone()
    }

    /// The current school.
    pub(crate) fn school(&self) -> Option<School> {
        let status = self.status();
        status.open.as_ref().map(|open| open.profile.school.clone()).or_else(|| status.saved.school.clone())
    }

    /// The profile that is open.
    ///
    /// # Errors
    /// `session_expired` when none is open; the disk's problem when it prevents opening the last one.
    pub(crate) fn current(&self) -> Result<Arc<OpenProfile>> {
        let status = self.status();
        match (&status.open, status.opening_error()) {
            (Some(open), _) => Ok(Arc::clone(open)),
            (None, Some(disk)) => Err(disk.problem().into()),
            (None, None) => Err(Problem::new(StatusCode::UNAUTHORIZED, "session_expired").into()),
        }
    }

    /// Stores new details of the signed-in account.
    pub(crate) fn update_user(&self, open: &OpenProfile, user: Value) -> Result<()> {
        let profile = Profile { user, ..open.profile.clone() };
        {
            // Not between signing out of this profile and storing that.
            let status = self.status();
            if !status
                .open
                .as_ref()
                .is_some_and(|current| Arc::ptr_eq(&current.connection_state, &open.connection_state))
            {
                return Ok(());
            }
            self.data.save_profile(&profile)?;
        }
        let (session, connection_state) = (Arc::clone(&open.session), Arc::clone(&open.connection_state));
        let renewed =
            self.register_open(OpenProfile { profile, store: open.store.clone(), session, connection_state });
        self.update(|status| {
            if status
                .open
                .as_ref()
                .is_some_and(|open| Arc::ptr_eq(&open.connection_state, &renewed.connection_state))
            {
                status.open = Some(renewed);
            }
        });
        Ok(())
    }

    /// A profile that is still in use, though it may not be the one that is open.
    pub(crate) fn find_open(&self, id: &str) -> Option<Arc<OpenProfile>> {
        let opened = self.open_profiles.lock().unwrap_or_else(PoisonError::into_inner);
        opened.iter().filter_map(Weak::upgrade).find(|open| open.profile.id == id)
    }

    pub(crate) fn register_open(&self, open: OpenProfile) -> Arc<OpenProfile> {
        let open = Arc::new(open);
        let mut opened = self.open_profiles.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|open| open.strong_count() > 0);
        opened.push(Arc::downgrade(&open));
        open
    }

    pub(crate) async fn open_store(&self, folder: std::path::PathBuf) -> Result<Store> {
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

    /// Sends a request with the account's session, and records the state of the connection.
    pub(crate) async fn send(
        &self,
        open: &OpenProfile,
        api_request: &ApiRequest,
    ) -> Result<ApiResponse, AuthError> {
        self.record_outcome(open, open.session.send(&self.client, api_request).await)
    }

    /// Records the state of the connection.
    pub(crate) fn record_outcome(
        &self,
        open: &OpenProfile,
        answered: Result<ApiResponse, AuthError>,
    ) -> Result<ApiResponse, AuthError> {
        match &answered {
            Ok(answer) if is_from_proxy(answer) => {
                self.set_connection(open, Connection::Offline);
                return Err(Error::Unreached(answer.status.to_string()).into());
            }
            Ok(_) => {}
            Err(AuthError::SignedOut) => self.set_connection(open, Connection::SignedOut),
            Err(AuthError::Failed(Error::Unreached(reason))) => {
                tracing::info!(reason, "the school does not answer");
                self.set_connection(open, Connection::Offline);
            }
            Err(AuthError::Failed(Error::Keychain(reason))) => {
                tracing::warn!(reason, "the keychain does not answer");
                self.set_connection(open, Connection::KeychainLocked);
            }
            Err(AuthError::Failed(error)) => {
                tracing::error!(%error, "the school was not asked");
                self.record_error(error);
            }
        }
        answered
    }

    /// Sets the state of the connection.
    pub(crate) fn set_connection(&self, open: &OpenProfile, connection: Connection) {
        let mut status = open.connection_state.status();
        let was = (status.connection, status.checked);
        status.connection = connection;
        status.checked = connection == Connection::Online || connection == Connection::SignedOut;
        let news = was != (status.connection, status.checked);
        drop(status);
        if news {
            self.emit(&Event::State);
            self.wake.notify_one();
        }
    }
}

/// Whether the response is from a proxy that cannot reach the school.
fn is_from_proxy(answer: &ApiResponse) -> bool {
    matches!(answer.status.as_u16(), 502..=504) && answer.json().get("code").is_none()
}
