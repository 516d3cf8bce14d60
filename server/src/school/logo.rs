//! The school's own logo: an uploaded picture on pages, in mails and in PDF documents. It is checked before
//! it is stored, so that its size is known and documents can print it.
//!
//! Position and size are decided where it is displayed.

use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use preau_core::code::Code;
use preau_core::file::{self, FileKind};
use preau_core::problem::Fault;
use preau_core::school::School as Facts;

use super::store::{self, School};
use crate::context::AppContext;
use crate::documents;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, files};

/// Maximum bytes of a logo: every page, mail and document includes it.
const MAX_BYTES: usize = 1024 * 1024;
/// Maximum pixels of a side: a document decodes them all.
pub(crate) const MAX_SIDE: u32 = 3000;
/// How long the generation of a document waits for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// A logo with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    pub(crate) url: String,
    pub(crate) size: Size,
}

/// In pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Size {
    /// The largest size in proportion that fits `room`, at most its own.
    pub(crate) fn within(self, room: Self) -> Self {
        let by_width = (u64::from(room.width), u64::from(self.width.max(1)));
        let by_height = (u64::from(room.height), u64::from(self.height.max(1)));
        let narrower = if by_width.0 * by_height.1 < by_height.0 * by_width.1 { by_width } else { by_height };
        let (part, whole) = if narrower.0 < narrower.1 { narrower } else { (1, 1) };
        let scaled =
            |side: u32| u32::try_from((u64::from(side) * part + whole / 2) / whole).unwrap_or(side).max(1);
        Self { width: scaled(self.width), height: scaled(self.height) }
    }
}

/// A picture that was checked before a change: its size, or why it is refused.
pub(crate) struct Measured {
    url: String,
    size: Result<Size, Fault>,
}

/// Checks the picture of the form, when it differs from the school's.
pub(crate) async fn measure(app: &AppContext, sent: Option<&Option<String>>) -> Result<Option<Measured>> {
    let Some(url) = sent.and_then(|url| url.as_deref()).map(str::trim) else { return Ok(None) };
    if file::at(url).is_none_or(|found| found.kind != FileKind::Image) {
        return Ok(None);
    }
    let mut conn = app.db.read().await?;
    if store::read(&mut conn).await?.logo_url.as_deref() == Some(url) {
        return Ok(None);
    }
    let found = files::find(&mut conn, url).await?;
    drop(conn);
    let Some(found) = found else { return Ok(None) };
    let too_large = Fault::new(Code::FileTooLarge).with("max", 1);
    let size = match usize::try_from(found.size) {
        Ok(bytes) if bytes <= MAX_BYTES => look(read(app, &found).await?).await?,
        _ => Err(too_large),
    };
    Ok(Some(Measured { url: url.to_owned(), size }))
}

async fn look(bytes: Bytes) -> Result<Result<Size, Fault>> {
    let looked = tokio::task::spawn_blocking(move || documents::picture_size(&bytes, MAX_SIDE)).await;
    let size = looked.map_err(|error| Error::internal(error.to_string()))?;
    let size = size.map(|(width, height)| Size { width, height });
    Ok(size.ok_or_else(|| Fault::new(Code::LogoUnusable).with("max", i64::from(MAX_SIDE))))
}

async fn read(app: &AppContext, file: &files::Row) -> Result<Bytes> {
    let chunks: Vec<Bytes> = app.files().read(&file.place, None).await?.try_collect().await?;
    Ok(chunks.concat().into())
}

/// The size of the logo in the changed settings.
///
/// # Errors
/// What is wrong with it, under `logoUrl`.
pub(crate) async fn chosen(
    tx: &mut Tx,
    before: &School,
    after: &Facts,
    measured: Option<&Measured>,
) -> Result<Option<Size>> {
    let Some(url) = &after.logo_url else { return Ok(None) };
    if let Some(kept) = before.logo().filter(|logo| logo.url == *url) {
        return Ok(Some(kept.size));
    }
    files::check_exists(tx, "logoUrl", Some(url)).await?;
    let measured = measured.filter(|measured| measured.url == *url);
    let size = measured.map_or_else(|| Err(Code::UnknownReference.into()), |measured| measured.size.clone());
    size.map(Some).map_err(|fault| Error::field("logoUrl", fault))
}

const RETAIN: &str = "INSERT INTO paper_logos (url) VALUES ($1) ON CONFLICT (url) DO NOTHING";

/// Records that a document has this logo: documents never change, so it is never deleted.
pub(crate) async fn retain_for_documents(tx: &mut Tx, url: Option<&str>) -> Result<()> {
    if let Some(url) = url {
        execute!(tx, RETAIN, url)?;
    }
    Ok(())
}

/// The bytes of a document's logo. When it cannot be read the document is generated without it.
pub(crate) async fn for_document(app: &AppContext, url: Option<&str>) -> Option<Bytes> {
    let url = url?;
    let reading = async {
        let found = files::find(&mut app.db.read().await?, url).await?;
        read(app, &found.ok_or_else(Error::not_found)?).await
    };
    match tokio::time::timeout(PATIENCE, reading).await {
        Ok(Ok(bytes)) => Some(bytes),
        Ok(Err(error)) => {
            tracing::warn!(%error, url, "a paper is made without its logo");
            None
        }
        Err(_) => {
            tracing::warn!(url, "a paper is made without its logo: the store of files does not answer");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn a_logo_fits_its_room_keeps_its_shape_and_is_never_enlarged() {
        let room = Size { width: 200, height: 40 };
        let cases = [
            ((400, 80), (200, 40)),
            ((3000, 30), (200, 2)),
            ((30, 3000), (1, 40)),
            ((16, 16), (16, 16)),
            ((1, 1), (1, 1)),
            ((600, 300), (80, 40)),
            ((3000, 1), (200, 1)),
        ];
        for ((width, height), (wide, high)) in cases {
            assert_eq!(
                Size { width, height }.within(room),
                Size { width: wide, height: high },
                "{width}×{height}"
            );
        }
    }
}
