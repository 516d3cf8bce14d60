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
const FRESH: TimeDelta = TimeDelta::seconds(60);
/// Delay before a settled conflict is sent, in which it can be undone.
const THOUGHT: TimeDelta = TimeDelta::seconds(8);

/// The current state.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) connection: Connection,
    /// Whether the school's version was checked since the connection was last re-established.
    pub(crate) checked: bool,
    pub(crate) syncing: bool,
    /// Rows of the first copy that were received.
    pub(crate) copying: Option<u64>,
    pub(crate) pulled_at: Option<DateTime<Utc>>,
    /// Changes are to be fetched immediately.
    pub(crate) pull_wanted: bool,
    /// Nothing is sent before this time, so that a choice can be undone.
    pub(crate) held_until: Option<DateTime<Utc>>,
    /// Whether the school accepts compressed requests.
    pub(crate) takes_gzip: bool,
    /// Changes of the last page of the copy that the connection could carry.
    pub(crate) page: u64,
}

/// The state of one profile's connection, from its opening until it is closed.
#[derive(Debug)]
pub struct Standing {
    facts: Mutex<Facts>,
    left: watch::Sender<bool>,
}

impl Default for Standing {
    fn default() -> Self {
        let facts = Facts {
            connection: Connection::Online,
            checked: false,
            syncing: false,
            copying: None,
            pulled_at: None,
            pull_wanted: true,
            held_until: None,
            takes_gzip: false,
            page: u64::MAX,
        };
        Self { facts: Mutex::new(facts), left: watch::Sender::new(false) }
    }
}

impl Standing {
    pub(crate) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn connection(&self) -> Connection {
        self.facts().connection
    }

    /// Whether the school can be reached, with a supported version.
    pub(crate) fn is_live(&self) -> bool {
        let now = self.facts();
        now.checked && now.connection == Connection::Online
    }

    /// The profile is closed: its tasks end.
    pub(crate) fn leave(&self) {
        self.left.send_replace(true);
    }

    pub(crate) fn has_left(&self) -> bool {
        *self.left.borrow()
    }

    /// Waits until the profile is closed.
    pub(crate) async fn left(&self) {
        // Cannot fail: the sender is part of `self`.
        let _ = self.left.subscribe().wait_for(|left| *left).await;
    }
}

impl Facts {
    /// Whether the copy is out of date. A time in the future was recorded before the clock was set back.
    pub(crate) fn is_old(&self, now: DateTime<Utc>) -> bool {
        self.pulled_at.is_none_or(|at| (now - at).abs() >= FRESH)
    }

    /// Delays sending, so that a choice can be undone.
    pub(crate) fn hold(&mut self, now: DateTime<Utc>) {
        self.held_until = Some(now + THOUGHT);
    }

    /// Until when nothing is sent.
    pub(crate) fn held(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.held_until.filter(|until| *until > now && *until <= now + THOUGHT)
    }
}
