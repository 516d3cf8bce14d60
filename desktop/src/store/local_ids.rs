//! Local ids of rows without an id of the school's.

use rusqlite::{OptionalExtension as _, params};

use super::Store;
use crate::error::Result;

impl Store {
    /// The negative id of a client id; assigned once and never reused.
    pub fn local_id(&self, client_id: &str) -> Result<i64> {
        self.write(|tx| {
            tx.prepare_cached("INSERT INTO local_ids (client_id) VALUES (?1) ON CONFLICT DO NOTHING")?
                .execute([client_id])?;
            let number: i64 = tx
                .prepare_cached("SELECT number FROM local_ids WHERE client_id = ?1")?
                .query_row([client_id], |row| row.get(0))?;
            Ok(-number)
        })
    }

    /// The client id of a negative id.
    pub fn client_id(&self, local_id: i64) -> Result<Option<String>> {
        let inner = self.lock();
        let mut find =
            inner.connection.prepare_cached("SELECT client_id FROM local_ids WHERE number = ?1")?;
        Ok(find.query_row(params![local_id.checked_neg()], |row| row.get(0)).optional()?)
    }
}
