//! Time and randomness, passed in as parameters: the only file that may request either from the system.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SecondsFormat, SubsecRound as _, TimeDelta, Utc};
use rand::Rng as _;
use uuid::Uuid;

/// A source of the current time, to the millisecond.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's clock.
    #[default]
    System,
    /// A clock that is set by hand, for tests.
    Manual(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A clock that stays at `start` until it is advanced.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self::Manual(Arc::new(Mutex::new(start.trunc_subsecs(3))))
    }

    /// The current time, in UTC.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        match self {
            #[allow(clippy::disallowed_methods, reason = "the one place that reads the clock")]
            Self::System => Utc::now().trunc_subsecs(3),
            Self::Manual(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Advances a manual clock; has no effect on the system's clock.
    pub fn advance(&self, by: TimeDelta) {
        if let Self::Manual(at) = self {
            *at.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

/// `2026-03-02T09:00:00.000Z`: sorts as text in the order of time.
#[must_use]
pub fn instant_text(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Random bytes.
#[allow(clippy::disallowed_methods, reason = "the one place that asks for chance")]
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// A random number.
#[must_use]
pub fn random_number() -> u32 {
    u32::from_ne_bytes(random_bytes())
}

/// A new unique id that sorts by time.
#[allow(clippy::disallowed_methods, reason = "the one place that takes time and chance")]
#[must_use]
pub fn new_id() -> String {
    Uuid::now_v7().to_string()
}
