//! Completions, each recorded once: chapters, modules, the course, the mail to the school, and the certificate.
//!
//! Everything that advances a learner goes through [`begin`] and [`note`], which serialise concurrent requests. The
//! mail is sent once per subscription: somebody who completed it, bought more modules and completed those too is
//! neither reported again nor asked for a second review.

use serde_json::json;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::learning::certificates;
use crate::mail;
use crate::people::accounts::store::own_and_wards;
use crate::sales::subscriptions::learning::{self, Learning};
use crate::write::Tx;
use crate::{crash_point, execute};

// The version is not bumped, since no edited data changes. The update locks the row, which serialises the writers of
// one subscription.
const LOCK: &str = concat!(
    "UPDATE subscriptions SET updated_at = $2
    WHERE id = $1 AND (CAST($3 AS BIGINT) IS NULL OR user_id IN ",
    own_and_wards!("$3"),
    ")"
);

/// A subscription whose progress is to change, of this learner or their wards; with `None` of anybody.
///
/// # Errors
/// `not_found`.
pub async fn lock(tx: &mut Tx, id: i64, learner: Option<i64>) -> Result<Learning> {
    if execute!(tx, LOCK, id, tx.now, learner)? == 0 {
        return Err(Error::not_found());
    }
    learning::get(tx, id).await
}

const CHAPTER: &str =
    "INSERT INTO chapter_completions (subscription_id, chapter_id, completed_at) VALUES ($1, $2, $3)";
const MODULE: &str =
    "INSERT INTO module_completions (subscription_id, module_id, completed_at) VALUES ($1, $2, $3)";
const COURSE: &str = "
    UPDATE subscriptions SET status = 'COMPLETED', completed_at = $2, version = version + 1 WHERE id = $1";

/// Records what is newly complete. Returns whether the course is.
pub async fn record(tx: &mut Tx, config: &Config, learning: &mut Learning) -> Result<bool> {
    let (id, now) = (learning.row.id, tx.now);
    let reached = learning.journey.settle();
    for chapter in &reached.chapters {
        execute!(tx, CHAPTER, id, *chapter, now)?;
    }
    for module in &reached.modules {
        execute!(tx, MODULE, id, *module, now)?;
        let after = json!({ "moduleId": module });
        tx.audit("subscription.module-completed", "subscription", id, None, Some(after)).await?;
    }
    if reached.course {
        let at = certificates::issue::earned_before(tx, id).await?.unwrap_or(now);
        execute!(tx, COURSE, id, at)?;
        learning.row.completed_at = Some(at);
        learning.row.version += 1;
        tx.audit("subscription.completed", "subscription", id, None, None).await?;
        mail::completion::queue_for_school(tx, config, id).await?;
        certificates::issue::on_completion(tx, learning).await?;
        crash_point!("progress.completed");
    }
    Ok(reached.course)
}

/// Marks a granted module as complete; records this and its consequences, as [`note`] does.
///
/// # Errors
/// `not_found` when it is not granted; `not_complete` with the `missing` lessons.
pub async fn complete_module(
    tx: &mut Tx,
    config: &Config,
    learning: &mut Learning,
    module_id: i64,
) -> Result<bool> {
    let module = learning.journey.module(module_id).ok_or_else(Error::not_found)?;
    learning.journey.check_module(module)?;
    record(tx, config, learning).await
}
