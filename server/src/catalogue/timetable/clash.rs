//! One room or one teacher in two places at once.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::class_session::{Times, time_text};
use preau_core::code::Code;
use preau_core::problem::Problem;
use serde::Serialize;
use serde_json::json;

use crate::db::{Conn, Filter};
use crate::error::Result;
use crate::write::Tx;

use super::course::written;
use super::session::ClassSession;
use super::store;

/// A session that needs a room and a teacher.
#[derive(Clone, Copy)]
pub(super) struct Occupation {
    pub(super) times: Times,
    pub(super) room_id: Option<i64>,
    pub(super) teacher_id: Option<i64>,
}

/// The session that is there already.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clash {
    /// `room_taken` or `teacher_taken`.
    pub code: Code,
    /// In French.
    pub message: String,
    /// The other session.
    pub session: OtherSession,
}

/// A session in the way of another.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherSession {
    /// Its id.
    pub id: i64,
    /// Its course.
    pub course_id: i64,
    /// The course's name.
    pub course_name: String,
    /// Its day in Paris.
    pub date: NaiveDate,
    /// Its local time.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
    /// Its room.
    pub room_name: Option<String>,
    /// Who gives it.
    pub teacher_name: Option<String>,
}

impl From<&ClassSession> for OtherSession {
    fn from(other: &ClassSession) -> Self {
        Self {
            id: other.id,
            course_id: other.course_id,
            course_name: other.course_name.clone(),
            date: other.date,
            start_time: other.start_time.clone(),
            minutes: other.minutes,
            room_name: other.room_name.clone(),
            teacher_name: other.teacher_name.clone(),
        }
    }
}

impl Clash {
    fn with(code: Code, other: &ClassSession) -> Result<Self> {
        let session = OtherSession::from(other);
        let message = problem(code, &session, &time_text(other.times()?.end())).message;
        Ok(Self { code, message, session })
    }

    /// The refusal of a session that is in the way.
    pub(super) fn refusal(&self) -> Problem {
        let end = self.session.end();
        problem(self.code, &self.session, &end)
    }
}

impl OtherSession {
    fn end(&self) -> String {
        let start = preau_core::calendar::parse_time(&self.start_time).unwrap_or_default();
        time_text(Times { day: self.date, start, minutes: self.minutes }.end())
    }
}

fn problem(code: Code, other: &OtherSession, end: &str) -> Problem {
    Problem::new(code)
        .with("room", other.room_name.clone().unwrap_or_default())
        .with("teacher", other.teacher_name.clone().unwrap_or_default())
        .with("day", written(other.date))
        .with("from", other.start_time.clone())
        .with("to", end)
        .with("course", other.course_name.clone())
        .with("session", json!(other))
}

/// What is in the way of each of these sessions; `but` are sessions that make way themselves.
pub(super) async fn find(
    conn: &mut Conn,
    wanted: &[Occupation],
    but: &[i64],
    now: DateTime<Utc>,
) -> Result<Vec<Option<Clash>>> {
    let mut by_place = BTreeMap::<(Option<i64>, Option<i64>), Vec<usize>>::new();
    for (n, one) in wanted.iter().enumerate() {
        by_place.entry((one.room_id, one.teacher_id)).or_default().push(n);
    }
    let mut found = vec![None; wanted.len()];
    for (place, numbers) in by_place {
        let times = || numbers.iter().map(|n| wanted[*n].times);
        let first = times().map(|times| times.starts_at()).min();
        let last = times().map(|times| times.ends_at()).max();
        let Some(range) = first.zip(last).filter(|_| place != (None, None)) else { continue };
        let mut others = store::occupying(conn, range, place, now).await?;
        others.retain(|other| !but.contains(&other.id));
        for n in numbers {
            found[n] = first_of(&wanted[n], &others)?;
        }
    }
    Ok(found)
}

fn first_of(wanted: &Occupation, others: &[ClassSession]) -> Result<Option<Clash>> {
    for other in others {
        if !wanted.times.overlaps(&other.times()?) {
            continue;
        }
        let is_room = wanted.room_id.is_some() && wanted.room_id == other.room_id;
        let code = if is_room { Code::RoomTaken } else { Code::TeacherTaken };
        return Clash::with(code, other).map(Some);
    }
    Ok(None)
}

/// Refuses to return a course from the archive whose sessions to come would be in the way of others.
///
/// # Errors
/// `room_taken`, `teacher_taken`.
pub(in crate::catalogue) async fn refuse_return(tx: &mut Tx, course_id: i64) -> Result<()> {
    let coming = Filter::new()
        .with("s.course_id = $1 AND s.status = 'PLANNED'", course_id)
        .with("s.starts_at > $1", tx.now);
    let sessions = store::sessions(tx, &coming).await?;
    let mut wanted = Vec::new();
    for session in &sessions {
        let (room_id, teacher_id) = (session.room_id, session.teacher_id);
        wanted.push(Occupation { times: session.times()?, room_id, teacher_id });
    }
    // While it was archived, its own sessions may have been planned over each other.
    for (n, one) in wanted.iter().enumerate() {
        if let Some(clash) = own_clash(one, &wanted[..n], &sessions)? {
            return Err(clash.refusal().into());
        }
    }
    let own: Vec<i64> = sessions.iter().map(|session| session.id).collect();
    let now = tx.now;
    match find(tx, &wanted, &own, now).await?.into_iter().flatten().next() {
        Some(clash) => Err(clash.refusal().into()),
        None => Ok(()),
    }
}

fn own_clash(one: &Occupation, before: &[Occupation], sessions: &[ClassSession]) -> Result<Option<Clash>> {
    let meets = |other: &Occupation| {
        let shares = |own: Option<i64>, others: Option<i64>| own.is_some() && own == others;
        shares(one.room_id, other.room_id) || shares(one.teacher_id, other.teacher_id)
    };
    let place = before.iter().position(|other| meets(other) && one.times.overlaps(&other.times));
    match place {
        Some(place) => first_of(one, &sessions[place..=place]),
        None => Ok(None),
    }
}
