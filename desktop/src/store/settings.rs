//! Single facts by their names: how far the copy has come, who signed in where.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Store;
use crate::error::Result;

impl Store {
    /// What is kept under this name; nothing as well when it has another shape by now.
    ///
    /// # Errors
    /// When the database fails.
    pub fn setting<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        get(&self.lock().connection, name)
    }

    /// Keeps something under this name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn keep_setting(&self, name: &str, value: &impl Serialize) -> Result<()> {
        put(&self.lock().connection, name, value)
    }

    /// Forgets what is kept under this name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn forget_setting(&self, name: &str) -> Result<()> {
        self.lock().connection.prepare_cached("DELETE FROM settings WHERE name = ?1")?.execute([name])?;
        Ok(())
    }
}

pub(super) fn get<T: DeserializeOwned>(connection: &Connection, name: &str) -> Result<Option<T>> {
    let mut find = connection.prepare_cached("SELECT value FROM settings WHERE name = ?1")?;
    let text: Option<String> = find.query_row([name], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

pub(super) fn put(connection: &Connection, name: &str, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(value)?;
    connection
        // What stands there already is not written again: that cannot fail on a full disk.
        .prepare_cached(
            "INSERT INTO settings (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
        )?
        .execute([name, &text])?;
    Ok(())
}
