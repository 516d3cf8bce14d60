//! Windows and macOS. The shortcuts of cut, copy and paste are the system's: its own menu entries act on the
//! page.

use notify_rust::Notification;
use tauri::menu::PredefinedMenuItem;
use tauri::{AppHandle, WebviewWindow, Wry};

/// Runs an action without a menu entry of the system's.
pub(in crate::window) fn edit(window: &WebviewWindow, name: &'static str) {
    if let Err(error) = window.eval(format!("document.execCommand('{name}')")) {
        tracing::warn!(%error, name, "not done to the text");
    }
}

/// The system's own entry for an action, if it has one: Windows has none for undo and redo.
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

/// These web views report every window that a script opens.
#[expect(clippy::unnecessary_wraps, reason = "it may fail on Linux")]
pub(in crate::window) fn follow_scripts(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// The spell checker uses the languages of the system's user.
#[expect(clippy::unnecessary_wraps, reason = "it may fail on Linux")]
pub(in crate::window) fn check_spelling(_: &WebviewWindow, _: &'static [&'static str]) -> tauri::Result<()> {
    Ok(())
}

pub(in crate::window) fn notice(summary: &str, more: &str) -> notify_rust::error::Result<()> {
    let mut notice = Notification::new();
    notice.appname("Préau").summary(summary).body(more);
    // Windows displays notifications of installed programs only; this is the id of their start menu shortcut.
    #[cfg(windows)]
    notice.app_id("fr.preau.bureau");
    notice.show().map(drop)
}
