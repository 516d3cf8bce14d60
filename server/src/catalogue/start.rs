//! Whether a course with a minimum size starts, and its new dates, as the school decides.

use chrono::NaiveDate;
use preau_core::minimum::NewDates;

use super::course::EditableCourse;
use super::{course_changes, timetable};
use crate::editing::Versioned as _;
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

const CONFIRM: &str = "
    UPDATE courses SET start_confirmed = TRUE, version = version + 1, updated_at = $2 WHERE id = $1";

/// The course starts however many enrol.
pub(crate) async fn confirm(tx: &mut Tx, course_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, CONFIRM, course_id, tx.now).map(|_| ())
}

const SET_DATES: &str = "
    UPDATE courses SET start_date = $2, end_date = $3, start_confirmed = $5,
        decision_day = COALESCE($4, CASE WHEN decision_day > $2 THEN $2 ELSE decision_day END), version = version + 1, updated_at = $6
    WHERE id = $1";

/// Gives the course other dates, and moves its sessions to come; without another day of decision its start is certain.
/// Learners and teachers are told what changed, but those who are asked.
///
/// # Errors
/// Those of [`timetable::moves`].
pub(crate) async fn give_new_dates(tx: &mut Tx, course_id: i64, dates: &NewDates) -> Result<()> {
    let before = EditableCourse::find(tx, &course_id).await?;
    let by = dates.shift(before.facts.start_date);
    let decision_day: Option<NaiveDate> = dates.decision_day;
    tx.public_content_changed();
    tx.seat_came_free(course_id);
    execute!(tx, SET_DATES, course_id, dates.start, dates.end, decision_day, decision_day.is_none(), tx.now)?;
    timetable::shift(tx, course_id, by, (dates.start, dates.end)).await?;
    let after = EditableCourse::find(tx, &course_id).await?;
    course_changes::record(tx, &before.facts, &after.facts).await
}
