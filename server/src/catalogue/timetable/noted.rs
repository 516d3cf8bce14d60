//! What sessions were before staff changed them, until those concerned are told.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseStatus;
use serde::{Deserialize, Serialize};

use crate::catalogue::course_changes;
use crate::db::Filter;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all};

use super::session::ClassSession;
use super::store;

/// What of a session is told when it changes; stored as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Noted {
    pub(crate) uid: String,
    pub(crate) sequence: i64,
    pub(crate) day: NaiveDate,
    pub(crate) start_time: String,
    pub(crate) minutes: i64,
    pub(crate) ends_at: DateTime<Utc>,
    /// The room with its address.
    pub(crate) room: Option<String>,
    /// The session's own.
    pub(crate) link: Option<String>,
    pub(crate) teacher_id: Option<i64>,
    pub(crate) teacher: Option<String>,
    pub(crate) module_id: Option<i64>,
    pub(crate) module: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) cancelled: bool,
    pub(crate) reason: Option<String>,
}

impl From<&ClassSession> for Noted {
    fn from(session: &ClassSession) -> Self {
        let room = session.room_name.as_ref().map(|name| match &session.room_address {
            Some(address) => format!("{name}, {address}"),
            None => name.clone(),
        });
        Self {
            uid: session.uid.clone(),
            sequence: session.sequence,
            day: session.date,
            start_time: session.start_time.clone(),
            minutes: session.minutes,
            ends_at: session.ends_at,
            room,
            link: session.meeting_url.clone(),
            teacher_id: session.teacher_id,
            teacher: session.teacher_name.clone(),
            module_id: session.module_id,
            module: session.module_name.clone(),
            note: session.note.clone(),
            cancelled: session.is_cancelled(),
            reason: session.reason.clone(),
        }
    }
}

impl Noted {
    /// Whether it is the same for whoever comes: its time, its place, its teacher and its module.
    fn is_as(&self, other: &Self) -> bool {
        let told = |one: &Self| {
            let when = (one.day, one.start_time.clone(), one.minutes, one.cancelled);
            (when, one.room.clone(), one.link.clone(), one.teacher_id, one.module_id)
        };
        told(self) == told(other)
    }
}

// Later changes do not overwrite the state before the first one.
const NOTE: &str = "
    INSERT INTO session_changes (session_id, course_id, before) VALUES ($1, $2, $3) ON CONFLICT (session_id) DO NOTHING";

/// Notes what a session was before it is changed, added (`before` is none) or deleted (`after` is none). Nobody is told of
/// those that are over, and of those of a course that is neither on sale nor has a class.
pub(super) async fn note(
    tx: &mut Tx,
    before: Option<&ClassSession>,
    after: Option<&ClassSession>,
) -> Result<()> {
    let Some(session) = after.or(before) else { return Ok(()) };
    let states = [before, after].map(|state| state.map(Noted::from));
    let [was, is] = &states;
    let same = was.as_ref().zip(is.as_ref()).is_some_and(|(was, is)| was.is_as(is));
    let over = states.iter().flatten().all(|state| state.ends_at <= tx.now);
    if same || over {
        return Ok(());
    }
    let on_sale = session.course_status == CourseStatus::Published;
    if !on_sale && !course_changes::has_class(tx, session.course_id).await? {
        return Ok(());
    }
    course_changes::gather(tx, session.course_id).await?;
    let before = serde_json::to_string(was).map_err(|error| Error::internal(error.to_string()))?;
    execute!(tx, NOTE, session.id, session.course_id, before)?;
    Ok(())
}

/// A session that is to be told of: one of both is there.
pub(crate) struct Difference {
    pub(crate) before: Option<Noted>,
    pub(crate) now: Option<Noted>,
}

impl Difference {
    /// Its states, the newer one first.
    pub(crate) fn states(&self) -> impl Iterator<Item = &Noted> {
        [&self.now, &self.before].into_iter().flatten()
    }

    /// What is worth a mail: something differs for whoever comes, and it is not over.
    fn is_told(&self, now: DateTime<Utc>) -> bool {
        let is_held = |state: &Option<Noted>| state.as_ref().is_some_and(|state| !state.cancelled);
        let same = self.before.as_ref().zip(self.now.as_ref()).is_some_and(|(was, is)| was.is_as(is));
        let matters = is_held(&self.before) || is_held(&self.now);
        matters && !same && self.states().any(|state| state.ends_at > now)
    }
}

const NOTED: &str = "SELECT session_id, before FROM session_changes WHERE course_id = $1";

/// The sessions of a course that changed, in the order of their time. Their notes go with the one of the course.
pub(crate) async fn differences(tx: &mut Tx, course_id: i64) -> Result<Vec<Difference>> {
    let noted = fetch_all!(tx, (i64, String), NOTED, course_id)?;
    if noted.is_empty() {
        return Ok(Vec::new());
    }
    let current = store::sessions(tx, &Filter::new().with("s.course_id = $1", course_id)).await?;
    let mut differences = Vec::new();
    for (id, before) in noted {
        let before = serde_json::from_str(&before)
            .map_err(|error| Error::internal(format!("a session before its change: {error}")))?;
        let now = current.iter().find(|session| session.id == id).map(Noted::from);
        differences.push(Difference { before, now });
    }
    differences.retain(|difference| difference.is_told(tx.now));
    differences.sort_by_key(|difference| {
        difference.states().map(|state| (state.day, state.start_time.clone())).next()
    });
    Ok(differences)
}
