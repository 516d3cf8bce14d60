//! Rendered pages on disk, so that the first visitor after a start need not wait for the engine. A page is compared with the
//! API's responses before it is sent, like one in memory; pages of another day or of another program are deleted.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::page_cache::Source;
use super::sent::Forms;
use super::ssr::{Outcome, RenderRequest, Rendered};
use crate::clock::sha256_hex;

/// The most pages that are kept: about 20 MB.
const PAGES: usize = 200;

#[derive(Clone)]
pub(super) struct KeptPages {
    folder: PathBuf,
    /// Identifies the program that renders.
    program: String,
    written: Arc<AtomicUsize>,
}

#[derive(Deserialize, Serialize)]
struct Kept {
    outcome: Outcome,
    route: String,
    sources: Vec<Source>,
}

impl KeptPages {
    /// The pages in this folder that this program rendered on this day; others are deleted.
    pub(super) fn open(folder: PathBuf, program: &str, today: chrono::NaiveDate) -> Self {
        let prefix = prefix(program, today);
        let mut kept = 0;
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                kept += 1;
            } else if let Err(error) = fs::remove_file(entry.path()) {
                tracing::debug!(%error, "an old page cannot be deleted");
            }
        }
        Self { folder, program: program.to_owned(), written: Arc::new(AtomicUsize::new(kept)) }
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
        if !is_page || self.written.fetch_add(1, Ordering::Relaxed) >= PAGES {
            return;
        }
        let Rendered { outcome, route, sources, .. } = rendered;
        let kept = Kept { outcome: outcome.clone(), route: route.clone(), sources: sources.clone() };
        let file = self.file(request);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = write(&file, &kept) {
                tracing::debug!(%error, "a page cannot be kept");
            }
        });
    }

    fn file(&self, request: &RenderRequest) -> PathBuf {
        let RenderRequest { path, query, language, today, origin } = request;
        let name = sha256_hex(format!("{origin} {language} {path}{query}"));
        self.folder.join(format!("{}{name}.json", prefix(&self.program, *today)))
    }
}

fn prefix(program: &str, today: chrono::NaiveDate) -> String {
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
