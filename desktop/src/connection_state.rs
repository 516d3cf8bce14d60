//! The state of the connection between an open profile and its school. It belongs to the profile: a task of a
//! profile that was closed cannot change the state of the one that is open now.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use tokio::sync::watch;

/// The state of the connection to the school.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    Online,
    Offline,
    /// The school requires signing in again.
    SignedOut,
    /// The school's API is newer than this app supports: nothing is sent until the app is updated.
    TooNew,
    /// The session is in the keychain, which is locked: nothing is sent until the keychain was tried again.
    KeychainLocked,
}

/// Maximum age of the copy while the school can be reached.
const MAX_AGE: TimeDelta = TimeDelta::seconds(60);
/// Delay before a resolved conflict is sent, in which the resolution can be undone.
const UNDO_DELAY: TimeDelta = TimeDelta::seconds(8);

/// The current state.
#[derive(Debug)]
pub(crate) struct ConnectionStatus {
    pub(crate) connection: Connection,
    /// Whether the school's version was checked since the connection was last re-established.
    pub(crate) checked: bool,
    pub(crate) syncing: bool,
    /// Rows of the first copy that were received.
    pub(crate) copying: Option<u64>,
    pub(crate) copied_at: Option<DateTime<Utc>>,
    /// Changes are to be fetched immediately.
    pub(crate) pull_requested: bool,
    /// Nothing is sent before this time, so that a choice can be undone.
    pub(crate) send_after: Option<DateTime<Utc>>,
    /// Whether the school accepts compressed requests.
    pub(crate) accepts_gzip: bool,
    /// Changes of the last page of the copy that the connection could carry.
    pub(crate) page_size: u64,
}

/// The state of one profile's connection, from its opening until it is closed.
#[derive(Debug)]
pub struct ConnectionState {
    status: Mutex<ConnectionStatus>,
    closed: watch::Sender<bool>,
}

impl Default for ConnectionState {
    fn default() -> Self {
        let status = ConnectionStatus {
            connection: Connection::Online,
            checked: false,
            syncing: false,
            copying: None,
            copied_at: None,
            pull_requested: true,
            send_after: None,
            accepts_gzip: false,
            page_size: u64::MAX,
        };
        Self { status: Mutex::new(status), closed: watch::Sender::new(false) }
    }
}

impl ConnectionState {
    pub(crate) fn status(&self) -> MutexGuard<'_, ConnectionStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn connection(&self) -> Connection {
        self.status().connection
    }

    /// Whether the school can be reached, with a supported version.
    pub(crate) fn is_reachable(&self) -> bool {
        let status = self.status();
        status.checked && status.connection == Connection::Online
    }

    /// The profile is closed: its tasks end.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    /// Waits until the profile is closed.
    pub(crate) async fn closed(&self) {
        // Cannot fail: the sender is part of `self`.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }
}

impl ConnectionStatus {
    /// Whether the copy is out of date. A time in the future was recorded before the clock was set back.
    pub(crate) fn is_stale(&self, now: DateTime<Utc>) -> bool {
        self.copied_at.is_none_or(|at| (now - at).abs() >= MAX_AGE)
    }

    /// Delays sending, so that a choice can be undone.
    pub(crate) fn delay_sending(&mut self, now: DateTime<Utc>) {
        self.send_after = Some(now + UNDO_DELAY);
    }

    /// Until when nothing is sent.
    pub(crate) fn send_delayed_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.send_after.filter(|until| *until > now && *until <= now + UNDO_DELAY)
    }
}
