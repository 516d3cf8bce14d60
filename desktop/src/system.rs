//! Differences between operating systems: the language, and files that are open elsewhere. The window has
//! such a module of its own.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use preau_core::language::UiLanguage;

/// The first of the user's preferred languages that this app supports; else French.
#[must_use]
pub fn language() -> UiLanguage {
    preferred(sys_locale::get_locales())
}

fn preferred(locales: impl Iterator<Item = String>) -> UiLanguage {
    locales.into_iter().find_map(|locale| UiLanguage::parse(&locale).ok()).unwrap_or_default()
}

/// How long a file may be open elsewhere: virus scanners and search indexers read new files.
const TIMEOUT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

/// Renames a file; replaces an existing one. Blocks while one of them is open elsewhere.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    retry_while(is_open_elsewhere, TIMEOUT, || fs::rename(from, to))
}

/// Removes a folder and its contents. Blocks while a file in it is open elsewhere.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    retry_while(is_open_elsewhere, TIMEOUT, || fs::remove_dir_all(folder))
}

/// Windows cannot rename or delete open files: access denied, sharing and lock violations, and a folder that
/// is not empty yet. The error numbers have another meaning on other systems, where open files do not matter.
fn is_open_elsewhere(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33 | 145))
}

/// Retries while it fails for that reason.
fn retry_while(
    may_retry: impl Fn(&io::Error) -> bool,
    timeout: Duration,
    mut work: impl FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let started = Instant::now();
    loop {
        match work() {
            Err(error) if may_retry(&error) && started.elapsed() < timeout => std::thread::sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_supported_language_is_used_else_french() {
        let cases: [(&[&str], UiLanguage); 5] = [
            (&["de-AT", "it-CH", "en"], UiLanguage::It),
            (&["zh-Hans-CN"], UiLanguage::Zh),
            (&["en-US"], UiLanguage::En),
            (&["C"], UiLanguage::Fr),
            (&[], UiLanguage::Fr),
        ];
        for (locales, expected) in cases {
            assert_eq!(preferred(locales.iter().map(ToString::to_string)), expected, "{locales:?}");
        }
    }

    #[test]
    fn operations_on_open_files_are_retried_until_the_timeout() {
        let busy = |error: &io::Error| error.kind() == io::ErrorKind::ResourceBusy;
        let mut left = 3;
        let freed = retry_while(busy, TIMEOUT, || {
            left -= 1;
            if left == 0 { Ok(()) } else { Err(io::ErrorKind::ResourceBusy.into()) }
        });
        assert!(freed.is_ok());
        let never = retry_while(busy, Duration::ZERO, || Err(io::ErrorKind::ResourceBusy.into()));
        assert_eq!(never.unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        let mut tried = 0;
        let refused = retry_while(busy, TIMEOUT, || {
            tried += 1;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!((refused.unwrap_err().kind(), tried), (io::ErrorKind::StorageFull, 1));
    }
}
