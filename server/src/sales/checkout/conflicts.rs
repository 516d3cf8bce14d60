//! Before a seat is held, checks the holds in its way, so that a payment already received is honoured and an overdue
//! hold ends at once instead of at the next run of the job.
//!
//! Calls the provider, so never inside a transaction.

use super::hold::{self, Participant};
use super::{jobs, settle};
use crate::context::AppContext;
use crate::error::Result;
use crate::fetch_all;
use crate::sales::reservations::store;

// The learner's own overdue holds; those of others only when they occupy the last seats.
const OVERDUE: &str = "
    SELECT r.id FROM reservations r JOIN courses c ON c.id = r.course_id
    WHERE r.status = 'HELD' AND r.hold_until <= $3 AND c.id = $1
        AND ((r.learner_email = $2 AND r.child_key = $4) OR c.seats_taken >= c.capacity)
    ORDER BY r.hold_until, r.id LIMIT 20";

/// Ends or settles the holds that conflict with one of this payer, for this learner, on this course.
///
/// # Errors
/// When the hold to be replaced cannot be checked at the provider.
pub(crate) async fn resolve_conflicting_holds(
    app: &AppContext,
    course_id: i64,
    payer: &Participant,
    learner: &Participant,
) -> Result<()> {
    let overdue = {
        let mut conn = app.db.read().await?;
        fetch_all!(conn, (i64,), OVERDUE, course_id, &learner.email, app.clock.now(), learner.child.as_str())?
    };
    for (id,) in overdue {
        jobs::check_hold_or_log(app, id).await;
    }
    let held = {
        let mut conn = app.db.read().await?;
        store::held_for(&mut conn, course_id, &learner.email, learner.child.as_str()).await?
    };
    // Replaced by the new one, unless it was paid in another tab.
    match held.filter(|row| hold::is_replaced_by(row, payer)) {
        Some(row) => settle::reservation(app, row.id).await.map(|_| ()),
        None => Ok(()),
    }
}
