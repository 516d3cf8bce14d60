//! Files of the school that a link opens: fetched by the library, saved in the downloads folder, opened by
//! the system.

use std::path::{Path, PathBuf};

use preau_desktop::answer::Request;
use serde_json::Value;
use tauri::{AppHandle, Manager as _};

use super::pending_app::PendingApp;
use super::{menu, notices, page};

/// Extensions of files that are opened immediately; none of them can be executed.
const OPENED_TYPES: [&str; 15] = [
    "pdf", "png", "jpg", "jpeg", "webp", "gif", "mp3", "m4a", "ogg", "wav", "mp4", "webm", "txt", "csv",
    "docx",
];

/// Fetches the file at this address, saves it, and opens it.
pub(super) fn open(app: &AppHandle, address: String) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if let Err(error) = fetch(&app, &address).await {
            tracing::warn!(error, "a file could not be opened");
            notices::not_opened(app.state::<menu::MenuState>().language());
        }
    });
}

async fn fetch(app: &AppHandle, address: &str) -> Result<(), String> {
    let request = get(address).ok_or("no address")?;
    let response = app.state::<PendingApp>().answer(request).await;
    if !response.status().is_success() {
        return Err(response.status().to_string());
    }
    let disposition = response
        .headers()
        .get(http::header::CONTENT_DISPOSITION)
        .and_then(|disposition| disposition.to_str().ok());
    let name = disposition.and_then(name_in_header).unwrap_or_else(|| name_in(address));
    let path = new_path(app, &name);
    tokio::fs::write(&path, response.body()).await.map_err(|error| error.to_string())?;
    let kind = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if OPENED_TYPES.contains(&kind.as_str()) && open::that_detached(&path).is_ok() {
        return Ok(());
    }
    notices::saved(app.state::<menu::MenuState>().language(), &path);
    Ok(())
}

/// Opens a page of the school's public site in the browser.
pub(super) fn open_school(app: &AppHandle, address: String) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let state = state(&app).await;
        if let Some(school) = state.pointer("/school/address").and_then(Value::as_str) {
            page::open_outside(&format!("{}{address}", school.trim_end_matches('/')));
        }
    });
}

/// The app's state; `null` when it cannot be read.
pub(super) async fn state(app: &AppHandle) -> Value {
    let Some(request) = get("/api/desktop/state") else { return Value::Null };
    let response = app.state::<PendingApp>().answer(request).await;
    serde_json::from_slice(response.body()).unwrap_or_default()
}

fn get(address: &str) -> Option<Request> {
    http::Request::get(address).body(Vec::new()).ok()
}

/// A new path with this file name in the downloads folder.
pub(super) fn new_path(app: &AppHandle, name: &str) -> PathBuf {
    let paths = app.path();
    let folder = paths.download_dir().or_else(|_| paths.home_dir()).unwrap_or_else(|_| std::env::temp_dir());
    if let Err(error) = std::fs::create_dir_all(&folder) {
        tracing::warn!(%error, "no folder for downloads");
    }
    free_path(&folder, &safe_name(name))
}

/// Reserved device names of Windows, with any extension.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// The file name without path separators and anything that a system does not allow in a file name.
fn safe_name(name: &str) -> String {
    let cleaned: String =
        name.chars().map(|c| if c.is_control() || "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect();
    let cleaned = cleaned.trim_matches(['.', ' ']);
    let stem = cleaned.split('.').next().unwrap_or_default().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_device = DEVICES.contains(&stem.as_str())
        || port.is_some_and(|number| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()));
    match cleaned {
        "" => "preau".to_owned(),
        cleaned if is_device => format!("preau-{cleaned}"),
        cleaned => cleaned.to_owned(),
    }
}

fn free_path(folder: &Path, name: &str) -> PathBuf {
    let (stem, kind) =
        name.rsplit_once('.').map_or((name, String::new()), |(stem, kind)| (stem, format!(".{kind}")));
    let first = folder.join(name);
    let numbered = (2..1000).map(|number| folder.join(format!("{stem} ({number}){kind}")));
    std::iter::once(first.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(first)
}

/// The name in `attachment; filename="facture-3.pdf"`.
fn name_in_header(disposition: &str) -> Option<String> {
    let (_, rest) = disposition.split_once("filename=")?;
    let name = rest.split(';').next()?.trim().trim_matches('"');
    (!name.is_empty()).then(|| name.to_owned())
}

fn name_in(address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_has_the_school_s_file_name_and_stays_in_its_folder() {
        assert_eq!(
            name_in_header("attachment; filename=\"facture-3.pdf\"; x=y").as_deref(),
            Some("facture-3.pdf")
        );
        assert_eq!(name_in_header("inline"), None);
        assert_eq!(name_in("/files/a/cours.pdf?token=1/2"), "cours.pdf");
        assert_eq!(safe_name("../../.bashrc"), "-..-.bashrc");
        assert_eq!(safe_name("..."), "preau");
        assert_eq!(safe_name("A1 : quoi ? <oui>.pdf"), "A1 - quoi - -oui-.pdf");
        assert_eq!(safe_name("Aux.pdf"), "preau-Aux.pdf");
        assert_eq!(safe_name("com1.csv"), "preau-com1.csv");
        assert_eq!(safe_name("comment.csv"), "comment.csv");
    }

    #[test]
    fn a_download_does_not_overwrite_an_existing_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cours.pdf"), "").unwrap();
        assert_eq!(free_path(folder.path(), "cours.pdf"), folder.path().join("cours (2).pdf"));
        assert_eq!(free_path(folder.path(), "cours"), folder.path().join("cours"));
    }
}
