//! Attendance in figures: the rate of each course, and who was absent twice in a row.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use preau_core::attendance::{AttendanceStatus, Rate};
use preau_core::calendar::subtract_days;
use preau_core::period::Period;
use serde::Serialize;

use crate::catalogue::attendance::{ClosedSession, closed_between};
use crate::db::Conn;
use crate::error::Result;
use crate::fetch_optional;

/// The attendance of a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseAttendance {
    pub course_id: i64,
    pub course_name: String,
    /// Sheets closed.
    pub sheets: i64,
    /// Minutes attended of minutes held, 0 to 1; null while nobody was in the class.
    pub rate: Option<f64>,
}

/// A learner who was absent twice in a row, without an excuse.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbsentTwice {
    pub subscription_id: i64,
    pub learner_name: String,
    pub course_name: String,
    /// The days of the absences, the latest first.
    pub last_dates: Vec<NaiveDate>,
}

/// The attendance of the courses with a closed sheet in the period, by name.
pub(super) async fn courses(conn: &mut Conn, period: &Period) -> Result<Vec<CourseAttendance>> {
    let mut of: BTreeMap<(String, i64), (i64, Rate)> = BTreeMap::new();
    for session in closed_between(conn, period.from, period.to).await? {
        let (sheets, rate) = of.entry((session.course_name, session.course_id)).or_default();
        *sheets += 1;
        for mark in &session.marks {
            rate.add(session.minutes, Some(mark));
        }
    }
    let course = |((course_name, course_id), (sheets, rate)): ((String, i64), (i64, Rate))| {
        CourseAttendance { course_id, course_name, sheets, rate: rate.fraction() }
    };
    Ok(of.into_iter().map(course).collect())
}

/// How long absences are looked for, in days.
const LOOKED_FOR: u64 = 60;
/// How many absences in a row are shown.
const IN_A_ROW: usize = 2;

const LEARNER: &str = "
    SELECT u.first_name || ' ' || u.last_name FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.active AND s.access_expires_at >= $2";

/// The learners who missed their last two sessions without an excuse, the latest absence first.
pub(super) async fn absent_twice(conn: &mut Conn, today: NaiveDate) -> Result<Vec<AbsentTwice>> {
    let sessions = closed_between(conn, subtract_days(today, LOOKED_FOR), today).await?;
    let mut absent = Vec::new();
    for (subscription_id, missed) in missed_last(&sessions) {
        let learner = fetch_optional!(conn, (String,), LEARNER, subscription_id, today)?;
        if let Some((learner_name,)) = learner {
            let (course_name, last_dates) = missed;
            absent.push(AbsentTwice { subscription_id, learner_name, course_name, last_dates });
        }
    }
    absent.sort_by(|one, other| other.last_dates.cmp(&one.last_dates));
    Ok(absent)
}

/// Of each learner whose last two marks are absences: the course and the days, the latest first.
fn missed_last(sessions: &[ClosedSession]) -> BTreeMap<i64, (String, Vec<NaiveDate>)> {
    let mut of: BTreeMap<i64, (String, Vec<(NaiveDate, bool)>)> = BTreeMap::new();
    for session in sessions.iter().rev() {
        for mark in &session.marks {
            let (_, days) =
                of.entry(mark.subscription_id).or_insert_with(|| (session.course_name.clone(), Vec::new()));
            days.push((session.day, mark.status == AttendanceStatus::Absent));
        }
    }
    of.into_iter()
        .filter_map(|(id, (course, days))| {
            let last: Vec<NaiveDate> = days.iter().take(IN_A_ROW).map(|(day, _)| *day).collect();
            let missed = days.iter().take(IN_A_ROW).filter(|(_, absent)| *absent).count() == IN_A_ROW;
            missed.then_some((id, (course, last)))
        })
        .collect()
}
