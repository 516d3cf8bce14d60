//! The program of the desktop app: one window around the library, which answers all requests of the page.

// Otherwise Windows opens a terminal next to the window.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod window;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    window::run(Instant::now())
}
