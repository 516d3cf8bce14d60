//! What becomes of the sessions to come of a course that is archived, or gets another teacher.

use preau_core::clash::Occupation;
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::problem::Problem;

use crate::catalogue::course_changes;
use crate::db::Filter;
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

use super::changed::changed;
use super::clash;
use super::session::ClassSession;
use super::store;

/// The planned sessions of a course that have not begun.
async fn coming(tx: &mut Tx, course_id: i64) -> Result<Vec<ClassSession>> {
    let coming = Filter::new()
        .with("s.course_id = $1 AND s.status = 'PLANNED'", course_id)
        .with("s.starts_at > $1", tx.now);
    store::sessions(tx, &coming).await
}

/// Refuses to archive a course whose class still meets: nobody would be told, and its rooms would be given to others.
///
/// # Errors
/// `sessions_to_come` with their number.
pub(in crate::catalogue) async fn refuse_archiving(tx: &mut Tx, course_id: i64) -> Result<()> {
    let count = coming(tx, course_id).await?.len();
    if count == 0 || !course_changes::has_class(tx, course_id).await? {
        return Ok(());
    }
    Err(Problem::new(Code::SessionsToCome).with("count", count).into())
}

const RULES: &str = "
    UPDATE session_series SET teacher_id = $3, version = version + 1, updated_at = $4
    WHERE course_id = $1 AND teacher_id = $2";
const SESSION: &str = "
    UPDATE class_sessions SET teacher_id = $2, version = version + 1, updated_at = $3 WHERE id = $1";

/// Gives the rules of a course, and those of its sessions to come that its teacher gives, to its new teacher. Sessions of
/// substitutes stay theirs.
///
/// # Errors
/// `teacher_taken` with the session that the new teacher gives at that time.
pub(in crate::catalogue) async fn hand_over(tx: &mut Tx, course_id: i64, from: i64, to: i64) -> Result<()> {
    execute!(tx, RULES, course_id, from, to, tx.now)?;
    let mut sessions = coming(tx, course_id).await?;
    sessions.retain(|session| session.teacher_id == Some(from));
    let mut wanted = Vec::new();
    for session in sessions.iter().filter(|session| session.course_status != CourseStatus::Archived) {
        wanted.push(Occupation { times: session.times()?, room_id: None, teacher_id: Some(to) });
    }
    let own: Vec<i64> = sessions.iter().map(|session| session.id).collect();
    let now = tx.now;
    if let Some(clash) = clash::find(tx, &wanted, &own, now).await?.into_iter().flatten().next() {
        return Err(clash.refusal().into());
    }
    for before in &sessions {
        execute!(tx, SESSION, before.id, to, now)?;
        let after = store::session(tx, before.id).await?;
        changed(tx, Some(before), Some(&after)).await?;
    }
    Ok(())
}
