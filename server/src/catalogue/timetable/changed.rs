//! What follows from a change of sessions, in the transaction of the change.

use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all};

use super::noted;
use super::session::ClassSession;

const RAISE: &str = "UPDATE class_sessions SET sequence = sequence + 1 WHERE id = $1";

/// Called for every session that was added (`before` is none), changed, or is about to be deleted (`after` is none). Raises
/// the number by which calendars know that it changed, and notes what is to be told.
pub(crate) async fn changed(
    tx: &mut Tx,
    before: Option<&ClassSession>,
    after: Option<&ClassSession>,
) -> Result<()> {
    tx.public_content_changed();
    if let Some((before, after)) = before.zip(after)
        && before.shown() != after.shown()
    {
        execute!(tx, RAISE, after.id)?;
    }
    noted::note(tx, before, after).await
}

const RAISE_OF_COURSE: &str =
    "UPDATE class_sessions SET sequence = sequence + 1 WHERE course_id = $1 AND starts_at > $2";

/// Called when the name or the link of a course was changed: calendars show them with its sessions.
pub(crate) async fn course_shown_changed(tx: &mut Tx, course_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, RAISE_OF_COURSE, course_id, tx.now)?;
    Ok(())
}

const RAISE_OF_ROOM: &str =
    "UPDATE class_sessions SET sequence = sequence + 1 WHERE room_id = $1 AND starts_at > $2";

/// Called when the name or the address of a room was changed.
pub(super) async fn room_shown_changed(tx: &mut Tx, room_id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, RAISE_OF_ROOM, room_id, tx.now)?;
    Ok(())
}

const CANCEL_COMING: &str = "
    UPDATE class_sessions SET status = 'CANCELLED', reason = $2, version = version + 1, sequence = sequence + 1,
        updated_at = $3
    WHERE course_id = $1 AND status = 'PLANNED' AND starts_at > $3
        AND NOT EXISTS (SELECT 1 FROM attendance a WHERE a.session_id = class_sessions.id)";

/// Who gives the sessions to come of a course: address and name.
const TEACHERS: &str = "
    SELECT DISTINCT COALESCE(u.email, t.email), t.first_name || ' ' || t.last_name
    FROM class_sessions s JOIN courses c ON c.id = s.course_id
    JOIN teachers t ON t.id = COALESCE(s.teacher_id, c.teacher_id) LEFT JOIN users u ON u.id = t.user_id
    WHERE s.course_id = $1 AND s.status = 'PLANNED' AND s.starts_at > $2 AND COALESCE(u.email, t.email) IS NOT NULL";

/// Called when a course was cancelled: its sessions to come are too, for the same reason. One whose roll is being called
/// stays. Answers the addresses and names of those who would have given them.
pub(crate) async fn course_cancelled(
    tx: &mut Tx,
    course_id: i64,
    reason: &str,
) -> Result<Vec<(String, String)>> {
    tx.public_content_changed();
    let now = tx.now;
    let teachers = fetch_all!(tx, (String, String), TEACHERS, course_id, now)?;
    execute!(tx, CANCEL_COMING, course_id, reason, now)?;
    Ok(teachers)
}
