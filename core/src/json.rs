//! JSON as a form: a value of the wrong type names its field.

use crate::code::Code;
use crate::problem::Problem;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A JSON value as `T`.
///
/// # Errors
/// `required`, `invalid_value` or `invalid_type`, with the field where there is one.
pub fn parse<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| misfit(&error.path().to_string(), &error.inner().to_string()))
}

/// serde says "missing field `x`", which names the field that is wanted inside the path.
pub fn misfit(path: &str, message: &str) -> Problem {
    let path = if path == "." { "" } else { path };
    if let Some(name) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        let dot = if path.is_empty() { "" } else { "." };
        return Problem::field(format!("{path}{dot}{name}"), Code::Required);
    }
    let code = if message.starts_with("unknown variant") { Code::InvalidValue } else { Code::InvalidType };
    if path.is_empty() { Problem::new(code) } else { Problem::field(path, code) }
}
