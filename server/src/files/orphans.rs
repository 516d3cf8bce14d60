//! Files that nothing refers to go, a day after they were last uploaded: whoever has a form open loses nothing.

use chrono::Duration;

use super::rows;
use crate::app::App;
use crate::change;
use crate::error::{Error, Result};

/// How long a file may wait to be used. Longer than any upload.
const PATIENCE: Duration = Duration::days(1);

/// Forgets the rows of unused files, then deletes whatever stands in the store without a row: those, and what an
/// upload left that was killed.
///
/// # Errors
/// When the database or the store fails.
pub async fn forget(app: &App) -> Result<()> {
    let since = app.clock.now() - PATIENCE;
    change!(app, None, |tx| rows::forget(tx, since).await)?;
    // Places are looked up after: a file that has one gets its row well within the day.
    let old = app.files.before(since).await?;
    let mut conn = app.db.read().await?;
    let kept = rows::places(&mut conn).await?;
    drop(conn);
    let unfinished = app.files.forget_unfinished(since);
    unfinished.map_err(|error| Error::internal(format!("unfinished files: {error}")))?;
    for place in old.iter().filter(|place| !kept.contains(*place)) {
        app.files.delete(place).await?;
    }
    Ok(())
}
