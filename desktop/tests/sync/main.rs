//! The app against a real school: every write is applied there once.
//!
//! `PREAU_BINARY` names the school's program; otherwise the one next to this program is used.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod conflicts;
mod damage;
mod diagnostics;
mod disk;
mod keychain;
mod killed;
mod large_school;
mod locked;
mod offline;
mod offline_files;
#[cfg(unix)]
mod owner_only;
mod school;
mod sessions;
mod signing_in;
mod slow;
mod stuck;
mod switching;
mod system_proxy;
mod test_app;
mod unreliable_proxy;
mod uploads;
