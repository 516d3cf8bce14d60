//! Folders and files that only this user can read. On systems other than Unix, the system's own folder of a
//! user is as private.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::system;

/// Creates a folder and its parents; corrects its mode when it exists.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    set_mode(path, FOLDER)
}

/// Options that create a file for this user only.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options
}

/// Creates a file unless it exists.
pub(crate) fn touch(path: &Path) -> io::Result<()> {
    options().truncate(false).open(path).map(drop)
}

/// Writes a file atomically. A file with the same content is not written, so that nothing can fail.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    let new = path.with_extension("new");
    let mut file: File = options().truncate(true).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    // Windows cannot rename an open file.
    drop(file);
    system::rename(&new, path)
}

/// Corrects the modes of a folder and its contents: older versions of the app left the system's defaults.
pub(crate) fn mend(path: &Path) {
    let Ok(about) = fs::symlink_metadata(path) else { return };
    let mode = if about.is_dir() { FOLDER } else { FILE };
    if about.is_symlink() {
        return;
    }
    if let Err(error) = set_mode(path, mode) {
        tracing::warn!(%error, path = %path.display(), "the mode of a file stays");
    }
    let inside = about.is_dir().then(|| fs::read_dir(path)).into_iter().flatten();
    inside.flatten().flatten().for_each(|entry| mend(&entry.path()));
}

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::symlink_metadata(path)?.permissions().mode() & 0o777 == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
