//! JSON bodies: parsing within limits, and naming the field of a value with the wrong type.

use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use crate::text::has_control_character;
use serde::de::{DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt::{self, Write as _};

/// Maximum number of values in one body: numbers, texts, lists, objects and names of members.
pub const MOST_VALUES: usize = 10_000;
/// Maximum nesting of lists and objects.
pub const DEEPEST: usize = 32;

/// Parses a body; control characters in its texts and names are refused.
///
/// # Errors
/// `malformed_json`, also for a body that is nested too deep; `too_large` for more than [`MOST_VALUES`] values;
/// `control_character` with the fields.
pub fn read(bytes: &[u8]) -> Result<Value, Problem> {
    let mut budget = MOST_VALUES;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Bounded { budget: &mut budget, depth: 0 }.deserialize(&mut reader);
    match value.and_then(|value| reader.end().map(|()| value)) {
        Ok(value) => {
            let mut fields = Fields::default();
            refuse_control_characters(&value, &mut Vec::new(), &mut fields);
            fields.finish().map(|()| value)
        }
        Err(_) if budget == 0 => Err(Code::TooLarge.into()),
        Err(_) => Err(Code::MalformedJson.into()),
    }
}

/// Builds a value like `serde_json`, as long as the budget lasts.
struct Bounded<'b> {
    /// Number of values still allowed.
    budget: &'b mut usize,
    /// Current nesting.
    depth: usize,
}

impl Bounded<'_> {
    fn spend<E: serde::de::Error>(&mut self) -> Result<(), E> {
        *self.budget = self.budget.checked_sub(1).ok_or_else(|| E::custom("too many values"))?;
        Ok(())
    }

    fn inner<E: serde::de::Error>(&mut self) -> Result<Bounded<'_>, E> {
        if self.depth == DEEPEST {
            return Err(E::custom("too deep"));
        }
        Ok(Bounded { budget: self.budget, depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(mut self, reader: D) -> Result<Value, D::Error> {
        self.spend()?;
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self.inner()?)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            self.spend()?;
            members.insert(name, object.next_value_seed(self.inner()?)?);
        }
        Ok(members.into())
    }
}

/// A step from a value to one inside it.
#[derive(Clone, Copy)]
enum Step<'v> {
    Item(usize),
    Member(&'v str),
}

/// The path is formatted only for a fault: most values have none.
fn refuse_control_characters<'v>(value: &'v Value, path: &mut Vec<Step<'v>>, fields: &mut Fields) {
    match value {
        Value::String(text) if has_control_character(text) => {
            fields.refuse(written(path), Fault::new(Code::ControlCharacter));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Item(index));
                refuse_control_characters(item, path, fields);
                path.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                if has_control_character(name) {
                    fields.refuse(written(path), Fault::new(Code::ControlCharacter));
                }
                path.push(Step::Member(name));
                refuse_control_characters(member, path, fields);
                path.pop();
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn written(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Item(index) => write!(text, "[{index}]").unwrap_or_default(),
            Step::Member(name) => {
                let dot = if text.is_empty() { "" } else { "." };
                text.push_str(dot);
                text.push_str(name);
            }
        }
        if text.len() > Fields::LONGEST_NAME {
            break; // the rest would be cut off
        }
    }
    text
}

/// Deserialises a JSON value as `T`.
///
/// # Errors
/// `required`, `invalid_value` or `invalid_type`, with the field where there is one.
pub fn parse<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| misfit(&error.path().to_string(), &error.inner().to_string()))
}

/// serde reports "missing field `x`", where `x` is a field inside the path.
pub fn misfit(path: &str, message: &str) -> Problem {
    let path = if path == "." { "" } else { path };
    if let Some(name) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        let dot = if path.is_empty() { "" } else { "." };
        return Problem::field(format!("{path}{dot}{name}"), Code::Required);
    }
    let code = if message.starts_with("unknown variant") { Code::InvalidValue } else { Code::InvalidType };
    if path.is_empty() { Problem::new(code) } else { Problem::field(path, code) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code_of(body: &str) -> Option<Code> {
        read(body.as_bytes()).err().map(|problem| problem.code)
    }

    #[test]
    fn what_is_within_the_bounds_is_read_as_it_is_written() {
        for body in [
            r#"{"a":[1,-2,3.5,1e300,true,null,"é\n"],"b":{"c":{}},"a":18446744073709551615}"#,
            "0",
            "\"\"",
            " [ ] ",
        ] {
            let value: Value = serde_json::from_str(body).unwrap();
            assert_eq!(read(body.as_bytes()), Ok(value), "{body}");
        }
        for body in ["", "{", "[1,]", "1 2", "{\"a\"}", "nul", "\"\u{1}\""] {
            assert_eq!(code_of(body), Some(Code::MalformedJson), "{body}");
        }
    }

    #[test]
    fn depth_and_number_of_values_are_bounded() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(code_of(&nested(DEEPEST)), None);
        assert_eq!(code_of(&nested(DEEPEST + 1)), Some(Code::MalformedJson));
        let list = |length: usize| format!("[{}]", vec!["0"; length].join(","));
        assert_eq!(code_of(&list(MOST_VALUES - 1)), None);
        assert_eq!(code_of(&list(MOST_VALUES)), Some(Code::TooLarge));
        let members = (0..MOST_VALUES / 2).map(|n| format!("\"{n}\":0")).collect::<Vec<_>>().join(",");
        assert_eq!(code_of(&format!("{{{members}}}")), Some(Code::TooLarge));
    }

    #[test]
    fn a_fault_is_named_and_its_name_is_bounded() {
        let names = |body: &str| {
            let problem = read(body.as_bytes()).unwrap_err();
            assert_eq!(problem.code, Code::ControlCharacter);
            problem.fields.into_iter().map(|field| field.name).collect::<Vec<_>>()
        };
        assert_eq!(names(r#"{"a":[{"b":"ok"},{"b":"\u0000"}],"c":"\u0007"}"#), ["a[1].b", "c"]);
        assert_eq!(names(r#""\u0000""#), [""]);
        let bad = vec![r#""\u0000""#; 5_000].join(",");
        let all = names(&format!("{{\"{}\":[{bad}]}}", "n".repeat(100_000)));
        assert_eq!(all.len(), Fields::MOST);
        assert!(all.iter().all(|name| name.len() <= Fields::LONGEST_NAME));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            if let Ok(value) = read(&bytes) {
                prop_assert_eq!(Some(value), serde_json::from_slice(&bytes).ok());
            }
        }
    }
}
