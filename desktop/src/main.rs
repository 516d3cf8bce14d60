//! The program of the desktop app: one window around the library, which answers everything the page asks.

mod window;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    window::run(Instant::now())
}
