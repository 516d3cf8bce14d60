//! The desktop app of the school, without its window.
//!
//! [`app::App`] answers every request of the page: files of the dashboard, content from the copy or the
//! school, and the app's own calls. All writes go through the queue of `preau_core::draft`, stored by
//! [`store`]. Only `window` depends on Tauri.

pub mod answer;
pub mod app;
pub mod clock;
mod connection_state;
pub mod content;
mod context;
mod copy;
mod diagnostics;
pub mod error;
mod files;
mod last_change;
mod local;
pub mod logging;
mod offline_files;
pub mod origin;
pub mod owner_only;
mod pictures;
pub mod profile;
pub mod school;
pub mod secrets;
pub mod store;
mod sync;
pub mod system;
pub mod text_search;
pub mod upload_registry;
mod uploads;

pub use error::{Error, Result};
