//! The sessions of courses in short, for the list of courses: one statement for all of them.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::parse_time;
use preau_core::class_session::{Times, time_text};
use preau_core::series::{hours, slots};
use serde::Serialize;

use crate::clock;
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};

/// The planned sessions of a course in short.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionsSummary {
    /// The usual times of those to come, at most three.
    pub slots: Vec<SessionSlot>,
    /// How many there are, past ones among them.
    pub count: i64,
    /// How long they are together.
    pub hours: f64,
    /// The next three.
    pub next: Vec<NextSession>,
}

/// A usual time.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionSlot {
    /// ISO numbers, ascending: 1 is Monday.
    #[schema(value_type = Vec<i64>)]
    pub weekdays: Vec<u8>,
    /// Local: `18:30`.
    pub start_time: String,
    /// Local: `20:00`.
    pub end_time: String,
}

/// A session to come.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextSession {
    /// Its id.
    pub id: i64,
    /// Its day in Paris.
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
}

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    course_id: i64,
    day: NaiveDate,
    start_time: String,
    minutes: i64,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
}

const PLANNED: &str =
    "SELECT id, course_id, day, start_time, minutes, starts_at, ends_at FROM class_sessions";
const IN_ORDER: Order = Order::ascending(&["course_id", "starts_at", "id"]);

/// How many sessions of a course are named.
const NEXT: usize = 3;

/// The summaries of those of these courses that have planned sessions.
pub(in crate::catalogue) async fn summaries(
    conn: &mut Conn,
    course_ids: &[i64],
    now: DateTime<Utc>,
) -> Result<HashMap<i64, SessionsSummary>> {
    let planned = Filter::new().among("course_id", course_ids).with("status = 'PLANNED'", ());
    let rows = planned.fetch_all::<Row>(conn, PLANNED, IN_ORDER).await?;
    let of_courses = rows.chunk_by(|one, other| one.course_id == other.course_id);
    of_courses.map(|rows| Ok((rows[0].course_id, summary(rows, now)?))).collect()
}

fn summary(rows: &[Row], now: DateTime<Utc>) -> Result<SessionsSummary> {
    let coming: Vec<&Row> = rows.iter().filter(|row| row.ends_at > now).collect();
    let times = coming.iter().map(|row| row.times()).collect::<Result<Vec<_>>>()?;
    let usual = slots(times).into_iter().map(|slot| SessionSlot {
        start_time: time_text(slot.start),
        end_time: time_text(slot.end()),
        weekdays: slot.weekdays,
    });
    Ok(SessionsSummary {
        slots: usual.collect(),
        count: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        hours: hours(rows.iter().map(|row| row.minutes).sum()),
        next: coming.into_iter().take(NEXT).map(NextSession::from).collect(),
    })
}

impl Row {
    fn times(&self) -> Result<Times> {
        let start = parse_time(&self.start_time)
            .map_err(|_| Error::internal("class_sessions.start_time is no time of day"))?;
        Ok(Times { day: self.day, start, minutes: self.minutes })
    }
}

impl From<&Row> for NextSession {
    fn from(row: &Row) -> Self {
        Self {
            id: row.id,
            date: row.day,
            start_time: row.start_time.clone(),
            minutes: row.minutes,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
        }
    }
}
