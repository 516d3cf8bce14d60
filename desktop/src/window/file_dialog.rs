//! The system's dialog for choosing a file. The page does not get its path.

use std::path::PathBuf;

use preau_core::language::UiLanguage;
use preau_desktop::upload_registry::FileRule;

use super::notices::in_language;

const TITLE: [&str; 4] = ["Choisir un fichier", "Choose a file", "Scegli un file", "选择文件"];

/// The chosen file, one that these rules allow.
pub(super) async fn file(language: UiLanguage, rules: Vec<FileRule>) -> Option<PathBuf> {
    let formats = rules.iter().map(|rule| rule.formats.as_str()).collect::<Vec<_>>().join(", ");
    // File names may have extensions in capitals, and some dialogs distinguish case.
    let endings: Vec<String> = rules
        .iter()
        .flat_map(|rule| &rule.extensions)
        .flat_map(|ending| [ending.clone(), ending.to_ascii_uppercase()])
        .collect();
    let dialog = rfd::AsyncFileDialog::new().set_title(in_language(&TITLE, language));
    let chosen = dialog.add_filter(formats, &endings).pick_file().await?;
    Some(chosen.path().to_owned())
}
