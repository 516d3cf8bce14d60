//! Opening and closing profiles. A profile without a session is locked.

use std::sync::{Arc, MutexGuard};

use super::{AppContext, Event, Status};
use crate::error::{Error, Result};
use crate::offline_files;
use crate::profile::{OpenProfile, Profile, StoredSession};
use crate::school::tokens::Session;
use crate::secrets::SecretStorage;

impl AppContext {
    /// Opens the profile that was open last, unless it is open.
    pub(crate) async fn reopen_last(&self) {
        if self.open().is_some() {
            return;
        }
        let current = self.status().saved.current.clone();
        let Some(profile) = current.and_then(|id| self.data.profile(&id)) else { return };
        if let Err(error) = self.open_profile(profile, None).await {
            tracing::error!(%error, "the profile cannot be opened");
            self.record_error(&error);
        }
    }

    /// Opens a profile. One without a session stays locked: no request is answered from it then.
    pub(crate) async fn open_profile(
        &self,
        profile: Profile,
        session: Option<Session>,
    ) -> Result<Option<Arc<OpenProfile>>> {
        // No operation of the previous profile is being sent meanwhile.
        let _sending = self.sending.lock().await;
        let session = match session {
            Some(session) => Some(session),
            None => self.stored_session(&profile).await?,
        };
        let Some(session) = session.map(Arc::new) else {
            self.lock_profile(profile)?;
            return Ok(None);
        };
        let profile = Profile { session: session.storage().into(), ..profile };
        let folder = self.data.save_profile(&profile)?;
        // One file has one store, even while an earlier task still uses it; a profile that was removed begins
        // with a new file.
        let store = match self.find_open(&profile.id).filter(|open| open.store.path().exists()) {
            Some(open) => open.store.clone(),
            None => self.open_store(folder.clone()).await?,
        };
        if let Err(error) = offline_files::delete_unreferenced(&store, &folder) {
            tracing::warn!(%error, "files that nothing names stay");
        }
        let open =
            self.register_open(OpenProfile { profile, store, session, connection_state: Arc::default() });
        let mut status = self.status();
        status.saved.current = Some(open.profile.id.clone());
        status.saved.school = Some(open.profile.school.clone());
        status.saved.tokens_to_delete.remove(&open.profile.id);
        self.data.save_state(&status.saved)?;
        let previous = status.open.replace(Arc::clone(&open));
        status.locked = None;
        drop(status);
        if let Some(previous) = previous {
            previous.connection_state.close();
        }
        self.emit(&Event::State);
        self.wake.notify_one();
        Ok(Some(open))
    }

    /// The stored session of a profile; nothing when it was signed out.
    async fn stored_session(&self, profile: &Profile) -> Result<Option<Session>> {
        let storage = match profile.session {
            StoredSession::SignedOut => None,
            StoredSession::Unknown => match self.secrets.locate(&profile.id).await {
                Ok(storage) => storage,
                // It was open when the app ended, so its token can only be in the keychain.
                Err(Error::Keychain(_)) => {
                    let is_current = self.status().saved.current.as_ref() == Some(&profile.id);
                    is_current.then_some(SecretStorage::Keychain)
                }
                Err(error) => return Err(error),
            },
            StoredSession::Keychain | StoredSession::File => profile.session.storage(),
        };
        let stored =
            |storage| Session::stored(&profile.school.address, &profile.id, self.secrets.clone(), storage);
        Ok(storage.map(stored))
    }

    /// Closes the open profile, and selects this one's school for signing in.
    fn lock_profile(&self, profile: Profile) -> Result<()> {
        let mut status = self.status();
        status.saved.school = Some(profile.school.clone());
        status.locked = Some(profile);
        self.close_with(status)
    }

    /// Signs out locally: the profile is locked, and its pending operations stay.
    ///
    /// # Errors
    /// When that cannot be stored: then the profile is still open.
    pub(crate) fn sign_out(&self) -> Result<()> {
        let mut status = self.status();
        if let Some(open) = &status.open {
            self.data.save_profile(&Profile { session: StoredSession::SignedOut, ..open.profile.clone() })?;
        }
        status.locked = None;
        self.close_with(status)
    }

    /// Closes the open profile.
    pub(crate) fn close_profile(&self) -> Result<()> {
        let mut status = self.status();
        status.locked = None;
        self.close_with(status)
    }

    fn close_with(&self, mut status: MutexGuard<'_, Status>) -> Result<()> {
        let previous = status.open.take();
        status.saved.current = None;
        self.data.save_state(&status.saved)?;
        drop(status);
        if let Some(previous) = previous {
            previous.connection_state.close();
        }
        self.emit(&Event::State);
        Ok(())
    }

    /// Schedules the deletion of a token for which the keychain did not respond: it is tried again at the
    /// next start.
    pub(crate) fn schedule_token_deletion(&self, name: &str) -> Result<()> {
        let mut status = self.status();
        status.saved.tokens_to_delete.insert(name.to_owned());
        self.data.save_state(&status.saved)
    }

    /// Deletes the tokens that the keychain could not delete before.
    pub(crate) async fn delete_scheduled_tokens(&self) {
        let names = self.status().saved.tokens_to_delete.clone();
        for name in names {
            let deleted = self.secrets.delete(&name).await;
            if matches!(deleted, Ok(true)) {
                let mut status = self.status();
                status.saved.tokens_to_delete.remove(&name);
                if let Err(error) = self.data.save_state(&status.saved) {
                    tracing::warn!(%error, "not remembered");
                }
            }
        }
    }
}
