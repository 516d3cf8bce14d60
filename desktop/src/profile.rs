//! Profiles: one folder for each account of each school, with its database and its details in `profile.json`;
//! and which of them is open. Both are stored outside the database, so that a damaged one does not sign the
//! account out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::connection_state::ConnectionState;
use crate::error::{Error, Result};
use crate::owner_only;
use crate::school::School;
use crate::school::tokens::Session;
use crate::secrets::SecretStorage;
use crate::store::Store;
use crate::system;

/// Environment variable that replaces the system's folder, for tests.
const FOLDER: &str = "PREAU_DESKTOP_DATA";

/// The folder of the app's data.
#[must_use]
pub fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    directories::ProjectDirs::from("fr", "Préau", "preau-desktop")
        .map_or_else(|| std::env::temp_dir().join("preau-desktop"), |dirs| dirs.data_local_dir().to_owned())
}

/// An account of a school.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    pub id: String,
    pub school: School,
    /// The user in the format of the school's API.
    pub user: Value,
    /// Whether it has a session.
    #[serde(default)]
    pub session: StoredSession,
}

/// Whether a profile has a session, and where its token is stored. Without one the profile is locked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StoredSession {
    /// Written by an older version of the app: the token has to be looked for.
    #[default]
    Unknown,
    /// No token: it was signed out.
    SignedOut,
    Keychain,
    File,
}

impl StoredSession {
    /// Where the token is stored, when that is known.
    #[must_use]
    pub const fn storage(self) -> Option<SecretStorage> {
        match self {
            Self::Keychain => Some(SecretStorage::Keychain),
            Self::File => Some(SecretStorage::File),
            Self::Unknown | Self::SignedOut => None,
        }
    }
}

impl From<SecretStorage> for StoredSession {
    fn from(storage: SecretStorage) -> Self {
        match storage {
            SecretStorage::Keychain => Self::Keychain,
            SecretStorage::File => Self::File,
        }
    }
}

/// A profile that is open.
#[derive(Debug)]
pub struct OpenProfile {
    pub profile: Profile,
    pub store: Store,
    pub session: Arc<Session>,
    pub(crate) connection_state: Arc<ConnectionState>,
}

/// State that is stored between starts, in `app.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedState {
    /// The profile that is open.
    pub current: Option<String>,
    /// The school that was found last.
    pub school: Option<School>,
    /// Names of tokens that the keychain still has, because it did not respond when they were to be deleted.
    #[serde(rename = "to_forget")]
    pub tokens_to_delete: BTreeSet<String>,
}

/// The folder of the app.
#[derive(Debug, Clone)]
pub struct DataFolder(PathBuf);

impl Profile {
    /// A profile of this user.
    ///
    /// # Errors
    /// When the user has no id.
    pub fn new(school: School, user: Value) -> Result<Self> {
        let number = user["id"].as_i64().ok_or_else(|| Error::internal("a user without an id"))?;
        let hash = Sha256::digest(format!("{}\n{number}", school.address));
        let id = hex(&hash[..12]);
        Ok(Self { id, school, user, session: StoredSession::Unknown })
    }

    fn text(&self, name: &str) -> &str {
        self.user[name].as_str().unwrap_or_default()
    }

    /// The account's e-mail address.
    #[must_use]
    pub fn email(&self) -> String {
        self.text("email").to_owned()
    }

    /// First and last name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.text("firstName"), self.text("lastName")).trim().to_owned()
    }

    /// `fr`, `en`, `it` or `zh`.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.user["language"].as_str()
    }
}

impl DataFolder {
    /// Opens the app's folder; created when it does not exist, readable by this user only.
    pub fn open(folder: &Path) -> Result<Self> {
        owner_only::create_folder(folder)?;
        owner_only::create_folder(&folder.join("profiles"))?;
        owner_only::restrict(folder);
        Ok(Self(folder.to_owned()))
    }

    /// The folder itself.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Checks whether files can be written.
    pub fn try_writing(&self) -> Result<()> {
        let path = self.0.join("probe");
        owner_only::write(&path, &vec![0; 64 * 1024])?;
        Ok(fs::remove_file(path)?)
    }

    /// The folder of a profile; nothing when this is not a profile's id.
    #[must_use]
    pub fn profile_folder(&self, id: &str) -> Option<PathBuf> {
        let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        plain.then(|| self.0.join("profiles").join(id))
    }

    /// The stored state; the default when the file cannot be read.
    #[must_use]
    pub fn saved_state(&self) -> SavedState {
        read(&self.0.join("app.json")).unwrap_or_default()
    }

    /// Stores the state.
    pub fn save_state(&self, saved: &SavedState) -> Result<()> {
        write(&self.0.join("app.json"), saved)
    }

    /// One profile.
    #[must_use]
    pub fn profile(&self, id: &str) -> Option<Profile> {
        read(&self.profile_folder(id)?.join("profile.json"))
    }

    /// Every profile, by school and name.
    #[must_use]
    pub fn profiles(&self) -> Vec<Profile> {
        let Ok(folders) = fs::read_dir(self.0.join("profiles")) else { return Vec::new() };
        let mut profiles: Vec<Profile> =
            folders.flatten().filter_map(|folder| self.profile(folder.file_name().to_str()?)).collect();
        profiles.sort_by_key(|profile| (profile.school.name.clone(), profile.name(), profile.id.clone()));
        profiles
    }

    /// Stores a profile.
    pub fn save_profile(&self, profile: &Profile) -> Result<PathBuf> {
        let folder = self.profile_folder(&profile.id).ok_or_else(Error::not_found)?;
        owner_only::create_folder(&folder)?;
        write(&folder.join("profile.json"), profile)?;
        Ok(folder)
    }

    /// Deletes a profile with its data.
    pub fn remove(&self, id: &str) -> Result<()> {
        let folder = self.profile_folder(id).ok_or_else(Error::not_found)?;
        Ok(system::remove_folder(&folder)?)
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value & 15), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    Ok(owner_only::write(path, &serde_json::to_vec_pretty(value)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn profile(address: &str, id: i64) -> Profile {
        let school = School { name: "Préau".to_owned(), address: address.to_owned() };
        Profile::new(school, json!({"id": id, "firstName": "Léa", "lastName": "B"})).unwrap()
    }

    #[test]
    fn each_account_of_each_school_has_its_own_folder() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::open(folder.path()).unwrap();
        let all = [profile("https://a.fr", 1), profile("https://a.fr", 2), profile("https://b.fr", 1)];
        for profile in &all {
            data.save_profile(profile).unwrap();
        }
        assert_eq!(data.profiles().len(), 3);
        data.remove(&all[0].id).unwrap();
        assert_eq!(data.profiles().len(), 2);
        assert_eq!(data.profile(&all[1].id), Some(all[1].clone()));
    }

    #[test]
    fn an_invalid_profile_id_has_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::open(folder.path()).unwrap();
        for id in ["", "..", "../..", "/etc", "a/b"] {
            assert_eq!(data.profile_folder(id), None, "{id}");
        }
    }

    #[test]
    fn an_unreadable_state_file_gives_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::open(folder.path()).unwrap();
        let saved = SavedState { current: Some("ab".to_owned()), ..SavedState::default() };
        data.save_state(&saved).unwrap();
        assert_eq!(data.saved_state(), saved);
        fs::write(folder.path().join("app.json"), "{").unwrap();
        assert_eq!(data.saved_state(), SavedState::default());
    }
}
