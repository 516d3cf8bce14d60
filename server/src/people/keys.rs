//! Secrets of the server, stored in the database so that all servers of one school share them.

use crate::clock::{Clock, Ids};
use crate::db::Db;
use crate::error::Result;
use crate::{change, execute, fetch_scalar};

/// The secret of this name, generated at its first use.
pub async fn load_or_create(db: &Db, clock: &Clock, ids: &Ids, name: &str) -> Result<String> {
    struct Place<'a> {
        db: &'a Db,
        clock: &'a Clock,
    }
    let place = Place { db, clock };
    let fresh = ids.token();
    change!(place, None, |tx| {
        execute!(tx, INSERT, name, &fresh, tx.now)?;
        fetch_scalar!(tx, String, LOAD, name)
    })
}

const INSERT: &str =
    "INSERT INTO server_keys (name, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
const LOAD: &str = "SELECT secret FROM server_keys WHERE name = $1";
