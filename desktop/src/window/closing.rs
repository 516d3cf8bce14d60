//! Closes the window: it is hidden immediately, but closed only after its forms have stored the last input.

use std::time::Duration;

use tauri::{Manager as _, Window, WindowEvent};

use super::pending_app::PendingApp;

/// Notifies every form that the page is about to close.
const NOTIFY_FORMS: &str = "dispatchEvent(new Event('pagehide'))";
/// Time for the forms to send their drafts; it takes a few milliseconds.
const FORM_TIMEOUT: Duration = Duration::from_millis(400);
/// Maximum time for writing the drafts: the replacement of the copy may delay it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Delays closing until no input is left in the page.
pub(super) fn on_window_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else { return };
    let Some(page) = super::window(window.app_handle()) else { return };
    api.prevent_close();
    for outcome in [page.eval(NOTIFY_FORMS), page.hide()] {
        if let Err(error) = outcome {
            tracing::warn!(%error, "the page was not told that it goes");
        }
    }
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(FORM_TIMEOUT).await;
        page.state::<PendingApp>().finish_writes(WRITE_TIMEOUT).await;
        if let Err(error) = page.destroy() {
            tracing::error!(%error, "the window does not go");
            page.app_handle().exit(1);
        }
    });
}
