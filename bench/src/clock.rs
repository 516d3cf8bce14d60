//! The one place that asks what time it is.

use chrono::{DateTime, Utc};

/// Now.
#[allow(clippy::disallowed_methods, reason = "what is measured is dated")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
