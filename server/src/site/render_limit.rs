//! Limits how many pages are rendered for one network. A cached page costs little, a rendering up to a fifth of a second.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quick_cache::unsync::Cache;

/// Renderings that one network may use at once: all pages of a large school.
const BURST: f64 = 100.0;
/// Renderings per second beyond the burst.
const PER_SECOND: f64 = 1.0;
/// Most networks in memory.
const NETWORKS: usize = 10_000;

/// A token bucket: its tokens at a point in time.
#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

pub(super) struct RenderLimit(Mutex<Cache<String, Bucket>>);

impl Default for RenderLimit {
    fn default() -> Self {
        Self(Mutex::new(Cache::new(NETWORKS)))
    }
}

impl RenderLimit {
    /// Takes a token of this network; `false` when it has none left.
    pub(super) fn try_take(&self, network: String, now: Instant) -> bool {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = buckets.get(&network).copied().unwrap_or(Bucket { tokens: BURST, at: now });
        let gained = now.saturating_duration_since(before.at).as_secs_f64() * PER_SECOND;
        let tokens = (before.tokens + gained).min(BURST);
        let taken = tokens >= 1.0;
        buckets.insert(network, Bucket { tokens: if taken { tokens - 1.0 } else { tokens }, at: now });
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_network_has_a_burst_and_then_one_rendering_a_second() {
        let limit = RenderLimit::default();
        let start = Instant::now();
        let taken = |network: &str, after: u64, times: usize| {
            let now = start + Duration::from_secs(after);
            (0..times).filter(|_| limit.try_take(network.to_owned(), now)).count()
        };
        assert_eq!(taken("a", 0, 300), 100);
        assert_eq!(taken("b", 0, 1), 1);
        assert_eq!(taken("a", 5, 300), 5);
        assert_eq!(taken("a", 1_000, 300), 100);
    }
}
