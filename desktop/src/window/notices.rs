//! Notifications of the system: a refused operation, a conflict, a saved file. Without a program that
//! displays them they are only logged; the page itself displays the important ones.

use std::path::Path;

use preau_core::language::UiLanguage;

use super::system;

/// A text in each language of the interface.
type Texts = [&'static str; 4];

const SYNC_FAILED: Texts = [
    "Des modifications n’ont pas pu être envoyées",
    "Some changes could not be sent",
    "Alcune modifiche non sono state inviate",
    "有些更改未能发送",
];
const SYNC_FAILED_MORE: Texts = [
    "Rien n’est perdu : ouvrez le panneau des modifications en attente.",
    "Nothing is lost: open the panel of waiting changes.",
    "Nulla è perso: apra il pannello delle modifiche in attesa.",
    "内容没有丢失：请打开待发送更改的面板。",
];
const CONFLICT: Texts = [
    "Quelqu’un a modifié le même texte",
    "Someone else changed the same text",
    "Qualcuno ha modificato lo stesso testo",
    "有人修改了相同的内容",
];
const SAVED: Texts = ["Fichier enregistré", "File saved", "File salvato", "文件已保存"];
const NOT_OPENED: Texts = [
    "Ce fichier n’a pas pu être ouvert",
    "This file could not be opened",
    "Impossibile aprire questo file",
    "无法打开此文件",
];

/// The school refused operations.
pub(super) fn sync_failed(language: UiLanguage) {
    show(text(SYNC_FAILED, language), text(SYNC_FAILED_MORE, language).to_owned());
}

/// Somebody else changed a row with pending edits.
pub(super) fn conflict(language: UiLanguage, title: &str) {
    show(text(CONFLICT, language), title.to_owned());
}

/// A file was saved.
pub(super) fn saved(language: UiLanguage, path: &Path) {
    show(text(SAVED, language), path.display().to_string());
}

/// A file could not be opened.
pub(super) fn not_opened(language: UiLanguage) {
    show(text(NOT_OPENED, language), String::new());
}

fn text(texts: Texts, language: UiLanguage) -> &'static str {
    in_language(&texts, language)
}

/// The text in a language, in the order French, English, Italian, Chinese.
pub(super) const fn in_language(texts: &Texts, language: UiLanguage) -> &'static str {
    let [french, english, italian, chinese] = *texts;
    match language {
        UiLanguage::Fr => french,
        UiLanguage::En => english,
        UiLanguage::It => italian,
        UiLanguage::Zh => chinese,
    }
}

/// Displayed from a separate thread: the bus may block.
fn show(summary: &'static str, more: String) {
    std::thread::spawn(move || {
        if let Err(error) = system::notice(summary, &more) {
            tracing::info!(%error, summary, "nobody shows notices here");
        }
    });
}
