//! Attendance: marks of a session, which of them counts, minutes and rates, the rows that a closed sheet is hashed over,
//! and the code that learners scan.
//!
//! Marks are only added. The server computes hashes and the seal of a code.

use crate::code::Code;
use crate::editing::client_id;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

keywords! {
    /// What a mark says of a learner in a session.
    AttendanceStatus {
        Present = "PRESENT",
        /// Came late, by so many minutes.
        Late = "LATE",
        /// Absent, with an excuse.
        Excused = "EXCUSED",
        Absent = "ABSENT",
    }
}

keywords! {
    /// How a mark came about.
    Manner {
        /// By the teacher or staff, on a screen.
        Teacher = "TEACHER",
        /// The learner scanned the code.
        Scan = "SCAN",
        /// By the teacher or staff, after the handwritten signatures on paper.
        Paper = "PAPER",
    }
}

/// Maximum number of marks sent together.
pub const MAX_MARKS: usize = 200;
/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

/// A mark as a client sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MarkInput {
    /// The client's own id (UUID of version 7): a mark that is sent again counts once.
    pub client_id: Option<String>,
    pub subscription_id: Option<i64>,
    /// `PRESENT`, `LATE`, `EXCUSED` or `ABSENT`.
    pub status: Option<String>,
    /// How late, in minutes; of `LATE` only.
    pub minutes: Option<i64>,
    /// `TEACHER` or `PAPER`; `TEACHER` when absent.
    pub manner: Option<String>,
    /// Why it is corrected; required once the sheet is closed.
    pub reason: Option<String>,
    /// When it was made; now when absent.
    pub marked_at: Option<DateTime<Utc>>,
}

/// A validated mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMark {
    pub client_id: String,
    pub subscription_id: i64,
    pub status: AttendanceStatus,
    pub late: Option<i64>,
    pub manner: Manner,
    pub reason: Option<String>,
    pub marked_at: Option<DateTime<Utc>>,
}

impl MarkInput {
    fn parse(&self) -> Result<NewMark, Problem> {
        let mut fields = Fields::default();
        let id = fields.require("clientId", self.client_id.as_deref().map(client_id));
        let subscription_id = fields.require("subscriptionId", self.subscription_id.map(Ok::<_, Fault>));
        let status = fields.require("status", self.status.as_deref().map(str::parse::<AttendanceStatus>));
        let manner = fields.check("manner", manner(self.manner.as_deref()));
        let reason = self.reason.as_deref().map(|reason| text::line(reason, MAX_REASON)).transpose();
        let reason = fields.check("reason", reason).flatten().filter(|reason| !reason.is_empty());
        if self.minutes.is_some_and(|minutes| minutes < 1) {
            fields.refuse("minutes", Fault::new(Code::TooSmall).with("min", 1));
        }
        let marked_at = self.marked_at;
        match (id, subscription_id, status, manner) {
            (Some(client_id), Some(subscription_id), Some(status), Some(manner)) if fields.is_empty() => {
                let late = self.minutes.filter(|_| status == AttendanceStatus::Late);
                Ok(NewMark { client_id, subscription_id, status, late, manner, reason, marked_at })
            }
            _ => Err(fields.into_problem()),
        }
    }
}

fn manner(sent: Option<&str>) -> Result<Manner, Fault> {
    match sent.map_or(Ok(Manner::Teacher), str::parse)? {
        // Only a scan scans.
        Manner::Scan => Err(Code::InvalidValue.into()),
        manner => Ok(manner),
    }
}

/// Validates the marks of a call; problems are under `[n]`.
///
/// # Errors
/// One fault per field; `too_many`.
pub fn parse_marks(sent: &[MarkInput]) -> Result<Vec<NewMark>, Problem> {
    if sent.len() > MAX_MARKS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_MARKS).into());
    }
    let mut fields = Fields::default();
    let marks: Vec<NewMark> = sent
        .iter()
        .enumerate()
        .filter_map(|(n, mark)| fields.nest(&format!("[{n}]"), mark.parse()))
        .collect();
    fields.finish()?;
    Ok(marks)
}

/// What a mark must fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    /// Length of the session, in minutes.
    pub minutes: i64,
    /// Whether it begins within fifteen minutes, or has begun.
    pub has_begun: bool,
    pub sheet_closed: bool,
}

impl NewMark {
    /// Whether the mark may be added.
    ///
    /// # Errors
    /// `session_not_begun`, `required` and `too_big` of the minutes, `reason_required`.
    pub fn check(&self, roll: Roll) -> Result<(), Code> {
        if !roll.has_begun {
            return Err(Code::SessionNotBegun);
        }
        if self.status == AttendanceStatus::Late {
            match self.late {
                None => return Err(Code::Required),
                Some(late) if late >= roll.minutes => return Err(Code::TooBig),
                Some(_) => {}
            }
        }
        if roll.sheet_closed && self.reason.is_none() {
            return Err(Code::ReasonRequired);
        }
        Ok(())
    }
}

/// A mark that was received. The higher the id, the later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub id: i64,
    pub subscription_id: i64,
    pub status: AttendanceStatus,
    /// How late, in minutes.
    pub late: Option<i64>,
    pub manner: Manner,
    pub marked_at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
}

impl Mark {
    /// Minutes of presence in a session of this length.
    pub fn attended(&self, minutes: i64) -> i64 {
        match self.status {
            AttendanceStatus::Present => minutes,
            AttendanceStatus::Late => (minutes - self.late.unwrap_or_default()).max(0),
            AttendanceStatus::Excused | AttendanceStatus::Absent => 0,
        }
    }
}

/// Which mark of a learner counts: a teacher's wins over a scan, otherwise the later received.
pub fn counting<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Option<&'a Mark> {
    marks.into_iter().max_by_key(|mark| (mark.manner != Manner::Scan, mark.id))
}

/// Minutes attended of minutes held, of sessions whose sheet is closed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AttendanceRate))]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub attended_minutes: i64,
    pub held_minutes: i64,
    /// Sessions held.
    pub sessions: i64,
    /// Sessions attended, also late.
    pub attended: i64,
}

impl Rate {
    /// Counts a session of this length with its mark; one without counts as absent.
    pub fn add(&mut self, minutes: i64, mark: Option<&Mark>) {
        let attended = mark.map_or(0, |mark| mark.attended(minutes));
        self.attended_minutes += attended;
        self.held_minutes += minutes;
        self.sessions += 1;
        self.attended += i64::from(attended > 0);
    }

    /// From 0 to 1, in thousandths; none when nothing was held.
    pub fn fraction(&self) -> Option<f64> {
        let thousandths = self.attended_minutes.checked_mul(1000)?.checked_div(self.held_minutes)?;
        i32::try_from(thousandths).ok().map(|thousandths| f64::from(thousandths) / 1000.0)
    }
}

/// The rows that the hash of a closed sheet covers, one line each: the session, then one learner after the other by
/// the id of their subscription. No names.
pub fn canonical(session_id: i64, starts_at: DateTime<Utc>, minutes: i64, counting: &[Mark]) -> String {
    let instant = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let mut marks: Vec<&Mark> = counting.iter().collect();
    marks.sort_by_key(|mark| mark.subscription_id);
    let rows = marks.into_iter().map(|mark| {
        let late = mark.late.map_or_else(|| "-".to_owned(), |late| late.to_string());
        let (marked, received) = (instant(mark.marked_at), instant(mark.received_at));
        let (id, status, manner) = (mark.subscription_id, mark.status, mark.manner);
        format!("{id} {status} {late} {manner} {marked} {received}\n")
    });
    let session = format!("session {session_id} {} {minutes}\n", instant(starts_at));
    std::iter::once(session).chain(rows).collect()
}

/// How often the code of a session changes, in seconds.
pub const CODE_STEP: i64 = 20;
/// How old a code may be, in seconds.
const CODE_LIFE: i64 = 40;
/// How long before the start a code may be scanned.
const OPENS_BEFORE: Duration = Duration::minutes(15);

/// A code that a learner scans: `<session>.<step>.<seal>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckInCode {
    pub session_id: i64,
    /// Number of the twenty seconds since 1970 in which it was shown.
    pub step: i64,
    pub seal: String,
}

impl CheckInCode {
    /// The step of this moment.
    pub const fn step_at(now: DateTime<Utc>) -> i64 {
        now.timestamp().div_euclid(CODE_STEP)
    }

    /// Reads a code, alone or at the end of the address that leads to it.
    ///
    /// # Errors
    /// `code_unknown`.
    pub fn read(text: &str) -> Result<Self, Code> {
        let code = text.trim().rsplit('#').next().unwrap_or_default();
        let mut parts = code.splitn(3, '.');
        let mut number = || parts.next()?.parse::<i64>().ok();
        let (session_id, step) = (number(), number());
        match (session_id, step, parts.next()) {
            (Some(session_id), Some(step), Some(seal)) => {
                Ok(Self { session_id, step, seal: seal.to_owned() })
            }
            _ => Err(Code::CodeUnknown),
        }
    }

    /// Whether it may still be used; the clocks of two servers may differ by a step.
    ///
    /// # Errors
    /// `code_expired`.
    pub fn check_age(&self, now: DateTime<Utc>) -> Result<(), Code> {
        let shown = self.step.checked_mul(CODE_STEP).ok_or(Code::CodeExpired)?;
        let age = now.timestamp().checked_sub(shown).ok_or(Code::CodeExpired)?;
        if (-CODE_STEP..CODE_LIFE).contains(&age) { Ok(()) } else { Err(Code::CodeExpired) }
    }
}

impl std::fmt::Display for CheckInCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.session_id, self.step, self.seal)
    }
}

/// Whether the roll of a session may be called: from fifteen minutes before its start.
pub fn roll_open(starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now >= roll_opens(starts_at)
}

/// The first instant at which learners of a session are marked.
pub fn roll_opens(starts_at: DateTime<Utc>) -> DateTime<Utc> {
    starts_at - OPENS_BEFORE
}

/// Whether a session may be checked in to now: from fifteen minutes before its start to its end.
///
/// # Errors
/// `check_in_not_open`, `check_in_over`.
pub fn check_in_open(
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), Code> {
    if !roll_open(starts_at, now) {
        Err(Code::CheckInNotOpen)
    } else if now > ends_at {
        Err(Code::CheckInOver)
    } else {
        Ok(())
    }
}

#[cfg(test)]
#[path = "attendance_tests.rs"]
mod tests;
