//! Logs the time to the first rendering of the page, and starts spell checking afterwards: reading
//! dictionaries would delay it.

use std::time::{Duration, Instant};

use tauri::{Manager as _, WebviewWindow};

use super::{menu, spelling};

/// How long ago the first text or picture was rendered, in milliseconds; -1 before that.
const RENDERED_AGO: &str = "(() => { const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint ? performance.now() - paint.startTime : -1; })()";
const PAUSE: Duration = Duration::from_millis(50);
/// Polls until the page is rendered, for at most ten seconds.
const MAX_POLLS: u32 = 200;

/// Waits for the first rendering, logs the time since the program's start, and enables spell checking.
pub(super) fn log(window: WebviewWindow, started: Instant) {
    tracing::info!(milliseconds = started.elapsed().as_millis(), "page loaded");
    tauri::async_runtime::spawn(async move {
        for _ in 0..MAX_POLLS {
            if let Some(ago) = rendered_ago(&window).await {
                let taken = started.elapsed().saturating_sub(ago);
                tracing::info!(milliseconds = taken.as_millis(), "page painted");
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let language = window.state::<menu::MenuState>().language();
        if let Err(error) = spelling::check(&window, language) {
            tracing::warn!(%error, "the spelling is not checked");
        }
    });
}

async fn rendered_ago(window: &WebviewWindow) -> Option<Duration> {
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    window.eval_with_callback(RENDERED_AGO, move |ago| drop(sender.send(ago))).ok()?;
    let ago: f64 = receiver.recv().await?.parse().ok()?;
    Duration::try_from_secs_f64(ago / 1000.0).ok()
}
