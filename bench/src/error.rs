//! Errors of the benchmark: a boxed error is enough, because the program only reports why it stopped.

/// Why the benchmark stopped.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A result of the benchmark.
pub type Result<T> = std::result::Result<T, Error>;

/// An error with the step during which it happened.
pub fn because(doing: &str, why: impl std::fmt::Display) -> Error {
    format!("{doing}: {why}").into()
}
