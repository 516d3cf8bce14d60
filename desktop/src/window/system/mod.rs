//! Differences of the window between systems: editing actions of the menu, spell checking, notifications.
//! `linux` is tested; `elsewhere` is for Windows and macOS, is compiled with the tests, and was never run.

#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", expect(dead_code, reason = "only compiled here"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{check_spelling, edit, edit_entry, follow_scripts, notice};
#[cfg(target_os = "linux")]
pub(super) use linux::{check_spelling, edit, edit_entry, follow_scripts, notice};
