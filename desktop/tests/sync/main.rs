//! The app against a real school: what is written anywhere arrives once and is never lost.
//!
//! `PREAU_BINARY` names the school's program; else it is looked for beside this one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod away;
mod chosen;
mod conflicts;
mod damage;
mod desk;
mod diagnostics;
mod disk;
mod keychain;
mod killed;
mod line;
mod locked;
mod many;
#[cfg(unix)]
mod private;
mod proxy;
mod school;
mod signing_in;
mod slow;
mod stuck;
mod switching;
mod uploads;
