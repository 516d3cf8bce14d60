//! Deletes unreferenced files a day after they were last uploaded, so that a form that is still open loses
//! nothing, and uploads that were not continued for a day.

use chrono::Duration;

use super::store::CHUNKS;
use super::{rows, uploads};
use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};

/// How long a file may be unreferenced. Longer than any upload.
const RETENTION: Duration = Duration::days(1);

/// Deletes the rows of unused files, then everything in the store without a row: those files, and the remains
/// of killed uploads.
pub async fn delete_unused(app: &AppContext) -> Result<()> {
    let since = app.clock.now() - RETENTION;
    change!(app, None, |tx| rows::delete_unused(tx, since).await)?;
    uploads::delete_idle(app, since).await?;
    // Places are read afterwards: a file in the list gets its row well within the day.
    let old = app.files().written_before(since).await?;
    let mut conn = app.db.read().await?;
    let kept = rows::places(&mut conn).await?;
    drop(conn);
    let unfinished = app.files().delete_unfinished(since);
    unfinished.map_err(|error| Error::internal(format!("unfinished files: {error}")))?;
    for place in old.iter().filter(|place| is_place(place) && !kept.contains(*place)) {
        app.files().delete(place).await?;
    }
    Ok(())
}

/// Whether this is the place of a file (`ab/<sha256>-<id>`) or of a chunk: nothing else in the store belongs
/// to the school.
fn is_place(place: &str) -> bool {
    if place.split_once('/').is_some_and(|(folder, _)| folder == CHUNKS) {
        return true;
    }
    let parts = place.split_once('/').and_then(|(short, name)| Some((short, name.split_once('-')?.0)));
    parts.is_some_and(|(short, sha256)| {
        sha256.len() == 64
            && sha256.bytes().all(|byte| byte.is_ascii_hexdigit())
            && sha256.get(..2) == Some(short)
    })
}

#[cfg(test)]
mod tests {
    use super::is_place;

    #[test]
    fn only_what_an_upload_wrote_is_ours() {
        let sha256 = "ab".repeat(32);
        assert!(is_place(&format!("ab/{sha256}-7f3c")) && is_place("chunks/7f3c"));
        for other in ["backup.tar", "2026/photo.png", "ab/ab-1"] {
            assert!(!is_place(other), "{other}");
        }
        assert!(!is_place(&format!("cd/{sha256}-1")), "in another folder");
    }
}
