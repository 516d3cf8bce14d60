//! Windows and macOS. The keys of cut, copy and paste are the system's there: its own entries act on the page.

use notify_rust::Notification;
use tauri::menu::PredefinedMenuItem;
use tauri::{AppHandle, WebviewWindow, Wry};

/// Does what the system has no entry for.
pub(in crate::window) fn edit(window: &WebviewWindow, name: &'static str) {
    if let Err(error) = window.eval(format!("document.execCommand('{name}')")) {
        tracing::warn!(%error, name, "not done to the text");
    }
}

/// The system's own entry for it, if it has one: Windows has none to undo and redo.
pub(in crate::window) fn edit_entry(
    app: &AppHandle,
    name: &'static str,
    text: &'static str,
) -> tauri::Result<Option<PredefinedMenuItem<Wry>>> {
    let text = Some(text);
    match name {
        "Cut" => PredefinedMenuItem::cut(app, text).map(Some),
        "Copy" => PredefinedMenuItem::copy(app, text).map(Some),
        "Paste" => PredefinedMenuItem::paste(app, text).map(Some),
        "SelectAll" => PredefinedMenuItem::select_all(app, text).map(Some),
        "Undo" if cfg!(target_os = "macos") => PredefinedMenuItem::undo(app, text).map(Some),
        "Redo" if cfg!(target_os = "macos") => PredefinedMenuItem::redo(app, text).map(Some),
        _ => Ok(None),
    }
}

/// These web views tell of every window that a script asks for.
#[expect(clippy::unnecessary_wraps, reason = "it may fail on Linux")]
pub(in crate::window) fn follow_scripts(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Spelling is checked in the languages that the system's user has chosen.
#[expect(clippy::unnecessary_wraps, reason = "it may fail on Linux")]
pub(in crate::window) fn check_spelling(_: &WebviewWindow, _: &'static [&'static str]) -> tauri::Result<()> {
    Ok(())
}

pub(in crate::window) fn notice(summary: &str, more: &str) -> notify_rust::error::Result<()> {
    let mut notice = Notification::new();
    notice.appname("Préau").summary(summary).body(more);
    // Windows shows notices of installed programs only; by this name their shortcut in the start menu is known.
    #[cfg(windows)]
    notice.app_id("fr.preau.bureau");
    notice.show().map(drop)
}
