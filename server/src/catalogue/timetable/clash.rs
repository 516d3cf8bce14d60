//! One room or one teacher in two places at once.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use preau_core::clash::{Occupation, OtherSession, taken};
use preau_core::code::Code;
use preau_core::problem::Problem;
use serde::Serialize;

use crate::db::{Conn, Filter};
use crate::error::Result;
use crate::write::Tx;

use super::session::ClassSession;
use super::store;

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

fn other(session: &ClassSession) -> OtherSession {
    OtherSession {
        id: session.id,
        course_id: session.course_id,
        course_name: session.course_name.clone(),
        date: session.date,
        start_time: session.start_time.clone(),
        minutes: session.minutes,
        room_name: session.room_name.clone(),
        teacher_name: session.teacher_name.clone(),
    }
}

impl Clash {
    fn with(code: Code, session: &ClassSession) -> Self {
        let session = other(session);
        Self { code, message: taken(code, &session).message, session }
    }

    /// The refusal of a session that is in the way.
    pub(super) fn refusal(&self) -> Problem {
        taken(self.code, &self.session)
    }
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
        let (room_id, teacher_id) = (other.room_id, other.teacher_id);
        let place = Occupation { times: other.times()?, room_id, teacher_id };
        if let Some(code) = wanted.clash(&place) {
            return Ok(Some(Clash::with(code, other)));
        }
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
    match before.iter().position(|other| one.clash(other).is_some()) {
        Some(place) => first_of(one, &sessions[place..=place]),
        None => Ok(None),
    }
}
