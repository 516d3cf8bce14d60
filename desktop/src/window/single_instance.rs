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
pub(super) struct InstanceLock {
    _file: File,
    listener: Option<Listener>,
}

/// The port of the first instance, and the secret.
#[derive(Debug)]
struct Listener {
    port: TcpListener,
    secret: String,
}

/// How long a program that is being killed may still hold the lock.
const TIMEOUT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);
/// Timeout for the secret on a connection.
const SECRET_TIMEOUT: Duration = Duration::from_secs(1);

const LOCK: &str = "window.lock";
const PORT: &str = "window.port";
const CONFIRMED: u8 = b'!';

/// Takes the lock of the folder; nothing when another instance has it, whose window was then brought to the
/// front.
pub(super) fn claim(folder: &Path) -> io::Result<Option<InstanceLock>> {
    create_dir_all(folder)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if notify_first(folder) => return Ok(None),
            Err(TryLockError::WouldBlock) if started.elapsed() < TIMEOUT => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another window of this app is open and does not answer"));
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "this file system knows no locks");
                break;
            }
        }
    }
    let listener = start_listener(folder)
        .inspect_err(|error| tracing::warn!(%error, "a second start will not find this window"))
        .ok();
    Ok(Some(InstanceLock { _file: file, listener }))
}

/// Whether the first instance confirms that it comes to the front; one that is being killed does not.
fn notify_first(folder: &Path) -> bool {
    let answer = || {
        let text = fs::read_to_string(folder.join(PORT))?;
        let (port, secret) = text.split_once(' ').ok_or(io::ErrorKind::InvalidData)?;
        let port: u16 = port.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        let mut stream = TcpStream::connect_timeout(&(Ipv4Addr::LOCALHOST, port).into(), SECRET_TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.write_all(secret.as_bytes())?;
        let mut received = [0];
        stream.read_exact(&mut received)?;
        io::Result::Ok(received == [CONFIRMED])
    };
    answer().unwrap_or(false)
}

fn start_listener(folder: &Path) -> io::Result<Listener> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let secret = BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<16>());
    let path = folder.join(PORT);
    let text = format!("{} {secret}", port.local_addr()?.port());
    owner_only::write(&path, text.as_bytes())?;
    Ok(Listener { port, secret })
}

/// Whether the other end of the connection knows the secret.
fn has_secret(stream: &mut TcpStream, secret: &str) -> io::Result<bool> {
    stream.set_read_timeout(Some(SECRET_TIMEOUT))?;
    let mut received = vec![0; secret.len()];
    stream.read_exact(&mut received)?;
    Ok(received == secret.as_bytes())
}

impl InstanceLock {
    /// Sets the callback for each further start.
    pub(super) fn on_second_start(&mut self, callback: impl Fn() + Send + 'static) {
        let Some(Listener { port, secret }) = self.listener.take() else { return };
        std::thread::spawn(move || {
            for mut stream in port.incoming().flatten() {
                if has_secret(&mut stream, &secret).unwrap_or(false) {
                    callback();
                    // The other instance may have ended.
                    drop(stream.write_all(&[CONFIRMED]));
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
    fn a_second_start_notifies_the_first_instance() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = claim(folder.path()).unwrap().unwrap();
        let (called, calls) = channel();
        first.on_second_start(move || called.send(()).unwrap());
        assert!(claim(folder.path()).unwrap().is_none());
        calls.recv().unwrap();
        drop(first);
        assert!(claim(folder.path()).unwrap().is_some());
    }

    #[test]
    fn another_program_on_the_recorded_port_is_not_the_first_instance() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!notify_first(folder.path()), "nobody has listened yet");
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        fs::write(folder.path().join(PORT), format!("{} word", other.local_addr().unwrap().port())).unwrap();
        let answer = std::thread::spawn(move || other.accept().unwrap().0.write_all(b"HTTP/1.1 400"));
        assert!(!notify_first(folder.path()));
        answer.join().unwrap().unwrap();
        fs::write(folder.path().join(PORT), "nonsense").unwrap();
        assert!(!notify_first(folder.path()));
    }

    #[test]
    fn only_a_client_with_the_secret_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = claim(folder.path()).unwrap().unwrap();
        let (called, calls) = channel();
        first.on_second_start(move || called.send(()).unwrap());
        let path = folder.path().join(PORT);
        let text = fs::read_to_string(&path).unwrap();
        let (port, secret) = text.split_once(' ').unwrap();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().unwrap())).unwrap();
        stream.write_all("?".repeat(secret.len()).as_bytes()).unwrap();
        assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0, "the line is closed without an answer");
        assert!(calls.try_recv().is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o077, 0);
        }
    }
}
