//! How the fields of a form come together when two people changed it. Which form has which fields is `kind`'s.

use super::blocks;
use serde_json::{Map, Value};

/// How one field is brought together.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// As a whole.
    Whole,
    /// A place among others: who moved something says where it stands. No one has written anything there.
    Place,
    /// Rich text, block by block.
    Rich,
    /// Lines in an order.
    Lines,
    /// Words without an order.
    Set,
    /// Rows in an order, each known by its id or by the client's own, field by field.
    Rows(Fields),
    /// The sum of what the rows of that list cost; without rows as a whole.
    SumOf(&'static str),
}

/// The fields of a form by their names. What is not named is the server's and is never brought together.
pub type Fields = &'static [(&'static str, Shape)];

/// What both know a row by: its id, else the client's own.
pub fn key(row: &Value) -> Option<String> {
    let id = row.get("id").and_then(Value::as_i64).map(|id| id.to_string());
    id.or_else(|| row.get("clientId").and_then(Value::as_str).map(ToOwned::to_owned))
}

/// The rows of a list by their keys; nothing when one of them has none.
pub(super) fn rows(list: &Value) -> Option<Vec<(String, &Value)>> {
    list.as_array()?.iter().map(|row| Some((key(row)?, row))).collect()
}

/// The form alone: fields that are named, and by what rows are known.
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

/// A change laid over what stood: what it does not name stays. Lists are wholes.
#[must_use]
pub fn laid_over(before: &Value, change: &Value) -> Value {
    match (before, change) {
        (Value::Object(before), Value::Object(change)) => {
            let mut both = before.clone();
            both.extend(change.clone());
            Value::Object(both)
        }
        _ => change.clone(),
    }
}

/// Whether a form, perhaps in part, says what stands; what it does not name is no difference.
pub fn same_form(fields: Fields, stands: &Value, form: &Value) -> bool {
    fields.iter().all(|(name, shape)| {
        form.get(name).is_none_or(|value| same(*shape, stands.get(name).unwrap_or(&Value::Null), value))
    })
}

/// The same, wherever it stands: what was only moved may go without anything being lost.
pub(super) fn same_words(fields: Fields, stands: &Value, form: &Value) -> bool {
    let mut written = fields.iter().filter(|(_, shape)| !matches!(shape, Shape::Place));
    written.all(|(name, shape)| {
        form.get(name).is_none_or(|value| same(*shape, stands.get(name).unwrap_or(&Value::Null), value))
    })
}

/// Whether two values of a field say the same.
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

/// 40 and 40.0 are one number.
fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        _ => one == other,
    }
}
