//! Who may read what stands inside a module: staff, and whom core's rule lets in.

use chrono::NaiveDate;

use crate::caller::SignedIn;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::subscriptions::access;

/// A row inside a module.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inside {
    Chapter(i64),
    Lesson(i64),
}

const OF_CHAPTER: &str = "
    SELECT m.course_id, m.id FROM chapters h JOIN modules m ON m.id = h.module_id WHERE h.id = $1";
const OF_LESSON: &str = "
    SELECT m.course_id, m.id FROM lessons l JOIN chapters h ON h.id = l.chapter_id
        JOIN modules m ON m.id = h.module_id
    WHERE l.id = $1";

/// The course and the module that this row stands in.
async fn place(conn: &mut Conn, inside: Inside) -> Result<(i64, i64)> {
    let (sql, id) = match inside {
        Inside::Chapter(id) => (OF_CHAPTER, id),
        Inside::Lesson(id) => (OF_LESSON, id),
    };
    fetch_optional!(conn, (i64, i64), sql, id)?.ok_or_else(Error::not_found)
}

/// Refuses whom this row is not open to; `not_found` also when there is none.
pub(super) async fn check(conn: &mut Conn, caller: SignedIn, inside: Inside, today: NaiveDate) -> Result<()> {
    let (course_id, module_id) = place(conn, inside).await?;
    if !caller.is_staff() {
        access::to_course(conn, caller.id, course_id, today).await?.check(module_id)?;
    }
    Ok(())
}
