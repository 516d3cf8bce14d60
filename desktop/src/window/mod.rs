//! The window: displays the dashboard, passes every request of the page to [`App`], and sends events to the
//! page.
//!
//! Only code that needs Tauri is here. The window displays only addresses of the dashboard, and the page may
//! only listen: the capabilities allow no command.

mod closing;
mod downloads;
mod events;
mod file_dialog;
mod first_render;
mod links;
mod menu;
mod notices;
mod page;
mod pending_app;
mod single_instance;
mod spelling;
mod system;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use tauri::{AppHandle, Manager as _, RunEvent, WebviewWindow};
use tauri_plugin_window_state::StateFlags;

use pending_app::PendingApp;
use preau_desktop::origin::SCHEME;

/// The name of the window, as in the capabilities.
const WINDOW: &str = "main";
/// The state of the window that is stored between starts. Without visibility: it is always visible.
const STORED_STATE: StateFlags =
    StateFlags::SIZE.union(StateFlags::POSITION).union(StateFlags::MAXIMIZED).union(StateFlags::FULLSCREEN);

/// Runs the window until it is closed. `started` is when the program began.
pub(crate) fn run(started: Instant) -> ExitCode {
    let folder = preau_desktop::profile::folder();
    preau_desktop::logging::start(&folder);
    match start(started, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the window could not be opened");
            ExitCode::FAILURE
        }
    }
}

fn start(started: Instant, folder: PathBuf) -> Result<(), Box<dyn std::error::Error>> {
    let context = tauri::generate_context!();
    let Some(mut lock) = single_instance::claim(&folder)? else {
        tracing::info!("the window is open already");
        return Ok(());
    };
    let pending_app = PendingApp::default();
    let handle_sender = pending_app.start(folder, started);
    let requested_app = pending_app.clone();
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(STORED_STATE).build())
        .register_asynchronous_uri_scheme_protocol(SCHEME, move |_, request, responder| {
            let requested_app = requested_app.clone();
            tauri::async_runtime::spawn(
                async move { responder.respond(requested_app.answer(request).await) },
            );
        })
        .manage(pending_app.clone())
        .manage(menu::MenuState::default())
        .on_menu_event(|app, event| menu::chosen(app, &event))
        .on_window_event(closing::on_window_event)
        .setup(move |app| {
            // The receiver exists as long as the program.
            drop(handle_sender.send(app.handle().clone()));
            menu::show(app.handle(), preau_desktop::system::language())?;
            page::open(app.handle(), started)?;
            Ok(())
        })
        .build(context)?;
    let first = app.handle().clone();
    lock.on_second_start(move || bring_to_front(&first));
    app.run(move |app, event| {
        if matches!(event, RunEvent::Exit) {
            pending_app.close();
            tracing::info!(version = %app.package_info().version, "closed");
        }
    });
    Ok(())
}

/// Brings the window to the front when the app is started a second time.
fn bring_to_front(app: &AppHandle) {
    let Some(window) = window(app) else { return };
    tracing::info!("shown to whoever came second");
    for outcome in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = outcome {
            tracing::warn!(%error, "the window does not come forward");
        }
    }
}

fn window(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(WINDOW)
}
