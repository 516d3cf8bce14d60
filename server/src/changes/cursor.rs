//! Cursors of the list of changes: the epoch of the database's sequence numbers, and the last number copied.
//! Opaque to clients.

use preau_core::code::Code;

use crate::clock::Ids;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_one};

/// The current epoch and the last sequence number of the database.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct Counter {
    epoch: String,
    last: i64,
}

const COUNTER: &str = "SELECT epoch, last FROM change_counter";

/// Reads the counter.
pub(super) async fn now(conn: &mut Conn) -> Result<Counter> {
    fetch_one!(conn, Counter, COUNTER)
}

impl Counter {
    /// The last sequence number that this cursor has copied; 0 without a cursor.
    ///
    /// # Errors
    /// `cursor_gone` when it is from another database, or is ahead of it.
    pub(super) fn position(&self, cursor: Option<&str>) -> Result<i64> {
        let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else { return Ok(0) };
        let parts = cursor.split_once('.').filter(|(epoch, _)| *epoch == self.epoch);
        let position = parts.and_then(|(_, number)| number.parse().ok());
        position.filter(|at| (0..=self.last).contains(at)).ok_or_else(|| Error::from(Code::CursorGone))
    }

    /// The cursor that has copied up to this number.
    pub(super) fn text(&self, position: i64) -> String {
        format!("{}.{position}", self.epoch)
    }
}

const RENEW: &str = "UPDATE change_counter SET epoch = $1";

/// Invalidates every cursor: the database is no longer the one that issued them.
pub(crate) async fn renew(tx: &mut Tx) -> Result<()> {
    execute!(tx, RENEW, Ids.hex128())?;
    Ok(())
}
