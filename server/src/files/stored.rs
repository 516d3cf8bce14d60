//! The stored bytes of one file, and of a picture's renditions.

use bytes::Bytes;
use object_store::path::Path;
use sha2::{Digest as _, Sha256};

use super::picture::Picture;
use super::store::Store;
use crate::clock::hex;
use crate::context::AppContext;
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

/// A file that is in place.
pub(super) struct Stored {
    pub(super) bytes: StoredBytes,
    /// Only of a picture.
    pub(super) size: Option<Size>,
    pub(super) narrower: Vec<(u32, StoredBytes)>,
}

/// In pixels.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Bytes that are in place.
pub(super) struct StoredBytes {
    pub(super) sha256: String,
    pub(super) place: String,
    pub(super) size: i64,
}

impl From<StoredBytes> for Stored {
    fn from(bytes: StoredBytes) -> Self {
        Self { bytes, size: None, narrower: Vec::new() }
    }
}

impl StoredBytes {
    /// Moves an unfinished file to its place.
    pub(super) async fn place(
        store: &Store,
        unfinished: &Path,
        sha256: String,
        size: u64,
        id: &str,
    ) -> Result<Self> {
        let place = format!("{}/{sha256}-{id}", &sha256[..2]);
        store.place(unfinished, &place).await?;
        Ok(Self { sha256, place, size: i64::try_from(size).unwrap_or(i64::MAX) })
    }

    async fn write(app: &AppContext, bytes: &[u8]) -> Result<Self> {
        let id = app.ids.hex128();
        let mut writing = app.files().begin(&id).await?;
        if let Err(error) = writing.add(Bytes::copy_from_slice(bytes)).await {
            writing.abandon().await;
            return Err(error);
        }
        let sha256 = hex(&Sha256::digest(bytes));
        Self::place(app.files(), &writing.finish().await?, sha256, bytes.len() as u64, &id).await
    }
}

impl Stored {
    /// Writes a picture and its renditions.
    pub(super) async fn of_picture(app: &AppContext, picture: &Picture) -> Result<Self> {
        let full = &picture.full;
        let mut narrower = Vec::new();
        for rendition in &picture.narrower {
            narrower.push((rendition.width, StoredBytes::write(app, &rendition.bytes).await?));
        }
        let size = Some(Size { width: full.width, height: full.height });
        Ok(Self { bytes: StoredBytes::write(app, &full.bytes).await?, size, narrower })
    }

    /// Deletes the bytes and the renditions.
    pub(super) async fn delete(&self, store: &Store) -> Result<()> {
        for bytes in self.narrower.iter().map(|(_, bytes)| bytes).chain([&self.bytes]) {
            store.delete(&bytes.place).await?;
        }
        Ok(())
    }
}

const REPLACE: &str = "
    UPDATE files SET sha256 = $3, place = $4, size = $5, width = $6, height = $7, kept_because = NULL
    WHERE id = $1 AND place = $2";
const DELETE_RENDITIONS: &str = "DELETE FROM renditions WHERE file_id = $1";
const ADD: &str = "INSERT INTO renditions (file_id, width, sha256, place, size) VALUES ($1, $2, $3, $4, $5)";

/// Updates the row of a file at `place` to what is stored now. Returns whether the file was at that place.
pub(super) async fn replace(tx: &mut Tx, id: i64, place: &str, stored: &Stored) -> Result<bool> {
    let (bytes, size) = (&stored.bytes, stored.size);
    let (width, height) = (size.map(|size| i64::from(size.width)), size.map(|size| i64::from(size.height)));
    let replaced = execute!(tx, REPLACE, id, place, &bytes.sha256, &bytes.place, bytes.size, width, height)?;
    if replaced == 0 {
        return Ok(false);
    }
    execute!(tx, DELETE_RENDITIONS, id)?;
    for (width, bytes) in &stored.narrower {
        execute!(tx, ADD, id, i64::from(*width), &bytes.sha256, &bytes.place, bytes.size)?;
    }
    Ok(true)
}
