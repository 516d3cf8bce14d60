//! What can go wrong while measuring: one word for all of it, for a benchmark only says why it stopped.

/// Why the measuring stopped.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What was measured, or why not.
pub type Result<T> = std::result::Result<T, Error>;

/// Why, with what was being done.
pub fn because(doing: &str, why: impl std::fmt::Display) -> Error {
    format!("{doing}: {why}").into()
}
