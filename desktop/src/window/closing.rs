//! Closing the window: gone from sight at once, but only after its forms have kept the last that was typed.

use std::time::Duration;

use tauri::{Manager as _, Window, WindowEvent};

use super::opening::Opening;

/// Tells every form that the page goes.
const GOES: &str = "dispatchEvent(new Event('pagehide'))";
/// Time for the forms to hand over what they hold; it takes a few milliseconds.
const PATIENCE: Duration = Duration::from_millis(400);
/// Most that what they handed over may take to be written: a copy that is being swapped holds it up.
const WRITTEN_WITHIN: Duration = Duration::from_secs(10);

/// Puts the end off until nothing typed is left in the page.
pub(super) fn heard(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else { return };
    let Some(page) = super::window(window.app_handle()) else { return };
    api.prevent_close();
    for outcome in [page.eval(GOES), page.hide()] {
        if let Err(error) = outcome {
            tracing::warn!(%error, "the page was not told that it goes");
        }
    }
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(PATIENCE).await;
        page.state::<Opening>().written(WRITTEN_WITHIN).await;
        if let Err(error) = page.destroy() {
            tracing::error!(%error, "the window does not go");
            page.app_handle().exit(1);
        }
    });
}
