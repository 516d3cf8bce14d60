//! Where refresh tokens lie: the keychain of the system. Where there is none, a file encrypted with a key that lies
//! beside it, readable by this user only; that keeps tokens out of searches and backups of single files, not from who
//! reads the whole folder, and the app says so.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::clock::chance;
use crate::error::{Error, Result};

/// The name of the app in the keychain.
const SERVICE: &str = "preau-desktop";
const NONCE: usize = 24;
const KEY: usize = 32;

/// Where secrets lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Place {
    Keychain,
    File,
}

/// The secrets of this app.
#[derive(Debug, Clone)]
pub struct Secrets {
    place: Arc<OnceLock<Place>>,
    file: Arc<Mutex<File>>,
}

impl Secrets {
    /// The keychain where it works, else a file in this folder; which of them is found out on first use, for keychains
    /// may ask their owner.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self { place: Arc::default(), file: Arc::new(Mutex::new(File::new(folder))) }
    }

    /// The file in this folder.
    #[must_use]
    pub fn in_file(folder: &Path) -> Self {
        Self { place: Arc::new(Place::File.into()), file: Arc::new(Mutex::new(File::new(folder))) }
    }

    /// Where they lie; nothing before they are used.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place.get().copied()
    }

    /// What is kept under this name.
    ///
    /// # Errors
    /// When the place fails.
    pub async fn find(&self, name: &str) -> Result<Option<String>> {
        let name = name.to_owned();
        self.run(move |place, file| match place {
            Place::File => Ok(file.read()?.remove(&name)),
            Place::Keychain => match entry(&name)?.get_password() {
                Ok(secret) => Ok(Some(secret)),
                Err(keyring::Error::NoEntry) => Ok(None),
                Err(error) => Err(failed(&error)),
            },
        })
        .await
    }

    /// Keeps something under this name.
    ///
    /// # Errors
    /// When the place fails.
    pub async fn keep(&self, name: &str, secret: &str) -> Result<()> {
        let (name, secret) = (name.to_owned(), secret.to_owned());
        self.run(move |place, file| match place {
            Place::File => file.change(|all| drop(all.insert(name, secret))),
            Place::Keychain => entry(&name)?.set_password(&secret).map_err(|error| failed(&error)),
        })
        .await
    }

    /// Forgets what is kept under this name.
    ///
    /// # Errors
    /// When the place fails.
    pub async fn forget(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.run(move |place, file| match place {
            Place::File => file.change(|all| drop(all.remove(&name))),
            Place::Keychain => match entry(&name)?.delete_credential() {
                Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
                Err(error) => Err(failed(&error)),
            },
        })
        .await
    }

    /// Keychains block, and some ask their owner first.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Place, &File) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (place, file) = (Arc::clone(&self.place), Arc::clone(&self.file));
        let done = tokio::task::spawn_blocking(move || {
            let place = *place.get_or_init(place_of_choice);
            work(place, &file.lock().unwrap_or_else(PoisonError::into_inner))
        });
        done.await.map_err(|error| Error::internal(error.to_string()))?
    }
}

fn failed(error: &keyring::Error) -> Error {
    Error::internal(format!("keychain: {error}"))
}

fn entry(name: &str) -> Result<keyring::Entry> {
    keyring::Entry::new(SERVICE, name).map_err(|error| failed(&error))
}

fn place_of_choice() -> Place {
    if keychain_works() { Place::Keychain } else { Place::File }
}

/// Whether a secret comes back from there.
fn keychain_works() -> bool {
    let try_it = || -> keyring::Result<bool> {
        let entry = keyring::Entry::new(SERVICE, "probe")?;
        entry.set_password("probe")?;
        let same = entry.get_password()? == "probe";
        entry.delete_credential()?;
        Ok(same)
    };
    try_it().unwrap_or_else(|error| {
        tracing::info!(%error, "no keychain: secrets go into a file");
        false
    })
}

/// All secrets in one encrypted file.
#[derive(Debug)]
struct File {
    file: PathBuf,
    key: PathBuf,
}

impl File {
    fn new(folder: &Path) -> Self {
        Self { file: folder.join("secrets"), key: folder.join("secrets.key") }
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305> {
        let key = match fs::read(&self.key) {
            Ok(key) if key.len() == KEY => key,
            Ok(_) | Err(_) => {
                let key = chance::<KEY>().to_vec();
                write_private(&self.key, &key)?;
                key
            }
        };
        let key = Key::try_from(key.as_slice()).map_err(|error| Error::internal(error.to_string()))?;
        Ok(XChaCha20Poly1305::new(&key))
    }

    /// What cannot be read any more is as good as nothing: one signs in again.
    fn read(&self) -> Result<BTreeMap<String, String>> {
        let cipher = self.cipher()?;
        let Ok(bytes) = fs::read(&self.file) else { return Ok(BTreeMap::new()) };
        let opened = bytes
            .split_at_checked(NONCE)
            .and_then(|(nonce, sealed)| cipher.decrypt(&XNonce::try_from(nonce).ok()?, sealed).ok());
        if opened.is_none() {
            tracing::warn!("the file of secrets cannot be opened");
        }
        Ok(opened.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default())
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<()> {
        let mut all = self.read()?;
        change(&mut all);
        let nonce = chance::<NONCE>();
        let text = serde_json::to_vec(&all)?;
        let sealed = self
            .cipher()?
            .encrypt(&XNonce::from(nonce), text.as_slice())
            .map_err(|_| Error::internal("secrets cannot be sealed"))?;
        write_private(&self.file, &[nonce.as_slice(), &sealed].concat())
    }
}

/// Writes a whole file that only this user reads: the old one or the new one, never a half.
fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = PathBuf::from(format!("{}.new", path.display()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(new, path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_secret_in_the_file_comes_back_and_is_not_readable_there() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        secrets.keep("a", "geheimnis").await.unwrap();
        secrets.keep("b", "other").await.unwrap();
        let again = Secrets::in_file(folder.path());
        assert_eq!(again.find("a").await.unwrap().as_deref(), Some("geheimnis"));
        let bytes = fs::read(folder.path().join("secrets")).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("geheimnis"));
        again.forget("a").await.unwrap();
        assert_eq!(secrets.find("a").await.unwrap(), None);
        assert_eq!(secrets.find("b").await.unwrap().as_deref(), Some("other"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn only_this_user_reads_the_files() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        Secrets::in_file(folder.path()).keep("a", "b").await.unwrap();
        for name in ["secrets", "secrets.key"] {
            let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }

    #[tokio::test]
    async fn a_broken_file_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        secrets.keep("a", "b").await.unwrap();
        fs::write(folder.path().join("secrets"), b"short").unwrap();
        assert_eq!(secrets.find("a").await.unwrap(), None);
        secrets.keep("a", "c").await.unwrap();
        assert_eq!(secrets.find("a").await.unwrap().as_deref(), Some("c"));
    }
}
