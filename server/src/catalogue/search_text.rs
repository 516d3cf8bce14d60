//! Updates the search text of courses when a name that it contains changes elsewhere.

use super::course::search_text;
use super::store::{CourseFilter, courses};
use crate::error::Result;
use crate::execute;
use crate::http::paging::Window;
use crate::write::Tx;

const UPDATE: &str = "UPDATE courses SET search_text = $2 WHERE id = $1 AND search_text <> $2";

/// Rebuilds the search text of the selected courses.
pub(super) async fn refresh(tx: &mut Tx, filter: &CourseFilter) -> Result<()> {
    for course in courses(tx, filter, Window::ALL).await? {
        let teacher = course.teacher_name.as_deref();
        let text = search_text(&course.name, &course.language, &course.level, teacher, &course.description);
        execute!(tx, UPDATE, course.id, text)?;
    }
    Ok(())
}
