//! The window's page: navigation, opening of links, downloads.

use std::time::Instant;

use preau_desktop::origin::{Origin, START_ADDRESS};
use tauri::webview::{DownloadEvent, NewWindowResponse, PageLoadEvent};
use tauri::{AppHandle, Manager as _, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use super::links::{Target, target};
use super::{WINDOW, downloads, first_render, menu, notices, system};

/// Window size in logical pixels.
const SIZE: (f64, f64) = (1280.0, 860.0);
const SMALLEST: (f64, f64) = (480.0, 480.0);

/// Script that runs before the page's own, for this web view.
const BEFORE: &str = concat!("(() => {", include_str!("page.js"), "})();");

/// Opens the window with the dashboard.
pub(super) fn open(app: &AppHandle, started: Instant) -> tauri::Result<WebviewWindow> {
    let first: Url = START_ADDRESS.parse().map_err(|_| tauri::Error::InvalidWebviewUrl(START_ADDRESS))?;
    let (inside, linked, saved) = (app.clone(), app.clone(), app.clone());
    let window = WebviewWindowBuilder::new(app, WINDOW, WebviewUrl::CustomProtocol(first))
        .title("Préau")
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(SMALLEST.0, SMALLEST.1)
        .initialization_script(BEFORE)
        // The page handles dropped files.
        .disable_drag_drop_handler()
        .on_navigation(move |url| may_show(&inside, url))
        .on_new_window(move |url, _| {
            if may_show(&linked, &url) {
                show(&linked, url);
            }
            NewWindowResponse::Deny
        })
        .on_download(move |_, event| {
            downloaded(&saved, event);
            true
        })
        .on_page_load(move |window, load| {
            if matches!(load.event(), PageLoadEvent::Finished) {
                first_render::log(window, started);
            }
        })
        .build()?;
    system::follow_scripts(&window)?;
    Ok(window)
}

/// Whether the window may display this address; others are opened outside it, if a link may open them.
fn may_show(app: &AppHandle, url: &Url) -> bool {
    match target(url, Origin::CURRENT) {
        Target::Inside => return true,
        Target::Outside => open_outside(url.as_str()),
        Target::File(address) => downloads::open(app, address),
        Target::School(address) => downloads::open_school(app, address),
        Target::Nothing => tracing::warn!(scheme = url.scheme(), "refused to open"),
    }
    false
}

/// A link for a new window opens in the existing one.
fn show(app: &AppHandle, url: Url) {
    if let Some(Err(error)) = super::window(app).map(|window| window.navigate(url)) {
        tracing::warn!(%error, "the page stays");
    }
}

/// Opens an address with the system: the browser, the mail program.
pub(super) fn open_outside(address: &str) {
    let allowed = ["http://", "https://", "mailto:", "tel:"];
    if !allowed.iter().any(|start| address.starts_with(start)) {
        return tracing::warn!("refused to open something that is no address of the web");
    }
    if let Err(error) = open::that_detached(address) {
        tracing::warn!(%error, "no program opens this address");
    }
}

fn downloaded(app: &AppHandle, event: DownloadEvent<'_>) {
    match event {
        DownloadEvent::Requested { destination, .. } => {
            let name = destination.file_name().map(|name| name.to_string_lossy().into_owned());
            *destination = downloads::new_path(app, name.as_deref().unwrap_or("preau"));
        }
        DownloadEvent::Finished { path: Some(path), success: true, .. } => {
            let language = app.state::<menu::MenuState>().language();
            notices::saved(language, &path);
        }
        DownloadEvent::Finished { .. } => tracing::warn!("a file was not saved"),
        _ => {}
    }
}
