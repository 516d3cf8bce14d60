//! What the menu does to the text in the page: cut, copy, paste.

use tauri::WebviewWindow;

/// Does this to the page's selection: `Cut`, `Copy`, `Paste`, `SelectAll`, `Undo`, `Redo`.
#[cfg(target_os = "linux")]
pub(super) fn command(window: &WebviewWindow, name: &'static str) {
    use webkit2gtk::WebViewExt as _;

    if let Err(error) = window.with_webview(move |view| view.inner().execute_editing_command(name)) {
        tracing::warn!(%error, name, "not done to the text");
    }
}

/// Elsewhere the system's own entries would do it; this app is built for Linux.
#[cfg(not(target_os = "linux"))]
pub(super) fn command(window: &WebviewWindow, name: &'static str) {
    if let Err(error) = window.eval(format!("document.execCommand('{name}')")) {
        tracing::warn!(%error, name, "not done to the text");
    }
}
