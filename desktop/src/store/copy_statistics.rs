//! Statistics of the copy.

use serde::Serialize;

use super::Store;
use crate::error::Result;

/// A course of the copy, with the number of its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfflineCourse {
    pub id: i64,
    pub name: String,
    pub modules: i64,
    pub chapters: i64,
    pub lessons: i64,
}

const COURSES: &str = "
    SELECT course.id, course.row ->> '$.name',
        (SELECT count(*) FROM copy WHERE kind = 'module' AND parent = course.id),
        (SELECT count(*) FROM copy AS module
            JOIN copy AS chapter ON chapter.kind = 'chapter' AND chapter.parent = module.id
            WHERE module.kind = 'module' AND module.parent = course.id),
        (SELECT count(*) FROM copy AS module
            JOIN copy AS chapter ON chapter.kind = 'chapter' AND chapter.parent = module.id
            JOIN copy AS lesson ON lesson.kind = 'lesson' AND lesson.parent = chapter.id
            WHERE module.kind = 'module' AND module.parent = course.id)
    FROM copy AS course WHERE course.kind = 'course'";
const COUNT: &str = "SELECT count(*) FROM copy WHERE kind = ?1";

impl Store {
    /// The courses of the copy, in no particular order.
    pub fn offline_courses(&self) -> Result<Vec<OfflineCourse>> {
        let inner = self.lock();
        let mut all = inner.connection.prepare_cached(COURSES)?;
        let courses = all.query_map([], |row| {
            let name: Option<String> = row.get(1)?;
            Ok(OfflineCourse {
                id: row.get(0)?,
                name: name.unwrap_or_default(),
                modules: row.get(2)?,
                chapters: row.get(3)?,
                lessons: row.get(4)?,
            })
        })?;
        Ok(courses.collect::<rusqlite::Result<_>>()?)
    }

    /// Number of rows of a kind in the copy.
    pub fn count_of(&self, kind: preau_core::content::ContentKind) -> Result<i64> {
        let inner = self.lock();
        let mut count = inner.connection.prepare_cached(COUNT)?;
        Ok(count.query_row([kind.as_str()], |row| row.get(0))?)
    }
}
