//! What planning needs to know of a course, and the extension of its dates.

use chrono::NaiveDate;
use preau_core::clash::outside;
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::problem::Fields;
use serde_json::json;

use crate::catalogue::course::EditableCourse;
use crate::catalogue::course_changes;
use crate::db::Conn;
use crate::editing::Versioned as _;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_optional, fetch_scalar};

/// A course of which sessions are planned.
#[derive(preau_derive::FromRow)]
pub(super) struct PlannedCourse {
    pub(super) id: i64,
    #[sqlx(try_from = "String")]
    pub(super) status: CourseStatus,
    pub(super) capacity: Option<i64>,
    pub(super) total_hours: i64,
    pub(super) teacher_id: Option<i64>,
    pub(super) start_date: NaiveDate,
    pub(super) end_date: NaiveDate,
}

const COURSE: &str =
    "SELECT id, status, capacity, total_hours, teacher_id, start_date, end_date FROM courses WHERE id = $1";
const ROOM: &str = "SELECT COUNT(*) FROM rooms WHERE id = $1";
const TEACHER: &str = "SELECT COUNT(*) FROM teachers WHERE id = $1";
const MODULE: &str = "SELECT COUNT(*) FROM modules WHERE id = $1 AND course_id = $2";

/// What a session or a series refers to.
#[allow(clippy::struct_field_names, reason = "they are ids of different things")]
pub(super) struct References {
    pub(super) course_id: i64,
    pub(super) module_id: Option<i64>,
    pub(super) room_id: Option<i64>,
    /// None where it is the course's.
    pub(super) teacher_id: Option<i64>,
}

impl PlannedCourse {
    /// The course, when all that is referred to exists.
    pub(super) async fn of(conn: &mut Conn, wanted: &References) -> Result<Self> {
        let mut fields = Fields::default();
        let course = fetch_optional!(conn, Self, COURSE, wanted.course_id)?;
        if course.is_none() {
            fields.refuse("courseId", Code::UnknownReference);
        }
        if let Some(module_id) = wanted.module_id
            && fetch_scalar!(conn, i64, MODULE, module_id, wanted.course_id)? == 0
        {
            fields.refuse("moduleId", Code::UnknownReference);
        }
        for (field, sql, id) in [("roomId", ROOM, wanted.room_id), ("teacherId", TEACHER, wanted.teacher_id)]
        {
            if let Some(id) = id
                && fetch_scalar!(conn, i64, sql, id)? == 0
            {
                fields.refuse(field, Code::UnknownReference);
            }
        }
        fields.finish()?;
        course.ok_or_else(|| Error::field("courseId", Code::UnknownReference))
    }

    /// Whether a day lies outside of its dates.
    pub(super) fn is_outside(&self, day: NaiveDate) -> bool {
        !(self.start_date..=self.end_date).contains(&day)
    }
}

const EXTEND: &str = "
    UPDATE courses SET start_date = $2, end_date = $3, version = version + 1, updated_at = $4,
        decision_day = CASE WHEN decision_day > $2 THEN $2 ELSE decision_day END
    WHERE id = $1";

/// Makes the dates of the course contain these days, if that was asked for.
///
/// # Errors
/// `outside_course_dates` when one lies outside and it was not.
pub(super) async fn fit(
    tx: &mut Tx,
    course: &PlannedCourse,
    days: impl IntoIterator<Item = NaiveDate>,
    extend: bool,
) -> Result<()> {
    let (mut first, mut last) = (course.start_date, course.end_date);
    for day in days {
        (first, last) = (first.min(day), last.max(day));
    }
    if (first, last) == (course.start_date, course.end_date) {
        return Ok(());
    }
    if !extend {
        return Err(outside(course.start_date, course.end_date).into());
    }
    let before = EditableCourse::find(tx, &course.id).await?;
    tx.public_content_changed();
    tx.seat_came_free(course.id);
    execute!(tx, EXTEND, course.id, first, last, tx.now)?;
    let after = EditableCourse::find(tx, &course.id).await?;
    course_changes::record(tx, &before.facts, &after.facts).await?;
    tx.audit("course.updated", EditableCourse::ENTITY, course.id, Some(json!(before)), Some(json!(after)))
        .await
}
