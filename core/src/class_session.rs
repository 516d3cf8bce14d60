//! One meeting of a class: a local day and time in Paris, a length, a room or a link, a teacher. `session` alone is the
//! session of a signed-in browser.

use crate::calendar::{paris_instant, parse_date, parse_time};
use crate::code::Code;
use crate::editing::{Form, double_option};
use crate::keyword::keywords;
use crate::problem::{Fault, Fields};
use crate::text;
use crate::url::web_address;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::Deserialize;

keywords! {
    SessionStatus {
        Planned = "PLANNED",
        Cancelled = "CANCELLED",
    }
}

keywords! {
    /// What is odd about a session, and yet allowed.
    SessionWarning {
        /// The room has fewer seats than the course.
        RoomTooSmall = "room_too_small",
    }
}

/// The warnings about a room for a course; nothing where a number is not known.
pub fn warnings(room_seats: Option<i64>, capacity: Option<i64>) -> Vec<SessionWarning> {
    match (room_seats, capacity) {
        (Some(seats), Some(capacity)) if seats < capacity => vec![SessionWarning::RoomTooSmall],
        _ => Vec::new(),
    }
}

/// Shortest and longest session, in minutes.
pub const MIN_MINUTES: i64 = 5;
pub const MAX_MINUTES: i64 = 720;
/// Maximum lengths in characters.
const MAX_NOTE: usize = 500;
const MAX_REASON: usize = 500;

/// When a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Times {
    pub day: NaiveDate,
    pub start: NaiveTime,
    pub minutes: i64,
}

impl Times {
    /// Its first instant.
    pub fn starts_at(&self) -> DateTime<Utc> {
        paris_instant(self.day, self.start)
    }

    /// The instant at which it is over.
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.starts_at() + TimeDelta::minutes(self.minutes)
    }

    /// The time of its end, as it is announced.
    pub fn end(&self) -> NaiveTime {
        self.start.overflowing_add_signed(TimeDelta::minutes(self.minutes)).0
    }

    /// Whether both are at one time; one that begins when the other ends is not.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.starts_at() < other.ends_at() && other.starts_at() < self.ends_at()
    }
}

/// A time of day as rows and JSON have it: `18:30`.
pub fn time_text(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

/// A length in minutes.
///
/// # Errors
/// `too_small`, `too_big`.
pub fn minutes(minutes: i64) -> Result<i64, Fault> {
    match minutes {
        ..MIN_MINUTES => Err(Fault::new(Code::TooSmall).with("min", MIN_MINUTES)),
        MIN_MINUTES..=MAX_MINUTES => Ok(minutes),
        _ => Err(Fault::new(Code::TooBig).with("max", MAX_MINUTES)),
    }
}

/// Why a session does not take place.
///
/// # Errors
/// `reason_required`, `too_long`, `control_character`.
pub fn reason(reason: Option<&str>) -> Result<String, Fault> {
    let reason = text::line(reason.unwrap_or_default(), MAX_REASON)?;
    if reason.is_empty() { Err(Code::ReasonRequired.into()) } else { Ok(reason) }
}

/// A session as sent by a form. In a change, absent fields stay, and null clears optional ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClassSessionInput {
    /// Its course; never changes.
    pub course_id: Option<i64>,
    /// The module of the course it belongs to; null: to the whole course.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub module_id: Option<Option<i64>>,
    /// Its day in Paris, `yyyy-mm-dd`.
    pub date: Option<String>,
    /// Its local time, `hh:mm`.
    pub start_time: Option<String>,
    /// 5 to 720.
    pub minutes: Option<i64>,
    /// Null: online.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub room_id: Option<Option<i64>>,
    /// Address of the online class; null: that of the course.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub meeting_url: Option<Option<String>>,
    /// Absent in a new session: the course's teacher; null: nobody yet.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub teacher_id: Option<Option<i64>>,
    /// For learners; at most 500 characters.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub note: Option<Option<String>>,
    /// Whether the dates of the course are extended when the session lies outside of them.
    pub extend_course: Option<bool>,
    /// The client's own id of a new session (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated session. The server checks that what it refers to exists and that room and teacher are free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassSession {
    pub course_id: i64,
    pub module_id: Option<i64>,
    pub times: Times,
    pub room_id: Option<i64>,
    pub meeting_url: Option<String>,
    pub teacher: TeacherChoice,
    pub note: Option<String>,
    pub extend_course: bool,
}

/// Who gives a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeacherChoice {
    /// Whoever gives the course.
    OfCourse,
    /// This one, or nobody yet.
    Own(Option<i64>),
}

impl TeacherChoice {
    /// What a form sends, over what was chosen before.
    #[allow(clippy::option_option, reason = "absent, null and a value are three different things")]
    pub(crate) fn over(sent: Option<Option<i64>>, before: Option<Self>) -> Self {
        sent.map(Self::Own).or(before).unwrap_or(Self::OfCourse)
    }

    /// The teacher, of a course that this one gives.
    pub fn id(self, of_course: Option<i64>) -> Option<i64> {
        match self {
            Self::OfCourse => of_course,
            Self::Own(id) => id,
        }
    }
}

impl Form for ClassSessionInput {
    type Content = ClassSession;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&ClassSession>, fields: &mut Fields) -> Option<ClassSession> {
        let course_id = fields.require("courseId", course(self.course_id, before.map(|old| old.course_id)));
        let old = before.map(|old| old.times);
        let day = match &self.date {
            Some(text) => Some(parse_date(text)),
            None => old.map(|old| Ok(old.day)),
        };
        let day = fields.require("date", day);
        let start = match &self.start_time {
            Some(text) => Some(parse_time(text)),
            None => old.map(|old| Ok(old.start)),
        };
        let start = fields.require("startTime", start);
        let length = self.minutes.or(old.map(|old| old.minutes));
        let minutes = fields.require("minutes", length.map(minutes));
        let link = match &self.meeting_url {
            Some(sent) => sent.as_deref().filter(|url| !url.trim().is_empty()),
            None => before.and_then(|old| old.meeting_url.as_deref()),
        };
        let meeting_url = fields.check("meetingUrl", link.map(web_address).transpose());
        let note = match &self.note {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|old| old.note.as_deref()),
        };
        let note = fields.check("note", note.map(|text| text::lines(text, MAX_NOTE)).transpose());
        Some(ClassSession {
            course_id: course_id?,
            module_id: self.module_id.unwrap_or_else(|| before.and_then(|old| old.module_id)),
            times: Times { day: day?, start: start?, minutes: minutes? },
            room_id: self.room_id.unwrap_or_else(|| before.and_then(|old| old.room_id)),
            meeting_url: meeting_url?,
            teacher: TeacherChoice::over(self.teacher_id, before.map(|old| old.teacher)),
            note: note?.filter(|text| !text.is_empty()),
            extend_course: self.extend_course.unwrap_or(false),
        })
    }
}

/// The course of a row: once written it stays.
pub(crate) fn course(sent: Option<i64>, before: Option<i64>) -> Option<Result<i64, Fault>> {
    match (sent, before) {
        (Some(sent), Some(before)) if sent != before => Some(Err(Code::InvalidValue.into())),
        (sent, before) => before.or(sent).map(Ok),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> ClassSessionInput {
        serde_json::from_str(json).unwrap()
    }

    fn made() -> ClassSession {
        let sent =
            r#"{"courseId": 3, "date": "2026-11-26", "startTime": "18:30", "minutes": 90, "roomId": 2}"#;
        input(sent).create().unwrap().content
    }

    #[test]
    fn a_session_has_a_day_a_time_and_a_length() {
        let made = made();
        assert_eq!(made.times.starts_at().to_rfc3339(), "2026-11-26T17:30:00+00:00");
        assert_eq!(time_text(made.times.end()), "20:00");
        assert_eq!(made.teacher, TeacherChoice::OfCourse);
        assert_eq!((made.teacher.id(Some(7)), TeacherChoice::Own(None).id(Some(7))), (Some(7), None));
        let problem = input("{}").create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["courseId", "date", "startTime", "minutes"]);
        for (json, name, code) in [
            (r#"{"courseId": 4}"#, "courseId", Code::InvalidValue),
            (r#"{"date": "2026-02-30"}"#, "date", Code::InvalidDate),
            (r#"{"startTime": "18h30"}"#, "startTime", Code::InvalidTime),
            (r#"{"minutes": 4}"#, "minutes", Code::TooSmall),
            (r#"{"minutes": 721}"#, "minutes", Code::TooBig),
            (r#"{"meetingUrl": "javascript:x"}"#, "meetingUrl", Code::InvalidValue),
        ] {
            let problem = input(json).change(&made).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
    }

    #[test]
    fn what_is_absent_stays_and_null_clears() {
        let made = ClassSession {
            note: Some("Salle du fond".into()),
            teacher: TeacherChoice::Own(Some(7)),
            ..made()
        };
        assert_eq!(input("{}").change(&made).unwrap(), made);
        let cleared = input(r#"{"roomId": null, "teacherId": null, "note": null}"#).change(&made).unwrap();
        assert_eq!((cleared.room_id, cleared.teacher, cleared.note), (None, TeacherChoice::Own(None), None));
    }

    #[test]
    fn sessions_that_touch_are_not_at_one_time() {
        let at = |start: &str, minutes| Times { start: parse_time(start).unwrap(), minutes, ..made().times };
        let evening = at("18:30", 90);
        assert!(evening.overlaps(&at("19:59", 30)) && at("17:00", 91).overlaps(&evening));
        assert!(!evening.overlaps(&at("20:00", 30)) && !at("17:00", 90).overlaps(&evening));
        let late = at("23:30", 120);
        let next = Times { day: late.day.succ_opt().unwrap(), ..at("01:00", 30) };
        assert!(late.overlaps(&next), "over midnight");
    }

    #[test]
    fn a_cancellation_says_why() {
        assert_eq!(reason(Some(" Professeur malade ")).unwrap(), "Professeur malade");
        assert_eq!(reason(None).unwrap_err().code, Code::ReasonRequired);
        assert_eq!(reason(Some(" ")).unwrap_err().code, Code::ReasonRequired);
    }
}
