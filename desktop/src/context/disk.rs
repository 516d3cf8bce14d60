//! Records that the local disk prevents writing: set where a write fails, cleared when one succeeds.

use super::AppContext;
use crate::error::Error;

impl AppContext {
    /// Records a disk error.
    pub(crate) fn record_error(&self, error: &Error) {
        let Some(disk) = error.disk() else { return };
        if self.status().disk != Some(disk) {
            self.update(|status| status.disk = Some(disk));
        }
    }

    /// Checks whether the disk accepts writes again, and opens the profile that it prevented from opening.
    pub(crate) async fn recheck_disk(&self) {
        if self.status().disk.is_none() {
            return;
        }
        self.reopen_last().await;
        let (open, current) = (self.open(), self.status().saved.current.clone());
        let tried = match open {
            Some(open) => open.store.try_writing(),
            None if current.is_some() => return,
            None => self.data.try_writing(),
        };
        match tried {
            Ok(()) => self.update(|status| status.disk = None),
            Err(error) => self.record_error(&error),
        }
    }
}
