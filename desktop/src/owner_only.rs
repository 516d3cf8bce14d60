//! Folders and files that only this user can read. On systems other than Unix, the system's own folder of a
//! user is as private.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::system;

/// Creates a folder and its parents; corrects its mode when it exists.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    set_mode(path, FOLDER_MODE)
}

/// Options that create a file for this user only.
pub(crate) fn file_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options
}

/// Creates a file unless it exists.
pub(crate) fn create_file(path: &Path) -> io::Result<()> {
    file_options().truncate(false).open(path).map(drop)
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
    let mut file: File = file_options().truncate(true).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    // Windows cannot rename an open file.
    drop(file);
    system::rename(&new, path)
}

/// Corrects the modes of a folder and its contents: older versions of the app left the system's defaults.
pub(crate) fn restrict(path: &Path) {
    let Ok(about) = fs::symlink_metadata(path) else { return };
    let mode = if about.is_dir() { FOLDER_MODE } else { FILE_MODE };
    if about.is_symlink() {
        return;
    }
    if let Err(error) = set_mode(path, mode) {
        tracing::warn!(%error, path = %path.display(), "the mode of a file stays");
    }
    let inside = about.is_dir().then(|| fs::read_dir(path)).into_iter().flatten();
    inside.flatten().flatten().for_each(|entry| restrict(&entry.path()));
}

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

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
