//! Opening and closing profiles. A profile without a session is locked.

use std::sync::{Arc, MutexGuard};

use super::{AppContext, Event, Status};
use crate::error::{Error, Result};
use crate::kept_files;
use crate::profile::{Kept, Open, Profile};
use crate::school::tokens::Session;
use crate::secrets::Place;

impl AppContext {
    /// Opens the profile that was open last, unless it is open.
    pub(crate) async fn reopen(&self) {
        if self.open().is_some() {
            return;
        }
        let current = self.status().remembered.current.clone();
        let Some(profile) = current.and_then(|id| self.home.profile(&id)) else { return };
        if let Err(error) = self.enter(profile, None).await {
            tracing::error!(%error, "the profile cannot be opened");
            self.note(&error);
        }
    }

    /// Opens a profile. One without a session stays locked: no request is answered from it then.
    pub(crate) async fn enter(
        &self,
        profile: Profile,
        session: Option<Session>,
    ) -> Result<Option<Arc<Open>>> {
        // No operation of the previous profile is being sent meanwhile.
        let _sending = self.sending.lock().await;
        let session = match session {
            Some(session) => Some(session),
            None => self.session_of(&profile).await?,
        };
        let Some(session) = session.map(Arc::new) else {
            self.lock(profile)?;
            return Ok(None);
        };
        let profile = Profile { session: session.place().into(), ..profile };
        let folder = self.home.keep(&profile)?;
        // One file has one store, even while an earlier task still uses it; a profile that was removed begins
        // with a new file.
        let store = match self.opened(&profile.id).filter(|open| open.store.path().exists()) {
            Some(open) => open.store.clone(),
            None => self.store(folder.clone()).await?,
        };
        if let Err(error) = kept_files::sweep(&store, &folder) {
            tracing::warn!(%error, "files that nothing names stay");
        }
        let open = self.opens(Open { profile, store, session, standing: Arc::default() });
        let mut now = self.status();
        now.remembered.current = Some(open.profile.id.clone());
        now.remembered.school = Some(open.profile.school.clone());
        now.remembered.to_forget.remove(&open.profile.id);
        self.home.remember(&now.remembered)?;
        let before = now.open.replace(Arc::clone(&open));
        now.locked = None;
        drop(now);
        if let Some(before) = before {
            before.standing.leave();
        }
        self.tell(&Event::State);
        self.wake.notify_one();
        Ok(Some(open))
    }

    /// The stored session of a profile; nothing when it was signed out.
    async fn session_of(&self, profile: &Profile) -> Result<Option<Session>> {
        let place = match profile.session {
            Kept::SignedOut => None,
            Kept::Unknown => match self.secrets.locate(&profile.id).await {
                Ok(place) => place,
                // It was open when the app ended, so its token can only be in the keychain.
                Err(Error::Keychain(_)) => {
                    let is_current = self.status().remembered.current.as_ref() == Some(&profile.id);
                    is_current.then_some(Place::Keychain)
                }
                Err(error) => return Err(error),
            },
            Kept::Keychain | Kept::File => profile.session.place(),
        };
        let kept = |place| Session::kept(&profile.school.address, &profile.id, self.secrets.clone(), place);
        Ok(place.map(kept))
    }

    /// Closes the open profile, and selects this one's school for signing in.
    fn lock(&self, profile: Profile) -> Result<()> {
        let mut now = self.status();
        now.remembered.school = Some(profile.school.clone());
        now.locked = Some(profile);
        self.close_in(now)
    }

    /// Signs out locally: the profile is locked, and its pending operations stay.
    ///
    /// # Errors
    /// When that cannot be stored: then the profile is still open.
    pub(crate) fn leave(&self) -> Result<()> {
        let mut now = self.status();
        if let Some(open) = &now.open {
            self.home.keep(&Profile { session: Kept::SignedOut, ..open.profile.clone() })?;
        }
        now.locked = None;
        self.close_in(now)
    }

    /// Closes the open profile.
    pub(crate) fn close(&self) -> Result<()> {
        let mut now = self.status();
        now.locked = None;
        self.close_in(now)
    }

    fn close_in(&self, mut now: MutexGuard<'_, Status>) -> Result<()> {
        let before = now.open.take();
        now.remembered.current = None;
        self.home.remember(&now.remembered)?;
        drop(now);
        if let Some(before) = before {
            before.standing.leave();
        }
        self.tell(&Event::State);
        Ok(())
    }

    /// Schedules the deletion of a token for which the keychain did not respond: it is tried again at the
    /// next start.
    pub(crate) fn forget_later(&self, name: &str) -> Result<()> {
        let mut now = self.status();
        now.remembered.to_forget.insert(name.to_owned());
        self.home.remember(&now.remembered)
    }

    /// Deletes the tokens that the keychain could not delete before.
    pub(crate) async fn forget_left(&self) {
        let names = self.status().remembered.to_forget.clone();
        for name in names {
            let forgotten = self.secrets.forget(&name).await;
            if matches!(forgotten, Ok(true)) {
                let mut now = self.status();
                now.remembered.to_forget.remove(&name);
                if let Err(error) = self.home.remember(&now.remembered) {
                    tracing::warn!(%error, "not remembered");
                }
            }
        }
    }
}
