//! Spell checking in the language of the window and in French, in which the school writes, with the
//! dictionaries of the system; without a dictionary nothing is marked. `WebKitGTK` has no language for single
//! fields: a word is correct if one of the dictionaries has it.

use preau_core::language::UiLanguage;
use tauri::WebviewWindow;

use super::system;

/// The dictionaries for a window in this language; Chinese has none.
fn dictionaries(language: UiLanguage) -> &'static [&'static str] {
    match language {
        UiLanguage::Fr | UiLanguage::Zh => &["fr_FR"],
        UiLanguage::En => &["en_GB", "en_US", "fr_FR"],
        UiLanguage::It => &["it_IT", "fr_FR"],
    }
}

/// Enables spell checking in the window.
pub(super) fn check(window: &WebviewWindow, language: UiLanguage) -> tauri::Result<()> {
    system::check_spelling(window, dictionaries(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_s_language_comes_first_and_french_is_always_there() {
        for (language, first) in [
            (UiLanguage::Fr, "fr_FR"),
            (UiLanguage::En, "en_GB"),
            (UiLanguage::It, "it_IT"),
            (UiLanguage::Zh, "fr_FR"),
        ] {
            let names = dictionaries(language);
            assert_eq!(names[0], first);
            assert!(names.contains(&"fr_FR"), "{language:?}");
        }
    }
}
