//! SQL of files.

use preau_core::code::Code;
use preau_core::file::{self, FileType};
use preau_core::problem::Fault;
use serde_json::json;

use super::stored::{Stored, replace};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// A file whose bytes were received.
pub(super) struct NewFile {
    pub(super) address: String,
    pub(super) kind: &'static FileType,
    pub(super) name: String,
    pub(super) stored: Stored,
}

/// The result of storing the row of an upload.
pub(super) struct InsertOutcome {
    /// Whether the stored bytes are those of this upload.
    pub(super) is_ours: bool,
    pub(super) is_new: bool,
}

/// A stored file.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(crate) struct Row {
    pub(crate) address: String,
    pub(crate) sha256: String,
    pub(crate) place: String,
    pub(crate) media_type: String,
    pub(crate) size: i64,
    pub(crate) name: String,
}

/// The rows of files under this condition.
macro_rules! files {
    ($condition:literal) => {
        concat!("SELECT address, sha256, place, media_type, size, name FROM files f WHERE ", $condition)
    };
}

/// Their renditions under this condition.
macro_rules! renditions {
    ($condition:literal) => {
        concat!(
            "SELECT f.address, r.sha256, r.place, f.media_type, r.size, f.name || ', ' || r.width || ' px' AS name
             FROM renditions r JOIN files f ON f.id = r.file_id WHERE ",
            $condition
        )
    };
}

const AT: &str = files!("address = $1");
const AT_WIDTH: &str = renditions!("f.address = $1 AND r.width = $2");
const ALL_OF: &str = concat!(files!("address = $1"), " UNION ALL ", renditions!("f.address = $1"));
const USED: &str = concat!(
    files!("EXISTS (SELECT 1 FROM file_uses u WHERE u.address = f.address)"),
    " UNION ALL ",
    renditions!("EXISTS (SELECT 1 FROM file_uses u WHERE u.address = f.address)"),
    " ORDER BY address, place"
);
const MISSING: &str = "
    SELECT DISTINCT u.address FROM file_uses u
    WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.address = u.address) ORDER BY u.address";

/// The file of this address.
pub(crate) async fn find(conn: &mut Conn, address: &str) -> Result<Option<Row>> {
    fetch_optional!(conn, Row, AT, address)
}

const DIMENSIONS: &str = "SELECT size, width, height FROM files WHERE address = $1";

/// Size of a file in bytes; of a picture, its width and height in pixels too.
///
/// # Errors
/// `not_found` when it was deleted.
pub(super) async fn dimensions(conn: &mut Conn, address: &str) -> Result<(i64, Option<i64>, Option<i64>)> {
    let found = fetch_optional!(conn, (i64, Option<i64>, Option<i64>), DIMENSIONS, address)?;
    found.ok_or_else(Error::not_found)
}

/// The rendition of this address at this width; nothing when the picture is not wider itself.
pub(super) async fn find_at_width(conn: &mut Conn, address: &str, width: u32) -> Result<Option<Row>> {
    fetch_optional!(conn, Row, AT_WIDTH, address, i64::from(width))
}

/// The files in use, and their renditions.
pub(super) async fn in_use(conn: &mut Conn) -> Result<Vec<Row>> {
    fetch_all!(conn, Row, USED)
}

/// Addresses in use without a file.
pub(super) async fn missing(conn: &mut Conn) -> Result<Vec<(String,)>> {
    fetch_all!(conn, (String,), MISSING)
}

/// Whether the bytes of a known file are missing or truncated: the next upload repairs it.
pub(super) async fn is_lost(app: &AppContext, address: &str) -> Result<bool> {
    let mut conn = app.db.read().await?;
    let all = fetch_all!(conn, Row, ALL_OF, address)?;
    drop(conn);
    for row in all {
        if app.files().size(&row.place).await? != u64::try_from(row.size).ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

// Existing bytes stay in place, unless they are lost; a repeated upload extends the time in which the file
// may be unused.
const INSERT: &str = "
    INSERT INTO files (address, sha256, place, kind, media_type, size, name, created_by, created_at, uploaded_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    ON CONFLICT (address) DO UPDATE SET uploaded_at = excluded.uploaded_at
    RETURNING id, place";

pub(super) async fn insert(tx: &mut Tx, new: &NewFile, user_id: i64, is_lost: bool) -> Result<InsertOutcome> {
    let NewFile { address, kind, name, stored } = new;
    let (id, place) = fetch_one!(
        tx,
        (i64, String),
        INSERT,
        address,
        &stored.bytes.sha256,
        &stored.bytes.place,
        kind.kind.as_str(),
        kind.media_type(),
        stored.bytes.size,
        name,
        user_id,
        tx.now
    )?;
    let is_new = place == stored.bytes.place;
    if is_new || is_lost {
        replace(tx, id, &place, stored).await?;
    }
    if is_new {
        let after = json!({ "url": address, "name": name, "size": stored.bytes.size });
        tx.audit("file.uploaded", "file", id, None, Some(after)).await?;
    }
    Ok(InsertOutcome { is_ours: is_new || is_lost, is_new })
}

// Of texts, the view contains only addresses whose files exist.
const USES: &str = "
    SELECT (SELECT COUNT(*) FROM file_uses WHERE address = $1)
        + (SELECT COUNT(*) FROM lessons WHERE content LIKE '%' || $1 || '%')
        + (SELECT COUNT(*) FROM courses WHERE detailed_description LIKE '%' || $1 || '%')
        + (SELECT COUNT(*) FROM faq_entries
            WHERE answer LIKE '%' || $1 || '%' OR translations LIKE '%' || $1 || '%')
        + (SELECT COUNT(*) FROM school_pages WHERE html LIKE '%' || $1 || '%')";

/// Refuses an address of an uploaded file that does not exist. Runs in the transaction that begins to use it,
/// so that it cannot be deleted in the meantime. Content that already refers to a lost file can still be
/// edited.
///
/// # Errors
/// `unknown_reference` under `field`, with the address as `url`.
pub(crate) async fn check_exists(tx: &mut Tx, field: &str, address: Option<&str>) -> Result<()> {
    let Some(address) = address.filter(|address| address.starts_with(file::FOLDER)) else { return Ok(()) };
    if find(tx, address).await?.is_some() || fetch_scalar!(tx, i64, USES, address)? > 0 {
        return Ok(());
    }
    Err(Error::field(field, Fault::new(Code::UnknownReference).with("url", address)))
}

/// Refuses a rich text with an address of a file that does not exist; see [`known`].
///
/// # Errors
/// `unknown_reference` under `field`.
pub(crate) async fn check_all_exist(tx: &mut Tx, field: &str, html: &str) -> Result<()> {
    for place in file::named_in(html) {
        check_exists(tx, field, html.get(place)).await?;
    }
    Ok(())
}

const DELETE_UNUSED: &str = "
    DELETE FROM files WHERE uploaded_at <= $1
        AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.address = files.address)";
const PLACES: &str = "
    SELECT place FROM files UNION ALL SELECT place FROM renditions UNION ALL SELECT place FROM upload_chunks";

/// Deletes the rows of files that are unused and were not uploaded since.
pub(super) async fn delete_unused(tx: &mut Tx, since: chrono::DateTime<chrono::Utc>) -> Result<u64> {
    execute!(tx, DELETE_UNUSED, since)
}

/// The places of all files, renditions and chunks.
pub(super) async fn places(conn: &mut Conn) -> Result<std::collections::HashSet<String>> {
    Ok(fetch_all!(conn, (String,), PLACES)?.into_iter().map(|(place,)| place).collect())
}
