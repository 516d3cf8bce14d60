//! SQL of uploads.

use chrono::{DateTime, Utc};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// An upload in chunks.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct Upload {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) size: i64,
    pub(super) received: i64,
    /// The file's address, once it is finished.
    pub(super) address: Option<String>,
}

const INSERT: &str = "
    INSERT INTO uploads (id, user_id, name, size, created_at, touched_at) VALUES ($1, $2, $3, $4, $5, $5)
    RETURNING id, name, size, received, address";
const FIND: &str = "SELECT id, name, size, received, address FROM uploads WHERE id = $1 AND user_id = $2";
const COUNT: &str = "SELECT COUNT(*) FROM uploads WHERE user_id = $1 AND address IS NULL";
const TOTAL: &str = "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM uploads WHERE address IS NULL";
const IDLE: &str = "
    SELECT id FROM uploads WHERE user_id = $1 AND address IS NULL AND touched_at <= $2 ORDER BY touched_at LIMIT 1";
const OLD: &str = "SELECT id FROM uploads WHERE touched_at <= $1";
const PLACES: &str = "SELECT place FROM upload_chunks WHERE upload_id = $1 ORDER BY begins";
const DELETE_CHUNKS: &str = "DELETE FROM upload_chunks WHERE upload_id = $1";
const DELETE: &str = "DELETE FROM uploads WHERE id = $1";
const ADVANCE: &str = "
    UPDATE uploads SET received = received + $3, touched_at = $4
    WHERE id = $1 AND received = $2 AND address IS NULL";
const ADD: &str = "INSERT INTO upload_chunks (upload_id, begins, place) VALUES ($1, $2, $3)";
const TOUCH: &str = "UPDATE uploads SET touched_at = $2 WHERE id = $1";
const FINISH: &str = "UPDATE uploads SET address = $2, touched_at = $3 WHERE id = $1";

pub(super) async fn insert(tx: &mut Tx, id: &str, user_id: i64, name: &str, size: i64) -> Result<Upload> {
    fetch_one!(tx, Upload, INSERT, id, user_id, name, size, tx.now)
}

/// An upload of this account.
///
/// # Errors
/// `not_found`.
pub(super) async fn find(conn: &mut Conn, id: &str, user_id: i64) -> Result<Upload> {
    fetch_optional!(conn, Upload, FIND, id, user_id)?.ok_or_else(Error::not_found)
}

/// Number of unfinished uploads of this account.
pub(super) async fn count(tx: &mut Tx, user_id: i64) -> Result<i64> {
    fetch_scalar!(tx, i64, COUNT, user_id)
}

/// Announced bytes of all unfinished uploads.
pub(super) async fn total(tx: &mut Tx) -> Result<i64> {
    fetch_scalar!(tx, i64, TOTAL)
}

/// The least recently continued upload of this account, not continued since `until`.
pub(super) async fn find_idle(tx: &mut Tx, user_id: i64, until: DateTime<Utc>) -> Result<Option<String>> {
    Ok(fetch_optional!(tx, (String,), IDLE, user_id, until)?.map(|(id,)| id))
}

/// Records a stored chunk. Returns false unless it begins where the upload ends, and the upload is
/// unfinished.
pub(super) async fn add_chunk(tx: &mut Tx, id: &str, begins: i64, length: i64, place: &str) -> Result<bool> {
    if execute!(tx, ADVANCE, id, begins, length, tx.now)? == 0 {
        return Ok(false);
    }
    execute!(tx, ADD, id, begins, place)?;
    Ok(true)
}

/// The places of its chunks, in order.
pub(super) async fn places(conn: &mut Conn, id: &str) -> Result<Vec<String>> {
    Ok(fetch_all!(conn, (String,), PLACES, id)?.into_iter().map(|(place,)| place).collect())
}

/// Records that it is still in use.
pub(super) async fn touch(tx: &mut Tx, id: &str) -> Result<u64> {
    execute!(tx, TOUCH, id, tx.now)
}

/// Records the file that it became. Its row stays for a day, so that a repeated call gets the same response.
///
/// # Errors
/// `not_found` when it was cancelled in the meantime.
pub(in crate::files) async fn finish(tx: &mut Tx, id: &str, address: &str) -> Result<()> {
    if execute!(tx, FINISH, id, address, tx.now)? == 0 {
        return Err(Error::not_found());
    }
    execute!(tx, DELETE_CHUNKS, id)?;
    Ok(())
}

/// Deletes an upload; returns the places of its chunks.
pub(super) async fn remove(tx: &mut Tx, id: &str) -> Result<Vec<String>> {
    let places = places(tx, id).await?;
    execute!(tx, DELETE_CHUNKS, id)?;
    execute!(tx, DELETE, id)?;
    Ok(places)
}

/// Deletes the uploads that were not continued since `until`; returns the places of their chunks.
pub(super) async fn delete_idle(tx: &mut Tx, until: DateTime<Utc>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for (id,) in fetch_all!(tx, (String,), OLD, until)? {
        all.extend(remove(tx, &id).await?);
    }
    Ok(all)
}
