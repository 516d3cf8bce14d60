//! Storage of refresh tokens: the keychain of the system. Where there is none, a file encrypted with a key
//! that is stored next to it, readable by this user only; that protects tokens from searches and backups of
//! single files, not from somebody who reads the whole folder, and the app says so. The profile records in
//! which of them its token is stored: a locked keychain is not mistaken for an empty one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::clock::random_bytes;
use crate::error::{Error, Result};
use crate::owner_only;

/// The name of the app in the keychain.
const SERVICE: &str = "preau-desktop";
/// Timeout of the keychain.
const TIMEOUT: Duration = if cfg!(test) { Duration::from_secs(3) } else { Duration::from_mins(1) };
const NONCE: usize = 24;
const KEY: usize = 32;

/// Where a secret is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Place"))]
#[serde(rename_all = "camelCase")]
pub enum SecretStorage {
    Keychain,
    File,
}

/// A keychain. Each call may block, and prompt the user; it fails while the keychain is locked or absent.
pub trait Keychain: Send + Sync + std::fmt::Debug {
    /// The secret of this name.
    fn find(&self, name: &str) -> Result<Option<String>>;
    /// Stores a secret under this name.
    fn store(&self, name: &str, secret: &str) -> Result<()>;
    /// Deletes the secret of this name.
    fn delete(&self, name: &str) -> Result<()>;
}

/// The secrets of this app.
#[derive(Debug, Clone)]
pub struct Secrets {
    keychain: Option<Arc<dyn Keychain>>,
    file: Arc<EncryptedFile>,
}

impl Secrets {
    /// The keychain of the system, and a file in this folder for when it does not work.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self::with_keychain(folder, Arc::new(SystemKeychain))
    }

    /// The same with another keychain.
    #[must_use]
    pub fn with_keychain(folder: &Path, keychain: Arc<dyn Keychain>) -> Self {
        Self { keychain: Some(keychain), ..Self::in_file(folder) }
    }

    /// Only the file in this folder.
    #[must_use]
    pub fn in_file(folder: &Path) -> Self {
        Self { keychain: None, file: Arc::new(EncryptedFile::new(folder)) }
    }

    /// Stores a new secret: in the keychain where it works, else in the file. Deletes it from the other
    /// storage. Returns the storage, which the caller records to find the secret again.
    pub async fn store(&self, name: &str, secret: &str) -> Result<SecretStorage> {
        let (name, secret) = (name.to_owned(), secret.to_owned());
        self.run(move |keychain, file| {
            let stored = keychain.is_some_and(|keychain| {
                let written = keychain.store(&name, &secret).and_then(|()| keychain.find(&name));
                written
                    .inspect_err(|error| tracing::info!(%error, "the secret goes into a file"))
                    .is_ok_and(|found| found.as_deref() == Some(&secret))
            });
            if stored {
                file.delete(&name)?;
                return Ok(SecretStorage::Keychain);
            }
            file.change(|all| drop(all.insert(name, secret)))?;
            Ok(SecretStorage::File)
        })
        .await
    }

    /// Replaces a secret in its storage.
    pub async fn replace(&self, name: &str, secret: &str, storage: SecretStorage) -> Result<()> {
        let (name, secret) = (name.to_owned(), secret.to_owned());
        self.run(move |keychain, file| match storage {
            SecretStorage::File => file.change(|all| drop(all.insert(name, secret))),
            SecretStorage::Keychain => keychain.ok_or_else(no_keychain)?.store(&name, &secret),
        })
        .await
    }

    /// The secret of this name in this storage.
    ///
    /// # Errors
    /// `Keychain` while the keychain is locked.
    pub async fn find(&self, name: &str, storage: SecretStorage) -> Result<Option<String>> {
        let name = name.to_owned();
        self.run(move |keychain, file| match storage {
            SecretStorage::File => Ok(file.read()?.remove(&name)),
            SecretStorage::Keychain => keychain.ok_or_else(no_keychain)?.find(&name),
        })
        .await
    }

    /// The storage that has the secret of this name.
    ///
    /// # Errors
    /// When one storage fails and the other has nothing.
    pub async fn locate(&self, name: &str) -> Result<Option<SecretStorage>> {
        let name = name.to_owned();
        self.run(move |keychain, file| {
            if file.read()?.contains_key(&name) {
                return Ok(Some(SecretStorage::File));
            }
            let found = keychain.map_or(Ok(None), |keychain| keychain.find(&name))?;
            Ok(found.map(|_| SecretStorage::Keychain))
        })
        .await
    }

    /// Deletes the secret of this name in both storages. Returns whether all is deleted: a keychain that does
    /// not respond may still have it.
    pub async fn delete(&self, name: &str) -> Result<bool> {
        let name = name.to_owned();
        self.run(move |keychain, file| {
            file.delete(&name)?;
            let deleted = keychain.map_or(Ok(()), |keychain| keychain.delete(&name));
            Ok(deleted.inspect_err(|error| tracing::warn!(%error, "a secret stays in the keychain")).is_ok())
        })
        .await
    }

    /// Runs a keychain call on a thread. Keychains block, and some prompt the user, who may be away: the wait
    /// ends at the timeout.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Option<&dyn Keychain>, &EncryptedFile) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (keychain, file) = (self.keychain.clone(), Arc::clone(&self.file));
        let done = tokio::task::spawn_blocking(move || work(keychain.as_deref(), &file));
        match tokio::time::timeout(TIMEOUT, done).await {
            Ok(done) => done.map_err(|error| Error::internal(error.to_string()))?,
            Err(_) => Err(Error::Keychain("it does not answer".to_owned())),
        }
    }
}

fn no_keychain() -> Error {
    Error::Keychain("there is none".to_owned())
}

/// The keychain of the system.
#[derive(Debug)]
struct SystemKeychain;

impl SystemKeychain {
    fn entry(name: &str) -> Result<keyring::Entry> {
        keyring::Entry::new(SERVICE, name).map_err(|error| failed(&error))
    }
}

impl Keychain for SystemKeychain {
    fn find(&self, name: &str) -> Result<Option<String>> {
        match Self::entry(name)?.get_password() {
            Ok(secret) => Ok(Some(secret)),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    fn store(&self, name: &str, secret: &str) -> Result<()> {
        Self::entry(name)?.set_password(secret).map_err(|error| failed(&error))
    }

    fn delete(&self, name: &str) -> Result<()> {
        match Self::entry(name)?.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(error) => Err(failed(&error)),
        }
    }
}

fn failed(error: &keyring::Error) -> Error {
    Error::Keychain(error.to_string())
}

/// All secrets in one encrypted file.
#[derive(Debug)]
struct EncryptedFile {
    path: PathBuf,
    key: PathBuf,
    /// Held while the file is read and written; never during a keychain call.
    lock: Mutex<()>,
}

impl EncryptedFile {
    fn new(folder: &Path) -> Self {
        Self { path: folder.join("secrets"), key: folder.join("secrets.key"), lock: Mutex::default() }
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305> {
        // A key that cannot be read now is not replaced: the secrets that it encrypts would be lost.
        let key = match read(&self.key)? {
            Some(key) if key.len() == KEY => key,
            _ => {
                let key = random_bytes::<KEY>().to_vec();
                owner_only::write(&self.key, &key)?;
                key
            }
        };
        let key = Key::try_from(key.as_slice()).map_err(|error| Error::internal(error.to_string()))?;
        Ok(XChaCha20Poly1305::new(&key))
    }

    fn locked(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All secrets.
    ///
    /// # Errors
    /// When the disk fails, which does not mean that there are none.
    fn read(&self) -> Result<BTreeMap<String, String>> {
        let _locked = self.locked();
        self.decrypted()
    }

    /// A file that cannot be decrypted counts as empty: the user has to sign in again.
    fn decrypted(&self) -> Result<BTreeMap<String, String>> {
        let Some(bytes) = read(&self.path)? else { return Ok(BTreeMap::new()) };
        let cipher = self.cipher()?;
        let decrypted = bytes
            .split_at_checked(NONCE)
            .and_then(|(nonce, sealed)| cipher.decrypt(&XNonce::try_from(nonce).ok()?, sealed).ok());
        if decrypted.is_none() {
            tracing::warn!("the file of secrets cannot be opened");
        }
        Ok(decrypted.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default())
    }

    fn delete(&self, name: &str) -> Result<()> {
        if self.read()?.contains_key(name) { self.change(|all| drop(all.remove(name))) } else { Ok(()) }
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<()> {
        let _locked = self.locked();
        let mut all = self.decrypted()?;
        change(&mut all);
        let nonce = random_bytes::<NONCE>();
        let text = serde_json::to_vec(&all)?;
        let sealed = self
            .cipher()?
            .encrypt(&XNonce::from(nonce), text.as_slice())
            .map_err(|_| Error::internal("secrets cannot be sealed"))?;
        Ok(owner_only::write(&self.path, &[nonce.as_slice(), &sealed].concat())?)
    }
}

/// Nothing when there is no file.
fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    #[tokio::test]
    async fn a_secret_in_the_file_is_encrypted() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        secrets.store("a", "geheimnis").await.unwrap();
        secrets.store("b", "other").await.unwrap();
        let again = Secrets::in_file(folder.path());
        assert_eq!(again.find("a", SecretStorage::File).await.unwrap().as_deref(), Some("geheimnis"));
        let bytes = fs::read(folder.path().join("secrets")).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("geheimnis"));
        again.delete("a").await.unwrap();
        assert_eq!(secrets.find("a", SecretStorage::File).await.unwrap(), None);
        assert_eq!(secrets.find("b", SecretStorage::File).await.unwrap().as_deref(), Some("other"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn secret_files_are_readable_by_their_owner_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        Secrets::in_file(folder.path()).store("a", "b").await.unwrap();
        for name in ["secrets", "secrets.key"] {
            let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_unreadable_key_does_not_sign_out_and_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        secrets.store("a", "b").await.unwrap();
        let (key, aside) = (folder.path().join("secrets.key"), folder.path().join("aside"));
        fs::rename(&key, &aside).unwrap();
        fs::create_dir(&key).unwrap();
        assert!(secrets.find("a", SecretStorage::File).await.unwrap_err().disk().is_some());
        fs::remove_dir(&key).unwrap();
        fs::rename(&aside, &key).unwrap();
        assert_eq!(secrets.find("a", SecretStorage::File).await.unwrap().as_deref(), Some("b"));
    }

    /// A keychain that prompts a user who is away.
    #[derive(Debug)]
    struct Asking(Mutex<Receiver<()>>);

    impl Keychain for Asking {
        fn find(&self, _: &str) -> Result<Option<String>> {
            // Blocks until the sender is dropped.
            let _ = self.0.lock().map(|left| left.recv());
            Ok(None)
        }

        fn store(&self, name: &str, _: &str) -> Result<()> {
            self.find(name).map(drop)
        }

        fn delete(&self, name: &str) -> Result<()> {
            self.find(name).map(drop)
        }
    }

    #[tokio::test]
    async fn a_keychain_that_never_responds_times_out() {
        let folder = tempfile::tempdir().unwrap();
        let (left, asking) = channel();
        let secrets = Secrets::with_keychain(folder.path(), Arc::new(Asking(Mutex::new(asking))));
        let asked = secrets.find("a", SecretStorage::Keychain).await;
        assert!(matches!(asked, Err(Error::Keychain(_))), "{asked:?}");
        secrets.replace("b", "kept", SecretStorage::File).await.unwrap();
        assert_eq!(secrets.find("b", SecretStorage::File).await.unwrap().as_deref(), Some("kept"));
        drop(left);
    }

    #[tokio::test]
    async fn an_undecryptable_secrets_file_counts_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_file(folder.path());
        secrets.store("a", "b").await.unwrap();
        fs::write(folder.path().join("secrets"), b"short").unwrap();
        assert_eq!(secrets.find("a", SecretStorage::File).await.unwrap(), None);
        secrets.store("a", "c").await.unwrap();
        assert_eq!(secrets.find("a", SecretStorage::File).await.unwrap().as_deref(), Some("c"));
    }
}
