//! Drafts of open forms, stored so that they survive the window.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Store;
use crate::clock::instant_text;
use crate::error::Result;

/// The draft of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Names the form and the row it shows.
    pub key: String,
    /// Its address in the dashboard.
    pub place: String,
    /// What it is called in lists.
    pub title: String,
    /// As the form holds it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub value: Value,
    /// When.
    pub saved_at: String,
}

const ALL: &str = "SELECT key, place, title, value, saved_at FROM drafts ORDER BY saved_at DESC, key";
const ONE: &str = "SELECT key, place, title, value, saved_at FROM drafts WHERE key = ?1";
const PUT: &str =
    "INSERT OR REPLACE INTO drafts (key, place, title, value, saved_at) VALUES (?1, ?2, ?3, ?4, ?5)";

fn draft(row: &Row<'_>) -> rusqlite::Result<Draft> {
    let value: String = row.get(3)?;
    Ok(Draft {
        key: row.get(0)?,
        place: row.get(1)?,
        title: row.get(2)?,
        value: serde_json::from_str(&value).unwrap_or(Value::Null),
        saved_at: row.get(4)?,
    })
}

impl Store {
    /// All drafts, the latest first.
    pub fn drafts(&self) -> Result<Vec<Draft>> {
        let inner = self.lock();
        let mut all = inner.connection.prepare_cached(ALL)?;
        Ok(all.query_map([], draft)?.collect::<rusqlite::Result<_>>()?)
    }

    /// The draft with this key.
    pub fn draft(&self, key: &str) -> Result<Option<Draft>> {
        let inner = self.lock();
        let mut one = inner.connection.prepare_cached(ONE)?;
        Ok(one.query_map([key], draft)?.next().transpose()?)
    }

    /// Stores a draft; it is on the disk when this returns. An unchanged draft is not written again.
    pub fn store_draft(&self, key: &str, place: &str, title: &str, value: &Value) -> Result<Draft> {
        let there = self.draft(key)?;
        if let Some(there) = there.filter(|there| {
            (there.place.as_str(), there.title.as_str(), &there.value) == (place, title, value)
        }) {
            return Ok(there);
        }
        let saved_at = instant_text(self.clock.now());
        self.write(|tx| {
            tx.prepare_cached(PUT)?.execute(params![key, place, title, value.to_string(), saved_at])?;
            Ok(())
        })?;
        let [key, place, title] = [key, place, title].map(str::to_owned);
        Ok(Draft { key, place, title, value: value.clone(), saved_at })
    }

    /// Gives a draft another key and address; its entries go before those of a draft that has that key
    /// already. After a failure nothing has changed.
    pub fn rename_draft(&self, key: &str, now: &str, place: &str) -> Result<()> {
        let Some(moved) = self.draft(key)? else { return Ok(()) };
        let value = match (moved.value, self.draft(now)?.filter(|_| now != key).map(|there| there.value)) {
            (Value::Array(sittings), Some(Value::Array(there))) => [sittings, there].concat().into(),
            (value, _) => value,
        };
        self.write(|tx| {
            tx.prepare_cached("DELETE FROM drafts WHERE key = ?1")?.execute([key])?;
            let value = value.to_string();
            tx.prepare_cached(PUT)?.execute(params![now, place, moved.title, value, moved.saved_at])?;
            Ok(())
        })
    }

    /// Deletes a draft.
    pub fn delete_draft(&self, key: &str) -> Result<()> {
        self.lock().connection.prepare_cached("DELETE FROM drafts WHERE key = ?1")?.execute([key])?;
        Ok(())
    }
}
