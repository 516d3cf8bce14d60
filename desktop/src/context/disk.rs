//! What hinders writing on this computer: noted where a write fails, and over when one succeeds.

use super::AppContext;
use crate::error::Error;

impl AppContext {
    /// Takes note of what hinders writing.
    pub(crate) fn note(&self, error: &Error) {
        let Some(disk) = error.disk() else { return };
        if self.status().disk != Some(disk) {
            self.change(|now| now.disk = Some(disk));
        }
    }

    /// Looks whether the disk takes writes again, and opens the profile that it hindered.
    pub(crate) async fn try_disk(&self) {
        if self.status().disk.is_none() {
            return;
        }
        self.reopen().await;
        let (open, now) = (self.open(), self.status().remembered.current.clone());
        let tried = match open {
            Some(open) => open.store.try_writing(),
            None if now.is_some() => return,
            None => self.home.try_writing(),
        };
        match tried {
            Ok(()) => self.change(|now| now.disk = None),
            Err(error) => self.note(&error),
        }
    }
}
