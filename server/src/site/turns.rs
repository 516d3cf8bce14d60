//! How often one network may have a page painted: what is kept costs little, a new painting up to a fifth of a second.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quick_cache::unsync::Cache;

/// New paintings that one network may have at once: all pages of a large school.
const AT_ONCE: f64 = 100.0;
/// New paintings a second that it may have beyond.
const EACH_SECOND: f64 = 1.0;
/// Networks that are remembered.
const NETWORKS: usize = 10_000;

#[derive(Clone, Copy)]
struct Turn {
    left: f64,
    since: Instant,
}

pub(super) struct Turns(Mutex<Cache<String, Turn>>);

impl Default for Turns {
    fn default() -> Self {
        Self(Mutex::new(Cache::new(NETWORKS)))
    }
}

impl Turns {
    /// Whether this network may have one more page painted; counts it if so.
    pub(super) fn take(&self, network: String, now: Instant) -> bool {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = turns.get(&network).copied().unwrap_or(Turn { left: AT_ONCE, since: now });
        let gained = now.saturating_duration_since(before.since).as_secs_f64() * EACH_SECOND;
        let left = (before.left + gained).min(AT_ONCE);
        let may = left >= 1.0;
        turns.insert(network, Turn { left: if may { left - 1.0 } else { left }, since: now });
        may
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_network_has_its_burst_then_one_a_second_and_others_their_own() {
        let turns = Turns::default();
        let start = Instant::now();
        let taken = |network: &str, after: u64, times: usize| {
            let now = start + Duration::from_secs(after);
            (0..times).filter(|_| turns.take(network.to_owned(), now)).count()
        };
        assert_eq!(taken("a", 0, 300), 100);
        assert_eq!(taken("b", 0, 1), 1);
        assert_eq!(taken("a", 5, 300), 5);
        assert_eq!(taken("a", 1_000, 300), 100);
    }
}
