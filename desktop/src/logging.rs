//! The log: on standard error, and in a file in the app's folder, whose last lines go into the support
//! report. The file is limited in size, so that a repeated error does not fill the disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::Layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::owner_only;

const FOLDER: &str = "logs";
const NAME: &str = "preau-desktop.log";
const PREVIOUS: &str = "preau-desktop.1.log";
/// Maximum bytes of a file, of which there are two.
const MAX_SIZE: u64 = 1024 * 1024;

/// Starts logging; `RUST_LOG` sets the level. Lines that cannot be written to the file are lost.
pub fn start(folder: &Path) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let file = layer().with_writer(Mutex::new(LogFile::new(folder, MAX_SIZE)));
    let started = tracing_subscriber::registry()
        .with(filter)
        .with(layer().with_writer(io::stderr))
        .with(file)
        .try_init();
    if let Err(error) = started {
        eprintln!("no log: {error}");
    }
}

/// Plain text; write errors are ignored.
fn layer<S>() -> Layer<S> {
    tracing_subscriber::fmt::layer().with_ansi(false).log_internal_errors(false)
}

/// The last lines, the oldest first.
pub(crate) fn last_lines(folder: &Path, limit: usize) -> Vec<String> {
    let read = |name| fs::read(folder.join(FOLDER).join(name)).unwrap_or_default();
    let text = [read(PREVIOUS), read(NAME)].concat();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(limit)..].iter().map(|line| (*line).to_owned()).collect()
}

/// A file that is rotated when it is too large; only one previous file is stored.
#[derive(Debug)]
struct LogFile {
    folder: PathBuf,
    max_size: u64,
    /// The file and its size in bytes.
    open: Option<(File, u64)>,
}

impl LogFile {
    fn new(folder: &Path, max_size: u64) -> Self {
        Self { folder: folder.join(FOLDER), max_size, open: None }
    }

    fn current(&mut self) -> io::Result<&mut (File, u64)> {
        let path = self.folder.join(NAME);
        if self.open.as_ref().is_some_and(|(_, size)| *size >= self.max_size) {
            self.open = None;
            fs::rename(&path, self.folder.join(PREVIOUS))?;
        }
        match &mut self.open {
            Some(open) => Ok(open),
            closed => {
                owner_only::create_folder(&self.folder)?;
                let file = owner_only::file_options().append(true).open(&path)?;
                let size = file.metadata()?.len();
                Ok(closed.insert((file, size)))
            }
        }
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (file, size) = self.current()?;
        file.write_all(bytes)?;
        *size += u64::try_from(bytes.len()).unwrap_or_default();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_rotated_and_its_last_lines_are_returned() {
        let folder = tempfile::tempdir().unwrap();
        for start in [0, 50] {
            let mut log = LogFile::new(folder.path(), 100);
            for line in start..start + 50 {
                log.write_all(format!("line number {line}\n").as_bytes()).unwrap();
            }
        }
        let files: Vec<_> = fs::read_dir(folder.path().join(FOLDER)).unwrap().flatten().collect();
        assert_eq!(files.len(), 2);
        assert!(files.iter().all(|file| file.metadata().unwrap().len() < 120));
        assert_eq!(last_lines(folder.path(), 3), ["line number 97", "line number 98", "line number 99"]);
        assert_eq!(last_lines(&folder.path().join("nothing"), 3), Vec::<String>::new());
    }
}
