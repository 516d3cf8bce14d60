//! Access to the contents of modules: staff, teachers of the course, and learners according to `preau_core::reading`.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::catalogue::{subscribed, teaching};
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::http::caller::SignedIn;

/// A row inside a module.
#[derive(Clone, Copy, Debug)]
pub(super) enum ContentRow {
    Chapter(i64),
    Lesson(i64),
    Resource(i64),
    Quiz(i64),
}

/// The course and module of the row `$1`; `$from` joins from it to its chapter `h`.
macro_rules! parents_of {
    ($from:literal, $id:literal) => {
        concat!(
            "SELECT m.course_id, m.id FROM ",
            $from,
            " JOIN modules m ON m.id = h.module_id WHERE ",
            $id,
            " = $1"
        )
    };
}

const OF_CHAPTER: &str = parents_of!("chapters h", "h.id");
const OF_LESSON: &str = parents_of!("lessons l JOIN chapters h ON h.id = l.chapter_id", "l.id");
const OF_RESOURCE: &str = parents_of!(
    "resources r JOIN lessons l ON l.id = r.lesson_id JOIN chapters h ON h.id = l.chapter_id",
    "r.id"
);
const OF_QUIZ: &str = parents_of!(
    "quizzes q JOIN lessons l ON l.id = q.lesson_id JOIN chapters h ON h.id = l.chapter_id",
    "q.id"
);

/// The course and module of this row.
async fn course_and_module(conn: &mut Conn, inside: ContentRow) -> Result<(i64, i64)> {
    let (sql, id) = match inside {
        ContentRow::Chapter(id) => (OF_CHAPTER, id),
        ContentRow::Lesson(id) => (OF_LESSON, id),
        ContentRow::Resource(id) => (OF_RESOURCE, id),
        ContentRow::Quiz(id) => (OF_QUIZ, id),
    };
    fetch_optional!(conn, (i64, i64), sql, id)?.ok_or_else(Error::not_found)
}

/// How a caller reads contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Staff and teachers of the course: answers to quizzes included.
    WithAnswers,
    /// Learners.
    WithoutAnswers,
}

/// Refuses callers without access to this row; `not_found` also when it does not exist.
pub(super) async fn check(
    conn: &mut Conn,
    caller: SignedIn,
    inside: ContentRow,
    today: NaiveDate,
) -> Result<Reading> {
    let (course_id, module_id) = course_and_module(conn, inside).await?;
    if caller.is_staff() || teaching::teaches_course(conn, caller.teacher_id, course_id, today).await? {
        return Ok(Reading::WithAnswers);
    }
    subscribed::readable(conn, caller.id, course_id, today).await?.check(module_id)?;
    Ok(Reading::WithoutAnswers)
}

/// The same, by one subscription; `not_found` when it is not the caller's.
pub(super) async fn check_with_subscription(
    conn: &mut Conn,
    caller: SignedIn,
    subscription_id: i64,
    inside: ContentRow,
    today: NaiveDate,
) -> Result<()> {
    let (course_id, module_id) = course_and_module(conn, inside).await?;
    if !caller.is_staff() {
        let access = subscribed::readable(conn, caller.id, course_id, today).await?;
        access.only(subscription_id).check(module_id)?;
    }
    Ok(())
}

/// Those of these modules, each after its course, that the caller may read today.
pub(super) async fn readable_modules(
    conn: &mut Conn,
    caller: SignedIn,
    modules: &BTreeSet<(i64, i64)>,
    today: NaiveDate,
) -> Result<Vec<i64>> {
    let courses: BTreeSet<i64> = modules.iter().map(|(course_id, _)| *course_id).collect();
    let mut readable = Vec::new();
    for course_id in courses {
        let whole =
            caller.is_staff() || teaching::teaches_course(conn, caller.teacher_id, course_id, today).await?;
        let access = subscribed::readable(conn, caller.id, course_id, today).await?;
        let of_course = modules.range((course_id, i64::MIN)..=(course_id, i64::MAX)).map(|(_, id)| *id);
        readable.extend(of_course.filter(|id| whole || access.check(*id).is_ok()));
    }
    Ok(readable)
}
