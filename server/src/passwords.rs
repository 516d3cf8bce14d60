//! Hashing of passwords with Argon2id (19 MiB, 2 passes, 1 lane): at most as many at once as there are
//! cores, with a bounded queue. What a good password is stands in core.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use preau_core::code::Code;
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// Hashes that may wait their turn before callers are sent away.
const LONGEST_QUEUE: usize = 128;

/// Hashes and checks passwords.
#[derive(Clone, Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

impl Passwords {
    /// As many turns as cores.
    #[must_use]
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { turns: Arc::new(Semaphore::new(cores)), waiting: Arc::default() }
    }

    /// The hash to keep, in PHC form. Never inside a transaction.
    ///
    /// # Errors
    /// `unavailable` when too many wait.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.in_turn(move || {
            argon2()?
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(|error| Error::internal(error.to_string()))
        })
        .await
    }

    /// Whether the password fits the hash. Without a hash the same work is done for nothing, so that an
    /// unknown account takes as long as a wrong password.
    ///
    /// # Errors
    /// `unavailable` when too many wait.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let password = password.to_owned();
        let hash = hash.map(ToOwned::to_owned);
        self.in_turn(move || {
            let hasher = argon2()?;
            let Some(hash) = hash else {
                let _ = hasher.hash_password(password.as_bytes());
                return Ok(false);
            };
            let parsed = PasswordHash::new(&hash).map_err(|error| Error::internal(error.to_string()))?;
            Ok(hasher.verify_password(password.as_bytes(), &parsed).is_ok())
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let queue = Place::take(&self.waiting)?;
        let turn =
            self.turns.clone().acquire_owned().await.map_err(|error| Error::internal(error.to_string()))?;
        drop(queue);
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        })
        .await
        .map_err(|error| Error::internal(error.to_string()))?
    }
}

/// A place in the queue, given back when dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>) -> Result<Self> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= LONGEST_QUEUE {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Code::Unavailable.into());
        }
        Ok(Self(Arc::clone(waiting)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| Error::internal(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}
