//! Texts that lost: kept for a while, so that whoever misses one finds it. Where they are kept is the program's
//! business.

use chrono::{DateTime, TimeDelta, Utc};

/// How long a text that lost can be found again.
pub const KEPT_FOR: TimeDelta = TimeDelta::days(90);

/// Whether a text that lost at that moment may be forgotten.
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
