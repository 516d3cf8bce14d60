//! Hashing of passwords with Argon2id (19 MiB, 2 passes, 1 lane), on threads of their own: as many as there are cores,
//! with a bounded queue. Threads that come and go would each keep the memory of a hash. What a good password is stands
//! in core.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use preau_core::code::Code;
use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// Hashes that may wait their turn before callers are sent away.
const LONGEST_QUEUE: usize = 128;

type Work = Box<dyn FnOnce() + Send>;

/// Hashes and checks passwords.
#[derive(Clone, Debug)]
pub struct Passwords {
    work: Sender<Work>,
    waiting: Arc<AtomicUsize>,
}

impl Passwords {
    /// With as many threads as cores; they end with the last handle.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new() -> Result<Self> {
        let (work, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let queue = Arc::clone(&queue);
            let started = thread::Builder::new().name("passwords".into()).spawn(move || serve(&queue));
            started.map_err(|error| Error::internal(format!("a thread for passwords: {error}")))?;
        }
        Ok(Self { work, waiting: Arc::default() })
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
        let (answer, answered) = oneshot::channel();
        let turn = move || {
            drop(queue);
            // Whoever no longer waits for it needs none.
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        };
        self.work.send(Box::new(turn)).map_err(|error| Error::internal(error.to_string()))?;
        answered.await.map_err(|error| Error::internal(format!("hashing: {error}")))?
    }
}

/// Does what is asked for, one after the other; a panic ends only what caused it.
fn serve(queue: &Mutex<Receiver<Work>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        let _ = catch_unwind(AssertUnwindSafe(work));
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
