//! The sign-ins of one network that are under way at once. Those beyond wait for their turn: attempts are counted before
//! the hashing, and a class that signs in together must not be refused because of attempts that are still right.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Sign-ins of one network that are checked at once.
const AT_ONCE: usize = 10;
/// Networks in memory before those without sign-ins are dropped.
const NETWORKS: usize = 1_000;

/// By network.
#[derive(Default)]
pub(crate) struct Turns(Mutex<HashMap<String, Weak<Semaphore>>>);

impl Turns {
    /// Waits until fewer than [`AT_ONCE`] sign-ins of this network are under way; the turn ends when it is dropped.
    pub(super) async fn take(&self, network: String) -> Option<OwnedSemaphorePermit> {
        self.of(network).acquire_owned().await.ok()
    }

    fn of(&self, network: String) -> Arc<Semaphore> {
        let mut networks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if networks.len() >= NETWORKS {
            networks.retain(|_, turns| turns.strong_count() > 0);
        }
        if let Some(turns) = networks.get(&network).and_then(Weak::upgrade) {
            return turns;
        }
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        networks.insert(network, Arc::downgrade(&turns));
        turns
    }
}
