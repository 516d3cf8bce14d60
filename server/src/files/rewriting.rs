//! Re-encodes pictures on blocking threads, a few at a time. Pictures from before this was introduced are
//! re-encoded by a job, and their address stays.

use futures_util::TryStreamExt as _;
use preau_core::code::Code;
use preau_core::file::{self, FileType};

use super::picture::{self, Picture};
use super::store::Store;
use super::stored::{self, Stored};
use crate::change;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all};

/// Pictures in one run of the job: it ends within seconds, so that a server that stops does not wait for it.
const PER_RUN: i64 = 5;

/// The re-encoded picture.
///
/// # Errors
/// What is wrong with it, under `file`.
pub(super) async fn rewrite(store: &Store, bytes: Vec<u8>, kind: &'static FileType) -> Result<Picture> {
    let permit = store.picture_permit().await?;
    let work = tokio::task::spawn_blocking(move || {
        let rewritten = picture::rewrite(&bytes, kind);
        // The permit is held until the work ends, even if the request was cancelled.
        drop(permit);
        rewritten
    });
    match work.await {
        Ok(rewritten) => rewritten.map_err(|fault| Error::field("file", fault)),
        Err(error) if error.is_panic() => {
            tracing::warn!(%error, "a decoder of pictures has failed");
            Err(Error::field("file", Code::PictureUnreadable))
        }
        Err(error) => Err(Error::internal(error.to_string())),
    }
}

/// A picture that was uploaded before pictures were re-encoded.
#[derive(preau_derive::FromRow)]
struct OldPicture {
    id: i64,
    address: String,
    place: String,
}

const OLD: &str = "
    SELECT id, address, place FROM files
    WHERE kind = 'IMAGE' AND width IS NULL AND kept_because IS NULL ORDER BY id LIMIT $1";
const KEEP_AS_SENT: &str = "UPDATE files SET kept_because = $3 WHERE id = $1 AND place = $2";
// The logo's size is stored with the school; rotation may change it.
const RESIZE_LOGO: &str = "UPDATE school SET logo_width = $2, logo_height = $3 WHERE logo_url = $1";

/// Re-encodes some of the old pictures; the next run continues. Their previous bytes stay in the store until
/// the job of unused files deletes them.
pub async fn rewrite_old(app: &AppContext) -> Result<()> {
    let mut conn = app.db.read().await?;
    let old = fetch_all!(conn, OldPicture, OLD, PER_RUN)?;
    drop(conn);
    for picture in &old {
        rewrite_one(app, picture).await?;
    }
    Ok(())
}

async fn rewrite_one(app: &AppContext, old: &OldPicture) -> Result<()> {
    let kind = file::at(&old.address).ok_or_else(|| Error::internal("a file without an address"))?;
    let rewritten = match app.files().size(&old.place).await? {
        Some(_) => rewrite(app.files(), read(app.files(), &old.place).await?, kind).await,
        None => Err(Code::Gone.into()),
    };
    match rewritten {
        Ok(picture) => {
            let stored = Stored::of_picture(app, &picture).await?;
            if !change!(app, None, |tx| replace_bytes(tx, old, &stored).await)? {
                stored.delete(app.files()).await?;
            }
            Ok(())
        }
        Err(Error::Rule(problem)) => {
            let code = problem.fields.first().map_or(problem.code, |field| field.code);
            change!(app, None, |tx| execute!(tx, KEEP_AS_SENT, old.id, &old.place, code.as_str()))?;
            Ok(())
        }
        Err(error) => Err(error),
    }
}

async fn replace_bytes(tx: &mut Tx, old: &OldPicture, stored: &Stored) -> Result<bool> {
    if !stored::replace(tx, old.id, &old.place, stored).await? {
        return Ok(false);
    }
    if let Some(size) = stored.size {
        tx.public_content_changed();
        execute!(tx, RESIZE_LOGO, &old.address, i64::from(size.width), i64::from(size.height))?;
    }
    Ok(true)
}

async fn read(store: &Store, place: &str) -> Result<Vec<u8>> {
    let chunks: Vec<_> = store.read(place, None).await?.try_collect().await?;
    Ok(chunks.concat())
}

const KEPT: &str = "
    SELECT address, name, kept_because FROM files WHERE kept_because IS NOT NULL AND kept_because <> 'gone' ORDER BY id";

/// A message for each picture that could not be re-encoded and stays as it was sent.
pub(super) async fn kept_as_sent(conn: &mut Conn) -> Result<Vec<String>> {
    let kept = fetch_all!(conn, (String, String, String), KEPT)?;
    let line = |(address, name, why)| {
        format!("{address} ({name}) stays as it was sent, with all that its camera wrote: {why}")
    };
    Ok(kept.into_iter().map(line).collect())
}
