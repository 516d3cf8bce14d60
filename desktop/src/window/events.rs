//! Forwards events of the library to the page, the menu and the system's notifications.

use preau_desktop::app::{App, Event};
use tauri::{AppHandle, Emitter as _, Manager as _};

use super::{downloads, file_dialog, menu, notices, page};

/// Registers the listener.
pub(super) fn forward(app: &App, handle: &AppHandle) {
    let handle = handle.clone();
    let dialog_handle = handle.clone();
    app.on_choose(move |rules| {
        Box::pin(file_dialog::file(dialog_handle.state::<menu::MenuState>().language(), rules))
    });
    app.on_event(move |event| dispatch(&handle, event));
}

fn dispatch(handle: &AppHandle, event: Event) {
    let language = handle.state::<menu::MenuState>().language();
    match event {
        Event::State => {
            emit(handle, "preau://state", ());
            follow_language(handle);
        }
        Event::Changed(kinds) => emit(handle, "preau://changed", kinds),
        Event::SyncFailed => {
            emit(handle, "preau://sync-failed", ());
            notices::sync_failed(language);
        }
        Event::Conflict { title } => {
            notices::conflict(language, &title);
            emit(handle, "preau://conflict", title);
        }
        Event::Upload(upload) => emit(handle, "preau://upload", upload),
        Event::OpenBrowser(address) => page::open_outside(&address),
    }
}

pub(super) fn emit(handle: &AppHandle, name: &str, payload: impl serde::Serialize + Clone) {
    if let Err(error) = handle.emit(name, payload) {
        tracing::warn!(%error, name, "the page was not told");
    }
}

/// Sets the menu to the account's language.
fn follow_language(handle: &AppHandle) {
    let handle = handle.clone();
    tauri::async_runtime::spawn(async move {
        let state = downloads::state(&handle).await;
        let language = state.get("language").and_then(|language| language.as_str()?.parse().ok());
        if let Some(Err(error)) = language.map(|language| menu::show(&handle, language)) {
            tracing::warn!(%error, "the menu stays as it is");
        }
    });
}
