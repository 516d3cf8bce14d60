//! A session of a class as staff sees it.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::parse_time;
use preau_core::class_session::{SessionStatus, SessionWarning, Times, warnings};
use preau_core::course::{CourseStatus, CourseType};
use serde::Serialize;

use crate::clock;
use crate::error::{Error, Result};

/// A session of a class with what it refers to.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClassSession {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// Its course.
    pub course_id: i64,
    /// The course's name.
    pub course_name: String,
    /// Online or in person.
    #[sqlx(try_from = "String")]
    pub course_type: CourseType,
    /// Future sessions of archived courses do not take place.
    #[sqlx(try_from = "String")]
    pub course_status: CourseStatus,
    /// ISO 639-1 code of the taught language.
    pub language_code: String,
    /// Seats of the course; null is unlimited.
    pub capacity: Option<i64>,
    /// Seats of the course that are held or assigned.
    pub seats_taken: i64,
    /// The series that it was made by.
    pub series_id: Option<i64>,
    /// Its module; null: the whole course.
    pub module_id: Option<i64>,
    /// The module's title.
    pub module_name: Option<String>,
    /// Its day in Paris.
    #[serde(rename = "date")]
    #[sqlx(rename = "day")]
    pub date: NaiveDate,
    /// Its local time: `18:30`.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
    /// Its first instant.
    #[serde(serialize_with = "clock::instant")]
    pub starts_at: DateTime<Utc>,
    /// When it is over.
    #[serde(serialize_with = "clock::instant")]
    pub ends_at: DateTime<Utc>,
    /// Its room; null: online.
    pub room_id: Option<i64>,
    /// The room's name.
    pub room_name: Option<String>,
    /// The room's address; null: at the school.
    pub room_address: Option<String>,
    /// How many learners fit in.
    pub room_seats: Option<i64>,
    /// Address of the online class in place of the course's.
    pub meeting_url: Option<String>,
    /// Where the class meets online: the session's own address, else the course's; null in a room without either.
    pub join_url: Option<String>,
    /// Who gives it.
    pub teacher_id: Option<i64>,
    /// Their full name.
    pub teacher_name: Option<String>,
    /// Whether it takes place.
    #[sqlx(try_from = "String")]
    pub status: SessionStatus,
    /// Why it was cancelled.
    pub reason: Option<String>,
    /// For learners.
    pub note: Option<String>,
    /// Changed alone: its series leaves it as it is.
    pub by_hand: bool,
    /// Whether its roll was called, at least in part.
    pub has_marks: bool,
    /// When its sheet was closed.
    #[serde(serialize_with = "clock::maybe_instant")]
    pub sheet_closed_at: Option<DateTime<Utc>>,
    /// The teacher of the course; somebody else gives the session when it names another.
    pub course_teacher_id: Option<i64>,
    /// Their full name.
    pub course_teacher_name: Option<String>,
    /// The client's own id.
    pub client_id: Option<String>,
    /// What is odd about it, and yet allowed.
    #[sqlx(skip)]
    pub warnings: Vec<SessionWarning>,
    /// Its name in calendars; never changes.
    #[serde(skip)]
    pub uid: String,
    /// Rises with each change that calendars show.
    #[serde(skip)]
    pub sequence: i64,
}

/// What calendars show of a session.
#[derive(PartialEq, Eq)]
pub(super) struct Shown<'s> {
    when: (NaiveDate, &'s str, i64),
    place: (Option<i64>, Option<&'s str>),
    teacher_id: Option<i64>,
    module_id: Option<i64>,
    status: SessionStatus,
    texts: [Option<&'s str>; 2],
}

impl ClassSession {
    /// The session with the warnings about it.
    pub(super) fn with_warnings(mut self) -> Self {
        self.warnings = warnings(self.room_seats, self.capacity);
        self
    }

    pub(super) fn shown(&self) -> Shown<'_> {
        Shown {
            when: (self.date, &self.start_time, self.minutes),
            place: (self.room_id, self.meeting_url.as_deref()),
            teacher_id: self.teacher_id,
            module_id: self.module_id,
            status: self.status,
            texts: [self.reason.as_deref(), self.note.as_deref()],
        }
    }

    /// When it is.
    pub fn times(&self) -> Result<Times> {
        let start = parse_time(&self.start_time)
            .map_err(|_| Error::internal("class_sessions.start_time is no time of day"))?;
        Ok(Times { day: self.date, start, minutes: self.minutes })
    }

    /// Whether it is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.status == SessionStatus::Cancelled
    }
}
