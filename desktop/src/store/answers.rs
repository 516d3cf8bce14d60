//! Stored responses to writes, by the page's idempotency keys: a repeat gets the same response.

use chrono::TimeDelta;
use rusqlite::{OptionalExtension as _, params};

use super::Store;
use crate::clock::instant_text;
use crate::error::Result;

/// How long a response is stored.
const RETENTION: TimeDelta = TimeDelta::days(7);

impl Store {
    /// Status and body of the response to this key.
    pub fn answer_of(&self, key: &str) -> Result<Option<(u16, String)>> {
        let inner = self.lock();
        let mut find = inner.connection.prepare_cached("SELECT status, body FROM answers WHERE key = ?1")?;
        Ok(find.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Stores the response to this key; deletes old ones.
    pub fn store_answer(&self, key: &str, status: u16, body: &str) -> Result<()> {
        let now = self.clock.now();
        self.write(|tx| {
            tx.prepare_cached(
                "INSERT OR REPLACE INTO answers (key, status, body, kept_at) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![key, status, body, instant_text(now)])?;
            tx.prepare_cached("DELETE FROM answers WHERE kept_at < ?1")?
                .execute([instant_text(now - RETENTION)])?;
            Ok(())
        })
    }
}
