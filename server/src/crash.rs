//! Points at which a test may kill the server, to check that no data is lost.
//!
//! Only in debug builds: with `PREAU_CRASH_AT=name` the process ends at that point without unwinding,
//! flushing or responding, as after SIGKILL. Release builds have no such points.

/// Ends the process here when a test requests it: `crash_point!("checkout.held")`.
#[macro_export]
macro_rules! crash_point {
    ($name:literal) => {
        #[cfg(debug_assertions)]
        $crate::crash::abort_at($name);
    };
}

/// Ends the process if `name` is the requested point.
#[cfg(debug_assertions)]
pub fn abort_at(name: &str) {
    static REQUESTED: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    if REQUESTED.get_or_init(|| std::env::var("PREAU_CRASH_AT").ok()).as_deref() == Some(name) {
        std::process::abort();
    }
}
