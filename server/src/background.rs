//! Work that nobody waits for, on threads with a lower priority than those of requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// Nice value: about a tenth of the processor share of the other threads.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Gives the current thread a lower priority than the API and cached pages.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    // On Linux the nice value belongs to the thread.
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a background thread keeps the normal priority");
    }
}

/// Other systems have no priority of a thread that every user may lower.
#[cfg(not(target_os = "linux"))]
pub const fn lower_priority() {}

type Work = Box<dyn FnOnce() + Send>;

/// One thread that runs pieces of work in sequence.
#[derive(Clone, Debug)]
pub struct Background(Sender<Work>);

impl Background {
    /// Starts the thread; it ends with the last handle.
    pub fn new() -> Result<Self> {
        let (sender, work) = channel();
        let started = thread::Builder::new().name("background".into()).spawn(move || serve(&work));
        started.map_err(|error| Error::internal(format!("a thread for background work: {error}")))?;
        Ok(Self(sender))
    }

    /// The result of a piece of work, once its turn has come.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let job = move || {
            // Skips the work when the caller has gone.
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        };
        self.0.send(Box::new(job)).map_err(|_| Error::internal("the background thread has ended"))?;
        answered.await.map_err(|error| Error::internal(format!("background work: {error}")))?
    }
}

/// Runs the work in sequence; a panic ends only the work that caused it.
fn serve(work: &Receiver<Work>) {
    lower_priority();
    while let Ok(work) = work.recv() {
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}
