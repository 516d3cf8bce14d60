//! Notes on what learners need.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_optional};

/// A note on what a learner needs, made with their consent.
#[derive(Debug, Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    text: String,
    /// When the learner agreed to it.
    #[serde(serialize_with = "clock::instant")]
    consented_at: DateTime<Utc>,
}

const FIND: &str = "SELECT text, consented_at FROM learner_needs WHERE user_id = $1";
const PUT: &str = "
    INSERT INTO learner_needs (user_id, text, consented_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text, consented_at = excluded.consented_at";
const DELETE: &str = "DELETE FROM learner_needs WHERE user_id = $1";

/// The note about this learner.
pub async fn find(conn: &mut Conn, user_id: i64) -> Result<Option<Needs>> {
    fetch_optional!(conn, Needs, FIND, user_id)
}

/// Replaces the note. The audit log says that there is one, not what it says.
pub async fn put(tx: &mut Tx, user_id: i64, text: &str) -> Result<()> {
    execute!(tx, PUT, user_id, text, tx.now)?;
    tx.audit("user.needs-noted", "user", user_id, None, None).await
}

/// Deletes the note, if there is one.
pub async fn delete(tx: &mut Tx, user_id: i64) -> Result<()> {
    if execute!(tx, DELETE, user_id)? == 1 {
        tx.audit("user.needs-deleted", "user", user_id, None, None).await?;
    }
    Ok(())
}
