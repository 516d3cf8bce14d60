//! The menu in the account's language, and the actions of its entries. Entries for the page are sent to it.

use std::sync::{Mutex, PoisonError};

use preau_core::language::UiLanguage;
use tauri::menu::{Menu, MenuBuilder, MenuEvent, MenuItemBuilder, SubmenuBuilder};
use tauri::{AppHandle, Manager as _, WebviewWindow};

use super::notices::in_language;
use super::{events, spelling, system};

/// An entry: its name, its shortcut, its labels in French, English, Italian and Chinese, and its action.
struct Entry {
    name: &'static str,
    key: Option<&'static str>,
    texts: [&'static str; 4],
    action: Action,
}

#[derive(Clone, Copy)]
enum Action {
    /// Sends the entry's name to the page.
    Page,
    Edit(&'static str),
    /// Zooms by this many hundredths; nothing resets the zoom.
    Zoom(Option<i32>),
    History(&'static str),
    FullScreen,
    Quit,
}

const fn entry(name: &'static str, key: &'static str, texts: [&'static str; 4], action: Action) -> Entry {
    Entry { name, key: if key.is_empty() { None } else { Some(key) }, texts, action }
}

/// Cut, copy and paste have no shortcut here: the page handles them, and its editor does more with them.
const MENUS: [([&str; 4], &[Entry]); 3] = [
    (
        ["Fichier", "File", "File", "文件"],
        &[
            entry(
                "new-course",
                "CmdOrCtrl+N",
                ["Nouveau cours", "New course", "Nuovo corso", "新建课程"],
                Action::Page,
            ),
            entry("save", "CmdOrCtrl+S", ["Enregistrer", "Save", "Salva", "保存"], Action::Page),
            entry(
                "sync",
                "CmdOrCtrl+R",
                ["Synchroniser", "Synchronise", "Sincronizza", "同步"],
                Action::Page,
            ),
            entry("quit", "CmdOrCtrl+Q", ["Quitter", "Quit", "Esci", "退出"], Action::Quit),
        ],
    ),
    (
        ["Édition", "Edit", "Modifica", "编辑"],
        &[
            entry("undo", "", ["Annuler", "Undo", "Annulla", "撤销"], Action::Edit("Undo")),
            entry("redo", "", ["Rétablir", "Redo", "Ripeti", "重做"], Action::Edit("Redo")),
            entry("cut", "", ["Couper", "Cut", "Taglia", "剪切"], Action::Edit("Cut")),
            entry("copy", "", ["Copier", "Copy", "Copia", "复制"], Action::Edit("Copy")),
            entry("paste", "", ["Coller", "Paste", "Incolla", "粘贴"], Action::Edit("Paste")),
            entry(
                "all",
                "",
                ["Tout sélectionner", "Select all", "Seleziona tutto", "全选"],
                Action::Edit("SelectAll"),
            ),
            entry("search", "CmdOrCtrl+K", ["Rechercher", "Search", "Cerca", "搜索"], Action::Page),
        ],
    ),
    (
        ["Affichage", "View", "Vista", "视图"],
        &[
            entry(
                "back",
                "Alt+Left",
                ["Précédent", "Back", "Indietro", "后退"],
                Action::History("history.back()"),
            ),
            entry(
                "forward",
                "Alt+Right",
                ["Suivant", "Forward", "Avanti", "前进"],
                Action::History("history.forward()"),
            ),
            entry(
                "larger",
                "CmdOrCtrl+=",
                ["Agrandir", "Zoom in", "Ingrandisci", "放大"],
                Action::Zoom(Some(10)),
            ),
            entry(
                "smaller",
                "CmdOrCtrl+-",
                ["Réduire", "Zoom out", "Riduci", "缩小"],
                Action::Zoom(Some(-10)),
            ),
            entry(
                "actual",
                "CmdOrCtrl+0",
                ["Taille réelle", "Actual size", "Dimensione reale", "实际大小"],
                Action::Zoom(None),
            ),
            entry(
                "full",
                "F11",
                ["Plein écran", "Full screen", "Schermo intero", "全屏"],
                Action::FullScreen,
            ),
        ],
    ),
];

/// The menu's current language, and the zoom of the page.
pub(super) struct MenuState(Mutex<Settings>);

struct Settings {
    language: Option<UiLanguage>,
    percent: i32,
}

impl Default for MenuState {
    fn default() -> Self {
        Self(Mutex::new(Settings { language: None, percent: 100 }))
    }
}

impl MenuState {
    pub(super) fn language(&self) -> UiLanguage {
        self.with(|settings| settings.language.unwrap_or_default())
    }

    fn with<T>(&self, change: impl FnOnce(&mut Settings) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Displays the menu in this language, unless it is displayed already; also sets the language of the spell
/// checker.
pub(super) fn show(app: &AppHandle, language: UiLanguage) -> tauri::Result<()> {
    let is_new =
        app.state::<MenuState>().with(|settings| settings.language.replace(language) != Some(language));
    if is_new {
        app.set_menu(menu(app, language)?)?;
        if let Some(window) = super::window(app) {
            spelling::check(&window, language)?;
        }
    }
    Ok(())
}

fn menu(app: &AppHandle, language: UiLanguage) -> tauri::Result<Menu<tauri::Wry>> {
    let mut menu = MenuBuilder::new(app);
    // The first menu of macOS is the application menu, regardless of its title.
    if cfg!(target_os = "macos") {
        menu = menu.item(&SubmenuBuilder::new(app, "Préau").hide().hide_others().show_all().build()?);
    }
    for (title, entries) in &MENUS {
        let mut part = SubmenuBuilder::new(app, in_language(title, language));
        for entry in *entries {
            let text = in_language(&entry.texts, language);
            if let Action::Edit(name) = entry.action
                && let Some(own) = system::edit_entry(app, name, text)?
            {
                part = part.item(&own);
                continue;
            }
            let mut item = MenuItemBuilder::with_id(entry.name, text);
            if let Some(key) = entry.key {
                item = item.accelerator(key);
            }
            part = part.item(&item.build(app)?);
        }
        menu = menu.item(&part.build()?);
    }
    menu.build()
}

/// Runs the action of the chosen entry.
pub(super) fn chosen(app: &AppHandle, event: &MenuEvent) {
    let mut entries = MENUS.iter().flat_map(|(_, entries)| *entries);
    let Some(entry) = entries.find(|entry| event.id() == entry.name) else { return };
    let Some(window) = super::window(app) else { return };
    let done = match entry.action {
        Action::Page => {
            events::emit(app, "preau://menu", entry.name);
            Ok(())
        }
        Action::Edit(command) => {
            system::edit(&window, command);
            Ok(())
        }
        Action::Zoom(by) => zoom(app, &window, by),
        Action::History(script) => window.eval(script),
        Action::FullScreen => window.is_fullscreen().and_then(|is| window.set_fullscreen(!is)),
        Action::Quit => window.close(),
    };
    if let Err(error) = done {
        tracing::warn!(%error, entry = entry.name, "the menu did nothing");
    }
}

fn zoom(app: &AppHandle, window: &WebviewWindow, by: Option<i32>) -> tauri::Result<()> {
    let percent = app.state::<MenuState>().with(|settings| {
        settings.percent = by.map_or(100, |by| (settings.percent + by).clamp(50, 200));
        settings.percent
    });
    window.set_zoom(f64::from(percent) / 100.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn menu_entries_have_unique_names_and_keys_and_all_translations() {
        let entries: Vec<&Entry> = MENUS.iter().flat_map(|(_, entries)| *entries).collect();
        let names: HashSet<_> = entries.iter().map(|entry| entry.name).collect();
        let keys: Vec<_> = entries.iter().filter_map(|entry| entry.key).collect();
        assert_eq!(names.len(), entries.len());
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
        assert!(entries.iter().all(|entry| entry.texts.iter().all(|text| !text.is_empty())));
    }
}
