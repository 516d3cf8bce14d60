//! The state that the writes of one server share; other servers have their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

/// How long a write that is retried waits for the lock: its holder may conflict with the first attempts of
/// others.
const LOCK_WITHIN: Duration = Duration::from_secs(5);

/// Shared by every handle of one open database.
#[derive(Debug, Default)]
pub(super) struct WriteState {
    /// Number of committed writes of public data.
    public_writes: AtomicU64,
    /// Whether the disk refused a write and no later one is known to have succeeded.
    refused_by_disk: AtomicBool,
    /// Serialises retries after a serialization failure, so that a transaction under contention is not
    /// starved.
    write_lock: Arc<Mutex<()>>,
}

impl WriteState {
    pub(super) fn public_writes(&self) -> u64 {
        self.public_writes.load(Ordering::Acquire)
    }

    /// Counts a write that was, or may have been, committed.
    pub(super) fn public_write_committed(&self) {
        self.public_writes.fetch_add(1, Ordering::Release);
    }

    pub(super) fn is_refused_by_disk(&self) -> bool {
        self.refused_by_disk.load(Ordering::Relaxed)
    }

    pub(super) fn set_refused_by_disk(&self, refused: bool) {
        self.refused_by_disk.store(refused, Ordering::Relaxed);
    }

    /// The lock; nothing when it does not become free in time.
    pub(super) async fn lock(&self) -> Option<OwnedMutexGuard<()>> {
        timeout(LOCK_WITHIN, Arc::clone(&self.write_lock).lock_owned()).await.ok()
    }
}
