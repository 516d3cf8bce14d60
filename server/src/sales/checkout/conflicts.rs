//! Before a seat is held: holds in its way are looked at first, so that money that has arrived is honoured
//! and a hold whose time is over is gone at that moment, not when the job comes by.
//!
//! Asks the provider, so never inside a change.

use super::hold::{self, Participant};
use super::{jobs, settle};
use crate::context::AppContext;
use crate::error::Result;
use crate::fetch_all;
use crate::sales::reservations::store;

// Of the learner themselves; of others only when they have the last seats.
const OVERDUE: &str = "
    SELECT r.id FROM reservations r JOIN courses c ON c.id = r.course_id
    WHERE r.status = 'HELD' AND r.hold_until <= $3 AND c.id = $1
        AND ((r.learner_email = $2 AND r.child_key = $4) OR c.seats_taken >= c.capacity)
    ORDER BY r.hold_until, r.id LIMIT 20";

/// Ends or settles the holds that stand in the way of one of this payer, for this learner, on this course.
///
/// # Errors
/// When the database fails, or the hold that gives way cannot be looked at.
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
        jobs::look_at_or_note(app, id).await;
    }
    let held = {
        let mut conn = app.db.read().await?;
        store::held_for(&mut conn, course_id, &learner.email, learner.child.as_str()).await?
    };
    // It gives way to the new one, unless it was paid in another tab.
    match held.filter(|row| hold::gives_way(row, payer)) {
        Some(row) => settle::reservation(app, row.id).await.map(|_| ()),
        None => Ok(()),
    }
}
