//! Single values by name, such as the cursor of the copy and the accounts that signed in.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Store;
use crate::error::Result;

impl Store {
    /// The value of this name; nothing when it is absent, or has another structure.
    pub fn setting<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        get(&self.lock().connection, name)
    }

    /// Stores a value under this name.
    pub fn store_setting(&self, name: &str, value: &impl Serialize) -> Result<()> {
        put(&self.lock().connection, name, value)
    }

    /// Deletes the value of this name.
    pub fn delete_setting(&self, name: &str) -> Result<()> {
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
        // An unchanged value is not written again: that cannot fail on a full disk.
        .prepare_cached(
            "INSERT INTO settings (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
        )?
        .execute([name, &text])?;
    Ok(())
}
