//! The state that the writes of one server share; other servers have their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

/// How long a write waits for its turn: behind a longer one it begins anyway, and may collide.
const TURN_WITHIN: Duration = Duration::from_secs(5);

/// Shared by every handle of one open database.
#[derive(Debug, Default)]
pub(super) struct WriteState {
    /// Number of committed writes of public data.
    public_writes: AtomicU64,
    /// Whether the disk refused a write and no later one is known to have succeeded.
    refused_by_disk: AtomicBool,
    /// Whose turn it is to write on PostgreSQL. Two writes at a time would read each other's rows, and one of them would have
    /// to be repeated.
    turn: Arc<Mutex<()>>,
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

    /// Waits for the turn of a write; nothing when it does not come in time.
    pub(super) async fn turn(&self) -> Option<OwnedMutexGuard<()>> {
        timeout(TURN_WITHIN, Arc::clone(&self.turn).lock_owned()).await.ok()
    }
}
