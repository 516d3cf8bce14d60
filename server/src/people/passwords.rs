//! Hashing of passwords with Argon2id (19 MiB, 2 passes, 1 lane) on dedicated threads: one core stays free for
//! requests, and the queues are bounded. Purchases have their own queue and alternate with sign-ins, so that a flood of
//! one does not block the other. Each thread reuses its memory: freed and allocated anew for every hash, most of it is
//! lost on some systems. The rules of a valid password are in `preau_core`.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use preau_core::code::Code;
use tokio::sync::oneshot;

use crate::context::AppContext;
use crate::error::{Error, Result};

/// Maximum number of pending hashes per queue; further callers are refused.
const LONGEST_QUEUE: usize = 64;

type Work = Box<dyn FnOnce() + Send>;

/// Who a hash is for.
#[derive(Clone, Copy, Debug)]
pub enum HashQueue {
    /// Somebody who signs in or already has an account.
    Account,
    /// A buyer who chooses a password with the purchase.
    Purchase,
}

/// Hashes and verifies passwords.
#[derive(Clone, Debug)]
pub struct Passwords {
    queues: [Sender<Work>; 2],
    pending: Sender<()>,
    waiting: [Arc<AtomicUsize>; 2],
}

/// The queues of the threads, served alternately.
struct Queues {
    /// One message for each piece of work, sent after it.
    pending: Receiver<()>,
    work: [Receiver<Work>; 2],
    last: usize,
}

impl Queues {
    /// Blocks for the next piece of work; none once the last handle is dropped.
    fn next(&mut self) -> Option<Work> {
        self.pending.recv().ok()?;
        let other = 1 - self.last;
        let (found, last) = match self.work[other].try_recv() {
            Ok(work) => (Some(work), other),
            Err(_) => (self.work[self.last].try_recv().ok(), self.last),
        };
        self.last = last;
        found
    }
}

impl AppContext {
    /// Hashing of passwords with limited concurrency.
    #[must_use]
    pub fn passwords(&self) -> &Passwords {
        self.part()
    }
}

impl Passwords {
    /// Starts one thread less than there are cores, and at least one; they end with the last handle.
    pub fn new() -> Result<Self> {
        let (pending, taken) = mpsc::channel();
        let [(accounts, of_accounts), (purchases, of_purchases)] = [mpsc::channel(), mpsc::channel()];
        let queues = Queues { pending: taken, work: [of_accounts, of_purchases], last: 0 };
        let queue = Arc::new(Mutex::new(queues));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores.saturating_sub(1).max(1) {
            let queue = Arc::clone(&queue);
            let started = thread::Builder::new().name("passwords".into()).spawn(move || serve(&queue));
            started.map_err(|error| Error::internal(format!("a thread for passwords: {error}")))?;
        }
        Ok(Self { queues: [accounts, purchases], pending, waiting: Default::default() })
    }

    /// The hash to store, in PHC format. Never call it inside a transaction.
    ///
    /// # Errors
    /// `unavailable` when the queue is full.
    pub async fn hash(&self, password: &str, who: HashQueue) -> Result<String> {
        let password = password.to_owned();
        self.enqueue(who, move || {
            let hash = new_hash(&password);
            hash.map(|hash| hash.to_string()).map_err(|error| Error::internal(error.to_string()))
        })
        .await
    }

    /// Whether the password matches the hash. Without a hash the same work is done, so that an unknown account takes as
    /// long as a wrong password.
    ///
    /// # Errors
    /// `unavailable` when the queue is full.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let password = password.to_owned();
        let hash = hash.map(ToOwned::to_owned);
        self.enqueue(HashQueue::Account, move || {
            let Some(hash) = hash else {
                let _ = new_hash(&password);
                return Ok(false);
            };
            let parsed = PasswordHash::new(&hash).map_err(|error| Error::internal(error.to_string()))?;
            Ok(Hasher.verify_password(password.as_bytes(), &parsed).is_ok())
        })
        .await
    }

    async fn enqueue<T: Send + 'static>(
        &self,
        who: HashQueue,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let queue = QueueSlot::take(&self.waiting[who as usize])?;
        let (answer, answered) = oneshot::channel();
        let job = move || {
            drop(queue);
            // Skips the work when the caller has gone.
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        };
        let ended = "the threads for passwords have ended";
        self.queues[who as usize].send(Box::new(job)).map_err(|_| Error::internal(ended))?;
        self.pending.send(()).map_err(|_| Error::internal(ended))?;
        answered.await.map_err(|error| Error::internal(format!("hashing: {error}")))?
    }
}

/// Runs the work of the queues in sequence; a panic ends only the work that caused it.
fn serve(queues: &Mutex<Queues>) {
    loop {
        let next = queues.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(work) = next else { return };
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

/// A slot in the queue, freed when dropped.
struct QueueSlot(Arc<AtomicUsize>);

impl QueueSlot {
    fn take(waiting: &Arc<AtomicUsize>) -> Result<Self> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= LONGEST_QUEUE {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Code::Unavailable.into());
        }
        Ok(Self(Arc::clone(waiting)))
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A new hash of a password, with its own salt.
fn new_hash(password: &str) -> password_hash::Result<PasswordHash> {
    let params = Params::new(19 * 1024, 2, 1, None)?;
    let salt = password_hash::try_generate_salt()?;
    Hasher.hash_password_with_params(password.as_bytes(), &salt, params)
}

thread_local! {
    /// The hashing memory of a thread.
    static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Argon2 with the thread's own memory.
struct Hasher;

impl CustomizedPasswordHasher<PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> password_hash::Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        let blocks = params.block_count();
        let named = ParamsString::try_from(&params)?;
        let argon2 = Argon2::new(algorithm, version, params);
        MEMORY.with_borrow_mut(|memory| {
            memory.resize(blocks, Block::default());
            argon2.hash_password_into_with_memory(password, salt, output, memory)
        })?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: named,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(output)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordHasher as _;

    use super::*;

    #[test]
    fn a_purchase_waits_for_one_sign_in_however_many_wait() {
        let (pending, taken) = mpsc::channel();
        let [(accounts, of_accounts), (purchases, of_purchases)] = [mpsc::channel(), mpsc::channel()];
        let mut queues = Queues { pending: taken, work: [of_accounts, of_purchases], last: 0 };
        let done = Arc::new(Mutex::new(String::new()));
        let say = |letter| -> Work {
            let done = Arc::clone(&done);
            Box::new(move || done.lock().unwrap().push(letter))
        };
        for (queue, letter) in [(&accounts, 'a'); 4].into_iter().chain([(&purchases, 'p'); 2]) {
            queue.send(say(letter)).unwrap();
            pending.send(()).unwrap();
        }
        drop(pending);
        while let Some(work) = queues.next() {
            work();
        }
        assert_eq!(*done.lock().unwrap(), "papaaa");
    }

    #[test]
    fn hashes_are_those_of_the_library_whatever_was_hashed_in_the_memory_before() {
        let theirs = Argon2::default().hash_password(b"un secret").unwrap();
        for password in ["autre chose", "un secret", "Un secret"] {
            let ours = new_hash(password).unwrap();
            assert!(Argon2::default().verify_password(password.as_bytes(), &ours).is_ok());
            let fits = Hasher.verify_password(password.as_bytes(), &theirs).is_ok();
            assert_eq!(fits, password == "un secret");
            assert!(Hasher.verify_password(password.as_bytes(), &ours).is_ok());
        }
    }
}
