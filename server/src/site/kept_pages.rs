//! Rendered pages on disk, so that the first visitor after a start need not wait for the engine. A page is compared with the
//! API's responses before it is sent, like one in memory; pages of another day or of another program are deleted.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::page_cache::Source;
use super::sent::Forms;
use super::ssr::{Outcome, RenderRequest, Rendered};
use crate::clock::sha256_hex;

/// The most pages that are kept: about 20 MB.
const PAGES: usize = 200;

pub(super) struct KeptPages {
    folder: PathBuf,
    /// Identifies the program that renders.
    program: String,
    /// The day of the pages, and their number.
    written: Mutex<(NaiveDate, usize)>,
}

#[derive(Deserialize, Serialize)]
struct Kept {
    outcome: Outcome,
    route: String,
    sources: Vec<Source>,
}

impl KeptPages {
    /// The pages in this folder that this program rendered on this day; others are deleted.
    pub(super) fn open(folder: PathBuf, program: &str, today: NaiveDate) -> Self {
        let kept = delete_others(&folder, &prefix(program, today));
        Self { folder, program: program.to_owned(), written: Mutex::new((today, kept)) }
    }

    /// The page for this request, if it was rendered before.
    pub(super) async fn load(&self, request: &RenderRequest) -> Option<Rendered> {
        let bytes = tokio::fs::read(self.file(request)).await.ok()?;
        let Kept { outcome, route, sources } = serde_json::from_slice(&bytes).ok()?;
        Some(Rendered { outcome, route, sources, sent: Forms::default() })
    }

    /// Keeps a page in the background. A page that cannot be written is rendered again after the next start.
    pub(super) fn store(&self, request: &RenderRequest, rendered: &Rendered) {
        let is_page = matches!(&rendered.outcome, Outcome::Page(parts) if parts.status == 200);
        let Some(is_new_day) = is_page.then(|| self.may_write(request.today)).flatten() else { return };
        let Rendered { outcome, route, sources, .. } = rendered;
        let kept = Kept { outcome: outcome.clone(), route: route.clone(), sources: sources.clone() };
        let (file, folder) = (self.file(request), self.folder.clone());
        let prefix = prefix(&self.program, request.today);
        tokio::task::spawn_blocking(move || {
            if is_new_day {
                delete_others(&folder, &prefix);
            }
            if let Err(error) = write(&file, &kept) {
                tracing::debug!(%error, "a page cannot be kept");
            }
        });
    }

    /// Whether there is room for a page of this day; if so, whether it is the first of the day.
    fn may_write(&self, today: NaiveDate) -> Option<bool> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new_day = written.0 != today;
        if is_new_day {
            *written = (today, 0);
        }
        written.1 += 1;
        (written.1 <= PAGES).then_some(is_new_day)
    }

    fn file(&self, request: &RenderRequest) -> PathBuf {
        let RenderRequest { path, query, language, today, origin } = request;
        let name = sha256_hex(format!("{origin} {language} {path}{query}"));
        self.folder.join(format!("{}{name}.json", prefix(&self.program, *today)))
    }
}

/// Deletes the files of other days and programs; returns the number of those that stay.
fn delete_others(folder: &Path, prefix: &str) -> usize {
    let mut kept = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            kept += 1;
        } else if let Err(error) = fs::remove_file(entry.path()) {
            tracing::debug!(%error, "an old page cannot be deleted");
        }
    }
    kept
}

fn prefix(program: &str, today: NaiveDate) -> String {
    format!("{today}-{}-", program.get(..16).unwrap_or(program))
}

/// Writes the whole file or none.
fn write(file: &Path, kept: &Kept) -> io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder)?;
    let unfinished = file.with_extension("part");
    fs::write(&unfinished, serde_json::to_vec(kept)?)?;
    fs::rename(&unfinished, file)
}
