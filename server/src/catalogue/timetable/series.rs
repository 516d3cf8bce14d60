//! A series of sessions and its SQL.

use chrono::NaiveDate;
use preau_core::calendar::parse_time;
use preau_core::class_session::{TeacherChoice, time_text};
use preau_core::series::{End, Rule};
use preau_core::series_form;
use serde::Serialize;
use serde_json::json;

use crate::changes::{Page, Replicated, RowKey, changed};
use crate::db::{Conn, Filter, Order};
use crate::editing::Versioned;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_scalar};

/// A rule by which sessions of a course are made.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionSeries {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The client's own id.
    pub client_id: Option<String>,
    /// Its course.
    pub course_id: i64,
    /// ISO numbers, ascending: 1 is Monday.
    #[sqlx(try_from = "String")]
    #[schema(value_type = Vec<i64>)]
    pub weekdays: Weekdays,
    /// Local: `18:30`.
    pub start_time: String,
    /// The length of its sessions.
    pub minutes: i64,
    /// Its first day.
    pub first_day: NaiveDate,
    /// Its last day, when it has one.
    pub last_day: Option<NaiveDate>,
    /// How many sessions it has, when it has no last day.
    pub count: Option<i64>,
    /// Its room; null: online.
    pub room_id: Option<i64>,
    /// The room's name.
    pub room_name: Option<String>,
    /// Who gives it.
    pub teacher_id: Option<i64>,
    /// Their full name.
    pub teacher_name: Option<String>,
    /// The module of its sessions; null: the whole course.
    pub module_id: Option<i64>,
    /// The module's title.
    pub module_name: Option<String>,
}

/// Numbers of weekdays, in a column as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weekdays(Vec<u8>);

impl TryFrom<String> for Weekdays {
    type Error = serde_json::Error;

    fn try_from(json: String) -> Result<Self, Self::Error> {
        serde_json::from_str(&json).map(Self)
    }
}

const SERIES: &str = "
    SELECT e.id, e.version, e.client_id, e.course_id, e.weekdays, e.start_time, e.minutes, e.first_day, e.last_day,
        e.count, e.room_id, r.name AS room_name, e.teacher_id, t.first_name || ' ' || t.last_name AS teacher_name,
        e.module_id, m.title AS module_name
    FROM session_series e LEFT JOIN rooms r ON r.id = e.room_id LEFT JOIN teachers t ON t.id = e.teacher_id
        LEFT JOIN modules m ON m.id = e.module_id";

/// One series.
///
/// # Errors
/// `not_found`.
pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<SessionSeries> {
    let found = Filter::new().with("e.id = $1", id).fetch_optional(conn, SERIES).await?;
    found.ok_or_else(Error::not_found)
}

/// The series that a client made under this id.
pub(super) async fn by_client_id(conn: &mut Conn, client_id: &str) -> Result<Option<SessionSeries>> {
    Filter::new().with("e.client_id = $1", client_id).fetch_optional(conn, SERIES).await
}

/// The series of a course, the earliest first.
pub(super) async fn of_course(conn: &mut Conn, course_id: i64) -> Result<Vec<SessionSeries>> {
    let order = Order::ascending(&["e.first_day", "e.id"]);
    Filter::new().with("e.course_id = $1", course_id).fetch_all(conn, SERIES, order).await
}

impl Versioned for SessionSeries {
    const ENTITY: &'static str = "session-series";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        find(tx, *id).await
    }
}

impl Replicated for SessionSeries {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let order = Order::ascending(&["e.id"]);
        let changed = concat!("e.id IN ", changed!("session-series"));
        Filter::new().with(changed, (page.after, page.until)).fetch_all(conn, SERIES, order).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.course_id, self.id)
    }
}

impl SessionSeries {
    /// The content that core validates.
    pub(super) fn checked(&self) -> Result<series_form::Series> {
        let start = parse_time(&self.start_time)
            .map_err(|_| Error::internal("session_series.start_time is no time of day"))?;
        let end = match (self.last_day, self.count) {
            (Some(last), _) => End::LastDay(last),
            (None, count) => End::Count(count.unwrap_or_default()),
        };
        let (weekdays, minutes, first_day) = (self.weekdays.0.clone(), self.minutes, self.first_day);
        Ok(series_form::Series {
            course_id: self.course_id,
            rule: Rule { weekdays, start, minutes, first_day, end },
            room_id: self.room_id,
            teacher: TeacherChoice::Own(self.teacher_id),
            module_id: self.module_id,
            extend_course: false,
        })
    }
}

const INSERT: &str = "
    INSERT INTO session_series (client_id, course_id, weekdays, start_time, minutes, first_day, last_day, count, room_id,
        teacher_id, module_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING id";
const UPDATE: &str = "
    UPDATE session_series SET course_id = $2, weekdays = $3, start_time = $4, minutes = $5, first_day = $6,
        last_day = $7, count = $8, room_id = $9, teacher_id = $10, module_id = $11, version = version + 1,
        updated_at = $12
    WHERE id = $1";

/// Runs one of the two statements: `$first` is the client's id of a new series, or the id of a changed one.
macro_rules! write_series {
    ($run:ident, $tx:expr, $sql:expr, $first:expr, $series:expr, $teacher_id:expr $(, $type:ty)?) => {{
        let (last_day, count) = match $series.rule.end {
            End::LastDay(last) => (Some(last), None),
            End::Count(count) => (None, Some(count)),
        };
        $run!(
            $tx,
            $($type,)?
            $sql,
            $first,
            $series.course_id,
            json!($series.rule.weekdays).to_string(),
            time_text($series.rule.start),
            $series.rule.minutes,
            $series.rule.first_day,
            last_day,
            count,
            $series.room_id,
            $teacher_id,
            $series.module_id,
            $tx.now
        )
    }};
}

pub(super) async fn insert(
    tx: &mut Tx,
    series: &series_form::Series,
    teacher_id: Option<i64>,
    client_id: Option<&str>,
) -> Result<i64> {
    write_series!(fetch_scalar, tx, INSERT, client_id, series, teacher_id, i64)
}

pub(super) async fn update(
    tx: &mut Tx,
    id: i64,
    series: &series_form::Series,
    teacher_id: Option<i64>,
) -> Result<()> {
    write_series!(execute, tx, UPDATE, id, series, teacher_id)?;
    Ok(())
}

const DELETE: &str = "DELETE FROM session_series WHERE id = $1";

/// Deletes a series; sessions that are left are of no series.
pub(super) async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, DELETE, id)?;
    Ok(())
}
