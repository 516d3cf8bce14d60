//! The program of the desktop app: one window around the library, which answers everything the page asks.

// Windows would show a terminal beside the window.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod window;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    window::run(Instant::now())
}
