//! How far a copy has come: the epoch of the database's numbers, and the last number copied. Clients do not look
//! inside.

use preau_core::code::Code;

use crate::clock::Ids;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_one};

/// Where the database stands.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct Counter {
    epoch: String,
    last: i64,
}

const COUNTER: &str = "SELECT epoch, last FROM change_counter";

/// Where the database stands now.
pub(super) async fn now(conn: &mut Conn) -> Result<Counter> {
    fetch_one!(conn, Counter, COUNTER)
}

impl Counter {
    /// The number up to which this cursor has copied; none begins at the beginning.
    ///
    /// # Errors
    /// `cursor_gone` when it is not of this database, or is ahead of it.
    pub(super) fn position(&self, cursor: Option<&str>) -> Result<i64> {
        let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else { return Ok(0) };
        let parts = cursor.split_once('.').filter(|(epoch, _)| *epoch == self.epoch);
        let position = parts.and_then(|(_, number)| number.parse().ok());
        position.filter(|at| (0..=self.last).contains(at)).ok_or_else(|| Error::from(Code::CursorGone))
    }

    /// A cursor that has copied up to this number.
    pub(super) fn text(&self, position: i64) -> String {
        format!("{}.{position}", self.epoch)
    }
}

const RENEW: &str = "UPDATE change_counter SET epoch = $1";

/// Makes every cursor worthless: the database is another one than they were given by.
pub(crate) async fn renew(tx: &mut Tx) -> Result<()> {
    execute!(tx, RENEW, Ids.hex128())?;
    Ok(())
}
