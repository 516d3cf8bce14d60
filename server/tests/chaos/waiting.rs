//! Waiting for something to become true; never for luck.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Far longer than anything here takes on a busy machine, also for somebody who is cut off again and again.
pub const PATIENCE: Duration = Duration::from_mins(6);

/// How long to pause before the next look: a look costs work, so what takes long is looked at more rarely.
fn pause(since: Instant) -> Duration {
    (since.elapsed() / 10).clamp(Duration::from_millis(30), Duration::from_millis(500))
}

/// Looks again and again until `look` finds something.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut look: impl FnMut() -> F) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        tokio::time::sleep(pause(since)).await;
    }
}

/// Looks until `look` answers `wanted`; says what it answered last.
pub async fn until_is<T: PartialEq + Debug, F: Future<Output = T>>(
    what: &str,
    wanted: &T,
    mut look: impl FnMut() -> F,
) {
    let since = Instant::now();
    loop {
        let found = look().await;
        if found == *wanted {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{what}: {found:?} instead of {wanted:?} after {PATIENCE:?}");
        tokio::time::sleep(pause(since)).await;
    }
}
