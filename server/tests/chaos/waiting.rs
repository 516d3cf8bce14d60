//! Waiting for something to become true; never for luck.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Far longer than anything here takes on a busy machine, also for somebody who is cut off again and again.
pub const PATIENCE: Duration = Duration::from_mins(6);

/// Looks again and again until `look` finds something.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut look: impl FnMut() -> F) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < end, "{what}: not within {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Looks until `look` answers `wanted`; says what it answered last.
pub async fn until_is<T: PartialEq + Debug, F: Future<Output = T>>(
    what: &str,
    wanted: &T,
    mut look: impl FnMut() -> F,
) {
    let end = Instant::now() + PATIENCE;
    loop {
        let found = look().await;
        if found == *wanted {
            return;
        }
        assert!(Instant::now() < end, "{what}: {found:?} instead of {wanted:?} after {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
