//! Single instance: a second start shows the first one's window, and ends.
//!
//! A lock on a file determines the first instance: the system releases it however a program ends, so that a
//! killed one does not block the next. The first instance listens on a port of this computer and writes it,
//! with a secret that only this user can read, into a file next to the lock: with it the second instance
//! contacts the first. This works the same on every system, and needs no session bus.

use std::fs::{self, File, TryLockError, create_dir_all};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use preau_desktop::clock::random_bytes;
use preau_desktop::owner_only;

/// The lock; held until the program ends.
#[derive(Debug)]
pub(super) struct Alone {
    _file: File,
    asked: Option<Asked>,
}

/// The port of the first instance, and the secret.
#[derive(Debug)]
struct Asked {
    port: TcpListener,
    word: String,
}

/// How long a program that is being killed may still hold the lock.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);
/// Timeout for the secret on a connection.
const WORD: Duration = Duration::from_secs(1);

const LOCK: &str = "window.lock";
const PORT: &str = "window.port";
const COMING: u8 = b'!';

/// Takes the lock of the folder; nothing when another instance has it, whose window was then brought to the
/// front.
pub(super) fn claim(folder: &Path) -> io::Result<Option<Alone>> {
    create_dir_all(folder)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
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
    let asked = listen(folder)
        .inspect_err(|error| tracing::warn!(%error, "a second start will not find this window"))
        .ok();
    Ok(Some(Alone { _file: file, asked }))
}

/// Whether the first instance confirms that it comes to the front; one that is being killed does not.
fn called(folder: &Path) -> bool {
    let answer = || {
        let text = fs::read_to_string(folder.join(PORT))?;
        let (port, word) = text.split_once(' ').ok_or(io::ErrorKind::InvalidData)?;
        let port: u16 = port.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        let mut line = TcpStream::connect_timeout(&(Ipv4Addr::LOCALHOST, port).into(), WORD)?;
        line.set_read_timeout(Some(PATIENCE))?;
        line.write_all(word.as_bytes())?;
        let mut said = [0];
        line.read_exact(&mut said)?;
        io::Result::Ok(said == [COMING])
    };
    answer().unwrap_or(false)
}

fn listen(folder: &Path) -> io::Result<Asked> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let word = BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<16>());
    let path = folder.join(PORT);
    let text = format!("{} {word}", port.local_addr()?.port());
    owner_only::write(&path, text.as_bytes())?;
    Ok(Asked { port, word })
}

/// Whether the other end of the connection knows the secret.
fn knows(line: &mut TcpStream, word: &str) -> io::Result<bool> {
    line.set_read_timeout(Some(WORD))?;
    let mut said = vec![0; word.len()];
    line.read_exact(&mut said)?;
    Ok(said == word.as_bytes())
}

impl Alone {
    /// Sets the callback for each further start.
    pub(super) fn tell(&mut self, told: impl Fn() + Send + 'static) {
        let Some(Asked { port, word }) = self.asked.take() else { return };
        std::thread::spawn(move || {
            for mut line in port.incoming().flatten() {
                if knows(&mut line, &word).unwrap_or(false) {
                    told();
                    // The other instance may have ended.
                    drop(line.write_all(&[COMING]));
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn whoever_comes_second_calls_the_first_and_the_place_is_free_when_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = claim(folder.path()).unwrap().unwrap();
        let (called, calls) = channel();
        first.tell(move || called.send(()).unwrap());
        assert!(claim(folder.path()).unwrap().is_none());
        calls.recv().unwrap();
        drop(first);
        assert!(claim(folder.path()).unwrap().is_some());
    }

    #[test]
    fn a_port_of_a_killed_window_that_another_program_has_by_now_is_not_taken_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!called(folder.path()), "nobody has listened yet");
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        fs::write(folder.path().join(PORT), format!("{} word", other.local_addr().unwrap().port())).unwrap();
        let answer = std::thread::spawn(move || other.accept().unwrap().0.write_all(b"HTTP/1.1 400"));
        assert!(!called(folder.path()));
        answer.join().unwrap().unwrap();
        fs::write(folder.path().join(PORT), "nonsense").unwrap();
        assert!(!called(folder.path()));
    }

    #[test]
    fn only_who_knows_the_word_is_heard_and_only_this_user_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = claim(folder.path()).unwrap().unwrap();
        let (called, calls) = channel();
        first.tell(move || called.send(()).unwrap());
        let path = folder.path().join(PORT);
        let text = fs::read_to_string(&path).unwrap();
        let (port, word) = text.split_once(' ').unwrap();
        let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
        line.write_all("?".repeat(word.len()).as_bytes()).unwrap();
        assert_eq!(line.read(&mut [0]).unwrap_or(0), 0, "the line is closed without an answer");
        assert!(calls.try_recv().is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o077, 0);
        }
    }
}
