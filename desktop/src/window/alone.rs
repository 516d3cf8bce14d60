//! One window at a time: who comes second shows the first one, and ends.
//!
//! A lock on a file says who is first: the system frees it however a program ends, so that a killed one never stands in
//! the way of the next. A socket beside it is how the second one asks; neither needs a session bus.

use std::fs::{File, TryLockError, create_dir_all};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Taken by this program until it ends.
#[derive(Debug)]
pub(super) struct Alone {
    _file: File,
    #[cfg(unix)]
    asked: Option<std::os::unix::net::UnixListener>,
}

/// How long a program that is being killed may still hold what it had.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// Takes the folder; nothing when another window of it is open, which has then come forward.
pub(super) fn claim(folder: &Path) -> io::Result<Option<Alone>> {
    create_dir_all(folder)?;
    let path = folder.join("window.lock");
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if called(folder) => return Ok(None),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another window of this app is open and does not answer"));
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "this file system knows no locks");
                break;
            }
        }
    }
    Ok(Some(Alone {
        _file: file,
        #[cfg(unix)]
        asked: bind(folder),
    }))
}

#[cfg(unix)]
const SOCKET: &str = "window.socket";
#[cfg(unix)]
const COMING: u8 = b'!';

/// Whether the open window says that it comes forward; one that is being killed says nothing.
#[cfg(unix)]
fn called(folder: &Path) -> bool {
    let answer = || {
        let mut line = std::os::unix::net::UnixStream::connect(folder.join(SOCKET))?;
        line.set_read_timeout(Some(PATIENCE))?;
        let mut said = [0];
        io::Read::read_exact(&mut line, &mut said)?;
        io::Result::Ok(said == [COMING])
    };
    answer().unwrap_or(false)
}

#[cfg(not(unix))]
fn called(_: &Path) -> bool {
    false
}

#[cfg(unix)]
fn bind(folder: &Path) -> Option<std::os::unix::net::UnixListener> {
    let path = folder.join(SOCKET);
    // Left by a program that was killed.
    drop(std::fs::remove_file(&path));
    std::os::unix::net::UnixListener::bind(path)
        .inspect_err(|error| tracing::warn!(%error, "a second start will not find this window"))
        .ok()
}

impl Alone {
    /// Calls this for everyone who comes second.
    #[cfg(unix)]
    pub(super) fn tell(&self, told: impl Fn() + Send + 'static) {
        let Some(Ok(asked)) = self.asked.as_ref().map(std::os::unix::net::UnixListener::try_clone) else {
            return;
        };
        std::thread::spawn(move || {
            for mut line in asked.incoming().flatten() {
                told();
                // Whoever asked may have gone.
                drop(io::Write::write_all(&mut line, &[COMING]));
            }
        });
    }

    #[cfg(not(unix))]
    pub(super) fn tell(&self, _: impl Fn() + Send + 'static) {}
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn whoever_comes_second_calls_the_first_and_the_place_is_free_when_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let first = claim(folder.path()).unwrap().unwrap();
        let (called, calls) = channel();
        first.tell(move || called.send(()).unwrap());
        assert!(claim(folder.path()).unwrap().is_none());
        calls.recv().unwrap();
        drop(first);
        assert!(claim(folder.path()).unwrap().is_some());
    }
}
