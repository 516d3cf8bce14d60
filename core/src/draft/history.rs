//! Discarded texts, stored for some time so that they can be recovered. Where they are stored is up to the application.

use chrono::{DateTime, TimeDelta, Utc};

/// How long a discarded text can be recovered.
pub const KEPT_FOR: TimeDelta = TimeDelta::days(90);

/// Whether a text discarded at this time may be deleted.
pub fn may_go(lost_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - lost_at > KEPT_FOR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_lost_is_found_for_ninety_days() {
        let lost: DateTime<Utc> = "2026-01-01T10:00:00Z".parse().unwrap();
        assert!(!may_go(lost, "2026-04-01T10:00:00Z".parse().unwrap()));
        assert!(may_go(lost, "2026-04-01T10:00:01Z".parse().unwrap()));
    }
}
