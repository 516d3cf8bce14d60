//! The facts of mails about sessions of a class.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// A session as a mail shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFacts {
    /// In Paris.
    pub day: NaiveDate,
    /// Local: `18:30`.
    pub start_time: String,
    pub minutes: i64,
    /// The room with its address, else the place of the course.
    pub place: Option<String>,
    /// The address of an online class.
    pub link: Option<String>,
    pub teacher: Option<String>,
    pub module: Option<String>,
    /// For learners.
    pub note: Option<String>,
    pub cancelled: bool,
    /// Why it was cancelled.
    pub reason: Option<String>,
}

/// A session that was added, changed, cancelled or deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionChange {
    /// Its name in calendars.
    pub uid: String,
    /// The number of its newest change in calendars.
    pub sequence: i64,
    pub told_at: DateTime<Utc>,
    /// None for a new one.
    pub before: Option<SessionFacts>,
    /// None for a deleted one.
    pub now: Option<SessionFacts>,
}

impl SessionChange {
    /// Whether it changes whether or when somebody has to be there; else only the room, the link or the teacher.
    #[must_use]
    pub fn is_about_time(&self) -> bool {
        let Some((before, now)) = self.before.as_ref().zip(self.now.as_ref()) else { return true };
        let when = |session: &SessionFacts| {
            (session.day, session.start_time.clone(), session.minutes, session.cancelled)
        };
        when(before) != when(now)
    }

    /// The change without the address of the class.
    #[must_use]
    pub fn without_link(mut self) -> Self {
        for session in [&mut self.before, &mut self.now].into_iter().flatten() {
            session.link = None;
        }
        self
    }
}

/// The first session of a learner, on the next day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReminderFacts {
    pub course_name: String,
    /// When the mail goes to their guardian.
    pub ward_name: Option<String>,
    pub session: SessionFacts,
}

/// The unique key of the reminder of a subscription's first session; SQL of the calendar looks for it.
#[must_use]
pub fn reminder_fact(subscription_id: i64) -> String {
    format!("first session of subscription {subscription_id}")
}

/// The unique key of the mail to a teacher about sessions of a course.
#[must_use]
pub fn teaching_change_fact(course_id: i64, began_at: DateTime<Utc>, teacher_id: i64) -> String {
    format!("course {course_id} changed at {} for teacher {teacher_id}", began_at.timestamp_millis())
}
