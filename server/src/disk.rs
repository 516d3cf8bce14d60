//! Checks of files, folders and free space before anything is written.

use std::path::Path;

use crate::error::{Error, Result};

/// Space on the disk of a folder, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// Available to this program's account.
    pub free: u64,
    /// Total size.
    pub total: u64,
}

/// Refuses a path that this program's account cannot write.
#[cfg(unix)]
pub fn refuse_unwritable(path: &Path) -> Result<()> {
    use rustix::fs::{Access, access};
    let wanted =
        if path.is_dir() { Access::WRITE_OK | Access::EXEC_OK } else { Access::WRITE_OK | Access::READ_OK };
    access(path, wanted).map_err(|error| {
        let shown = path.display();
        Error::internal(match error {
            rustix::io::Errno::ROFS => {
                format!("{shown} stands on a disk that is mounted read-only: mount it for writing")
            }
            rustix::io::Errno::ACCESS | rustix::io::Errno::PERM => not_ours(path),
            _ => format!("{shown}: {}", std::io::Error::from(error)),
        })
    })
}

#[cfg(unix)]
fn not_ours(path: &Path) -> String {
    use std::os::unix::fs::MetadataExt as _;
    let shown = path.display();
    let account = rustix::process::geteuid().as_raw();
    match path.metadata().map(|found| found.uid()) {
        Ok(owner) if owner != account => format!(
            "{shown} belongs to the account {owner}, and this program runs as {account}, which may not write it: run the \
             program as its owner, or `chown` it"
        ),
        _ => format!("{shown} is read-only for this program's account ({account}): `chmod u+rwX {shown}`"),
    }
}

/// Refuses a path that this program's account cannot write.
#[cfg(not(unix))]
pub fn refuse_unwritable(path: &Path) -> Result<()> {
    match path.metadata() {
        Ok(found) if found.permissions().readonly() => Err(Error::internal(format!(
            "{} is read-only: let this program's account write it",
            path.display()
        ))),
        Ok(_) => Ok(()),
        Err(error) => Err(Error::internal(format!("{}: {error}", path.display()))),
    }
}

/// The space on the disk of this folder; nothing when the system does not report it.
#[cfg(unix)]
#[must_use]
pub fn space(folder: &Path) -> Option<Space> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(Space { free: disk.f_bavail * disk.f_frsize, total: disk.f_blocks * disk.f_frsize })
}

/// The space on the disk of this folder; nothing when the system does not report it.
#[cfg(not(unix))]
#[must_use]
pub fn space(_: &Path) -> Option<Space> {
    None
}
