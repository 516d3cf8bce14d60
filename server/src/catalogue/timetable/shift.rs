//! Moves the sessions to come of a course whose dates change, by whole weeks: they keep their weekdays.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::calendar::paris_day;
use preau_core::clash::{Occupation, outside};

use crate::db::{Conn, Filter};
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all};

use super::changed::changed;
use super::clash;
use super::closures::days_off;
use super::session::ClassSession;
use super::store::{self, Written};

/// A session with the day it moves to.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) session: ClassSession,
    pub(crate) new_day: NaiveDate,
    /// Why the school is closed on that day.
    pub(crate) closure: Option<String>,
}

/// Where the sessions to come of a course move, when it is given from `first` to `last`.
///
/// # Errors
/// `outside_course_dates` with the session, `room_taken`, `teacher_taken`.
pub(crate) async fn moves(
    conn: &mut Conn,
    course_id: i64,
    by: TimeDelta,
    (first, last): (NaiveDate, NaiveDate),
    now: DateTime<Utc>,
) -> Result<Vec<Move>> {
    let coming = Filter::new()
        .with("s.course_id = $1 AND s.status = 'PLANNED'", course_id)
        .with("s.starts_at > $1", now);
    let sessions = store::sessions(conn, &coming).await?;
    let days_off = days_off(conn).await?;
    let mut moves = Vec::with_capacity(sessions.len());
    let mut wanted = Vec::with_capacity(sessions.len());
    for session in sessions {
        let new_day = session.date + by;
        if !(first..=last).contains(&new_day) {
            let refusal = outside(first, last).with("day", session.date.to_string());
            let named =
                refusal.with("newDay", new_day.to_string()).with("startTime", session.start_time.as_str());
            return Err(named.into());
        }
        let mut times = session.times()?;
        times.day = new_day;
        wanted.push(Occupation { times, room_id: session.room_id, teacher_id: session.teacher_id });
        // What the school calls the day says more than the holiday it may be.
        let own = days_off.closures.iter().find(|closure| closure.covers(new_day));
        let closure = own.map(|closure| closure.label.clone());
        let closure = closure.or_else(|| days_off.skip(new_day).map(|skip| skip.label));
        moves.push(Move { session, new_day, closure });
    }
    let own: Vec<i64> = moves.iter().map(|one| one.session.id).collect();
    match clash::find(conn, &wanted, &own, now).await?.into_iter().flatten().next() {
        Some(clash) => Err(clash.refusal().into()),
        None => Ok(moves),
    }
}

const SERIES: &str = "
    SELECT id, first_day, last_day FROM session_series WHERE course_id = $1 AND (last_day IS NULL OR last_day >= $2)";
const MOVE_SERIES: &str = "
    UPDATE session_series SET first_day = $2, last_day = $3, version = version + 1, updated_at = $4 WHERE id = $1";

/// Moves the sessions to come, and the rules that made them.
///
/// # Errors
/// As [`moves`].
pub(crate) async fn shift(
    tx: &mut Tx,
    course_id: i64,
    by: TimeDelta,
    dates: (NaiveDate, NaiveDate),
) -> Result<()> {
    let now = tx.now;
    let moves = moves(tx, course_id, by, dates, now).await?;
    if by.is_zero() {
        return Ok(());
    }
    type Series = (i64, NaiveDate, Option<NaiveDate>);
    for (id, first, last) in fetch_all!(tx, Series, SERIES, course_id, paris_day(now))? {
        execute!(tx, MOVE_SERIES, id, first + by, last.map(|last| last + by), now)?;
    }
    for Move { session, new_day, .. } in moves {
        let mut times = session.times()?;
        times.day = new_day;
        let written = Written {
            course_id,
            series_id: session.series_id,
            module_id: session.module_id,
            times,
            room_id: session.room_id,
            meeting_url: session.meeting_url.as_deref(),
            teacher_id: session.teacher_id,
            note: session.note.as_deref(),
            client_id: None,
        };
        store::update(tx, session.id, &written, session.by_hand).await?;
        let after = store::session(tx, session.id).await?;
        changed(tx, Some(&session), Some(&after)).await?;
    }
    Ok(())
}
