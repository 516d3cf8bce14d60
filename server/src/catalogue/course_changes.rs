//! What a course was before staff changed it: dates, timetable, location, link and teacher.
//!
//! The first change stores the previous state of the course in the same transaction. Ten minutes later every difference
//! from it goes into one mail per learner ([`super::change_mails`]). A change that was reverted by then is not reported.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::{Error, Result};
use crate::mail::facts::{ChangedPart, CourseChange};
use crate::write::Tx;
use crate::{crash_point, execute, fetch_optional, fetch_scalar};

use super::course::{CourseFacts, EditableCourse};
use crate::editing::Versioned as _;

/// How long further changes are collected before the mail.
const GATHERED_FOR: TimeDelta = TimeDelta::minutes(10);

/// The details a class is notified of, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotifiedDetails {
    start: NaiveDate,
    end: NaiveDate,
    schedule: Option<String>,
    location: Option<String>,
    link: Option<String>,
    teacher: Option<String>,
}

impl NotifiedDetails {
    pub(super) fn of(course: &CourseFacts) -> Self {
        Self {
            start: course.start_date,
            end: course.end_date,
            schedule: course.schedule.clone(),
            location: course.location.clone(),
            link: course.meeting_url.clone(),
            teacher: course.teacher_name.clone(),
        }
    }

    fn parts(&self) -> [(ChangedPart, Option<String>); 6] {
        [
            (ChangedPart::Start, Some(self.start.to_string())),
            (ChangedPart::End, Some(self.end.to_string())),
            (ChangedPart::Schedule, self.schedule.clone()),
            (ChangedPart::Location, self.location.clone()),
            (ChangedPart::Link, self.link.clone()),
            (ChangedPart::Teacher, self.teacher.clone()),
        ]
    }

    /// The differences from the earlier state.
    pub(super) fn changes_since(&self, before: &Self) -> Vec<CourseChange> {
        let both = before.parts().into_iter().zip(self.parts());
        both.filter(|((_, old), (_, new))| old != new)
            .map(|((part, before), (_, now))| CourseChange { part, before, now })
            .collect()
    }
}

// Later changes do not overwrite the state before the first one.
const RECORD: &str = "
    INSERT INTO course_changes (course_id, before, began_at, last_at, due_at) VALUES ($1, $2, $3, $3, $4)
    ON CONFLICT (course_id) DO UPDATE SET last_at = excluded.last_at";

/// Records that a course was changed, for its class.
pub(super) async fn record(tx: &mut Tx, before: &CourseFacts, after: &CourseFacts) -> Result<()> {
    let (was, is) = (NotifiedDetails::of(before), NotifiedDetails::of(after));
    let over = was.end < tx.today && is.end < tx.today;
    if was == is || over {
        return Ok(());
    }
    execute!(tx, RECORD, after.id, json!(was).to_string(), tx.now, tx.now + GATHERED_FOR)?;
    crash_point!("course.change.noted");
    Ok(())
}

const HAS_CLASS: &str = "
    SELECT COUNT(*) FROM subscriptions WHERE course_id = $1 AND active AND (access_expires_at >= $2 OR holds_seat)";

/// Whether somebody has a seat in a course or access to it.
pub(super) async fn has_class(tx: &mut Tx, course_id: i64) -> Result<bool> {
    let today = tx.today;
    Ok(fetch_scalar!(tx, i64, HAS_CLASS, course_id, today)? > 0)
}

const LATER: &str = "UPDATE course_changes SET last_at = $2 WHERE course_id = $1";

/// Records that sessions of a course were changed: they are told with what changes of the course.
pub(super) async fn gather(tx: &mut Tx, course_id: i64) -> Result<()> {
    if execute!(tx, LATER, course_id, tx.now)? == 0 {
        let course = EditableCourse::find(tx, &course_id).await?;
        let details = json!(NotifiedDetails::of(&course.facts)).to_string();
        execute!(tx, RECORD, course_id, details, tx.now, tx.now + GATHERED_FOR)?;
    }
    Ok(())
}

/// What was gathered of a course.
pub(super) struct Gathered {
    /// What it was before the first change.
    pub(super) before: NotifiedDetails,
    pub(super) began_at: DateTime<Utc>,
    /// The time of the last change.
    pub(super) last_at: DateTime<Utc>,
}

const TAKE: &str = "
    DELETE FROM course_changes WHERE course_id = $1 AND due_at <= $2 RETURNING before, began_at, last_at";

/// Takes what was gathered of a course, once its waiting time is over.
pub(super) async fn take(tx: &mut Tx, course_id: i64) -> Result<Option<Gathered>> {
    type ChangeRow = (String, DateTime<Utc>, DateTime<Utc>);
    let Some((before, began_at, last_at)) = fetch_optional!(tx, ChangeRow, TAKE, course_id, tx.now)? else {
        return Ok(None);
    };
    let before = serde_json::from_str(&before)
        .map_err(|error| Error::internal(format!("a course before its change: {error}")))?;
    Ok(Some(Gathered { before, began_at, last_at }))
}
