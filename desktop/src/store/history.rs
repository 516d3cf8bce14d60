//! History of discarded texts: discarded by hand, not chosen in a conflict, or superseded. They are stored
//! for ninety days.

use chrono::{DateTime, Utc};
use preau_core::draft::history::KEPT_FOR as RETENTION;
use preau_core::draft::operation::Operation;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Store;
use crate::clock::instant_text;
use crate::error::Result;

/// Why a text was discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardReason {
    /// Its writer discarded it.
    Discarded,
    /// Its writer discarded it although the school may have received it.
    Abandoned,
    /// Another one was chosen in a conflict.
    #[serde(rename = "lost")]
    NotChosen,
    /// Its row was deleted before it was sent.
    Superseded,
}

/// Texts of one operation that were discarded together.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscardedTexts {
    pub kind: String,
    pub title: String,
    pub why: DiscardReason,
    /// By their paths in the form.
    pub texts: Vec<(String, String)>,
}

/// A discarded text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// When it lost.
    pub at: String,
    pub kind: String,
    pub title: String,
    /// Where in the form it stood.
    pub path: String,
    pub text: String,
    #[cfg_attr(test, ts(type = r#""discarded" | "abandoned" | "lost" | "superseded""#))]
    pub why: String,
}

/// Fields of a form that are not free text.
const NOT_TEXT: &[&str] = &[
    "id",
    "clientId",
    "type",
    "typeCode",
    "lang",
    "language",
    "level",
    "category",
    "flag",
    "code",
    "startDate",
    "endDate",
    "kind",
];

impl DiscardedTexts {
    /// All texts of an operation.
    #[must_use]
    pub fn of_operation(operation: &Operation, why: DiscardReason) -> Self {
        let title = title_of(&operation.payload).or_else(|| title_of(&operation.base));
        let mut discarded = Self {
            kind: operation.kind.to_string(),
            title: title.unwrap_or_default(),
            why,
            texts: Vec::new(),
        };
        discarded.add("", &operation.payload);
        discarded
    }

    /// Adds the texts of a value at this path.
    pub fn add(&mut self, path: &str, value: &Value) {
        let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        match value {
            Value::String(text) if !text.trim().is_empty() => {
                self.texts.push((path.to_owned(), text.clone()));
            }
            Value::Object(fields) => {
                for (name, value) in fields.iter().filter(|(name, _)| !NOT_TEXT.contains(&name.as_str())) {
                    self.add(&inside(name), value);
                }
            }
            Value::Array(rows) => {
                for (place, value) in rows.iter().enumerate() {
                    self.add(&inside(&place.to_string()), value);
                }
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The title of a row or form for lists.
#[must_use]
pub fn title_of(row: &Value) -> Option<String> {
    let text = |name: &str| row.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    if let (Some(first), Some(last)) = (text("firstName"), text("lastName")) {
        return Some(format!("{first} {last}"));
    }
    let names = ["title", "name", "questionText", "question", "description", "instructions", "lastName"];
    let found = names.iter().find_map(|name| text(name))?;
    Some(found.chars().take(200).collect())
}

/// The title of an operation for lists and notifications.
#[must_use]
pub fn title_of_operation(operation: &Operation) -> String {
    title_of(&operation.payload).or_else(|| title_of(&operation.base)).unwrap_or_default()
}

impl Store {
    /// Stores discarded texts.
    pub fn store_discarded(&self, discarded: &DiscardedTexts) -> Result<()> {
        let now = self.clock.now();
        self.write(|tx| insert(tx, now, discarded))
    }

    /// Deletes expired texts.
    pub(super) fn delete_expired_history(&self) -> Result<()> {
        let forgotten = instant_text(self.clock.now() - RETENTION);
        self.lock().connection.prepare_cached("DELETE FROM history WHERE at < ?1")?.execute([forgotten])?;
        Ok(())
    }

    /// The latest first; deletes expired texts.
    pub fn history(&self) -> Result<Vec<HistoryEntry>> {
        self.delete_expired_history()?;
        let inner = self.lock();
        let mut all = inner
            .connection
            .prepare_cached("SELECT at, kind, title, path, text, why FROM history ORDER BY at DESC, rowid")?;
        let entries = all.query_map([], |row| {
            Ok(HistoryEntry {
                at: row.get(0)?,
                kind: row.get(1)?,
                title: row.get(2)?,
                path: row.get(3)?,
                text: row.get(4)?,
                why: row.get(5)?,
            })
        })?;
        Ok(entries.collect::<rusqlite::Result<_>>()?)
    }
}

pub(super) fn insert(connection: &Connection, now: DateTime<Utc>, discarded: &DiscardedTexts) -> Result<()> {
    let mut put = connection.prepare_cached(
        "INSERT INTO history (at, kind, title, path, text, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let why = serde_json::to_value(discarded.why)?;
    for (path, text) in &discarded.texts {
        put.execute(params![instant_text(now), discarded.kind, discarded.title, path, text, why.as_str()])?;
    }
    Ok(())
}
