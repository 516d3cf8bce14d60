//! Lets Tauri read its configuration, when there is to be a window.

fn main() {
    #[cfg(feature = "window")]
    tauri_build::build();
}
