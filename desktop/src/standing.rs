//! How things stand between an open profile and its school. It belongs to the profile: whoever began something for one
//! that was left since changes nothing of the one that is open now.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use tokio::sync::watch;

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
    /// The session is in the keychain, which is locked: nothing is sent until it was asked again.
    KeychainLocked,
}

/// How old the copy may grow while the school is there.
const FRESH: TimeDelta = TimeDelta::seconds(60);
/// How long what was chosen waits before it is sent: somebody may think again.
const THOUGHT: TimeDelta = TimeDelta::seconds(8);

/// What is so at the moment.
#[derive(Debug)]
pub(crate) struct Facts {
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
    /// Whether the school takes compressed requests.
    pub(crate) takes_gzip: bool,
    /// Changes of a page of the copy that the line carried last.
    pub(crate) page: u64,
}

/// How things stand with the school of one profile, from its opening until it is left.
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

    /// Whether the school is there, and is one that this app knows.
    pub(crate) fn is_live(&self) -> bool {
        let now = self.facts();
        now.checked && now.connection == Connection::Online
    }

    /// The profile is open no more: what was begun for it ends.
    pub(crate) fn leave(&self) {
        self.left.send_replace(true);
    }

    pub(crate) fn has_left(&self) -> bool {
        *self.left.borrow()
    }

    /// Waits until the profile is left.
    pub(crate) async fn left(&self) {
        // The sender is a part of this.
        let _ = self.left.subscribe().wait_for(|left| *left).await;
    }
}

impl Facts {
    /// Whether the copy is old. A time that lies ahead was noted before the clock was put back.
    pub(crate) fn is_old(&self, now: DateTime<Utc>) -> bool {
        self.pulled_at.is_none_or(|at| (now - at).abs() >= FRESH)
    }

    /// Holds what waits back for a moment.
    pub(crate) fn hold(&mut self, now: DateTime<Utc>) {
        self.held_until = Some(now + THOUGHT);
    }

    /// Until when nothing is sent.
    pub(crate) fn held(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.held_until.filter(|until| *until > now && *until <= now + THOUGHT)
    }
}
