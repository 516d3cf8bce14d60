//! How the fields of a form are merged. The fields of each form are in `kind`.

use super::blocks;
use serde_json::{Map, Value};

/// How a field is merged.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// As a whole.
    Whole,
    /// A position among siblings, set by whoever moves the row. It is not typed text, so it never conflicts.
    Place,
    /// Rich text, by blocks.
    Rich,
    /// Ordered lines.
    Lines,
    /// Unordered words.
    Set,
    /// Ordered rows, matched by id or client's id and merged by field.
    Rows(Fields),
    /// The sum of the prices in the rows of that list; without rows, as a whole.
    SumOf(&'static str),
}

/// The fields of a form by name. Others belong to the server and are never merged.
pub type Fields = &'static [(&'static str, Shape)];

/// Key by which both sides match a row: its id, else the client's id.
pub fn key(row: &Value) -> Option<String> {
    let id = row.get("id").and_then(Value::as_i64).map(|id| id.to_string());
    id.or_else(|| row.get("clientId").and_then(Value::as_str).map(ToOwned::to_owned))
}

/// The rows of a list by key; none when one has no key.
pub(super) fn rows(list: &Value) -> Option<Vec<(String, &Value)>> {
    list.as_array()?.iter().map(|row| Some((key(row)?, row))).collect()
}

/// The form only: the named fields, and the keys of rows.
#[must_use]
pub fn form(fields: Fields, value: &Value) -> Value {
    let mut form = Map::new();
    for name in ["id", "clientId"] {
        form.extend(value.get(name).map(|known| (name.to_owned(), known.clone())));
    }
    for (name, shape) in fields {
        let Some(value) = value.get(name) else { continue };
        let value = match (shape, value) {
            (Shape::Rows(inside), Value::Array(rows)) => {
                rows.iter().map(|row| self::form(inside, row)).collect()
            }
            _ => value.clone(),
        };
        form.insert((*name).to_owned(), value);
    }
    Value::Object(form)
}

/// A change merged over the earlier values: fields that it does not name are unchanged. Lists are replaced.
#[must_use]
pub fn overlay(before: &Value, change: &Value) -> Value {
    match (before, change) {
        (Value::Object(before), Value::Object(change)) => {
            let mut both = before.clone();
            both.extend(change.clone());
            Value::Object(both)
        }
        _ => change.clone(),
    }
}

/// Whether a form, possibly partial, equals the current values; a missing field is no difference.
pub fn same_form(fields: Fields, stands: &Value, form: &Value) -> bool {
    fields.iter().all(|(name, shape)| {
        form.get(name).is_none_or(|value| same(*shape, stands.get(name).unwrap_or(&Value::Null), value))
    })
}

/// The same without positions: a row that was only moved can be dropped without losing text.
pub(super) fn same_words(fields: Fields, stands: &Value, form: &Value) -> bool {
    let mut written = fields.iter().filter(|(_, shape)| !matches!(shape, Shape::Place));
    written.all(|(name, shape)| {
        form.get(name).is_none_or(|value| same(*shape, stands.get(name).unwrap_or(&Value::Null), value))
    })
}

/// Whether two values of a field are equal.
pub(super) fn same(shape: Shape, one: &Value, other: &Value) -> bool {
    match shape {
        Shape::Whole | Shape::Place | Shape::Lines | Shape::SumOf(_) => same_value(one, other),
        Shape::Rich => match (one.as_str(), other.as_str()) {
            (Some(one), Some(other)) => blocks::same(one, other),
            (Some(_) | None, Some(_) | None) => same_value(one, other),
        },
        Shape::Set => match (words(one), words(other)) {
            (Some(one), Some(other)) => {
                one.iter().all(|word| other.contains(word)) && one.len() == other.len()
            }
            (Some(_) | None, Some(_) | None) => same_value(one, other),
        },
        Shape::Rows(fields) => match (rows(one), rows(other)) {
            (Some(one), Some(other)) => {
                let alike = |(one, other): (&(String, &Value), &(String, &Value))| {
                    one.0 == other.0 && same_form(fields, one.1, other.1)
                };
                one.len() == other.len() && one.iter().zip(&other).all(alike)
            }
            (Some(_) | None, Some(_) | None) => same_value(one, other),
        },
    }
}

/// The texts of a list of texts.
pub(super) fn words(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|word| word.as_str().map(ToOwned::to_owned)).collect()
}

/// 40 and 40.0 are the same number.
fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        _ => one == other,
    }
}
