//! What belongs to a teacher's own classes. A course is its teacher's; whoever gives single sessions of it has them, and
//! sees their class until [`SUBSTITUTE_DAYS`] after.
//!
//! Rights follow `teachers.user_id`, not the role: editors and administrators may teach too.

use chrono::{Days, NaiveDate};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::{fetch_optional, fetch_scalar};

/// For how many days after a session its class is seen by whoever gave it in a course of somebody else.
const SUBSTITUTE_DAYS: u64 = 14;

/// The first day whose sessions may still be seen by whoever gave them in a course of somebody else.
pub(crate) fn since(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(Days::new(SUBSTITUTE_DAYS)).unwrap_or(today)
}

const TEACHER_OF: &str = "SELECT id FROM teachers WHERE user_id = $1";

/// The teacher whose account this is.
pub async fn teacher_of(conn: &mut Conn, user_id: i64) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), TEACHER_OF, user_id)?.map(|(id,)| id))
}

const COURSE: &str = "
    SELECT COUNT(*) FROM courses c WHERE c.id = $2 AND (c.teacher_id = $1 OR EXISTS (
        SELECT 1 FROM class_sessions cs WHERE cs.course_id = c.id AND cs.teacher_id = $1 AND cs.day >= $3
            AND cs.status = 'PLANNED'))";

/// Whether the course is one of this teacher's own.
pub async fn teaches_course(
    conn: &mut Conn,
    teacher_id: Option<i64>,
    course_id: i64,
    today: NaiveDate,
) -> Result<bool> {
    match teacher_id {
        Some(teacher_id) => Ok(fetch_scalar!(conn, i64, COURSE, teacher_id, course_id, since(today))? > 0),
        None => Ok(false),
    }
}

const SESSION: &str = "
    SELECT COUNT(*) FROM class_sessions cs JOIN courses c ON c.id = cs.course_id
    WHERE cs.id = $2 AND (c.teacher_id = $1 OR (cs.teacher_id = $1 AND cs.day >= $3))";

/// Whether the class of this session is one of this teacher's own.
pub async fn teaches_session(
    conn: &mut Conn,
    teacher_id: Option<i64>,
    session_id: i64,
    today: NaiveDate,
) -> Result<bool> {
    match teacher_id {
        Some(teacher_id) => Ok(fetch_scalar!(conn, i64, SESSION, teacher_id, session_id, since(today))? > 0),
        None => Ok(false),
    }
}

/// Counts those of some subscriptions whose learner is in one of a teacher's own classes.
macro_rules! subscriptions {
    ($condition:literal) => {
        concat!(
            "SELECT COUNT(*) FROM subscriptions s JOIN courses c ON c.id = s.course_id
            WHERE ",
            $condition,
            " AND (c.teacher_id = $1 OR EXISTS (
                SELECT 1 FROM class_sessions cs WHERE cs.course_id = c.id AND cs.teacher_id = $1 AND cs.day >= $3
                    AND cs.status = 'PLANNED' AND (cs.module_id IS NULL OR s.scope = 'COURSE' OR EXISTS (
                        SELECT 1 FROM subscription_modules m
                        WHERE m.subscription_id = s.id AND m.module_id = cs.module_id))))"
        )
    };
}
const SUBSCRIPTION: &str = subscriptions!("s.id = $2");
const LEARNER: &str = subscriptions!("s.user_id = $2 AND s.active AND s.access_expires_at >= $4");

/// Whether the user learns in one of this teacher's own classes now.
pub async fn teaches_learner(
    conn: &mut Conn,
    teacher_id: Option<i64>,
    user_id: i64,
    today: NaiveDate,
) -> Result<bool> {
    let Some(teacher_id) = teacher_id else { return Ok(false) };
    Ok(fetch_scalar!(conn, i64, LEARNER, teacher_id, user_id, since(today), today)? > 0)
}

/// Whether the learner of this subscription is in one of this teacher's own classes.
pub async fn teaches_subscription(
    conn: &mut Conn,
    teacher_id: Option<i64>,
    subscription_id: i64,
    today: NaiveDate,
) -> Result<bool> {
    let Some(teacher_id) = teacher_id else { return Ok(false) };
    Ok(fetch_scalar!(conn, i64, SUBSCRIPTION, teacher_id, subscription_id, since(today))? > 0)
}

/// Refuses whoever neither edits content nor teaches this course.
///
/// # Errors
/// `not_found`.
pub async fn check_course(conn: &mut Conn, caller: SignedIn, course_id: i64, today: NaiveDate) -> Result<()> {
    let own = caller.is_staff() || teaches_course(conn, caller.teacher_id, course_id, today).await?;
    if own { Ok(()) } else { Err(Error::not_found()) }
}

/// Refuses whoever neither edits content nor teaches this learner.
///
/// # Errors
/// `not_found`.
pub async fn check_subscription(
    conn: &mut Conn,
    caller: SignedIn,
    subscription_id: i64,
    today: NaiveDate,
) -> Result<()> {
    let own =
        caller.is_staff() || teaches_subscription(conn, caller.teacher_id, subscription_id, today).await?;
    if own { Ok(()) } else { Err(Error::not_found()) }
}

/// Refuses whoever neither edits content nor has this session in their own classes.
///
/// # Errors
/// `not_found`.
pub async fn check_session(
    conn: &mut Conn,
    caller: SignedIn,
    session_id: i64,
    today: NaiveDate,
) -> Result<()> {
    let own = caller.is_staff() || teaches_session(conn, caller.teacher_id, session_id, today).await?;
    if own { Ok(()) } else { Err(Error::not_found()) }
}
