//! The only module that reads the system clock.

use chrono::{DateTime, Utc};

/// The current time, in UTC.
#[allow(clippy::disallowed_methods, reason = "what is measured is dated")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
