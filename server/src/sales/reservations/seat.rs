//! Takes and frees the seats of a course, each in one statement.
//!
//! The callers decide who needs one: one seat per learner and course.

use crate::error::Result;
use crate::execute;
use crate::write::Tx;

const TAKE: &str = "
    UPDATE courses SET seats_taken = seats_taken + 1
    WHERE id = $1 AND (capacity IS NULL OR seats_taken < capacity)";
const GIVE_BACK: &str = "UPDATE courses SET seats_taken = seats_taken - 1 WHERE id = $1 AND seats_taken > 0";

/// Takes a seat; returns whether one was free. One statement, so that two visitors cannot take the last seat.
pub async fn take(tx: &mut Tx, course_id: i64) -> Result<bool> {
    tx.public_content_changed();
    Ok(execute!(tx, TAKE, course_id)? == 1)
}

/// Frees one seat, which is offered to who waits when the transaction ends.
pub async fn free(tx: &mut Tx, course_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, GIVE_BACK, course_id)?;
    tx.seat_came_free(course_id);
    Ok(())
}
