//! Notifies the class of changes that staff makes to a course: dates, timetable, location, link and teacher.
//!
//! The first change stores the previous state of the course in the same transaction. Ten minutes later every difference
//! from it goes into one mail per learner. A change that was reverted by then is not reported.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::mail::facts::{ChangedPart, CourseChange, CourseChangeFacts, course_change_fact};
use crate::mail::{self, Kind};
use crate::people::accounts;
use crate::write::Tx;
use crate::{change, crash_point, execute, fetch_all, fetch_optional};

use super::course::{CourseFacts, EditableCourse};
use crate::editing::Versioned as _;

/// How long further changes are collected before the mail.
const GATHERED_FOR: TimeDelta = TimeDelta::minutes(10);

/// The details a class is notified of, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NotifiedDetails {
    start: NaiveDate,
    end: NaiveDate,
    schedule: Option<String>,
    location: Option<String>,
    link: Option<String>,
    teacher: Option<String>,
}

impl NotifiedDetails {
    fn of(course: &CourseFacts) -> Self {
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
    fn changes_since(&self, before: &Self) -> Vec<CourseChange> {
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

const DUE: &str = "SELECT course_id FROM course_changes WHERE due_at <= $1 ORDER BY due_at, course_id";

/// Queues the mails about changes whose waiting time is over.
pub async fn queue_due_mails(app: &AppContext) -> Result<()> {
    let due = {
        let mut conn = app.db.read().await?;
        fetch_all!(conn, (i64,), DUE, app.clock.now())?
    };
    for (course_id,) in due {
        // A failure must not block the other courses.
        match change!(app, None, |tx| queue_mails(tx, course_id).await) {
            Ok(()) => app.mail_queued.notify_one(),
            Err(error) => tracing::error!(course = course_id, %error, "a change was not told"),
        }
    }
    Ok(())
}

const TAKE: &str = "
    DELETE FROM course_changes WHERE course_id = $1 AND due_at <= $2 RETURNING before, began_at, last_at";

async fn queue_mails(tx: &mut Tx, course_id: i64) -> Result<()> {
    type ChangeRow = (String, DateTime<Utc>, DateTime<Utc>);
    let Some((before, began_at, last_at)) = fetch_optional!(tx, ChangeRow, TAKE, course_id, tx.now)? else {
        return Ok(());
    };
    let before: NotifiedDetails = serde_json::from_str(&before)
        .map_err(|error| Error::internal(format!("a course before its change: {error}")))?;
    let course = EditableCourse::find(tx, &course_id).await?;
    let changes = NotifiedDetails::of(&course.facts).changes_since(&before);
    for (user_id, live) in class(tx, course_id, last_at).await? {
        let Some(learner) = accounts::store::find(tx, user_id).await? else { continue };
        // The link is only for learners whose access is live.
        let visible = changes.iter().filter(|change| live || change.part != ChangedPart::Link);
        let changes: Vec<_> = visible.cloned().collect();
        if changes.is_empty() {
            continue;
        }
        let facts = CourseChangeFacts { course_id, course_name: course.facts.name.clone(), changes };
        let fact = course_change_fact(course_id, began_at, user_id);
        mail::queue(tx, &learner.mail(Kind::CourseChanged(facts), fact)).await?;
    }
    crash_point!("course.change.told");
    Ok(())
}

// Learners who joined after the last change have seen it.
const CLASS: &str = "
    SELECT user_id, CAST(MAX(CASE WHEN access_expires_at >= $2 THEN 1 ELSE 0 END) AS BIGINT) FROM subscriptions
    WHERE course_id = $1 AND active AND (access_expires_at >= $2 OR holds_seat) AND created_at <= $3
    GROUP BY user_id ORDER BY user_id";

/// Learners who had a seat or a live subscription at `then`, and whether the subscription is live.
async fn class(tx: &mut Tx, course_id: i64, then: DateTime<Utc>) -> Result<Vec<(i64, bool)>> {
    let rows = fetch_all!(tx, (i64, i64), CLASS, course_id, tx.today, then)?;
    Ok(rows.into_iter().map(|(user_id, live)| (user_id, live > 0)).collect())
}
