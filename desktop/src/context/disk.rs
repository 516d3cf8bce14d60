//! Records that the local disk prevents writing: set where a write fails, cleared when one succeeds.

use super::AppContext;
use crate::error::Error;

impl AppContext {
    /// Records a disk error.
    pub(crate) fn note(&self, error: &Error) {
        let Some(disk) = error.disk() else { return };
        if self.status().disk != Some(disk) {
            self.change(|now| now.disk = Some(disk));
        }
    }

    /// Checks whether the disk accepts writes again, and opens the profile that it prevented from opening.
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
