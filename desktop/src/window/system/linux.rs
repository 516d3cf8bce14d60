//! Linux: the web view of `WebKitGTK`, and notifications over the session bus.

use notify_rust::Notification;
use tauri::menu::PredefinedMenuItem;
use tauri::{AppHandle, WebviewWindow, Wry};
use webkit2gtk::{SettingsExt as _, WebContextExt as _, WebViewExt as _};

/// Runs an editing action in the page: `Cut`, `Copy`, `Paste`, `SelectAll`, `Undo`, `Redo`.
pub(in crate::window) fn edit(window: &WebviewWindow, name: &'static str) {
    if let Err(error) = window.with_webview(move |view| view.inner().execute_editing_command(name)) {
        tracing::warn!(%error, name, "not done to the text");
    }
}

/// The system has no menu entries for these.
#[expect(clippy::unnecessary_wraps, reason = "other systems have entries, and may fail to make one")]
pub(in crate::window) fn edit_entry(
    _: &AppHandle,
    _: &'static str,
    _: &'static str,
) -> tauri::Result<Option<PredefinedMenuItem<Wry>>> {
    Ok(None)
}

/// A script may open a window without a click: its address is handled like that of any link, without a new
/// window.
pub(in crate::window) fn follow_scripts(window: &WebviewWindow) -> tauri::Result<()> {
    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_javascript_can_open_windows_automatically(true);
        }
    })
}

/// Enables spell checking with these dictionaries of the system, as far as they are installed.
pub(in crate::window) fn check_spelling(
    window: &WebviewWindow,
    names: &'static [&'static str],
) -> tauri::Result<()> {
    window.with_webview(move |view| {
        if let Some(context) = view.inner().context() {
            context.set_spell_checking_languages(names);
            context.set_spell_checking_enabled(true);
            tracing::info!(?names, found = ?context.spell_checking_languages(), "spelling is checked");
        }
    })
}

/// A notification with the icon that the package installs.
pub(in crate::window) fn notice(summary: &str, more: &str) -> notify_rust::error::Result<()> {
    Notification::new().appname("Préau").icon("preau-desktop").summary(summary).body(more).show().map(drop)
}
